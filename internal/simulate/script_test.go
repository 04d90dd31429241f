package simulate

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The mistakes of a script are told in the same order each time.
func TestMistakesHaveAnOrder(t *testing.T) {
	for range 20 {
		_, err := Parse([]byte("steps:\n- call: exec\n  group: b\n  channel: a\n  says: c\n"), "f")
		require.EqualError(t, err, "f:5:9: steps[0].says belongs to a message\nf:4:12: steps[0].channel belongs to a message\nf:3:10: steps[0].group belongs to a message")
	}
	s, err := Parse([]byte("steps:\n- sender: ann\n  says: hello\n  channel: a\n  group: b\n- owner: hi\n  group: c\n"), "f")
	require.NoError(t, err)
	require.Equal(t, Step{Line: 2, Says: &Speaker{ID: "ann", Channel: "a", Group: "b"}, Text: "hello"}, s.Steps[0])
	require.Equal(t, Step{Line: 6, Says: &Speaker{ID: "111", Owner: true, Group: "c"}, Text: "hi"}, s.Steps[1])
}
