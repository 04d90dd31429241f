package decide

// maxTyped bounds what is kept of one line.
const maxTyped = 4 << 10

// Typed is what a line holds once a call has typed.
type Typed struct {
	Into  string
	Line  string // since the latest Enter
	Known bool
}
