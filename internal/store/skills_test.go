package store

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/skills"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

func TestAnAcceptedSkillIsKept(t *testing.T) {
	s := &Skills{Dir: filepath.Join(t.TempDir(), "skills")}
	skill := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(skill, skills.Main), []byte("one\n"), 0o600))
	one := s.Read(skill)
	require.NoError(t, s.Keep(skill, &one))
	kept, found := s.Kept(skill, one.Digest)
	require.True(t, found)
	require.Empty(t, skills.Diff(&kept, &one))

	// The next version takes its place; that of another skill stays.
	require.NoError(t, s.Keep("/another", &one))
	require.NoError(t, os.WriteFile(filepath.Join(skill, skills.Main), []byte("two\n"), 0o600))
	two := s.Read(skill)
	require.NoError(t, s.Keep(skill, &two))
	_, found = s.Kept(skill, one.Digest)
	require.False(t, found)
	_, found = s.Kept("/another", one.Digest)
	require.True(t, found)
	in, err := os.ReadDir(s.Dir)
	require.NoError(t, err)
	require.Len(t, in, 2)

	// One that somebody has damaged is not kept.
	_, file := s.name(skill, two.Digest)
	require.NoError(t, os.WriteFile(file, []byte(`{"digest":"00"}`), 0o600))
	_, found = s.Kept(skill, two.Digest)
	require.False(t, found)
	require.NoError(t, os.Truncate(file, maxSkillCopy+1))
	_, found = s.Kept(skill, two.Digest)
	require.False(t, found)
}

func TestKeptSkillsAreBounded(t *testing.T) {
	s := &Skills{Dir: t.TempDir()}
	text := bytes.Repeat([]byte("x"), skills.MaxText)
	tree := skills.Tree{Digest: "00"}
	for range skills.MaxKept / skills.MaxText {
		tree.Files = append(tree.Files, skills.File{Name: "f", Size: int64(len(text)), Text: text, Kept: true})
	}
	for i := range 40 {
		require.NoError(t, s.Keep(string(rune('a'+i)), &tree))
	}
	var size int64
	in, err := os.ReadDir(s.Dir)
	require.NoError(t, err)
	require.Len(t, in, 40)
	for _, e := range in {
		info, err := e.Info()
		require.NoError(t, err)
		size += info.Size()
	}
	require.LessOrEqual(t, size, int64(maxSkillCopies)+1<<20)
	kept, found := s.Kept(string(rune('a'+39)), "00")
	require.True(t, found)
	require.False(t, kept.Files[0].Kept, "which files there were is known, and no more")
}

// reads has a session read a file where a workspace is, and tells its level.
func (r *rig) reads(session, workspace, path string) trust.Level {
	ctx := wire.Ctx{MessageProvider: "telegram", SenderIsOwner: wire.Yes, WorkspaceDir: workspace}
	params := jsontext.Value(`{"path":"` + path + `"}`)
	for _, e := range []struct {
		hook  wire.Hook
		event any
	}{
		{wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: "read", Params: params, ToolCallID: "c"}},
		{wire.AfterToolCall, &wire.AfterToolCallEvent{ToolName: "read", Params: params, ToolCallID: "c", Result: jsontext.Value(`"words"`)}},
	} {
		d := r.engine.Handle(context.Background(), e.hook, session, wire.Payload{Event: e.event, Ctx: ctx})
		r.engine.Settle(context.Background(), &d)
	}
	v, err := r.engine.Session(session)
	require.NoError(r.t, err)
	return v.Level
}

// However many sessions read a skill at once while it changes, each sees what it is, and it is
// recorded once.
func TestManySessionsReadASkill(t *testing.T) {
	r := opened(t, nil)
	workspace := t.TempDir()
	skill := filepath.Join(workspace, "skills", "weather")
	require.NoError(t, os.MkdirAll(skill, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(skill, skills.Main), []byte("one\n"), 0o600))
	var readers sync.WaitGroup
	for i := range 8 {
		readers.Go(func() {
			for j := range 20 {
				if level := r.reads(fmt.Sprint("agent:main:", i, ".", j), workspace, "skills/weather/SKILL.md"); level != trust.Untrusted {
					t.Errorf("%d.%d is %s", i, j, level)
				}
				if _, _, err := r.engine.Skills(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	readers.Wait()
	_, err := r.engine.AcceptSkill(t.Context(), "weather", "", "cli")
	require.NoError(t, err)
	require.Equal(t, trust.Trusted, r.reads("agent:main:after", workspace, "skills/weather/SKILL.md"))
	found := 0
	require.NoError(t, r.store.log.Scan(ledger.Position{File: 1}, func(_ int, e ledger.Entry) error {
		found += strings.Count(string(e.Data), `"op":"skill_found"`)
		return nil
	}))
	require.Equal(t, 1, found)
}

func BenchmarkReadBesideSkills(b *testing.B) {
	for _, n := range []int{0, 60} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := newRig(b, b.TempDir(), nil)
			workspace := b.TempDir()
			for i := range n {
				dir := filepath.Join(workspace, "skills", fmt.Sprint(i))
				require.NoError(b, os.MkdirAll(dir, 0o700))
				require.NoError(b, os.WriteFile(filepath.Join(dir, skills.Main), []byte("one\n"), 0o600))
			}
			for b.Loop() {
				r.reads("agent:main:main", workspace, "notes.md")
			}
		})
	}
}
