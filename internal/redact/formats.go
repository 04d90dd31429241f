package redact

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/provenanced/provenanced/internal/datafile"
)

// format is a credential recognized by its shape alone: one line of formats.txt, where the columns
// are explained.
type format struct {
	name    string
	pattern *pattern
	example string
	typ     Type
	check   func(part []byte) bool // nil: the shape is enough
	word    bool
	address bool
	beside  int
	run     bool
	near    *cue
	alnum   bool // only letters and digits
}

// checks verify the redacted part beyond its shape.
var checks = map[string]func(part []byte) bool{
	"digit":    hasDigit,   // it contains a digit
	"unfilled": notFiller,  // it does not end in the x's of a manual
	"mixed":    mixedToken, // generated letters and digits
	"random":   random,     // the same, less strict
	"google":   googleKey,  // neither an example key nor a public one
	"slack":    slackToken, // its last part is long enough
	// cases: mixed, and in both cases; few-zeros: mixed, with no more zeros than chance yields.
	"cases": func(v []byte) bool {
		s := shapeOf(v)
		return s.upper > 5 && s.lower > 5 && s.distinct > 16 && mixedToken(v)
	},
	"few-zeros": func(v []byte) bool { return bytes.Count(v, []byte("A"))*4 < len(v) && mixedToken(v) },
	// The checksums of wallets, and of the keys of some tools.
	"algorand": algorand, "base58": base58Address, "bech32": bech32, "bip38": bip38,
	"eip55": eip55, "elastic": elasticKey, "filecoin": filecoin, "nats": natsSeed, "nem": nem,
	"ripple": rippleAddress, "ripple-seed": rippleSeed, "ss58": ss58, "stellar": stellar, "tezos": tezosOperation,
	"ton": ton, "wif": walletImport, "xprv": extendedPrivate, "xpub": extendedPublic,
}

// formats are parsed when the first text is scanned, so that commands that scan nothing start
// faster.
var formats = sync.OnceValue(func() []format { return must(readFormats("formats.txt", dataFile("formats.txt"))) })

func readFormats(file string, text []byte) ([]format, error) {
	rows, err := readRows(file, text)
	if err != nil {
		return nil, err
	}
	all := make([]format, 0, len(rows))
	for _, r := range rows {
		f, err := readFormat(r)
		if err != nil {
			return nil, err
		}
		if n := len(all); n > 0 && all[n-1].name >= f.name {
			return nil, r.Errorf("%s does not sort after %s", f.name, all[n-1].name)
		}
		all = append(all, f)
	}
	return all, nil
}

func readFormat(r datafile.Line) (format, error) {
	c, err := columns(r, 5)
	if err != nil {
		return format{}, err
	}
	f := format{name: c[0], example: c[2], typ: APIKey}
	for mark := range strings.SplitSeq(c[3], ",") {
		size, beside := strings.CutPrefix(mark, "beside:")
		word, near := strings.CutPrefix(mark, "near:")
		switch {
		case mark == "-":
		case mark == "word":
			f.word = true
		case mark == "address":
			f.address = true
		case checks[mark] != nil:
			f.check = checks[mark]
		case slices.Contains(types[:], Type(mark)):
			f.typ = Type(mark)
		case mark == "run":
			f.run = true
		case near && slices.Contains(cueNames[:], word):
			c := cue(slices.Index(cueNames[:], word))
			f.near = &c
		case beside:
			if f.beside, err = strconv.Atoi(size); err != nil || f.beside <= 0 {
				return f, r.Errorf("%s: mark %q", f.name, mark)
			}
		default:
			return f, r.Errorf("%s: mark %q", f.name, mark)
		}
	}
	if f.pattern, err = compile(c[1], f.run); err != nil {
		return f, r.Errorf("%s: %w", f.name, err)
	}
	f.alnum = f.run && !slices.ContainsFunc(f.pattern.steps, func(s step) bool { return !s.class.within(&alnum) })
	return f, nil
}

// runsBy are the formats without a literal, by their first byte.
var runsBy = sync.OnceValue(func() *[256][]*format {
	var by [256][]*format
	for i := range formats() {
		if f := &formats()[i]; f.run {
			for _, b := range f.pattern.steps[0].class.members() {
				by[b] = append(by[b], f)
			}
		}
	}
	return &by
})

// formatStart is how many leading bytes of a format are kept.
const formatStart = 4

// formatStarts has the first bytes of all formats.
var formatStarts = sync.OnceValue(func() map[string]bool {
	starts := map[string]bool{}
	for _, f := range formats() {
		if p := f.pattern; !f.run && p.lead == 0 && len(p.literals[0]) >= formatStart && !f.word {
			for _, l := range p.literals {
				starts[l[:formatStart]] = true
			}
		}
	}
	return starts
})
