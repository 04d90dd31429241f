package daemon

import (
	"context"

	"github.com/provenanced/provenanced/internal/server"
	"github.com/provenanced/provenanced/internal/store"
)

// blocked is the staging as the server's owner sees it.
type blocked struct{ *store.Blocked }

func (b blocked) List(context.Context) ([]server.BlockedRow, error) {
	rows, err := b.Blocked.List()
	if err != nil {
		return nil, err
	}
	out := make([]server.BlockedRow, len(rows))
	for i, r := range rows {
		out[i] = blockedRow(r)
	}
	return out, nil
}

func (b blocked) Show(_ context.Context, id string) (server.BlockedWrite, error) {
	d, err := b.Blocked.Show(id)
	return server.BlockedWrite{
		BlockedRow: blockedRow(d.BlockedRow), Tool: d.Tool, Agent: d.Agent, Reason: d.Reason,
		Content: d.Content, Encoding: d.Encoding,
	}, err
}

func (b blocked) Diff(_ context.Context, id string) (string, error) {
	d, err := b.Blocked.Diff(id)
	return d.Diff, err
}

func (b blocked) Commit(_ context.Context, id string) (server.BlockedCommit, error) {
	c, err := b.Blocked.Commit(id)
	return server.BlockedCommit{ID: c.ID, Path: c.Path, Bytes: int64(c.Bytes)}, err
}

func (b blocked) Drop(_ context.Context, id string) error { return b.Blocked.Drop(id) }

func blockedRow(r store.BlockedRow) server.BlockedRow {
	return server.BlockedRow{
		ID: r.ID, Session: r.Session, Path: r.Path, Operation: r.Operation,
		Level: r.Level, BlockedAt: r.BlockedAt, Bytes: int64(r.Bytes),
	}
}
