package decide

import (
	"path"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/shell"
)

// Where the agent has worked: a project's tests follow a change to its code, and its own program
// may be run once it was built. A clone that the owner only wants to read about has neither, whatever
// else they have asked for.

// Works that are remembered, by the directory.
const (
	built   = "built\x00"
	changed = "changed\x00"
)

// maxWorks bounds the directories that are remembered.
const maxWorks = 32

func (l placeWorked) teach(v *Values) {
	v.works = slices.DeleteFunc(v.works, func(m madeFile) bool { return m.Sum == l.Sum })
	v.works = append(v.works[max(0, len(v.works)+1-maxWorks):], madeFile(l))
}

// worksIn notes where an allowed call builds something, or changes a program.
func (v *values) worksIn(w session.Wanted, acts []shell.Act) {
	s := v.store()
	if s == nil {
		return
	}
	note := func(what, dir string) { v.learn(placeWorked{s.Sum(what + dir), s.Turn()}) }
	change := func(file string) {
		if _, program := shell.Place(v.workspace(), file); program {
			for _, dir := range slices.Backward(above(v.below(file))) {
				note(changed, dir)
			}
			note(changed, "")
		}
	}
	if does := dialect.Writes(w.Tool); does == facts.Write || does == facts.Edit {
		if to, known := memguard.Targets(w.Tool, w.Params); known && !to.TooMany {
			for _, p := range to.Paths {
				change(p)
			}
		}
	}
	for i := range acts {
		act := &acts[i]
		if act.Builds {
			note(built, act.Project)
		}
		for k := 0; act.Effect == shell.Works && len(act.After) == 0 && k < len(act.Operands); k++ {
			if o := &act.Operands[k]; o.Kind == shell.File && o.May == shell.Open { // one that the agent may write to at will says nothing
				change(within(act.Project, o.Text))
			}
		}
	}
}

// isOurs reports whether a name is of a repository that the agent has worked on in this session,
// or of the workspace itself. A clone that was only read is a stranger's.
func (v *values) isOurs(name string) bool {
	known := v.ev.Values
	return known != nil && v.ev.repositories != nil && slices.ContainsFunc(v.ev.repositories(), func(r Repository) bool {
		return slices.Contains(r.Names, name) && (r.Dir == "" || known.worked(changed, r.Dir))
	})
}

// worked reports whether a work was done in a directory, in whatever turn.
func (v *Values) worked(what, dir string) bool {
	sum := v.store.Sum(what + dir)
	return slices.ContainsFunc(v.works, func(m madeFile) bool { return m.Sum == sum })
}

// within is a path that starts from a directory of the workspace.
func within(dir, file string) string {
	if path.IsAbs(file) || strings.HasPrefix(file, "~") {
		return file
	}
	return path.Join(dir, file)
}

// below is a path from the workspace on, if it is there.
func (v *values) below(file string) string {
	if rest, in := strings.CutPrefix(file, strings.TrimRight(v.workspace(), "/")+"/"); in {
		file = rest
	}
	return path.Clean(file)
}

// above are the directories that a path is in, the outermost first, as many as are remembered
// besides the workspace.
func above(file string) (dirs []string) {
	for i := 1; i < len(file) && len(dirs) < maxWorks-1; i++ {
		if file[i] == '/' {
			dirs = append(dirs, file[:i])
		}
	}
	return dirs
}

// inProject is an act as what was done where it happens has it: before are those of its line before
// it.
func (v *values) inProject(act *shell.Act, before []shell.Act) *shell.Act {
	known := v.ev.Values
	if known == nil || len(act.After) == 0 && !act.Built {
		return act
	}
	s, as := known.store, *act
	if slices.Contains(known.works, madeFile{s.Sum(changed + act.Project), s.Turn()}) {
		as.Asked = slices.Concat(act.Asked, act.After)
	}
	if act.Built && (slices.ContainsFunc(before, func(b shell.Act) bool { return b.Builds && b.Project == act.Project }) ||
		known.worked(built, act.Project)) {
		as.Operands = act.Operands[1:]
	}
	return &as
}
