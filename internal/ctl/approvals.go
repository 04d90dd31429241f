package ctl

import (
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/trust"
)

type pendingRow struct {
	Session   string   `json:"session"`
	Code      string   `json:"code"`
	Tools     []string `json:"tools"`
	Level     string   `json:"level"`
	ExpiresIn int64    `json:"expiresIn"` // seconds
	Calls     []struct {
		Tool   string `json:"tool"`
		CallID string `json:"callId"`
		Params string `json:"params"` // how they begin
	} `json:"calls"`
}

func pending(c *call) error {
	return answer(c, "pending", nil, func(list []pendingRow) {
		if len(list) == 0 {
			c.out.say("Nothing waits for you.\n")
			return
		}
		var rows [][]any
		for _, w := range list {
			rows = append(rows, []any{w.Session, yellow(w.Code), strings.Join(w.Tools, ", "), c.out.level(w.Level), left(w.ExpiresIn)})
		}
		c.out.table([]string{"SESSION", "CODE", "TOOLS", "LEVEL", "EXPIRES"}, rows)
		rows = nil
		for _, w := range list {
			for _, h := range w.Calls {
				rows = append(rows, []any{w.Session, yellow(h.Tool), h.Params})
			}
		}
		if rows != nil {
			c.out.say("\n")
			c.out.table([]string{"SESSION", "WANTS", "WITH"}, rows)
		}
		w := list[0]
		c.out.say("\n%s\n", dim("approve: provenancectl approve --session "+engine.ShellWord(w.Session)+" all "+w.Code+"   why: provenancectl explain last --session "+engine.ShellWord(w.Session)))
	})
}

// approveArgs are the admin command's arguments (docs/PROTOCOL.md).
type approveArgs struct {
	Session string `json:"session"`
	Tool    string `json:"tool"` // or "all"
	Code    string `json:"code"`
	Seconds int64  `json:"seconds"` // 0: until the turn ends
	Once    bool   `json:"once,omitzero"`
}

func approve(c *call) error {
	session, err := c.need("session", "`provenancectl pending` lists what waits")
	if err != nil {
		return err
	}
	args := approveArgs{Session: session, Tool: c.arg(0)}
	if c.arg(1) != "" {
		if args.Code, err = code(c.arg(1)); err != nil {
			return err
		}
	} else if given, err := code(c.arg(0)); err == nil {
		return usagef("%s is a code, and the tool comes first: approve --session %s all %s", given, engine.ShellWord(session), given)
	}
	if text, ok := c.flags["for"]; ok {
		d, err := duration(text)
		if err != nil || d < time.Second {
			return usagef("--for %q is not a duration of a second or more: write 90s, 30m, 2h or 1d", text)
		}
		args.Seconds = int64(d / time.Second)
	}
	if _, args.Once = c.flags["once"]; args.Once && args.Seconds > 0 {
		return usagef("--once and --for say two different things: leave one out")
	}
	return answer(c, "approve", args, func(a struct {
		Session   string   `json:"session"`
		Approved  []string `json:"approved"`
		Scope     string   `json:"scope"`
		ExpiresIn int64    `json:"expiresIn"`
	}) {
		until := "until the turn ends"
		switch a.Scope {
		case "time":
			until = "for " + span(seconds(a.ExpiresIn))
		case "once":
			until = "once"
		}
		c.out.say("%s %s in %s, %s.\n", green("Approved"), a.Approved, a.Session, until)
	})
}

// code checks that text can be an approval code, before it counts as a guess.
func code(text string) (string, error) {
	text = strings.ToLower(text)
	if len(text) != 8 || strings.Trim(text, "0123456789abcdef") != "" {
		return "", usagef("%q is not an approval code: a code is 8 hex digits", text)
	}
	return text, nil
}

func deny(c *call) error {
	session, err := c.need("session", "`provenancectl pending` lists what waits")
	if err != nil {
		return err
	}
	code, err := code(c.arg(0))
	if err != nil {
		return err
	}
	return answer(c, "deny", map[string]string{"session": session, "code": code}, func(d struct {
		Session string   `json:"session"`
		Denied  []string `json:"denied"`
	}) {
		c.out.say("%s %s in %s; code %s is closed.\n", red("Denied"), d.Denied, d.Session, code)
	})
}

func resetTrust(c *call) error {
	session, err := c.need("session", "`provenancectl sessions` lists them")
	if err != nil {
		return err
	}
	level := or(c.arg(0), trust.Trusted.String())
	if _, err := trust.ParseLevel(level); err != nil { // the daemon would count it as a malformed request
		return usagef("%v", err)
	}
	return answer(c, "reset-trust", map[string]string{"session": session, "level": level}, func(r struct {
		Session string `json:"session"`
		From    string `json:"from"`
		To      string `json:"to"`
	}) {
		c.out.say("%s: %s → %s\n", r.Session, c.out.level(r.From), c.out.level(r.To))
	})
}
