package decide

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// reply is the answer to the gateway in progress.
type reply struct{ out Decision }

// because adds reasons.
func (r *reply) because(reasons ...session.Reason) {
	if r.out.Reasons == nil {
		r.out.Reasons = reasons
		return
	}
	r.out.Reasons = append(r.out.Reasons, reasons...)
}

// onlyBecause replaces all reasons by one.
func (r *reply) onlyBecause(reason session.Reason) { r.out.Reasons = []session.Reason{reason} }

// block denies, and tells the agent why.
func (r *reply) block(why string) {
	r.out.Verdict = trust.VerdictDeny
	r.out.Result.Block, r.out.Result.BlockReason = true, why
}

// asks lets the owner approve what is blocked.
func (r *reply) asks(a *wire.Approval) { r.out.Approval = a }

// tells answers a command of the owner's; one that was not carried out is denied.
func (r *reply) tells(text string, done bool) {
	r.out.Result.Handled, r.out.Result.Text = true, text
	if !done {
		r.out.Verdict = trust.VerdictDeny
	}
}

// review is for the engine to do.
func (r *reply) review(what Review) { r.out.Review = what }

// passThrough promises that the call's result is not rewritten.
func (r *reply) passThrough() { r.out.PassThrough = true }

// checked says how the messages of a context were checked.
func (r *reply) checked(mode policy.AuthMode) { r.out.Authentication = mode.String() }

// content, messages, tools and toolCalls replace those of the event.
func (r *reply) content(c jsontext.Value) { r.out.Result.Content = c }

func (r *reply) messages(m jsontext.Value) { r.out.Result.Messages = m }

func (r *reply) tools(names []string) { r.out.Result.Tools = names }

func (r *reply) toolCalls(ids []string) { r.out.Result.ToolCalls = ids }

// footer adds a line below a response.
func (r *reply) footer(line string) {
	r.out.Result.AppendFooter = strings.TrimPrefix(r.out.Result.AppendFooter+"\n"+line, "\n")
}

// env gives a command a variable.
func (r *reply) env(name, value string) { r.out.Result.Env = map[string]string{name: value} }
