package decide

import (
	"bytes"
	"slices"
	"strings"
)

// Repository is one of the workspace.
type Repository struct {
	Dir   string   // from the workspace; "" is the workspace
	Names []string // as OWNER/NAME
}

// RepositoryNames are the names, as OWNER/NAME, at the end of the addresses in a git configuration,
// from which a repository is fetched and to which it is pushed.
func RepositoryNames(config []byte) (names []string) {
	for line := range bytes.Lines(config) {
		key, value, is := strings.Cut(string(line), "=")
		if !is || strings.TrimSpace(key) != "url" {
			continue
		}
		address := strings.TrimSuffix(strings.TrimRight(strings.TrimSpace(value), "/"), ".git")
		parts := strings.FieldsFunc(address, func(r rune) bool { return r == '/' || r == ':' })
		if len(parts) < 3 || !strings.ContainsAny(address, ":") {
			continue
		}
		names = append(names, strings.Join(parts[len(parts)-2:], "/"))
	}
	slices.Sort(names)
	return slices.Compact(names)
}
