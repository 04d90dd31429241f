package injection

// Eight bytes of text at a time: lanes times a byte has it in each, tops are their
// highest bits. A mask has the top bit of each byte for which something holds; the
// first byte of the text is the lowest.
const (
	lanes = 0x0101010101010101
	tops  = 0x80 * lanes
)

// wordMask masks the bytes that wordByte has.
func wordMask(w uint64) uint64 {
	low := w &^ tops // no sum of seven bits carries into the next byte
	letters := (low + (0x80-'a')*lanes) &^ (low + (0x7f-'z')*lanes)
	digits := (low + (0x80-'0')*lanes) &^ (low + (0x7f-'9')*lanes)
	return (letters | digits | w) & tops
}
