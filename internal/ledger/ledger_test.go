package ledger

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
)

// The four vectors of seed 002, which its two authors computed independently.
const (
	genesisHash  = "9fff5bccc8fa2677ae9435a31eec9e09009b9e79001e2de21383eead7cb3f280"
	appendHash   = "67a19fda4bc5c48e6b54fde0d57bf514eed5a36bf6a30221f06ac2dd2b2cb1c2"
	tamperedHash = "fcf9837312ced82df335dbf3f27865345409990798ee0c981091b38c97a15ae7"
	gapHash      = "b0f6df50742434b3cebd9a47a944f17b8422725a0bc3c34ca12a8d8ee4a690c9"
)

func TestSeedVectors(t *testing.T) {
	for _, v := range []struct {
		name, prev string
		seq        uint64
		typ        Type
		data, hash string
	}{
		{"genesis", ZeroHash, 0, Genesis, `{"agent":"bernard","created":"2026-02-21T18:00:00Z","version":"1.0"}`, genesisHash},
		{"T4 append", genesisHash, 1, Claim, `{"text":"test claim"}`, appendHash},
		{"T5 tamper", genesisHash, 1, Claim, `{"text":"TAMPERED claim"}`, tamperedHash},
		{"T6 gap", appendHash, 3, Claim, `{"text":"skipped seq 2"}`, gapHash},
	} {
		t.Run(v.name, func(t *testing.T) {
			require.Equal(t, v.hash, Hash(v.prev, v.seq, v.typ, jsontext.Value(v.data)))
		})
	}
}

func TestCanonicalIsRFC8785(t *testing.T) {
	inputs, err := filepath.Glob("testdata/rfc8785/input/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, inputs)
	for _, name := range inputs {
		t.Run(filepath.Base(name), func(t *testing.T) {
			in, err := os.ReadFile(name)
			require.NoError(t, err)
			want, err := os.ReadFile(filepath.Join("testdata/rfc8785/output", filepath.Base(name)))
			require.NoError(t, err)

			// Vectors that are arrays are wrapped in an object, as entry data is always one.
			in = append(append([]byte(`{"v":`), in...), '}')
			want = append(append([]byte(`{"v":`), bytes.TrimSpace(want)...), '}')
			got, err := Canonical(in)
			require.NoError(t, err)
			require.Equal(t, string(want), string(got))

			again, err := Canonical(got)
			require.NoError(t, err)
			require.Equal(t, got, again)
		})
	}
}

func TestCanonicalLeavesItsInputAlone(t *testing.T) {
	in := jsontext.Value(`{"b":1, "a":2}`)
	require.Equal(t, `{"a":2,"b":1}`, string(canonical(t, string(in))))
	require.Equal(t, `{"b":1, "a":2}`, string(in))
}

func TestCanonicalRefuses(t *testing.T) {
	for _, data := range []string{`[]`, `"text"`, `1`, `null`, ``} {
		_, err := Canonical(jsontext.Value(data))
		require.ErrorIs(t, err, errNotObject, data)
	}
	for name, data := range map[string]string{
		"duplicate key":  `{"a":1,"a":2}`,
		"lone surrogate": `{"a":"\ud800"}`,
		"bad UTF-8":      "{\"a\":\"\xff\"}",
		"half an object": `{"a":1`,
		"trailing data":  `{"a":1}{}`,
	} {
		_, err := Canonical(jsontext.Value(data))
		require.Error(t, err, name)
	}
}

func canonical(t *testing.T, data string) jsontext.Value {
	t.Helper()
	c, err := Canonical(jsontext.Value(data))
	require.NoError(t, err)
	return c
}
