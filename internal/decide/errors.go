package decide

import (
	"errors"
	"fmt"
)

// ErrNotFound says that the requested item does not exist (any more). The caller should list those
// that do.
var ErrNotFound = errors.New("not found")

// Absent is an ErrNotFound whose text is a complete sentence for the owner.
type Absent string

func (a Absent) Error() string { return string(a) }

func (Absent) Is(target error) bool { return target == ErrNotFound }

// ErrRefused says that a command was understood but is refused. The text around it is for the
// owner: show it.
var ErrRefused = errors.New("refused")

// Refused is an ErrRefused with its text.
func Refused(text string) error { return fmt.Errorf("%s: %w", text, ErrRefused) }
