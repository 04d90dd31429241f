package ctl

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/provenanced/provenanced/client"
	"github.com/provenanced/provenanced/internal/shell"
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
		unknown := -1 // the first of which nobody can tell any more what it would do
		for i, w := range list {
			for _, h := range w.Calls {
				var with any = h.Params
				if h.Params == "" {
					with = dim("not known")
					if unknown < 0 {
						unknown = i
					}
				}
				rows = append(rows, []any{w.Session, h.CallID, yellow(h.Tool), with})
			}
		}
		if rows != nil {
			c.out.say("\n")
			c.out.table([]string{"SESSION", "CALL", "WANTS", "WITH"}, rows)
		}
		if unknown >= 0 {
			w := list[unknown]
			c.out.say("\nThe parameters of a held call are kept in memory only: a restart of the daemon loses them, and contentPreviews: false keeps none.\n"+
				"To be asked again with them: provenancectl deny --session %s %s, then have the agent try again.\n", shell.Quote(w.Session), w.Code)
		}
		w := list[0]
		c.out.say("\n%s\n", dim("approve: provenancectl approve --session "+shell.Quote(w.Session)+" all "+w.Code+"   why: provenancectl explain last --session "+shell.Quote(w.Session)))
	})
}

// approveArgs are the admin command's arguments (docs/PROTOCOL.md).
type approveArgs struct {
	Session string `json:"session"`
	Tool    string `json:"tool"` // or "all"
	Code    string `json:"code"`
	Seconds int64  `json:"seconds"` // 0: until the turn ends
	Once    bool   `json:"once,omitzero"`
	CallID  string `json:"callId,omitzero"`
}

func approve(c *call) error {
	session, err := c.needSession("`provenancectl pending` lists what waits")
	if err != nil {
		return err
	}
	args := approveArgs{Session: session, Tool: c.arg(0)}
	if c.arg(1) != "" {
		if args.Code, err = code(c.arg(1)); err != nil {
			return err
		}
	} else if given, err := code(c.arg(0)); err == nil {
		return usagef("%s is a code, and the tool comes first: approve --session %s all %s", given, shell.Quote(session), given)
	}
	if text, ok := c.flags["for"]; ok {
		d, err := duration(text)
		if err != nil || d < time.Second {
			return usagef("--for %q is not a duration of a second or more: write 90s, 30m, 2h or 1d", text)
		}
		args.Seconds = int64(d / time.Second)
	}
	args.CallID = c.flags["call"]
	if args.Once = c.has("once") || c.has("call"); args.Once && args.Seconds > 0 {
		return usagef("--once or --call, and --for, contradict each other: use one")
	}
	return answer(c, "approve", args, func(a struct {
		Session   string   `json:"session"`
		Approved  []string `json:"approved"`
		Scope     string   `json:"scope"`
		ExpiresIn int64    `json:"expiresIn"`
	}) {
		c.out.say("%s %s in %s, %s.\n", green("Approved"), a.Approved, a.Session, until(a.Scope, "for "+span(seconds(a.ExpiresIn))))
	})
}

// until says how long a grant of a scope holds; timed is what it says of one for a time.
func until(scope, timed string) string {
	switch scope {
	case "time":
		return timed
	case "once":
		return "once"
	}
	return "until the turn ends"
}

// code checks that text can be an approval code, before it counts as a guess.
func code(text string) (string, error) {
	text = strings.ToLower(text)
	if len(text) == 9 && text[0] == 'g' {
		return "", usagef("%q is not a pending code: if it is the id of a standing approval, `provenancectl withdraw` ends it", text)
	}
	if len(text) != 8 || strings.Trim(text, "0123456789abcdef") != "" {
		return "", usagef("%q is not an approval code: a code is 8 hex digits", text)
	}
	return text, nil
}

func deny(c *call) error {
	session, err := c.needSession("`provenancectl pending` lists what waits")
	if err != nil {
		return err
	}
	which, closed := "", "the code"
	if c.arg(0) != "" {
		if which, err = code(c.arg(0)); err != nil {
			return err
		}
		closed = "code " + which
	}
	return answer(c, "deny", map[string]string{"session": session, "code": which}, func(d struct {
		Session string   `json:"session"`
		Denied  []string `json:"denied"`
	}) {
		c.out.say("%s %s in %s; %s is closed.\n", red("Denied"), d.Denied, d.Session, closed)
	})
}

