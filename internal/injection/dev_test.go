package injection_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/injection"
)

// TestWritesPredictions reads the lines of INJECTION_GOLD ({"id","text"} and more) and writes the
// scorer's predictions to INJECTION_PREDICTIONS.
func TestWritesPredictions(t *testing.T) {
	gold, predictions := os.Getenv("INJECTION_GOLD"), os.Getenv("INJECTION_PREDICTIONS")
	if gold == "" {
		return // not requested
	}
	raw, err := os.ReadFile(gold)
	require.NoError(t, err)
	var out bytes.Buffer
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var line struct{ ID, Text string }
		require.NoError(t, json.Unmarshal(lines.Bytes(), &line))
		findings := injection.Scan(line.Text)
		b, err := json.Marshal(map[string]any{
			"id":       line.ID,
			"flag":     injection.Flagged(findings),
			"findings": findings,
			"text":     injection.Neutralize(line.Text, findings),
		})
		require.NoError(t, err)
		out.Write(append(b, '\n'))
	}
	require.NoError(t, lines.Err())
	require.NoError(t, os.WriteFile(predictions, out.Bytes(), 0o600))
}
