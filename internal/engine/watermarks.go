package engine

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// WatermarkFile is seed 000's watermarks.json ("Watermark File Format").
type WatermarkFile struct {
	Version    int                       `json:"version"` // 1
	Watermarks map[string]WatermarkEntry `json:"watermarks"`
}

// WatermarkEntry is one session's watermark in that file.
type WatermarkEntry struct {
	Level            trust.Level      `json:"level"`
	Reason           string           `json:"reason"`
	EscalatedAt      string           `json:"escalatedAt,omitzero"` // empty at trusted
	EscalatedBy      string           `json:"escalatedBy"`          // a tool; empty if it was the sender
	LastImpactedTool string           `json:"lastImpactedTool,omitzero"`
	ResetHistory     []WatermarkReset `json:"resetHistory"`
}

// WatermarkReset is one reset in the file's history.
type WatermarkReset struct {
	ResetAt       string      `json:"resetAt"`
	PreviousLevel trust.Level `json:"previousLevel"`
	NewLevel      trust.Level `json:"newLevel"`
	ResetBy       string      `json:"resetBy"`
}

// fileTime is the file's format of times, which is JavaScript's.
const fileTime = "2006-01-02T15:04:05.000Z"

// ExportWatermarks lists every session below trusted, and those that were reset, by key as Sessions
// does.
func (e *Engine) ExportWatermarks(after string, most int) (WatermarkFile, error) {
	f := WatermarkFile{Version: 1, Watermarks: map[string]WatermarkEntry{}}
	err := e.everyone(after, func(s *session.Snapshot) error {
		st := &s.State
		if st.Level() == trust.Trusted && len(st.Resets) == 0 {
			return nil
		}
		w := WatermarkEntry{Level: st.Level(), LastImpactedTool: st.LastImpacted, ResetHistory: []WatermarkReset{}}
		if c := st.Watermark().Cause; c != nil {
			w.Reason, w.EscalatedAt, w.EscalatedBy = c.Reason, c.At.UTC().Format(fileTime), c.Tool
		}
		for _, r := range st.Resets {
			w.ResetHistory = append(w.ResetHistory, WatermarkReset{ResetAt: r.At.UTC().Format(fileTime), PreviousLevel: r.From, NewLevel: r.To, ResetBy: r.By})
		}
		if f.Watermarks[s.Key] = w; len(f.Watermarks) == most {
			return errEnough
		}
		return nil
	})
	return f, err
}

// importedTogether is how many imported sessions share one sync of the ledger. Their records wait
// for it in memory, where there is room for a few thousand.
const importedTogether = 100

// ImportWatermarks adopts levels from such a file. It only lowers: a file is no reason to trust a
// session more. It returns how many sessions changed, when all of that is on disk.
func (e *Engine) ImportWatermarks(ctx context.Context, f WatermarkFile) (int, error) {
	if f.Version == 0 || f.Watermarks == nil { // a file of another kind must not pass as one without entries
		return 0, decide.Refused(texts.NoWatermarkFile)
	}
	if f.Version != 1 {
		return 0, decide.Refused(texts.WatermarkVersion(f.Version))
	}
	n := 0
	for keys := range slices.Chunk(slices.Sorted(maps.Keys(f.Watermarks)), importedTogether) {
		var last *wire.Receipt
		for _, key := range keys {
			receipt, err := e.importWatermark(key, f.Watermarks[key])
			if err != nil {
				return n, fmt.Errorf("session %s: %w", session.Label(key), err)
			}
			if receipt != nil {
				last = receipt
				n++
			}
		}
		if last == nil {
			continue
		}
		if err := e.opt.Journal.Flush(ctx, *last, true); err != nil {
			return n, fmt.Errorf("record: %w", err)
		}
	}
	return n, nil
}

// importWatermark lowers one session, if its level is higher, and returns the receipt of that
// record.
func (e *Engine) importWatermark(key string, w WatermarkEntry) (*wire.Receipt, error) {
	if key == "" || len(key) > wire.MaxSession || w.Level >= trust.Trusted {
		return nil, nil
	}
	s, err := e.lock(e.keyOf(key))
	if err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	if s.state.Level() <= w.Level {
		return nil, nil
	}
	at, err := time.Parse(time.RFC3339, w.EscalatedAt)
	if err != nil {
		at = time.Time{} // now
	}
	act := e.begin(s, hookImport)
	act.Import(w.Level, w.Reason, w.EscalatedBy, at, w.LastImpactedTool)
	out := act.Outcome()
	if _, err := e.commit(s, &out); err != nil {
		return nil, err
	}
	return out.Decision.Receipt, nil
}
