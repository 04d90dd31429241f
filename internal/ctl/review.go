package ctl

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/provenanced/provenanced/internal/config"
	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/replay"
	"github.com/provenanced/provenanced/internal/review"
	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/wholefile"
)

// reviewed is what a review came to.
type reviewed struct {
	review.Cost
	Decisions     int             `json:"decisions"`
	PromptsPerDay float64         `json:"promptsPerDay"`
	SparedByNow   int             `json:"sparedByNow"` // prompts that the policy in force would not ask any more
	Undecidable   int             `json:"undecidable"` // calls that cannot be decided again
	Because       []replay.Reason `json:"because"`
	*review.Review
	Shadow     []review.Shadow `json:"shadow"` // what would have been otherwise
	Unfinished bool            `json:"unfinished"`
	Unreadable int             `json:"unreadable"`
	Applied    *changeMade     `json:"applied"` // by --apply
}

// changeMade is a rule that was written into the policy file.
type changeMade struct {
	File string `json:"file"`
	Rule string `json:"rule"`
	Undo string `json:"undo"` // the command
}

// reviewNotes are kept beside the ledger: the numbers that an owner reads must mean the same rules
// when they come back with one.
type reviewNotes struct {
	Shown []string     `json:"shown"`          // suggestions, in their order
	Wrote *reviewWrote `json:"wrote,omitzero"` // what was applied last
}

type reviewWrote struct {
	File   string `json:"file"`
	Rule   string `json:"rule"`
	Before []byte `json:"before"` // the file
	After  string `json:"after"`  // its SHA-256
}

// reviewPlaces are the files that a review is about.
type reviewPlaces struct{ policy, ledger, notes string }

// maxShown are the suggestions that a person is shown, one for each key.
const maxShown = 3

// reviewSince is how far back a review looks.
const reviewSince = 30 * 24 * time.Hour

func reviewPrompts(c *call) error {
	if c.has("undo") && c.has("apply") {
		return usagef("--apply writes a rule and --undo takes one back: give one of them")
	}
	at, err := c.reviewPlaces()
	if err != nil {
		return err
	}
	if c.has("undo") {
		return c.undoReview(at)
	}
	number := 0
	if text, ok := c.flags["apply"]; ok {
		if number, err = strconv.Atoi(text); err != nil || number < 1 {
			return usagef("--apply takes the number of a suggestion, as `provenancectl review` shows it")
		}
	}
	r, text, err := c.reviewOf(at)
	if err != nil {
		return err
	}
	notes := readNotes(at.notes)
	if number > 0 {
		s, err := r.numbered(number, notes.Shown)
		if err != nil {
			return err
		}
		if r.Applied, err = c.applyRule(at, text, s, &notes); err != nil {
			return err
		}
		return result(c, r, func() { c.tellApplied(r.Applied, s) })
	}
	notes.Shown = nil
	for _, s := range r.Suggestions {
		notes.Shown = append(notes.Shown, s.Text)
	}
	_ = notes.write(at.notes) // whoever may only read the ledger applies by what is suggested then
	if err := result(c, r, func() { c.tellReview(r) }); err != nil || c.has("json") || len(r.Suggestions) == 0 || !c.env.Terminal || c.env.Keys == nil {
		return err
	}
	return c.applyByKey(at, text, r, &notes)
}

func (c *call) reviewPlaces() (at reviewPlaces, err error) {
	if at.policy, err = c.policyFile(); err != nil {
		return at, err
	}
	if at.ledger, err = c.withoutArgs().ledgerDir(); err != nil {
		return at, err
	}
	at.notes = filepath.Join(filepath.Dir(at.ledger), paths.ReviewFile)
	return at, nil
}

