package provenanced_test

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	mdLink    = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	mdHeading = regexp.MustCompile("^#+ +(.*)$")
	mdCode    = regexp.MustCompile("`[^`]*`")
	notInSlug = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// Every relative link of the documents leads to a file, and to a heading in it.
func TestDocumentsLinkToWhatIsThere(t *testing.T) {
	links := 0
	for _, doc := range ourFiles(t, ".md") {
		for _, line := range prose(t, doc) {
			for _, m := range mdLink.FindAllStringSubmatch(mdCode.ReplaceAllString(line, ""), -1) {
				to, err := url.Parse(m[1])
				require.NoError(t, err, doc)
				if to.Scheme != "" {
					continue
				}
				links++
				file := doc
				if to.Path != "" {
					file = filepath.Join(filepath.Dir(doc), to.Path)
					_, err := os.Stat(file)
					require.NoError(t, err, "%s links to %s", doc, m[1])
				}
				if to.Fragment != "" {
					require.Contains(t, anchors(t, file), to.Fragment, "%s links to %s", doc, m[1])
				}
			}
		}
	}
	require.Greater(t, links, 50)
}

// prose is the lines of a document that are not in a block of code.
func prose(t *testing.T, file string) (lines []string) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	code := false
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			code = !code
		} else if !code {
			lines = append(lines, strings.TrimRight(line, "\n"))
		}
	}
	return lines
}

// anchors are what the headings of a document are linked by.
func anchors(t *testing.T, file string) (all []string) {
	for _, line := range prose(t, file) {
		if m := mdHeading.FindStringSubmatch(line); m != nil {
			all = append(all, strings.ReplaceAll(notInSlug.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
		}
	}
	return all
}
