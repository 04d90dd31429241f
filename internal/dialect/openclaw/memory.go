package openclaw

import "regexp"

// found is a file in the result of a memory search: a member, in JSON that may itself be in a
// string.
var found = regexp.MustCompile(`\\?"path\\?"\s*:\s*\\?"([^"\\]+)`)

// maxFound bounds the files of one result.
const maxFound = 256

// filesFound returns the files that a memory search has found.
func filesFound(result []byte) (paths []string) {
	for _, m := range found.FindAllSubmatch(result, maxFound) {
		paths = append(paths, string(m[1]))
	}
	return paths
}
