package policy

import (
	"fmt"
	"maps"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/net/publicsuffix"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// Probable mistakes in a valid file: a rule that never matches protects nothing, and nobody
// notices; a pattern that is far too wide trusts strangers. None of this is an error, since an
// unknown host may have such names.

// Bounds on the work, beyond which nothing is reported: how many rules are compared with each
// other, and how many bytes of patterns with how many.
const (
	maxDoubtedRules = 200
	maxDoubtedWork  = 1 << 14
)

// much reports whether comparing two lists of patterns would be much work.
func much(a, b []string) bool {
	size := func(list []string) (n int) {
		for _, s := range list {
			n += len(s)
		}
		return n
	}
	return size(a)*size(b) > maxDoubtedWork
}

func (d *decoder) doubts(f *file) {
	most := f.mostIterations()
	for i := range f.Policies {
		r := &f.Policies[i]
		w := &r.When
		if r.broken || w.broken || r.Action.broken {
			continue
		}
		doubt := func(format string, args ...any) {
			d.warnf(r.pos, "policies: %s: %s", r.Name, fmt.Sprintf(format, args...))
		}
		r.doubtTools(doubt)
		r.doubtParams(doubt)
		w.doubtPatterns(doubt)
		w.doubtPeople(doubt)
		w.doubtPlaces(doubt)
		if n := w.IterationGTE; n != nil && *n >= most {
			doubt("iteration_gte: %d is never reached: a turn is blocked at maxIterations: %d; write a lower number", *n, most)
		}
		switch set := w.ContextTaintIncludes.set; {
		case set == 0:
		case !slices.ContainsFunc(trust.Levels[:], func(l trust.Level) bool { return !set.Has(l) }):
			doubt("context_taint_includes names all levels, so it always holds: name those that the rule is about")
		case set.Has(trust.Trusted):
			doubt("context_taint_includes names trusted, which nearly every context holds: name the levels below, as in [external, untrusted]")
		}
	}
	d.doubtShadowed(f.Policies)
	d.doubtSites(f.URLOutputTaints, "urlOutputTaints")
	for _, name := range slices.Sorted(maps.Keys(f.AgentOverrides)) {
		d.doubtSites(f.AgentOverrides[name].URLOutputTaints, "agentOverrides."+name+".urlOutputTaints")
	}
}

// mostIterations is the iteration at which every turn has been blocked.
func (f *file) mostIterations() int {
	whole := f.MaxIterations.over(iterations{defaultMaxIterations, defaultMaxIterations})
	most := whole.trusted
	for _, a := range f.AgentOverrides {
		most = max(most, a.MaxIterations.over(whole).trusted)
	}
	return most
}

// doubt reports a doubt about a rule.
type doubt func(format string, args ...any)

// doubtTools finds tools of the action that the condition on the tool excludes.
func (r *ruleFile) doubtTools(doubt doubt) {
	acts := slices.Concat(r.Action.RemoveTools, r.Action.BlockTools, r.Action.ConfirmTools)
	if len(r.When.Tool) == 0 || much(acts, r.When.Tool) {
		return
	}
	var never []string
	for _, act := range acts {
		if !slices.ContainsFunc(r.When.Tool, func(when string) bool { return meanOneTool(when, act) }) {
			never = append(never, yamltext.Cut(act))
		}
	}
	if len(never) > 0 {
		tools := strings.Join(r.When.Tool, ", ")
		doubt("it holds for calls of %s alone, so its action never comes to %s: name the same tools in both, or leave out when.tool", yamltext.Cut(tools), strings.Join(never, ", "))
	}
}

// meanOneTool reports whether both patterns may match the tool of one call.
func meanOneTool(a, b string) bool {
	if !strings.ContainsAny(a, "*?") {
		a = lookupName(calledName(a))
	}
	if !strings.ContainsAny(b, "*?") {
		b = lookupName(calledName(b))
	}
	return overlap(a, b) || overlap(a, "*__"+b) || overlap("*__"+a, b) || overlap(a, b+".*") || overlap(a+".*", b)
}

// overlap reports whether some text matches both patterns. It takes len(a) × len(b) steps.
func overlap(a, b string) bool {
	if !strings.ContainsAny(a, "*?") && !strings.ContainsAny(b, "*?") {
		return a == b
	}
	// from[j] is whether the rest of a and b[j:] overlap.
	from := make([]bool, len(b)+1)
	for i := len(a); i >= 0; i-- {
		next := slices.Clone(from)
		for j := len(b); j >= 0; j-- {
			switch {
			case i == len(a) && j == len(b):
				from[j] = true
			case i < len(a) && a[i] == '*':
				from[j] = next[j] || j < len(b) && from[j+1]
			case j < len(b) && b[j] == '*':
				from[j] = from[j+1] || i < len(a) && next[j]
			default:
				from[j] = i < len(a) && j < len(b) && (a[i] == b[j] || a[i] == '?' || b[j] == '?') && next[j+1]
			}
		}
	}
	return from[0]
}

// doubtParams finds parameters that no tool of the rule has, and expressions that always or never
// match.
func (r *ruleFile) doubtParams(doubt doubt) {
	w := &r.When
	about := w.Tool
	if about == nil && !is(r.Action.BlockTurn) && !is(r.Action.LogFullContext) && !is(r.Action.PersistGraph) {
		about = slices.Concat(r.Action.RemoveTools, r.Action.BlockTools, r.Action.ConfirmTools)
	}
	known := paramsOf(about)
	has := func(key, path string) bool {
		name, _, _ := strings.Cut(path, ".")
		if known == nil || slices.Contains(known, name) {
			return true
		}
		verb, holds := "has", "never holds"
		if len(about) > 1 {
			verb = "have"
		}
		if key == "param_not_matches" {
			holds = "always holds"
		}
		doubt("%s.%s %s: %s %s no parameter %s%s", key, yamltext.Cut(path), holds, yamltext.Cut(strings.Join(about, ", ")), verb, yamltext.Cut(name), nearParam(name, known))
		return false
	}
	for _, path := range slices.Sorted(maps.Keys(w.ParamEquals)) {
		has("param_equals", path)
		if want, ok := w.ParamMatches[path]; ok && !strings.Contains(path, ".") && !want.matchesConstant(w.ParamEquals[path]) {
			doubt("param_equals.%s and param_matches.%[1]s contradict each other: the value does not match %s", yamltext.Cut(path), yamltext.Cut(want.re.String()))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(w.ParamMatches)) {
		p := w.ParamMatches[path]
		switch says := p.says(); {
		case !has("param_matches", path):
		case says == never:
			doubt("param_matches.%s never holds: no text matches %s: ^ stands at the beginning of a text and $ at its end", yamltext.Cut(path), yamltext.Cut(p.re.String()))
		case says == always:
			doubt("param_matches.%s: every text matches %s, so it says no more than that the call has the parameter: write what the value must hold, or . if any value will do", yamltext.Cut(path), yamltext.Cut(p.re.String()))
		}
		if not, ok := w.ParamNotMatches[path]; ok && not.re.String() == p.re.String() {
			doubt("param_matches.%s and param_not_matches.%[1]s are the same expression and contradict each other: keep one", yamltext.Cut(path))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(w.ParamNotMatches)) {
		if p := w.ParamNotMatches[path]; has("param_not_matches", path) && p.says() == never {
			doubt("param_not_matches.%s always holds: no text matches %s: ^ stands at the beginning of a text and $ at its end", yamltext.Cut(path), yamltext.Cut(p.re.String()))
		}
	}
}

// paramsOf returns the parameters of the tools; nil if those of one are not known.
func paramsOf(tools patterns) (all []string) {
	for _, name := range tools {
		tool, _ := cutAction(lookupName(calledName(name)))
		params := dialect.Params(tool)
		if params == nil {
			return nil
		}
		all = append(all, params...)
	}
	return all
}

// nearParam suggests the parameter that was probably meant.
func nearParam(given string, params []string) string {
	if hint := didYouMean(given, params); hint != "" {
		return hint
	}
	for _, p := range params { // cmd for command
		if p[0] == given[0] && abbreviates(given, p) {
			return fmt.Sprintf(": did you mean %s?", p)
		}
	}
	return fmt.Sprintf(": use %s", yamltext.OneOf(params[:min(len(params), 6)]))
}

func abbreviates(short, long string) bool {
	for i := 0; i < len(long) && short != ""; i++ {
		if long[i] == short[0] {
			short = short[1:]
		}
	}
	return short == ""
}

// said is whether an expression distinguishes texts.
type said int

const (
	something said = iota
	never          // no text matches
	always         // every text does
)

func (p pattern) says() said {
	re, err := syntax.Parse(p.re.String(), syntax.Perl)
	if err != nil {
		return something
	}
	switch re = re.Simplify(); {
	case impossible(re):
		return never
	case mayBeEmpty(re, syntax.OpBeginText), mayBeEmpty(re, syntax.OpEndText), isWholeText(re):
		return always
	}
	return something
}

// mayBeEmpty reports whether an expression matches the empty text wherever the anchor does.
func mayBeEmpty(re *syntax.Regexp, anchor syntax.Op) bool {
	sub := func(re *syntax.Regexp) bool { return mayBeEmpty(re, anchor) }
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpStar, syntax.OpQuest, anchor:
		return true
	case syntax.OpBeginLine:
		return anchor == syntax.OpBeginText
	case syntax.OpEndLine:
		return anchor == syntax.OpEndText
	case syntax.OpCapture, syntax.OpPlus, syntax.OpConcat:
		return !slices.ContainsFunc(re.Sub, func(re *syntax.Regexp) bool { return !sub(re) })
	case syntax.OpAlternate:
		return slices.ContainsFunc(re.Sub, sub)
	}
	return false
}

// isWholeText reports whether an expression is ^.*$, which every text of one line matches.
func isWholeText(re *syntax.Regexp) bool {
	return re.Op == syntax.OpConcat && len(re.Sub) == 3 && re.Sub[0].Op == syntax.OpBeginText && re.Sub[2].Op == syntax.OpEndText &&
		re.Sub[1].Op == syntax.OpStar && (re.Sub[1].Sub[0].Op == syntax.OpAnyChar || re.Sub[1].Sub[0].Op == syntax.OpAnyCharNotNL)
}

// impossible reports whether no text matches: the expression needs something before the beginning
// of the text or after its end, or a character of an empty class.
func impossible(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpNoMatch:
		return true
	case syntax.OpAlternate:
		return !slices.ContainsFunc(re.Sub, func(re *syntax.Regexp) bool { return !impossible(re) })
	case syntax.OpCapture, syntax.OpPlus:
		return impossible(re.Sub[0])
	case syntax.OpConcat:
		ended, begun := false, false
		for _, sub := range re.Sub {
			switch {
			case impossible(sub), ended && takesText(sub), begun && sub.Op == syntax.OpBeginText:
				return true
			}
			ended, begun = ended || sub.Op == syntax.OpEndText, begun || takesText(sub)
		}
	}
	return false
}

// takesText reports whether every match has at least one character.
func takesText(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return true
	case syntax.OpCapture, syntax.OpPlus:
		return takesText(re.Sub[0])
	case syntax.OpConcat:
		return slices.ContainsFunc(re.Sub, takesText)
	case syntax.OpAlternate:
		return !slices.ContainsFunc(re.Sub, func(re *syntax.Regexp) bool { return !takesText(re) })
	}
	return false
}

