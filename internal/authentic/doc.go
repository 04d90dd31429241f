// Package authentic knows the marks of authenticity in text (seed 002): the wrapper
// that a vouched message travels in, the text by which a model imitates what only a
// gateway may say, and the marks [G] and [I] by which it rates its own claims. It
// holds no key and no state: whether a MAC is right, whether a counter was seen
// before, and what follows from a finding, are for others to say.
//
// Every function here is linear in its text, whoever wrote it.
package authentic
