package server

import (
	"context"

	"github.com/provenanced/provenanced/internal/engine"
)

// Halts is how the owner lets no call run, and ends that. Its errors are treated like Owner's.
type Halts interface {
	Halt(ctx context.Context, sessions, why string) error
	Resume(ctx context.Context, sessions string) (ended []string, err error)
	Halts() []engine.HaltView
}

type (
	ofHalt struct {
		Sessions string `json:"sessions"` // a pattern of keys; empty: all
		Why      string `json:"why"`
	}
	ofResume struct {
		Sessions string `json:"sessions"` // the pattern of one halt; empty: all halts
	}
)

func halt(ctx context.Context, a *admin, args ofHalt) (any, error) {
	err := a.Owner.Halt(ctx, args.Sessions, args.Why)
	return struct {
		Halts []engine.HaltView `json:"halts"`
	}{a.Owner.Halts()}, err
}

func resume(ctx context.Context, a *admin, args ofResume) (any, error) {
	ended, err := a.Owner.Resume(ctx, args.Sessions)
	return struct {
		Resumed []string          `json:"resumed"`
		Halts   []engine.HaltView `json:"halts"` // that still stand
	}{ended, a.Owner.Halts()}, err
}
