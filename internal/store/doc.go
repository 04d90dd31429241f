// Package store keeps what the engine hands out: its records, in the ledger; its
// sessions, in an index of the ledger that is written behind; and the writes that
// the memory guard blocked, as files. It implements the engine's ports and judges
// nothing: what a record, a session or a blocked write means is the engine's
// business.
package store
