package flow

import (
	"strings"

	"github.com/provenanced/provenanced/internal/intent"
)

// asked is rules V, I and B: whether the owner asked for the action. If they named every target,
// they did.
func (j *judging) asked() {
	if j.c.Doings != 0 {
		if j.c.Named && j.targets > 0 && j.weakest >= strengthSaid {
			return
		}
		if !j.s.asksFor(j.c.Doings) || j.c.Also != 0 && !j.s.asksFor(j.c.Also) {
			j.add(&Arg{Name: "*", Text: j.c.Tool, Role: Target}, finding{rule: NotAsked}, true)
		}
		return
	}
	if j.targets > 0 && j.weakest >= strengthSaid {
		return
	}
	scope := &j.s.owner.scope
	words := nameWords(j.c.Tool)
	var l lists
	for _, w := range words {
		l |= lexicon.names[w]
	}
	tool := Arg{Name: "*", Text: j.c.Tool, Role: Target}
	covered := scope.classes.Has(intent.Write) || scope.classes.Has(intent.Send)
	switch {
	case j.act == trades:
		covered = covered || scope.classes.Has(intent.Trade)
	case j.act == writes:
		covered = covered || scope.classes.Has(intent.Trade) || scope.classes.Has(intent.Exec)
	}
	switch {
	case l&inDestroy != 0 && scope.lists&destroys == 0:
		j.add(&tool, finding{rule: NotDestroy}, true)
	case j.byConsent: // the owner was shown what the source wants
	case !covered:
		j.add(&tool, finding{rule: NotAsked}, true)
	case !j.objectNamed(words):
		j.add(&tool, finding{rule: NotObject}, true)
	}
}

// objectNamed reports whether the owner's words name the object in a tool's name.
func (j *judging) objectNamed(words []string) bool {
	s := j.s
	any := false
	for _, w := range words {
		bits := lexicon.objects[w]
		if bits == 0 {
			bits = lexicon.objects[strings.TrimRight(w, "s")]
		}
		any = any || bits != 0
		if bits&s.owner.scope.objects != 0 {
			return true
		}
		if len(w) >= 6 && lexicon.names[w]&noObject == 0 {
			any = true
			if s.saysNow(w) {
				return true
			}
		}
	}
	if any {
		return false
	}
	for _, w := range words {
		if len(w) > 3 && s.saysNow(w) {
			return true
		}
	}
	return false
}

func (s *Store) saysNow(word string) bool {
	t := s.hash.tokens(nil, []byte(word))
	return len(t) == 1 && s.owner.spoken(uint32(t[0].h)&hashMask).in&s.owner.scopeMask != 0
}
