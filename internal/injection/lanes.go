package injection

// Eight bytes of text at a time: lanes times a byte has it in each, tops are their
// highest bits.
const (
	lanes = 0x0101010101010101
	tops  = 0x80 * lanes
)
