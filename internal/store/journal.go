package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/wire"
)

// Journal is the ledger as the engine writes to it. It is safe for concurrent use.
type Journal struct {
	log     *ledger.Log
	buffers sync.Pool // of *[]byte
}

var _ engine.Journal = (*Journal)(nil)

// recycled is the largest buffer that is reused.
const recycled = 64 << 10

// Append links r to the chain.
func (j *Journal) Append(r *session.Record) (wire.Receipt, error) {
	buf, _ := j.buffers.Get().(*[]byte)
	if buf == nil {
		buf = new([]byte)
	}
	defer j.buffers.Put(buf)
	data, err := appendRecord((*buf)[:0], r)
	if err != nil {
		return wire.Receipt{}, fmt.Errorf("encode the record: %w", err)
	}
	if cap(data) <= recycled {
		*buf = data
	}
	at, err := j.log.AppendCanonical(r.Time, entryType(r), data)
	if err != nil {
		return wire.Receipt{}, fmt.Errorf("append to the ledger: %w", err)
	}
	return receipt(at), nil
}

// Flush returns once everything up to the receipt is written and, if durable, synced.
func (j *Journal) Flush(ctx context.Context, upTo wire.Receipt, durable bool) error {
	if err := j.log.Flush(ctx, position(upTo), durable); err != nil {
		return fmt.Errorf("flush the ledger: %w", err)
	}
	return nil
}

// Entry reads a record. File 0 means the latest file that has the seq.
func (j *Journal) Entry(_ context.Context, file int, seq uint64) (*session.Record, wire.Receipt, error) {
	at, e, err := j.find(file, seq)
	if errors.Is(err, ledger.ErrNoEntry) {
		last := j.log.Last()
		return nil, wire.Receipt{}, decide.Absent(fmt.Sprintf("not in the ledger, whose latest entry is %d:%d", last.File, last.Seq))
	}
	if err != nil {
		return nil, wire.Receipt{}, fmt.Errorf("read the ledger: %w", err)
	}
	if !isRecord(e.Type) {
		return nil, wire.Receipt{}, decide.Absent("it is a " + string(e.Type) + " entry: about the ledger or the daemon, and no session")
	}
	r, err := decodeRecord(e.Data)
	if err != nil {
		return nil, wire.Receipt{}, fmt.Errorf("decode entry %d of ledger file %d: %w", at.Seq, at.File, err)
	}
	return r, receipt(at), nil
}

func (j *Journal) find(file int, seq uint64) (ledger.Position, ledger.Entry, error) {
	latest := file == 0
	if latest {
		file = j.log.Last().File
	}
	for {
		e, err := j.log.Entry(file, seq)
		if !latest || file == 1 || !errors.Is(err, ledger.ErrNoEntry) {
			return ledger.Position{File: file, Seq: seq, Hash: e.Hash}, e, err
		}
		file--
	}
}

// Note records something about the daemon itself, as a META entry: an event's name and its
// details. Nothing waits for it to reach the disk.
func (j *Journal) Note(at time.Time, event string, more map[string]string) error {
	_, err := note(j, at, event, more)
	return err
}

// NoteDurably is Note for events that somebody is told about: it returns once the entry is on
// disk.
func (j *Journal) NoteDurably(ctx context.Context, at time.Time, event string, more map[string]any) error {
	r, err := note(j, at, event, more)
	if err != nil {
		return err
	}
	return j.Flush(ctx, r, true)
}

func note[V any](j *Journal, at time.Time, event string, more map[string]V) (wire.Receipt, error) {
	m := map[string]any{"event": event, "time": at.UTC().Format(time.RFC3339Nano)}
	for k, v := range more {
		m[k] = v
	}
	p, err := j.append(at, ledger.Meta, m)
	return receipt(p), err
}

// append is for entries that are rare enough to be encoded by reflection.
func (j *Journal) append(at time.Time, t ledger.Type, v any) (ledger.Position, error) {
	raw, err := json.Marshal(v, jsontext.AllowInvalidUTF8(true)) // a cause may name a file
	if err != nil {
		return ledger.Position{}, err
	}
	data, err := ledger.Canonical(raw)
	if err != nil {
		return ledger.Position{}, err
	}
	p, err := j.log.Append(at, t, data)
	if err != nil {
		return ledger.Position{}, fmt.Errorf("append to the ledger: %w", err)
	}
	return p, nil
}

func receipt(p ledger.Position) wire.Receipt {
	return wire.Receipt{File: p.File, Seq: p.Seq, Hash: p.Hash}
}

// isRecord distinguishes engine records from entries about the daemon and the chain.
func isRecord(t ledger.Type) bool {
	return t == ledger.Claim || t == ledger.Verify || t == ledger.Retract
}

// entryType distinguishes the owner's word from the daemon's: letting something pass is VERIFY;
// ending a taint, a code, a grant or a history is RETRACT.
func entryType(r *session.Record) ledger.Type {
	t := ledger.Claim
	for _, c := range r.Changes {
		switch c.(type) {
		case *session.Granted, *session.Resumed:
			return ledger.Verify
		case *session.TrustReset, *session.BegunAnew, *session.CodeClosed, *session.Withdrawn, *session.Halted:
			t = ledger.Retract
		}
	}
	return t
}
