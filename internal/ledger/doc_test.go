package ledger

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Others can verify a ledger with nothing but docs/LEDGER.md: with the page's own script, if
// Python is installed, and the verifier below, which was written from the page as well. Both
// must agree with VerifyDir.
func TestStrangersAgree(t *testing.T) {
	page, err := os.ReadFile("../../docs/LEDGER.md")
	require.NoError(t, err)
	script := regexp.MustCompile("(?s)```python\n(.*?)```").FindSubmatch(page)
	require.NotNil(t, script, "the page has a verifier")
	strangers := map[string]func(dir, key string) string{"Go": stranger}
	if python, err := exec.LookPath("python3"); err == nil {
		strangers["Python"] = func(dir, key string) string {
			args := []string{"-c", string(script[1]), dir}
			if key != "" {
				args = append(args, key)
			}
			out, _ := exec.Command(python, args...).CombinedOutput()
			return string(out)
		}
	}

	good := three(t)
	lines := bytes.SplitAfter(good[filePath("ledger", 3)], []byte("\n"))
	last := len(lines) - 2
	change := func(n int, from, to string) func(map[string][]byte) {
		return func(f map[string][]byte) {
			name := filePath("ledger", n)
			require.Contains(t, string(f[name]), from)
			f[name] = []byte(strings.Replace(string(f[name]), from, to, 1))
		}
	}
	for _, c := range []struct {
		name   string
		tamper func(map[string][]byte)
		keyed  bool // only found with the key
		want   string
	}{
		{name: "nothing", tamper: func(map[string][]byte) {}},
		{name: "a byte of data", tamper: change(1, `"n":1`, `"n":7`), want: "file 1 seq 2:"},
		{name: "a hash", tamper: change(2, `"prevHash":"0`, `"prevHash":"1`), want: "file 2 seq 0:"},
		{name: "a type", tamper: change(2, "CLAIM", "BOOT"), want: "file 2 seq 1:"},
		{name: "a space", tamper: change(3, `"data":`, `"data": `), want: "file 3 seq 0:"},
		{name: "continues_from", tamper: change(2, `"continues_from":"`, `"continues_from":"0`), want: "file 2 seq 0:"},
		{name: "a middle file", tamper: func(f map[string][]byte) { delete(f, filePath("ledger", 2)) }, want: "file 2 seq 0:"},
		{name: "the newline at the end", tamper: func(f map[string][]byte) {
			f[filePath("ledger", 3)] = bytes.TrimSuffix(f[filePath("ledger", 3)], []byte("\n"))
		}, want: fmt.Sprintf("file 3 seq %d:", last)},
		{name: "the last line", tamper: func(f map[string][]byte) {
			f[filePath("ledger", 3)] = bytes.Join(lines[:last], nil)
		}, keyed: true, want: fmt.Sprintf("file 3 seq %d:", last)},
		{name: "the head mark", tamper: func(f map[string][]byte) { f["ledger/head"][10]++ }, keyed: true, want: "file 0 seq 0:"},
	} {
		files := image(good).contents()
		c.tamper(files)
		dir := t.TempDir()
		require.NoError(t, os.Mkdir(filepath.Join(dir, "ledger"), 0o700))
		for name, data := range files {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
		}
		key := filepath.Join(dir, "ledger.key")
		require.NoError(t, os.WriteFile(key, []byte(base64.StdEncoding.EncodeToString(testKey[:])+"\n"), 0o600))
		ours, err := VerifyDir(filepath.Join(dir, "ledger"), &testKey, nil)
		require.NoError(t, err)
		if c.want == "" {
			require.Nil(t, ours.Problem)
		} else {
			require.Equal(t, c.want, fmt.Sprintf("file %d seq %d:", ours.Problem.File, ours.Problem.Seq), c.name)
		}
		for who, verify := range strangers {
			whole := "entries are whole"
			for _, k := range []string{"", key} {
				got := verify(filepath.Join(dir, "ledger"), k)
				if c.want == "" || c.keyed && k == "" {
					require.Contains(t, got, whole, "%s, %s", who, c.name)
					continue
				}
				require.True(t, strings.HasPrefix(got, c.want), "%s, %s: %s", who, c.name, got)
			}
		}
	}
}

// stranger is a verifier that uses none of this package.
func stranger(dir, keyFile string) string {
	say := func(file, seq int, what string) string { return fmt.Sprintf("file %d seq %d: %s", file, seq, what) }
	pattern := regexp.MustCompile(`^{"seq":(0|[1-9][0-9]*),"type":"(GENESIS|BOOT|CLAIM|VERIFY|RETRACT|META)","prevHash":"([0-9a-f]{64})","data":({.*}),"hash":"([0-9a-f]{64})"}$`)
	var marked []string // n, first, file, seq, hash, time
	if keyFile != "" {
		text, _ := os.ReadFile(keyFile)
		key, _ := base64.StdEncoding.DecodeString(strings.TrimSpace(string(text)))
		raw, _ := os.ReadFile(filepath.Join(dir, "head"))
		if len(raw) != 512 {
			return say(0, 0, "bad head mark")
		}
		newest := uint64(0)
		for at := 0; at < 512; at += 256 {
			slot := strings.TrimRight(string(raw[at:at+256]), " \n")
			cut := max(0, strings.LastIndexByte(slot, ' '))
			mac := hmac.New(sha256.New, key)
			mac.Write([]byte("provenance-v1 ledger-head\n" + slot[:cut]))
			if fmt.Sprintf("%-255s\n", slot[:cut]+" "+hex.EncodeToString(mac.Sum(nil))) != string(raw[at:at+256]) {
				return say(0, 0, "bad head mark")
			}
			fields := strings.Fields(slot[:cut])[1:]
			if n, _ := strconv.ParseUint(fields[0], 10, 64); n >= newest {
				newest, marked = n, fields
			}
		}
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	entries, tail, reached := 0, "", false
	file, seq := 1, -1
	for ; len(names) > 0; file++ {
		data, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%08d.jsonl", file)))
		if err != nil {
			if filepath.Base(names[len(names)-1]) > fmt.Sprintf("%08d.jsonl", file) {
				return say(file, 0, "missing")
			}
			break
		}
		prev := strings.Repeat("0", 64)
		seq = -1
		for text := range strings.Lines(string(data)) {
			seq++
			m := pattern.FindStringSubmatch(strings.TrimSuffix(text, "\n"))
			if m == nil || !strings.HasSuffix(text, "\n") || m[1] != strconv.Itoa(seq) || m[3] != prev || (seq == 0) != (m[2] == "GENESIS") {
				return say(file, seq, "not the next entry")
			}
			if sum := sha256.Sum256([]byte(m[3] + "|" + m[1] + "|" + m[2] + "|" + m[4])); hex.EncodeToString(sum[:]) != m[5] {
				return say(file, seq, "altered")
			}
			if seq == 0 && file > 1 && !strings.Contains(m[4], `"continues_from":"`+tail+`"`) {
				return say(file, seq, "does not continue")
			}
			prev = m[5]
			entries++
			reached = reached || marked != nil && marked[2] == strconv.Itoa(file) && marked[3] == m[1] && marked[4] == m[5]
		}
		tail = prev
	}
	if marked != nil && !reached {
		return say(file-1, seq+1, "does not reach the head mark")
	}
	return fmt.Sprintf("%d entries are whole", entries)
}
