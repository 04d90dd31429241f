package ledger

import (
	"context"
	"fmt"
	"sync"
)

// stage is one step of an entry's way to the disk. It is done in rounds, one at a time, each
// for all entries that are ready when it begins. A Log's mu guards it.
type stage struct {
	done    Position // how far it has come
	busy    bool
	over    chan struct{} // closed when the round ends; nil while nobody waits
	rounds  uint64        // begun
	failed  uint64        // the last round that failed
	strikes int           // failures since the last success
	err     error         // why the last one failed
}

// reach returns when s has reached p. A caller that finds no round in progress runs one; the
// others wait for it, and return its error only if it began after they came. It is called with
// mu held and releases it in between, as run does.
func (l *Log) reach(ctx context.Context, s *stage, run func() error, p Position) error {
	came := s.rounds
	for s.done.Before(p) {
		if s.failed > came {
			return fmt.Errorf("%w: %w", ErrFailing, s.err)
		}
		if l.closed {
			return ErrClosed
		}
		if s.busy {
			if err := s.await(ctx, &l.mu); err != nil {
				return err
			}
			continue
		}
		s.busy = true
		s.rounds++
		round := s.rounds
		was := l.failing() != nil
		err := run()
		s.busy = false
		if s.over != nil {
			close(s.over)
			s.over = nil
		}
		if err != nil {
			s.failed, s.err = round, err
			s.strikes++
		} else {
			s.strikes = 0
		}
		if was != (l.failing() != nil) {
			l.changed.Store(true)
		}
	}
	return nil
}

// await waits for the end of the current round.
func (s *stage) await(ctx context.Context, mu *sync.Mutex) error {
	if s.over == nil {
		s.over = make(chan struct{})
	}
	over := s.over
	mu.Unlock()
	defer mu.Lock()
	select {
	case <-over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// wait returns when no round is in progress.
func (s *stage) wait(mu *sync.Mutex) {
	for s.busy {
		_ = s.await(context.Background(), mu) // never cancelled
	}
}
