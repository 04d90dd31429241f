package session

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/provenanced/provenanced/internal/trust"
)

// replica is what one daemon knows about a subject: the taint, and, in full, everything that has
// happened to the subject as far as the daemon has heard.
type replica struct {
	name   string
	taint  Taint
	given  map[int]trust.Level
	forgot map[int]bool // covered by a reset that knew it
}

func (r *replica) level() trust.Level {
	level := trust.Trusted
	for n, l := range r.given {
		if !r.forgot[n] {
			level = trust.Lowest(level, l)
		}
	}
	return level
}

func (r *replica) hear(other *replica) {
	r.taint = r.taint.Join(&other.taint)
	maps.Copy(r.given, other.given)
	maps.Copy(r.forgot, other.forgot)
}

// fleet lets daemons give, reset and tell each other in any order, late, twice, or never, with
// clocks that differ.
func fleet(t *rapid.T) []*replica {
	daemons := make([]*replica, rapid.IntRange(1, 4).Draw(t, "daemons"))
	for i := range daemons {
		daemons[i] = &replica{fmt.Sprint("d", i), newTaint(), map[int]trust.Level{}, map[int]bool{}}
	}
	sent := []*replica{}
	events := 0
	for range rapid.IntRange(0, 40).Draw(t, "events") {
		d := rapid.SampledFrom(daemons).Draw(t, "daemon")
		now := time.UnixMicro(rapid.Int64Range(0, 20).Draw(t, "clock"))
		give := func() {
			level := rapid.SampledFrom(trust.Levels[:]).Draw(t, "level")
			events++
			d.taint.Give(Given{Level: level, By: d.name, At: now, Cause: &Cause{Reason: fmt.Sprint(events)}}, now)
			d.given[events] = level
		}
		switch rapid.IntRange(0, 4).Draw(t, "what") {
		case 0, 1:
			give()
		case 2:
			for n := range d.given {
				d.forgot[n] = true
			}
			d.taint.Reset(now)
			give() // the level that it is reset to
		case 3:
			sent = append(sent, &replica{d.name, d.taint, maps.Clone(d.given), maps.Clone(d.forgot)})
		case 4:
			if len(sent) > 0 {
				d.hear(rapid.SampledFrom(sent).Draw(t, "message"))
			}
		}
		require.Equal(t, d.level(), d.taint.Level())
		require.LessOrEqual(t, len(d.taint.Given), len(trust.Levels)*len(daemons))
	}
	return daemons
}

// In whatever order daemons hear of each other, they reach the same state; and no level rises
// unless a reset has covered what lowered it.
func TestPropertyTaintsJoinInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		daemons := fleet(t)
		a, b, c := &daemons[0].taint, &rapid.SampledFrom(daemons).Draw(t, "b").taint, &rapid.SampledFrom(daemons).Draw(t, "c").taint
		ab, ba, bc := a.Join(b), b.Join(a), b.Join(c)
		require.Equal(t, ab, ba, "commutative")
		require.Equal(t, ab.Join(c), a.Join(&bc), "associative")
		require.Equal(t, *a, a.Join(a), "idempotent")
		require.Equal(t, ab, ab.Join(a), "absorbing")

		all := &replica{"", newTaint(), map[int]trust.Level{}, map[int]bool{}}
		for _, n := range rapid.Permutation(daemons).Draw(t, "order") {
			all.hear(n)
		}
		require.Equal(t, all.level(), all.taint.Level())
		for _, d := range daemons {
			whole := d.taint.Join(&all.taint)
			require.Equal(t, all.taint, whole)
		}
	})
}

