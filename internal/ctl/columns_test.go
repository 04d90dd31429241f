package ctl

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/client"
)

var recording = flag.Bool("record", false, "record the answers of a real daemon in testdata/real anew")

const realDay = "testdata/real"

var recorded sync.Once

// realAnswers are the recorded answers of a real daemon, and the time of the recording.
func realAnswers(t *testing.T) (r replies, now time.Time) {
	if *recording {
		recorded.Do(func() { recordRealDay(t) })
	}
	r = replies{}
	files, err := filepath.Glob(filepath.Join(realDay, "*.json"))
	require.NoError(t, err)
	for _, f := range files {
		r[strings.TrimSuffix(filepath.Base(f), ".json")] = strings.TrimSpace(string(mustRead(f)))
	}
	var s statusData
	require.NoError(t, json.Unmarshal([]byte(r["status"]), &s))
	started, err := time.Parse(time.RFC3339, s.StartedAt)
	require.NoError(t, err)
	return r, started.Add(seconds(s.UptimeSeconds)).Add(100 * time.Second).UTC()
}

// recordRealDay plays hooks.jsonl to a real daemon, and keeps its answers.
func recordRealDay(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	bin := programs(t)
	daemon := exec.CommandContext(ctx, filepath.Join(bin, "provenanced"), "serve")
	daemon.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "XDG_RUNTIME_DIR=" + dir + "/run", "XDG_STATE_HOME=" + dir + "/.local/state", "XDG_CONFIG_HOME=" + dir + "/.config"}
	require.NoError(t, os.Mkdir(dir+"/run", 0o700))
	require.NoError(t, os.Mkdir(dir+"/clawd", 0o700))
	require.NoError(t, daemon.Start())
	runtime := dir + "/run/provenanced"
	var owner Daemon
	require.Eventually(t, func() bool {
		var err error
		owner, err = Dial(ctx, runtime)
		return err == nil
	}, 20*time.Second, 20*time.Millisecond)
	gateway, err := client.Dial(ctx, client.Options{RuntimeDir: runtime})
	require.NoError(t, err)
	for line := range strings.Lines(string(mustRead(filepath.Join(realDay, "hooks.jsonl")))) {
		var r struct {
			Hook    client.Hook    `json:"hook"`
			Session string         `json:"session"`
			Event   jsontext.Value `json:"event"`
			Ctx     jsontext.Value `json:"ctx"`
			Owner   string         `json:"owner"` // a command of the owner's, with args
			Args    map[string]any `json:"args"`
		}
		require.NoError(t, json.Unmarshal([]byte(strings.ReplaceAll(line, "/home/owner", dir)), &r), line)
		if r.Owner != "" {
			require.NoError(t, owner.Admin(ctx, r.Owner, "", r.Args, nil), line)
			continue
		}
		_, err := gateway.Ask(ctx, client.Request{Hook: r.Hook, Session: r.Session, Event: r.Event, Ctx: r.Ctx})
		require.NoError(t, err, line)
	}
	for _, command := range []string{"status", "sessions", "pending", "explain", "blocked-list"} {
		var raw jsontext.Value
		require.NoError(t, owner.Admin(ctx, command, "", nil, &raw))
		text := strings.ReplaceAll(string(raw), dir, "/home/owner")
		require.NoError(t, os.WriteFile(filepath.Join(realDay, command+".json"), []byte(text+"\n"), 0o644))
	}
	require.NoError(t, owner.Close())
	require.NoError(t, gateway.Close())
	require.NoError(t, daemon.Process.Signal(os.Interrupt))
	_ = daemon.Wait()
}

// onColumns runs a command on a terminal of so many columns; zero is a pipe.
func onColumns(t *testing.T, cols int, color bool, line ...string) string {
	answers, now := realAnswers(t)
	if line[0] == "top" {
		out, err := watchWith(t, answers, func(e *Env) {
			e.Terminal, e.Color, e.Now = cols > 0, color, func() time.Time { return now }
			e.Size = func() (int, int) { return cols, 30 }
		}, line[1:]...)
		require.NoError(t, err)
		return out
	}
	got := runWith(t, answers, func(e *Env) {
		e.Terminal, e.Color, e.Now = cols > 0, color, func() time.Time { return now }
		e.Size = func() (int, int) { return cols, 24 }
	}, line...)
	require.Equal(t, ExitDone, got.code, got.err)
	return got.out
}

var inColumns = [][]string{{"top", "--once", "--codes"}, {"sessions"}, {"pending"}, {"explain"}, {"blocked", "list"}, {"status"}, {"approvals"}}

