package flow_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/flow"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/trust"
)

// prose is about n bytes of English-like text, with an occasional address or link.
func prose(n int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for b.Len() < n {
		for range 8 + r.IntN(12) {
			k := 1 + r.IntN(10)
			for range k {
				b.WriteByte(byte('a' + r.IntN(26)))
			}
			b.WriteByte(' ')
		}
		switch r.IntN(20) {
		case 0:
			fmt.Fprintf(&b, "mail%d@example%d.org", r.IntN(100), r.IntN(100))
		case 1:
			fmt.Fprintf(&b, "https://www.example%d.com/a/%d?q=x", r.IntN(100), r.IntN(100))
		default:
			b.WriteString("end")
		}
		b.WriteString(".\n")
	}
	return []byte(b.String())
}

// mails is about n bytes of JSON, a list of mails.
func mails(n int) []byte {
	type mail struct {
		ID         string   `json:"id"`
		Sender     string   `json:"sender"`
		Recipients []string `json:"recipients"`
		Subject    string   `json:"subject"`
		Body       string   `json:"body"`
		Read       bool     `json:"read"`
	}
	text := prose(n)
	var list []mail
	for i := 0; len(text) > 700; i++ {
		list = append(list, mail{fmt.Sprint(i), fmt.Sprintf("p%d@example.org", i%50), []string{"ann@home.example"}, "About " + string(text[:12]), string(text[:650]), i%2 == 0})
		text = text[700:]
	}
	b, err := json.Marshal(list)
	if err != nil {
		panic(err)
	}
	return b
}

func BenchmarkRecord(b *testing.B) {
	for name, r := range map[string]flow.Result{
		"prose": {Level: trust.External, Content: prose(1 << 20)},
		"mails": {Level: trust.External, Content: mails(1 << 20), Structured: true},
		"small": {Level: trust.External, Content: prose(4 << 10)},
	} {
		begun := func() *flow.Store {
			s := flow.New(key)
			s.Hear(flow.Message{At: time.Unix(1, 0), Turn: 1, Text: "Send an email to Bob Marsh about lunch"})
			return s
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(r.Content)))
			s := begun()
			for b.Loop() {
				s.Record(r)
			}
		})
		b.Run("first "+name, func(b *testing.B) { // a full store cannot tell anything about what it dropped, so less is read
			b.SetBytes(int64(len(r.Content)))
			for b.Loop() {
				begun().Record(r)
			}
		})
	}
}

// full is a store with as much content as it holds.
func full(t testing.TB) *flow.Store {
	s := flow.New(key)
	s.Hear(flow.Message{At: time.Unix(1, 0), Turn: 1, Text: "Send an email to Bob Marsh about lunch and the budget", Reading: intent.Reading{Classes: intent.Of(intent.Send)}})
	s.Record(flow.Result{Tool: "contacts", Level: trust.External, Content: []byte(contacts), Structured: true})
	for !s.Partial() {
		s.Record(flow.Result{Tool: "mails", Level: trust.External, Content: mails(8 << 10), Structured: true})
		s.Record(flow.Result{Tool: "web", Level: trust.External, Content: prose(4 << 10)})
	}
	require.LessOrEqual(t, s.Size(), flow.MaxSize)
	return s
}

func BenchmarkJudge(b *testing.B) {
	s := full(b)
	c := flow.Call{Tool: "send_email", Classes: intent.Of(intent.Send), Args: []byte(`{"to":"bob@firm.example","cc":"p7@example.org","thread":"17","folder":"Sent items","account":"main-4711"}`)}
	c.Roles = flow.ReadRoles([]byte(`{"properties":{"to":{"type":"string"},"cc":{"type":"string"},"thread":{},"folder":{},"account":{}}}`))
	rules := flow.Balanced()
	b.ReportMetric(float64(s.Size()), "bytes")
	for b.Loop() {
		s.Judge(c, rules)
	}
}

func BenchmarkHear(b *testing.B) {
	s := full(b)
	for b.Loop() {
		s.Hear(flow.Message{At: time.Unix(1, 0), Turn: 1, Text: "Send an email to Bob Marsh about lunch and the budget"})
	}
}

func BenchmarkClone(b *testing.B) {
	s := full(b)
	for b.Loop() {
		s.Clone()
	}
}

func BenchmarkEncode(b *testing.B) {
	s := full(b)
	for b.Loop() {
		b.SetBytes(int64(len(s.Encode())))
	}
}

// A session that comes back from the index, which has read and heard little.
func BenchmarkDecode(b *testing.B) {
	s := flow.New(key)
	s.Hear(flow.Message{At: time.Unix(1, 0), Turn: 1, Text: "Send an email to Bob Marsh about lunch and the budget"})
	s.Record(flow.Result{Tool: "read", Level: trust.External, Content: prose(200)})
	kept := s.Encode()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := flow.Decode(kept, key); err != nil {
			b.Fatal(err)
		}
	}
}
