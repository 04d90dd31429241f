package openclaw

import (
	"regexp"
	"strings"

	"github.com/provenanced/provenanced/internal/facts"
)

// wikiDigest precedes what memory-wiki tells every turn about its pages, if so configured.
const wikiDigest = "## Compiled Wiki Snapshot\n"

// attachedFile begins the text of a file that a program sent with its message, as the endpoints for
// programs put it into the instructions.
var attachedFile = regexp.MustCompile(`<file name="[^\n]*>\n+<<<EXTERNAL_UNTRUSTED_CONTENT`)

// inInstructions returns what a turn's system prompt shows the model besides instructions.
func inInstructions(text string) []facts.Shown {
	var found []facts.Shown
	if strings.Contains(text, wikiDigest) {
		found = append(found, facts.Shown{Kind: "tool_result", Tool: "wiki_search"}) // like a search of the wiki
	}
	if strings.Contains(text, "<<<EXTERNAL_UNTRUSTED_CONTENT") && attachedFile.MatchString(text) {
		found = append(found, facts.Shown{Kind: "attached document"})
	}
	return found
}
