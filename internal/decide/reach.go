package decide

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/urlhost"
)

// Where a call goes: the addresses among its parameters, or on its command line. This file finds
// them; others say whether it may go there.

// destination is an address that a call goes to.
type destination struct {
	text  string   // as in the call
	hosts []string // that it may lead to, as urlhost.Normal writes them
	read  bool     // hosts is complete
	told  bool     // the call is known to go there; otherwise it only names it
}

// leadsOnlyTo reports whether all hosts of a destination are known, and such.
func (to *destination) leadsOnlyTo(are func(host string) bool) bool {
	return to.read && len(to.hosts) > 0 && !slices.ContainsFunc(to.hosts, func(host string) bool { return !are(host) })
}

// maxDestinations bounds those of one call that are examined. A call that names more may go
// anywhere.
const maxDestinations = 256

// reach finds the destinations of calls.
type reach struct {
	*basis
	values *values
}

// of returns the destinations of a call; an address in what it says to somebody, or writes, is not
// one.
func (r *reach) of(tool string, params jsontext.Value) []destination {
	if line := r.tables.Line(tool, params); line != nil {
		acts := r.values.lineActs(tool, params)
		if acts == nil {
			acts = line.Acts(r.workspace(), "")
		}
		return r.ofLine(line, acts)
	}
	var to []destination
	how := r.tables.Does(tool)
	texts, _ := memguard.Texts(params)
	for i := range texts {
		t := &texts[i]
		said := t.IsContent() || how.Message != nil && slices.Contains(how.Message.Words, t.Key)
		whole := isAddress(t.Value)
		if said || !whole && !t.IsAddress() && !r.fetchesFrom(how, t.Key) {
			continue
		}
		if len(to) == maxDestinations {
			return append(to, destination{told: true})
		}
		d := destination{text: strings.TrimSpace(t.Value), told: true}
		d.hosts, d.read = urlhost.OfBare(t.Value)
		to = append(to, d)
	}
	return to
}

// fetchesFrom reports whether a parameter is the address that a tool fetches.
func (r *reach) fetchesFrom(how *facts.Call, param string) bool {
	return how.Fetch != nil && facts.Squeezed(how.Fetch.Address) == param
}

// isAddress reports whether a text is one address and nothing else.
func isAddress(text string) bool {
	text = strings.TrimSpace(text)
	scheme, rest, ok := strings.Cut(text, ":")
	if !ok || len(scheme) > 16 || strings.ContainsAny(text, " \t\r\n") {
		return false
	}
	switch strings.ToLower(scheme) {
	case "http", "https", "ws", "wss", "ftp":
		return true
	}
	return strings.HasPrefix(rest, "//") && !strings.EqualFold(scheme, "file")
}

// ofLine returns the destinations of a command line: the addresses that its commands are told to go
// to, and all that are named by commands of unknown effect.
func (r *reach) ofLine(line *shell.Line, acts []shell.Act) []destination {
	var to []destination
	add := func(text string, told bool) {
		if len(to) > maxDestinations {
			return
		}
		d := destination{text: text, told: told}
		if rest, ok := strings.CutPrefix(text, "/dev/"); ok { // /dev/tcp/HOST/PORT
			_, rest, _ = strings.Cut(rest, "/")
			text, _, _ = strings.Cut(rest, "/")
		}
		d.hosts, d.read = urlhost.OfBare(text)
		to = append(to, d)
	}
	untold := false
	for i := range acts {
		act := &acts[i]
		untold = untold || act.Effect == shell.Untold
		for _, o := range act.Operands {
			isFile, isNumber := strings.HasPrefix(o.Text, "@"), strings.Trim(o.Text, "0123456789.") == ""
			if o.Kind == shell.Address && !isFile && (!isNumber || looksLikeHost(o.Text)) {
				add(o.Text, true)
			}
		}
	}
	for i := range line.Commands {
		if c := &line.Commands[i]; c.Kind == fetcher {
			for _, w := range c.Args {
				if looksLikeHost(w.Text) {
					add(w.Text, true)
				}
			}
		}
	}
	for _, w := range line.Addresses {
		if device := strings.HasPrefix(w.Text, "/dev/"); untold || device {
			add(w.Text, device)
		}
	}
	return to
}

// fetcher is the kind of programs that fetch, as internal/shell/programs.txt names it.
const fetcher = "fetcher"

// looksLikeHost reports whether a word of a program that fetches may be an address or a host,
// rather than a number of its options: 0.5 is also a valid address.
func looksLikeHost(word string) bool {
	switch {
	case word == "" || word[0] == '-' || strings.ContainsAny(word, " \t\r\n{}\"'"):
		return false
	case strings.HasPrefix(strings.ToLower(word), "localhost"), strings.HasPrefix(word, "127."), strings.Contains(word, "://"), strings.HasPrefix(word, "["):
		return true
	}
	host, _, _ := strings.Cut(word, "/")
	host, _, _ = strings.Cut(host, ":")
	if strings.Trim(host, "0123456789") == "" || strings.HasPrefix(host, "0x") {
		return len(host) >= len("16777216")
	}
	return strings.Count(host, ".") == 3 || strings.Contains(host, ".") && strings.Trim(host, "0123456789.") != ""
}
