package ctl

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/provenanced/provenanced/internal/config"
	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/protect"
	"github.com/provenanced/provenanced/internal/replay"
	"github.com/provenanced/provenanced/internal/store"
)

// tried is what trying a policy came to.
type tried struct {
	Decisions     int             `json:"decisions"`
	Undecidable   int             `json:"undecidable"` // calls that could not be decided again
	Because       []replay.Reason `json:"because"`     // of those
	Newly         triedNewly      `json:"newly"`
	SparedYes     int             `json:"sparedAccepted"` // of the spared calls: the owner had approved them
	PromptsPerDay triedPrompts    `json:"promptsPerDay"`
	Attacks       triedAttacks    `json:"attacks"`
	Groups        []triedGroup    `json:"groups"`
	Unfinished    bool            `json:"unfinished"` // the ledger's last entry is not whole, and was left out
	Unreadable    int             `json:"unreadable"` // lines that are no entries, or no records
}

type triedNewly struct {
	Asked   int `json:"asked"`
	Spared  int `json:"spared"`
	Denied  int `json:"denied"`
	Allowed int `json:"allowed"`
}

type triedPrompts struct {
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

type triedAttacks struct {
	Chains   int      `json:"chains"`
	Before   int      `json:"before"` // that pass under the policy to compare with
	After    int      `json:"after"`
	Admitted []string `json:"admitted"` // that pass under the tried policy alone
}

type triedGroup struct {
	Newly    replay.Newly   `json:"newly"`
	Tool     string         `json:"tool"`
	Effects  string         `json:"effects"`
	Source   string         `json:"source"`
	Reason   string         `json:"reason"`
	Times    int            `json:"times"`
	Accepted int            `json:"accepted"`
	Examples []triedExample `json:"examples"`
}

type triedExample struct {
	auditPlace
	Session string `json:"session"`
	Does    string `json:"does"`
}

func policyTry(c *call) error {
	opt, err := c.replayed()
	if err != nil {
		return err
	}
	dir, err := c.withoutArgs().ledgerDir()
	if err != nil {
		return err
	}
	var read ledger.Read
	opt.Past = pastPolicies(filepath.Dir(dir))
	r := replay.New(*opt)
	if !c.has("against") || c.has("state-dir") || isDir(dir) { // a policy's repository has no ledger
		if r, read, err = c.replay(dir, *opt); err != nil {
			return err
		}
	}
	attacks, err := replay.Attacks()
	if err != nil {
		return err
	}
	before := opt.InForce
	if before == nil {
		before, _ = policy.Preset(policy.FirstPreset) // with which a daemon starts
	}
	was, is, admitted := replay.Admitted(attacks, before, opt.Policy)
	m := r.Report()
	t := tried{
		Decisions: m.Decisions, Undecidable: m.Undecidable, Because: m.Reasons(),
		Newly: triedNewly{m.Asked, m.Spared, m.Denied, m.Allowed}, SparedYes: m.Accepted,
		PromptsPerDay: triedPrompts{m.PerDay(m.Before), m.PerDay(m.After)},
		Attacks:       triedAttacks{len(attacks), was, is, append([]string{}, admitted...)},
		Groups:        []triedGroup{}, Unfinished: read.Unfinished, Unreadable: read.Bad + m.Unreadable,
	}
	for _, g := range m.Groups() {
		group := triedGroup{g.Newly, g.Tool, g.Effects, g.Source, g.Reason, g.Times, g.Accepted, []triedExample{}}
		for _, e := range g.Examples {
			group.Examples = append(group.Examples, triedExample{auditPlace{e.File, e.Seq}, e.Session, e.Does})
		}
		t.Groups = append(t.Groups, group)
	}
	if err := result(c, t, func() { c.tellTried(&t) }); err != nil || len(admitted) == 0 {
		return err
	}
	return errShown
}

// withoutArgs is the call as if no file were named: about what the daemon itself has.
func (c *call) withoutArgs() *call {
	of := *c
	of.args = nil
	return &of
}

// replayed is what a replay under the policy of the command's file needs of it.
func (c *call) replayed() (*replay.Options, error) {
	b, err := c.read(c.arg(0))
	if err != nil {
		return nil, err
	}
	p, _, err := c.together(b, readable(c.arg(0)))
	if err != nil {
		return nil, mistakes(err)
	}
	opt := &replay.Options{Policy: p}
	if opt.Since, err = c.when("since"); err != nil {
		return nil, err
	}
	if pattern, ok := c.flags["session"]; ok {
		opt.Session = func(key string) bool { return policy.Matches(pattern, key) }
	}
	own, err := c.withoutArgs().policyFile()
	if err != nil {
		return nil, err
	}
	if against, ok := c.flags["against"]; ok {
		if opt.InForce, err = inForce(against); err == nil && opt.InForce == nil {
			err = fmt.Errorf("%s is no policy file without mistakes: `provenancectl policy validate` says more", against)
		}
	} else {
		opt.InForce, err = inForce(own)
	}
	if err != nil {
		return nil, err
	}
	opt.Protected = c.protection(p, own)
	return opt, nil
}

// inForce is the daemon's own policy, nil where its file cannot be read as one.
func inForce(file string) (*policy.Policy, error) {
	b, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p, err := policy.Parse(b, file)
	if err != nil {
		return nil, nil // the daemon goes on with an earlier one, and nobody else has that
	}
	files, err := toolFiles(file)
	if err != nil {
		return nil, err
	}
	if p, _, err = config.WithTools(p, files); err != nil {
		return nil, nil
	}
	return p, nil
}

// pastPolicies are those that the daemon of a state directory had in force, as far as it keeps them.
func pastPolicies(state string) (all []*policy.Policy) {
	files, _ := filepath.Glob(filepath.Join(state, paths.PastDir, "*.yaml")) // the pattern is well formed
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if p, err := policy.Parse(text, file); err == nil {
			all = append(all, p) // under its own hash, whatever the file is called
		}
	}
	return all
}

