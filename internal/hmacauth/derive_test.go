package hmacauth

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDerive(t *testing.T) {
	a, b := Key{1}, Key{2}
	require.Equal(t, a.Derive("x", []byte("n")), a.Derive("x", []byte("n")))
	again := a.Deriver()
	for range 2 {
		require.Equal(t, a.Derive("x", []byte("n")), again.Derive("x", []byte("n")))
		require.Equal(t, a.Derive("y", []byte("n")), again.Derive("y", []byte("n")))
	}
	require.NotEqual(t, a.Derive("x", []byte("n")), b.Derive("x", []byte("n")))
	require.NotEqual(t, a.Derive("x", []byte("n")), a.Derive("y", []byte("n")))
	require.NotEqual(t, a.Derive("x", []byte("yn")), a.Derive("xy", []byte("n")))
	require.Regexp(t, "^[0-9a-f]{8}$", a.ApprovalCode("n"))
	require.NotEqual(t, a.ApprovalCode("n"), a.ApprovalCode("m"))
}