// reviewOf reviews the ledger under the policy in force, whose text it returns.
func (c *call) reviewOf(at reviewPlaces) (*reviewed, []byte, error) {
	text, err := c.read(at.policy)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("there is no policy file %s\n`provenancectl policy init` writes one", at.policy)
	}
	if err != nil {
		return nil, nil, err
	}
	p, _, err := c.together(text, at.policy)
	if err != nil {
		return nil, nil, mistakes(err, "the policy has mistakes, so nothing was decided by it: `provenancectl policy validate` shows them")
	}
	since := c.env.Now().Add(-reviewSince)
	if c.has("since") {
		if since, err = c.when("since"); err != nil {
			return nil, nil, err
		}
	}
	book := &review.Book{Since: since}
	opt := replay.Options{Policy: p, InForce: p, Past: pastPolicies(filepath.Dir(at.ledger)), Since: since, Protected: c.protection(p, at.policy)}
	if pattern, ok := c.flags["session"]; ok {
		book.Session = func(key string) bool { return policy.Matches(pattern, key) }
		opt.Session = book.Session
	}
	if err := c.vouched(at.ledger, &opt); err != nil {
		return nil, nil, err
	}
	first := opt
	first.Record, first.Each = book.Record, book.Decided
	m, read, err := c.decidedAgain(at.ledger, first)
	if err != nil {
		return nil, nil, err
	}
	attacks, err := replay.Attacks()
	if err != nil {
		return nil, nil, err
	}
	found, err := book.Review(review.Options{
		Text: text, Policy: p, Report: m.Report(), Attacks: attacks,
		Parse: func(text []byte) (*policy.Policy, error) {
			p, _, err := c.together(text, at.policy)
			return p, err
		},
		Try: func(trials []*review.Trial) error {
			var replays []*replay.Replay
			for _, t := range trials {
				tried := opt
				tried.Policy, tried.Each = t.Policy, t.Call
				r := replay.New(tried)
				replays, t.Report = append(replays, r), r.Report()
			}
			_, err := replay.Together(c.ctx, at.ledger, replays...)
			return cmp.Or(c.interrupted(), err)
		},
	})
	if err != nil {
		return nil, nil, err
	}
	r := &reviewed{Cost: book.Cost(), Review: found, SparedByNow: book.Spared(), Shadow: book.Shadows(), Unfinished: read.Unfinished, Unreadable: read.Bad + m.Report().Unreadable}
	r.Decisions, r.Undecidable, r.Because = m.Report().Decisions, m.Report().Undecidable, m.Report().Reasons()
	r.PromptsPerDay = float64(r.Prompts) / book.Days()
	return r, text, nil
}

// numbered is the suggestion that had a number when the owner read it.
func (r *reviewed) numbered(n int, shown []string) (*review.Suggestion, error) {
	if len(shown) == 0 {
		for _, s := range r.Suggestions {
			shown = append(shown, s.Text)
		}
	}
	if n > len(shown) {
		return nil, fmt.Errorf("there is no suggestion %d\n`provenancectl review` shows %s", n, count(int64(len(shown)), "suggestion"))
	}
	i := slices.IndexFunc(r.Suggestions, func(s *review.Suggestion) bool { return s.Text == shown[n-1] })
	if i < 0 {
		return nil, fmt.Errorf("%s is not suggested any more\n`provenancectl review` says why, and what is", shown[n-1])
	}
	return r.Suggestions[i], nil
}

// applyRule writes a suggestion into the policy file, which must still be the one that was tried.
func (c *call) applyRule(at reviewPlaces, text []byte, s *review.Suggestion, notes *reviewNotes) (*changeMade, error) {
	if now, err := config.ReadFile(at.policy); err != nil {
		return nil, err
	} else if !bytes.Equal(now, text) {
		return nil, fmt.Errorf("%s has changed meanwhile, and nothing was written: run it again", at.policy)
	}
	if err := mayBeReplaced(at.policy); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(s.File)
	notes.Wrote = &reviewWrote{File: at.policy, Rule: s.Text, Before: text, After: hex.EncodeToString(sum[:])}
	if err := notes.write(at.notes); err != nil {
		return nil, fmt.Errorf("nothing was written, because it could not be undone: %w", err)
	}
	if err := wholefile.Replace(at.policy, s.File); err != nil {
		return nil, fmt.Errorf("write %s: %w", at.policy, err)
	}
	return &changeMade{at.policy, s.Text, c.undoCommand()}, nil
}

