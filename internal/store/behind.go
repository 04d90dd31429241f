package store

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/ledger"
)

const (
	saveEvery = time.Second
	// maxBehind is how many sessions may wait for that. When more have changed they are saved
	// sooner: until then they take memory.
	maxBehind = 1 << 14
	lookEvery = saveEvery / 20
	// forgetEvery is longer, since each time looks at every session in memory.
	forgetEvery = time.Minute
)

// writeBehind keeps the index up with the engine.
func (s *Store) writeBehind() {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	forget := time.NewTicker(min(forgetEvery, s.opt.Idle))
	defer forget.Stop()
	// Save what the start folded in at once: a daemon that keeps dying young would
	// otherwise fold more each time.
	s.saved(s.save(context.Background()))
	last := time.Now()
	for {
		select {
		case <-s.stop:
			return
		case <-look.C:
			if time.Since(last) < saveEvery && s.engine.Changed() < maxBehind {
				continue
			}
			last = time.Now()
			s.saved(s.save(context.Background()))
			if n := s.engine.Shed(s.opt.Memory); n > 0 {
				s.opt.Log.Debug("sessions left memory to make room", zap.Int("sessions", n))
			}
		case <-forget.C:
			if n := s.engine.Forget(s.opt.Now().Add(-s.opt.Idle)); n > 0 {
				s.opt.Log.Debug("idle sessions left memory", zap.Int("sessions", n))
			}
		}
	}
}

// save brings the index up to the ledger. It never gets ahead of what is on disk
// there: after a crash it would know of events that nobody can show.
func (s *Store) save(ctx context.Context) error {
	s.engine.CatchUp()
	upTo := s.log.Last() // before Dirty, which then has every record up to it
	list := s.engine.Dirty()
	files, texts := s.engine.DirtyFiles(), s.engine.DirtyPrints()
	halts, halted := s.engine.DirtyHalts()
	if len(list)+len(files)+len(texts) == 0 && !halted {
		return nil
	}
	end := upTo
	if len(files)+len(texts) > 0 || halted {
		end = s.log.Last() // none of them changed later
	}
	for i := range list {
		if at := position(list[i].Last); end.Before(at) {
			end = at
		}
	}
	err := s.log.Flush(ctx, end, true)
	if err == nil {
		err = s.index.save(list, files, texts, halts, upTo)
	}
	if err == nil {
		err = s.see(upTo)
	}
	if err != nil {
		s.engine.Redo(list)
		s.engine.RedoFiles(files)
		s.engine.RedoPrints(texts)
		s.engine.RedoHalts()
		return err
	}
	s.engine.SavedFiles()
	s.needed.Store(int64(upTo.File))
	return nil
}

// saved logs when saving begins to fail and when it works again. A damaged index
// is moved away at once, so that the next start, however it comes about, does not
// find it.
func (s *Store) saved(err error) {
	s.mu.Lock()
	before := s.behind
	s.behind = err
	if err != nil && before == nil {
		s.since = s.opt.Now()
	}
	s.mu.Unlock()
	switch {
	case err == nil && before != nil:
		s.opt.Log.Info("the index is up with the ledger again")
	case err != nil && before == nil:
		s.opt.Log.Error("the index falls behind the ledger", zap.Error(err))
	}
	s.abandon()
}

func (s *Store) abandon() {
	if s.abandoned || s.index.broken() == nil {
		return
	}
	s.abandoned = true
	if err := setAside(s.index.path, s.opt.Now()); err != nil {
		s.opt.Log.Error("the damaged index is still there", zap.Error(err))
	}
}

// failing is the ledger's alarm.
func (s *Store) failing(err error) {
	if err != nil {
		s.opt.Log.Error("the ledger cannot be written; calls are answered as onFailure says", zap.Error(err))
	} else {
		s.opt.Log.Info("the ledger is written again")
	}
}

// Status is the state of the ledger.
func (s *Store) Status() ledger.Status { return s.log.Status() }

// LedgerFile is the ledger's current file, see ledger.Log.File.
func (s *Store) LedgerFile() (string, fs.FileInfo) { return s.log.File() }

// Forgotten says why sessions may be missing from the index and the ledger; empty
// when none is.
func (s *Store) Forgotten() string {
	if s.index.state().Gap == "" {
		return ""
	}
	return "the record of earlier sessions is incomplete"
}

// Alarms are what the owner should put right, one sentence each.
func (s *Store) Alarms() []string {
	var out []string
	if err := s.log.Status().Failing; err != nil {
		out = append(out, "the ledger cannot be written: "+err.Error())
	}
	s.mu.Lock()
	behind, since := s.behind, s.since
	s.mu.Unlock()
	if err := s.index.broken(); err != nil {
		out = append(out, err.Error())
	} else if behind != nil {
		out = append(out, "the index is behind the ledger since "+since.UTC().Format(time.RFC3339)+": "+behind.Error())
	}
	if gap := s.index.state().Gap; gap != "" {
		out = append(out, "the index was "+gap+" (docs/LEDGER.md, \"After a crash\", says what ends this alarm); files of the workspace count as shared until you have looked at them (provenancectl labels clear)")
	}
	return out
}

// Close saves what is left and closes the ledger. The engine must have stopped
// handling events.
func (s *Store) Close() error {
	close(s.stop)
	s.done.Wait()
	var err error
	if s.engine != nil {
		err = s.save(context.Background())
	}
	noted := s.Note(s.opt.Now(), "stopped", nil)
	s.abandon()
	return errors.Join(err, noted, s.index.close(), s.log.Close())
}
