package policy

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// setting is one mode of a policy and where it was set.
type setting struct {
	pos
	key  string // its entry in toolOverrides
	mode trust.Mode
	set  bool
}

// levelModes is a mode for each level, some of them unset.
type levelModes [len(trust.Levels)]setting

// over returns base with the levels that m sets replaced.
func (m levelModes) over(base levelModes) levelModes {
	for l, s := range m {
		if s.set {
			base[l] = s
		}
	}
	return base
}

// first returns the place of the first setting.
func (m levelModes) first() pos {
	var first pos
	for _, s := range m {
		if s.set && (first.line == 0 || s.line < first.line) {
			first = s.pos
		}
	}
	return first
}

// same reports whether two are equal, wherever they are in the file.
func (m levelModes) same(other levelModes) bool {
	return slices.EqualFunc(m[:], other[:], func(a, b setting) bool { return a.set == b.set && (!a.set || a.mode == b.mode) })
}

func (m levelModes) IsZero() bool {
	return !slices.ContainsFunc(m[:], func(s setting) bool { return s.set })
}

// MarshalJSONTo writes "*" if every level has the same mode.
func (m levelModes) MarshalJSONTo(enc *jsontext.Encoder) error {
	for _, s := range m {
		if !s.set || s.mode != m[0].mode {
			return taintModes(m).MarshalJSONTo(enc)
		}
	}
	return writeTokens(enc, jsontext.BeginObject, jsontext.String(everywhere), jsontext.String(m[0].mode.String()), jsontext.EndObject)
}

// MarshalJSONTo writes the levels that are set, most trusted first.
func (m taintModes) MarshalJSONTo(enc *jsontext.Encoder) error {
	tokens := []jsontext.Token{jsontext.BeginObject}
	for _, l := range trust.Levels {
		if m[l].set {
			tokens = append(tokens, jsontext.String(l.String()), jsontext.String(m[l].mode.String()))
		}
	}
	return writeTokens(enc, append(tokens, jsontext.EndObject)...)
}

func writeTokens(enc *jsontext.Encoder, tokens ...jsontext.Token) error {
	for _, t := range tokens {
		if err := enc.WriteToken(t); err != nil {
			return err
		}
	}
	return nil
}

func (m *levelModes) decodeNode(d *decoder, n *yaml.Node, key string) {
	*m = d.levelModes(n, key, true)
}

// taintModes is levelModes without the "*" that only a tool may have.
type taintModes levelModes

func (m taintModes) IsZero() bool { return levelModes(m).IsZero() }
func (m *taintModes) decodeNode(d *decoder, n *yaml.Node, key string) {
	*m = taintModes(d.levelModes(n, key, false))
}

const everywhere = "*"

// levelModes reads {trusted: allow, …}. "*" stands for the levels that are not named. The three
// upper levels of the six-level model become trusted, with the most permissive of their modes (seed
// 000, "Backward Compatibility").
func (d *decoder) levelModes(n *yaml.Node, key string, star bool) levelModes {
	var named, legacy, rest setting
	var m levelModes
	if n.Kind == yaml.ScalarNode && !yamltext.IsNull(n) {
		if star && slices.Contains(modeWords, n.Value) {
			d.errorf(at(n), "%s must say at which levels: write {\"*\": %s} for every level", key, n.Value)
			return m
		}
	}
	for k, item := range d.Pairs(n, key) {
		mode, ok := d.mode(item, yamltext.Join(key, k.Value))
		s := setting{mode: mode, set: ok, pos: at(k), key: key}
		if k.Value == everywhere && star {
			rest = s
			continue
		}
		l, isLegacy, known := levelNamed(k.Value)
		switch {
		case !known:
			d.errorf(at(k), "%s: %q is not a trust level: use %s%s", key, yamltext.Cut(k.Value), yamltext.OneOf(levelKeys(star)), didYouMean(k.Value, levelKeys(star)))
		case !ok:
		case !isLegacy:
			m[l] = s
			if l == trust.Trusted {
				named = s
			}
		case !legacy.set || s.mode > legacy.mode:
			legacy = s
		}
	}
	if legacy.set && !named.set {
		m[trust.Trusted] = legacy
		d.warnf(legacy.pos, "%s: system, owner and local are one level now: read as trusted: %s, the most permissive of them", key, legacy.mode)
	} else if legacy.set {
		d.warnf(legacy.pos, "%s: system, owner and local are one level now, and trusted: %s is given as well: they are ignored", key, named.mode)
	}
	if rest.set {
		m = m.over(levelModes{rest, rest, rest, rest})
	}
	return m
}

func levelKeys(star bool) []string {
	keys := levelWords
	if star {
		keys = append([]string{`"*"`}, keys...)
	}
	return keys
}

var (
	levelWords = []string{"trusted", "shared", "external", "untrusted"}
	modeWords  = []string{"allow", "confirm", "restrict"}
	riskWords  = facts.RiskNames()
)

func levelNamed(name string) (l trust.Level, legacy, ok bool) {
	l, err := trust.ParseLevel(name)
	return l, err == nil && l.String() != name, err == nil
}

