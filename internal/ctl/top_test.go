package ctl

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/client"
)

// busy is a daemon at work: each status is one second and some decisions later than the one
// before.
type busy struct {
	replies
	looks  atomic.Int64
	events []client.Event
	seen   chan struct{} // closed once the events have been sent
}

func newBusy() *busy {
	r := maps.Clone(day)
	r["explain"] = strings.Replace(day["explain"], `"mode":"confirm","level"`, `"mode":"restrict","level"`, 1)
	return &busy{replies: r, seen: make(chan struct{}), events: []client.Event{
		{Event: "decision", Session: "agent:家:chat", Tool: "read", Verdict: "allow", Seq: 41},
		{Event: "decision", Session: "agent:main:main", Tool: "exec", Verdict: "deny", Seq: 42},
		{Event: "taint", Session: "agent:家:chat"},
		{Event: "lagged", Missed: 3},
	}}
}

func (b *busy) Admin(ctx context.Context, command, session string, args, out any) error {
	if command != "status" {
		return b.replies.Admin(ctx, command, session, args, out)
	}
	n := b.looks.Add(1)
	if n > 1 {
		<-b.seen
	}
	text := strings.Replace(b.replies["status"], `"decisions":{"allow":120,"confirm":1,"deny":4}`, fmt.Sprintf(`"decisions":{"allow":%d,"confirm":1,"deny":%d}`, 120+10*n, 4+n), 1)
	text = strings.Replace(text, `"lastSync":"2026-02-10T20:14:58Z"`, `"lastSync":"2026-03-01T11:59:58Z","unsynced":7,"buffered":300`, 1)
	return json.Unmarshal([]byte(text), out)
}

func (b *busy) Subscribe(ctx context.Context, on func(client.Event) error) error {
	for _, e := range b.events {
		if err := on(e); err != nil {
			return err
		}
	}
	close(b.seen)
	return b.replies.Subscribe(ctx, on)
}

// A terminal that cannot move its cursor would show the drawing as garbage.
func TestNothingIsDrawnOnADumbTerminal(t *testing.T) {
	dumb := func(e *Env) { e.Terminal, e.Dumb = true, true }
	out, err := watchWith(t, newBusy(), dumb, "--once")
	require.NoError(t, err)
	require.NotContains(t, out, "\x1b")
}

// watchWith runs top, a thousand times as fast, with a clock that stands still.
func watchWith(t *testing.T, d Daemon, change func(*Env), args ...string) (string, error) {
	return watchIn(t.Context(), t, d, change, args...)
}

func watchIn(ctx context.Context, t *testing.T, d Daemon, change func(*Env), args ...string) (string, error) {
	var out bytes.Buffer
	c, err := parse(ctx, append([]string{"top", "--runtime-dir", "/run/test"}, args...), &Env{}, nil)
	require.NoError(t, err)
	env := &Env{
		Stdout: &out, Version: "1.0.0", Size: func() (int, int) { return 100, 30 },
		Now:  func() time.Time { return noon },
		Dial: func(context.Context, string) (Daemon, error) { return d, nil },
	}
	if change != nil {
		change(env)
	}
	c.env, c.out = env, newPrinter(&out, env)
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	c.ctx = ctx
	v := &viewer{c: c, every: time.Millisecond}
	defer v.hangUp()
	run := v.live
	if c.has("once") {
		run = v.once
	}
	err = run()
	require.NoError(t, c.out.flush())
	return out.String(), err
}

func TestTopOnce(t *testing.T) {
	for name, args := range map[string][]string{"top": {"--once"}, "top-codes": {"--once", "--codes"}} {
		for _, color := range []bool{false, true} {
			got, err := watchWith(t, newBusy(), func(e *Env) { e.Terminal, e.Color = color, color }, args...)
			require.NoError(t, err)
			file := "testdata/golden/" + name + map[bool]string{true: ".color"}[color] + ".txt"
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Equal(t, string(want), got)
			require.Equal(t, strings.Contains(name, "codes"), strings.Contains(got, "bf619df9"), "codes are shown when asked for")
			requireHarmless(t, got, "top")
		}
	}
}

func TestTopAsJSON(t *testing.T) {
	got, err := watchWith(t, newBusy(), nil, "--once", "--json")
	require.NoError(t, err)
	var w watched
	require.NoError(t, json.Unmarshal([]byte(got), &w, json.RejectUnknownMembers(true)))
	require.Equal(t, int64(140), w.Decisions.Allow)
	require.Equal(t, watchedLedger{File: 1, Entries: 4021, Buffered: 300, Unsynced: 7, LagSeconds: 2}, w.Ledger)
	require.Equal(t, []string{"exec", "message"}, w.Pending[0].Tools)
	require.Empty(t, w.Pending[0].Code)
	require.Equal(t, []denial{{Time: "2026-03-01T11:58:00Z", Session: "agent:main:main", Tool: "exec", Mode: "restrict", Level: "untrusted", Reason: "exec at untrusted: taintPolicy", CallID: "call_4", File: 1, Seq: 42}}, w.Denials)
	require.Equal(t, 3, w.Missed)
}

func TestPace(t *testing.T) {
	v := &viewer{}
	require.Zero(t, v.pace(watchedTotals{Allow: 100, Deny: 1}, noon), "one look has no pace")
	require.Equal(t, watchedRates{Allow: 5, Deny: 0.5}, v.pace(watchedTotals{Allow: 110, Deny: 2}, noon.Add(2*time.Second)))
	require.Zero(t, v.pace(watchedTotals{Allow: 3}, noon.Add(3*time.Second)), "a daemon that was restarted counts anew")
	require.Equal(t, watchedRates{Allow: 1}, v.pace(watchedTotals{Allow: 4}, noon.Add(4*time.Second)))
}

