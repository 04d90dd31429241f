package ctl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/provenanced/provenanced/client"
)

const (
	refreshEvery  = time.Second
	maxListed     = 10_000 // sessions; listing more would burden the daemon too much
	keptDenials   = 50
	maxExplained  = 8 // of one refresh
	rememberAfter = 10 * time.Minute
)

// watched is what top shows at one moment, and prints as JSON.
type watched struct {
	Time          string           `json:"time"`
	Version       string           `json:"version"`
	UptimeSeconds int64            `json:"uptimeSeconds"`
	Preset        string           `json:"preset"`
	OnFailure     string           `json:"onFailure"`
	PerSecond     watchedRates     `json:"perSecond"`
	Decisions     watchedTotals    `json:"decisions"`
	Answers       watchedAnswers   `json:"answers"`
	Refused       int64            `json:"refused"`
	Sessions      []sessionRow     `json:"sessions"` // empty when there are too many to list
	Known         int64            `json:"known"`    // sessions
	Pending       []watchedPending `json:"pending"`
	Denials       []denial         `json:"denials"` // latest first
	Ledger        watchedLedger    `json:"ledger"`
	Halts         []haltRow        `json:"halts"`
	Alarms        []string         `json:"alarms"`
	Missed        int              `json:"missed"` // events missed because we were too slow
}

type watchedTotals struct {
	Allow   int64 `json:"allow"`
	Confirm int64 `json:"confirm"`
	Deny    int64 `json:"deny"`
}

// watchedAnswers are the owner's, since the daemon started.
type watchedAnswers struct {
	Accepted int64 `json:"accepted"`
	Denied   int64 `json:"denied"`
	Blind    int64 `json:"blind"` // in less than two seconds
}

type watchedRates struct {
	Allow   float64 `json:"allow"`
	Confirm float64 `json:"confirm"`
	Deny    float64 `json:"deny"`
}

type watchedPending struct {
	Session   string     `json:"session"`
	Code      string     `json:"code,omitzero"` // only with --codes
	Tools     []string   `json:"tools"`
	Level     string     `json:"level"`
	ExpiresIn int64      `json:"expiresIn"`
	Calls     []heldCall `json:"calls,omitzero"`

	code string // always
}

func (x *watchedPending) id() string { return "code " + x.code + x.Session }

type watchedLedger struct {
	File       int64   `json:"file"`
	Entries    int64   `json:"entries"`
	Buffered   int64   `json:"buffered"` // bytes
	Unsynced   int64   `json:"unsynced"` // entries
	LagSeconds float64 `json:"lagSeconds"`
	Failing    string  `json:"failing"`
}

// denial is a call that did not run: held for the owner, or denied.
type denial struct {
	Time    string `json:"time"`
	Session string `json:"session"`
	Tool    string `json:"tool"`
	Mode    string `json:"mode"`  // confirm means held
	Level   string `json:"level"` // at which it was judged
	Reason  string `json:"reason"`
	CallID  string `json:"callId"`
	File    int    `json:"file"` // its place in the ledger
	Seq     uint64 `json:"seq"`
}

func (d *denial) id() string { return "entry " + entryName(d.File, d.Seq) }

// watchedStatus is the part of status that top shows.
type watchedStatus struct {
	statusHead
	Decisions watchedTotals  `json:"decisions"`
	Answers   watchedAnswers `json:"answers"`
	Refused   refusals       `json:"refused"`
	Journal   struct {
		File     int64  `json:"file"`
		Entries  int64  `json:"entries"`
		Buffered int64  `json:"buffered"`
		Unsynced int64  `json:"unsynced"`
		LastSync string `json:"lastSync"`
		Failing  string `json:"failing"`
	} `json:"journal"`
}

type statusHead struct {
	Version       string     `json:"version"`
	UptimeSeconds int64      `json:"uptimeSeconds"`
	Policy        policyInfo `json:"policy"`
	Sessions      int64      `json:"sessions"`
	OnFailure     string     `json:"onFailure"`
	Halts         []haltRow  `json:"halts"`
	Alarms        []string   `json:"alarms"`
}

// viewer gathers what top shows. Its events come through a connection of their own.
type viewer struct {
	c     *call
	every time.Duration

	daemon  Daemon // nil while there is no daemon
	before  watchedTotals
	at      time.Time // time of before; zero before the first look
	denials []denial  // latest first

	mu     sync.Mutex // guards the fields below, which the events' goroutine writes
	calls  []client.Event
	active map[string]time.Time // when a session was last heard from
	missed int
}

func top(c *call) error {
	v := &viewer{c: c, every: refreshEvery}
	defer v.hangUp()
	drawn := c.env.Terminal && !c.env.Dumb
	if c.has("once") || !drawn && !c.has("json") { // nobody can watch a pipe
		return v.once()
	}
	return v.live()
}

