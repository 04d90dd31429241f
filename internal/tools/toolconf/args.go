package toolconf

import (
	"regexp"
	"slices"
	"strings"
)

// Bounds on the arguments of one call. Anything longer is blocked unread.
const (
	maxArgs     = 10_000
	maxArgBytes = 1 << 20
)

// notAllowed is the message if the owner wrote none. It does not repeat the argument: the caller
// knows it, and nobody else should read it in a message.
const notAllowed = "these arguments are not allowed"

// Blocked is the error for a call that the argument rules forbid. Message is the owner's own.
type Blocked struct{ Message string }

func (b *Blocked) Error() string { return b.Message }

// rules are what a tool may be called with. Each kind that is given must agree.
type rules struct {
	blocked []rule             // none may match
	allowed []rule             // the command line matches, or each argument matches one
	shapes  [][]*regexp.Regexp // the arguments match one of these, one for one
}

// rule is one entry of blockedArgs or allowedArgs.
type rule struct {
	pattern *regexp.Regexp
	command bool // it is matched against all arguments joined by single spaces, not against each
	message string
}

// Check is nil or a *Blocked.
func (r *rules) Check(args []string) error {
	if tooLong(args) {
		return &Blocked{"too many or too long arguments"}
	}
	line := strings.Join(args, " ")
	for _, b := range r.blocked {
		if b.forbids(args, line) {
			return blocked(b)
		}
	}
	if len(r.allowed) > 0 && !permitted(r.allowed, args, line) {
		return blocked(r.allowed...)
	}
	if len(r.shapes) > 0 && !fitsOne(r.shapes, args) {
		return blocked()
	}
	return nil
}

func tooLong(args []string) bool {
	left := maxArgBytes
	for _, a := range args {
		left -= len(a)
	}
	return len(args) > maxArgs || left < 0
}

// blocked returns a Blocked with the first message that a rule has.
func blocked(by ...rule) error {
	for _, r := range by {
		if r.message != "" {
			return &Blocked{r.message}
		}
	}
	return &Blocked{notAllowed}
}

func (r *rule) forbids(args []string, line string) bool {
	if r.command {
		return r.pattern.MatchString(line)
	}
	return slices.ContainsFunc(args, r.pattern.MatchString)
}

// permitted reports whether a command rule matches, or each argument matches one of the others.
// Without arguments the latter is true if there are such rules.
func permitted(allowed []rule, args []string, line string) bool {
	each := false
	for _, r := range allowed {
		if r.command && r.pattern.MatchString(line) {
			return true
		}
		each = each || !r.command
	}
	return each && !slices.ContainsFunc(args, func(arg string) bool {
		return !slices.ContainsFunc(allowed, func(r rule) bool { return !r.command && r.pattern.MatchString(arg) })
	})
}

func fitsOne(shapes [][]*regexp.Regexp, args []string) bool {
	return slices.ContainsFunc(shapes, func(shape []*regexp.Regexp) bool {
		return slices.EqualFunc(shape, args, (*regexp.Regexp).MatchString)
	})
}
