package ctl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// book is a ledger that a test writes. Entries are a minute apart; the last one is a minute
// before noon.
type book struct {
	t    testing.TB
	dir  string
	log  *ledger.Log
	last ledger.Position
}

func openBook(t testing.TB, state string) *book {
	key := hmacauth.Key{1, 2, 3}
	require.NoError(t, hmacauth.WriteKeyFile(filepath.Join(state, "ledger.key"), key))
	b := &book{t: t, dir: filepath.Join(state, "ledger")}
	var err error
	b.log, _, err = ledger.Open(ledger.Options{
		Dir: b.dir, Key: key, Agent: "provenanced", MaxEntries: 8,
		Now: func() time.Time { return noon.Add(-3 * time.Hour) },
	})
	require.NoError(t, err)
	return b
}

func (b *book) write(kind ledger.Type, data any) {
	raw, err := json.Marshal(data)
	require.NoError(b.t, err)
	canonical, err := ledger.Canonical(raw)
	require.NoError(b.t, err)
	b.last, err = b.log.Append(noon.Add(-3*time.Hour), kind, canonical)
	require.NoError(b.t, err)
}

// flush makes what was written visible to readers.
func (b *book) flush() { require.NoError(b.t, b.log.Flush(b.t.Context(), b.last, true)) }

// record is an event of the session in these tests.
func record(ago time.Duration, hook wire.Hook, taint trust.Level, j *session.Judgement, changes ...session.Change) *session.Record {
	return &session.Record{Time: noon.Add(-ago), Session: "agent:main:main", Agent: "main", Hook: hook, Turn: 1, Taint: taint, Judgement: j, Changes: changes}
}

// dayBook is a ledger of two files in which a bit of everything happened.
func dayBook(t testing.TB) *book {
	b := openBook(t, t.TempDir())
	web := session.Cause{Reason: "web_fetch response", Tool: "web_fetch", CallID: "call_1", At: noon.Add(-55 * time.Minute)}
	held := &session.Judgement{Tool: "exec", CallID: "call_2", Mode: trust.Confirm, Cause: &web, Reasons: []session.Reason{
		{Layer: "call", Mode: trust.Confirm, Text: "exec at untrusted: taintPolicy"}, {Layer: "risk", Mode: trust.Allow, Text: "read"}}}
	staged := &session.Judgement{Tool: "write", CallID: "call_3", Blocked: "b7f3a9c21", Reasons: []session.Reason{{Layer: "memory", Text: "MEMORY.md is a memory file"}}}
	passed := &session.Judgement{Tool: "exec", CallID: "call_4", Verdict: trust.VerdictAllow, Mode: trust.Confirm, Reasons: []session.Reason{
		held.Reasons[0], {Layer: "approval", Mode: trust.Allow, Text: "approved by the owner until 2026-03-01T11:44:00Z"}}}
	fetch := &session.Judgement{Tool: "web_fetch", CallID: "call_1", Verdict: trust.VerdictAllow, Mode: trust.Allow, Level: trust.Trusted, Reasons: []session.Reason{{Layer: "call", Mode: trust.Allow, Text: "web_fetch at trusted"}}}

	b.write(ledger.Boot, map[string]any{"time": noon.Add(-time.Hour), "version": "1.0.0", "pid": 4242, "policy": strings.Repeat("3f", 32)})
	b.write(ledger.Claim, record(58*time.Minute, wire.MessageReceived, trust.Trusted, nil, &session.TurnStarted{Level: trust.Trusted, TurnOrigin: session.TurnOrigin{Why: "owner"}}))
	b.write(ledger.Claim, record(57*time.Minute, wire.BeforeLLMCall, trust.Trusted, nil, &session.LLMCalled{}, &session.Impacted{Tool: "gateway"}))
	b.write(ledger.Claim, record(56*time.Minute, wire.BeforeToolCall, trust.Trusted, fetch))
	b.write(ledger.Claim, record(55*time.Minute, wire.AfterToolCall, trust.Untrusted, nil,
		&session.CallMoved{Tool: "web_fetch", CallID: "call_1", Status: session.Returned}, &session.Tainted{Level: trust.Untrusted, Cause: &web}))
	b.write(ledger.Claim, record(50*time.Minute, wire.BeforeToolCall, trust.Untrusted, held, &session.CodeIssued{Nonce: "00", Tools: []string{"exec"}}))
	// The second file.
	b.write(ledger.Claim, record(48*time.Minute, wire.BeforeToolCall, trust.Untrusted, staged))
	b.write(ledger.Verify, record(46*time.Minute, "admin:approve", trust.Untrusted, nil, &session.Granted{Tools: []string{"exec"}, Until: noon.Add(-16 * time.Minute)}))
	b.write(ledger.Claim, record(45*time.Minute, wire.BeforeToolCall, trust.Untrusted, passed))
	b.write(ledger.Retract, record(30*time.Minute, "command", trust.Shared, nil, &session.TrustReset{Level: trust.Shared, By: "owner"}))
	b.write(ledger.Meta, map[string]any{"time": noon.Add(-20 * time.Minute), "event": "policy_reloaded", "preset": "strict"})
	b.flush()
	return b
}