func (p pattern) matchesConstant(c constant) bool {
	text := string(c.json)
	if plain, err := jsontext.AppendUnquote(nil, c.json); err == nil {
		text = string(plain)
	}
	return c.json.Kind() != 'n' && p.re.MatchString(text)
}

// doubtPatterns finds patterns that match no session, agent or channel.
func (w *whenFile) doubtPatterns(doubt doubt) {
	keys := append(dialect.SessionKeys(), "sandbox:*") // and those of wrapped tools
	for _, s := range w.Session {
		if slices.ContainsFunc(keys, func(key string) bool { return overlap(s, key) }) {
			continue
		}
		doubt("session: %s fits no session: their keys are as agent:main:telegram:direct:111; write *:%s:* for those that have it in the middle%s", yamltext.Cut(s), yamltext.Cut(strings.Trim(s, "*:")), orChannel(s))
	}
	if len(w.Session) > 0 && len(w.Agent) > 0 && !much(w.Session, w.Agent) && !slices.ContainsFunc(w.Session, func(s string) bool {
		return slices.ContainsFunc(w.Agent, func(a string) bool {
			return dialect.AgentOf(s) == "" || slices.ContainsFunc(dialect.KeysOf(a), func(key string) bool { return overlap(s, key) })
		})
	}) {
		doubt("agent and session contradict each other: the sessions are another agent's; leave one out")
	}
	for _, c := range w.Channel {
		if channel, _, ok := strings.Cut(c, ":"); ok {
			doubt("channel: %s fits no channel: it is one word, as %s; ids go under sender, and keys under session", yamltext.Cut(c), yamltext.Cut(channel))
		}
	}
}

