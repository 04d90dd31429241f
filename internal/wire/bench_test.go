package wire

import (
	"fmt"
	"strings"
	"testing"
)

// On two shared cores a 415-byte request takes 1.0 µs to parse and its payload
// 0.9 µs, 13 allocations together; 1 MB of messages takes 0.36 ms each.
func BenchmarkRequest(b *testing.B) {
	line := example(b)
	b.Run("parse", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(line)))
		for b.Loop() {
			if _, err := ParseRequest(line); err != nil {
				b.Fatal(err)
			}
		}
	})
	r, _ := ParseRequest(line)
	b.Run("payload", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := ParsePayload(r.Hook, r.Payload); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("signed", func(b *testing.B) {
		b.ReportAllocs()
		var buf []byte
		for b.Loop() {
			buf = r.AppendSigned(buf[:0])
		}
	})
}

func BenchmarkBulk(b *testing.B) {
	message := `{"role":"user","content":"` + strings.Repeat("some text ", 100) + `"}`
	payload := `{"event":{"messages":[` + strings.Repeat(message+",", 999) + message + `]}}`
	line := strings.Replace(string(example(b)), `"payload":`, `"payload":`+payload+`,"x":`, 1)
	bulk := []byte(line[:strings.Index(line, `,"x":`)] + "}")
	r, err := ParseRequest(bulk)
	if err != nil {
		b.Fatal(err)
	}
	for name, f := range map[string]func() error{
		"parse":   func() error { _, err := ParseRequest(bulk); return err },
		"payload": func() error { _, err := ParsePayload(BeforeLLMCall, r.Payload); return err },
	} {
		b.Run(fmt.Sprintf("%s/%dKB", name, len(bulk)>>10), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(bulk)))
			for b.Loop() {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkDecisionFrame(b *testing.B) {
	d := Decision{
		Type: "decision", ID: "17", Verdict: "allow", Taint: "trusted",
		Reasons: []Reason{{"call", "allow", "exec is allowed at trusted"}},
		Receipt: &Receipt{1, 42, strings.Repeat("0", 64)},
	}
	b.ReportAllocs()
	var buf []byte
	for b.Loop() {
		var err error
		if buf, err = AppendDecisionFrame(buf[:0], &d); err != nil {
			b.Fatal(err)
		}
	}
}
