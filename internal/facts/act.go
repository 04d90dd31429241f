package facts

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Act is one judged call: what it would do, and with which values. A record keeps it in place
// of the call's parameters, and by it the call can be decided again. The zero Act is a call
// without parameters, by whoever began the turn.
type Act struct {
	Effects Effects `json:"effects,omitzero"`

	// Who asks, where they are not the ones who began the turn, and what the host says of
	// where it keeps its files and has its agent work.
	By        *Speaker `json:"by,omitzero"`
	Workspace string   `json:"workspace,omitzero"`
	HostDir   string   `json:"hostDir,omitzero"`
	HostFile  string   `json:"hostFile,omitzero"`

	Form   Written `json:"form,omitzero"`
	Values []Value `json:"values,omitzero"`
	More   int     `json:"more,omitzero"`  // values that are not listed
	Links  []Link  `json:"links,omitzero"` // where paths led that are not what they say

	// What the layers found in the parameters, also in values that are not kept.
	Found     Finds    `json:"found,omitzero"`
	Secret    string   `json:"sensitive,omitzero"` // the type of a secret among them, where the policy asks for it
	Memory    *Memory  `json:"memory,omitzero"`
	Protected *Guarded `json:"protected,omitzero"`

	// Undecidable names the rules that compare a value with a regular expression, or look for
	// addresses in it, and the value is not kept: whether they match cannot be told again.
	Undecidable []string `json:"undecidable,omitzero"`

	Sum    string `json:"sum,omitzero"`    // of the parameters, where an approval may be for them alone and no node of the graph has it
	ActsOn string `json:"actsOn,omitzero"` // the values that an approval of the call is for, as the owner is shown them
	Before int    `json:"before,omitzero"` // changes of the record that were made before the call was judged
}

// Speaker is who asks for a call, as records name people.
type Speaker struct {
	Channel string `json:"channel,omitzero"`
	Sender  string `json:"sender,omitzero"`
	Owner   string `json:"owner,omitzero"` // yes, no, or "" where the host does not say
	Group   bool   `json:"group,omitzero"`
	Session bool   `json:"session,omitzero"` // another session wrote the turn's message
}

// Value is one value among a call's parameters. Text is there where it is harmless by its kind
// and nothing secret was found in it; otherwise there is a keyed fingerprint, which only tells
// equal values. Its level is that of the call until its source is known.
type Value struct {
	Param string `json:"param"` // names and places behind it with slashes between: env/PATH, files/0
	Role  Role   `json:"role,omitzero"`
	Kind  Kind   `json:"kind"`
	Text  string `json:"text,omitzero"`
	Sum   string `json:"sum,omitzero"`
	Size  int    `json:"size,omitzero"` // in bytes, of one that is not kept
}

// Hidden reports whether only a fingerprint is kept of the value, or its size.
func (v *Value) Hidden() bool { return v.Size > 0 }

// Kind is what a value is, by its form and by what its parameter means.
type Kind string

const (
	Literal Kind = "literal" // true, false, null, a short number, or an empty list or object: Text is JSON
	Word    Kind = "word"    // one of a tool's own: an action, a channel
	Path    Kind = "path"
	URL     Kind = "url"
	Script  Kind = "line" // something for a shell
	Person  Kind = "person"
	Number  Kind = "number"
	Text    Kind = "text" // anything else
)

// Link is a path that led elsewhere.
type Link struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Memory is the memory file that a call would have written.
type Memory struct {
	Named string `json:"named"`
	Path  string `json:"path"`
}

// Guarded is what a call would do to what is protected.
type Guarded struct {
	Key   string   `json:"key,omitzero"` // the key of the daemon's that it may read
	Paths []string `json:"paths,omitzero"`
	Whats []string `json:"whats,omitzero"`
	Alone bool     `json:"alone,omitzero"`
	More  bool     `json:"more,omitzero"`
}

// Written is how the parameters of a call are written.
type Written string

const (
	AsObject Written = ""
	AsText   Written = "text" // an object, as JSON in a string
	Odd      Written = "odd"  // anything else, which is not listed
)

// Effects is what a call would do. The zero value is: nothing that is known.
type Effects uint16

const (
	Reads      Effects = 1 << iota // it looks at something
	Fetches                        // from the network
	Edits                          // it changes what stays
	Runs                           // programs, or whatever controls them
	Sends                          // it speaks to others, or carries something out
	Trades                         // it spends, pays, buys or sells
	Spawns                         // it begins another session
	Schedules                      // something that happens later
	Configures                     // it changes the host, or a session
	Leaves                         // words for later turns
)

var effectNames = [...]string{"read", "fetch", "write", "run", "send", "trade", "spawn", "schedule", "configure", "leave"}

func (e Effects) String() string { return joined(uint16(e), effectNames[:]) }

// MarshalText writes the effects as "fetch+send".
func (e Effects) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (e *Effects) UnmarshalText(b []byte) error {
	bits, err := parsed(string(b), effectNames[:], "effect")
	*e = Effects(bits)
	return err
}

// Finds is what was found in the parameters of a call.
type Finds uint16

const (
	ToOwner      Finds = 1 << iota // it speaks to the owner and does no more
	WordsFetch                     // its words make the host fetch something
	GivesCommand                   // a command of the owner's stands behind a button
	Placeholder                    // a marker in place of something that was taken out
	OnlyLooks                      // its command does no more than look
	GoesOn                         // it goes on with a line that was typed before
	Unsearched                     // nobody has looked for secrets in all of it
)