// audit runs an audit command; the ledger's directory reads STATE.
func audit(t testing.TB, dir string, change func(*Env), args ...string) ran {
	got := runWith(t, nil, change, append([]string{"audit"}, args...)...)
	state := filepath.Dir(dir)
	got.out, got.err = strings.ReplaceAll(got.out, state, "STATE"), strings.ReplaceAll(got.err, state, "STATE")
	return got
}

// The number of tools is bounded, however many names a model invents.
func TestSummary(t *testing.T) {
	b := dayBook(t)
	for i := range maxSummed + 5 {
		j := &session.Judgement{Tool: fmt.Sprintf("tool%d", i), Reasons: []session.Reason{{Layer: "call", Text: "unknown"}}}
		b.write(ledger.Claim, record(time.Minute, wire.BeforeToolCall, trust.Trusted, j))
	}
	for i := range maxReasons + 5 {
		j := &session.Judgement{Tool: "tool0", Reasons: []session.Reason{{Layer: "rules", Text: fmt.Sprint("rule ", i)}}}
		b.write(ledger.Claim, record(time.Minute, wire.BeforeToolCall, trust.Trusted, j))
	}
	require.NoError(t, b.log.Close())
	ask := func(args ...string) (s summary) {
		got := audit(t, b.dir, nil, append([]string{"summary", "--json", b.dir}, args...)...)
		require.Equal(t, ExitDone, got.code, got.err)
		require.NoError(t, json.Unmarshal([]byte(got.out), &s))
		return s
	}
	s := ask()
	require.Len(t, s.Tools, maxSummed+1)
	require.Equal(t, "tool0", s.Tools[0].Tool)
	require.Equal(t, maxReasons+6, s.Tools[0].Denied)
	require.Len(t, s.Tools[0].Because, maxReasons)
	require.Contains(t, s.Tools, toolCalls{Tool: "exec", Allowed: 1, Held: 1, Approved: 1, After: []reason{{"web_fetch response", 1}}, Because: []reason{{"call: exec at untrusted: taintPolicy", 1}}})

	s = ask("--tool", "exec")
	require.Equal(t, summary{
		From: "2026-03-01T11:10:00Z", To: "2026-03-01T11:15:00Z", Calls: 2, Sessions: 1,
		Tools: []toolCalls{{Tool: "exec", Allowed: 1, Held: 1, Approved: 1, After: []reason{{"web_fetch response", 1}}, Because: []reason{{"call: exec at untrusted: taintPolicy", 1}}}},
	}, s)
	require.Equal(t, summary{Tools: []toolCalls{}}, ask("--since", "1s"))
	require.Equal(t, "No tool call was judged.\n", audit(t, b.dir, nil, "summary", b.dir, "--since", "1s").out)
}

