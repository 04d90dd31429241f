package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Hooks under which the owner's halts are recorded. No gateway can send them.
const (
	hookHalt   = wire.Hook("admin:halt")
	hookResume = wire.Hook("admin:resume")
)

// maxSpawners bounds how far up a session is followed to who spawned it.
const maxSpawners = 16

// haltBook is what is halted. Halting takes effect first and is recorded then; resuming the
// other way round: what fails leaves calls denied.
type haltBook struct {
	list atomic.Pointer[[]session.Halt] // never written; nil: none

	mu         sync.Mutex      // for those who change it
	changed    bool            // since the index has taken it
	unrecorded session.Changes // for the next CatchUp
}

func (b *haltBook) all() []session.Halt {
	if list := b.list.Load(); list != nil {
		return *list
	}
	return nil
}

// note makes the changes that a record holds.
func (b *haltBook) note(r *session.Record) {
	if !slices.ContainsFunc(r.Changes, isHaltChange) {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.noteLocked(r)
}

func (b *haltBook) noteLocked(r *session.Record) {
	after, changed := session.HaltsAfter(b.all(), r.Changes, r.Time)
	if changed {
		b.list.Store(&after)
		b.changed = true
	}
}

func isHaltChange(c session.Change) bool {
	_, is := c.(session.HaltChange)
	return is
}

// missed keeps the halts of a record that could not be made: they hold, and are recorded later.
func (b *haltBook) missed(r *session.Record) {
	if !slices.ContainsFunc(r.Changes, isHaltChange) {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range r.Changes {
		if halted, is := c.(*session.Halted); is {
			since := *halted
			since.Since = r.Time
			b.unrecorded = append(b.unrecorded, &since)
		}
	}
	b.noteLocked(&session.Record{Time: r.Time, Changes: b.unrecorded})
}

// stand has halts stand whose end was not recorded in time.
func (b *haltBook) stand(halts []session.Halt) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range halts {
		b.unrecorded = append(b.unrecorded, again(&halts[i]))
	}
	b.noteLocked(&session.Record{Changes: b.unrecorded})
}

// again is the change that has a halt stand as it did.
func again(h *session.Halt) *session.Halted {
	return &session.Halted{Sessions: h.Sessions, Why: h.Why, By: h.By, Way: h.Way, Since: h.At}
}

// tellHalts tells an event which halt holds for its session, s, or for one that has spawned it,
// however far back. s is nil where it could not be had.
func (e *Engine) tellHalts(ev *decide.Event, s *session.State) {
	ev.Halts, ev.Halted = e.halts.all(), nil
	if len(ev.Halts) == 0 {
		return
	}
	spawner := ev.Payload.Ctx.SpawnedBy
	if spawner == "" && s != nil {
		spawner = s.SpawnedBy
	}
	key := ev.Session
	for range maxSpawners {
		for i := range ev.Halts {
			if policy.Matches(strings.ToLower(ev.Halts[i].Pattern()), strings.ToLower(key)) {
				ev.Halted = &ev.Halts[i]
				return
			}
		}
		if spawner == "" || spawner == key {
			return
		}
		key, spawner = spawner, ""
		if by, err := e.other(session.Subject{Name: key}, ""); err == nil && by != nil {
			spawner = by.SpawnedBy
		}
	}
}

// haltedNow waits until no call is being judged that does not know of a halt. The caller holds
// no session.
func (e *Engine) haltedNow() { e.each(func(*resident) {}) }

// HaltView is a halt, for the owner.
type HaltView struct {
	Sessions string `json:"sessions"` // a pattern of keys; *: all
	Why      string `json:"why"`
	By       string `json:"by"`
	Way      string `json:"way"`
	Since    string `json:"since"`
	Text     string `json:"text"` // as every denial says it
}

// Halts are those that stand.
func (e *Engine) Halts() []HaltView {
	halts := e.halts.all()
	list := make([]HaltView, len(halts))
	for i := range halts {
		h := &halts[i]
		list[i] = HaltView{
			Sessions: h.Pattern(), Why: h.Why, By: h.By, Way: h.Way, Since: h.At.UTC().Format(time.RFC3339), Text: decide.HaltText(h),
		}
	}
	return list
}

// Halt lets no call run of the sessions whose keys are like a pattern, nor of those that they
// spawn. It holds even where it cannot be recorded; the error then says so.
func (e *Engine) Halt(ctx context.Context, sessions, why string) error {
	h := session.Halt{Sessions: sessions}
	change := &session.Halted{Sessions: session.Label(h.Pattern()), Why: decide.HaltWhy(why), By: decide.WayCLI, Way: decide.WayCLI}
	r := e.haltRecord(hookHalt, change)
	b := &e.halts
	b.mu.Lock()
	b.noteLocked(r)
	receipt, err := e.opt.Journal.Append(r)
	if err != nil {
		b.unrecorded = append(b.unrecorded, &session.Halted{Sessions: change.Sessions, Why: change.Why, By: change.By, Way: change.Way, Since: r.Time})
	}
	b.mu.Unlock()
	e.haltedNow()
	e.opt.Publish(wire.EventFrame{Type: "event", Event: "halted", Time: r.Time.UTC().Format(time.RFC3339Nano), Session: change.Sessions, Text: change.Why})
	if err == nil {
		err = e.opt.Journal.Flush(ctx, receipt, true)
	}
	if err != nil {
		e.opt.Log.Error("a halt holds, and is not recorded yet", zap.Error(err))
		return decide.Refused(texts.HaltNotRecorded)
	}
	return nil
}

// Resume ends the halt with a pattern, or all of them. It returns the patterns.
func (e *Engine) Resume(ctx context.Context, sessions string) ([]string, error) {
	b := &e.halts
	b.mu.Lock()
	defer b.mu.Unlock()
	var ended []string
	for _, h := range b.all() {
		if sessions == "" || strings.EqualFold(h.Pattern(), sessions) {
			ended = append(ended, h.Pattern())
		}
	}
	if len(ended) == 0 && sessions != "" && len(b.all()) > 0 {
		return nil, decide.Absent(texts.NoSuchHalt(sessions))
	}
	if len(ended) == 0 {
		return nil, decide.Absent(texts.NothingIsHalted)
	}
	change := &session.Resumed{Halts: ended, By: decide.WayCLI, Way: decide.WayCLI}
	r := e.haltRecord(hookResume, change)
	receipt, err := e.opt.Journal.Append(r)
	if err == nil {
		if err = e.opt.Journal.Flush(ctx, receipt, true); err != nil { // it may be written yet
			for _, h := range b.all() {
				if slices.Contains(ended, h.Pattern()) {
					b.unrecorded = append(b.unrecorded, again(&h))
				}
			}
		}
	}
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	b.noteLocked(r)
	e.opt.Publish(wire.EventFrame{Type: "event", Event: "resumed", Time: r.Time.UTC().Format(time.RFC3339Nano), Session: strings.Join(ended, ", ")})
	return ended, nil
}

func (e *Engine) haltRecord(h wire.Hook, changes ...session.Change) *session.Record {
	return &session.Record{
		Time: e.opt.Now(), Session: session.Subject{Kind: session.Halting}.Key(), Hook: h, Taint: trust.Trusted, Changes: changes, Durable: true,
	}
}

// recordHalts records what could not be recorded before.
func (e *Engine) recordHalts() error {
	b := &e.halts
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.unrecorded) == 0 {
		return nil
	}
	if _, err := e.opt.Journal.Append(e.haltRecord(hookHalt, b.unrecorded...)); err != nil {
		return err
	}
	b.unrecorded = nil
	return nil
}

// DirtyHalts are all halts, if any changed since the last call, for the index to take over with
// what Dirty returned just before.
func (e *Engine) DirtyHalts() (halts []session.Halt, changed bool) {
	b := &e.halts
	b.mu.Lock()
	defer b.mu.Unlock()
	changed, b.changed = b.changed, false
	return b.all(), changed
}

// RedoHalts takes back what could not be saved.
func (e *Engine) RedoHalts() {
	e.halts.mu.Lock()
	defer e.halts.mu.Unlock()
	e.halts.changed = true
}
