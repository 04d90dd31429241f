package redact

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// benchTexts are texts of 1 MB: typical tool output, and texts full of near misses.
func benchTexts(tb testing.TB) map[string][]byte {
	tb.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	const size = 1 << 20
	fill := func(line func(b *bytes.Buffer)) []byte {
		var b bytes.Buffer
		for b.Len() < size {
			line(&b)
		}
		return b.Bytes()[:size]
	}
	words := strings.Fields(`the of and to in a is that for it was on with as be by at from this have are not or an they which one
		you were all her she there would their we him been has when who will no more if out so up said what its about than into them
		only other time new some could these two may first then do any like my now over such our man me even most made after also did
		many off before must well back through years much where your way down should because long each just state those people mister
		how too little good world make very year still see own work men day get here old life both between being under three never`)
	word := func() string { return words[rng.IntN(len(words))] }
	code, err := os.ReadFile("assign.go")
	if err != nil {
		tb.Fatal(err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		tb.Fatal(err)
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			tb.Fatal(err)
		}
		if !strings.HasPrefix(f, "formats") && !strings.HasSuffix(f, "_test.go") {
			code = append(code, b...)
		}
	}
	return map[string][]byte{
		"prose": fill(func(b *bytes.Buffer) {
			for range 12 {
				b.WriteString(word() + " ")
			}
			b.WriteString("\n")
		}),
		"json": fill(func(b *bytes.Buffer) {
			fmt.Fprintf(b, `{"id":"%08x-%04x-4%03x-a%03x-%012x","name":"%s %s","created":"2024-%02d-%02dT10:%02d:%02dZ","size":%d,"tags":["%s","%s"],"ok":true},`,
				rng.Uint32(), rng.IntN(1<<16), rng.IntN(1<<12), rng.IntN(1<<12), rng.Uint64()>>16, word(), word(), 1+rng.IntN(12), 1+rng.IntN(28), rng.IntN(60), rng.IntN(60), rng.IntN(1e6), word(), word())
		}),
		"code": bytes.Repeat(code, size/len(code)+1)[:size],
		"log": fill(func(b *bytes.Buffer) {
			fmt.Fprintf(b, "2024-05-%02d 10:%02d:%02d.%03d INFO [worker-%d] %s.%s: %s %s took %d ms, %d of %d\n",
				1+rng.IntN(28), rng.IntN(60), rng.IntN(60), rng.IntN(1000), rng.IntN(16), word(), word(), word(), word(), rng.IntN(5000), rng.IntN(100), rng.IntN(100))
		}),
		"misses": fill(func(b *bytes.Buffer) {
			fmt.Fprintf(b, "token: none; the password is required, set api_key=<your key> or sk-%s, ghp_%s, AKIA%s; sort_key = %s, tokens: %d, secretName: %s-%s, commit %040x, 1.2.%d\n",
				word(), word(), word(), word(), rng.IntN(1000), word(), word(), rng.Uint64(), rng.IntN(100))
		}),
		"hashes": fill(func(b *bytes.Buffer) {
			fmt.Fprintf(b, "%016x%016x%016x%016x  dist/%s-%d.%d.%d.tar.gz\n", rng.Uint64(), rng.Uint64(), rng.Uint64(), rng.Uint64(), word(), rng.IntN(10), rng.IntN(10), rng.IntN(10))
		}),
		"numbers": fill(func(b *bytes.Buffer) {
			fmt.Fprintf(b, "%d,%d.%02d,%d %d %d\n", rng.IntN(1e9), rng.IntN(1e4), rng.IntN(100), rng.IntN(1e5), rng.IntN(1e3), rng.IntN(1e7))
		}),
	}
}

// BenchmarkFind also reports the speed by CPU time, which other load on the machine does not
// distort.
func BenchmarkFind(b *testing.B) {
	texts := benchTexts(b)
	texts["short"] = []byte("call_00000017") // every hook has a few of these
	for _, level := range []Level{Strict, Standard, Secrets} {
		for name, text := range texts {
			b.Run(level.String()+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(text)))
				n := 0
				before := processorTime(b)
				for b.Loop() {
					n = len(Find(text, level))
				}
				b.ReportMetric(float64(b.N*len(text))/1e6/(processorTime(b)-before).Seconds(), "cpuMB/s")
				b.ReportMetric(float64(n), "findings")
			})
		}
	}
}

func processorTime(tb testing.TB) time.Duration {
	tb.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
