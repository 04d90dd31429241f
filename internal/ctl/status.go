package ctl

import (
	"fmt"
	"strings"
)

// The daemon's answers, as docs/PROTOCOL-ADMIN.md describes them. Times are RFC 3339, durations
// seconds.

type statusData struct {
	Version       string     `json:"version"`
	PID           int        `json:"pid"`
	StartedAt     string     `json:"startedAt"`
	UptimeSeconds int64      `json:"uptimeSeconds"`
	RuntimeDir    string     `json:"runtimeDir"`
	StateDir      string     `json:"stateDir"`
	Policy        policyInfo `json:"policy"`
	Sessions      int64      `json:"sessions"`
	Pending       int64      `json:"pending"`
	Blocked       int64      `json:"blocked"`
	Staging       struct {
		Bytes     int64 `json:"bytes"`
		MaxWrites int64 `json:"maxWrites"`
		MaxBytes  int64 `json:"maxBytes"`
	} `json:"staging"`
	Connections struct {
		Gateway int64 `json:"gateway"`
		Admin   int64 `json:"admin"`
		Tools   int64 `json:"tools"`
	} `json:"connections"`
	Decisions struct {
		Allow   int64 `json:"allow"`
		Confirm int64 `json:"confirm"`
		Deny    int64 `json:"deny"`
	} `json:"decisions"`
	Refused   refusals `json:"refused"`
	OnFailure string   `json:"onFailure"`
	Journal   struct {
		File     int64  `json:"file"`
		Entries  int64  `json:"entries"`
		LastSync string `json:"lastSync"`
		Failing  string `json:"failing"`
	} `json:"journal"`
	Halts          []haltRow   `json:"halts"`
	Alarms         []string    `json:"alarms"`
	Authentication []authStats `json:"authentication"`
}

// refusals counts refused requests by their reason.
type refusals struct {
	Unauthenticated int64 `json:"unauthenticated"`
	BadRequest      int64 `json:"badRequest"`
	Replayed        int64 `json:"replayed"`
	TooLarge        int64 `json:"tooLarge"`
	Overloaded      int64 `json:"overloaded"`
}

func (r refusals) all() int64 {
	return r.Unauthenticated + r.BadRequest + r.Replayed + r.TooLarge + r.Overloaded
}

// authStats is the result of checking one agent's messages.
type authStats struct {
	Agent      string `json:"agent"`
	Mode       string `json:"mode"`
	Vouched    int64  `json:"vouched"`
	Messages   int64  `json:"messages"`
	Results    int64  `json:"results"`
	Imitations int64  `json:"imitations"`
	Calls      int64  `json:"calls"`
	Grounded   int64  `json:"grounded"`
	Inferred   int64  `json:"inferred"`
	Unfounded  int64  `json:"unfounded"`
}

type policyInfo struct {
	Path      string   `json:"path"`
	Preset    string   `json:"preset"`
	Hash      string   `json:"hash"`
	LoadedAt  string   `json:"loadedAt"`
	Warnings  []string `json:"warnings"`
	LastError *struct {
		At      string `json:"at"`
		Message string `json:"message"`
	} `json:"lastError"`
}

// room is how much of the quota of staged writes is used; unknown with an older daemon.
func (s *statusData) room() string {
	if s.Staging.MaxWrites == 0 || s.Blocked == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s of %s, of at most %d writes)", size(s.Staging.Bytes), size(s.Staging.MaxBytes), s.Staging.MaxWrites)
}