func TestAResetCoversWhatItCouldHaveSeenAndNothingElse(t *testing.T) {
	at := func(n int64) time.Time { return time.UnixMicro(n) }
	page := Given{Level: trust.Untrusted, By: "a", Cause: &Cause{Reason: "a page"}, At: at(1)}
	mail := Given{Level: trust.External, By: "a", Cause: &Cause{Reason: "a mail"}, At: at(9)}
	a := newTaint()
	a.Give(page, at(1))
	b := newTaint()
	b = b.Join(&a)
	b.Reset(at(5))
	a.Give(mail, at(9)) // meanwhile
	both := a.Join(&b)
	require.Equal(t, Watermark{Level: trust.External, Cause: mail.Cause, Since: mail.At}, both.Watermark())
	a.Give(page, at(10)) // the page again, not covered by the reset
	both = b.Join(&a)
	require.Equal(t, trust.Untrusted, both.Level())
}

// A daemon that has lost its records does not start counting again: others would take what it gives
// for what they know, and have forgotten.
func TestADaemonThatHasForgottenIsHeard(t *testing.T) {
	a, b := newTaint(), newTaint()
	for n := range int64(5) {
		a.Give(Given{Level: trust.External, By: "a"}, time.UnixMicro(n))
	}
	b = b.Join(&a)
	b.Reset(time.UnixMicro(6))
	a = newTaint()
	a.Give(Given{Level: trust.Untrusted, By: "a"}, time.UnixMicro(7))
	both := b.Join(&a)
	require.Equal(t, trust.Untrusted, both.Level())
}

func TestTheZeroTaintIsUntrusted(t *testing.T) {
	var zero Taint
	known := newTaint()
	require.Equal(t, trust.Trusted, known.Level())
	require.Equal(t, trust.Untrusted, zero.Level())
	require.Equal(t, trust.Untrusted, zero.Watermark().Level)
	both := known.Join(&zero)
	require.Equal(t, trust.Untrusted, both.Level())
}

// An index of an earlier version has a watermark and the levels that were seen.
func TestTheStateOfAnEarlierVersionIsRead(t *testing.T) {
	since := time.Date(2026, 2, 1, 9, 30, 0, 0, time.UTC)
	cause := `{"reason":"web_fetch response","at":"2026-02-01T09:30:00Z"}`
	for text, want := range map[string]Watermark{
		`{"Watermark":{"Level":"untrusted","Cause":` + cause + `,"Since":"2026-02-01T09:30:00Z"},"Seen":9}`: {trust.Untrusted, &Cause{Reason: "web_fetch response", At: since}, since},
		`{"Watermark":{"Level":"trusted","Cause":null,"Since":"2026-02-01T09:30:00Z"},"Seen":8}`:            {Level: trust.Trusted, Since: since},
		`{"Watermark":{"Level":"trusted","Cause":null,"Since":"0001-01-01T00:00:00Z"},"Seen":0}`:            {Level: trust.Trusted},
		`{}`: {},
	} {
		var s State
		require.NoError(t, json.Unmarshal([]byte(text), &s, json.RejectUnknownMembers(true)), text)
		s.FromEarlier()
		require.Equal(t, want, s.Watermark(), text)
		again, err := json.Marshal(&s)
		require.NoError(t, err)
		var read State
		require.NoError(t, json.Unmarshal(again, &read, json.RejectUnknownMembers(true)))
		require.Equal(t, s.Taint, read.Taint)
	}
	var s State
	require.NoError(t, json.Unmarshal([]byte(`{"Watermark":{"Level":"external","Cause":`+cause+`,"Since":"2026-02-01T09:30:00Z"},"Seen":14}`), &s))
	s.FromEarlier()
	require.Equal(t, trust.Set(14), s.Taint.Seen())
	require.Error(t, json.Unmarshal([]byte(`{"Watermarks":{}}`), &s, json.RejectUnknownMembers(true)))
}

func TestASubjectHasAKeyOfItsOwn(t *testing.T) {
	require.Equal(t, "agent:main:main", Subject{Conversation, "agent:main:main"}.Key())
	require.Equal(t, "agent:main:cron:j1", Subject{Job, "agent:main:cron:j1"}.Key())
	require.Equal(t, "sandbox:1000", Subject{Programs, "1000"}.Key())
	require.Equal(t, Subject{Programs, "1000"}, SubjectOf("sandbox:1000"))
	require.Equal(t, Subject{Name: "agent:main:main"}, SubjectOf("agent:main:main"))
}