// The record of a call names the tool, that of its approval the action.
func TestSummaryCountsAnApprovedActionWithItsTool(t *testing.T) {
	b := openBook(t, t.TempDir())
	call := func(tool string) {
		b.write(ledger.Claim, record(3*time.Minute, wire.BeforeToolCall, trust.External, &session.Judgement{Tool: tool, Mode: trust.Confirm}))
	}
	call("message")
	call("docs.search")
	b.write(ledger.Verify, record(2*time.Minute, "command", trust.External, nil, &session.Granted{Tools: []string{"message.send (anna@home.example)", "docs.search", "shop.buy"}}))
	require.NoError(t, b.log.Close())
	approved := func(args ...string) map[string]int {
		var s summary
		got := audit(t, b.dir, nil, append([]string{"summary", "--json", b.dir}, args...)...)
		require.NoError(t, json.Unmarshal([]byte(got.out), &s), got.err)
		n := map[string]int{}
		for _, t := range s.Tools {
			n[t.Tool] = t.Approved
		}
		return n
	}
	require.Equal(t, map[string]int{"message": 1, "docs.search": 1, "shop.buy": 1}, approved())
	require.Equal(t, map[string]int{"message": 1}, approved("--tool", "message"))
	require.Contains(t, audit(t, b.dir, nil, "show", b.dir, "--tool", "message").out, "granted message.send")
}

func TestAuditGolden(t *testing.T) {
	b := dayBook(t)
	require.NoError(t, b.log.Close())
	keyless := dayBook(t)
	require.NoError(t, keyless.log.Close())
	require.NoError(t, os.Remove(filepath.Join(keyless.dir, "../ledger.key")))
	changed := dayBook(t)
	require.NoError(t, changed.log.Close())
	rewrite(t, filepath.Join(changed.dir, "00000002.jsonl"), "admin:approve", "admin:approvE")
	for name, line := range map[string][]string{
		"verify": {"verify", b.dir}, "show": {"show", b.dir}, "tail": {"tail", "-n", "3", b.dir}, "summary": {"summary", b.dir},
		"verify-keyless": {"verify", keyless.dir}, "verify-changed": {"verify", changed.dir},
	} {
		for _, color := range []bool{false, true} {
			name := "audit-" + name
			if color {
				name += ".color"
			}
			t.Run(name, func(t *testing.T) {
				got := audit(t, filepath.Clean(line[len(line)-1]), func(e *Env) { e.Terminal, e.Color = color, color }, line...)
				require.Empty(t, got.err)
				file := filepath.Join("testdata/golden", name+".txt")
				if *update {
					require.NoError(t, os.WriteFile(file, []byte(got.out), 0o644))
				}
				want, err := os.ReadFile(file)
				require.NoError(t, err)
				require.Equal(t, string(want), got.out)
			})
		}
	}
}

// rewrite replaces text in a sealed or open file, as somebody with access could.
func rewrite(t testing.TB, file, old, now string) {
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Contains(t, string(raw), old)
	require.NoError(t, os.Chmod(file, 0o600))
	require.NoError(t, os.WriteFile(file, bytes.Replace(raw, []byte(old), []byte(now), 1), 0o600))
}

