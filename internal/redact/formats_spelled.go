package redact

import "slices"

// spelling is one way to write signs: what they begin with, of those that secrets have, the
// bytes at which a text of that sort ends, how much of it is read at most, with which bytes
// such a sign may begin, and how it is read.
type spelling struct {
	literals []string
	ends     string
	longest  int
	first    class
	beyond   bool // none of these bytes is of ASCII
	decode   decoder
}

// decoder appends what the sign stands for that is spelled out at text[at:], and says how much
// of the text goes with it: 0 where there is none.
type decoder func(out, text []byte, at int) ([]byte, int)

var spellings = [...]spelling{
	{[]string{"%20", "%21", "%22", "%23", "%24", "%26", "%28", "%29", "%2b", "%2c", "%2d", "%2e", "%2f", "%3a", "%3b", "%3d", "%40", "%0a", "%5b", "%5f", "%7b"}, " \t\r\n\"'<>`\\|", 1 << 14, classOf("%+"), false, percentSign},
	{[]string{"&#x", "&#1", "&#3", "&#4", "&#5", "&#6", "&#9", "&nbsp;", "&quot;", "&period;", "&colon;", "&plus;", "&lowbar;", "&hyphen;"}, "\n<>", 1 << 12, classOf("&"), false, entitySign},
	{[]string{`\x2`, `\x3`, `\x4`, `\x5`, `\u002`, `\u003`, `\u004`, `\u005`, `\://`}, "\n", 1 << 12, classOf(`\`), false, backslashSign},
	{slices.Concat(digitPairs, []string{"०", "१", "२", "३", "४", "५", "६", "७", "८", "९", "০", "১", "২", "৩", "৪", "৫", "৬", "৭", "৮", "৯", "๐", "๑", "๒", "๓", "๔", "๕", "๖", "๗", "๘", "๙", "０", "１", "２", "３", "４", "５", "６", "７", "８", "９", "\u2009", "\u200b", "\u2010", "\u2011", "\u2060"}), "\n", 1 << 12, classOf("\xc2\xd9\xdb\xe0\xe2\xef"), true, typesetSign},
	{[]string{"encoding: quoted-printable"}, "", 1 << 16, classOf("="), false, printableSign},
}

// digitPairs are two digits of Arabic or of Persian: one is too short to be looked for fast.
var digitPairs = func() (pairs []string) {
	for _, zero := range "٠۰" {
		for a := range rune(10) {
			for b := range rune(10) {
				pairs = append(pairs, string([]rune{zero + a, zero + b}))
			}
		}
	}
	return pairs
}()
