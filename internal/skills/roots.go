package skills

import (
	"os"
	"path"
	"slices"
	"strings"
)

// Roots are directories below which skills are. One may have * for a name, and begin with **
// for any directories; all are absolute, with symlinks followed in what is before the first *.
type Roots []string

// These bound what is looked through for skills.
const (
	maxListed = 2048 // directories below one root
	maxNested = 6    // levels of directories below a root
)

// Of is the skill that a path is in, or is: the first directory from a root on that is one,
// or that is known to be. "" is none.
func (r Roots) Of(at string, known func(dir string) bool) string {
	for _, root := range r {
		for begin := range within(root, at) {
			dir := at[:begin]
			for range maxNested + 1 {
				if known(dir) || Is(dir) {
					return dir
				}
				if begin = next(at, begin); begin == 0 {
					break
				}
				dir = at[:begin]
			}
		}
	}
	return ""
}

// next is where the name ends that follows the first n bytes of a path; 0 where none does.
func next(at string, n int) int {
	if n >= len(at) {
		return 0
	}
	if i := strings.IndexByte(at[n+1:], '/'); i >= 0 {
		return n + 1 + i
	}
	return len(at)
}

// within are the ends, in a path, of the roots of this form that it is in.
func within(root, at string) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		rest, anywhere := strings.CutPrefix(root, "**/")
		first, _, _ := strings.Cut(rest, "/")
		switch {
		case !anywhere:
			rest = root[min(1, len(root)):]
		case !strings.Contains(at, first):
			return
		}
		for begin := 0; begin < len(at); {
			if end := begins(at, begin, rest); end > 0 && !yield(end) {
				return
			}
			if !anywhere {
				return
			}
			if begin = next(at, begin); begin == 0 {
				return
			}
		}
	}
}

// begins is where the names of a pattern end in a path that has them from begin on; 0 is none.
func begins(at string, begin int, pattern string) int {
	for name := range strings.SplitSeq(pattern, "/") {
		end := next(at, begin)
		if end == 0 {
			return 0
		}
		if ok, err := path.Match(name, at[begin+1:end]); !ok || err != nil {
			return 0
		}
		begin = end
	}
	return begin
}

// Expanded are the roots that there are: those with a * in them as the directories that they
// stand for. Where one may stand anywhere, it is not looked for.
func (r Roots) Expanded() (dirs []string) {
	for _, root := range r {
		if strings.HasPrefix(root, "**/") {
			continue
		}
		found := []string{"/"}
		for name := range strings.SplitSeq(strings.TrimPrefix(root, "/"), "/") {
			var deeper []string
			for _, dir := range found {
				if !strings.ContainsAny(name, "*?[") {
					deeper = append(deeper, path.Join(dir, name))
					continue
				}
				for _, in := range names(dir) {
					if ok, err := path.Match(name, in); ok && err == nil && len(deeper) < maxListed {
						deeper = append(deeper, path.Join(dir, in))
					}
				}
			}
			found = deeper
		}
		for _, dir := range found {
			if info, err := os.Stat(dir); err == nil && info.IsDir() && !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// Below are the skills below a directory, or the directory itself, and symlinks to directories
// among them. It is false where there are more than are looked for.
func Below(dir string) (found, links []string, whole bool) {
	whole = true
	type place struct {
		at    string
		depth int
	}
	seen := 0
	for queue := []place{{dir, 0}}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		if Is(p.at) {
			found = append(found, p.at)
			continue
		}
		if p.depth == maxNested {
			continue
		}
		in, err := os.ReadDir(p.at)
		if err != nil {
			continue
		}
		for _, e := range in {
			at := path.Join(p.at, e.Name())
			switch {
			case e.Name() == "node_modules" || !e.IsDir() && e.Type()&os.ModeSymlink == 0:
				continue
			case seen >= maxListed:
				return found, links, false
			case e.IsDir():
				queue = append(queue, place{at, p.depth + 1})
			default:
				links = append(links, at)
			}
			seen++
		}
	}
	return found, links, whole
}

// names are those in a directory.
func names(dir string) []string {
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	all, _ := f.Readdirnames(maxListed) // those that can be read
	slices.Sort(all)
	return all
}
