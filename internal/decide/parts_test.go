package decide

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// source is what the files of the package declare: the fields of each struct, with the struct that
// is a field's type, and the methods of each type.
type source struct {
	set     *token.FileSet
	files   []*ast.File
	fields  map[string]map[string]string
	methods map[string]map[string]bool
}

func readSource(t *testing.T) source {
	s := source{token.NewFileSet(), nil, map[string]map[string]string{}, map[string]map[string]bool{}}
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(s.set, e.Name(), nil, 0)
		require.NoError(t, err)
		s.files = append(s.files, f)
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if st, ok := n.Type.(*ast.StructType); ok {
					s.fields[n.Name.Name] = fieldsOf(st)
				}
			case *ast.FuncDecl:
				if of, _ := receiver(n); of != "" {
					if s.methods[of] == nil {
						s.methods[of] = map[string]bool{}
					}
					s.methods[of][n.Name.Name] = true
				}
			}
			return true
		})
	}
	return s
}

func fieldsOf(st *ast.StructType) map[string]string {
	fields := map[string]string{}
	for _, f := range st.Fields.List {
		of := typeName(f.Type)
		for _, n := range f.Names {
			fields[n.Name] = of
		}
		if f.Names == nil {
			fields[of] = of
		}
	}
	return fields
}

func typeName(e ast.Expr) string {
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

func receiver(f *ast.FuncDecl) (of, name string) {
	if f.Recv == nil || len(f.Recv.List[0].Names) == 0 {
		return "", ""
	}
	return typeName(f.Recv.List[0].Type), f.Recv.List[0].Names[0].Name
}

// parts are the fields of a draft, and what they build on.
func (s *source) parts() map[string]bool {
	parts := map[string]bool{"question": true, "writing": true}
	for _, of := range s.fields["draft"] {
		if s.fields[of] != nil && of != "basis" {
			parts[of] = true
		}
	}
	return parts
}

// A part changes only its own fields, and reads only its own, the question and the session's state:
// for the rest it must ask the other parts.
func TestPartsKeepToTheirFields(t *testing.T) {
	s := readSource(t)
	parts := s.parts()
	require.Greater(t, len(parts), 10)
	for _, f := range s.files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			of, name := receiver(fn)
			if !parts[of] && of != "draft" || of == "draft" && fn.Name.Name == "outcome" { // which collects what the parts have
				continue
			}
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					if names := named(n); len(names) > 1 && names[0] == name {
						require.Empty(t, s.trespass(of, names[1:]), "%s", s.set.Position(n.Pos()))
					}
				case *ast.AssignStmt:
					for _, left := range n.Lhs {
						if names := named(left); len(names) > 1 && names[0] == name {
							_, own := s.fields[of][names[1]]
							require.True(t, own, "%s: %s changes what is not its own", s.set.Position(n.Pos()), of)
						}
					}
				}
				return true
			})
		}
	}
}

// trespass returns what a method of a part names but must not touch.
func (s *source) trespass(of string, names []string) string {
	next, own := s.fields[of][names[0]]
	_, known := s.fields["question"][names[0]]
	_, written := s.fields["writing"][names[0]]
	switch {
	case own && s.fields[next] != nil && len(names) > 1 && s.parts()[next]:
		if _, field := s.fields[next][names[1]]; field && !s.methods[next][names[1]] {
			return of + " touches " + names[1] + " of " + next
		}
	case own, known, names[0] == "state":
	case written:
		return of + " touches " + names[0] + " of writing"
	}
	return ""
}

// named returns the names of a selector that begins with one, such as d.turns.endTurn.
func named(e ast.Expr) []string {
	switch e := e.(type) {
	case *ast.Ident:
		return []string{e.Name}
	case *ast.SelectorExpr:
		if before := named(e.X); before != nil {
			return append(before, e.Sel.Name)
		}
	case *ast.IndexExpr:
		return named(e.X)
	}
	return nil
}

// No part asks another that asks it.
func TestPartsStandInRows(t *testing.T) {
	s := readSource(t)
	var below func(of string, above []string)
	below = func(of string, above []string) {
		require.NotContains(t, above, of)
		for _, next := range s.fields[of] {
			if s.parts()[next] {
				below(next, append(above, of))
			}
		}
	}
	for part := range s.parts() {
		below(part, nil)
	}
}
