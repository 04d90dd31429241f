// Package redact finds secrets and personal data in text and in JSON, and replaces them with
// [REDACTED:<type>]. It decides from the bytes alone: it opens, logs and stores nothing, does not
// hash what it finds, and does not know what a finding means for a call.
//
// Its knowledge is in text files, each of which explains its format: formats.txt has the formats of
// keys and wallet addresses, commands.txt the commands that take a password, words.txt all lists of
// words. One pass over the text looks for the formats' literals, one for digits, one for long
// tokens and words; a rule then examines the bytes around each hit. Checksums are verified where a
// format has one.
package redact

import (
	"fmt"
	"slices"
	"strings"
)

// Level says how much is redacted. The zero value redacts the most.
type Level uint8

const (
	Strict   Level = iota // also all addresses, and data that only its context suggests
	Standard              // also personal data: e-mail, phone, cards, accounts, wallets, networks
	Secrets               // whatever lets its holder act as someone else
	Off
)

var levelNames = [...]string{"strict", "standard", "secrets", "off"}

func (l Level) String() string {
	if int(l) < len(levelNames) {
		return levelNames[l]
	}
	return fmt.Sprintf("level(%d)", uint8(l))
}

// LevelNames returns the names of the levels, the strictest first.
func LevelNames() []string { return slices.Clone(levelNames[:]) }

// ParseLevel parses the name of a level.
func ParseLevel(name string) (Level, error) {
	if i := slices.Index(levelNames[:], name); i >= 0 {
		return Level(i), nil
	}
	return Strict, fmt.Errorf("unknown redaction level %q: use strict, standard, secrets or off", name)
}

// MarshalText writes the level's name.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (l *Level) UnmarshalText(b []byte) error {
	v, err := ParseLevel(string(b))
	*l = v
	return err
}

// Type is the kind of a finding, as its marker names it.
type Type string

const (
	APIKey         Type = "api_key"
	Authorization  Type = "authorization"
	JWT            Type = "jwt"
	Password       Type = "password"
	PrivateKey     Type = "private_key"
	SeedPhrase     Type = "seed_phrase"
	URLCredentials Type = "url_credentials"

	CryptoAddress Type = "crypto_address"
	CryptoTxID    Type = "crypto_txid"
	Email         Type = "email"
	IBAN          Type = "iban"
	IP            Type = "ip"
	MAC           Type = "mac"
	PaymentCard   Type = "payment_card"
	Phone         Type = "phone"
	SSN           Type = "ssn"
)

// types are all types.
var types = [...]Type{APIKey, Authorization, JWT, Password, PrivateKey, SeedPhrase, URLCredentials,
	CryptoAddress, CryptoTxID, Email, IBAN, IP, MAC, PaymentCard, Phone, SSN}

// Marker is the text that replaces a finding of this type.
func (t Type) Marker() string { return "[REDACTED:" + string(t) + "]" }

// rank orders types by certainty and severity: where findings overlap, the highest one names the
// whole.
var rank = map[Type]int{
	PrivateKey: 9, SeedPhrase: 8, JWT: 7, APIKey: 6, URLCredentials: 5, Authorization: 4, Password: 3,
	PaymentCard: 2, IBAN: 2, CryptoAddress: 2, CryptoTxID: 2,
}

func (t Type) secret() bool { return rank[t] > 2 }

// Finding is a span to redact, text[Start:End], and the rule that found it.
type Finding struct {
	Start, End int
	Type       Type
	Rule       string
}

// Find returns the findings in text, sorted and without overlap.
func Find(text []byte, l Level) []Finding {
	if l == Off || len(text) == 0 {
		return nil
	}
	if l > Off {
		l = Strict // not a level
	}
	if thin := narrowed(text); thin != nil {
		found := find(thin, l)
		widen(text, found)
		return found
	}
	return find(text, l)
}

// find scans the text as a reader sees it.
func find(text []byte, l Level) []Finding {
	s := scans.Get().(*scan)
	s.text, s.level = text, l
	s.run()
	found := s.found
	s.reset()
	scans.Put(s)
	return withRepeats(text, settle(found))
}

// Text returns text with each finding replaced by a marker; offsets are those of the given text.
func Text(text string, l Level) (string, []Finding) {
	found := Find([]byte(text), l)
	if len(found) == 0 {
		return text, nil
	}
	out := make([]byte, 0, len(text))
	at := 0
	for _, f := range found {
		out = append(out, text[at:f.Start]...)
		out = append(out, f.Type.Marker()...)
		at = f.End
	}
	return string(append(out, text[at:]...)), found
}

// shared reports whether a rule is for a form that several issuers use, or anyone may. It names a
// finding only if no issuer's own rule does.
func shared(rule string) bool { return rule == prefixedToken || strings.Contains(rule, "-or-alike") }

// settle sorts findings and resolves overlaps. Overlapping secrets are merged, so that no part of
// either is left; personal data inside or across a secret is dropped.
func settle(found []Finding) []Finding {
	if len(found) < 2 {
		return found
	}
	slices.SortStableFunc(found, func(a, b Finding) int {
		if a.Start != b.Start {
			return a.Start - b.Start
		}
		return b.End - a.End
	})
	out := found[:1]
	for _, f := range found[1:] {
		last := &out[len(out)-1]
		switch {
		case f.Start >= last.End:
			out = append(out, f)
		case last.Type.secret() && !f.Type.secret():
		case f.Type.secret() && !last.Type.secret():
			*last = Finding{last.Start, max(f.End, last.End), f.Type, f.Rule}
		default:
			if rank[f.Type] > rank[last.Type] || f.Type == last.Type && shared(last.Rule) && !shared(f.Rule) {
				last.Type, last.Rule = f.Type, f.Rule
			}
			last.End = max(last.End, f.End)
		}
	}
	return out
}
