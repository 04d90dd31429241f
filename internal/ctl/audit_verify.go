package ctl

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/pathowner"
	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/shell"
)

// verified is what verify reports as JSON.
type verified struct {
	OK         bool          `json:"ok"`
	Files      int           `json:"files"`
	Entries    uint64        `json:"entries"`
	First      *auditPlace   `json:"first"` // null if no entry is complete
	Last       *auditEnd     `json:"last"`
	Seen       string        `json:"seen"`       // ok, changed, or unchecked: nothing is known about an earlier ledger
	HeadMark   string        `json:"headMark"`   // ok, half, missing, wrong, or unchecked: without its key, or because the chain does not get that far
	Unfinished *auditBegun   `json:"unfinished"` // null if the last entry is complete
	Problem    *auditProblem `json:"problem"`
}

type auditPlace struct {
	File int    `json:"file"`
	Seq  uint64 `json:"seq"`
}

type auditEnd struct {
	auditPlace
	Hash string `json:"hash"`
}

// auditBegun is an incomplete entry at the end.
type auditBegun struct {
	auditPlace
	Bytes int64 `json:"bytes"`
}

type auditProblem struct {
	auditPlace             // file 0: the head mark itself
	What       ledger.What `json:"what"`
}

// looked is the result of examining a ledger.
type looked struct {
	ledger.Report
	seen ledger.Seen // what was seen before
	key  error       // why the key could not be read
	mark string      // see headMark
}

func auditVerify(c *call) error {
	dir, err := c.ledgerDir()
	if err != nil {
		return err
	}
	r, err := c.seal(dir, c.verify)
	if err != nil {
		return err
	}
	v := verified{OK: r.Problem == nil, Files: r.Files, Entries: r.Entries, Seen: r.before(), HeadMark: r.mark}
	if r.Entries > 0 {
		v.First = &auditPlace{r.First.File, r.First.Seq}
		v.Last = &auditEnd{auditPlace{r.Last.File, r.Last.Seq}, r.Last.Hash}
	}
	if u := r.Unfinished; u.File > 0 {
		v.Unfinished = &auditBegun{auditPlace{u.File, u.Seq}, r.Bytes}
	}
	if p := r.Problem; p != nil {
		v.Problem = &auditProblem{auditPlace{p.File, p.Seq}, p.What}
	}
	if err := result(c, v, func() { c.tellLedger(dir, &r) }); err != nil || v.OK {
		return err
	}
	return errShown
}

// seal examines a ledger. verify follows its chain.
func (c *call) seal(dir string, verify func(dir string, key *hmacauth.Key) (ledger.Report, error)) (looked, error) {
	key, keyless := hmacauth.ReadKeyFile(filepath.Join(dir, "..", paths.LedgerKey))
	use := &key
	if keyless != nil {
		use = nil
	}
	// Read this before the ledger, which then contains what was seen of it.
	seen, err := ledger.ReadSeen(filepath.Join(dir, "..", paths.LedgerSeen))
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		return looked{}, err
	}
	r := looked{seen: seen, key: keyless}
	r.Report, err = verify(dir, use)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return looked{}, noLedger(dir)
	case err != nil:
		return looked{}, err
	}
	r.mark = headMark(&r.Report)
	switch {
	case r.Problem == nil:
		if r.Problem, err = seen.Differs(dir, use, r.First.File); err != nil {
			return looked{}, err
		}
	case r.Problem.What == ledger.BadMark && use != nil && seen.OtherKey(use): // the other key explains the bad mark
		r.Problem = &ledger.Problem{What: ledger.OtherKey}
	}
	return r, nil
}

// strange reports whether the ledger is intact but not the one that was seen.
func (r *looked) strange() bool {
	return r.Problem != nil && (r.Problem.What == ledger.OtherKey || r.Problem.What == ledger.NotSeen)
}

