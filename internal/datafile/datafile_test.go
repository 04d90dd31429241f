package datafile

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRead(t *testing.T) {
	var lines []Line
	require.NoError(t, Read("f.txt", []byte("# a comment\n\none \t\n\t# no comment\n  two"), 20, func(l Line) error {
		lines = append(lines, l)
		return nil
	}))
	require.Equal(t, []Line{{Place{"f.txt", 3}, "one"}, {Place{"f.txt", 4}, "\t# no comment"}, {Place{"f.txt", 5}, "  two"}}, lines)

	wrong := errors.New("wrong")
	err := Read("f.txt", []byte("a\nb\nc"), 20, func(l Line) error {
		if l.Text == "b" {
			return l.Errorf("%q: %w", l.Text, wrong)
		}
		return nil
	})
	require.EqualError(t, err, `f.txt:2: "b": wrong`)
	require.ErrorIs(t, err, wrong)

	err = Read("f.txt", []byte("a\nfar too long"), 5, func(Line) error { return nil })
	require.EqualError(t, err, "f.txt:2: line of more than 5 bytes: bufio.Scanner: token too long")
}
