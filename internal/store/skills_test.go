package store

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/skills"
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
