package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// line is one request as it goes over a socket. Only timed lines count; the others keep a session
// going, for the daemon and for the echo.
type line struct {
	bytes []byte
	timed bool
}

// link is one connection to a contender.
type link interface {
	ask(line []byte) (answer []byte, err error)
	refused(answer []byte) bool
	io.Closer
}

// contender is one of those that take turns.
type contender struct {
	name  string
	share int // percentage of the questions that it is asked: less for slow ones
	dial  func() (link, error)
	lines func(session string, timed int) []line
	mode  func(l link, tool, level string) (string, error) // what it decides about a call
}

func (c *framed) refused(answer []byte) bool { return refused(answer) }

// callsPerTurn is more than agents make, so that few lines are untimed.
const callsPerTurn = 100

// conversation returns signed lines of one session with that many calls of a tool.
func conversation(s *signer, session, tool string, calls int) []line {
	var buf []byte
	var ends []int
	var timed []bool
	put := func(q question, t bool) {
		buf = s.line(buf, q)
		ends, timed = append(ends, len(buf)), append(timed, t)
	}
	for i := range calls {
		if i%callsPerTurn == 0 {
			for _, q := range opening(session) {
				put(q, false)
			}
		}
		put(call(session, tool, "trusted"), true)
	}
	lines := make([]line, len(ends))
	begin := 0
	for i, end := range ends {
		lines[i] = line{buf[begin:end], timed[i]}
		begin = end
	}
	return lines
}

// contenders starts all contenders: the echo first, then the daemon, which is asked about exec,
// whose command it parses, and about read, which has none.
func (b *bench) contenders(ctx context.Context) ([]contender, error) {
	d, err := b.launched(ctx, "d", asYAML())
	if err != nil {
		return nil, err
	}
	onExec, err := d.contender("exec")
	if err != nil {
		return nil, err
	}
	onRead, err := d.contender("read")
	if err != nil {
		return nil, err
	}
	size, err := answerSize(onExec)
	if err != nil {
		return nil, err
	}
	echo, err := b.standIn(ctx, "bare echo", "echo", size)
	if err != nil {
		return nil, err
	}
	alone, err := b.standIn(ctx, "signature and record alone", "guard", size)
	if err != nil {
		return nil, err
	}
	opaLibrary, err := b.standIn(ctx, "Open Policy Agent as a library", "opa", size)
	if err != nil {
		return nil, err
	}
	opaLibrary.share = 30
	cedarLibrary, err := b.standIn(ctx, "cedar-go as a library", "cedar", size)
	if err != nil {
		return nil, err
	}
	cedarLibrary.share = 50
	opaServer, err := b.opaServer(ctx)
	if err != nil {
		return nil, err
	}
	all := []contender{echo, onExec, onRead, alone, cedarLibrary, opaLibrary, opaServer}
	return all, agree(all)
}

// contender returns the daemon as a contender that is asked about a tool.
func (d *daemon) contender(tool string) (contender, error) {
	p, err := d.dial("gateway")
	if err != nil {
		return contender{}, err
	}
	defer p.Close()
	signer := p.signer
	return contender{
		name: "provenanced, " + tool, share: 100,
		dial:  func() (link, error) { return d.dial("gateway") },
		lines: func(session string, timed int) []line { return conversation(signer, session, tool, timed) },
		mode: func(l link, tool, level string) (string, error) {
			p := l.(*peer)
			session := "agree:" + level + ":" + tool
			_, err := p.put(hook("context_assembled", session,
				fmt.Sprintf(`{"messages":[{"role":"user","content":"hello"}],"sources":[{"kind":"document","trust":%q}]}`, level)))
			if err != nil {
				return "", err
			}
			a, err := p.put(call(session, tool, level))
			switch {
			case err != nil:
				return "", err
			case a.Verdict == "allow":
				return "allow", nil
			case a.Approval != nil:
				return "confirm", nil
			}
			return "restrict", nil
		},
	}, nil
}

// answerSize is the length of the daemon's answer to the timed question.
func answerSize(c contender) (int, error) {
	l, err := c.dial()
	if err != nil {
		return 0, err
	}
	defer l.Close()
	size := 0
	for _, line := range c.lines("agent:main:size", 1) {
		body, err := l.ask(line.bytes)
		if err != nil {
			return 0, err
		}
		if _, err := read(body); err != nil {
			return 0, err
		}
		size = len(body)
	}
	return size, nil
}

