package hooks

import (
	"container/list"
	"iter"
)

// bounded is a map that drops its oldest entry instead of growing without bound. Entries must be
// safe to lose.
type bounded[V any] struct {
	most  int
	found map[string]*list.Element
	order list.List // the oldest first
}

type entry[V any] struct {
	key   string
	value V
}

func newBounded[V any](most int) *bounded[V] {
	return &bounded[V]{most: most, found: map[string]*list.Element{}}
}

func (b *bounded[V]) get(key string) (value V, ok bool) {
	if e := b.found[key]; e != nil {
		return e.Value.(entry[V]).value, true
	}
	return value, false
}

func (b *bounded[V]) has(key string) bool { return b.found[key] != nil }

// set adds or replaces an entry, which becomes the newest.
func (b *bounded[V]) set(key string, value V) {
	b.delete(key)
	b.found[key] = b.order.PushBack(entry[V]{key, value})
	if b.order.Len() > b.most {
		b.delete(b.order.Front().Value.(entry[V]).key)
	}
}

func (b *bounded[V]) delete(key string) bool {
	e := b.found[key]
	if e != nil {
		b.order.Remove(e)
		delete(b.found, key)
	}
	return e != nil
}

// all yields the oldest entry first. The current one may be deleted.
func (b *bounded[V]) all() iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for e := b.order.Front(); e != nil; {
			next := e.Next()
			at := e.Value.(entry[V])
			if !yield(at.key, at.value) {
				return
			}
			e = next
		}
	}
}
