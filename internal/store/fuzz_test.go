package store

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// A record accepted from a ledger is written again as the same canonical JSON, and can be
// applied to a state.
func FuzzRecord(f *testing.F) {
	for _, s := range []string{
		`{"hook":"ping","session":"","taint":"trusted","time":"2026-02-01T09:30:00Z"}`,
		`{"agent":"main","changes":[{"flag":true,"level":"trusted","op":"turn_started","sender":"1","text":"owner DM"},{"cause":{"at":"2026-02-01T09:30:00Z","reason":"web_fetch response","tool":"web_fetch","turn":1},"op":"tainted"},{"n":1,"op":"llm_call"},{"node":{"kind":"tool_call","level":"untrusted","text":"x","tool":"exec"},"op":"node"},{"edge":{"from":0,"relation":"produces","to":0},"op":"edge"},{"callId":"c","n":-1,"op":"call","status":1,"tool":"exec"},{"nonce":"00","op":"code_issued","tools":["exec"],"until":"2026-02-01T09:32:00Z"},{"op":"granted","tools":["exec"],"once":true,"callId":"c","n":1},{"op":"grant_used"},{"op":"code_closed"},{"op":"reset","level":"trusted","flag":true},{"op":"turn_ended"}],"hook":"before_tool_call","session":"s","taint":"untrusted","time":"2026-02-01T09:30:00.123456789Z","turn":1,"judgement":{"level":"untrusted","mode":"confirm","reasons":[{"layer":"call","mode":"confirm","text":"t"}],"tool":"exec","verdict":"deny"}}`,
		`{"changes":[{"op":"vouched"}],"hook":"x","session":"s","taint":"trusted","time":"2026-02-01T09:30:00Z"}`,
		`{"changes":[{"op":"edge"}],"hook":"x","session":"s","taint":"trusted","time":"2026-02-01T09:30:00Z"}`,
		`{"changes":[{"op":"turn_ended"},{"op":"code_joined"},{"op":"call_status","callId":"x"},{"op":"grant_used","n":-1},{"op":"answered"},{"op":"fresh"},{"op":"owner"}],"hook":"x","session":"s","taint":"trusted","time":"0001-01-01T00:00:00Z"}`,
		`{"changes":[{"op":"vouched","vouched":{"mark":"00000000000000000000000000000000","n":1,"scope":"read+exec","source":"human"}},{"op":"observed","observed":{"mark":"00000000000000000000000000000000"}},{"op":"told","mark":"00000000000000000000000000000000"},{"op":"authority","authority":{"scope":"read"}},{"op":"auth","flag":true},{"op":"taken_over"}],"hook":"x","session":"s","taint":"trusted","time":"2026-02-01T09:30:00+01:00"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := decodeRecord(data)
		if err != nil {
			require.Nil(t, r)
			return
		}
		var state session.State
		state.Apply(r)
		state.Apply(r)
		again, err := appendRecord(nil, r)
		require.NoError(t, err)
		r2, err := decodeRecord(again)
		require.NoError(t, err, string(again))
		want, err := json.Marshal(r2, json.Deterministic(true))
		require.NoError(t, err)
		text := jsontext.Value(want)
		require.NoError(t, text.Canonicalize())
		require.Equal(t, string(text), string(again))
		third, err := appendRecord(nil, r2)
		require.NoError(t, err)
		require.Equal(t, string(again), string(third))
	})
}

// The directory of staged writes may have been tampered with: its content is read as it was
// written, or not at all.
func FuzzStaged(f *testing.F) {
	good := staged{
		ID: "b1", Session: "s", Tool: "write", Operation: "write", Path: "/ws/MEMORY.md", Workspace: "/ws",
		Targets: []target{{Named: "MEMORY.md", Resolved: "/ws/MEMORY.md"}}, Level: trust.External, At: time.Unix(1770000000, 0).UTC(),
	}
	meta, err := good.encode()
	require.NoError(f, err)
	f.Add(meta, []byte(`{"path":"MEMORY.md","content":"x"}`))
	f.Add([]byte(`{"id":"b1"}`), []byte(`{}`))
	f.Add([]byte(`{"id":"b2"}`), []byte(``))
	f.Add([]byte(`{"id":"b1","operation":"patch"}`), []byte(`{"input":"*** Begin Patch\n*** Add File: ../../x\n+y\n*** End Patch"}`))
	f.Add([]byte(`{"id":"b1","operation":"edit"}`), []byte(`{"edits":[{"oldText":"a","newText":"b"}]}`))
	f.Add([]byte(`{"id":"b1","more":1}`), []byte(`null`))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, meta, params []byte) {
		root, err := os.MkdirTemp(dir, "staged")
		require.NoError(t, err)
		defer os.RemoveAll(root)
		b := &Blocked{dir: root}
		place := filepath.Join(root, "b1")
		require.NoError(t, os.Mkdir(place, 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(place, metaFile), meta, 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(place, paramsFile), params, 0o600))
		s, err := b.load("b1")
		if err != nil {
			return
		}
		require.Equal(t, "b1", s.ID)
		again, err := s.encode()
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(place, metaFile), again, 0o600))
		s2, err := b.load("b1")
		require.NoError(t, err)
		third, err := s2.encode()
		require.NoError(t, err)
		require.Equal(t, string(again), string(third))
		_ = s.newText()
		for _, name := range s.named() {
			require.True(t, name != "" || s.Operation != "patch")
		}
	})
}
