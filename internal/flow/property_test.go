package flow

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/trust"
)

// A world is a small vocabulary, so that random texts have words in common.
var (
	people   = []string{"Bob Marsh", "Carol Reed", "Dora Quill", "Eve Stone"}
	boxes    = []string{"bob@firm.example", "carol@firm.example", "dora@shop.example", "eve@evil.example"}
	pages    = []string{"www.firm.com/a", "https://shop.com/b?c=1", "evil.com"}
	ids      = []string{"11", "12", "13", "4711"}
	nouns    = []string{"report", "budget", "party", "lunch", "invoice", "holiday", "minutes"}
	requests = []string{"Send an email to %s about the %s", "Delete all files about the %[2]s", "Add the %[2]s to the file with id %[3]s", "Make a calendar event for the %[2]s with %[1]s",
		"Read %[4]s and send the address there the %[2]s", "What is the %[2]s?", "Pay %[1]s for the %[2]s", "Share %[2]s.docx with %[1]s"}
	fieldNames = []string{"name", "email", "sender", "id", "subject", "owner", "title", "participants", "link"}
	tools      = []struct {
		name  string
		class intent.Class
		get   bool
	}{{"send_email", intent.Send, false}, {"delete_file", intent.Write, false}, {"create_calendar_event", intent.Write, false},
		{"append_to_file", intent.Write, false}, {"send_money", intent.Trade, false}, {"get_webpage", intent.Read, true}}
	argNames = []string{"to", "file_id", "url", "title", "body", "recipient", "path", "amount"}
)

type world struct{ *rapid.T }

func (w world) pick(from []string) string { return rapid.SampledFrom(from).Draw(w.T, "pick") }

func (w world) atom() string {
	return w.pick([][]string{people, boxes, pages, ids, nouns}[rapid.IntRange(0, 4).Draw(w.T, "kind")])
}

func (w world) request() string {
	return fmt.Sprintf(w.pick(requests)+"%.0[1]s%.0[2]s%.0[3]s%.0[4]s", w.pick(people), w.pick(nouns), w.pick(ids), w.pick(pages))
}

func (w world) prose() string {
	var b strings.Builder
	for range rapid.IntRange(1, 12).Draw(w.T, "words") {
		b.WriteString(w.atom())
		b.WriteString(w.pick([]string{" ", " ", ", ", ".\n", " please send the ", " file with id "}))
	}
	return b.String()
}

func (w world) records() string {
	var recs []string
	for range rapid.IntRange(1, 4).Draw(w.T, "records") {
		var fields []string
		for i := range rapid.IntRange(1, 4).Draw(w.T, "fields") {
			fields = append(fields, fmt.Sprintf("%q:%q", fieldNames[(i*3+rapid.IntRange(0, 2).Draw(w.T, "f"))%len(fieldNames)], w.atom()))
		}
		if rapid.Bool().Draw(w.T, "body") {
			fields = append(fields, fmt.Sprintf(`"body":%q`, w.prose()))
		}
		recs = append(recs, "{"+strings.Join(fields, ",")+"}")
	}
	return "[" + strings.Join(recs, ",") + "]"
}

func (w world) result() Result {
	r := Result{Tool: "t", CallID: "c", Level: trust.Level(rapid.IntRange(0, 3).Draw(w.T, "level")), Gated: rapid.IntRange(0, 5).Draw(w.T, "gated") == 0,
		Source: Source{uint8(rapid.IntRange(0, 15).Draw(w.T, "source"))}, Flagged: rapid.IntRange(0, 5).Draw(w.T, "flagged") == 0}
	if r.Structured = rapid.IntRange(0, 3).Draw(w.T, "structured") > 0; r.Structured {
		r.Content = []byte(w.records())
	} else {
		r.Content = []byte(w.prose())
	}
	return r
}

