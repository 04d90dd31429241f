package ctl

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/ledger"
)

const (
	pollEvery  = 250 * time.Millisecond
	showAtOnce = 512 // rows whose columns are aligned together
	maxTail    = 100_000
)

// audited is what the command asks for, and of which ledger.
func (c *call) audited() (f *filter, dir string, files []int, err error) {
	if f, err = c.filter(); err != nil {
		return nil, "", nil, err
	}
	if dir, err = c.ledgerDir(); err != nil {
		return nil, "", nil, err
	}
	files, err = ledgerFiles(dir)
	return f, dir, files, err
}

func auditShow(c *call) error {
	f, dir, files, err := c.audited()
	if err != nil {
		return err
	}
	if f.file != 0 {
		if !slices.Contains(files, f.file) {
			return fmt.Errorf("%s has no file %d; it has %d to %d", dir, f.file, files[0], files[len(files)-1])
		}
		files = []int{f.file}
	}
	list := c.listing(false)
	defer list.end()
	for _, n := range files {
		t := trail{dir: dir, file: n}
		err := t.read(func(s *stored) error {
			if !f.keeps(s) {
				return c.interrupted()
			}
			return list.add(s)
		})
		if err != nil && !(f.file == 0 && t.pruned(err)) {
			return err
		}
	}
	if err := list.print(); err != nil {
		return err
	}
	if list.shown == 0 && !c.has("json") {
		c.out.say("No entry in %s matches.\n", dir)
	}
	return list.verdict()
}

// interrupted tells a command that works through files to stop.
func (c *call) interrupted() error {
	if c.ctx.Err() != nil {
		return errInterrupted
	}
	return nil
}

// auditTail succeeds when a follower is interrupted: there is no other way to end one.
func auditTail(c *call) error {
	err := tail(c)
	if errors.Is(err, errInterrupted) && c.has("follow") {
		return nil
	}
	return err
}

func tail(c *call) error {
	f, err := c.filter()
	if err != nil {
		return err
	}
	n := 20
	if text, ok := c.flags["lines"]; ok {
		if n, err = strconv.Atoi(text); err != nil || n < 0 || n > maxTail {
			return usagef("--lines %q is not a number from 0 to %d", text, maxTail)
		}
	}
	dir, err := c.ledgerDir()
	if err != nil {
		return err
	}
	files, err := ledgerFiles(dir)
	if err != nil {
		return err
	}
	list := c.listing(c.has("follow"))
	defer list.end()
	last, end, err := c.latest(n, f, dir, files)
	if err != nil {
		return err
	}
	for _, s := range last {
		if err := list.add(s); err != nil {
			return err
		}
	}
	if err := list.print(); err != nil {
		return err
	}
	if !c.has("follow") {
		return list.verdict()
	}
	return c.follow(end, f, list)
}

// latest returns the last n entries that f keeps, and up to where the ledger has been read.
func (c *call) latest(n int, f *filter, dir string, files []int) (last []*stored, end trail, err error) {
	end = trail{dir: dir, file: files[len(files)-1]}
	for i, file := range slices.Backward(files) {
		t := trail{dir: dir, file: file}
		found, err := t.last(n-len(last), f, c)
		if i < len(files)-1 && t.pruned(err) {
			break
		}
		if err != nil {
			return nil, trail{}, err
		}
		if i == len(files)-1 {
			end = t
		}
		if last = append(found, last...); len(last) >= n {
			break
		}
	}
	return last, end, nil
}

// follow prints the entries that f keeps as they are written after end.
func (c *call) follow(end trail, f *filter, list *listing) error {
	every := time.NewTicker(pollEvery)
	defer every.Stop()
	for {
		select {
		case <-c.ctx.Done():
			return errInterrupted
		case <-every.C:
		}
		if err := end.follow(func(s *stored) error {
			if !f.keeps(s) {
				return nil
			}
			return list.add(s)
		}); err != nil {
			return err
		}
		if err := list.print(); err != nil {
			return err
		}
	}
}