func TestAuditVerifyNamesWhatIsWrong(t *testing.T) {
	second := func(b *book) string { return filepath.Join(b.dir, "00000002.jsonl") }
	for _, c := range []struct {
		name   string
		change func(*testing.T, *book)
		json   string // of the problem
		words  string // for people
		mark   string
	}{
		{"whole", func(*testing.T, *book) {}, `null`, "whole, every entry is as it was written", "ok"},
		{"an entry changed", func(t *testing.T, b *book) { rewrite(t, second(b), "policy_reloaded", "policy_reloadad") },
			`{"file":2,"seq":5,"what":"the hash is not that of the entry"}`, "wrong at 00000002.jsonl, seq 5", "unchecked"},
		{"cut off", func(t *testing.T, b *book) {
			raw, err := os.ReadFile(second(b))
			require.NoError(t, err)
			lines := bytes.SplitAfter(raw, []byte("\n"))
			require.NoError(t, os.WriteFile(second(b), bytes.Join(lines[:3], nil), 0o600))
		}, `{"file":2,"seq":3,"what":"entries are missing from here on"}`, "cut off", "unchecked"},
		{"a file taken away", func(t *testing.T, b *book) { require.NoError(t, os.Remove(second(b))) },
			`{"file":2,"seq":0,"what":"the file is missing"}`, "taken away, with every entry in it", "unchecked"},
		{"the head mark taken away", func(t *testing.T, b *book) { require.NoError(t, os.Remove(filepath.Join(b.dir, "head"))) },
			`{"file":0,"seq":0,"what":"the head mark is missing"}`, "wrong at the head mark", "missing"},
		{"the head mark changed", func(t *testing.T, b *book) {
			damageHalf(t, b, 0)
			damageHalf(t, b, 1)
		},
			`{"file":0,"seq":0,"what":"the head mark was damaged or not made with this ledger's key"}`, "wrong at the head mark", "wrong"},
		{"half of the head mark damaged", func(t *testing.T, b *book) { damageHalf(t, b, 0) },
			`{"file":0,"seq":0,"what":"the head mark was damaged or not made with this ledger's key"}`,
			"wrong at the head mark: one of its two halves is damaged\n\nThe chain is whole", "half"},
		{"the other half damaged", func(t *testing.T, b *book) { damageHalf(t, b, 1) },
			`{"file":0,"seq":0,"what":"the head mark was damaged or not made with this ledger's key"}`, "The next start of the daemon writes both anew", "half"},
		{"half of the head mark damaged, and the end cut off", func(t *testing.T, b *book) {
			damageHalf(t, b, 1) // the older one
			raw, err := os.ReadFile(second(b))
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(second(b), raw[:len(raw)-9], 0o600))
		}, `{"file":2,"seq":5,"what":"entries are missing from here on"}`, "The end of the file was cut off", "unchecked"},
		{"torn", func(t *testing.T, b *book) {
			f, err := os.OpenFile(second(b), os.O_APPEND|os.O_WRONLY, 0)
			require.NoError(t, err)
			_, err = f.WriteString(`{"seq":6,"ty`)
			require.NoError(t, errors.Join(err, f.Close()))
		}, `null`, "2:6 is not whole (12 bytes), behind the head mark", "ok"},
		{"put at the end", func(t *testing.T, b *book) {
			f, err := os.OpenFile(second(b), os.O_APPEND|os.O_WRONLY, 0)
			require.NoError(t, err)
			_, err = f.WriteString(`{"seq":7,"ty`)
			require.NoError(t, errors.Join(err, f.Close()))
		}, `{"file":2,"seq":6,"what":"the last line is incomplete"}`, "not how an entry begins: it was put there", "ok"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := dayBook(t)
			require.NoError(t, b.log.Close())
			c.change(t, b)
			code := ExitWrong
			if c.json == "null" {
				code = ExitDone
			}
			got := audit(t, b.dir, nil, "verify", b.dir)
			require.Equal(t, code, got.code)
			require.Empty(t, got.err)
			require.Contains(t, got.out, c.words)

			got = audit(t, b.dir, nil, "--json", "verify", "--state-dir", filepath.Dir(b.dir))
			require.Equal(t, code, got.code)
			var v struct {
				OK       bool
				HeadMark string
				Problem  any
			}
			require.NoError(t, json.Unmarshal([]byte(got.out), &v, json.MatchCaseInsensitiveNames(true)))
			problem, err := json.Marshal(v.Problem, json.Deterministic(true))
			require.NoError(t, err)
			require.Equal(t, c.json, string(problem))
			require.Equal(t, c.json == "null", v.OK)
			require.Equal(t, c.mark, v.HeadMark)
		})
	}
}

