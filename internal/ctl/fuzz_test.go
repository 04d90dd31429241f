package ctl

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/ledger"
)

// People also look at ledgers that verify rejects: every line is shown, and nothing else,
// whatever they contain.
func FuzzTrail(f *testing.F) {
	entry := func(typ, data string) string {
		return `{"seq":1,"type":"` + typ + `","prevHash":"` + ledger.ZeroHash + `","data":` + data + `,"hash":"` + ledger.ZeroHash + "\"}\n"
	}
	for _, text := range []string{
		"", "\n\n", "{}\n", "torn", entry("GENESIS", `{"continues_from":"x"}`), entry("META", `{"what":"boot","version":1}`), entry("CLAIM", `[]`),
		entry("CLAIM", `{"hook":"before_tool_call","session":"s","taint":"untrusted","time":"2026-02-01T09:30:00Z","turn":1,"judgement":{"level":"untrusted","mode":"confirm","reasons":[],"tool":"exec","verdict":"deny"}}`),
		entry("VERIFY", `{"changes":[{"op":"vouched"},{"op":"authority"},{"op":"tainted"},{"op":"node"},{"op":"edge"},{"op":"granted"},{"op":"observed"},{"op":"told"},{"op":"code_issued"},{"op":"reset"},{"op":"x"}]}`),
		entry("CLAIM", `{"ran":{"ms":-9223372036854775808,"exitCode":9999999999},"cleaned":{},"inauthentic":[{}]}`),
		entry("CLAIM", `{"session":"\u001b[31m\u202e","hook":"\u0000"}`) + "x\n",
	} {
		f.Add([]byte(text))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text []byte) {
		own, err := os.MkdirTemp(dir, "ledger")
		require.NoError(t, err)
		defer os.RemoveAll(own)
		require.NoError(t, os.WriteFile(own+"/"+ledger.FileName(1), text, 0o600))
		var lines [][]byte
		tr := trail{dir: own, file: 1}
		require.NoError(t, tr.read(func(s *stored) error {
			lines = append(lines, s.line)
			_ = (&filter{}).keeps(s)
			return nil
		}))
		whole := text[:bytes.LastIndexByte(text, '\n')+1]
		require.EqualValues(t, len(whole), tr.at)
		require.Len(t, lines, bytes.Count(text, []byte("\n")))
		if len(lines) > 0 {
			require.Equal(t, string(whole), string(bytes.Join(lines, []byte("\n")))+"\n")
		}
	})
}
