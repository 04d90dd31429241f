package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/skills"
	"github.com/provenanced/provenanced/internal/wholefile"
)

const (
	// maxSkillCopies bounds what is kept of all skills: of one more, its texts are left out.
	maxSkillCopies = 64 << 20
	// maxSkillCopy is more than any copy has: texts in base64, with their names.
	maxSkillCopy = 2*skills.MaxKept + skills.MaxFiles*8192
)

// Skills looks at the agent's skills on this machine, and keeps in a directory the versions
// that their owner has accepted, one of each skill (engine.Skills).
type Skills struct {
	Dir    string
	reader skills.Reader
}

var _ engine.Skills = (*Skills)(nil)

// Of is the skill that a path is in.
func (s *Skills) Of(roots skills.Roots, path string, known func(dir string) bool) string {
	return roots.Of(path, known)
}

// Expanded are the directories that roots stand for.
func (s *Skills) Expanded(roots skills.Roots) []string { return roots.Expanded() }

// Below are the skills at or below a directory.
func (s *Skills) Below(dir string) (found, links []string, whole bool) { return skills.Below(dir) }

// Tree is what stands in a skill's directory.
func (s *Skills) Tree(dir string) skills.Tree { return s.reader.Tree(dir) }

// Read is that with the texts of its files.
func (s *Skills) Read(dir string) skills.Tree { return skills.Read(dir) }

// name is the file of a version of a skill. All versions of one begin alike.
func (s *Skills) name(dir, digest string) (begin, file string) {
	sum := sha256.Sum256([]byte(dir))
	begin = hex.EncodeToString(sum[:16]) + "-"
	return begin, filepath.Join(s.Dir, begin+digest+".json")
}

// Keep keeps a version in place of any other of the skill.
func (s *Skills) Keep(dir string, t *skills.Tree) error {
	if err := os.MkdirAll(s.Dir, 0o700); err != nil {
		return fmt.Errorf("keep a skill: %w", err)
	}
	begin, file := s.name(dir, t.Digest)
	size, others := int64(0), []string{}
	in, err := os.ReadDir(s.Dir)
	if err != nil {
		return fmt.Errorf("keep a skill: %w", err)
	}
	for _, e := range in {
		if strings.HasPrefix(e.Name(), begin) {
			others = append(others, filepath.Join(s.Dir, e.Name()))
		} else if info, err := e.Info(); err == nil {
			size += info.Size()
		}
	}
	data, err := json.Marshal(t)
	if err == nil && size+int64(len(data)) > maxSkillCopies {
		bare := skills.Tree{Digest: t.Digest, Files: make([]skills.File, len(t.Files))}
		for i, f := range t.Files {
			f.Text, f.Kept = nil, false
			bare.Files[i] = f
		}
		data, err = json.Marshal(&bare)
	}
	if err == nil {
		err = wholefile.Replace(file, data)
	}
	if err != nil {
		return fmt.Errorf("keep a skill: %w", err)
	}
	for _, other := range others {
		if other != file {
			_ = os.Remove(other) // one that stays is an old version, which nobody asks for
		}
	}
	return nil
}

// Kept is a version that was kept.
func (s *Skills) Kept(dir, digest string) (t skills.Tree, found bool) {
	_, file := s.name(dir, digest)
	info, err := os.Stat(file)
	if err != nil || info.Size() > maxSkillCopy {
		return skills.Tree{}, false
	}
	data, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(data, &t) != nil || t.Digest != digest {
		return skills.Tree{}, false
	}
	return t, true
}
