package policy_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/policy"
)

const referenceFile = "../../docs/POLICY-REFERENCE.md"

func TestReferenceIsCurrent(t *testing.T) {
	page, err := policy.Reference()
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(referenceFile, page, 0o644))
	}
	onDisk, err := os.ReadFile(referenceFile)
	require.NoError(t, err)
	require.Equal(t, string(page), string(onDisk), "run go generate ./internal/policy")
}
