package policy

import (
	"cmp"

	"github.com/go-json-experiment/json/jsontext"
	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/trust"
)

// iterations is maxIterations: how many a turn may have while its context is trusted, and below
// that. In a file one number stands for both, and 0 for an omitted value.
type iterations struct{ trusted, below int }

func (m *iterations) decodeNode(d *decoder, n *yaml.Node, key string) {
	const bounds = `min:"1" max:"10000"`
	if n.Kind != yaml.MappingNode {
		if i, ok := d.integer(n, key, bounds); ok {
			m.trusted, m.below = i, i
		}
		return
	}
	for k, item := range d.Pairs(n, key) {
		var to *int
		switch k.Value {
		case "trusted":
			to = &m.trusted
		case "below":
			to = &m.below
		default:
			d.errorf(at(k), "%s: %s is not a key of it: it has trusted, and below for all other levels%s", key, k.Value, didYouMean(k.Value, []string{"trusted", "below"}))
			continue
		}
		if i, ok := d.integer(item, key+"."+k.Value, bounds); ok {
			*to = i
		}
	}
	switch {
	case len(n.Content) == 0:
		d.errorf(at(n), "%s is empty: write a number, or trusted and below", key)
	case m.trusted > 0 && m.below > m.trusted:
		d.errorf(at(n), "%s: below: %d is more than trusted: %d: content that is trusted less may not be allowed more", key, m.below, m.trusted)
	}
}

// over returns base with the values of m replacing it. The result may not allow more below trusted.
func (m *iterations) over(base iterations) iterations {
	if m == nil {
		return base
	}
	whole := iterations{cmp.Or(m.trusted, base.trusted), cmp.Or(m.below, base.below)}
	whole.below = min(whole.below, whole.trusted)
	return whole
}

func (m iterations) MarshalJSONTo(enc *jsontext.Encoder) error {
	if m.trusted == m.below {
		return enc.WriteToken(jsontext.Int(int64(m.trusted)))
	}
	tokens := []jsontext.Token{jsontext.BeginObject}
	for _, k := range []struct {
		key string
		n   int
	}{{"below", m.below}, {"trusted", m.trusted}} {
		if k.n > 0 {
			tokens = append(tokens, jsontext.String(k.key), jsontext.Int(int64(k.n)))
		}
	}
	return writeTokens(enc, append(tokens, jsontext.EndObject)...)
}

// MaxIterations returns the number of iterations at which a turn is blocked, for the context's
// level, and the key of the policy that sets it.
func (t *Tables) MaxIterations(l trust.Level) (n int, key string) {
	m := t.maxIterations
	switch {
	case m.trusted == m.below:
		return m.below, t.iterationsKey
	case l == trust.Trusted:
		return m.trusted, t.iterationsKey + ".trusted"
	}
	return m.below, t.iterationsKey + ".below"
}