func orChannel(session string) string {
	if strings.ContainsAny(session, "*?:") {
		return ""
	}
	return ", or channel: " + yamltext.Cut(session) + " for whatever came in there"
}

// doubtPeople finds ids that may be anybody's.
func (w *whenFile) doubtPeople(doubt doubt) {
	elsewhere := len(w.Sender) > 0 && len(w.Channel) > 0
	for _, s := range w.Sender {
		channel := readID(s).channel
		if len(w.Channel) == 0 && onAnyChannel(s) {
			doubt("sender: %s is whoever has that id, on every channel: write the channel in front, as telegram:%[1]s", yamltext.Cut(s))
		}
		if channel == "" || strings.ContainsAny(channel, "*?") || w.Channel.match(channel) {
			elsewhere = false
		}
	}
	if elsewhere && !slices.ContainsFunc(w.Channel, func(c string) bool { return strings.ContainsAny(c, "*?") }) {
		doubt("sender and channel contradict each other: these people are on other channels; leave one out")
	}
}

// onAnyChannel reports whether an id is ambiguous without its channel: a bare number or name rather
// than an address.
func onAnyChannel(id string) bool {
	return readID(id).channel == "" && !strings.ContainsAny(id, "*?@+:")
}

// doubtPlaces finds hosts and paths that match everything, or nothing.
func (w *whenFile) doubtPlaces(doubt doubt) {
	for _, h := range w.URLHostNotIn {
		if suffix, ok := overSuffix(h); ok {
			doubt("url_host_not_in: %s is every host below %s, which anybody can have: name the hosts that are meant, as *.example.%s", h, suffix, suffix)
		}
	}
	if len(w.URLHostIn) > 0 && len(w.URLHostNotIn) > 0 && !much(w.URLHostIn, w.URLHostNotIn) && !slices.ContainsFunc(w.URLHostIn, func(h string) bool {
		return !slices.Contains(w.URLHostNotIn, h) && !w.URLHostNotIn.match(h)
	}) {
		doubt("url_host_in and url_host_not_in contradict each other: the hosts of the one are all among those of the other; leave one out")
	}
	if slices.ContainsFunc(w.PathInside, func(p string) bool { return strings.Trim(p, "/*") == "" && (p[0] == '/' || strings.Contains(p, "**")) }) {
		doubt("path_inside: everything is inside %s: name a directory, as in ~/notes", strings.Join(w.PathInside, ", "))
	}
	if slices.ContainsFunc(w.PathOutside, func(p string) bool { return strings.Trim(p, "/") == "" }) {
		doubt("path_outside never holds: nothing is outside /: name directories, as in ~/notes")
	}
	if len(w.PathInside) > 0 && len(w.PathOutside) > 0 && !slices.ContainsFunc(w.PathInside, func(p string) bool { return !slices.Contains(w.PathOutside, p) }) {
		doubt("path_inside and path_outside contradict each other: they name the same paths; leave one out")
	}
}