// undoCommand takes back what was written, from anywhere.
func (c *call) undoCommand() string {
	line := "provenancectl review --undo"
	for _, flag := range []string{"state-dir", "runtime-dir"} {
		if dir, ok := c.flags[flag]; ok {
			line += " --" + flag + " " + shell.Quote(dir)
		}
	}
	return line
}

// undoReview puts back the policy file as it was before the last rule was applied.
func (c *call) undoReview(at reviewPlaces) error {
	notes := readNotes(at.notes)
	w := notes.Wrote
	if w == nil {
		return errors.New("there is nothing to undo: no suggestion was applied, or it was taken back already")
	}
	now, err := config.ReadFile(w.File)
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(now); hex.EncodeToString(sum[:]) != w.After {
		return fmt.Errorf("%s has been changed since, so it stays as it is: take out %s yourself", w.File, w.Rule)
	}
	if err := write(w.File, w.Before, true); err != nil {
		return err
	}
	notes.Wrote = nil
	if err := notes.write(at.notes); err != nil {
		return err
	}
	return result(c, struct {
		File   string `json:"file"`
		Undone string `json:"undone"`
	}{w.File, w.Rule}, func() { c.out.say("%s is as it was before: without %s\n", w.File, w.Rule) })
}

// readNotes are empty where there are none that can be read: nothing depends on them.
func readNotes(file string) (n reviewNotes) {
	if b, err := os.ReadFile(file); err != nil || json.Unmarshal(b, &n) != nil {
		return reviewNotes{}
	}
	return n
}

func (n *reviewNotes) write(file string) error {
	b, err := json.Marshal(n, json.Deterministic(true))
	if err != nil {
		return err
	}
	return wholefile.Replace(file, append(b, '\n'))
}

// applyByKey has the owner choose with one key.
func (c *call) applyByKey(at reviewPlaces, text []byte, r *reviewed, notes *reviewNotes) error {
	shown := min(len(r.Suggestions), maxShown)
	keys := "1"
	if shown > 1 {
		keys = "1 to " + strconv.Itoa(shown)
	}
	c.out.say("\n%s ", yellow(keys+" writes it into the policy file; any other key leaves all as it is"))
	if err := c.out.flush(); err != nil {
		return err
	}
	pressed := make(chan byte, 1)
	defer c.env.Keys(func(key byte) {
		select {
		case pressed <- key:
		default:
		}
	})()
	select {
	case <-c.ctx.Done():
	case key := <-pressed:
		c.out.say("\n")
		if n := int(key) - '0'; n >= 1 && n <= shown {
			made, err := c.applyRule(at, text, r.Suggestions[n-1], notes)
			if err != nil {
				return err
			}
			c.tellApplied(made, r.Suggestions[n-1])
			return nil
		}
	}
	c.out.say("Nothing was changed.\n")
	return nil
}

func (c *call) tellApplied(made *changeMade, s *review.Suggestion) {
	p := c.out
	p.say("Wrote %s into %s. A running daemon takes it by itself.\n", bold(made.Rule), made.File)
	p.say("Forecast: %s a day instead of %s.\n", perDay(s.PromptsPerDay.After), perDay(s.PromptsPerDay.Before))
	p.say("To take it back:\n  %s\n", made.Undo)
}

func percent(rate float64) string { return strconv.FormatFloat(100*rate, 'f', 0, 64) + " %" }

func perDay(n float64) string { return strconv.FormatFloat(n, 'f', 1, 64) }

