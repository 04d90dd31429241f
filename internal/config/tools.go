// Package config loads the owner's configuration: the policy file, and the wrapped
// tools defined in it and in tools.d. The daemon, its checks and its tests all load it
// here, so that they agree. It watches nothing and puts nothing in force.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/tools/toolconf"
)

// maxToolFiles is far more than a person keeps in tools.d.
const maxToolFiles = 256

// Toolset is wrapped tools with their programs located. It never changes.
type Toolset struct {
	*toolconf.Table
	ready  map[string]*toolconf.Tool
	broken map[string]error // why a tool's program cannot be run
}

// Ready is a tool whose program has been found and cannot be changed by others. The error says
// why a known tool's program is not ready; for an unknown tool both are nil.
func (s *Toolset) Ready(name string) (*toolconf.Tool, error) {
	return s.ready[name], s.broken[name]
}

// Empty is the tools of a daemon that wraps none.
func Empty() *Toolset { return newToolset(toolconf.Empty()) }

// newToolset locates the programs once: a symlink that is replaced later has no effect.
func newToolset(table *toolconf.Table) *Toolset {
	s := &Toolset{Table: table, ready: map[string]*toolconf.Tool{}, broken: map[string]error{}}
	for _, name := range table.Names() {
		tool, _ := table.Tool(name)
		path, err := tool.Resolve(toolconf.OS{})
		if err != nil {
			s.broken[name] = err
			continue
		}
		found := *tool
		found.Found = path
		s.ready[name] = &found
	}
	return s
}

// Again is the same tools with their programs located again, and whether anything changed.
func (s *Toolset) Again() (again *Toolset, changed bool) {
	again = newToolset(s.Table)
	where := func(a, b *toolconf.Tool) bool { return a.Found == b.Found }
	why := func(a, b error) bool { return a.Error() == b.Error() }
	return again, !maps.EqualFunc(s.ready, again.ready, where) || !maps.EqualFunc(s.broken, again.broken, why)
}

// Alarms name the tools that cannot run.
func (s *Toolset) Alarms() []string {
	var out []string
	for name, err := range s.broken {
		out = append(out, "the wrapped tool "+name+" cannot run: "+err.Error())
	}
	sort.Strings(out)
	return out
}

// ToolsDir is beside the policy file.
func ToolsDir(policyFile string) string {
	return filepath.Join(filepath.Dir(policyFile), paths.ToolsDir)
}

// ReadTools reads the files of tools.d, in the order of their names. If the directory does not
// exist, there are none.
func ReadTools(dir string) ([]toolconf.File, error) {
	names, err := toolFiles(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var files []toolconf.File
	for _, path := range names {
		data, err := ReadFile(path)
		if err != nil {
			return nil, err
		}
		files = append(files, toolconf.File{Name: path, Data: data})
	}
	return files, nil
}

func toolFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); ext != ".yaml" && ext != ".yml" || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if len(names) == maxToolFiles {
			return nil, fmt.Errorf("%s: more than %d files", dir, maxToolFiles)
		}
		names = append(names, filepath.Join(dir, e.Name()))
	}
	return names, nil
}

// WithTools is a policy and its tools: those of tools.d, and those in the policy file itself.
func WithTools(p *policy.Policy, files []toolconf.File) (*policy.Policy, *Toolset, error) {
	if own := p.Wrappers(); own != nil {
		files = append(files, toolconf.File{Name: p.Source, Data: own})
	}
	if len(files) == 0 {
		return p, Empty(), nil
	}
	table, err := toolconf.Parse(files...)
	if err != nil {
		return nil, nil, err
	}
	var tools []policy.ToolFact
	for _, f := range table.Facts() {
		risk, err := facts.ParseRisk(f.Risk)
		if err != nil {
			return nil, nil, err
		}
		tools = append(tools, policy.ToolFact{Name: f.Name, Output: f.Output, Risk: risk, Classes: f.Classes})
	}
	return p.WithTools(tools), newToolset(table), nil
}
