package ctl

import (
	"strconv"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/shell"
)

type explanation struct {
	File    int    `json:"file"`
	Seq     uint64 `json:"seq"`
	Hash    string `json:"hash"`
	Time    string `json:"time"`
	Session string `json:"session"`
	Agent   string `json:"agent"`
	Turn    string `json:"turn"`
	Hook    string `json:"hook"`
	Tool    string `json:"tool"`
	Does    string `json:"does"`
	CallID  string `json:"callId"`
	Verdict string `json:"verdict"`
	Mode    string `json:"mode"`
	Level   string `json:"level"` // at which the call was judged
	Taint   string `json:"taint"` // the session's, after it
	Reasons []struct {
		Layer string `json:"layer"`
		Mode  string `json:"mode"`
		Text  string `json:"text"`
	} `json:"reasons"`
	Cause *struct {
		Reason string `json:"reason"`
		Tool   string `json:"tool"`
		CallID string `json:"callId"`
		Detail string `json:"detail"`
		Turn   string `json:"turn"`
		At     string `json:"at"`
	} `json:"cause"`
	Answer *engine.AnswerView `json:"answer"`

	Authority *struct {
		Values []struct {
			Arg     string `json:"arg"`
			Rule    string `json:"rule"`
			Holds   bool   `json:"holds"`
			Tool    string `json:"tool"`
			CallID  string `json:"callId"`
			Key     string `json:"key"`
			Against string `json:"against"`
			Grant   string `json:"grant"`
		} `json:"values"`
		More int64 `json:"more"`
	} `json:"authority"`
	Remedy  string `json:"remedy"`
	Blocked string `json:"blocked"`
	Cleaned *struct {
		Redacted []struct {
			Type string `json:"type"`
			Rule string `json:"rule"`
			Hash string `json:"hash"`
		} `json:"redacted"`
		Injected []struct {
			Rule     string `json:"rule"`
			Family   string `json:"family"`
			Severity string `json:"severity"`
		} `json:"injected"`
		More     int64  `json:"more"`
		Withheld string `json:"withheld"`
		Dropped  string `json:"dropped"`
	} `json:"cleaned"`
}

func explain(c *call) error {
	if key, ok := c.flags["script"]; ok {
		return c.sessionScript(key)
	}
	args := struct {
		File    int     `json:"file,omitzero"` // absent: the latest file that has the entry
		Seq     *uint64 `json:"seq,omitzero"`  // absent: the latest
		Session string  `json:"session,omitzero"`
	}{Session: c.flags["session"]}
	if which := or(c.arg(0), "last"); which != "last" {
		file, seq, err := entryNumber(which)
		if err != nil {
			return usagef("%q is neither last nor the number of an entry: write SEQ, or FILE:SEQ as `provenancectl audit tail` lists it", which)
		}
		args.File, args.Seq = file, &seq
	}
	return answer(c, "explain", args, func(x explanation) { c.tell(&x) })
}

// verdict is what happened to the call, in words.
func (x *explanation) verdict() string {
	switch {
	case x.Verdict == "allow":
		return "allowed"
	case x.Mode == held:
		return "held for your approval"
	}
	return "denied"
}

// tell explains how a verdict came about, step by step.
func (c *call) tell(x *explanation) {
	p := c.out
	p.tell("%s\n\n", dim(c.heading(x)))
	if x.Tool == "" {
		p.tell("This entry judges no tool call: it is a %s event. The session's taint after it is %s.\n", x.Hook, p.level(x.Taint))
		c.tellCleaned(x)
		return
	}
	word := ink{x.verdict(), p.verdict(x.Verdict).sgr}
	p.tell("The agent asked for %s%s.\n", bold(x.Tool), paren(x.CallID))
	if x.Does != "" {
		p.tell("  %s\n", x.Does)
	}
	p.tell("The call was %s, judged at %s: that is the lowest level in what the model had seen when it asked.\n", word, p.level(x.Level))

	p.tell("\n%s\n", bold("What each layer said"))
	var rows [][]any
	for _, r := range x.Reasons {
		rows = append(rows, []any{r.Layer, p.verdict(r.Mode), r.Text})
	}
	if rows == nil {
		p.tell("  no layer judged it\n")
	}
	p.gridIn("  ", []column{{}, {}, {kind: text, least: 16}}, rows, false)

	c.tellValues(x)

	if k := x.Cause; k != nil {
		p.tell("\n%s\n", bold("Where the taint came from"))
		from := k.Reason + paren(k.CallID)
		switch {
		case k.Turn != "" && k.Turn == x.Turn:
			from += ", earlier in this turn"
		case k.Turn != "" && k.Turn != "t0":
			from += ", in turn " + strings.TrimPrefix(k.Turn, "t")
		}
		if k.At != "" {
			from += ", " + c.ago(k.At) + " (" + c.clock(k.At) + ")"
		}
		p.tell("  %s\n", from)
		if k.Detail != "" {
			p.tell("  %s\n", k.Detail)
		}
	}
	if a := x.Answer; a != nil {
		at := a.At.Format(time.RFC3339)
		p.say("\n%s\n  %s, %s (%s)\n", bold("What became of it"), a.Says(), c.ago(at), c.clock(at))
	}
	if x.Remedy != "" {
		p.tell("\n%s\n  %s\n", bold("What would allow it"), lines(strings.ReplaceAll(x.Remedy, "\n", "\n  ")))
	}
	if x.Blocked != "" {
		p.tell("\n%s\n  It is kept as %s. Look: provenancectl blocked diff %s\n", bold("The write is not lost"), x.Blocked, shell.Quote(x.Blocked))
	}
	c.tellCleaned(x)
	if x.Taint != x.Level {
		p.tell("\nThe session is at %s now.\n", p.level(x.Taint))
	}
	p.wholeElsewhere(c)
}