// otherMode translates between the words of seed 000 and seed 003.
var otherMode = map[string]string{"ask": "confirm", "deny": "restrict", "true": "allow", "false": "restrict", "block": "restrict"}
var otherAction = map[string]string{"confirm": "ask", "restrict": "deny", "true": "allow", "false": "deny", "block": "deny"}

// mode reads a mode in the words of seed 000.
func (d *decoder) mode(n *yaml.Node, key string) (trust.Mode, bool) {
	if other, ok := otherMode[n.Value]; ok && n.Kind == yaml.ScalarNode {
		d.errorf(at(n), "%s: write %s, not %s", key, other, n.Value)
		return trust.Restrict, false
	}
	w, ok := d.word(n, key, modeWords)
	if !ok {
		return trust.Restrict, false
	}
	m, err := trust.ParseMode(w)
	return m, err == nil
}

// action is a mode in the words of seed 003: allow, ask or deny.
type action setting

var actionWords = []string{"allow", "ask", "deny"}

func (a *action) decodeNode(d *decoder, n *yaml.Node, key string) {
	if other, ok := otherAction[n.Value]; ok && n.Kind == yaml.ScalarNode {
		d.errorf(at(n), "%s: write %s, not %s", key, other, n.Value)
		return
	}
	if w, ok := d.word(n, key, actionWords); ok {
		*a = action{mode: map[string]trust.Mode{"allow": trust.Allow, "ask": trust.Confirm}[w], set: true, pos: at(n)}
	}
}

func (a action) IsZero() bool { return !a.set }

func (a action) MarshalJSONTo(enc *jsontext.Encoder) error {
	return enc.WriteToken(jsontext.String(a.word()))
}

func (a action) word() string {
	switch a.mode {
	case trust.Allow:
		return "allow"
	case trust.Confirm:
		return "ask"
	}
	return "deny"
}

func (r riskModes) of(class facts.Risk) action {
	switch class {
	case facts.RiskRead:
		return r.Read
	case facts.RiskWrite:
		return r.Write
	case facts.RiskCritical:
		return r.Critical
	}
	return r.Unknown
}

func (r riskModes) over(base riskModes) riskModes {
	for _, f := range []struct{ from, to *action }{
		{&r.Read, &base.Read}, {&r.Write, &base.Write}, {&r.Critical, &base.Critical}, {&r.Unknown, &base.Unknown},
	} {
		if f.from.set {
			*f.to = *f.from
		}
	}
	return base
}

// toolAllow is a tool's own action: true, false or ask.
type toolAllow setting

func (a *toolAllow) decodeNode(d *decoder, n *yaml.Node, key string) {
	s := setting{set: true, pos: at(n)}
	switch {
	case n.Kind == yaml.ScalarNode && n.ShortTag() == "!!bool":
		if n.Value[0] == 't' || n.Value[0] == 'T' {
			s.mode = trust.Allow
		}
	case n.Kind == yaml.ScalarNode && n.Value == "ask":
		s.mode = trust.Confirm
	default:
		hint := map[string]string{"allow": ": write true", "deny": ": write false", "confirm": ": write ask", "restrict": ": write false", "yes": ": write true", "no": ": write false"}[n.Value]
		d.errorf(at(n), "%s must be true, false or ask, not %s%s", key, yamltext.Describe(n), hint)
		return
	}
	*a = toolAllow(s)
}

func (a toolAllow) IsZero() bool { return !a.set }

func (a toolAllow) MarshalJSONTo(enc *jsontext.Encoder) error {
	if a.mode == trust.Confirm {
		return enc.WriteToken(jsontext.String("ask"))
	}
	return enc.WriteToken(jsontext.Bool(a.mode == trust.Allow))
}

func (r *riskClass) decodeNode(d *decoder, n *yaml.Node, key string) {
	if w, ok := d.word(n, key, riskWords); ok {
		class, _ := facts.ParseRisk(w)
		*r = riskClass(class)
	}
}

// MarshalText writes the class's name.
func (r riskClass) MarshalText() ([]byte, error) { return facts.Risk(r).MarshalText() }

// outputLevel is the level of a tool's output.
type outputLevel struct {
	pos
	level trust.Level
}

func (o *outputLevel) decodeNode(d *decoder, n *yaml.Node, key string) {
	l, _ := d.level(n, key)
	*o = outputLevel{at(n), l}
}

func (o outputLevel) MarshalText() ([]byte, error) { return o.level.MarshalText() }

func (d *decoder) level(n *yaml.Node, key string) (trust.Level, bool) {
	if l, legacy, ok := levelNamed(n.Value); ok && n.Kind == yaml.ScalarNode {
		if legacy {
			d.warnf(at(n), "%s: %s is one of the old six levels: read as %s", key, n.Value, l)
		}
		return l, true
	}
	d.errorf(at(n), "%s must be %s, not %s%s", key, yamltext.OneOf(levelWords), yamltext.Describe(n), didYouMean(n.Value, levelWords))
	return trust.Untrusted, false
}
