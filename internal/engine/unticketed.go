package engine

import (
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// If the owner has allowed calls of wrapped tools without a ticket, a program can leave its ticket
// out, and may belong to any session that existed before. What such a session reads back from then
// on may be what that program was given.

// sandboxes are the keys of those sessions.
type sandboxes struct {
	mu   sync.Mutex
	keys map[string]bool
	read bool // the index was asked
}

func (x *sandboxes) add(key string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.keys == nil {
		x.keys = map[string]bool{}
	}
	x.keys[key] = true
}

func (x *sandboxes) all(index Index) ([]string, error) {
	x.mu.Lock()
	read := x.read
	x.mu.Unlock()
	if !read {
		err := index.Each(session.Subject{Kind: session.Programs}.Key(), nil, func(snap session.Snapshot) error {
			if session.SubjectOf(snap.Key).Kind != session.Programs {
				return errEnough
			}
			x.add(snap.Key)
			return nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			return nil, err
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.read = true
	if len(x.keys) == 0 {
		return nil, nil
	}
	return slices.Sorted(maps.Keys(x.keys)), nil
}

// unticketed returns what programs without a ticket have seen and a session may have got; nil if
// there are none. The caller holds s.mu.
func (e *Engine) unticketed(s *resident) (all *session.Shared, err error) {
	keys, err := e.sandboxes.all(e.opt.Index)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		ran, err := e.other(session.SubjectOf(key), s.key)
		if err != nil {
			return nil, err
		}
		if ran != nil && ran.Level < trust.Trusted && !ran.Unticketed.IsZero() && !ran.Unticketed.Before(s.state.Since) {
			all = all.With(ran)
		}
	}
	return all, nil
}
