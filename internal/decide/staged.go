package decide

import (
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// OperationResult marks a staged result: something to read, nothing to commit.
const OperationResult = "result"

// NoRoom is the error of a full Staging: a sentence for the owner that names the quota.
type NoRoom string

func (e NoRoom) Error() string { return string(e) }

// BlockedWrite is one write, edit or patch that the memory guard blocked, or one result that was
// withheld.
type BlockedWrite struct {
	ID        string
	Session   string
	Agent     string
	Tool      string
	Operation string   // write, edit, patch or OperationResult
	Workspace string   // where the relative names in Params start; empty if unknown
	Path      string   // the memory file, absolute if the workspace is known
	Paths     []string // every file that the call would have touched; Path is the first guarded one
	Params    jsontext.Value
	Level     trust.Level
	Reason    string // what brought the level in
	At        time.Time
}

// staging is what this decision keeps for the owner.
type staging struct {
	*basis
	stage *BlockedWrite
}

// StageID is a new id for something that is staged for the owner.
func StageID(random io.Reader) (string, error) {
	id, err := randomHex(random, 4)
	return "b" + id, err
}

// keep keeps a result for the owner, with the reason.
func (st *staging) keep(tool, why string, r *result) (id string, err error) {
	if id, err = StageID(st.Rand); err != nil {
		return "", err
	}
	r.cleaned.Withheld = id
	st.stage = &BlockedWrite{
		ID: id, Session: st.ev.Session, Agent: st.agent, Tool: session.Label(tool), Operation: OperationResult,
		Path: texts.ResultOf(tool), Params: r.content, Level: trust.Untrusted, Reason: why, At: st.Now,
	}
	st.durable()
	st.emit(&session.Staged{ID: id, What: texts.TheResultOf(tool)})
	st.note(Note{Event: "blocked", Text: id})
	return id, nil
}

// stageWrite keeps a write to a memory file for the owner, and returns what the agent is told.
func (st *staging) stageWrite(p *wire.BeforeToolCallEvent, tool string, g *guarded, rec *session.Judgement) (text string, err error) {
	id, err := StageID(st.Rand)
	if err != nil {
		return "", err
	}
	reason := texts.AnnouncedCall
	if c := st.state.Watermark().Cause; c != nil {
		reason = c.Reason
	}
	st.stage = &BlockedWrite{
		ID: id, Session: st.ev.Session, Agent: st.agent, Tool: session.Label(tool), Operation: g.op,
		Path: g.path, Paths: g.paths, Workspace: g.workspace, Params: p.Params, Level: g.level, Reason: reason, At: st.Now,
	}
	rec.Blocked = id
	st.durable()
	shown, _ := redact.Text(g.path, redact.Standard)
	st.emit(&session.Staged{ID: id, What: session.Preview(shown, 200)})
	st.note(Note{Event: "blocked", Text: id})
	told := texts.StagedWrite{ID: id, Level: g.level, Operation: g.op, Path: g.path}
	if g.op == memguard.Other {
		told.Call = p.ToolName
	}
	rec.Remedy = texts.ReviewAnd(id, told.Call == "")
	return told.String(), nil
}

// NotKept says that something could not be staged, and why.
func (out *Outcome) NotKept(why error, mark func(domain, text string) session.Mark) {
	if out.Stage.Operation == OperationResult {
		out.resultNotKept(why)
	} else {
		out.writeNotKept(why, mark)
	}
}

// writeNotKept leaves a write denied that could not be staged: the agent must keep the content
// itself.
func (out *Outcome) writeNotKept(err error, mark func(domain, text string) session.Mark) {
	out.notStaged()
	out.Record.Judgement.Blocked = ""
	out.Record.Judgement.Remedy = texts.MakeRoom
	told := texts.WriteNotKept(out.Stage.Path, out.Stage.Level, whyNotKept(err))
	out.Decision.Result.BlockReason = told
	for _, c := range out.Record.Changes {
		if denied, is := c.(*session.CallDenied); is {
			again := &session.CallDenied{CallID: denied.CallID, Tool: denied.Tool, Mark: denialMark(mark, told)}
			out.Record.Changes = append(out.Record.Changes, again)
			out.Next.Change(again, out.Record.Time)
			out.Next.Share()
			return
		}
	}
}

// whyNotKept mentions a quota, since the owner can make room. Any other cause is in the log.
func whyNotKept(err error) string {
	if full, ok := errors.AsType[NoRoom](err); ok {
		return texts.NoRoom(string(full))
	}
	return ""
}

// resultNotKept withholds a result whose original could not be staged.
func (out *Outcome) resultNotKept(err error) {
	out.notStaged()
	out.Record.Cleaned.Withheld, out.Record.Cleaned.Dropped = "", texts.NotKept
	out.Decision.Result.Content = inPlaceOf(out.Decision.Result.Content, texts.WithheldOrders(out.Stage.Tool)+texts.NotKeptForOwner(whyNotKept(err)))
}

// notStaged takes back what was to be said about a staged write.
func (out *Outcome) notStaged() {
	out.Record.Changes = session.DeleteFunc(out.Record.Changes, func(c *session.Change) bool {
		staged, is := (*c).(*session.Staged)
		return is && staged.ID == out.Stage.ID
	})
	out.Next.Unsaid = session.DeleteFunc(out.Next.Unsaid, func(u *session.Unsaid) bool { return u.ID == out.Stage.ID })
	out.Notes = slices.DeleteFunc(out.Notes, func(n Note) bool { return n.Event == "blocked" && n.Text == out.Stage.ID })
}

// unsaid is what a reply must mention about staged writes and does not in its own words. Each is
// mentioned once.
func (st *staging) unsaid(said string) string {
	if len(st.state.Unsaid) == 0 {
		return ""
	}
	var b strings.Builder
	for _, u := range st.state.Unsaid {
		if strings.Contains(said, u.ID) {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		b.WriteString(texts.StillStaged(u.What, u.ID))
	}
	st.emit(&session.StagedTold{})
	return b.String()
}
