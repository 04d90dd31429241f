package openclaw

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/provenanced/provenanced/internal/markup"
)

// IsBlank reports whether gateways written in JavaScript may trim r. It is true for slightly more
// than they trim.
func IsBlank(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' }

// fetches reports whether a text is more than words. Versions of OpenClaw fetch what follows MEDIA:
// at the start of a line, and Markdown images; clients fetch more; and OpenClaw takes a backslash
// and an n for the end of a line. Before that it removes what a model marks as its thinking, so it
// is unknown here where the lines of a text with such marks will begin.
func fetches(text string) bool {
	lines := strings.NewReplacer(`\n`, "\n", `\N`, "\n").Replace(text)
	if thinking.MatchString(strings.ToUpper(text)) || len(markup.Fetches(text)) > 0 || lines != text && len(markup.Fetches(lines)) > 0 {
		return true
	}
	for line := range strings.SplitSeq(strings.ToUpper(lines), "\n") {
		if strings.HasPrefix(strings.TrimLeftFunc(line, IsBlank), "MEDIA:") {
			return true
		}
	}
	return false
}

// thinking finds the marks around a model's thoughts, in upper case.
var thinking = regexp.MustCompile(`<[\s\pZ\x{FEFF}]*/?[\s\pZ\x{FEFF}]*(?:[A-Z]+:)?(?:THINK|THINKING|THOUGHT|ANTTHINKING|REASONING|FINAL)\b`)

// attaches finds what makes OpenClaw fetch something from an address to send it along: what follows
// MEDIA: at the start of a line.
var attaches = regexp.MustCompile(`(?im)^[\t\v\f\r \p{Z}\x{feff}]*MEDIA:.*://.*$`)

func withoutFetches(text, instead string) string {
	return attaches.ReplaceAllLiteralString(text, instead)
}

// ownersCommand finds how the owner tells us, or the gateway, that something may run. The gateway
// looks for its commands after brackets, a sender's name and its own name, and takes a backslash
// and an n for a space.
var ownersCommand = regexp.MustCompile(`(?i)/[\s\pZ\p{Cf}]*(?:provenance|firewall|approve)(?:[\s\pZ\p{Cf}@:]|\\n)|(?:^|[^\w/.-])/\s*(?:provenance|firewall|approve)$|` +
	`^\s*(?:\[[^\]]*\]\s*)*(?:[^\n:]*:)?\s*\.(?:approve|deny|withdraw|reset-trust)(?:[\s@:]|$)`)

// inBrackets is what may precede a sender's name.
var inBrackets = regexp.MustCompile(`^\s*(?:\[[^\]]*\]\s*)*`)

// heard reports whether the gateway takes a text for a command, and what it hears after brackets
// and a sender's name.
func heard(text string) (command bool, as []string) {
	if ownersCommand.MatchString(text) {
		return true, nil
	}
	bare := text[len(inBrackets.FindString(text)):]
	_, unnamed, _ := strings.Cut(bare, ":")
	return false, []string{bare, unnamed}
}

// NoSuchTool reports whether a failure says only that there is no such tool.
func NoSuchTool(text []byte, tool string) bool {
	const longest = len("Tool  not found") + 64 // a longer name is no tool's
	return len(text) <= longest && strings.EqualFold(string(text), "Tool "+tool+" not found")
}