func (r *looked) before() string {
	switch {
	case r.strange():
		return "changed"
	case r.seen == (ledger.Seen{}) || r.Problem != nil:
		return "unchecked"
	}
	return "ok"
}

func headMark(r *ledger.Report) string {
	switch {
	case r.Head:
		return "ok"
	case r.Problem != nil && r.Problem.What == ledger.NoMark:
		return "missing"
	case halfMark(r):
		return "half"
	case r.Problem != nil && r.Problem.What == ledger.BadMark:
		return "wrong"
	}
	return "unchecked"
}

// halfMark reports whether only one half of the head mark is damaged: the chain was verified
// with the other one. A daemon starts with that, and repairs it.
func halfMark(r *ledger.Report) bool {
	return r.Problem != nil && r.Problem.What == ledger.BadMark && r.Files > 0
}

// A daemon may be writing while we read. What looks like a growing ledger is checked again
// before it is called wrong.
const (
	looks     = 3
	lookAgain = 200 * time.Millisecond
)

// verifyGrowing verifies a ledger and, unless it is nil, tells at how far that is.
func verifyGrowing(dir string, key *hmacauth.Key, at func(file int, seq uint64)) (r ledger.Report, err error) {
	for look := range looks {
		if look > 0 {
			time.Sleep(lookAgain)
		}
		r, err = ledger.VerifyDir(dir, key, at)
		if err != nil || r.Problem == nil || !mayGrow[r.Problem.What] {
			break
		}
	}
	return r, err
}

// verify has the ledger verified, and shows the progress meanwhile.
func (c *call) verify(dir string, key *hmacauth.Key) (ledger.Report, error) {
	if err := c.interrupted(); err != nil {
		return ledger.Report{}, err
	}
	type answer struct {
		ledger.Report
		err error
	}
	done, at := make(chan answer, 1), make(chan auditPlace)
	go func() {
		var a answer
		a.Report, a.err = verifyGrowing(dir, key, func(file int, seq uint64) {
			select {
			case at <- auditPlace{file, seq}:
			case <-c.ctx.Done():
			}
		})
		done <- a
	}()
	bar := progress{c: c, began: c.env.Now()}
	defer bar.clear()
	for {
		select {
		case a := <-done:
			return a.Report, a.err
		case p := <-at:
			bar.show(p)
		case <-c.ctx.Done():
			return ledger.Report{}, errInterrupted
		}
	}
}

// mayGrow are the problems that a ledger briefly has while it is written.
var mayGrow = map[ledger.What]bool{ledger.Torn: true, ledger.Cut: true, ledger.Missing: true}

// progress is one line on a terminal that is overwritten again and again.
type progress struct {
	c     *call
	began time.Time
	last  time.Time
	shown bool
}

func (b *progress) show(at auditPlace) {
	now := b.c.env.Now()
	if !b.c.out.terminal || b.c.env.Dumb || b.c.has("json") || now.Sub(b.began) < time.Second || now.Sub(b.last) < 100*time.Millisecond {
		return
	}
	b.last, b.shown = now, true
	fmt.Fprintf(b.c.out.w, "\r\x1b[Kverifying %s, entry %d", ledger.FileName(at.File), at.Seq)
	_ = b.c.out.flush() // nobody may see the progress
}

func (b *progress) clear() {
	if b.shown {
		fmt.Fprint(b.c.out.w, "\r\x1b[K")
	}
}

