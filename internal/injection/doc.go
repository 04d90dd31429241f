// Package injection finds text that tries to give orders to a model: in what tools
// return, in documents, in mail. It scans a text and says where, by which rule and
// how badly; it writes the warning or the replacement that a policy asks for. It
// decides nothing: taint, levels and modes are others' work, and a text without
// findings is not a trusted one.
//
// A text is folded first (fold.go): look-alike letters, accents, digits for
// letters, invisible characters and odd white space go, offsets stay. Then phrases
// of the tables (rules_*.go), made of sets of words (sets*.go), are matched in one
// pass (lexicon.go, match.go). A match is a cue with a weight; guards (guards*.go)
// look at its surroundings, for "do not ignore" orders nothing. Cues close together
// are added up (weigh.go), and Threshold makes a finding of them. A text about
// attacks quotes them; what it quotes is reported and not flagged (context.go). What
// a person does not see, and the encodings that models read, are decoded and scanned
// as well (hidden.go, encoded.go).
//
// There is no backtracking and no regular expression: the work is linear in the
// text, whoever wrote it.
package injection
