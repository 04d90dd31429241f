package engine

import (
	"context"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/trust"
)

// A watermark file only lowers, whatever is in it.
func FuzzImportWatermarks(f *testing.F) {
	for _, text := range []string{
		`{"version":1,"watermarks":{"a":{"level":"trusted"},"b":{"level":"external","reason":"r","escalatedAt":"2099-01-01T00:00:00Z","escalatedBy":"t","resetHistory":[]},"new":{"level":"untrusted"}}}`,
		`{"version":2,"watermarks":{}}`, `{"version":1}`, `{"version":1,"watermarks":{"":{"level":"untrusted"},"a":{"level":"owner"},"b":{"level":"shared","reason":"\u0000"}}}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var file WatermarkFile
		if json.Unmarshal(text, &file) != nil {
			return
		}
		h := newHost(t, "")
		h.open("a", stranger).turn("hello")
		h.open("b", owner).turn("hello")
		before := map[string]trust.Level{"a": trust.External, "b": trust.Trusted}
		n, err := h.engine.ImportWatermarks(context.Background(), file)
		if file.Version != 1 || file.Watermarks == nil {
			require.ErrorIs(t, err, decide.ErrRefused)
		} else {
			require.NoError(t, err)
		}
		rows, err := h.engine.Sessions("", 0)
		require.NoError(t, err)
		lowered := 0
		for _, row := range rows {
			was, known := before[row.Session]
			if !known {
				was = trust.Trusted
			}
			require.LessOrEqual(t, row.Level, was)
			if row.Level < was {
				lowered++
				require.Equal(t, file.Watermarks[row.Session].Level, row.Level)
			}
		}
		require.Equal(t, n, lowered)
	})
}
