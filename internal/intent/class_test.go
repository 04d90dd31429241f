package intent_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/provenanced/provenanced/internal/intent"
)

func TestClassesByName(t *testing.T) {
	for want, name := range []string{"read", "write", "send", "exec", "trade"} {
		c, err := ParseClass(name)
		require.NoError(t, err)
		require.Equal(t, Class(want), c)
		require.Equal(t, name, c.String())
		require.True(t, All.Has(c))
	}
	for _, name := range []string{"", "Read", "reads", "read ", "all", "class(5)"} {
		_, err := ParseClass(name)
		require.Error(t, err, name)
	}
	require.Equal(t, "class(5)", Class(5).String())
}

func TestASetOfClasses(t *testing.T) {
	var none Classes
	readSend := Of(Read, Send)

	require.False(t, none.Has(Read), "the zero value holds nothing")
	require.Equal(t, none, Of())
	require.True(t, readSend.Has(Read))
	require.False(t, readSend.Has(Write))
	require.Equal(t, readSend, none.With(Send).With(Read))
	require.Equal(t, Of(Read, Write, Send), readSend.Or(Of(Write, Send)))
	require.Equal(t, Of(Send), readSend.And(Of(Write, Send)))
	require.Equal(t, Of(Read), readSend.Without(Of(Write, Send)))
	require.Equal(t, All, Of(Read, Write, Send, Exec, Trade))
}

func TestASetHoldsNoClassThatIsNone(t *testing.T) {
	for _, c := range []Class{5, 7, 8, 255} {
		require.False(t, All.Has(c), c)
		require.Equal(t, Classes(0), Of(c), c)
	}
}

func TestASetIsWritten(t *testing.T) {
	for _, tt := range []struct {
		set   Classes
		names []string
		text  string // for machines
		words string // for people
	}{
		{0, []string{}, "", "nothing"},
		{Of(Read), []string{"read"}, "read", "read"},
		{Of(Send, Read), []string{"read", "send"}, "read+send", "read, send"},
		{Of(Trade), []string{"trade"}, "trade", "trade"},
		{All, []string{"read", "write", "send", "exec", "trade"}, "read+write+send+exec+trade", "read, write, send, exec, trade"},
	} {
		require.Equal(t, tt.names, tt.set.Names(), "never nil, and in order")
		require.Equal(t, tt.words, tt.set.String())
		text, err := tt.set.MarshalText()
		require.NoError(t, err)
		require.Equal(t, tt.text, string(text))
	}
}

func TestEverySetReadsBack(t *testing.T) {
	for want := Classes(0); want <= All; want++ {
		text, err := want.MarshalText()
		require.NoError(t, err)
		got := All
		require.NoError(t, got.UnmarshalText(text))
		require.Equal(t, want, got)
	}
}

func TestWhatIsNoSetIsRefused(t *testing.T) {
	for _, text := range []string{
		"nothing", "Read", "+", "read+", "+read", "read++send", "read,send", "read, send", "read send",
		"send+read",           // out of order
		"read+read",           // twice
		"read+write+send+pay", // no such class
	} {
		got := All
		require.Error(t, got.UnmarshalText([]byte(text)), text)
		require.Equal(t, Classes(0), got, "%q leaves nothing", text)
	}
}
