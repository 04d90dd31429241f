// Package store keeps what the engine hands out: the journal of its records and
// the writes that the memory guard blocked. It implements the engine's ports and
// judges nothing; what a record or a blocked write means is the engine's
// business.
package store
