package policy

import (
	"fmt"
	"slices"

	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/redact"
)

// What is done to a tool's result before the model sees it. This file says how much; it finds
// nothing itself.

// redaction is how much is redacted in a text, as the file says it.
type redaction struct{ redact.Level }

func (r *redaction) decodeNode(d *decoder, n *yaml.Node, key string) {
	if w, ok := d.word(n, key, redact.LevelNames()); ok {
		r.Level, _ = redact.ParseLevel(w)
	}
}

// Injection says what happens to a result in which injected instructions were found. The zero value
// keeps it from the model.
type Injection uint8

const (
	InjectionBlock  Injection = iota // the model gets it without them, or a notice in its place
	InjectionAlert                   // the model gets it after a warning
	InjectionShadow                  // nothing, but it is recorded
	InjectionOff                     // results are not scanned
)

var injectionNames = []string{"block", "alert", "shadow", "off"}

func (i Injection) String() string {
	if int(i) < len(injectionNames) {
		return injectionNames[i]
	}
	return fmt.Sprintf("injection(%d)", uint8(i))
}

// MarshalText writes the injection mode's name.
func (i Injection) MarshalText() ([]byte, error) { return []byte(i.String()), nil }

func (i *Injection) decodeNode(d *decoder, n *yaml.Node, key string) {
	if w, ok := d.word(n, key, injectionNames); ok {
		*i = Injection(slices.Index(injectionNames, w))
	}
}

// Cleaning is what is done to the results of one tool. The zero value is the strictest.
type Cleaning struct {
	Redaction redact.Level
	Injection Injection
}

// Cleaning returns what is done to the tool's results.
func (t *Tables) Cleaning(tool string) Cleaning { return t.row(tool).cleaning }

// switched is the cleaning of a tool whose entry has redactResult or scanInjection. True means at
// least what the preset standard does: it is meant to add cleaning, not to weaken a stricter
// default.
func (c Cleaning) switched(redactResult, scanInjection *bool) Cleaning {
	if redactResult != nil && *redactResult {
		c.Redaction = min(c.Redaction, redact.Standard)
	} else if redactResult != nil {
		c.Redaction = redact.Off
	}
	if scanInjection != nil && *scanInjection {
		c.Injection = min(c.Injection, InjectionAlert)
	} else if scanInjection != nil {
		c.Injection = InjectionOff
	}
	return c
}
