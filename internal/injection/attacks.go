package injection

import (
	"fmt"
	"sync"
)

// known is what the tables say.
var known = sync.OnceValue(func() *tables {
	return must(readTables(tableFiles, map[string][]string{"turned-orders": turned(cipherOrders), "turned": turned(cipherWords)}))
})

// attacks is everything that is looked for. It is built for the first text: most
// runs of the programs that know it scan none.
var attacks = sync.OnceValue(func() *lexicon {
	l := must(compile(known().phrases))
	l.turnedWord, l.unseenElement = l.named("turned-word"), l.named("unseen-element")
	return l
})

// subjects are what a text about attacks speaks of; each counts once.
var subjects = sync.OnceValue(func() *lexicon { return must(compile(known().subjects)) })

// must panics where a table cannot be read: with it the program was built wrong.
func must[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Errorf("internal/injection: %w", err))
	}
	return v
}