func resetTrust(c *call) error {
	session, err := c.needSession("`provenancectl sessions` lists them")
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

// approvalRow is a code that waits, or a grant that stands.
type approvalRow struct {
	Session   string   `json:"session"`
	State     string   `json:"state"` // pending or standing
	Code      string   `json:"code,omitzero"`
	ID        string   `json:"id,omitzero"`
	Tools     []string `json:"tools"`
	Level     string   `json:"level,omitzero"` // that the calls wait at
	Scope     string   `json:"scope,omitzero"` // of a grant: turn, time or once
	CallID    string   `json:"callId,omitzero"`
	AsHeld    bool     `json:"asHeld,omitzero"` // only with the parameters that you were asked about
	Since     string   `json:"since,omitzero"`
	By        string   `json:"by,omitzero"`
	ExpiresIn int64    `json:"expiresIn,omitzero"` // seconds
}

func approvals(c *call) error {
	var waiting []pendingRow
	if err := c.ask("pending", nil, &waiting); err != nil {
		return err
	}
	list := []approvalRow{}
	for _, w := range waiting {
		list = append(list, approvalRow{Session: w.Session, State: "pending", Code: w.Code, Tools: w.Tools, Level: w.Level, ExpiresIn: w.ExpiresIn})
	}
	standing, err := c.standing("")
	if err != nil {
		return err
	}
	list = append(list, standing...)
	return result(c, list, func() {
		if len(list) == 0 {
			c.out.say("Nothing waits for you, and there are no standing approvals.\n")
			return
		}
		var rows [][]any
		for _, a := range list {
			rows = append(rows, []any{a.Session, a.name(), strings.Join(a.Tools, ", "), a.covers(), c.since(a.Since), a.ends(), a.By})
		}
		c.out.table([]string{"SESSION", "CODE OR ID", "TOOLS", "FOR", "SINCE", "ENDS", "GIVEN BY"}, rows)
		if len(standing) > 0 {
			c.out.say("\n%s\n", dim("withdraw: provenancectl withdraw "+standing[0].ID))
		}
	})
}

// standing are the grants of a session, or of all, that may still let something pass.
func (c *call) standing(session string) ([]approvalRow, error) {
	sessions, _, err := c.everySession()
	if err != nil {
		return nil, err
	}
	if session != "" {
		i := slices.IndexFunc(sessions, func(s sessionRow) bool { return s.Session == session })
		if i < 0 {
			return nil, &refusal{string(client.NotFound), "session " + session + ": not found; " + listsSessions}
		}
		sessions = sessions[i : i+1]
	}
	list := []approvalRow{}
	for _, s := range sessions {
		for _, g := range s.Grants {
			list = append(list, approvalRow{
				Session: s.Session, State: "standing", ID: g.ID, Tools: []string{g.Tool}, Scope: g.Scope, CallID: g.CallID, AsHeld: g.AsHeld, Since: g.Since, By: g.By,
				ExpiresIn: g.ExpiresIn,
			})
		}
	}
	return list, nil
}

func (a *approvalRow) name() ink {
	if a.State == "pending" {
		return yellow(a.Code)
	}
	return ink{text: a.ID}
}

func (a *approvalRow) covers() ink {
	switch {
	case a.State == "pending":
		return yellow("waits for you")
	case a.CallID != "":
		return ink{text: "one call, " + a.CallID}
	case a.AsHeld:
		return ink{text: "one call, as it was held"}
	case a.Scope == "once":
		return ink{text: "one call"}
	}
	return ink{text: "any call"}
}

func (a *approvalRow) ends() string {
	switch {
	case a.ExpiresIn > 0:
		return left(a.ExpiresIn)
	case a.Scope == "once":
		return "when used, or with the turn"
	}
	return "with the turn"
}

// since is how long ago a time was that may not be known.
func (c *call) since(stamp string) string {
	if stamp == "" {
		return ""
	}
	return c.ago(stamp)
}

func withdraw(c *call) error {
	session, which, all := c.flags["session"], c.arg(0), c.has("all")
	const lists = "`provenancectl approvals` lists them"
	switch {
	case all && (session != "" || which != ""):
		return usagef("--all means every approval of every session: use it alone, or leave it out")
	case !all && session == "" && which == "":
		return usagef("withdraw needs an approval's id, a --session, or --all; " + lists)
	}
	standing, err := c.standing(session)
	if err != nil {
		return err
	}
	every := all || which == "" || which == "all" && session != ""
	gone := []approvalRow{}
	for _, a := range standing {
		named := every || a.ID == which || session != "" && strings.EqualFold(a.Tools[0], which)
		if !named {
			continue
		}
		err := c.ask("withdraw", map[string]string{"session": a.Session, "which": a.ID}, nil)
		var no *refusal
		if errors.As(err, &no) && no.code == string(client.NotFound) { // it has ended by itself
			continue
		}
		if err != nil {
			return err
		}
		gone = append(gone, a)
	}
	if len(gone) == 0 && !every {
		text := "no approval stands that has the id " + which
		if session != "" {
			text = "no approval of " + which + " stands in " + session
		}
		return &refusal{string(client.NotFound), text + "; " + lists}
	}
	return result(c, gone, func() {
		for _, a := range gone {
			c.out.say("%s the approval of %s in %s.\n", yellow("Withdrew"), a.Tools, a.Session)
		}
		if len(gone) == 0 {
			c.out.say("No approval stands.\n")
		}
	})
}
