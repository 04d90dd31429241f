package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"github.com/cedar-policy/cedar-go"
	"github.com/open-policy-agent/opa/v1/rego"
)

// standInCommand makes this program answer on a socket instead of measuring: whatever is compared
// with the daemon runs in a separate process, as the daemon does.
const standInCommand = "stand-in"

// decider returns a tool's mode at a level.
type decider func(tool, level string) (string, error)

// lineDecider fills out with the answer to a line. It belongs to one connection.
type lineDecider func(out, line []byte) error

// standIn serves KIND on SOCKET with answers of SIZE bytes until its input ends.
func standIn(args []string) error {
	if len(args) != 3 {
		return errors.New("usage: bench stand-in KIND SOCKET SIZE")
	}
	size, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	connected, err := standInOf(args[0], args[1])
	if err != nil {
		return err
	}
	l, err := net.Listen("unix", args[1])
	if err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // ends with the parent
		os.Exit(0)
	}()
	for {
		c, err := l.Accept()
		if err != nil {
			return err
		}
		go answerLines(c, connected(), size)
	}
}

// standInOf returns a function that makes a decider for each connection.
func standInOf(kind, socket string) (connected func() lineDecider, err error) {
	var decide decider
	switch kind {
	case "echo":
		return func() lineDecider { return nil }, nil
	case "guard":
		// In a separate directory: the daemon watches that of its policy file, and would wake up
		// for each record.
		dir := socket + ".state"
		if err := os.Mkdir(dir, 0o700); err != nil {
			return nil, err
		}
		g, err := newGuard(guardKey, filepath.Join(dir, "ledger"))
		if err != nil {
			return nil, err
		}
		return g.decider, nil
	case "opa":
		decide, err = opaLibrary()
	case "cedar":
		decide, err = cedarLibrary()
	default:
		err = fmt.Errorf("no stand-in %q", kind)
	}
	return func() lineDecider {
		return func(out, line []byte) error { return decideLine(out, line, decide) }
	}, err
}

// answerLines answers each line with a frame of the given size. Without a decider it only looks for
// the newline: the lower bound for any daemon with this protocol.
func answerLines(c net.Conn, decide lineDecider, size int) {
	defer c.Close()
	in := bufio.NewReaderSize(c, 64<<10)
	out := make([]byte, 4+size)
	binary.BigEndian.PutUint32(out, uint32(size))
	for {
		line, err := in.ReadSlice('\n')
		for errors.Is(err, bufio.ErrBufferFull) {
			line, err = in.ReadSlice('\n') // only the echo gets such long lines
		}
		if err != nil {
			return
		}
		if decide != nil {
			if err := decide(out[4:], line); err != nil {
				fmt.Fprintln(os.Stderr, "stand-in:", err)
				return
			}
		}
		if _, err := c.Write(out); err != nil {
			return
		}
	}
}

// decideLine does what one would do to put a policy library behind a socket: it parses the request
// with the standard library, decides, and answers. It checks no signature and keeps no record.
func decideLine(out, line []byte, decide decider) error {
	var r struct {
		ID      string `json:"id"`
		Payload struct {
			Event struct {
				ToolName string `json:"toolName"`
			} `json:"event"`
			Ctx struct {
				Level string `json:"level"`
			} `json:"ctx"`
		} `json:"payload"`
	}
	if err := json.Unmarshal(line, &r); err != nil {
		return err
	}
	mode, err := decide(r.Payload.Event.ToolName, r.Payload.Ctx.Level)
	if err != nil {
		return err
	}
	body, err := json.Marshal(map[string]string{"type": "decision", "id": r.ID, "verdict": mode})
	if err != nil {
		return err
	}
	for i := copy(out, body); i < len(out); i++ {
		out[i] = ' '
	}
	return nil
}

func opaLibrary() (decider, error) {
	ctx := context.Background()
	query, err := rego.New(rego.Query("data.taint.mode"), rego.Module("taint.rego", asRego())).PrepareForEval(ctx)
	if err != nil {
		return nil, err
	}
	return func(tool, level string) (string, error) {
		results, err := query.Eval(ctx, rego.EvalInput(map[string]any{"tool": tool, "level": level}))
		if err != nil {
			return "", err
		}
		if len(results) == 1 && len(results[0].Expressions) == 1 {
			if mode, ok := results[0].Expressions[0].Value.(string); ok {
				return mode, nil
			}
		}
		return "", fmt.Errorf("no mode of %s at %s from Open Policy Agent", tool, level)
	}, nil
}

func cedarLibrary() (decider, error) {
	set, err := cedar.NewPolicySetFromBytes("taint.cedar", []byte(asCedar()))
	if err != nil {
		return nil, err
	}
	entities := cedar.EntityMap{}
	return func(tool, level string) (string, error) {
		r := cedar.Request{Principal: cedar.NewEntityUID("Level", cedar.String(level)), Resource: cedar.NewEntityUID("Tool", cedar.String(tool))}
		for _, step := range []struct{ action, mode string }{{"call", "allow"}, {"confirm", "confirm"}} {
			r.Action = cedar.NewEntityUID("Action", cedar.String(step.action))
			if ok, _ := cedar.Authorize(set, entities, r); ok {
				return step.mode, nil
			}
		}
		return "restrict", nil
	}, nil
}
