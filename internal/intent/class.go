// Package intent classifies what a message asks for and what a tool does, as action
// classes. It decides nothing: whether a call may run is the engine's decision.
package intent

import (
	"fmt"
	"strings"
)

// Class is one kind of thing that an agent can do (seed 002, "action classes").
type Class uint8

const (
	Read  Class = iota // look at something
	Write              // change something that persists
	Send               // speak to someone, or carry something outside
	Exec               // run programs, or control what does
	Trade              // spend, pay, buy, sell
)

var classNames = [...]string{"read", "write", "send", "exec", "trade"}

func (c Class) String() string {
	if int(c) < len(classNames) {
		return classNames[c]
	}
	return fmt.Sprintf("class(%d)", uint8(c))
}

// ParseClass reads a class's name.
func ParseClass(name string) (Class, error) {
	for c, n := range classNames {
		if n == name {
			return Class(c), nil
		}
	}
	return 0, fmt.Errorf("unknown action class %q: use read, write, send, exec or trade", name)
}

// Classes is a set of classes. The zero value is the empty set: as a scope it permits nothing.
type Classes uint8

// All is the set of all classes, for an unknown tool.
const All Classes = 1<<Read | 1<<Write | 1<<Send | 1<<Exec | 1<<Trade

// Of is the set of the given classes.
func Of(c ...Class) Classes {
	var s Classes
	for _, c := range c {
		s = s.With(c)
	}
	return s
}

// Has reports whether c is in the set.
func (s Classes) Has(c Class) bool { return s&(1<<c) != 0 }

// With returns the set with c added.
func (s Classes) With(c Class) Classes { return s | 1<<c&All }

// Or returns what is in either set.
func (s Classes) Or(o Classes) Classes { return s | o }

// And returns what is in both sets.
func (s Classes) And(o Classes) Classes { return s & o }

// Without returns the classes in s and not in o: of a call's classes, those that a scope o does not
// cover.
func (s Classes) Without(o Classes) Classes { return s &^ o }

// Names lists the set in the order of the constants. It is never nil.
func (s Classes) Names() []string {
	names := make([]string, 0, len(classNames))
	for c, n := range classNames {
		if s.Has(Class(c)) {
			names = append(names, n)
		}
	}
	return names
}

func (s Classes) String() string {
	if s&All == 0 {
		return "nothing"
	}
	return strings.Join(s.Names(), ", ")
}

// MarshalText writes the set as "read+send", the empty one as "".
func (s Classes) MarshalText() ([]byte, error) { return []byte(strings.Join(s.Names(), "+")), nil }

// UnmarshalText reads what MarshalText writes and nothing else: each class once, and in order.
// After an error the set is empty.
func (s *Classes) UnmarshalText(b []byte) error {
	*s = 0
	if len(b) == 0 {
		return nil
	}
	var read Classes
	for name := range strings.SplitSeq(string(b), "+") {
		c, err := ParseClass(name)
		if err != nil {
			return err
		}
		if read>>c != 0 {
			return fmt.Errorf("action classes %q: %s is given twice or too late: write read+write+send+exec+trade in this order", b, c)
		}
		read = read.With(c)
	}
	*s = read
	return nil
}