// tellLedger tells people what verify found.
func (c *call) tellLedger(dir string, r *looked) {
	p, keyless := c.out, r.key
	switch {
	case r.Problem != nil:
		c.tellProblem(dir, &r.Report)
	case r.Head:
		p.say("%s: %s\n", dir, green("whole, every entry is as it was written"))
	case keyless != nil:
		p.say("%s: %s\n", dir, yellow("the chain is whole; whether anything is missing was not checked"))
	default:
		p.say("%s: %s\n", dir, green("the chain is whole"))
	}
	rows := [][]string{
		{"files", p.render(strconv.Itoa(r.Files))},
		{"entries", p.render(strconv.FormatUint(r.Entries, 10))},
	}
	if r.Entries > 0 {
		rows = append(rows,
			[]string{"first", c.place(dir, r.First)},
			[]string{"last", c.place(dir, r.Last)},
			[]string{"last hash", p.render(r.Last.Hash)})
	}
	switch {
	case r.Head && r.Marked.File == 0:
		rows = append(rows, []string{"head mark", p.render(green("ok")) + p.render(": nothing was on the disk yet that could have been cut off")})
	case r.Head:
		rows = append(rows, []string{"head mark", p.render(green("ok")) + p.render(": nothing is cut off, up to "+entryName(r.Marked.File, r.Marked.Seq))})
	case keyless != nil:
		rows = append(rows, []string{"head mark", p.render(yellow("unchecked")) + p.render(": "+keyless.Error())})
	}
	switch {
	case r.strange():
		rows = append(rows, []string{"before", p.render(red("another ledger"))})
	case r.Problem == nil && r.seen == (ledger.Seen{}):
		rows = append(rows, []string{"before", p.render(yellow("unchecked")) + p.render(": there is no "+paths.LedgerSeen+" beside it")})
	case r.Problem == nil && r.seen.Last.File < r.First.File:
		rows = append(rows, []string{"before", p.render(green("ok")) + p.render(": the same key")})
	case r.Problem == nil:
		rows = append(rows, []string{"before", p.render(green("ok")) + p.render(": the same ledger, up to "+entryName(r.seen.Last.File, r.seen.Last.Seq))})
	}
	p.say("\n")
	p.align("  ", p.dimmed(rows))
	if !r.Head && r.Problem == nil && keyless != nil {
		p.say("\nNot checked: whether the end was cut off, or all of it made anew. That needs the ledger's key. %s\n", lines(keyAdvice(dir)))
	}
	if u := r.Unfinished; u.File > 0 && r.Problem == nil {
		p.say("\n%s\n", lines(fmt.Sprintf(unfinished, entryName(u.File, u.Seq), r.Bytes)))
	}
}

// keyAdvice says how to get at a key that could not be read.
func keyAdvice(dir string) string {
	file := filepath.Join(filepath.Dir(dir), paths.LedgerKey)
	info, err := os.Lstat(file)
	at, known := pathowner.Of(file)
	if err == nil && info.Mode().IsRegular() && known && at.Mine() && info.Mode().Perm()&0o477 != 0o400 {
		fix := "chmod 600 " + shell.Quote(file)
		if info.Mode().Perm()&0o044 != 0 {
			fix += mayBeForged
		}
		return "Its mode keeps it from\nbeing used: " + fix
	}
	return fmt.Sprintf("Run this as\nthe daemon's user, or put a copy of its %s beside %s.", paths.LedgerKey, dir)
}

// mayBeForged is the consequence of a ledger key that others could read.
const mayBeForged = "; whoever read it can forge the end of the ledger: docs/OPERATIONS.md, Keys, says how to begin a new one"

// unfinished says what an incomplete end means; its arguments are the entry and the number of
// its bytes.
const unfinished = "%s is not whole (%d bytes), behind the head mark: it is being written, or a kill, a power cut or a full disk\n" +
	"ended that. None of it was acknowledged. A power cut may also take records of the last 100 ms before it, but\n" +
	"nothing that lowered trust, granted or staged anything. The next start of the daemon begins this entry anew."

// errEnough ends a scan that has found what it wanted.
var errEnough = errors.New("enough")

// place is where an entry is and when it was written.
func (c *call) place(dir string, at ledger.Position) string {
	text := entryName(at.File, at.Seq)
	t := trail{dir: dir, file: at.File}
	_ = t.read(func(s *stored) error { // if there is no time, the place must do
		if s.bad || s.entry.Seq != at.Seq {
			return nil
		}
		if !s.at.IsZero() {
			text += ", " + c.moment(s.at.Format(time.RFC3339))
		}
		return errEnough
	})
	return c.out.render(text)
}