// standIn starts this program as one of the others, in a separate process.
func (b *bench) standIn(ctx context.Context, name, kind string, size int) (contender, error) {
	self, err := os.Executable()
	if err != nil {
		return contender{}, err
	}
	socket := filepath.Join(b.Dir, kind+".sock")
	cmd := exec.Command(self, standInCommand, kind, socket, strconv.Itoa(size))
	cmd.Stderr = os.Stderr
	if _, err := cmd.StdinPipe(); err != nil { // the process ends when this is closed, so when this process ends in any way
		return contender{}, err
	}
	if err := b.spawn(cmd); err != nil {
		return contender{}, err
	}
	signer := newSigner(guardKey) // which the others do not check
	c := contender{
		name: name, share: 100,
		dial:  func() (link, error) { return b.dialFramed(socket) },
		lines: func(session string, timed int) []line { return conversation(signer, session, "exec", timed) },
	}
	if kind != "echo" && kind != "guard" {
		c.mode = func(l link, tool, level string) (string, error) {
			body, err := l.ask(signer.line(nil, call("agree", tool, level)))
			if err != nil {
				return "", err
			}
			a, err := read(body)
			return a.Verdict, err
		}
	}
	return c, listening(ctx, socket)
}

// opaServer starts the Open Policy Agent server as its documentation recommends, with the policy in
// a file.
func (b *bench) opaServer(ctx context.Context) (contender, error) {
	policy, socket := filepath.Join(b.Dir, "taint.rego"), filepath.Join(b.Dir, "rest.sock")
	if err := os.WriteFile(policy, []byte(asRego()), 0o600); err != nil {
		return contender{}, err
	}
	cmd := exec.Command(filepath.Join(b.Bin, "opa"), "run", "--server", "--addr", "unix://"+socket,
		"--log-level", "error", "--skip-version-check", policy)
	if err := b.spawn(cmd); err != nil {
		return contender{}, err
	}
	c := contender{
		name: "Open Policy Agent over its socket", share: 20,
		dial: func() (link, error) { return b.dialHTTP(socket) },
		lines: func(_ string, timed int) []line {
			lines := make([]line, timed)
			for i := range lines {
				lines[i] = line{opaRequest("exec", "trusted"), true}
			}
			return lines
		},
		mode: func(l link, tool, level string) (string, error) {
			body, err := l.ask(opaRequest(tool, level))
			var a struct{ Result string }
			return a.Result, errors.Join(err, json.Unmarshal(body, &a))
		},
	}
	return c, listening(ctx, socket)
}

func listening(ctx context.Context, socket string) error {
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		c, err := net.Dial("unix", socket)
		if err == nil {
			return c.Close()
		}
		if time.Since(began) > time.Minute || ctx.Err() != nil {
			return err
		}
	}
}

// opaRequest is as short as HTTP allows.
func opaRequest(tool, level string) []byte {
	body := fmt.Sprintf(`{"input":{"tool":%q,"level":%q}}`, tool, level)
	return fmt.Appendf(nil, "POST /v1/data/taint/mode HTTP/1.1\r\nHost: opa\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
}

// overHTTP parses as little of HTTP as possible, so that it costs next to nothing.
type overHTTP struct {
	io.ReadWriteCloser
	in   *bufio.Reader
	body []byte
}

func (b *bench) dialHTTP(socket string) (link, error) {
	c, err := b.dial(socket)
	if err != nil {
		return nil, err
	}
	return &overHTTP{ReadWriteCloser: c, in: bufio.NewReader(c)}, nil
}

func (c *overHTTP) ask(request []byte) ([]byte, error) {
	if _, err := c.Write(request); err != nil {
		return nil, err
	}
	length := -1
	for first := true; ; first = false {
		l, err := c.in.ReadString('\n')
		if err != nil {
			return nil, err
		}
		if first && !strings.HasPrefix(l, "HTTP/1.1 200 ") {
			return nil, fmt.Errorf("not answered by Open Policy Agent: %q", l)
		}
		if l == "\r\n" {
			break
		}
		if value, ok := strings.CutPrefix(l, "Content-Length: "); ok {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil {
				return nil, err
			}
		}
	}
	if length < 0 {
		return nil, errors.New("an answer without a length")
	}
	c.body = append(c.body[:0], make([]byte, length)...)
	_, err := io.ReadFull(c.in, c.body)
	return c.body, err
}

func (c *overHTTP) refused([]byte) bool { return false } // ask has already failed then

// agree checks that all contenders give the same answers: comparing different policies would be
// meaningless.
func agree(all []contender) error {
	for _, c := range all {
		if c.mode == nil {
			continue
		}
		l, err := c.dial()
		if err != nil {
			return err
		}
		defer l.Close()
		for _, r := range rules {
			for i, level := range levels {
				mode, err := c.mode(l, r.tool, level)
				if err != nil {
					return fmt.Errorf("%s: %w", c.name, err)
				}
				if mode != r.modes[i] {
					return fmt.Errorf("%s says %q of %s at %s, and the policy %q", c.name, mode, r.tool, level, r.modes[i])
				}
			}
		}
	}
	return nil
}