// once shows one moment: it looks twice, to measure the rates.
func (v *viewer) once() error {
	ctx, cancel := context.WithCancel(v.c.ctx)
	defer cancel()
	if _, err := v.look(ctx); err != nil {
		return err
	}
	if err := v.wait(ctx); err != nil {
		return errInterrupted
	}
	w, err := v.look(ctx)
	if err != nil {
		return err
	}
	return result(v.c, w, func() {
		for _, line := range v.c.drawTop(&w, size2{}, "") {
			v.c.out.w.WriteString(line + "\n")
		}
	})
}

// live keeps showing the current state until it is interrupted or, on a screen, until q.
func (v *viewer) live() error {
	if v.c.env.Terminal && !v.c.has("json") {
		return v.draw(v.c.ctx)
	}
	for {
		w, err := v.look(v.c.ctx)
		if v.c.ctx.Err() != nil {
			return nil
		}
		if err == nil {
			err = result(v.c, w, nil)
		}
		if err == nil {
			err = v.c.out.flush()
		}
		if err != nil {
			return err
		}
		if v.wait(v.c.ctx) != nil {
			return nil
		}
	}
}

func (v *viewer) wait(ctx context.Context) error {
	timer := time.NewTimer(v.every)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

func (v *viewer) hangUp() {
	if v.daemon != nil {
		_ = v.daemon.Close()
		v.daemon, v.at = nil, time.Time{}
	}
}

// dial connects twice: an answer must not wait behind events.
func (v *viewer) dial(ctx context.Context) error {
	dir, err := v.c.runtimeDir()
	if err != nil {
		return &unreachable{why: err}
	}
	events, err := v.c.env.Dial(ctx, dir)
	if err != nil {
		return &unreachable{dir: dir, why: err}
	}
	asks, err := v.c.env.Dial(ctx, dir)
	if err != nil {
		_ = events.Close()
		return &unreachable{dir: dir, why: err}
	}
	v.daemon = &line{Daemon: asks, events: events}
	go func() { _ = events.Subscribe(ctx, v.hear) }() // it ends with its connection, and the next look reports why
	return nil
}

// line is top's two connections as one.
type line struct {
	Daemon
	events Daemon
}

func (l *line) Close() error { return errors.Join(l.Daemon.Close(), l.events.Close()) }

// hear records an event. It must not wait.
func (v *viewer) hear(e client.Event) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.active == nil {
		v.active = map[string]time.Time{}
	}
	if e.Session != "" && (len(v.active) < maxListed || !v.active[e.Session].IsZero()) {
		v.active[e.Session] = v.c.env.Now()
	}
	v.missed += e.Missed
	if e.Event == "decision" && e.Verdict != "allow" {
		if v.calls = append(v.calls, e); len(v.calls) > maxExplained {
			v.calls = v.calls[1:]
		}
	}
	return nil
}

func (v *viewer) ask(ctx context.Context, command string, args, out any) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := v.daemon.Admin(ctx, command, "", args, out); err != nil {
		dir, _ := v.c.runtimeDir() // dial has already used it
		return classify(err, dir)
	}
	return nil
}

// look asks the daemon for its current state.
func (v *viewer) look(ctx context.Context) (watched, error) {
	first := v.daemon == nil
	if first {
		if err := v.dial(ctx); err != nil {
			return watched{}, err
		}
	}
	var s watchedStatus
	if err := v.ask(ctx, "status", nil, &s); err != nil {
		return watched{}, err
	}
	now := v.c.env.Now()
	w := watched{
		Time: now.UTC().Format(time.RFC3339), Version: s.Version, UptimeSeconds: s.UptimeSeconds, Preset: s.Policy.Preset, OnFailure: s.OnFailure,
		Decisions: s.Decisions, PerSecond: v.pace(s.Decisions, now), Known: s.Sessions,
		Answers: s.Answers, Refused: s.Refused.all(),
		Ledger: watchedLedger{
			File: s.Journal.File, Entries: s.Journal.Entries, Buffered: s.Journal.Buffered, Unsynced: s.Journal.Unsynced,
			Failing: s.Journal.Failing, LagSeconds: lag(s.Journal.Unsynced, s.Journal.LastSync, now),
		},
		Sessions: []sessionRow{}, Pending: []watchedPending{}, Halts: append([]haltRow{}, s.Halts...), Alarms: append([]string{}, s.Alarms...),
	}
	if s.Sessions <= maxListed {
		if err := v.ask(ctx, "sessions", nil, &w.Sessions); err != nil {
			return watched{}, err
		}
		w.Known = max(w.Known, int64(len(w.Sessions))) // status counts a new session a second late
	}
	var waiting []pendingRow
	if err := v.ask(ctx, "pending", nil, &waiting); err != nil {
		return watched{}, err
	}
	for _, p := range waiting {
		row := watchedPending{Session: p.Session, Tools: p.Tools, Level: p.Level, ExpiresIn: p.ExpiresIn, Calls: p.Calls, code: p.Code}
		if v.c.has("codes") {
			row.Code = p.Code
		}
		w.Pending = append(w.Pending, row)
	}
	if err := v.explain(ctx, first); err != nil {
		return watched{}, err
	}
	w.Denials = append([]denial{}, v.denials...)
	v.sort(w.Sessions)
	w.Missed = v.missedSoFar()
	return w, nil
}

