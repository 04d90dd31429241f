package openclaw

import "regexp"

// found is a file of which a search of the memory shows something: a member of its result, as
// JSON that may stand in a string.
var found = regexp.MustCompile(`\\?"path\\?"\s*:\s*\\?"([^"\\]+)`)

// maxFound bounds the files of one result.
const maxFound = 256

// filesFound are the files that a search of the memory has found.
func filesFound(result []byte) (paths []string) {
	for _, m := range found.FindAllSubmatch(result, maxFound) {
		paths = append(paths, string(m[1]))
	}
	return paths
}