// overSuffix reports whether a pattern of hosts matches everything below a suffix under which
// anybody registers names, such as com, co.uk or github.io.
func overSuffix(pattern string) (suffix string, ok bool) {
	host, below := strings.CutPrefix(pattern, "*.")
	if !below {
		return "", false
	}
	suffix, listed := publicsuffix.PublicSuffix(host)
	return suffix, suffix == host && (listed || strings.Contains(host, ".")) // an unlisted single word is a private network's, such as internal
}

// doubtSites finds trusted addresses under which anybody can publish.
func (d *decoder) doubtSites(sites urlLevels, key string) {
	for _, text := range slices.Sorted(maps.Keys(sites)) {
		o := sites[text]
		a, why := parseAddress(text)
		if suffix, ok := overSuffix(a.host); ok && why == "" && o.level > trust.Untrusted {
			d.warnf(o.pos, "%s: %s: %s trusts every host below %s, which anybody can have: name the hosts that are meant, as %s://*.example.%[4]s", key, text, o.level, suffix, a.scheme)
		}
	}
}

// doubtShadowed finds rules that an earlier one makes superfluous: it matches whenever they do, and
// does at least as much.
func (d *decoder) doubtShadowed(rules []ruleFile) {
	for i := range rules[:min(len(rules), maxDoubtedRules)] {
		r := &rules[i]
		for j := range rules[:i] {
			if earlier := &rules[j]; earlier.shadows(r) {
				d.warnf(r.pos, "policies: %s changes nothing: %s on line %d holds whenever it does, and is no milder: leave it out, or make the other one narrower", r.Name, earlier.Name, earlier.line)
				break
			}
		}
	}
}