// last reads the file to its end and returns the last n entries that f keeps.
func (t *trail) last(n int, f *filter, c *call) ([]*stored, error) {
	var kept []*stored
	err := t.read(func(s *stored) error {
		if n > 0 && f.keeps(s) {
			if kept = append(kept, s); len(kept) >= 2*n {
				kept = append(kept[:0], kept[len(kept)-n:]...)
			}
		}
		return c.interrupted()
	})
	return kept[max(0, len(kept)-n):], err
}

// listing prints entries as they come: as rows for people, whose columns only ever grow, or as
// the stored lines: in an array, or without one for an endless list.
type listing struct {
	c       *call
	endless bool
	waiting [][]string // rows
	widths  []int
	shown   int
	bad     *stored // the first line that is not an entry
}

func (c *call) listing(endless bool) *listing { return &listing{c: c, endless: endless} }

func (l *listing) add(s *stored) error {
	if s.bad && l.bad == nil {
		l.bad = s
	}
	if l.c.has("json") {
		if !s.bad {
			l.item(s.line)
		}
		return nil
	}
	if l.shown++; l.shown == 1 {
		var head []string
		for _, h := range []string{"TIME", "ENTRY", "TYPE", "SESSION", "HOOK", "TOOL", "VERDICT", "AT LEVEL", "TAINT", "NOTE"} {
			head = append(head, l.c.out.render(dim(h)))
		}
		l.waiting = append(l.waiting, head)
	}
	if l.waiting = append(l.waiting, l.c.row(s)); len(l.waiting) >= showAtOnce {
		return l.print()
	}
	return nil
}

func (l *listing) item(line []byte) {
	l.shown++
	switch {
	case l.endless:
	case l.shown == 1:
		l.c.out.w.WriteByte('[')
	default:
		l.c.out.w.WriteString(",\n")
	}
	l.c.out.jsonValue(line)
	if l.endless {
		l.c.out.w.WriteByte('\n')
	}
}

// end closes the array, even of a list that broke off.
func (l *listing) end() {
	switch {
	case !l.c.has("json") || l.endless:
	case l.shown == 0:
		l.c.out.w.WriteString("[]\n")
	default:
		l.c.out.w.WriteString("]\n")
	}
}

// print outputs what has come so far.
func (l *listing) print() error {
	l.widths = l.c.out.columns(l.widths, "", l.waiting)
	l.waiting = l.waiting[:0]
	if err := l.c.out.flush(); err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	return l.c.interrupted()
}

func (l *listing) verdict() error {
	if l.bad == nil {
		return nil
	}
	return fmt.Errorf("%s has a line that is not an entry; `provenancectl audit verify` shows where the ledger stops being what was written", ledger.FileName(l.bad.file))
}

var typeColors = map[ledger.Type]string{ledger.Genesis: "2", ledger.Boot: "36", ledger.Meta: "2", ledger.Verify: "32", ledger.Retract: "33"}

// row is an entry as people see it.
func (c *call) row(s *stored) []string {
	p := c.out
	if s.bad {
		return []string{"", strconv.Itoa(s.file) + ":?", p.render(red("?")), "", "", "", "", "", "", p.render(red("no entry: " + cut(string(s.line), 60)))}
	}
	at := ""
	if !s.at.IsZero() {
		at = s.at.In(c.env.Now().Location()).Format(time.DateTime)
	}
	verdict := p.verdict(s.verdict)
	if s.held { // as explain and top call it; deny is for calls that no approval can let pass
		verdict = yellow("held")
	}
	return []string{
		p.render(dim(at)), entryName(s.file, s.entry.Seq), p.render(ink{string(s.entry.Type), typeColors[s.entry.Type]}),
		p.render(cut(s.session, 40)), p.render(s.hook), p.render(cut(strings.Join(s.tools, ", "), 32)),
		p.render(verdict), p.render(p.level(s.level)), p.render(p.level(s.taint)), p.render(cut(strings.Join(s.notes, "; "), 160)),
	}
}
