package injection

import (
	"fmt"
	"sync"
)

// known is the content of the tables.
var known = sync.OnceValue(func() *tables {
	return must(readTables(tableFiles, map[string][]string{"turned-orders": turned(cipherOrders), "turned": turned(cipherWords)}))
})

// attacks is everything that the scan looks for. It is built for the first text, since most
// programs that import this package rarely scan any.
var attacks = sync.OnceValue(func() *lexicon {
	l := must(compile(known().phrases))
	l.turnedWord, l.unseenElement = l.named("turned-word"), l.named("unseen-element")
	return l
})

// subjects are the topics of texts about attacks; each counts once.
var subjects = sync.OnceValue(func() *lexicon { return must(compile(known().subjects)) })

// must panics if an embedded table is invalid, which a test prevents.
func must[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Errorf("internal/injection: %w", err))
	}
	return v
}