// damageHalf overwrites one half of the head mark.
func damageHalf(t testing.TB, b *book, half int64) {
	f, err := os.OpenFile(filepath.Join(b.dir, ledger.HeadName), os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteAt([]byte("Head"), half*256)
	require.NoError(t, errors.Join(err, f.Close()))
}

// A daemon killed while writing loses nothing; but cutting off the end of a ledger leaves the
// same picture, and only the head mark tells the two apart.
func TestAuditVerifyOfAnEndThatIsNotWhole(t *testing.T) {
	b := dayBook(t)
	require.NoError(t, b.log.Close())
	file := filepath.Join(b.dir, "00000002.jsonl")
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, append(raw, `{"seq":6,`...), 0o600))
	got := audit(t, b.dir, nil, "verify", b.dir)
	require.Equal(t, ExitDone, got.code)
	for _, says := range []string{"whole, every entry is as it was written", "nothing is cut off, up to 2:5", "2:6 is not whole (9 bytes)", "The next start of the daemon begins this entry anew"} {
		require.Contains(t, got.out, says)
	}
	require.Contains(t, audit(t, b.dir, nil, "verify", "--json", b.dir).out, `"headMark":"ok","unfinished":{"file":2,"seq":6,"bytes":9},"problem":null}`)

	require.NoError(t, os.Truncate(file, int64(len(raw)-9)))
	got = audit(t, b.dir, nil, "verify", b.dir)
	require.Equal(t, ExitWrong, got.code, "an entry that was synced")
	require.Contains(t, got.out, "The end of the file was cut off")

	require.NoError(t, os.Remove(filepath.Join(b.dir, "../ledger.key")))
	got = audit(t, b.dir, nil, "verify", b.dir)
	require.Equal(t, ExitWrong, got.code)
	require.Contains(t, got.out, "wrong at 00000002.jsonl, seq 5: the last line is incomplete\n\nThe rest was cut off, or the daemon was killed")
	require.NotContains(t, got.out, "vouches")
	require.Contains(t, audit(t, b.dir, nil, "verify", "--json", b.dir).out, `"headMark":"unchecked","unfinished":{"file":2,"seq":5,`)

	require.NoError(t, os.WriteFile(file, append(raw, "x"...), 0o600))
	got = audit(t, b.dir, nil, "verify", b.dir)
	require.Equal(t, ExitWrong, got.code)
	require.Contains(t, got.out, "it was put there or changed.\nKeep a copy")
	require.NotContains(t, got.out, "vouches")
}

func TestAuditVerifyAsJSON(t *testing.T) {
	b := dayBook(t)
	require.NoError(t, b.log.Close())
	got := audit(t, b.dir, nil, "verify", b.dir, "--json")
	require.Equal(t, ran{out: `{"ok":true,"files":2,"entries":14,"first":{"file":1,"seq":0},"last":{"file":2,"seq":5,"hash":"` + b.last.Hash + `"},"seen":"unchecked","headMark":"ok","unfinished":null,"problem":null}` + "\n"}, got)
}

func TestAuditVerifyShowsItsProgress(t *testing.T) {
	b := dayBook(t)
	slow := func(e *Env) {
		now := noon
		e.Terminal, e.Now = true, func() time.Time {
			now = now.Add(time.Minute)
			return now
		}
	}
	got := audit(t, b.dir, slow, "verify", b.dir)
	progress, rest, ok := strings.Cut(got.out, "entry 0\r\x1b[KSTATE")
	require.True(t, ok, got.out)
	require.Equal(t, "\r\x1b[Kverifying 00000001.jsonl, entry 0\r\x1b[Kverifying 00000002.jsonl, ", progress)
	require.NotContains(t, rest, "\x1b")
	require.NotContains(t, audit(t, b.dir, slow, "verify", b.dir, "--json").out, "\x1b")
}