func (c *call) tellReview(r *reviewed) {
	p := c.out
	p.say("%s in %s: %s a day. ", count(int64(r.Prompts), "prompt"), count(int64(r.Decisions+r.Undecidable), "call"), perDay(r.PromptsPerDay))
	if n := r.Accepted + r.Denied; n > 0 {
		p.say("You accepted %s of the %d that you answered, after %s s (median); %s came in less than two seconds.\n", percent(r.AcceptRate), n, perDay(r.MedianSeconds), count(int64(r.Blind), "answer"))
	} else {
		p.say("None was answered.\n")
	}
	if r.SparedByNow > 0 {
		p.say("%s of them would not be asked any more, by the policy as it is now.\n", strconv.Itoa(r.SparedByNow))
	}
	if r.Undecidable > 0 {
		p.say("%s cannot be decided again, and no forecast is about them: %s\n", count(int64(r.Undecidable), "call"), r.Because[0].What)
	}
	p.unread(r.Unfinished, r.Unreadable)
	if len(r.Reasons) > 0 {
		p.say("\n%s\n", bold("What cost most"))
		var rows [][]any
		for _, of := range r.Reasons {
			after := or(of.Source, of.What)
			todo := "none"
			if of.Suggestion > 0 {
				todo = strconv.Itoa(of.Suggestion)
			}
			rows = append(rows, []any{of.Prompts, of.Accepted, of.Blind, perDay(of.MedianSeconds) + " s", cut(of.Tool, 30), cut(after, 60), cut(of.Example.Does, 40), todo})
		}
		p.table([]string{"PROMPTS", "YES", "BLIND", "TOOK", "TOOL", "BECAUSE OF", "AS IN", "RULE"}, rows)
	}
	for i, s := range r.Suggestions[:min(len(r.Suggestions), maxShown)] {
		p.say("\n%s %s\n", bold(strconv.Itoa(i+1)+"."), bold(s.Text))
		p.say("   spares %s, of which you accepted %d: %s a day, now %s; of %d attacks it lets in none\n", count(int64(s.Spared), "prompt"), s.Accepted, perDay(s.PromptsPerDay.After), perDay(s.PromptsPerDay.Before), s.Attacks.Chains)
		p.say("   %s\n", s.Caution)
	}
	if more := len(r.Suggestions) - maxShown; more > 0 {
		p.say("\nand %s; --json has all of them\n", count(int64(more), "more suggestion"))
	}
	if len(r.Refused) > 0 {
		p.say("\n%s\n", bold("Not suggested"))
		for _, s := range r.Refused {
			p.hang("  ", "    ", p.render(s.Text+": "+s.Why+firstNames(s.Admitted)))
			p.say("\n")
		}
	}
	rest := map[string]bool{}
	for _, of := range r.Reasons {
		if of.Rest != "" && !rest[of.Rest] {
			if len(rest) == 0 {
				p.say("\n%s\n", bold("Without a rule"))
			}
			rest[of.Rest] = true
			p.hang("  ", "    ", p.render(of.Tool+": "+of.Rest))
			p.say("\n")
		}
	}
	if len(r.Shadow) > 0 {
		p.say("\n%s\n", bold("In shadow"))
		for _, s := range r.Shadow {
			p.hang("  ", "    ", p.render(s.What+": "+shadowText(&s)))
			p.say("\n")
		}
	}
	if len(r.Suggestions) > 0 {
		p.say("\nprovenancectl review --apply N writes one into the policy file; --undo takes it back.\n")
	}
}

// firstNames are the first of several names.
func firstNames(names []string) string {
	if len(names) == 0 {
		return ""
	}
	const most = 3
	text := " (" + strings.Join(names[:min(len(names), most)], ", ")
	if len(names) > most {
		text += ", …"
	}
	return text + ")"
}

// shadowText is what something would have changed.
func shadowText(s *review.Shadow) string {
	if s.What == review.AuthorityInShadow {
		return fmt.Sprintf("would have spared %s, of which you accepted %d and denied %d", count(int64(s.Spared), "prompt"), s.Yes, s.No)
	}
	var would []string
	if s.Asked > 0 {
		would = append(would, "asked about "+count(int64(s.Asked), "call"))
	}
	if s.Denied > 0 {
		would = append(would, "denied "+count(int64(s.Denied), "call"))
	}
	return "would have " + strings.Join(would, ", and ")
}
