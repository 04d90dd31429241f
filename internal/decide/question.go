package decide

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"io"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/wire"
)

// question is what is to be decided, under which policy, and everything else that the decision
// depends on except the session. It never changes.
type question struct {
	Env
	tables  policy.Reading
	ev      *Event
	ctx     *wire.Ctx
	agent   string
	sender  string   // ctx's, in recorded form
	channel string   // the same
	links   followed // where the paths of a judged call lead, as they are asked about
}

func (q *question) workspace() string { return workspaceOf(q.ctx, q.Policy) }

func workspaceOf(ctx *wire.Ctx, pol *policy.Policy) string {
	return cmp.Or(ctx.WorkspaceDir, pol.WorkspaceDir)
}

// resolving follows symlinks, and hard links to what is at these places or below them.
func (q *question) resolving(places func() []facts.Place) func(path string) string {
	return func(path string) string { return q.links.led(path, q.Linked(q.Resolve(path), places)) }
}

func (q *question) randomHex(n int) (string, error) { return randomHex(q.Rand, n) }

// randomHex is n bytes of a cryptographic source, as hex.
func randomHex(from io.Reader, n int) (string, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(from, b); err != nil {
		return "", fmt.Errorf("read randomness: %w", err)
	}
	return hex.EncodeToString(b), nil
}

// historyLength is how many messages the event shows, which a reset forgives. Not every event shows
// them.
func (q *question) historyLength() (n int, shown bool) {
	if q.ev == nil {
		return 0, false
	}
	switch p := q.ev.Payload.Event.(type) {
	case *wire.ContextAssembledEvent:
		return messageCount(p.Messages), p.Messages != nil
	case *wire.BeforeLLMCallEvent:
		return messageCount(p.Messages), p.Messages != nil
	}
	return 0, false
}

// auth is how messages are treated here.
func (q *question) auth() policy.Authentication { return q.tables.Authentication() }

// interSession reports whether another session wrote the turn's message.
func (q *question) interSession() bool {
	p := q.ctx.InputProvenance
	return p != nil && p.Kind == "inter_session"
}

// preview is the beginning of a text, for a node. ShownPreview removes secrets only when it is
// shown: doing so for each would cost a held call a quarter of its time.
func (q *question) preview(text string) string {
	if !q.Policy.ContentPreviews {
		return ""
	}
	return session.Preview(text[:min(len(text), maxPreviewed)], keptPreview)
}

const (
	maxPreviewed = 1 << 10 // how much of a text a preview is made from
	keptPreview  = 200     // more than is shown, so that a secret at the end is complete
)

// ShownPreview is a preview as it may be shown.
func ShownPreview(p *policy.Policy, kept string) string { return said(p, kept, 100) }

// previewOf is preview for content that may be long, without copying more than needed.
func (q *question) previewOf(content []byte) string {
	return q.preview(string(content[:min(len(content), maxPreviewed)]))
}
