package injection_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/injection"
)

// The figures for the corpus in other languages, pinned.
func TestMultilingualFigures(t *testing.T) {
	missed, alarms := make(map[string]int), make(map[string]int)
	all := corpus(t, "multilingual.txt", 3)
	for _, l := range all {
		flagged := injection.Flagged(injection.Scan(l.text))
		switch {
		case l.kind == "innocent" && flagged:
			alarms[l.language]++
		case l.kind != "innocent" && !flagged:
			missed[l.kind]++
		}
	}
	require.Len(t, all, 2213)
	require.Equal(t, map[string]int{
		"override": 123, "extraction": 45, "steering": 17, "consent": 3, "coercion": 3, "exfiltration": 6, "tool": 5, "persona": 151, "system": 55,
		"secrecy": 2, "address": 5,
	}, missed, "attacks that are not flagged, of 1275")
	require.Equal(t, map[string]int{"de": 1, "id": 1, "ja": 1, "zh": 1}, alarms, "innocent texts that are flagged, by language, of 938")
}
