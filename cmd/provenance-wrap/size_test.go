package main

import (
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The wrapper is in every sandbox and starts for every call, so it contains what it needs to
// ask the daemon, and nothing that judges, stores or runs anything.
func TestItIsSmall(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	require.NoError(t, err)
	const module = "github.com/provenanced/provenanced/"
	var own, others []string
	for dep := range strings.FieldsSeq(string(out)) {
		if ours, ok := strings.CutPrefix(dep, module); ok {
			own = append(own, ours)
		} else if first, _, _ := strings.Cut(dep, "/"); strings.Contains(first, ".") && first != "golang.org" {
			others = append(others, path.Join(strings.Split(dep, "/")[:3]...))
		}
	}
	require.ElementsMatch(t, []string{"cmd/provenance-wrap", "internal/hmacauth", "internal/jsonstring", "internal/lanes", "internal/paths", "internal/wire", "internal/tools/wrap"}, own)
	require.Equal(t, []string{"github.com/go-json-experiment/json"}, slices.Compact(slices.Sorted(slices.Values(others))))
}
