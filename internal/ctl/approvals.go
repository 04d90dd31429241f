package ctl

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/provenanced/provenanced/client"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/trust"
)

type pendingRow struct {
	Session   string     `json:"session"`
	Code      string     `json:"code"`
	Tools     []string   `json:"tools"`
	Level     string     `json:"level"`
	ExpiresIn int64      `json:"expiresIn"` // seconds
	Calls     []heldCall `json:"calls"`
}

type heldCall struct {
	Tool   string `json:"tool"`
	CallID string `json:"callId"`
	Params string `json:"params"`        // their beginning
	Does   string `json:"does,omitzero"` // missing from an older daemon
	Why    string `json:"why,omitzero"`  // likewise
}

// with is what the call was asked for with, without secrets: its parameters or, if not all of
// them are known, whatever says more.
func (h *heldCall) with() string {
	params, _ := redact.Text(h.Params, redact.Secrets)
	if h.Params == "" || strings.HasSuffix(h.Params, "…") && len(h.Does) > len(params) {
		return h.Does
	}
	return params
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
		c.out.grid([]column{{head: "SESSION", kind: name, least: 12}, {head: "CODE"}, {head: "TOOLS", kind: text, least: 12}, {head: "LEVEL", goes: 1}, {head: "EXPIRES"}}, rows)
		rows = nil
		unknown := -1 // the first one whose details are no longer known
		type place struct {
			session string
			call    heldCall
		}
		told := map[place]bool{} // a code also names the calls of earlier codes
		for i, w := range list {
			for _, h := range w.Calls {
				if at := (place{w.Session, h}); told[at] {
					continue
				} else {
					told[at] = true
				}
				var with any = h.with()
				if with == "" {
					with = dim("not known")
				}
				if h.Params == "" && unknown < 0 {
					unknown = i
				}
				rows = append(rows, []any{w.Session, h.CallID, yellow(h.Tool), with, h.Why})
			}
		}
		if rows != nil {
			c.out.say("\n")
			c.out.heldCalls(rows)
		}
		if unknown >= 0 {
			w := list[unknown]
			c.out.tell("\nThe parameters of a held call are kept in memory only: a restart of the daemon loses them, and contentPreviews: false keeps none. " +
				"To be asked again with them, deny it, then have the agent try again.\n")
			c.out.commands("deny: provenancectl deny --session " + shell.Quote(w.Session) + " " + w.Code)
		}
		w := list[0]
		c.out.wholeElsewhere(c)
		c.out.say("\n")
		if !c.out.commands("approve: provenancectl approve all "+w.Code, "why: provenancectl explain last --session "+shell.Quote(w.Session)) {
			c.out.tell("%s\n", dim("provenancectl top: there are keys to approve, deny and explain what waits"))
		}
	})
}

// heldCalls lists the calls that wait. On a terminal that is too narrow for the table, what a
// call would do is on lines of its own.
func (p *printer) heldCalls(rows [][]any) {
	widest, told := 0, false
	for _, r := range rows {
		widest = max(widest, cellWidth(p.text("%s  %s  %s  %s  %s", slices.Clone(r)...)))
		told = told || r[4] != ""
	}
	if p.width == 0 || widest <= p.width {
		columns := []column{{head: "SESSION", kind: name, least: 12}, {head: "CALL", kind: name, least: 8, goes: 1}, {head: "WANTS"}, {head: "WITH", kind: text, least: 24}}
		if told {
			columns = append(columns, column{head: "WHY", kind: text, least: 24})
		} else {
			for i := range rows {
				rows[i] = rows[i][:4]
			}
		}
		p.grid(columns, rows)
		return
	}
	for _, r := range rows {
		p.tell("%s  %s  %s\n", r[2], r[0], r[1])
		p.tell("  %s\n", r[3])
		if r[4] != "" {
			p.tell("  %s\n", dim(r[4].(string)))
		}
	}
}

// approveArgs are the admin command's arguments (docs/PROTOCOL-ADMIN.md).
type approveArgs struct {
	Session string `json:"session"`
	Tool    string `json:"tool"` // or "all"
	Code    string `json:"code"`
	Seconds int64  `json:"seconds"` // 0: until the turn ends
	Once    bool   `json:"once,omitzero"`
	CallID  string `json:"callId,omitzero"`
}

