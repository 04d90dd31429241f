package supervisor

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func FuzzReadSpec(f *testing.F) {
	one := Spec{Path: "/bin/p", Args: []string{"p", "-a", ""}, Env: []string{"A=1"}, Dir: "/", Terminal: true, KillAfter: -1}
	f.Add(one.Append(nil))
	f.Add((&Spec{Path: "/p", Args: []string{"p"}, Dir: "/"}).Append(nil))
	f.Add([]byte("\x00\x00\x00\x0ea\x00b\x001\x00+1\x0001\x00c\x00"))
	f.Add([]byte("\x00\x80\x00\x01"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		s, err := readSpec(bytes.NewReader(stream))
		if err != nil {
			require.ErrorIs(t, err, errSpec)
			require.Nil(t, s)
			return
		}
		require.NotEmpty(t, s.Args)
		again, err := readSpec(bytes.NewReader(s.Append(nil)))
		require.NoError(t, err)
		require.Equal(t, s, again)
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("\x03\x00\x00\x00\x00\x00\x00\x2a"))
	f.Add([]byte("\xff"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		m, err := Read(bytes.NewReader(stream))
		require.Equal(t, len(stream) >= messageSize, err == nil)
		if err != nil {
			return
		}
		var again bytes.Buffer
		require.NoError(t, m.Write(&again))
		m2, err := Read(&again)
		require.NoError(t, err)
		require.Equal(t, m, m2)
	})
}