func status(c *call) error {
	return answer(c, "status", nil, func(s statusData) {
		p := c.out
		p.tell("%s %s has been running for %s (pid %d)\n\n", bold("provenanced"), s.Version, span(seconds(s.UptimeSeconds)), s.PID)
		rows := [][]string{
			{"policy", p.render("preset " + s.Policy.Preset + ", hash " + short(s.Policy.Hash) + ", loaded " + c.ago(s.Policy.LoadedAt))},
			{"", p.render(dim(or(s.Policy.Path, "built in, no file")))},
			{"on failure", p.render(s.OnFailure)},
			{"sessions", p.render(s.Sessions)},
			{"pending", p.render(s.waiting(s.Pending, "approval code"))},
			{"blocked", p.render(s.waiting(s.Blocked, "staged write")) + p.render(s.room())},
			{"calls", p.render(green(number(s.Decisions.Allow, "allowed"))) + ", " + p.render(yellow(number(s.Decisions.Confirm, "held"))) + ", " + p.render(red(number(s.Decisions.Deny, "denied")))},
			{"refused", p.render(s.Refused.text())},
			{"connections", p.render(fmt.Sprintf("%d gateway, %d admin, %d tools", s.Connections.Gateway, s.Connections.Admin, s.Connections.Tools))},
			{"ledger", p.render(s.ledger(c))},
			{"directories", p.render(s.RuntimeDir)},
			{"", p.render(s.StateDir)},
		}
		for _, a := range s.Authentication {
			rows = append(rows, []string{"messages of " + or(a.Agent, "unnamed"), p.render(a.text())})
		}
		p.pairs("  ", p.dimmed(rows))
		for _, w := range s.Policy.Warnings {
			p.tell("%s %s\n", yellow("warning:"), w)
		}
		if e := s.Policy.LastError; e != nil {
			p.tell("%s the policy file was refused %s, the policy above still decides:\n  %s\n", red("error:"), c.ago(e.At), lines(strings.ReplaceAll(e.Message, "\n", "\n  ")))
		}
		p.halts(s.Halts)
		p.alarms(s.Alarms)
	})
}

func (p *printer) alarms(list []string) {
	for _, a := range list {
		p.tell("%s %s\n", red("alarm:"), a)
	}
}

// text says what was rejected, or would be.
func (a authStats) text() string {
	verb := "rejected"
	if a.Mode == "warn" {
		verb = "would be rejected"
	}
	text := fmt.Sprintf("%s: %d vouched for; %s: %s, %s, %s, %s", a.Mode, a.Vouched, verb,
		count(a.Messages, "message"), count(a.Results, "tool result"), count(a.Imitations, "imitation"), count(a.Calls, "call"))
	if a.Grounded+a.Inferred > 0 {
		text += fmt.Sprintf("; claims: %d [G], %d of them without a result, %d [I]", a.Grounded, a.Unfounded, a.Inferred)
	}
	return text
}

// waiting is a number of things that wait for the owner.
func (statusData) waiting(n int64, noun string) ink {
	if n == 0 {
		return ink{text: "none"}
	}
	return yellow(count(n, noun))
}

func (s statusData) ledger(c *call) string {
	text := fmt.Sprintf("%s, now in file %d", count(s.Journal.Entries, "entry"), s.Journal.File)
	if s.Journal.LastSync != "" {
		text += ", synced " + c.ago(s.Journal.LastSync)
	}
	if s.Journal.Failing != "" {
		text += "; FAILING: " + s.Journal.Failing
	}
	return text
}

func (r refusals) text() string {
	var words []string
	for _, kind := range []struct {
		n    int64
		name string
	}{
		{r.Unauthenticated, "not authenticated"}, {r.BadRequest, "malformed"}, {r.Replayed, "replayed"},
		{r.TooLarge, "too large"}, {r.Overloaded, "overloaded"},
	} {
		if kind.n > 0 {
			words = append(words, number(kind.n, kind.name))
		}
	}
	return or(strings.Join(words, ", "), "none")
}

func reload(c *call) error {
	return answer(c, "reload", nil, func(r struct {
		Preset   string   `json:"preset"`
		Hash     string   `json:"hash"`
		Warnings []string `json:"warnings"`
	}) {
		c.out.say("The policy is active: preset %s, hash %s.\n", r.Preset, short(r.Hash))
		for _, w := range r.Warnings {
			c.out.say("%s %s\n", yellow("warning:"), w)
		}
		var s statusData // a wrapped tool in force that cannot run is an alarm there
		if err := c.ask("status", nil, &s); err == nil {
			c.out.alarms(s.Alarms)
		}
	})
}