// The terminal is restored, and the output never exceeds its width or height.
func TestTopGivesTheTerminalBack(t *testing.T) {
	for _, at := range []size2{{100, 30}, {20, 12}, {1, 1}} {
		d := newBusy()
		ctx, interrupt := context.WithCancel(t.Context())
		out, err := watchIn(ctx, t, d, func(e *Env) {
			e.Terminal, e.Color = true, true
			e.Size = func() (int, int) {
				if d.looks.Load() == 3 {
					interrupt()
				}
				return at.cols, at.rows
			}
		}, "--codes")
		require.NoError(t, err)
		inside, begun := strings.CutPrefix(out, ownScreen)
		inside, ended := strings.CutSuffix(inside, backAgain)
		require.True(t, begun && ended, "%q", out)
		screens := strings.Split(inside, home)[1:]
		require.Len(t, screens, 3)
		for _, s := range screens {
			s, whole := strings.CutSuffix(s, clearBehind)
			require.True(t, whole)
			rows := strings.Split(s, "\r\n")
			require.LessOrEqual(t, len(rows), at.rows)
			for _, row := range rows {
				row, cleared := strings.CutPrefix(row, clearLine)
				require.True(t, cleared, "behind a line as wide as the screen, it would clear the last cell")
				require.LessOrEqual(t, cellWidth(row), at.cols, "%q", row)
				requireHarmless(t, row, "a row")
			}
		}
	}
}

func TestTopEndsWithQ(t *testing.T) {
	d := newBusy()
	back := false
	out, err := watchWith(t, d, func(e *Env) {
		e.Terminal = true
		var press func(byte)
		e.Keys = func(pressed func(byte)) func() {
			press = pressed
			return func() { back = true }
		}
		e.Size = func() (int, int) {
			if n := d.looks.Load(); n > 0 {
				press("xyq"[min(n, 3)-1])
			}
			return 100, 30
		}
	})
	require.NoError(t, err)
	require.True(t, back)
	require.Equal(t, 3, strings.Count(out, home), "other keys are nothing")
	require.True(t, strings.HasSuffix(out, backAgain))

	_, err = watchWith(t, newBusy(), func(e *Env) {
		e.Keys = func(func(byte)) func() { t.Error("keys, though nothing is drawn"); return func() {} }
	}, "--once")
	require.NoError(t, err)
}

// If the daemon goes away, top waits for it.
func TestTopSurvivesARestart(t *testing.T) {
	var dials atomic.Int64
	ctx, interrupt := context.WithCancel(t.Context())
	out, err := watchIn(ctx, t, nil, func(e *Env) {
		e.Terminal = true
		e.Dial = func(context.Context, string) (Daemon, error) {
			switch n := dials.Add(1); {
			case n <= 2:
				return broken{client.ErrUnreachable}, nil
			case n == 3:
				return nil, client.ErrUnreachable
			case n >= 6:
				interrupt()
			}
			return day, nil
		}
		e.Size = func() (int, int) {
			if dials.Load() > 4 {
				interrupt()
			}
			return 100, 30
		}
	})
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(out, "Trying again every second"))
	require.Contains(t, out, "policy provenance")
	require.True(t, strings.HasSuffix(out, backAgain))
}

// A session with a long name does not hide anything else that waits.
func TestTopCutsLongNames(t *testing.T) {
	long := strings.Repeat("L", 400)
	d := maps.Clone(day)
	for _, command := range []string{"pending", "explain", "sessions"} {
		d[command] = strings.NewReplacer("agent:main:main", long, `"exec"`, `"`+long+`"`).Replace(d[command])
	}
	got, err := watchWith(t, d, nil, "--once", "--codes")
	require.NoError(t, err)
	for line := range strings.Lines(got) {
		require.Less(t, cellWidth(line), 170, line)
	}
	require.Contains(t, got, "bf619df9")
}

func TestTopWithoutADaemonOrATerminal(t *testing.T) {
	require.Equal(t, ExitUnreachable, runWith(t, nil, nil, "top", "--once").code)
	require.Equal(t, ExitUnreachable, runWith(t, nil, nil, "top", "--json").code)
}

func TestClip(t *testing.T) {
	for _, tc := range []struct {
		text string
		cols int
		want string
	}{
		{"abc", 3, "abc"}, {"abcd", 3, "abc"}, {"", 0, ""}, {"a", 0, ""},
		{"\x1b[31mabcd\x1b[0m", 4, "\x1b[31mabcd\x1b[0m"}, {"\x1b[31mabcd\x1b[0m", 2, "\x1b[31mab\x1b[0m"},
		{"家家", 3, "家"}, {"a家", 2, "a"},
	} {
		require.Equal(t, tc.want, clip(tc.text, tc.cols), "%q in %d", tc.text, tc.cols)
	}
}

func TestSessionsInTopAreSortedByWhatMatters(t *testing.T) {
	v := &viewer{c: &call{env: &Env{Now: func() time.Time { return noon }}}, active: map[string]time.Time{"active": noon}}
	list := []sessionRow{
		{Session: "trusted", Level: "trusted", Since: "2026-03-01T11:59:59Z"},
		{Session: "old", Level: "untrusted", Since: "2026-03-01T11:00:00Z"},
		{Session: "active", Level: "trusted", Since: "2026-03-01T10:00:00Z"},
		{Session: "new", Level: "untrusted", Since: "2026-03-01T11:59:00Z"},
	}
	v.sort(list)
	var order []string
	for _, s := range list {
		order = append(order, s.Session)
	}
	require.Equal(t, []string{"active", "new", "old", "trusted"}, order)
}
