package store

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/wire"
)

// DefaultRetain is how many entries a Memory journal keeps for Entry: some 40 MB
// of typical records.
const DefaultRetain = 65536

// file is the number of the one chain that a Memory journal writes.
const file = 1

// BootInfo is what the BOOT entry says of the process that starts a journal.
type BootInfo struct {
	Time    time.Time `json:"time"`
	Version string    `json:"version"`
	PID     int       `json:"pid"`
	Policy  string    `json:"policy"` // hash of the policy in force at start
}

// Memory is a journal for the life of the process: each record becomes an entry
// of one hash chain, and the latest ones can be found again. Nothing reaches a
// disk, so Record.Durable asks for nothing here. Safe for concurrent use.
type Memory struct {
	retain uint64

	mu    sync.Mutex
	chain *ledger.Chain
	next  uint64
	kept  []ledger.Entry // the entry with sequence number n is at n % retain
}

var _ engine.Journal = (*Memory)(nil)

// NewMemory starts a chain with its GENESIS and BOOT entries. It keeps the last
// retain entries, or DefaultRetain when that is not positive.
func NewMemory(retain int, boot BootInfo) (*Memory, error) {
	if retain <= 0 {
		retain = DefaultRetain
	}
	boot.Time = boot.Time.UTC()
	genesis, err := encode(struct {
		Agent   string    `json:"agent"`
		Created time.Time `json:"created"`
		Version string    `json:"version"` // of the ledger's format
	}{"provenanced", boot.Time, "1.0"})
	if err != nil {
		return nil, fmt.Errorf("start the journal: %w", err)
	}
	booted, err := encode(boot)
	if err != nil {
		return nil, fmt.Errorf("start the journal: %w", err)
	}
	m := &Memory{retain: uint64(retain)}
	chain, first := ledger.Begin(genesis)
	m.chain = chain
	m.keep(first)
	m.keep(chain.Append(ledger.Boot, booted))
	return m, nil
}

// Append links r to the chain.
func (m *Memory) Append(r *engine.Record) (wire.Receipt, error) {
	// The costly part, encoding, needs no lock: only the chain has an order.
	data, err := encode(r)
	if err != nil {
		return wire.Receipt{}, fmt.Errorf("append to the journal: %w", err)
	}
	kind := entryType(r)

	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.chain.Append(kind, data)
	m.keep(e)
	return receipt(&e), nil
}

// Flush has nothing to do.
func (m *Memory) Flush(context.Context, wire.Receipt, bool) error { return nil }

// Load knows no session: what Memory has seen, the engine has in memory.
func (m *Memory) Load(string) (engine.Snapshot, bool, error) { return engine.Snapshot{}, false, nil }

// Each has no session to show.
func (m *Memory) Each(func(engine.Snapshot) error) error { return nil }

// Count is 0.
func (m *Memory) Count() int { return 0 }

// Entry finds a record that is still kept. It is decoded anew from its entry, so
// the caller may do with it what it likes.
func (m *Memory) Entry(_ context.Context, _ int, seq uint64) (*engine.Record, wire.Receipt, error) {
	e, ok := m.entry(seq)
	if !ok || e.Type == ledger.Genesis || e.Type == ledger.Boot {
		return nil, wire.Receipt{}, fmt.Errorf("entry %d of the journal: %w", seq, engine.ErrNotFound)
	}
	var r engine.Record
	if err := json.Unmarshal(e.Data, &r); err != nil {
		return nil, wire.Receipt{}, fmt.Errorf("entry %d of the journal: %w", seq, err)
	}
	return &r, receipt(&e), nil
}

// Entries is the number of entries in the chain.
func (m *Memory) Entries() uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.next
}

func (m *Memory) entry(seq uint64) (ledger.Entry, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if seq >= m.next || m.next-seq > m.retain {
		return ledger.Entry{}, false
	}
	return m.kept[seq%m.retain], true
}

// keep is called with mu held, or before anyone else knows of m.
func (m *Memory) keep(e ledger.Entry) {
	if i := e.Seq % m.retain; i < uint64(len(m.kept)) {
		m.kept[i] = e
	} else {
		m.kept = append(m.kept, e)
	}
	m.next = e.Seq + 1
}

func receipt(e *ledger.Entry) wire.Receipt {
	return wire.Receipt{File: file, Seq: e.Seq, Hash: e.Hash}
}

// entryType tells the owner's word from the daemon's: what lets something pass
// verifies it, what ends a taint, a code or a history retracts it.
func entryType(r *engine.Record) ledger.Type {
	t := ledger.Claim
	for i := range r.Changes {
		switch r.Changes[i].Op {
		case engine.OpGranted:
			return ledger.Verify
		case engine.OpReset, engine.OpFresh, engine.OpCodeClosed:
			t = ledger.Retract
		}
	}
	return t
}

func encode(v any) (jsontext.Value, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return ledger.Canonical(raw)
}
