package metrics

import (
	"slices"
	"time"

	"github.com/provenanced/provenanced/internal/wire"
)

// Daemon is what a daemon counts as it happens. Metrics that can be computed when they are read
// are added to its Registry by the parts that can compute them.
type Daemon struct {
	Registry

	Decisions *Counters   // by hook and verdict: recorded ones
	Calls     *Counters   // by tool and verdict
	Answers   *Histograms // by hook

	Codes  *Counters   // by outcome
	Waited *Histograms // for the owner, from the code to the answer

	Staged  *Counters // by outcome
	Runs    *Counters // by outcome
	RunTime *Histograms
	Reloads *Counters // by outcome
}

// maxTools is how many of the policy's tools are counted separately.
const maxTools = 128

// asked are the hooks that a gateway waits for an answer to.
var asked = []string{
	string(wire.BeforeAgentStart), string(wire.SessionStart), string(wire.SessionEnd), string(wire.MessageReceived), string(wire.SignMessage),
	string(wire.ContextAssembled), string(wire.BeforeLLMCall), string(wire.AfterLLMCall), string(wire.LoopIterationStart), string(wire.LoopIterationEnd),
	string(wire.BeforeToolCall), string(wire.AfterToolCall), string(wire.ToolResultPersist), string(wire.BeforeResponseEmit), string(wire.AgentEnd),
	string(wire.ResolveExecEnv), string(wire.Command), string(wire.Ping), string(wire.Subscribe),
}

// recorded are the hooks that decisions are recorded under: those above, and what wrapped
// tools, the owner and the engine itself do.
var recorded = slices.Concat(asked, []string{
	"tools:run", "tools:returns", "tools:ran", "admin:approve", "admin:deny", "admin:reset-trust", "admin:withdraw", "admin:watermarks-import",
	"admin:label", "admin:halt", "admin:resume", "admin:skill", "engine:taken-back", "engine:owed",
})

var verdicts = []string{"allow", "confirm", "deny"}

const us = time.Microsecond

// NewDaemon makes the families of a daemon, all at zero.
func NewDaemon() *Daemon {
	d := new(Daemon)
	d.Decisions = d.Counters("provenanced_decisions_total", "Decisions that were recorded, by hook and verdict; confirm is denied with a code for the owner.",
		Label{Name: "hook", Values: recorded}, Label{Name: "verdict", Values: verdicts})
	d.Calls = d.Counters("provenanced_tool_calls_total", "Judged tool calls, by the policy's name of the tool and verdict.",
		Label{Name: "tool", Learn: maxTools}, Label{Name: "verdict", Values: verdicts})
	d.Answers = d.Histograms("provenanced_answer_seconds", "Time from a request's arrival on gateway.sock until its answer has left, by hook.",
		Label{Name: "hook", Values: asked},
		50*us, 100*us, 250*us, 500*us, 1000*us, 2500*us, 5000*us, 10_000*us, 25_000*us, 50_000*us, 100_000*us, 250_000*us, time.Second, 5*time.Second)

	d.Codes = d.Counters("provenanced_approvals_total", "Approval codes, asked and by what became of them; voided is closed by a trust reset or a fresh session.",
		Label{Name: "outcome", Values: []string{"asked", "granted", "denied", "expired", "burned", "voided"}})
	d.Waited = d.Histogram("provenanced_approval_wait_seconds", "Time that people took from a code to their yes or no.",
		2*time.Second, 5*time.Second, 10*time.Second, 20*time.Second, 30*time.Second, 60*time.Second, 90*time.Second, 120*time.Second, 300*time.Second, 900*time.Second)

	d.Staged = d.Counters("provenanced_blocked_writes_total", "Writes to memory files that were held back, by whether they could be staged.",
		Label{Name: "outcome", Values: []string{"staged", "failed"}})
	d.Runs = d.Counters("provenanced_runs_total", "Runs of wrapped tools that have ended, by how.",
		Label{Name: "outcome", Values: []string{"done", "nonzero", "signal", "timeout", "too_much_output", "not_started"}})
	d.RunTime = d.Histogram("provenanced_run_seconds", "Time that runs of wrapped tools took.",
		10_000*us, 50_000*us, 100_000*us, 500_000*us, time.Second, 5*time.Second, 10*time.Second, 30*time.Second, time.Minute, 5*time.Minute, 10*time.Minute)
	d.Reloads = d.Counters("provenanced_policy_loads_total", "Loads of the policy file and the wrapped tools, by outcome; a refused one changes nothing.",
		Label{Name: "outcome", Values: []string{"loaded", "unchanged", "refused"}})
	return d
}