func approve(c *call) (err error) {
	args := approveArgs{Session: c.flags["session"], Tool: c.arg(0)}
	if c.arg(1) != "" {
		if args.Code, err = code(c.arg(1)); err != nil {
			return err
		}
	} else if given, err := code(c.arg(0)); err == nil {
		return usagef("%s is a code, and the tool comes first: approve %sall %s", given, inSession(args.Session), given)
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
	if args.Session, args.Code, err = c.waiting(args.Session, args.Code); err != nil {
		return err
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

// waiting is the session and the code that a command refers to. Without a session it is the
// code of that name, or the only pending one: owners must not answer what they have not seen.
func (c *call) waiting(session, code string) (string, string, error) {
	if session != "" {
		return session, code, nil
	}
	var rows []pendingRow
	if err := c.ask("pending", nil, &rows); err != nil {
		return "", "", err
	}
	if code != "" {
		rows = slices.DeleteFunc(rows, func(w pendingRow) bool { return w.Code != code })
	}
	switch {
	case len(rows) == 1:
		return rows[0].Session, rows[0].Code, nil
	case len(rows) == 0 && code != "":
		return "", "", &refusal{string(client.NotFound), "no code " + code + " waits in any session; " + listsPending}
	case len(rows) == 0:
		return "", "", &refusal{string(client.NotFound), "nothing waits for you"}
	}
	var options []string
	for _, w := range rows {
		what := w.Code
		if c.cmd.name == "approve" {
			what = "all " + w.Code
			if slices.Contains(w.Tools, c.arg(0)) {
				what = shell.Quote(c.arg(0)) + " " + w.Code
			}
		}
		options = append(options, inSession(w.Session)+what+" # "+strings.Join(w.Tools, ", "))
	}
	return "", "", c.several("codes wait", "`provenancectl pending`", options)
}

// several says that a command is ambiguous, and what to type for each choice.
func (c *call) several(what, lists string, options []string) error {
	const most = 8 // nobody reads more
	text := strconv.Itoa(len(options)) + " " + what + "; say which, as " + lists + " lists them:"
	for _, o := range options[:min(len(options), most)] {
		text += "\n  provenancectl " + c.cmd.name + " " + o
	}
	if more := len(options) - most; more > 0 {
		text += "\n  and " + strconv.Itoa(more) + " more"
	}
	return usagef("%s", text)
}

// inSession is the session's flag for a suggested command line; empty if no session is named.
func inSession(session string) string {
	if session == "" {
		return ""
	}
	return "--session " + shell.Quote(session) + " "
}

// until says how long a grant of a scope lasts; timed is the answer for one with a time limit.
func until(scope, timed string) string {
	switch scope {
	case "time":
		return timed
	case "once":
		return "once"
	}
	return "until the turn ends"
}

// code checks that a text looks like an approval code, so that a typing error does not count as
// a guess.
func code(text string) (string, error) {
	text = strings.ToLower(text)
	if isGrantID(text) {
		return "", usagef("%q is not a pending code: if it is the id of a standing approval, `provenancectl withdraw` ends it", text)
	}
	if len(text) != 8 || strings.Trim(text, "0123456789abcdef") != "" {
		return "", usagef("%q is not an approval code: a code is 8 hex digits", text)
	}
	return text, nil
}

// isGrantID reports whether text looks like the id of a standing approval.
func isGrantID(text string) bool { return len(text) == 9 && text[0] == 'g' }

func deny(c *call) (err error) {
	which, closed := "", "the code"
	if c.arg(0) != "" {
		if which, err = code(c.arg(0)); err != nil {
			return err
		}
	}
	session, which, err := c.waiting(c.flags["session"], which)
	if err != nil {
		return err
	}
	if which != "" {
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

// approvalRow is a pending code or a standing grant.
type approvalRow struct {
	Session   string   `json:"session"`
	State     string   `json:"state"` // pending or standing
	Code      string   `json:"code,omitzero"`
	ID        string   `json:"id,omitzero"`
	Tools     []string `json:"tools"`
	Level     string   `json:"level,omitzero"` // at which the calls are held
	Scope     string   `json:"scope,omitzero"` // of a grant: turn, time, once or value
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
		c.out.grid([]column{{head: "SESSION", kind: name, least: 16}, {head: "CODE OR ID"}, {head: "TOOLS", kind: text, least: 10}, {head: "FOR", kind: text, least: 13},
			{head: "SINCE", goes: 2}, {head: "ENDS", kind: text, least: 12}, {head: "GIVEN BY", kind: name, least: 8, goes: 1}}, rows)
		if len(standing) > 0 {
			c.out.say("\n")
			c.out.commands("withdraw: provenancectl withdraw " + standing[0].ID)
		}
	})
}

// standing are the grants of a session, or of all, that can still let something pass.
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

// isOf reports whether it is for a tool, with or without the values that it covers.
func (a *approvalRow) isOf(tool string) bool {
	name, _, _ := strings.Cut(a.Tools[0], " ")
	return strings.EqualFold(a.Tools[0], tool) || strings.EqualFold(name, tool)
}

// of is what it covers, if that says more than the tool.
func (a *approvalRow) of(tool string) string {
	if strings.EqualFold(a.Tools[0], tool) {
		return ""
	}
	return a.Tools[0] + " in "
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
	case a.Scope == "value":
		return ink{text: "when you ask for it"}
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

// since is how long ago a time was, which may be unknown.
func (c *call) since(stamp string) string {
	if stamp == "" {
		return ""
	}
	return c.ago(stamp)
}

// oneOf is the approval that an id or a tool refers to when no session is named; an error if
// the tool has several.
func (c *call) oneOf(standing []approvalRow, which string) ([]approvalRow, error) {
	var named []approvalRow
	var options []string
	for _, a := range standing {
		if a.ID == which {
			return []approvalRow{a}, nil
		}
		if a.isOf(which) {
			named = append(named, a)
			options = append(options, a.ID+" # "+a.of(which)+a.Session+", "+a.covers().text+", "+a.ends())
		}
	}
	if len(named) > 1 {
		return nil, c.several("approvals of "+which+" stand", "`provenancectl approvals`", options)
	}
	return named, nil
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
	if which == "all" && session == "" {
		return usagef("all is every approval of one session, and needs --session; --all is every approval of every session")
	}
	standing, err := c.standing(session)
	if err != nil {
		return err
	}
	every := all || which == "" || which == "all" && session != ""
	if session == "" && !every {
		if standing, err = c.oneOf(standing, which); err != nil {
			return err
		}
	}
	gone := []approvalRow{}
	for _, a := range standing {
		named := every || a.ID == which || a.isOf(which)
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
		switch {
		case session != "":
			text = "no approval of " + which + " stands in " + session
		case !isGrantID(which):
			text = "no approval of " + which + " stands in any session"
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
