package policy

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/facts"
)

// anyParam reports whether test holds for a scalar at a dotted path of an object. A list on the way
// stands for each of its items, or for one of them if the path continues with its index; a list at
// the end stands for its items. Invalid JSON has no scalars.
func anyParam(params jsontext.Value, path string, test func(jsontext.Token) bool) bool {
	if len(params) == 0 {
		return false
	}
	dec := jsontext.NewDecoder(bytes.NewReader(params))
	if dec.PeekKind() != '{' {
		return false
	}
	found, err := find(dec, strings.Split(path, "."), test)
	return found && err == nil
}

// allParams reports whether there is a scalar at a path, as anyParam reads it, and test holds for
// all of them.
func allParams(params jsontext.Value, path string, test func(jsontext.Token) bool) bool {
	some, all := false, true
	failed := !params.IsValid() || anyParam(params, path, func(t jsontext.Token) bool {
		some, all = true, all && test(t)
		return !all
	})
	return !failed && some
}

// find reads one value. It stops early, with the rest unread, once test held.
func find(dec *jsontext.Decoder, path []string, test func(jsontext.Token) bool) (bool, error) {
	switch dec.PeekKind() {
	case '{':
		return findInObject(dec, path, test)
	case '[':
		return findInArray(dec, path, test)
	}
	t, err := dec.ReadToken()
	return err == nil && len(path) == 0 && test(t), err
}

func findInObject(dec *jsontext.Decoder, path []string, test func(jsontext.Token) bool) (bool, error) {
	if len(path) == 0 {
		return false, dec.SkipValue()
	}
	if _, err := dec.ReadToken(); err != nil {
		return false, err
	}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return false, err
		}
		if name.String() != path[0] {
			if err := dec.SkipValue(); err != nil {
				return false, err
			}
			continue
		}
		if found, err := find(dec, path[1:], test); found || err != nil {
			return found, err
		}
	}
	_, err := dec.ReadToken()
	return false, err
}

func findInArray(dec *jsontext.Decoder, path []string, test func(jsontext.Token) bool) (bool, error) {
	if _, err := dec.ReadToken(); err != nil {
		return false, err
	}
	only := -1
	if len(path) > 0 {
		if i, err := strconv.Atoi(path[0]); err == nil {
			only, path = i, path[1:]
		}
	}
	for i := 0; ; i++ {
		switch k := dec.PeekKind(); {
		case k == ']' || k == 0:
			_, err := dec.ReadToken()
			return false, err
		case only >= 0 && i != only:
			if err := dec.SkipValue(); err != nil {
				return false, err
			}
			continue
		}
		if found, err := find(dec, path, test); found || err != nil {
			return found, err
		}
	}
}

// matches matches the expression against a text as it is, and against a number or a boolean as JSON
// writes it.
func (p pattern) matches(t jsontext.Token) bool {
	return t.Kind() != 'n' && p.re.MatchString(t.String())
}

// comparable returns the constant as fingerprints of values are made of it; "" if there are none
// for it.
func (c constant) comparable() string {
	switch c.json.Kind() {
	case '"':
		text, _ := jsontext.AppendUnquote(nil, c.json)
		return facts.Comparable(false, string(text))
	case '0':
		return facts.Comparable(true, string(c.json))
	}
	return ""
}

// equals compares by value: 5 and 5.0 are equal, 5 and "5" are not.
func (c constant) equals(t jsontext.Token) bool {
	kind := c.json.Kind()
	if t.Kind() != kind {
		return false
	}
	switch kind {
	case '0':
		want, err := strconv.ParseFloat(string(c.json), 64)
		got, gotErr := strconv.ParseFloat(t.String(), 64)
		return err == nil && gotErr == nil && got == want
	case '"':
		want, err := jsontext.AppendUnquote(nil, c.json)
		return err == nil && string(want) == t.String()
	}
	return true // null, true and false are kinds of their own
}
