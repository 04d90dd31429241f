package hooks

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestATextIsItsLettersAndDigitsInAnyScript(t *testing.T) {
	require.Equal(t, "fünfäpfelfür3你好", letters("**Fünf** [Äpfel](https://example.com/a_b) für 3 €\n你好", mostLetters))
	require.Equal(t, "abc", letters("abcdef", 3))
	require.Equal(t, "axb", letters("[a](x b", mostLetters), "an address that does not end is none")
}

func TestWordsAreHeldByOneTextWholeOrCutShort(t *testing.T) {
	texts := []string{letters("Delete nothing today.", mostLetters), letters("It is done, see below.", mostLetters)}
	require.True(t, holds(texts, "delete *nothing*"))
	require.True(t, holds(texts, "It is …[omitted]… below.…[truncated]"))
	require.False(t, holds(texts, "delete below"))
	require.False(t, holds(texts, "Delete …[omitted]… below."), "the pieces of two texts are no text")
	require.False(t, holds(nil, "x"))
	require.True(t, holds(nil, "👍"), "nothing is said")
	require.True(t, holds([]string{letters(strings.Repeat("long ", 5000)+" and its end", 1<<16)}, "its end"))
}

func TestWhatASessionSaidIsKnownAgainInPartsAndBetweenOtherWords(t *testing.T) {
	w := newWords()
	said := func(text, butFor string) (sessions []string) {
		for _, by := range w.saidBy(text, butFor, mostLetters) {
			sessions = append(sessions, by.session)
		}
		return sessions
	}
	w.add("The news of the day: all is well.", "a", fewest)
	w.add("ok", "b", fewest)
	require.Equal(t, []string{"a"}, said("the news of the day", "c"))
	require.Equal(t, []string{"a"}, said("First: The news of the day: all is well. Second: nothing.", "c"))
	require.Empty(t, said("The news of the day: all is well.", "a"))
	require.Empty(t, said("ok", "c"), "any text may hold that")
	require.Empty(t, said("a book", "c"))
	w.add("The news of the day: all is well.", "b", fewest)
	require.Equal(t, []string{"a", "b"}, said("the news of the day", "c"))
	w.add("...", "a", fewest)
	require.Empty(t, said("!", "c"))
}

func TestWhoSpeaksIsNamedOnceAndIsAnotherOneThanBeforeItBeganAnew(t *testing.T) {
	a, b, former := &speaker{session: "a"}, &speaker{session: "b"}, &speaker{session: "a", former: true, level: "untrusted"}
	again := *former
	require.Equal(t, []*speaker{former, b}, others([]*speaker{a, former, b, &again, {session: "b"}}, "a"))
	require.Equal(t, []*speaker{a, former}, others([]*speaker{a, former, a}, "b"))
}

func TestAMapForgetsWhatWasSetLongestAgo(t *testing.T) {
	m := newBounded[int](2)
	m.set("a", 1)
	m.set("b", 2)
	m.set("a", 3)
	m.set("c", 4)
	var keys []string
	for key := range m.all() {
		keys = append(keys, key)
		m.delete(key)
	}
	require.Equal(t, []string{"a", "c"}, keys)
	require.False(t, m.has("a"))
	require.False(t, m.delete("a"))
}