// protection is what a daemon of this user protects under a policy.
func (c *call) protection(p *policy.Policy, file string) *protect.Set {
	home, _ := os.UserHomeDir()
	d := protect.Daemon{Policy: file, State: c.flags["state-dir"], Variables: protect.Variables(os.Getenv)}
	d.Runtime, _ = c.runtimeDir() // without one nothing of it was named
	if d.State == "" {
		d.State, _ = paths.State()
	}
	return decide.Protected(d, dialect.PlacesIn(os.Getenv), p, store.OSPaths{Home: home}.Resolve)
}

// replay decides the calls of the ledger in dir again.
func (c *call) replay(dir string, opt replay.Options) (*replay.Replay, ledger.Read, error) {
	if err := c.vouched(dir, &opt); err != nil {
		return nil, ledger.Read{}, err
	}
	return c.decidedAgain(dir, opt)
}

// vouched verifies the ledger in dir, unless that is not wanted, and has its values compared by
// its key.
func (c *call) vouched(dir string, opt *replay.Options) error {
	key, err := hmacauth.ReadKeyFile(filepath.Join(dir, "..", paths.LedgerKey))
	if errors.Is(err, fs.ErrNotExist) && !isDir(dir) {
		return noLedger(dir)
	}
	if err != nil {
		return fmt.Errorf("values that the ledger holds as fingerprints are compared with its key: %w", err)
	}
	if !c.has("unverified") {
		r, err := c.verify(dir, &key)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return noLedger(dir)
		case err != nil:
			return err
		case r.Problem != nil:
			return fmt.Errorf("%s does not verify: %s\n`provenancectl audit verify` says more; --unverified replays what is there", dir, r.Problem.What)
		}
	}
	keyed := store.Keyed{Key: &key}
	opt.Digest, opt.Mark = keyed.Digest, keyed.Mark
	return nil
}

func (c *call) decidedAgain(dir string, opt replay.Options) (*replay.Replay, ledger.Read, error) {
	r := replay.New(opt)
	read, err := r.Ledger(c.ctx, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, read, noLedger(dir)
	}
	return r, read, cmp.Or(c.interrupted(), err)
}

func (c *call) tellTried(t *tried) {
	p := c.out
	p.say("%s decided again.\n", count(int64(t.Decisions), "call"))
	if t.Undecidable > 0 {
		p.say("%s could not be decided again, and are in none of the numbers:\n", count(int64(t.Undecidable), "call"))
		for _, r := range t.Because {
			p.say("  %d  %s\n", r.Times, r.What)
		}
	}
	p.unread(t.Unfinished, t.Unreadable)
	p.say("\n")
	p.table([]string{"NEWLY", "CALLS"}, [][]any{
		{"asked", t.Newly.Asked}, {"spared", t.Newly.Spared}, {"denied", t.Newly.Denied}, {"allowed", t.Newly.Allowed},
	})
	p.say("\nPrompts a day: %s, now %s. ", perDay(t.PromptsPerDay.Before), perDay(t.PromptsPerDay.After))
	p.say("Of %s, the owner had accepted %d.\n", count(int64(t.Newly.Spared), "spared call"), t.SparedYes)
	p.say("Attacks that pass, of %d: %d, now %d.\n", t.Attacks.Chains, t.Attacks.Before, t.Attacks.After)
	for _, name := range t.Attacks.Admitted {
		p.say("  %s %s\n", red("admitted:"), name)
	}
	if len(t.Groups) == 0 {
		return
	}
	p.say("\n")
	var rows [][]any
	for _, g := range t.Groups[:min(len(t.Groups), maxTold)] {
		example := ""
		if len(g.Examples) > 0 {
			example = cut(entryName(g.Examples[0].File, g.Examples[0].Seq)+" "+g.Examples[0].Does, 60)
		}
		rows = append(rows, []any{string(g.Newly), g.Times, cut(g.Tool, 30), g.Effects, cut(g.Source, 30), cut(g.Reason, 80), example})
	}
	p.table([]string{"NEWLY", "CALLS", "TOOL", "EFFECTS", "AFTER", "BECAUSE", "AS IN"}, rows)
	if more := len(t.Groups) - maxTold; more > 0 {
		p.say("and %s; --json has all of them\n", count(int64(more), "more group"))
	}
}

// unread says what of a ledger was not replayed.
func (p *printer) unread(unfinished bool, lines int) {
	if unfinished {
		p.say("The last entry is not whole, and was left out.\n")
	}
	if lines > 0 {
		p.say("%s could not be read.\n", count(int64(lines), "line"))
	}
}

// maxTold are the groups that a person is shown.
const maxTold = 20
