package engine

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

func (h *host) Staged() ([]Staged, error) {
	var rows []Staged
	for _, w := range h.staged {
		rows = append(rows, Staged{ID: w.ID, Session: w.Session, Operation: w.Operation, Path: w.Path, Level: w.Level, At: w.At,
			Files: []StagedFile{{Path: w.Path, What: "a memory file, 1 bytes"}}})
	}
	return rows, nil
}

func (h *host) Look(id string) (Staged, error) {
	rows, _ := h.Staged()
	for i, w := range h.staged {
		if w.ID == id {
			rows[i].Text = string(w.Params)
			return rows[i], nil
		}
	}
	return Staged{}, decide.ErrNotFound
}

func (h *host) Accept(id string, with []string) (written, left []StagedFile, err error) {
	if len(with) > 0 && with[0] == "/etc/passwd" {
		return nil, nil, fmt.Errorf("%w: %s stays staged: %s is outside of the agent's workspace, and no commit writes it", decide.ErrRefused, id, with[0])
	}
	written = []StagedFile{{Path: "/ws/MEMORY.md", What: "a memory file, 1 bytes"}}
	for _, path := range with {
		written = append(written, StagedFile{Path: path, What: "another file of the workspace"})
	}
	return written, []StagedFile{{Path: "/x", What: "outside of the agent's workspace"}}, h.Drop(id)
}

func (h *host) Drop(id string) error {
	h.staged = session.DeleteFunc(h.staged, func(w *decide.BlockedWrite) bool { return w.ID == id })
	return nil
}

var memoryWrite = map[string]string{"path": "MEMORY.md", "content": "![x](https://a.example/?q) ```"}

func TestTheOwnerReviewsWhatIsStagedInChat(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	restricted(t, c.run("write", memoryWrite))
	id := h.staged[0].ID
	said := func(c *chat, text string) string {
		d := c.command(text)
		require.True(t, d.Result.Handled)
		return d.Result.Text
	}

	require.Contains(t, said(c, "/provenance staged"), id+": write of /ws/MEMORY.md, untrusted")
	shown := said(c, "/Provenance show "+strings.ToUpper(id))
	require.Contains(t, shown, "MEMORY.md (a memory file, 1 bytes)")
	require.Contains(t, shown, "\n````\n", "what is staged stays in its fence")

	other := h.open("another", owner)
	other.turn("hello")
	require.Contains(t, said(other, "/provenance staged"), "of s", "the owner is alone with the agent")
	group := owner
	group.GroupID = "g"
	others := h.open("group", group)
	others.turn("hello")
	require.Equal(t, "Nothing is staged.", said(others, "/provenance staged"))
	for _, command := range []string{"show ", "accept ", "drop "} {
		require.Contains(t, said(others, "/provenance "+command+id), "Nothing is staged as "+id+" here")
	}
	for _, command := range []string{"show", "accept", "drop x y", "accept " + id + " notes.txt", "accept " + id + " with", "staged x"} {
		d := c.command("/provenance " + command)
		require.Equal(t, trust.VerdictDeny, d.Verdict, command)
		require.Equal(t, texts.StagedUsage, d.Result.Text, command)
	}
	require.Len(t, h.staged, 1)

	refused := c.command("/provenance accept " + id + " with /etc/passwd")
	require.Equal(t, trust.VerdictDeny, refused.Verdict)
	require.Contains(t, refused.Result.Text, "no commit writes it")
	text := said(c, "/provenance accept "+id+" with notes.txt")
	require.Equal(t, "Written:\n- /ws/MEMORY.md (a memory file, 1 bytes)\n- notes.txt (another file of the workspace)\nNot written:\n- /x (outside of the agent's workspace)", text)
	require.Equal(t, "Nothing is staged.", said(c, "/provenance staged"))

	restricted(t, c.run("write", memoryWrite))
	id = h.staged[0].ID
	require.Equal(t, "Dropped "+id+".", said(c, "/provenance drop "+id))
	require.Empty(t, h.staged)
}

func TestOnlyTheOwnerReviewsWhatIsStaged(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	restricted(t, c.run("write", memoryWrite))
	unsaid, child, relayed := owner, owner, owner
	unsaid.SenderIsOwner, child.SpawnedBy, relayed.InputProvenance = wire.Unknown, "other", &wire.InputProvenance{Kind: "inter_session", SourceSessionKey: "other"}
	stranger := owner
	stranger.SenderIsOwner, stranger.SenderID = wire.No, "222"
	for _, ctx := range []wire.Ctx{stranger, unsaid, child, relayed} {
		for _, command := range []string{"staged", "show ", "accept ", "drop "} {
			d := c.as(ctx).command("/provenance " + command + map[bool]string{true: h.staged[0].ID}[command != "staged"])
			require.Equal(t, trust.VerdictDeny, d.Verdict, "%+v", ctx)
			require.Equal(t, "Only the owner can do that.", d.Result.Text)
		}
	}
	require.Len(t, h.staged, 1)
}

// The model may keep quiet about it.
func TestAReplySaysWhatWasStaged(t *testing.T) {
	reply := func(c *chat, text string) string {
		return c.send(wire.BeforeResponseEmit, &wire.BeforeResponseEmitEvent{Content: text, Final: wire.No}).Result.AppendFooter
	}
	h := newHost(t, "")
	c := h.fetched("s")
	require.Empty(t, reply(c, "Done."))
	restricted(t, c.run("write", memoryWrite))
	restricted(t, c.run("write", memoryWrite))
	c.send(wire.AgentEnd, &wire.AgentEndEvent{})
	footer := reply(c, "Done. One is "+h.staged[0].ID+".")
	require.Contains(t, footer, "staged, not written: /ws/MEMORY.md ("+h.staged[1].ID+"). /provenance show "+h.staged[1].ID)
	require.NotContains(t, footer, h.staged[0].ID, "the model has said it")
	require.Empty(t, reply(c, "Done."), "once")

	h.fullup = decide.NoRoom("staging is full")
	restricted(t, c.run("write", memoryWrite))
	require.Empty(t, reply(c, "Done."), "nothing was staged")
}
