package server

import (
	"context"

	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/trust"
)

// Labels is what the owner can ask and say about the levels of files. Its errors are treated
// like Owner's.
type Labels interface {
	Labels(below, after string, most int) ([]engine.FileView, error)
	Label(path string) (engine.FileView, error)
	ClearLabels(ctx context.Context, path, by string) ([]string, error)
	SetLabel(ctx context.Context, path string, level trust.Level, whole bool, by string) (engine.FileView, error)
}

type (
	ofFiles struct {
		Below string `json:"below"`
		After string `json:"after"`
		Most  int    `json:"most"`
	}
	ofPath struct {
		Path string `json:"path"`
	}
	ofLabel struct {
		Path  string `json:"path"`
		Level string `json:"level"`
		Whole bool   `json:"whole"` // everything below it
	}
)

// byCLI is recorded as the source of these labels.
const byCLI = "cli"

func listLabels(_ context.Context, a *admin, args ofFiles) (any, error) {
	list, err := a.Owner.Labels(args.Below, args.After, args.Most)
	if list == nil {
		list = []engine.FileView{}
	}
	return list, err
}

func showLabel(_ context.Context, a *admin, args ofPath) (any, error) {
	if args.Path == "" {
		return nil, missing("path")
	}
	return a.Owner.Label(args.Path)
}

func clearLabel(ctx context.Context, a *admin, args ofPath) (any, error) {
	if args.Path == "" {
		return nil, missing("path")
	}
	cleared, err := a.Owner.ClearLabels(ctx, args.Path, byCLI)
	return struct {
		Cleared []string `json:"cleared"`
	}{cleared}, err
}

func setLabel(ctx context.Context, a *admin, args ofLabel) (any, error) {
	if args.Path == "" {
		return nil, missing("path")
	}
	if args.Level == "" {
		return nil, missing("level")
	}
	level, err := trust.ParseLevel(args.Level)
	if err != nil {
		return nil, usage(err)
	}
	return a.Owner.SetLabel(ctx, args.Path, level, args.Whole, byCLI)
}