func (r *ruleFile) shadows(later *ruleFile) bool {
	a, b := &r.Action, &later.Action
	if r.broken || later.broken || r.When.broken || later.When.broken || a.broken || b.broken {
		return false
	}
	if is(a.Shadow) || is(b.Shadow) || is(b.BlockTurn) && !is(a.BlockTurn) || is(b.LogFullContext) && !is(a.LogFullContext) || is(b.PersistGraph) && !is(a.PersistGraph) {
		return false
	}
	deny := slices.Concat(a.RemoveTools, a.BlockTools)
	return covers(a.RemoveTools, b.RemoveTools) && covers(deny, b.BlockTools) && covers(append(deny, a.ConfirmTools...), b.ConfirmTools) &&
		r.When.holdsWith(&later.When)
}

// holdsWith reports whether these conditions hold whenever the narrower ones do, as far as can be
// determined.
func (w *whenFile) holdsWith(narrow *whenFile) bool {
	within := func(wide, narrow patterns) bool { return wide == nil || narrow != nil && covers(wide, narrow) }
	same := func(wide, narrow []string) bool { return wide == nil || slices.Equal(wide, narrow) }
	switch {
	case w.ContextTaintIncludes.set != 0 && (narrow.ContextTaintIncludes.set == 0 || narrow.ContextTaintIncludes.set&^w.ContextTaintIncludes.set != 0),
		w.IterationGTE != nil && (narrow.IterationGTE == nil || *narrow.IterationGTE < *w.IterationGTE),
		w.SenderIsOwner != nil && (narrow.SenderIsOwner == nil || *narrow.SenderIsOwner != *w.SenderIsOwner),
		!within(w.Tool, narrow.Tool), !within(w.Agent, narrow.Agent), !within(w.Session, narrow.Session), !within(w.Channel, narrow.Channel),
		!same(w.Sender, narrow.Sender), !same(w.URLHostIn, narrow.URLHostIn), !same(w.URLHostNotIn, narrow.URLHostNotIn),
		!same(w.PathInside, narrow.PathInside), !same(w.PathOutside, narrow.PathOutside):
		return false
	}
	for path, c := range w.ParamEquals {
		if other, ok := narrow.ParamEquals[path]; !ok || string(c.json) != string(other.json) {
			return false
		}
	}
	return sameExpressions(w.ParamMatches, narrow.ParamMatches) && sameExpressions(w.ParamNotMatches, narrow.ParamNotMatches)
}

func sameExpressions(wide, narrow byParam[pattern]) bool {
	for path, p := range wide {
		if other, ok := narrow[path]; !ok || p.re.String() != other.re.String() {
			return false
		}
	}
	return true
}

// covers reports whether the wide patterns match everything that the narrow ones do, as far as can
// be determined.
func covers(wide, narrow patterns) bool {
	if much(wide, narrow) {
		return false
	}
	return !slices.ContainsFunc(narrow, func(n string) bool {
		return !slices.ContainsFunc(wide, func(w string) bool {
			return w == n || !(strings.Contains(w, "?") && strings.ContainsAny(n, "*?")) && glob(w, n)
		})
	})
}

// doubtID warns about a trusted id that may be somebody else's on another channel.
func (d *decoder) doubtID(p pos, key, id string) {
	if onAnyChannel(id) {
		d.warnf(p, "%s: %s is whoever has that id, on every channel: write the channel in front, as telegram:%[2]s", key, yamltext.Cut(id))
	}
}