var findNames = [...]string{"toOwner", "fetches", "command", "placeholder", "looks", "typed", "unsearched"}

func (f Finds) String() string { return joined(uint16(f), findNames[:]) }

// Has reports whether this was found.
func (f Finds) Has(one Finds) bool { return f&one != 0 }

// MarshalText writes the finds as "placeholder+looks".
func (f Finds) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (f *Finds) UnmarshalText(b []byte) error {
	bits, err := parsed(string(b), findNames[:], "finding")
	*f = Finds(bits)
	return err
}

var roleNames = [...]string{"file", "media", "directory", "address", "content", "line", "shell"}

func (r Role) String() string { return joined(uint16(r), roleNames[:]) }

// MarshalText writes the roles as "file+directory".
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (r *Role) UnmarshalText(b []byte) error {
	bits, err := parsed(string(b), roleNames[:], "role")
	*r = Role(bits)
	return err
}

// joined are the names of a set's members.
func joined(bits uint16, names []string) string {
	if bits&(bits-1) == 0 { // one, as most have
		for i, name := range names {
			if bits == 1<<i {
				return name
			}
		}
	}
	var text []byte
	for i, name := range names {
		if bits&(1<<i) != 0 {
			if len(text) > 0 {
				text = append(text, '+')
			}
			text = append(text, name...)
		}
	}
	return string(text)
}

// parsed reads what joined writes: each name once, and in their order.
func parsed(text string, names []string, what string) (bits uint16, err error) {
	if text == "" {
		return 0, nil
	}
	at := 0
	for name := range strings.SplitSeq(text, "+") {
		for at < len(names) && names[at] != name {
			at++
		}
		if at == len(names) {
			return 0, fmt.Errorf("unknown or misplaced %s %.40q", what, name)
		}
		bits |= 1 << at
		at++
	}
	return bits, nil
}

// Kept reports whether the values say all that the parameters did.
func (a *Act) Kept() bool {
	for i := range a.Values {
		if a.Values[i].Hidden() {
			return false
		}
	}
	return a.More == 0 && a.Form != Odd
}

// hiddenMark begins what stands in a value's place that is not kept. No path, word or address
// has it, and no value that is kept.
const hiddenMark = "\x00"

// Concealed is the fingerprint of a value that is not kept, by the text that Params has in its
// place; false for any other text.
func Concealed(text string) (sum string, is bool) { return strings.CutPrefix(text, hiddenMark) }

// Comparable is a text, or a number as it is written, as fingerprints are made of it: 5000 and
// 5e3 are one number, and no text.
func Comparable(number bool, text string) string {
	if !number {
		return `"` + text
	}
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		text = strconv.FormatFloat(n, 'g', -1, 64)
	}
	return "0" + text
}

// Params are the parameters again, with the marks of what is not kept. They have the members
// of the call's own parameters in their order, without what is not listed.
func (a *Act) Params() jsontext.Value {
	if len(a.Values) == 0 || a.Form == Odd {
		if a.More == 0 && a.Form != Odd {
			return nil
		}
		return jsontext.Value("{}")
	}
	var b bytes.Buffer
	enc := jsontext.NewEncoder(&b, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if a.Values[0].Param == "" { // {}
		return jsontext.Value(a.Values[0].Text)
	}
	var open []step
	enc.WriteToken(jsontext.BeginObject)
	for i := range a.Values {
		v := &a.Values[i]
		steps := strings.Split(v.Param, "/")
		inside := steps[:len(steps)-1]
		same := 0
		for same < len(open) && same < len(inside) && open[same].name == inside[same] {
			same++
		}
		for n := len(open); n > same; n-- {
			enc.WriteToken(open[n-1].end())
		}
		open = open[:same]
		for n := same; n < len(inside); n++ {
			writeName(enc, open, inside[n])
			open = append(open, step{inside[n], isPlace(steps[n+1])})
			enc.WriteToken(open[n].begin())
		}
		writeName(enc, open, steps[len(steps)-1])
		switch {
		case v.Hidden():
			enc.WriteToken(jsontext.String(hiddenMark + v.Sum))
		case v.Kind == Literal:
			enc.WriteValue(jsontext.Value(v.Text))
		default:
			enc.WriteToken(jsontext.String(v.Text))
		}
	}
	for n := len(open); n > 0; n-- {
		enc.WriteToken(open[n-1].end())
	}
	enc.WriteToken(jsontext.EndObject)
	params := jsontext.Value(bytes.TrimSpace(b.Bytes()))
	if a.Form == AsText {
		params, _ = jsontext.AppendQuote(nil, params)
	}
	return params
}

// step is an object or a list that is being written.
type step struct {
	name string
	list bool
}

func (s step) begin() jsontext.Token {
	if s.list {
		return jsontext.BeginArray
	}
	return jsontext.BeginObject
}

func (s step) end() jsontext.Token {
	if s.list {
		return jsontext.EndArray
	}
	return jsontext.EndObject
}

func writeName(enc *jsontext.Encoder, open []step, name string) {
	if len(open) == 0 || !open[len(open)-1].list {
		enc.WriteToken(jsontext.String(name))
	}
}

// isPlace tells a place in a list from a name: places are written with a mark, which no name
// that is listed has.
func isPlace(step string) bool { return strings.HasPrefix(step, "#") }
