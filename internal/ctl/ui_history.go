package ctl

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/ui"
)

const (
	maxSearched = 20_000 // entries that one page of the history looks at
	backBlock   = 256 << 10
)

// History reads the ledger from its end, or from a place, back until there are enough entries.
func (s uiSource) History(ctx context.Context, q ui.Query) (ui.Entries, error) {
	c := s.of(ctx)
	dir, err := c.ledgerDir()
	if err != nil {
		return ui.Entries{}, err
	}
	files, err := ledgerFiles(dir)
	if err != nil {
		return ui.Entries{}, err
	}
	from, at := files[len(files)-1], int64(-1)
	if file, offset, ok := strings.Cut(q.Before, "."); ok {
		n, err1 := strconv.Atoi(file)
		at, err = strconv.ParseInt(offset, 10, 64)
		if err := errors.Join(err1, err); err != nil || at < 0 {
			return ui.Entries{}, usagef("%q is no place in the ledger", q.Before)
		}
		from = n
	}
	got := ui.Entries{}
	for _, file := range slices.Backward(files) {
		if file > from {
			continue
		}
		if file < from {
			at = -1
		}
		enough := false
		err := backwards(filepath.Join(dir, ledger.FileName(file)), at, func(line []byte, begins int64) bool {
			got.Searched++
			if e, ok := entryFor(line, &q); ok {
				e.File = file
				got.List = append(got.List, e)
			}
			if enough = len(got.List) >= q.Most || got.Searched >= maxSearched || ctx.Err() != nil; enough {
				got.Next = strconv.Itoa(file) + "." + strconv.FormatInt(begins, 10)
			}
			return !enough
		})
		if errors.Is(err, fs.ErrNotExist) { // retention has removed it, and all before it
			break
		}
		if err != nil {
			return ui.Entries{}, err
		}
		if enough {
			break
		}
	}
	return got, ctx.Err()
}

// backwards calls each with the whole lines of a file, the last one first, up to a place in it,
// or to its end where that is negative. begins is where the line does.
func backwards(name string, at int64, each func(line []byte, begins int64) bool) error {
	f, err := os.OpenFile(name, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if at < 0 || at > info.Size() {
		at = info.Size()
	}
	var rest []byte // of a line that begins before the block
	whole := false  // what follows the last newline is not an entry yet
	for at > 0 {
		n := min(at, backBlock)
		block := make([]byte, n, n+int64(len(rest)))
		if _, err := f.ReadAt(block, at-n); err != nil {
			return err
		}
		at -= n
		block = append(block, rest...)
		if len(block) > ledger.MaxLine+backBlock {
			return errors.New(filepath.Base(name) + " has a line that is too long to be an entry")
		}
		for {
			i := bytes.LastIndexByte(block, '\n')
			if i < 0 {
				break
			}
			if line := block[i+1:]; whole && len(line) > 0 && !each(line, at+int64(i)+1) {
				return nil
			}
			block, whole = block[:i], true
		}
		rest = block
	}
	if whole && len(rest) > 0 {
		each(rest, 0)
	}
	return nil
}

// entryFor is what a line of the ledger says, if that is asked for.
func entryFor(line []byte, q *ui.Query) (ui.Entry, bool) {
	if q.Turn > 0 && session.Plain(q.Session) && !bytes.Contains(line, []byte(q.Session)) { // most of the others', unread
		return ui.Entry{}, false
	}
	var e ledger.Entry
	if json.Unmarshal(line, &e) != nil {
		return ui.Entry{}, false
	}
	out := ui.Entry{Seq: e.Seq, Hash: e.Hash}
	s, r := storyOf(&e)
	out.Time, out.Session, out.Tool = s.at, s.session, strings.Join(s.tools, ", ")
	out.Verdict, out.Level, out.Why, out.Notes = s.verdict, s.level, s.why, s.notes
	if s.held {
		out.Verdict = "held"
	}
	if r != nil {
		out.Turn = r.Turn
		if j := r.Judgement; j != nil {
			out.Tool, out.Does, out.CallID = j.Tool, j.Does, j.CallID
			for _, why := range j.Reasons { // whose a value is says more than a table does
				if why.Layer == decide.LayerAuthority && why.Mode == j.Mode && out.Verdict != "allow" {
					out.Why = why.Text
				}
			}
			out.Values = valuesOf(j.Authority)
		}
	}
	contains := func(text, part string) bool {
		return part == "" || strings.Contains(strings.ToLower(text), strings.ToLower(part))
	}
	switch {
	case q.Turn > 0 && (out.Turn != q.Turn || out.Session != q.Session),
		!contains(out.Session, q.Session), !contains(out.Tool, q.Tool), q.Verdict != "" && out.Verdict != q.Verdict,
		!contains(out.Does+" "+out.Why+" "+strings.Join(out.Notes, " "), q.Host),
		!q.Until.IsZero() && !out.Time.Before(q.Until):
		return ui.Entry{}, false
	case q.Turn == 0 && out.Verdict == "" && !slices.ContainsFunc(out.Notes, isNews):
		return ui.Entry{}, false
	}
	return out, true
}

// isNews reports whether a note says more than that a turn goes its way.
func isNews(note string) bool {
	return !strings.HasPrefix(note, "iteration ") && !strings.HasPrefix(note, "turn started") && note != "turn ended"
}

func valuesOf(a *session.Authorship) (list []ui.Value) {
	if a == nil {
		return nil
	}
	for _, v := range a.Values {
		arg := v.Arg
		if arg == "*" {
			arg = "the action"
		}
		list = append(list, ui.Value{Arg: arg, Role: v.Role, Rule: or(authorityTexts[v.Rule], v.Rule), Holds: v.Holds, Tool: v.Tool, CallID: v.CallID})
	}
	return list
}
