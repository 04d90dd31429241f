// Package injection finds text that tries to give orders to a model: in tool results,
// documents, mail. It scans a text and reports where, by which rule and how severe; it
// writes the warning or the replacement that a policy asks for. It decides nothing:
// taint, levels and modes are the engine's, and a text without findings is not a
// trusted one.
//
// A text is folded first (fold.go): look-alike letters, accents, digits for letters,
// invisible characters and odd white space are normalised, offsets stay. Then the
// phrases of the rules (phrases/*.txt, tables.go), made of sets of words, are matched in
// one pass (lexicon.go, match.go). A match is a cue with a weight; guards (guards*.go)
// look at its surroundings, because "do not ignore" is not an order. The weights of
// nearby cues add up (weigh.go), and a sum above Threshold is a finding. Quoted attacks,
// as in a text about them, are reported but not flagged (context.go). Text that people
// do not see, and encodings that models can read, are decoded and scanned as well
// (hidden.go, encoded.go, ciphers.go).
//
// There is no backtracking and no regular expression: the work is linear in the
// text, whoever wrote it.
package injection
