package hmacauth

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDerive(t *testing.T) {
	a, b := Key{1}, Key{2}
	require.Equal(t, a.Derive("x", "n"), a.Derive("x", "n"))
	require.NotEqual(t, a.Derive("x", "n"), b.Derive("x", "n"))
	require.NotEqual(t, a.Derive("x", "n"), a.Derive("y", "n"))
	require.NotEqual(t, a.Derive("x", "yn"), a.Derive("xy", "n"))
	require.Regexp(t, "^[0-9a-f]{8}$", a.ApprovalCode("n"))
	require.NotEqual(t, a.ApprovalCode("n"), a.ApprovalCode("m"))
}
