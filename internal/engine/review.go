package engine

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode"

	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
)

// Staged writes can be looked at, accepted and dropped in chat. If the owner is alone with the
// agent, those of every session; in a group, which others can read, those of the group's own
// session.

// Review is the owner's side of Staging. Its errors that wrap decide.ErrNotFound or
// decide.ErrRefused are shown to them.
type Review interface {
	// Staged lists what is staged, the oldest first, without texts.
	Staged() ([]Staged, error)
	// Look returns one with its text.
	Look(id string) (Staged, error)
	// Accept writes the memory files of one, and those other files of its workspace that are named.
	// It returns what it wrote and what it left out.
	Accept(id string, with []string) (written, left []StagedFile, err error)
	Drop(id string) error
}

// Staged is something staged, as the owner is shown it.
type Staged struct {
	ID, Session, Operation, Path string
	Level                        trust.Level
	At                           time.Time
	Files                        []StagedFile
	Text                         string // a diff, or the content if there is none
}

// StagedFile is a file in a staged write.
type StagedFile struct {
	Path string
	What string // what a commit does with it: "memory file, 12 bytes"
}

const (
	// mostShown bounds what one message shows: channels reject or truncate longer ones.
	mostShown  = 3000
	mostListed = 10
)

// reviewed carries out the owner's command about something staged, which was already decided.
func (e *Engine) reviewed(ctx context.Context, d *Decision) {
	r := d.Review
	if r.Command == "" || d.Verdict != trust.VerdictAllow {
		return
	}
	text, err := e.doReview(ctx, r, d.event.Session, d.event.Payload.Ctx.GroupID == "")
	switch {
	case err == nil:
	case errors.Is(err, decide.ErrNotFound), errors.Is(err, decide.ErrRefused):
		d.Verdict, text = trust.VerdictDeny, decide.Sentence(err)
	default:
		e.opt.Log.Error("cannot review what is staged", zap.String("command", r.Command), zap.Error(err))
		d.Verdict, text = trust.VerdictDeny, texts.NotDoneSeeLog
	}
	d.Result.Text = text
}

func (e *Engine) doReview(ctx context.Context, r decide.Review, own string, alone bool) (string, error) {
	if r.Command == "labels" || r.Command == "unlabel" {
		return e.reviewLabels(ctx, r, alone)
	}
	switch r.Command {
	case "skills":
		return e.reviewSkills(ctx, r, alone)
	case "memory":
		return e.reviewMemory(ctx, r, alone)
	}
	all, err := e.opt.Review.Staged()
	if err != nil {
		return "", err
	}
	var rows []Staged
	mine := false
	for _, s := range all {
		if alone || s.Session == own {
			rows = append(rows, s)
			mine = mine || s.ID == r.ID
		}
	}
	switch {
	case r.Command == "staged":
		return stagedText(rows, own), nil
	case !mine:
		return "", decide.Absent(texts.NotStaged(r.ID))
	}
	switch r.Command {
	case "show":
		s, err := e.opt.Review.Look(r.ID)
		if err != nil {
			return "", err
		}
		return s.text(), nil
	case "accept":
		written, left, err := e.opt.Review.Accept(r.ID, r.With)
		if err != nil {
			return "", err
		}
		return texts.Written(filesText(written), filesText(left)), nil
	}
	if err := e.opt.Review.Drop(r.ID); err != nil {
		return "", err
	}
	return texts.Dropped(r.ID), nil
}

func filesText(files []StagedFile) string {
	var b strings.Builder
	for i, f := range files {
		if i == mostListed {
			b.WriteString(texts.MoreFiles(len(files) - i))
			break
		}
		b.WriteString(texts.File(f.Path, f.What))
	}
	return b.String()
}

func stagedText(rows []Staged, own string) string {
	var lines []string
	for i := max(0, len(rows)-mostListed); i < len(rows); i++ {
		s := &rows[i]
		line := s.head()
		if s.Session != own {
			line += texts.OfOther(s.Session)
		}
		if len(s.Files) > 1 {
			line += filesText(s.Files)
		}
		lines = append(lines, line)
	}
	return texts.Staged(len(rows), lines)
}

func (s *Staged) head() string {
	return texts.StagedHead(s.ID, s.Operation, s.Path, s.Level, s.At)
}

func (s *Staged) text() string {
	text := s.head() + filesText(s.Files) + "\n" + fenced(s.Text)
	if more := len(s.Text) - mostShown; more > 0 {
		text += texts.MoreBytes(more, s.ID)
	}
	return text
}

// fenced is the beginning of a text, formatted so that nothing that shows it obeys it.
func fenced(text string) string {
	shown := strings.ToValidUTF8(text[:min(len(text), mostShown)], "\uFFFD")
	shown = strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			return '\uFFFD' // reverses or hides text
		}
		return r
	}, shown)
	fence := fenceFor(shown)
	return fence + "\n" + strings.TrimSuffix(shown, "\n") + "\n" + fence
}

// fenceFor is a fence that no line of the text ends: a picture or a link in the text is to be read,
// not fetched.
func fenceFor(text string) string {
	longest, run := 2, 0
	for i := range len(text) {
		if run++; text[i] != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	return strings.Repeat("`", longest+1)
}