func TestAuditFilters(t *testing.T) {
	b := dayBook(t)
	for line, want := range map[string]string{
		"":                                      "1:0 1:1 1:2 1:3 1:4 1:5 1:6 1:7 2:0 2:1 2:2 2:3 2:4 2:5",
		"--file 2":                              "2:0 2:1 2:2 2:3 2:4 2:5",
		"--file 00000002 --seq 3":               "2:3",
		"--seq 4-5":                             "1:4 1:5 2:4 2:5",
		"--type VERIFY":                         "2:2",
		"--type verify,Retract":                 "2:2 2:4",
		"--type META":                           "1:7 2:5",
		"--verdict deny":                        "1:6 2:1",
		"--verdict confirm":                     "1:6",
		"--verdict held,allow":                  "1:4 1:6 2:3",
		"--verdict allow --tool exec":           "2:3",
		"--tool EXEC":                           "1:6 2:2 2:3",
		"--tool web_fetch,write":                "1:4 1:5 2:1",
		"--hook admin:approve":                  "2:2",
		"--session agent:main:main --seq 0-2":   "1:2 2:1 2:2",
		"--session nobody":                      "",
		"--since 31m":                           "2:4 2:5",
		"--since 2026-03-01T11:30:00Z":          "2:4 2:5",
		"--until 58m --type BOOT,CLAIM":         "1:1 1:2",
		"--since 1d --until 59m":                "1:0 1:1 1:7 2:0",
		"--tool exec --verdict deny --since 1m": "",
	} {
		t.Run(line, func(t *testing.T) {
			got := audit(t, b.dir, nil, append(append([]string{"show"}, strings.Fields(line)...), b.dir)...)
			require.Equal(t, ExitDone, got.code, got.err)
			var places []string
			for row := range strings.Lines(got.out) {
				for _, word := range strings.Fields(row) {
					if n, rest, ok := strings.Cut(word, ":"); ok && len(n) == 1 && !strings.Contains(rest, ":") {
						places = append(places, word)
						break
					}
				}
			}
			require.Equal(t, want, strings.Join(places, " "), got.out)

			got = audit(t, b.dir, nil, append(append([]string{"show", "--json"}, strings.Fields(line)...), b.dir)...)
			var entries []any
			require.NoError(t, json.Unmarshal([]byte(got.out), &entries))
			require.Len(t, entries, len(places))
		})
	}
}

func TestAuditShowAsJSONIsWhatIsStored(t *testing.T) {
	b := dayBook(t)
	one, err := os.ReadFile(filepath.Join(b.dir, "00000001.jsonl"))
	require.NoError(t, err)
	two, err := os.ReadFile(filepath.Join(b.dir, "00000002.jsonl"))
	require.NoError(t, err)
	all := strings.Split(strings.TrimSuffix(string(one)+string(two), "\n"), "\n")
	array := func(lines ...string) ran { return ran{out: "[" + strings.Join(lines, ",\n") + "]\n"} }
	require.Equal(t, array(all...), audit(t, b.dir, nil, "show", "--json", b.dir))
	for n, want := range map[string][]string{"0": nil, "2": all[12:], "9": all[5:], "100000": all} {
		require.Equal(t, array(want...), audit(t, b.dir, nil, "tail", "--json", "-n", n, b.dir), n)
	}
	require.Equal(t, array(all[10], all[12]), audit(t, b.dir, nil, "tail", "--json", "-n", "2", "--type", "VERIFY,RETRACT", b.dir))

	ctx, interrupt := context.WithCancel(t.Context())
	out := &hook{first: interrupt} // an endless list is not an array
	require.Equal(t, ExitDone, Run(ctx, []string{"audit", "tail", "-f", "--json", "-n", "2", b.dir}, Env{Stdout: out, Stderr: io.Discard, Now: func() time.Time { return noon }}))
	require.Equal(t, all[12]+"\n"+all[13]+"\n", out.String())
}

func TestAuditShowsALedgerThatIsNotWhole(t *testing.T) {
	b := dayBook(t)
	file := filepath.Join(b.dir, "00000002.jsonl")
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, append(raw, `{"seq":6,"type":"CLA`...), 0o600))
	got := audit(t, b.dir, nil, "tail", "-n", "1", b.dir)
	require.Equal(t, ExitDone, got.code, "a line that is being written is no error: %s", got.err)
	require.Contains(t, got.out, "2:5")
	require.NotContains(t, got.out, "CLA")

	rewrite(t, file, `{"seq":2,`, "{\x1b[2J:2,")
	for _, line := range [][]string{{"show"}, {"tail"}, {"show", "--json"}} {
		got := audit(t, b.dir, onTerminal, append(line, b.dir)...)
		require.Equal(t, ExitWrong, got.code)
		require.Contains(t, got.err, "00000002.jsonl has a line that is not an entry")
		require.Contains(t, got.out, "policy_reloaded"[:6], "what follows is shown too")
		requireHarmless(t, got.out, fmt.Sprint(line))
	}
}