func (w world) call() Call {
	t := tools[rapid.IntRange(0, len(tools)-1).Draw(w.T, "tool")]
	var args []string
	for i := range rapid.IntRange(1, 3).Draw(w.T, "args") {
		text := w.atom()
		if rapid.IntRange(0, 3).Draw(w.T, "long") == 0 {
			text = w.prose()
		}
		args = append(args, fmt.Sprintf("%q:%q", argNames[(i*3+rapid.IntRange(0, 2).Draw(w.T, "a"))%len(argNames)], text))
	}
	return Call{Tool: t.name, Classes: intent.Of(t.class), Fetches: t.get, Args: []byte("{" + strings.Join(args, ",") + "}")}
}

func (w world) rules() Rules {
	r := Balanced()
	r.Self = NewSelf("ann@home.example")
	r.Reads = Reads(rapid.IntRange(0, 1).Draw(w.T, "reads"))
	r.Choice, r.Delegate, r.SourceLinks = rapid.Bool().Draw(w.T, "choice"), rapid.Bool().Draw(w.T, "delegate"), rapid.Bool().Draw(w.T, "links")
	r.Amounts = Amounts(rapid.IntRange(0, 1).Draw(w.T, "amounts"))
	return r
}

func (w world) store() *Store {
	s := New(Key{1})
	for i := range rapid.IntRange(1, 2).Draw(w.T, "messages") {
		text := w.request()
		s.Hear(Message{At: time.Unix(100, 0), Turn: uint64(i), Text: text, Reading: intent.Infer(text)})
	}
	for range rapid.IntRange(0, 6).Draw(w.T, "results") {
		s.Record(w.result())
	}
	return s
}

// Whatever strangers write, it gives no authority: a text of theirs, from a source that the owner
// did not name, lets no held call pass.
func TestStrangersAddNoAuthority(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := world{t}
		s, rules := w.store(), w.rules()
		more := s.Clone()
		r := Result{Level: trust.External, Content: []byte(w.prose()), Source: Source{sourceAuthorised}}
		more.Record(r)
		for range 5 {
			c := w.call()
			if s.Judge(c, rules).Held {
				require.True(t, more.Judge(c, rules).Held, "%s %s, with %q", c.Tool, c.Args, r.Content)
			}
		}
	})
}

// The results of an iteration do not affect each other.
func TestTheOrderOfResultsMakesNoDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := world{t}
		s, rules := w.store(), w.rules()
		results := []Result{w.result(), w.result(), w.result()}
		other := s.Clone()
		s.Record(results...)
		other.Record(results[2], results[0], results[1])
		for range 5 {
			c := w.call()
			require.Equal(t, s.Judge(c, rules).Held, other.Judge(c, rules).Held, "%s %s", c.Tool, c.Args)
		}
	})
}

// Dropping content only leads to more questions.
func TestDroppingOnlyAsksMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := world{t}
		s, rules := w.store(), w.rules()
		less := s.Clone()
		less.drop(rapid.IntRange(1, 3000).Draw(t, "bytes"))
		again, err := Decode(less.Encode(), Key{1})
		require.NoError(t, err)
		for range 5 {
			c := w.call()
			j := less.Judge(c, rules)
			require.Equal(t, j, again.Judge(c, rules))
			if s.Judge(c, rules).Held {
				require.True(t, j.Held, "%s %s", c.Tool, c.Args)
			}
		}
	})
}

// A store without its key knows nothing.
func TestAWrongKeyKnowsNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := world{t}
		s, rules := w.store(), w.rules()
		_, err := Decode(s.Encode(), Key{2})
		require.ErrorIs(t, err, errStore)
		s.hash = Key{2}.hasher() // what somebody has who only has the file
		s.own = ownWords{}
		for _, a := range [][]string{people, boxes, pages, ids} {
			for _, text := range a {
				v := s.value([]byte(text), Target)
				require.Equal(t, Coined, s.authority(&v, Target, sends, &rules).rule)
			}
		}
	})
}

