// Package authentic recognises the marks of authenticity in text (seed 002): the wrapper around
// a vouched message, text in which a model imitates what only a gateway may say, and the marks
// [G] and [I] with which a model rates its own claims. It holds no key and no state: its
// callers decide whether a MAC is right, whether a counter was seen before, and what follows
// from a finding.
//
// Every function here takes time linear in its text, whoever wrote it.
package authentic