func TestAuditLetsNothingThroughThatATerminalObeys(t *testing.T) {
	const attack = "a\x1b]0;owned\x07\u009b31m\u202ereversed\r\n\u2028\U000e0041end"
	b := openBook(t, filepath.Join(t.TempDir()))
	r := record(time.Minute, attack, trust.Untrusted, &session.Judgement{Tool: attack, Mode: trust.Confirm, Blocked: attack, Reasons: []session.Reason{{Layer: attack, Mode: trust.Confirm, Text: attack}}},
		&session.Tainted{Cause: &session.Cause{Reason: attack}}, &session.TrustReset{By: attack})
	r.Session = attack
	b.write(ledger.Claim, r)
	b.write(ledger.Meta, map[string]any{"event": attack, attack: attack, "session": attack, "tool": attack, "verdict": attack})
	b.flush()
	for _, line := range [][]string{{"show"}, {"tail"}, {"show", "--json"}, {"verify"}} {
		got := audit(t, b.dir, onTerminal, append(line, b.dir)...)
		require.Equal(t, ExitDone, got.code, got.err)
		requireHarmless(t, got.out, fmt.Sprint(line))
	}
}

func TestAuditUsage(t *testing.T) {
	b := dayBook(t)
	for line, want := range map[string]struct {
		code int
		says string
	}{
		"show --type CLAIMS":            {ExitUsage, `--type "CLAIMS" is not one of GENESIS, BOOT,`},
		"show --verdict maybe":          {ExitUsage, "is not one of allow, confirm, held, deny"},
		"show --since yesterday":        {ExitUsage, "write 2026-03-01T12:00:00Z, or 10m, 2h or 3d"},
		"show --until -5m":              {ExitUsage, "is not a time"},
		"show --file 0":                 {ExitUsage, "the first is 1"},
		"show --file 7":                 {ExitWrong, "has no file 7; it has 1 to 2"},
		"show --seq 5-2":                {ExitUsage, "neither N nor N-M"},
		"tail -n many":                  {ExitUsage, "is not a number from 0 to 100000"},
		"tail -x":                       {ExitUsage, "unknown flag -x"},
		"verify --state-dir /nowhere":   {ExitWrong, "there is no ledger in /nowhere/ledger\nThe daemon makes it"},
		"tail --state-dir /nowhere":     {ExitWrong, "--state-dir"},
		"show --state-dir /nowhere DIR": {ExitUsage, "not both"},
		"show --session nobody":         {ExitDone, ""},
	} {
		args := strings.Fields(line)
		if !strings.Contains(line, "nowhere") {
			args = append(args, b.dir)
		}
		got := audit(t, b.dir, nil, args...)
		require.Equal(t, want.code, got.code, "%s: %s", line, got.err)
		require.Contains(t, got.err, want.says)
	}
	require.Contains(t, audit(t, b.dir, nil, "show", "--session", "nobody", b.dir).out, "No entry in STATE/ledger matches.")
}

// A ledger that was removed is not one that has not been created yet.
func TestAuditOfALedgerThatIsGone(t *testing.T) {
	b := openBook(t, t.TempDir())
	b.flush()
	require.NoError(t, os.RemoveAll(b.dir))
	for _, command := range []string{"verify", "show", "tail", "summary"} {
		got := audit(t, b.dir, nil, command, b.dir)
		require.Equal(t, ExitWrong, got.code)
		require.Contains(t, got.err, "is gone", command)
		require.NotContains(t, got.err, "first start", command)
	}
}

