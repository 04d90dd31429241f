package flow

import (
	"fmt"
	"slices"
	"strings"
)

// Role is what an argument of a call is for. An unknown one is a target, which needs authority.
type Role uint8

// The roles. The zero value is judged most strictly.
const (
	Target   Role = iota // whom or what the call reaches
	URL                  // a web address
	ID                   // the name of something that exists
	File                 // a path
	Widen                // who may see or do something
	Quantity             // how much
	Time                 // when
	Flag                 // yes or no, or one of a few words
	Content              // said or stored
	Free                 // does not matter
	Host                 // a machine, by name; a link that leads there names it, too
)

var roleNames = [...]string{"target", "url", "id", "file", "widen", "qty", "time", "flag", "content", "free", "host"}

func (r Role) String() string {
	if int(r) < len(roleNames) {
		return roleNames[r]
	}
	return fmt.Sprintf("role(%d)", uint8(r))
}

// ParseRole parses a role's name.
func ParseRole(name string) (Role, error) {
	if i := slices.Index(roleNames[:], name); i >= 0 {
		return Role(i), nil
	}
	return Target, fmt.Errorf("unknown role %q: use one of %s", name, strings.Join(roleNames[:], ", "))
}

// Roles are the roles of one tool's arguments. The zero value knows none.
type Roles struct {
	known map[string]Role // from the schema
	hand  map[string]Role // set by hand
}

// schemaType is the part of a property's schema that a role depends on.
type schemaType uint8

const (
	unsaid schemaType = iota
	isString
	isNumber
	isFlag
	isOther
)

// maxSchema bounds the schemas that are read, and maxProperties their properties. An unknown role
// is Target.
const (
	maxSchema     = 256 << 10
	maxProperties = 512
)

// ReadRoles reads the roles from the JSON schema of a tool's arguments. It looks at the properties
// and their types, and follows no references, whose content is unknown.
func ReadRoles(schema []byte) Roles {
	if len(schema) > maxSchema {
		return Roles{}
	}
	if whole := (jsonReader{b: schema}); !whole.skip(0) || whole.peek() != 0 {
		return Roles{}
	}
	r := jsonReader{b: schema}
	kinds := map[string]schemaType{}
	if r.peek() != '{' {
		return Roles{}
	}
	for first := true; r.more(first, '}'); first = false {
		if string(r.name()) != "properties" || r.peek() != '{' {
			r.skip(0)
			continue
		}
		for first := true; r.more(first, '}'); first = false {
			name := string(r.name())
			kind := readType(&r)
			if old, twice := kinds[name]; twice && old != kind {
				kind = unsaid
			}
			if len(kinds) < maxProperties {
				kinds[name] = kind
			}
		}
	}
	if r.bad {
		return Roles{}
	}
	roles := Roles{known: make(map[string]Role, len(kinds))}
	for name, kind := range kinds {
		roles.known[name] = roleOf(name, kind)
	}
	return roles
}

// readType reads the schema of one property.
func readType(r *jsonReader) schemaType {
	if r.peek() != '{' {
		r.skip(0)
		return unsaid
	}
	kind, among, enum := unsaid, unsaid, false
	for first := true; r.more(first, '}'); first = false {
		switch name := string(r.name()); {
		case name == "type" && r.peek() == '"':
			kind = typeNamed(r.string())
		case name == "enum":
			enum = true
			r.skip(0)
		case name == "anyOf" && r.peek() == '[':
			// The first type other than null, as optional values are declared.
			found := false
			for first := true; r.more(first, ']'); first = false {
				k, null := anyOf(r)
				if !null && !found {
					among, found = k, true
				}
			}
		default:
			r.skip(0)
		}
	}
	if enum {
		return isFlag
	}
	if kind == unsaid {
		return among
	}
	return kind
}

func anyOf(r *jsonReader) (kind schemaType, null bool) {
	if r.peek() != '{' {
		r.skip(0)
		return unsaid, false
	}
	for first := true; r.more(first, '}'); first = false {
		if string(r.name()) != "type" || r.peek() != '"' {
			r.skip(0)
			continue
		}
		name := r.string()
		kind, null = typeNamed(name), string(name) == "null"
	}
	return kind, null
}

func typeNamed(name []byte) schemaType {
	switch string(name) {
	case "boolean":
		return isFlag
	case "integer", "number":
		return isNumber
	case "string":
		return isString
	}
	return isOther
}

// With adds roles set by hand, which take precedence over a schema.
func (r Roles) With(byHand map[string]Role) Roles {
	hand := make(map[string]Role, len(r.hand)+len(byHand))
	for n, role := range r.hand {
		hand[n] = role
	}
	for n, role := range byHand {
		hand[n] = role
	}
	return Roles{known: r.known, hand: hand}
}

// of returns the role of an argument; a nested one is identified by its name alone.
func (r Roles) of(name string, nested bool) Role {
	if role, ok := r.hand[name]; ok {
		return role
	}
	if role, ok := r.known[name]; ok && !nested {
		return role
	}
	return roleOf(name, unsaid)
}

// roleOf derives the role from a name and a type.
func roleOf(name string, kind schemaType) Role {
	words := nameWords(name)
	var l lists
	for _, w := range words {
		l |= lexicon.names[w]
	}
	last := ""
	if len(words) > 0 {
		last = words[len(words)-1]
	}
	switch {
	case l&inSecret != 0:
		return Target
	case l&inWiden != 0:
		return Widen
	case kind == isFlag:
		return Flag
	case l&inURL != 0:
		return URL
	case l&inID != 0, strings.HasSuffix(last, "id") && len(last) > 2:
		return ID
	case kind == isNumber:
		return Quantity
	case l&inTime != 0:
		return Time
	case l&inFile != 0:
		return File
	case l&inContent != 0:
		return Content
	case l&inQuantity != 0 && kind != isString:
		return Quantity
	}
	return Target
}

// RoleNames lists the names that ParseRole reads.
func RoleNames() []string { return slices.Clone(roleNames[:]) }
