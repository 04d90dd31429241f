package decide

import (
	"strings"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/wire"
)

// What /provenance tells the owner in chat. provenancectl tells more.

const minutes = "2006-01-02 15:04 MST"

func (cs *commands) statusText() string {
	s := &cs.state
	b := strings.Builder{}
	b.WriteString(levelSigns[s.Level()] + " This session is " + s.Level().String() + ".")
	if c := s.Watermark().Cause; c != nil {
		b.WriteString(" Because of: " + CauseText(c) + ", " + s.Watermark().Since.UTC().Format(minutes) + ".")
	}
	if t := s.Turn; t.Open() && t.Blocked != "" {
		b.WriteString("\n" + t.Blocked)
	}
	b.WriteString(cs.authorityText())
	if s.LastImpacted != "" {
		b.WriteString("\nLast denied: " + s.LastImpacted + ".")
	}
	for i := range s.Grants {
		if g := &s.Grants[i]; g.Stands(cs.Now) {
			b.WriteString("\n" + WaitingLabel(g.Tool) + ": " + grantText(g) + ".")
		}
	}
	b.WriteString("\n" + cs.pendingText())
	b.WriteString("\nPolicy: " + cs.Policy.Preset + ", onFailure: " + cs.Policy.OnFailure.String() + ".")
	return b.String()
}

// authorityText says what the message of the latest turn allows it to do.
func (cs *commands) authorityText() string {
	mode := cs.auth().Mode
	if t := cs.state.Turn; mode != policy.AuthOff && t != nil && t.Authority != nil {
		text := "\nMessages are checked (" + mode.String() + "). "
		if a := t.Authority; a.Problem != "" {
			return text + "The latest turn has no authority: " + problemTexts[a.Problem] + "."
		}
		return text + session.Capitalised(authorityName(t.Authority)) + " asks for: " + t.Authority.Scope.String() + "."
	}
	return ""
}

func (cs *commands) pendingText() string {
	codes := cs.state.CodesAt(cs.Now)
	if codes == nil {
		return "Nothing waits for your approval in this session."
	}
	var b strings.Builder
	b.WriteString("Waiting for your approval:")
	for _, p := range codes {
		b.WriteString(" " + strings.Join(Labels(p.Tools), ", ") + " (context: " + p.Level.String() + "). Code " + cs.Code(p.Nonce) +
			", expires in " + itoa(session.CeilSeconds(p.Expires.Sub(cs.Now))) + "s.\n")
	}
	code := cs.Code(codes[len(codes)-1].Nonce)
	b.WriteString(".approve all " + code + " [minutes|once|always], or .deny " + code)
	return b.String()
}

// CauseText is a cause in words, with where the content came from.
func CauseText(c *session.Cause) string {
	text := c.Reason
	if c.Detail != "" {
		text += " (" + c.Detail + ")"
	}
	return text
}

// AsksToExplain reports whether the owner asks why the latest call was judged as it was.
func (ev *Event) AsksToExplain() bool {
	p, ok := ev.Payload.Event.(*wire.CommandEvent)
	if !ok {
		return false
	}
	c, ok := parseCommand(p.Text)
	who := &ev.Payload.Ctx
	return ok && c.name == "explain" && fromOwner(who) && who.SpawnedBy == "" && who.InputProvenance == nil
}