func TestEightyColumns(t *testing.T) {
	for _, line := range inColumns {
		name := strings.Join(slices.DeleteFunc(slices.Clone(line), func(w string) bool { return strings.HasPrefix(w, "-") }), "-")
		t.Run(name, func(t *testing.T) {
			whole := onColumns(t, 0, false, line...)
			for _, cols := range []int{40, 80, 120} {
				got := onColumns(t, cols, false, line...)
				requireColumns(t, got, whole, cols)
				colored := onColumns(t, cols, true, line...)
				requireColumns(t, colored, whole, cols)
				requireHarmless(t, colored, name)
				if cols != 80 {
					continue
				}
				file := filepath.Join("testdata/golden", name+".80.txt")
				if *update {
					require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
				}
				want, err := os.ReadFile(file)
				require.NoError(t, err)
				require.Equal(t, string(want), got)
			}
		})
	}
}

// requireColumns checks that no line is wider than the terminal and no word is broken: each is
// a word of the same text at its full width, or what an ellipsis left of one.
func requireColumns(t *testing.T, got, whole string, cols int) {
	t.Helper()
	words := map[string]bool{}
	for w := range strings.FieldsSeq(whole) {
		words[w], words[strings.ToLower(w)] = true, true // the heads of narrow tables are labels
	}
	var shortened []string
	for w := range maps.Keys(words) {
		shortened = append(shortened, w)
	}
	for line := range strings.Lines(got) {
		line = strings.TrimSuffix(line, "\n")
		require.LessOrEqual(t, cellWidth(line), cols, "%q", line)
		for w := range strings.FieldsSeq(uncolored(line)) {
			if words[w] || w == "…" || w == `\` || slices.Contains([]string{"🔴", "🟢", "🟡", "🟠"}, w) {
				continue
			}
			head, tail, cut := strings.Cut(w, "…")
			require.True(t, cut && slices.ContainsFunc(shortened, func(of string) bool {
				return len(of) > len(head)+len(tail) && strings.HasPrefix(of, head) && strings.HasSuffix(of, tail)
			}) || strings.Contains(line, "stands for what did not fit") || strings.Contains(line, "| cat"), "%q is broken in %q", w, line)
		}
	}
}

func uncolored(s string) string {
	var b strings.Builder
	for p := range pieces(s) {
		if p[0] != '\x1b' {
			b.WriteString(p)
		}
	}
	return b.String()
}

func TestCellWidth(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "abc": 3, "家": 2, "✅": 2, "⚠\ufe0f": 2, "⚠": 1, "👩🏽": 2, "🇩🇪": 2, "e\u0301": 1, "\u0301": 0, "ｶﾞ": 2, "각": 2, "ก็": 1,
		"\x1b[38;5;208m家\x1b[0m": 2, `\x1b`: 4, `\u202e`: 6,
	} {
		require.Equal(t, want, cellWidth(text), "%q", text)
	}
}

func TestElide(t *testing.T) {
	p, ascii := &printer{}, &printer{ascii: true}
	for _, c := range []struct {
		text string
		cols int
		want string
	}{
		{"abcdef", 6, "abcdef"}, {"abcdef", 5, "ab…ef"}, {"abcdef", 4, "ab…f"}, {"abcdef", 1, "…"}, {"abcdef", 0, ""},
		{"家家家家", 5, "家…家"}, {"家家家家", 4, "家…"}, {"e\u0301e\u0301e\u0301e\u0301", 3, "e\u0301…e\u0301"},
		{"👩🏽👩🏽👩🏽", 5, "👩🏽…👩🏽"}, {`a\x1bcdef\x07`, 9, `a…\x07`}, {`C:\x`, 3, `C…x`},
		{"\x1b[31mabcdef\x1b[0m", 5, "\x1b[31mab…ef\x1b[0m"},
	} {
		require.Equal(t, c.want, p.elide(c.text, c.cols), "%q in %d", c.text, c.cols)
	}
	require.Equal(t, "a...f", ascii.elide("abcdefg", 5)[:4]+"f")
}

func TestFold(t *testing.T) {
	p := &printer{}
	for _, c := range []struct {
		text string
		cols int
		want []string
	}{
		{"one two three", 0, []string{"one two three"}}, {"one two three", 8, []string{"one two", "three"}}, {"one two three", 3, []string{"one", "two", "t…e"}},
		{"\x1b[31mone two\x1b[0m three", 5, []string{"\x1b[31mone\x1b[0m", "\x1b[31mtwo\x1b[0m", "three"}},
		{"家 家家 家", 5, []string{"家", "家家", "家"}},
		{"the owner runs: provenancectl approve exec", 30, []string{"the owner runs:", "provenancectl approve exec"}},
		{"run: provenancectl approve exec", 20, []string{"run:", `provenancectl \`, "approve exec"}},
	} {
		require.Equal(t, c.want, p.fold(c.text, c.cols), "%q in %d", c.text, c.cols)
	}
}

// Marks stacked on a letter would be drawn over the lines above and below.
func TestALetterCarriesFewMarks(t *testing.T) {
	require.Equal(t, "a\u0301\u0301\u0301\u0301"+`\u0301\u0301`+"b", plainText("a"+strings.Repeat("\u0301", 6)+"b"))
}

// Whatever the names are, no line is wider than the terminal.
func TestNoNameIsTooLong(t *testing.T) {
	answers, now := realAnswers(t)
	for _, evil := range []string{strings.Repeat("L", 300), strings.Repeat("家", 200), strings.Repeat("a\u0301", 200), strings.Repeat("\x1b[2J", 50), strings.Repeat("👩🏽", 90), strings.Repeat("ab ", 90), strings.Repeat("ｶﾞ", 60)} {
		quoted, err := jsontext.AppendQuote(nil, evil)
		require.NoError(t, err)
		d := replies{}
		for command, reply := range answers {
			for _, key := range []string{"session", "agent", "callId", "tool", "code", "id", "reason", "path", "params", "does", "text", "by", "preset", "detail", "remedy"} {
				reply = replaceMember(reply, key, string(quoted))
			}
			d[command] = reply
		}
		for _, line := range inColumns {
			for _, cols := range []int{1, 10, 40, 80, 120} {
				var out string
				change := func(e *Env) {
					e.Terminal, e.Color, e.Now = true, true, func() time.Time { return now }
					e.Size = func() (int, int) { return cols, 24 }
				}
				if line[0] == "top" {
					out, err = watchWith(t, d, change, line[1:]...)
					require.NoError(t, err)
				} else {
					out = runWith(t, d, change, line...).out
				}
				requireHarmless(t, out, fmt.Sprint(line))
				for l := range strings.Lines(out) {
					if cols >= 40 {
						require.LessOrEqual(t, cellWidth(strings.TrimSuffix(l, "\n")), cols, "%v in %d: %q", line, cols, l)
					}
				}
			}
		}
	}
}

// replaceMember replaces each string that is the member key.
func replaceMember(text, key, value string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, `"`+key+`":"`)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		end := 0
		for ; after[end] != '"'; end++ {
			if after[end] == '\\' {
				end++
			}
		}
		b.WriteString(`"` + key + `":` + value)
		text = after[end+1:]
	}
}

// Text from which people copy paths and commands is folded between words, and complete.
func TestAdviceIsFoldedAndWhole(t *testing.T) {
	typo := filepath.Join(t.TempDir(), "policy.yaml")
	require.NoError(t, os.WriteFile(typo, []byte("rules: []\nmaxIterations: -3\ntoolOverrides: {exec: {untrusted: maybe}}\n"), 0o600))
	clinic := newClinic(t)
	require.NoError(t, os.Remove(clinic.policy))
	for name, say := range map[string]func(cols int) string{
		"doctor": func(cols int) string {
			var out strings.Builder
			clinic.patient.call.out = newPrinter(&out, &Env{Terminal: cols > 0, Size: func() (int, int) { return cols, 24 }})
			_ = examine(clinic.patient)
			require.NoError(t, clinic.patient.call.out.flush())
			return out.String()
		},
		"validate":  func(cols int) string { return adviceOn(t, cols, nil, "policy", "validate", typo) },
		"no daemon": func(cols int) string { return adviceOn(t, cols, broken{client.ErrUnreachable}, "status") },
		"help":      func(cols int) string { return adviceOn(t, max(cols, 80), nil, "help") },
	} {
		t.Run(name, func(t *testing.T) {
			whole := say(0)
			for _, cols := range []int{80, 40} {
				got := say(cols)
				require.Equal(t, strings.Fields(whole), strings.Fields(got))
				for line := range strings.Lines(got) {
					line = strings.TrimSuffix(line, "\n")
					words := append(strings.Fields(line), "")
					long := words[max(len(words)-2, 0)] // too long to fit beside a label
					require.True(t, cellWidth(line) <= cols || cellWidth(long) > cols-26 || name == "help" && cellWidth(line) <= 80, "%q", line)
				}
			}
		})
	}
}

// adviceOn is all output of a command on a terminal of so many columns; zero is no terminal.
func adviceOn(t *testing.T, cols int, d Daemon, line ...string) string {
	got := runWith(t, d, func(e *Env) {
		e.Terminal, e.Size = cols > 0, func() (int, int) { return cols, 24 }
	}, line...)
	return got.out + got.err
}
