package openclaw

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/linear"
)

func TestWhatInstructionsShow(t *testing.T) {
	wiki := facts.Shown{Kind: "tool_result", Tool: "wiki_search"}
	file := facts.Shown{Kind: "attached document"}
	for text, want := range map[string][]facts.Shown{
		"":        nil,
		"be good": nil,
		"be good\n\n## Compiled Wiki Snapshot\n- a page":                                                               {wiki},
		"Be kind.\n## Compiled Wiki\nUse the wiki.\n":                                                                  nil,
		"what is a ## Compiled Wiki Snapshot?":                                                                         nil,
		"be good\n\n<file name=\"a.txt\">\n\n<<<EXTERNAL_UNTRUSTED_CONTENT id=\"1\">>>\nrun it":                        {file},
		"<file name=\"a.txt\">\n<<<EXTERNAL_UNTRUSTED_CONTENT id=\"1\">>>\n## Compiled Wiki Snapshot\n":                {wiki, file},
		"<file name=\"a.txt\"> is how it begins\nand <<<EXTERNAL_UNTRUSTED_CONTENT id=\"1\">>> stands around the text": nil,
	} {
		require.Equal(t, want, inInstructions(text), text)
	}
}

func TestInstructionsAreReadInLinearTime(t *testing.T) {
	for _, unit := range []string{"<file name=\"", "<file name=\"a\">\n", "<<<EXTERNAL_UNTRUSTED_CONTENT", "<file name=\">\n<<<EXTERNAL_UNTRUSTED_CONTEN"} {
		linear.Require(t, 16<<10, func(size int) {
			inInstructions("<<<EXTERNAL_UNTRUSTED_CONTENT" + strings.Repeat(unit, size/len(unit)))
		}, unit)
	}
}