// screen is a terminal that another goroutine reads.
type screen struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func TestAuditTailFollowsFromFileToFile(t *testing.T) {
	b := dayBook(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var out, errs screen
	code := make(chan int, 1)
	go func() {
		code <- Run(ctx, []string{"audit", "tail", "-f", "-n", "1", "--type", "META", b.dir}, Env{Stdout: &out, Stderr: &errs, Now: func() time.Time { return noon }})
	}()
	shows := func(what string) {
		t.Helper()
		require.Eventually(t, func() bool { return strings.Contains(out.String(), what) }, 20*time.Second, 10*time.Millisecond, "%s", &errs)
	}
	shows("policy reloaded")
	for i := range 20 { // more than two files
		b.write(ledger.Meta, map[string]any{"event": fmt.Sprintf("news_%d.", i)})
		b.flush()
		if i%7 == 0 {
			shows(fmt.Sprintf("news %d.", i))
		}
	}
	shows("news 19.")
	stop()
	require.Equal(t, ExitDone, <-code, "%s", &errs)
	require.Empty(t, errs.String())
	last := -1
	for i := range 20 {
		at := strings.Index(out.String(), fmt.Sprintf("news %d.", i))
		require.Greater(t, at, last, "each is shown, in order")
		last = at
	}
	require.Equal(t, 1, strings.Count(out.String(), "TIME"))
}

// hook is a writer that runs a function when it is first written to.
type hook struct {
	strings.Builder
	first func()
}

func (h *hook) Write(b []byte) (int, error) {
	if h.first != nil {
		h.first()
		h.first = nil
	}
	return h.Builder.Write(b)
}

// Retention continues while somebody reads a ledger, perhaps for hours in a pager.
func TestAuditWhileRetentionRemovesFiles(t *testing.T) {
	for _, line := range [][]string{{"show"}, {"show", "--json"}} {
		b := dayBook(t)
		for i := range 600 {
			b.write(ledger.Meta, map[string]any{"event": fmt.Sprintf("news_%d.", i)})
		}
		b.flush()
		var errs strings.Builder
		out := &hook{first: func() {
			for n := 1; n < b.last.File; n++ {
				require.NoError(t, os.Remove(filepath.Join(b.dir, ledger.FileName(n))))
			}
		}}
		code := Run(t.Context(), append(append([]string{"audit"}, line...), b.dir), Env{Stdout: out, Stderr: &errs, Now: func() time.Time { return noon }})
		require.Equal(t, ExitDone, code, "%s", &errs)
		require.Empty(t, errs.String())
		require.Contains(t, out.String(), "admin:approve", "what was there when it was looked at")
		require.Regexp(t, "news[_ ]599[.]", out.String(), "what is still there")
	}

	b := dayBook(t)
	tr := trail{dir: b.dir, file: 1}
	require.NoError(t, os.Remove(filepath.Join(b.dir, ledger.FileName(1))))
	require.ErrorContains(t, tr.follow(func(*stored) error { return nil }), "00000001.jsonl was removed, as the daemon's --ledger-keep says")
	tr = trail{dir: b.dir, file: 3}
	require.ErrorIs(t, tr.follow(func(*stored) error { return nil }), os.ErrNotExist, "nothing later is there: that is no retention")
}

func TestAuditVerifyOfALedgerThatIsWritten(t *testing.T) {
	b := dayBook(t)
	ctx, stop := context.WithCancel(t.Context())
	var writer sync.WaitGroup
	writer.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			b.write(ledger.Meta, map[string]any{"event": "news", "n": i})
			b.flush()
		}
	})
	for range 20 {
		got := audit(t, b.dir, nil, "verify", b.dir)
		require.Equal(t, ExitDone, got.code, got.out)
	}
	stop()
	writer.Wait()
	require.NoError(t, b.log.Close())
}

func TestAuditStopsWhenInterrupted(t *testing.T) {
	b := dayBook(t)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for line, want := range map[string]int{"show": ExitWrong, "verify": ExitWrong, "tail": ExitWrong, "tail -f": ExitDone} {
		var out, errs bytes.Buffer
		code := Run(ctx, append(append([]string{"audit"}, strings.Fields(line)...), b.dir), Env{Stdout: &out, Stderr: &errs, Now: func() time.Time { return noon }})
		require.Equal(t, want, code, line)
		if want != ExitDone {
			require.Contains(t, errs.String(), "interrupted", line)
		}
	}
}
