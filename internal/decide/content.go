package decide

import (
	"strings"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/injection"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/processors"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// A tool's result on its way to the model: secrets are redacted, and orders to the model are found
// (seed 003 §8, §9). A finding can only lower the result's level; without findings, nothing is
// known.

// maxCleaned bounds what one record lists.
const maxCleaned = 64

// result is a tool's result as the model may see it.
type result struct {
	content jsontext.Value
	whole   jsontext.Value // without secrets, otherwise as the tool returned it; nil if values are not traced
	changed bool
	secrets []shownSecret   // those in it before redaction
	flagged bool            // it contains orders to the model
	certain bool            // with hardly a doubt
	from    *session.Shared // the session whose words it is, if known
	cleaned session.Cleaned
}

// LongContent is the least length for which both scanners run concurrently: 64 KiB take each of
// them about 300 µs, and starting a goroutine takes one.
const LongContent = 64 << 10

// cleaning removes from a result what the model must not see.
type cleaning struct {
	*basis
	staging *staging
}

// clean removes from a tool's result what the tool's policy says: first orders to the model, then
// secrets. Since there are mostly no orders, both can be looked for concurrently in a long result.
// The model does not get a result that cannot be cleaned.
func (cl *cleaning) clean(tool string, content jsontext.Value) result {
	r := result{content: content}
	how := cl.tables.Cleaning(tool)
	redacted := sync.OnceValue(func() cut { return redactedAt(how.Redaction, content) })
	if how.Injection != policy.InjectionOff && len(content) > 0 {
		if len(content) >= LongContent && startEarly(redacted) {
			defer redacted() // nothing may read the content once clean has returned
		}
		if err := cl.scan(tool, how.Injection, &r); err != nil {
			r.drop(tool, content, texts.NotCleaned(err))
			return r
		}
	}
	var c cut
	if r.changed {
		c = redactedAt(how.Redaction, r.content)
	} else {
		c = redacted()
	}
	noteRedacted(&r.cleaned, cl.Digest, r.content, c.found)
	r.changed = r.changed || len(c.found) > 0
	r.content = c.content
	if cl.tracesValues() {
		r.whole = redacted().content
	}
	if cl.Policy.SecretsOut != trust.Allow {
		r.secrets = secretsIn(content, how.Redaction, redacted().found)
	}
	if !r.changed {
		return r
	}
	if len(r.content) > maxRewritten {
		r.drop(tool, content, texts.TooLarge)
	} else if err := wire.WellFormed(r.content); err != nil {
		r.drop(tool, content, texts.NotCleaned(err))
	}
	return r
}

// drop withholds a whole result. Its findings are still recorded.
func (r *result) drop(tool string, content jsontext.Value, why string) {
	r.changed, r.cleaned.Dropped = true, why
	text := texts.Withheld(tool, why)
	if r.cleaned.Withheld != "" {
		text = texts.WithheldOrders(tool) + texts.KeptAs(r.cleaned.Withheld)
	}
	r.content = inPlaceOf(content, text)
}

// startEarly starts a computation on another processor, and reports whether one was free.
func startEarly(once func() cut) bool {
	release, ok := processors.Lend()
	if ok {
		go func() {
			defer release()
			defer func() { recover() }() // whoever asks for the result panics again
			once()
		}()
	}
	return ok
}

// scan looks for orders to the model in a result, and treats them as the policy says.
func (cl *cleaning) scan(tool string, how policy.Injection, r *result) error {
	scanned, err := injection.ScanJSON(r.content)
	if err != nil {
		return err
	}
	scanned.Findings, scanned.Whole = withoutNotices(scanned.Findings, scanned.Whole, scanned.Text)
	r.flagged, r.certain = scanned.Flagged(), injection.Certain(scanned.Findings)
	noteInjected(&r.cleaned, scanned.Findings)
	if !scanned.Whole && how != policy.InjectionShadow {
		r.changed = true
		return cl.withholdUnread(tool, r)
	}
	if !r.flagged {
		return nil
	}
	return cl.disarm(tool, how, scanned, r)
}

// withoutNotices is what is found in a text whose findings are given, but for what a host's own
// notice gives rise to: that tells the model which orders not to follow, on every page.
func withoutNotices(found []injection.Finding, whole bool, text string) ([]injection.Finding, bool) {
	if len(found) == 0 {
		return found, whole
	}
	rest := text
	for _, notice := range dialect.Notices() {
		rest = strings.ReplaceAll(rest, notice, strings.Repeat("\n", len(notice)))
	}
	if rest == text {
		return found, whole
	}
	return injection.Read(rest)
}

// withholdUnread withholds the whole of a result that was not read completely: it has so many
// orders to the model, or so many encodings, that finding and removing them all would delay
// everybody else.
func (cl *cleaning) withholdUnread(tool string, r *result) error {
	why := texts.EncodesTooMuch
	text := texts.Withheld(tool, why)
	if r.flagged {
		why = texts.OrdersTooMuch
		text = texts.WithheldOrders(tool)
	}
	id, err := cl.staging.keep(tool, why, r)
	if err != nil {
		return err
	}
	r.cleaned.Dropped = why
	r.content = inPlaceOf(r.content, text+texts.KeptAs(id))
	return nil
}

// maxRewritten bounds what replaces an event's content: a marker may be longer than the text that
// it replaces. The rest of the answer's frame is for its other fields.
const maxRewritten = wire.MaxFrame - 256<<10

// cut is content without its secrets.
type cut struct {
	content jsontext.Value
	found   []redact.Finding // offsets in the original
}

func redactedAt(level redact.Level, content jsontext.Value) (c cut) {
	if level == redact.Off {
		return cut{content: content}
	}
	c.content, c.found = redact.JSON(content, level)
	return c
}

// reason names a flagged result as the cause of a level.
func (r *result) reason(tool string) string {
	for _, f := range r.cleaned.Injected {
		if f.Severity == injection.Critical.String() || f.Severity == injection.High.String() {
			return texts.ResponseWithOrders(tool, f.Rule)
		}
	}
	return texts.ResponseWithOrders(tool, "")
}

// disarm treats a flagged result as the policy says.
func (cl *cleaning) disarm(tool string, how policy.Injection, scanned *injection.Content, r *result) (err error) {
	switch how {
	case policy.InjectionShadow:
		return nil
	case policy.InjectionAlert:
		r.content, err = scanned.Warned()
	default:
		err = cl.withhold(tool, scanned, r)
	}
	r.changed = true
	return err
}

// withhold removes the orders from a result and keeps the original for the owner. If the rest still
// reads like an order, the model gets none of it.
func (cl *cleaning) withhold(tool string, scanned *injection.Content, r *result) error {
	id, err := cl.staging.keep(tool, texts.GaveOrders, r)
	if err != nil {
		return err
	}
	safe, err := scanned.Neutralized()
	if err != nil {
		return err
	}
	again, err := injection.ScanJSON(safe)
	if err != nil {
		return err
	}
	if left, whole := withoutNotices(again.Findings, again.Whole, again.Text); injection.Flagged(left) || !whole {
		safe = inPlaceOf(r.content, texts.WithheldOrders(tool)+texts.KeptAs(id))
		r.cleaned.Dropped = texts.StillOrders
	}
	r.content = safe
	return nil
}

func noteInjected(c *session.Cleaned, found []injection.Finding) {
	for _, f := range found {
		if len(c.Redacted)+len(c.Injected) >= maxCleaned {
			c.More++
			continue
		}
		c.Injected = append(c.Injected, session.Injected{Rule: f.Rule, Family: string(f.Family), Severity: f.Severity.String(), Start: f.Start, End: f.End})
	}
}

func noteRedacted(c *session.Cleaned, digest func(string) string, text []byte, found []redact.Finding) {
	for _, f := range found {
		if len(c.Redacted)+len(c.Injected) >= maxCleaned {
			c.More++
			continue
		}
		c.Redacted = append(c.Redacted, session.Redacted{Type: string(f.Type), Rule: f.Rule, Hash: digest(string(text[f.Start:f.End]))})
	}
}

// inPlaceOf puts a text into the shape of the content that it replaces: a text, a list of parts, or
// a result with further fields beside its content.
func inPlaceOf(content jsontext.Value, text string) jsontext.Value {
	switch content.Kind() {
	case '[':
		return marshalled([]textPart{{"text", text}})
	case '{':
		var r struct {
			Content jsontext.Value `json:"content"`
		}
		if json.Unmarshal(content, &r) == nil && (r.Content.Kind() == '"' || r.Content.Kind() == '[') {
			return marshalled(map[string]jsontext.Value{"content": inPlaceOf(r.Content, text)})
		}
	}
	return marshalled(text)
}

// textPart is a part of a message's content, as gateways spell it.
type textPart struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// marshalled cannot fail: its input came from JSON, or is text that becomes valid UTF-8 here.
func marshalled(v any) jsontext.Value {
	b, err := json.Marshal(v, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return jsontext.Value(`""`)
	}
	return b
}
