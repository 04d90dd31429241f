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

// Skills is what the owner can ask and say about the agent's skills. Its errors are treated
// like Owner's.
type Skills interface {
	Skills() (list []engine.SkillView, whole bool, err error)
	Skill(which string) (engine.SkillDetail, error)
	SkillDiff(which string) (engine.SkillDiff, error)
	AcceptSkill(ctx context.Context, which, digest, by string) (engine.SkillView, error)
}

// Memory is what the owner can ask and say about the agent's memory. Its errors are treated
// like Owner's.
type Memory interface {
	Memory(tainted bool) ([]engine.FileView, error)
	MemoryNote(which string) (engine.MemoryNote, error)
	AcceptMemory(ctx context.Context, which, by string) ([]string, error)
	DropMemory(ctx context.Context, which, by string) (engine.MemoryDropped, error)
}

type (
	ofMemory struct {
		Tainted bool `json:"tainted"`
	}
	ofSkill struct {
		Skill  string `json:"skill"`  // its name or its path
		Digest string `json:"digest"` // how that begins which was seen
	}
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

func listSkills(_ context.Context, a *admin, _ noArgs) (any, error) {
	list, whole, err := a.Owner.Skills()
	if list == nil {
		list = []engine.SkillView{}
	}
	return struct {
		Skills []engine.SkillView `json:"skills"`
		Whole  bool               `json:"whole"`
	}{list, whole}, err
}

func showSkill(_ context.Context, a *admin, args ofSkill) (any, error) {
	if args.Skill == "" {
		return nil, missing("skill")
	}
	return a.Owner.Skill(args.Skill)
}

func diffSkill(_ context.Context, a *admin, args ofSkill) (any, error) {
	if args.Skill == "" {
		return nil, missing("skill")
	}
	return a.Owner.SkillDiff(args.Skill)
}

func acceptSkill(ctx context.Context, a *admin, args ofSkill) (any, error) {
	if args.Skill == "" {
		return nil, missing("skill")
	}
	return a.Owner.AcceptSkill(ctx, args.Skill, args.Digest, byCLI)
}

func listMemory(_ context.Context, a *admin, args ofMemory) (any, error) {
	return a.Owner.Memory(args.Tainted)
}

func showMemory(_ context.Context, a *admin, args ofPath) (any, error) {
	if args.Path == "" {
		return nil, missing("path")
	}
	return a.Owner.MemoryNote(args.Path)
}

func acceptMemory(ctx context.Context, a *admin, args ofPath) (any, error) {
	if args.Path == "" {
		return nil, missing("path")
	}
	accepted, err := a.Owner.AcceptMemory(ctx, args.Path, byCLI)
	return struct {
		Accepted []string `json:"accepted"`
	}{accepted}, err
}

func dropMemory(ctx context.Context, a *admin, args ofPath) (any, error) {
	if args.Path == "" {
		return nil, missing("path")
	}
	return a.Owner.DropMemory(ctx, args.Path, byCLI)
}
