// Package injection finds text that tries to give orders to a model: in tool results, documents,
// mail. It reports where, by which rule and how severe, and writes the warning or the replacement
// that a policy asks for. It decides nothing: taint, levels and modes belong to the engine, and a
// text without findings is not a trusted one.
//
// A text is folded first (fold.go): look-alike letters, accents, digits for letters, invisible
// characters and odd white space are normalised, and offsets can be mapped back. Then the phrases
// of the rules (phrases/*.txt, tables.go), which consist of sets of words, are matched in one pass
// (lexicon.go, match.go). A match is a cue with a weight; guards (guards*.go) examine its
// surroundings, because "do not ignore" is not an order. The weights of nearby cues add up
// (weigh.go), and a sum of at least Threshold is a finding. Quoted attacks, as in a text about
// them, are reported but not flagged (context.go). Invisible text, and encodings that models can
// read, are decoded and scanned as well (hidden.go, encoded.go, ciphers.go).
//
// There is no backtracking and no regular expression: the work is linear in the text, whoever wrote
// it.
package injection
