package store

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

var start = time.Date(2026, 2, 21, 18, 0, 0, 0, time.UTC)

func newMemory(t *testing.T, retain int) *Memory {
	t.Helper()
	m, err := NewMemory(retain, BootInfo{Time: start, Version: "v1", PID: 7, Policy: "abc"})
	require.NoError(t, err)
	return m
}

func TestJournalBeginsWithGenesisAndBoot(t *testing.T) {
	m := newMemory(t, 0)
	require.EqualValues(t, 2, m.Entries())

	genesis, ok := m.entry(0)
	require.True(t, ok)
	require.Equal(t, ledger.Genesis, genesis.Type)
	require.Equal(t, ledger.ZeroHash, genesis.PrevHash)
	require.Equal(t, `{"agent":"provenanced","created":"2026-02-21T18:00:00Z","version":"1.0"}`, string(genesis.Data))

	boot, ok := m.entry(1)
	require.True(t, ok)
	require.Equal(t, ledger.Boot, boot.Type)
	require.Equal(t, `{"pid":7,"policy":"abc","time":"2026-02-21T18:00:00Z","version":"v1"}`, string(boot.Data))

	for _, seq := range []uint64{0, 1, 2, 1 << 40} {
		_, _, err := m.Entry(context.Background(), 1, seq)
		require.ErrorIs(t, err, engine.ErrNotFound, "seq %d holds no record", seq)
	}
}

func TestJournalGivesARecordBack(t *testing.T) {
	m := newMemory(t, 0)
	cause := &engine.Cause{Reason: "web_fetch response", Tool: "web_fetch", Detail: "https://a.example/é", At: start}
	r := &engine.Record{
		Time: start, Session: "agent:main:main", Agent: "main", Hook: wire.BeforeToolCall, Turn: 3, Taint: trust.Untrusted,
		Judgement: &engine.Judgement{
			Tool: "exec", CallID: "c1", Verdict: trust.VerdictDeny, Mode: trust.Confirm, Level: trust.Untrusted,
			Reasons: []engine.Reason{{Layer: "call", Mode: trust.Confirm, Text: "exec at untrusted"}}, Cause: cause,
		},
		Changes: []engine.Change{{Op: engine.OpCodeIssued, Tools: []string{"exec"}, Nonce: "00112233", Until: start.Add(time.Minute)}},
	}
	rec, err := m.Append(r)
	require.NoError(t, err)
	require.Equal(t, 1, rec.File)
	require.EqualValues(t, 2, rec.Seq)

	got, again, err := m.Entry(context.Background(), 1, rec.Seq)
	require.NoError(t, err)
	require.Equal(t, rec, again)
	require.Equal(t, r, got)
}

func TestEntryTypes(t *testing.T) {
	for _, tt := range []struct {
		name string
		ops  []engine.Op
		want ledger.Type
	}{
		{"an event", nil, ledger.Claim},
		{"a taint", []engine.Op{engine.OpTainted}, ledger.Claim},
		{"a code is issued", []engine.Op{engine.OpCodeIssued}, ledger.Claim},
		{"a wrong code", []engine.Op{engine.OpWrongCode}, ledger.Claim},
		{"the owner approves", []engine.Op{engine.OpCommand, engine.OpGranted}, ledger.Verify},
		{"approving the last tool closes the code", []engine.Op{engine.OpCodeClosed, engine.OpGranted}, ledger.Verify},
		{"the owner denies", []engine.Op{engine.OpCodeClosed}, ledger.Retract},
		{"the owner resets trust", []engine.Op{engine.OpReset}, ledger.Retract},
		{"the session starts anew", []engine.Op{engine.OpFresh}, ledger.Retract},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := engine.Record{Time: start}
			for _, op := range tt.ops {
				r.Changes = append(r.Changes, engine.Change{Op: op})
			}
			require.Equal(t, tt.want, entryType(&r))
		})
	}
}

func TestJournalKeepsTheLatest(t *testing.T) {
	m := newMemory(t, 3)
	for i := range 10 {
		_, err := m.Append(&engine.Record{Time: start, Turn: i})
		require.NoError(t, err)
	}
	require.Len(t, m.kept, 3)
	for seq := range uint64(12) {
		r, rec, err := m.Entry(context.Background(), 1, seq)
		if seq < 9 {
			require.ErrorIs(t, err, engine.ErrNotFound, "seq %d is forgotten", seq)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, int(seq)-2, r.Turn)
		require.Equal(t, seq, rec.Seq)
	}
}

func TestJournalIsOneChainUnderConcurrency(t *testing.T) {
	m := newMemory(t, 0)
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i := range 50 {
				rec, err := m.Append(&engine.Record{Time: start, Turn: 100*w + i})
				require.NoError(t, err)
				r, _, err := m.Entry(context.Background(), 1, rec.Seq)
				require.NoError(t, err)
				require.Equal(t, 100*w+i, r.Turn, "the receipt names the record's own entry")
			}
		})
	}
	wg.Wait()

	require.EqualValues(t, 402, m.Entries())
	prev := ledger.ZeroHash
	for seq := range m.Entries() {
		e, ok := m.entry(seq)
		require.True(t, ok)
		require.Equal(t, prev, e.PrevHash)
		require.Equal(t, ledger.Hash(prev, seq, e.Type, e.Data), e.Hash)
		prev = e.Hash
	}
}