func (c *call) tellProblem(dir string, r *ledger.Report) {
	p, w := c.out, r.Problem
	where := "the head mark"
	switch {
	case w.File != 0 && w.What == ledger.Missing:
		where = ledger.FileName(w.File)
	case w.What == ledger.OtherKey:
		where = paths.LedgerKey
	case w.File != 0:
		where = fmt.Sprintf("%s, seq %d", ledger.FileName(w.File), w.Seq)
	}
	if halfMark(r) {
		p.say("%s: %s\n\n%s\n", dir, yellow("wrong at the head mark: one of its two halves is damaged"), lines(halved))
		return
	}
	p.say("%s: %s\n", dir, red(fmt.Sprintf("wrong at %s: %s", where, w.What)))
	switch {
	case r.Unfinished.File > 0:
		p.say("\n%s\n", lines("The rest was cut off, or the daemon was killed while it wrote it, which is no loss. The head mark tells the two\n"+
			"apart, with its key."))
		return
	case w.What == ledger.Torn && r.Head:
		p.say("\n%s Nothing that the head mark vouches for is\nmissing. The next start of the daemon cuts it off and records it.\n", means[w.What])
		return
	}
	p.say("\n%s\n", means[w.What])
	if w.What == ledger.OtherKey || w.What == ledger.NotSeen {
		p.say("%s\n", lines(replaced))
		return
	}
	p.say("%s\n", lines("Keep a copy of the directory as it is and find out who or what changed it. The daemon will not write to it:\n"+
		"restore it from a backup, or move it away so that a new ledger begins."))
	if w.File != 0 && w.What != ledger.Rewritten {
		p.say("The chain holds up to that place; what follows proves nothing.\n")
	}
}

const replaced = "What is there is whole in itself, which proves nothing: whoever can write the state directory can make that.\n" +
	"If it was not you who put it there, keep a copy of the directory and restore it from a backup. If it was, this and\n" +
	"the daemon's alarm end when you move the levels to a state directory of their own: docs/OPERATIONS.md, Keys."

const halved = "The chain is whole, and nothing is missing that the sound half vouches for. The halves are written in turn, so a\n" +
	"failing disk, or a copy that was made meanwhile, leaves this; so does whoever wants to hide that what was written\n" +
	"last was cut off. The next start of the daemon writes both anew and records it (head_mark_repaired)."

// means says what a problem is evidence of.
var means = map[ledger.What]string{
	ledger.Torn:      "What is there is not how an entry begins: it was put there or changed.",
	ledger.Malformed: "The line was changed after it was written, or the disk lost it.",
	ledger.Sequence:  "Entries were taken out, put in or moved.",
	ledger.Unlinked:  "The entry before was exchanged, or entries were taken out or put in.",
	ledger.Altered:   "The entry was changed after it was written.",
	ledger.Misplaced: "The entry was put in, or the one before it was exchanged.",
	ledger.Uncounted: "The file or the one before it was exchanged, or a file was taken out between them.",
	ledger.Cut:       "The end of the file was cut off: entries that were on the disk are gone.",
	ledger.Missing:   "The file was taken away, with every entry in it.",
	ledger.Rewritten: "The chain was made anew from some entry on, by someone without the ledger's key.",
	ledger.NoMark:    "It was taken away, which would hide that the end was cut off; or the ledger was copied without it.",
	ledger.OtherKey:  "The ledger was written anew, or another one was put in its place, and signed with a key of its own.",
	ledger.NotSeen:   "The ledger was written anew by someone with its key, or an older copy or another one was put in its place.",
	ledger.BadMark:   "It was changed, which would hide that the end was cut off; or it was made with another key than the one beside the ledger.",
}