// authorityTexts say by which rule of internal/flow a value counts as the owner's, or why it
// does not.
var authorityTexts = map[string]string{
	"said":         "you wrote it",
	"trusted":      "a source that you trust has it",
	"own":          "the agent made it in this session",
	"self":         "it is yours",
	"selected":     "the entry that you spoke of has it",
	"chain":        "it is all that your search found",
	"choice":       "you left the choice, and it is on the list that you asked about",
	"delegated":    "you said where it stands, and only one does there",
	"document":     "a new document, which the agent may name",
	"narrow":       "it opens nothing further than you said",
	"link":         "a link in what you pointed at",
	"consented":    "you agreed to its source for this turn",
	"picked":       "a name that the agent may choose",
	"used":         "the agent used it before it had read anything of others",
	"approved":     "you approved it before",
	"coined":       "you never named it, and nothing that was read has it",
	"contested":    "a text of others asks for exactly this one",
	"unnamed":      "a source that you trust has it, but you did not name it",
	"unlinked":     "it stands in an entry that you did not speak of",
	"text":         "only a text of others has it",
	"widens":       "it lets others see or do more",
	"private":      "it is private, and would go out",
	"copied":       "it copies a text of others",
	"foreign-name": "it names somebody of whom only others speak",
	"not-destroy":  "you did not ask for anything to be deleted, cancelled or handed over",
	"not-asked":    "you did not ask for anything of this kind",
	"not-object":   "you did not speak of what it acts on",
}

// tellValues says who wrote each value that mattered, and where it occurred.
func (c *call) tellValues(x *explanation) {
	if x.Authority == nil || len(x.Authority.Values) == 0 {
		return
	}
	p := c.out
	p.tell("\n%s\n", bold("Whose its values are"))
	var rows [][]any
	for _, v := range x.Authority.Values {
		mark, name := "yours", v.Arg
		if v.Holds {
			mark = "held"
		}
		if name == "*" {
			name = "the action"
		}
		why := or(authorityTexts[v.Rule], v.Rule)
		if v.Tool != "" {
			why += ": " + v.Tool + paren(v.CallID)
		}
		if v.Grant != "" {
			why += paren(v.Grant)
		}
		if v.Against != "" {
			why += ", against" + paren(v.Against)
		}
		rows = append(rows, []any{name, mark, why})
	}
	p.gridIn("  ", []column{{}, {}, {kind: text, least: 16}}, rows, false)
	if n := x.Authority.More; n > 0 {
		p.tell("  and %s more\n", strconv.FormatInt(n, 10))
	}
}

// tellCleaned says what was removed from the event's content, and found in it.
func (c *call) tellCleaned(x *explanation) {
	k := x.Cleaned
	if k == nil {
		return
	}
	p := c.out
	p.tell("\n%s\n", bold("What was taken out or found"))
	var rows [][]any
	for _, f := range k.Redacted {
		rows = append(rows, []any{"redacted", f.Type, dim(f.Rule + ", " + f.Hash)})
	}
	for _, f := range k.Injected {
		rows = append(rows, []any{"injected", f.Family, dim(f.Rule + ", " + f.Severity)})
	}
	p.gridIn("  ", []column{{}, {kind: text, least: 10}, {kind: text, least: 12}}, rows, false)
	if k.More > 0 {
		p.tell("  and %s more\n", strconv.FormatInt(k.More, 10))
	}
	if k.Dropped != "" {
		p.tell("  The model got a notice instead of the result: %s\n", p.render(k.Dropped))
	}
	if k.Withheld != "" {
		p.tell("  The original result: provenancectl blocked show %s\n", shell.Quote(k.Withheld))
	}
}

func (c *call) heading(x *explanation) string {
	words := []string{"entry " + entryName(x.File, x.Seq), x.Session}
	if x.Agent != "" {
		words = append(words, "agent "+x.Agent)
	}
	if x.Turn != "" {
		words = append(words, "turn "+strings.TrimPrefix(x.Turn, "t"))
	}
	return strings.Join(append(words, c.clock(x.Time)+" ("+c.ago(x.Time)+")"), " · ")
}

// entryNumber reads SEQ or FILE:SEQ; file 0 means no file in particular.
func entryNumber(text string) (file int, seq uint64, err error) {
	if name, rest, both := strings.Cut(text, ":"); both {
		if file, err = fileNumber(name); err != nil {
			return 0, 0, err
		}
		text = rest
	}
	seq, err = strconv.ParseUint(text, 10, 64)
	return file, seq, err
}

// fileNumber reads the number of a ledger file, which may have leading zeros as in its name.
func fileNumber(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	if err == nil && n == 0 {
		err = strconv.ErrRange
	}
	return int(n), err
}

// entryName is an entry's number in the form that entryNumber reads.
func entryName(file int, seq uint64) string {
	if file == 0 {
		return strconv.FormatUint(seq, 10)
	}
	return strconv.Itoa(file) + ":" + strconv.FormatUint(seq, 10)
}

// paren is a call's id in parentheses, if it has one.
func paren(id string) string {
	if id == "" {
		return ""
	}
	return " (" + id + ")"
}
