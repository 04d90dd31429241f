package facts

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Act is one judged call: what it would do, and with which values. A record keeps it in place of
// the call's parameters, and the call can be decided again from it. The zero Act is a call without
// parameters, by whoever began the turn.
type Act struct {
	Effects Effects `json:"effects,omitzero"`

	// Who asks, if not whoever began the turn; where the host keeps its files; and where its agent
	// works.
	By        *Speaker `json:"by,omitzero"`
	Workspace string   `json:"workspace,omitzero"`
	HostDir   string   `json:"hostDir,omitzero"`
	HostFile  string   `json:"hostFile,omitzero"`

	Form   Written `json:"form,omitzero"`
	Values []Value `json:"values,omitzero"`
	More   int     `json:"more,omitzero"`  // number of values that are not listed
	Links  []Link  `json:"links,omitzero"` // paths that lead elsewhere through symlinks

	// What the layers found in the parameters, including values that are not kept.
	Found     Finds    `json:"found,omitzero"`
	Secret    string   `json:"sensitive,omitzero"` // the type of a secret in the parameters, if the policy looks for it
	Memory    *Memory  `json:"memory,omitzero"`
	Protected *Guarded `json:"protected,omitzero"`

	// Undecidable names the rules that cannot be evaluated again: they match a value against a
	// regular expression, or look for addresses in it, and the value is not kept.
	Undecidable []string `json:"undecidable,omitzero"`

	Sum    string `json:"sum,omitzero"`    // of the parameters, if an approval may be for them alone and no node of the graph has it
	ActsOn string `json:"actsOn,omitzero"` // the values that an approval of the call is for, as the owner sees them
	Before int    `json:"before,omitzero"` // number of the record's changes made before the call was judged
}

// Speaker is who asks for a call, as records name people.
type Speaker struct {
	Channel string `json:"channel,omitzero"`
	Sender  string `json:"sender,omitzero"`
	Owner   string `json:"owner,omitzero"` // yes, no, or "" if the host does not say
	Group   bool   `json:"group,omitzero"`
	Session bool   `json:"session,omitzero"` // another session wrote the turn's message
}

// Value is one value of a call's parameters. Text is set if its kind is harmless and it contains no
// secret; otherwise there is a keyed fingerprint, which only shows equality. Its level is the
// call's until its source is known.
type Value struct {
	Param string `json:"param"` // path to the value, separated by slashes: env/PATH, files/0
	Role  Role   `json:"role,omitzero"`
	Kind  Kind   `json:"kind"`
	Text  string `json:"text,omitzero"`
	Sum   string `json:"sum,omitzero"`
	Size  int    `json:"size,omitzero"` // in bytes, of a value that is not kept
}

// Hidden reports whether only the value's fingerprint or size is kept.
func (v *Value) Hidden() bool { return v.Size > 0 }

// Kind is what a value is, by its form and by its parameter's meaning.
type Kind string

const (
	Literal Kind = "literal" // true, false, null, a short number, or an empty list or object: Text is JSON
	Word    Kind = "word"    // from the tool's own vocabulary: an action, a channel
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

// Guarded is what a call would do to protected paths.
type Guarded struct {
	Key   string   `json:"key,omitzero"` // the daemon's key that it may read
	Paths []string `json:"paths,omitzero"`
	Whats []string `json:"whats,omitzero"`
	Alone bool     `json:"alone,omitzero"`
	More  bool     `json:"more,omitzero"`
}

// Written is how the parameters of a call are encoded.
type Written string

const (
	AsObject Written = ""
	AsText   Written = "text" // an object, as JSON in a string
	Odd      Written = "odd"  // anything else, which is not listed
)

// Effects are what a call would do. The zero value means nothing known.
type Effects uint16

const (
	Reads      Effects = 1 << iota // looks at something
	Fetches                        // from the network
	Edits                          // changes something that persists
	Runs                           // runs programs, or controls something that does
	Sends                          // speaks to others, or carries something outside
	Trades                         // spends, pays, buys or sells
	Spawns                         // begins another session
	Schedules                      // causes something to happen later
	Configures                     // changes the host, or a session
	Leaves                         // leaves words for later turns
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

// Finds are what was found in the parameters of a call.
type Finds uint16

const (
	ToOwner      Finds = 1 << iota // it only speaks to the owner
	WordsFetch                     // its text makes the host fetch something
	GivesCommand                   // a button in it gives a command of the owner's
	Placeholder                    // a marker in place of a redacted value
	OnlyLooks                      // its command only looks
	GoesOn                         // it continues a line that was typed before
	Unsearched                     // part of it was not searched for secrets
)

var findNames = [...]string{"toOwner", "fetches", "command", "placeholder", "looks", "typed", "unsearched"}

func (f Finds) String() string { return joined(uint16(f), findNames[:]) }

// Has reports whether f includes one.
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

// joined returns the names of a set's members.
func joined(bits uint16, names []string) string {
	if bits&(bits-1) == 0 { // one member, as most sets have
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

// parsed reads what joined writes: each name once, and in order.
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

// Kept reports whether the act has everything that the parameters had.
func (a *Act) Kept() bool {
	for i := range a.Values {
		if a.Values[i].Hidden() {
			return false
		}
	}
	return a.More == 0 && a.Form != Odd
}

// hiddenMark begins the placeholder of a value that is not kept. No path, word or address contains
// it, and no kept value.
const hiddenMark = "\x00"

// Concealed returns the fingerprint in a placeholder of Params; false for any other text.
func Concealed(text string) (sum string, is bool) { return strings.CutPrefix(text, hiddenMark) }

// Comparable is the form of a text or a number from which fingerprints are made: 5000 and 5e3 are
// one number, and not a text.
func Comparable(number bool, text string) string {
	if !number {
		return `"` + text
	}
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		text = strconv.FormatFloat(n, 'g', -1, 64)
	}
	return "0" + text
}

// Params reconstructs the parameters, with placeholders for values that are not kept. The members
// have their original order; unlisted ones are missing.
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

// step is an object or list being written.
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

// isPlace tells an index of a list from a name: indexes have a mark that no listed name has.
func isPlace(step string) bool { return strings.HasPrefix(step, "#") }