// pace is the rate of decisions since the last look.
func (v *viewer) pace(now watchedTotals, at time.Time) watchedRates {
	before, since := v.before, at.Sub(v.at).Seconds()
	first := v.at.IsZero() || since <= 0 || now.Allow < before.Allow // a restarted daemon counts from zero
	v.before, v.at = now, at
	if first {
		return watchedRates{}
	}
	per := func(n, was int64) float64 { return max(float64(n-was)/since, 0) }
	return watchedRates{per(now.Allow, before.Allow), per(now.Confirm, before.Confirm), per(now.Deny, before.Deny)}
}

// lag is how long entries have been waiting to be on disk.
func lag(unsynced int64, lastSync string, now time.Time) float64 {
	last, err := time.Parse(time.RFC3339, lastSync)
	if unsynced == 0 || err != nil {
		return 0
	}
	return max(now.Sub(last).Seconds(), 0)
}

type topExplanation struct {
	Time    string `json:"time"`
	Session string `json:"session"`
	Tool    string `json:"tool"`
	Verdict string `json:"verdict"`
	Mode    string `json:"mode"`
	Level   string `json:"level"`
	CallID  string `json:"callId"`
	File    int    `json:"file"`
	Seq     uint64 `json:"seq"`
	Reasons []struct {
		Mode string `json:"mode"`
		Text string `json:"text"`
	} `json:"reasons"`
}

// explain asks about the denials heard of since the last look. The first look asks about the
// latest call of all, because nothing was heard before.
func (v *viewer) explain(ctx context.Context, first bool) error {
	v.mu.Lock()
	calls := v.calls
	v.calls = nil
	v.mu.Unlock()
	type entry struct {
		Seq     *uint64 `json:"seq,omitzero"`
		Session string  `json:"session,omitzero"`
	}
	var asked []entry
	if first && len(v.denials) == 0 {
		asked = append(asked, entry{})
	}
	for _, e := range calls {
		asked = append(asked, entry{Seq: &e.Seq, Session: e.Session})
	}
	for _, which := range asked {
		var x topExplanation
		err := v.ask(ctx, "explain", which, &x)
		var no *refusal
		if errors.As(err, &no) { // nothing was judged yet, or the ledger file is gone
			continue
		}
		if err != nil {
			return err
		}
		v.deny(&x)
	}
	return nil
}

func (v *viewer) deny(x *topExplanation) {
	if x.Verdict == "allow" {
		return
	}
	var why []string
	for _, r := range x.Reasons {
		if r.Mode != "allow" {
			why = append(why, r.Text)
		}
	}
	d := denial{Time: x.Time, Session: x.Session, Tool: x.Tool, Mode: x.Mode, Level: x.Level, Reason: strings.Join(why, "; "), CallID: x.CallID, File: x.File, Seq: x.Seq}
	if slices.Contains(v.denials, d) {
		return
	}
	v.denials = slices.Insert(v.denials, 0, d)
	v.denials = v.denials[:min(len(v.denials), keptDenials)]
}

// sort puts recently active sessions first, then those of lower levels, then those whose level
// changed last.
func (v *viewer) sort(list []sessionRow) {
	v.mu.Lock()
	defer v.mu.Unlock()
	now := v.c.env.Now()
	for key, at := range v.active {
		if now.Sub(at) > rememberAfter {
			delete(v.active, key)
		}
	}
	rank := map[string]int{"untrusted": 0, "external": 1, "shared": 2, "trusted": 3}
	slices.SortStableFunc(list, func(a, b sessionRow) int {
		if c := v.active[b.Session].Compare(v.active[a.Session]); c != 0 {
			return c
		}
		if c := rank[a.Level] - rank[b.Level]; c != 0 {
			return c
		}
		return strings.Compare(b.Since, a.Since) // RFC 3339, in UTC
	})
}

func (v *viewer) missedSoFar() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.missed
}

// text is the current rates, for people.
func (r watchedRates) text() []any {
	return []any{green(fmt.Sprintf("%.1f allowed", r.Allow)), yellow(fmt.Sprintf("%.1f held", r.Confirm)), red(fmt.Sprintf("%.1f denied", r.Deny))}
}
