package engine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/skills"
)

// looked counts how often somebody looks which directories of skills there are.
type looked struct {
	Skills
	times int
}

func (l *looked) Expanded(skills.Roots) []string { l.times++; return nil }

func TestDirectoriesOfSkillsAreLookedForEverySoOften(t *testing.T) {
	port := new(looked)
	h := newHost(t, "")
	h.engine.opt.Skills = port
	where := decide.SkillPlaces{Policy: h.engine.opt.Policy.Load(), Workspace: "/w"}
	for round := range 3 {
		for range 10 {
			require.NotNil(t, h.engine.skills.spotsOf(where))
		}
		require.Equal(t, round+1, port.times)
		h.now = h.now.Add(spotsFor + time.Second)
	}
}