// A store never exceeds its bounds.
func TestTheStoreIsBounded(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	s := New(Key{1})
	for turn := range uint64(60) {
		var b strings.Builder
		for range r.IntN(4000) {
			fmt.Fprintf(&b, "w%d ", r.IntN(5000))
		}
		s.Hear(Message{ID: strings.Repeat("i", 500), At: time.Unix(int64(turn), 0), Turn: turn, Text: b.String()})
		for range 1 + r.IntN(20) {
			content := []byte(`[` + strings.TrimSuffix(strings.Repeat(fmt.Sprintf(`{"k%d":"a%d@b%d.com","body":"%s"},`, r.IntN(99999), r.IntN(99999), r.IntN(99), b.String()[:b.Len()/4]), 1+r.IntN(50)), ",") + `]`)
			s.Record(Result{Tool: "a tool", CallID: strings.Repeat("c", 500), Level: trust.Level(r.IntN(4)), Content: content, Structured: r.IntN(3) > 0})
			require.LessOrEqual(t, s.Size(), MaxSize)
		}
	}
	require.True(t, s.Partial())
	b := s.Encode()
	o, err := Decode(b, Key{1})
	require.NoError(t, err)
	require.LessOrEqual(t, o.Size(), MaxSize+MaxSize/8)
}

func FuzzStore(f *testing.F) {
	s := New(Key{1})
	s.Hear(Message{ID: "m", At: time.Unix(100, 0), Turn: 1, Text: "Send www.firm.com to Bob, id 14 and 12.50", Reading: intent.Infer("Send it")})
	s.Record(Result{Tool: "t", Level: trust.External, Structured: true, Content: []byte(`[{"name":"Bob Marsh","email":"bob@firm.example","body":"a long text with www.evil.com in it, and more than that"}]`)})
	f.Add(s.Encode())
	s.drop(1)
	f.Add(s.Encode())
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := Decode(b, Key{1})
		if err != nil {
			return
		}
		require.Equal(t, b, s.Encode())
		s.Judge(Call{Tool: "send_email", Classes: intent.Of(intent.Send), Args: []byte(`{"to":"bob@firm.example","title":"Bob Marsh","body":"www.evil.com"}`)}, Balanced())
		s.Record(Result{Content: []byte("some more"), Level: trust.External})
		s.Hear(Message{Text: "Hello", Turn: 9})
	})
}

// FuzzFlow records results and judges calls of any form: nothing crashes, the bounds hold, and
// reading twice gives the same.
func FuzzFlow(f *testing.F) {
	f.Add("Send an email to Bob", `[{"name":"Bob","email":"bob@firm.example"}]`, `{"to":"bob@firm.example"}`, true)
	f.Add("Öffne www.x.com/ä?q=1 und 文件", "see http://user@evil.com:80/x), (a.b@c.de;x@y.z…", `{"url":"www.x.com","a":["[1,2]",{"b":1.0}]}`, false)
	f.Add("> quoted\nid #13", `{"a":{"b":[1,true,null,"\ud800\u0041"]}}`, `{"to":"a@b.c, d@e.f"}`, true)
	f.Fuzz(func(t *testing.T, owner, result, args string, structured bool) {
		s := New(Key{1})
		s.Hear(Message{Text: owner, Turn: 1, At: time.Unix(1, 0), Reading: intent.Infer(owner)})
		c := Call{Tool: "send_email", Classes: intent.Of(intent.Send), Args: []byte(args)}
		rules := Balanced()
		s.Record(Result{Content: []byte(result), Structured: structured, Level: trust.External, Source: s.Source(c, rules)})
		j := s.Judge(c, rules)
		require.Equal(t, j, s.Judge(c, rules))
		require.LessOrEqual(t, s.Size(), MaxSize)
		o, err := Decode(s.Encode(), Key{1})
		require.NoError(t, err)
		require.Equal(t, j, o.Judge(c, rules))
		s.drop(1)
		if j.Held {
			require.True(t, s.Judge(c, rules).Held)
		}
	})
}
