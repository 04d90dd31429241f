// Package store persists what the engine produces: records, in the ledger; sessions,
// in a write-behind index of the ledger; and the writes that the memory guard blocked,
// as files. It implements the engine's ports and judges nothing: what a record, a
// session or a blocked write means is the engine's business.
package store
