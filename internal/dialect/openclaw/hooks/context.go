package hooks

import (
	"cmp"
	"path"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect/openclaw"
)

// Ctx is what the daemon is told about where a hook happens (docs/PROTOCOL.md). A hook that cannot
// know who the owner is names no sender, either: a sender without the flag would count as a
// stranger.
type Ctx struct {
	SessionKey      string
	AgentID         string
	WorkspaceDir    string
	GatewayDir      string
	GatewayConfig   string
	MessageProvider string
	SenderID        string
	SenderIsOwner   *bool
	GroupID         string
	SpawnedBy       string
	Provenance      *Provenance
}

// Provenance says that another session, or the gateway itself, wrote a message.
type Provenance struct {
	Kind   string `json:"kind"`
	Source string `json:"sourceSessionKey,omitzero"`
	tool   string
}

// where is the gateway's context of a hook, of any kind.
type where struct {
	session, agent, id, run, workspace, provider, sender, trigger string
	provenance                                                    *Provenance
	span, parentSpan                                              string
	requester                                                     any
}

func whereIn(ctx any) where {
	return where{
		session: str(at(ctx, "sessionKey")), agent: str(at(ctx, "agentId")), id: str(at(ctx, "sessionId")), run: str(at(ctx, "runId")),
		workspace: str(at(ctx, "workspaceDir")), provider: str(at(ctx, "messageProvider")), sender: str(at(ctx, "senderId")), trigger: str(at(ctx, "trigger")),
		provenance: provenanceIn(at(ctx, "inputProvenance")), span: str(at(ctx, "trace", "spanId")), parentSpan: str(at(ctx, "trace", "parentSpanId")),
		requester: at(ctx, "requester"),
	}
}

func provenanceIn(v any) *Provenance {
	if _, ok := v.(map[string]any); !ok {
		return nil
	}
	return &Provenance{str(at(v, "kind")), str(at(v, "sourceSessionKey")), str(at(v, "sourceTool"))}
}

// place is where it happens, without who began it.
func (w where) place() Ctx {
	session := w.session
	if session == "" {
		session = "sessionless:" + cmp.Or(w.run, w.id, w.agent, "gateway")
	}
	return Ctx{SessionKey: session, AgentID: w.agent}
}

// turnContext is for the hooks of a turn that know its producer, but not whether that is the owner.
func (g *Gateway) turnContext(w where) Ctx {
	c := w.place()
	c.WorkspaceDir, c.Provenance = w.workspace, w.provenance
	g.addOrigin(&c, w.trigger)
	return c
}

// producerContext is for the hook that knows everything about a turn.
func (g *Gateway) producerContext(w where, sender string, isOwner any) Ctx {
	c := g.turnContext(w)
	// For a turn from outside, the gateway tells the recipient, not the sender.
	if w.trigger != outside {
		addSender(&c, w.provider, cmp.Or(sender, w.sender), isOwner)
	}
	return c
}

// callContext is for a tool call. What its own context omits is known from its run.
func (g *Gateway) callContext(w where) Ctx {
	c := w.place()
	run, _ := g.runs.get(w.run)
	c.WorkspaceDir, c.Provenance = run.workspace, run.provenance
	c.GatewayDir, c.GatewayConfig = g.dir, g.configPath
	g.addOrigin(&c, run.trigger)
	if run.trigger != outside {
		addSender(&c, str(at(w.requester, "channel")), str(at(w.requester, "senderId")), at(w.requester, "senderIsOwner"))
	}
	return c
}

// absolute makes the directory of the gateway's files absolute: the daemon guards it, and itself
// only knows the usual one.
func absolute(place string) string {
	if path.IsAbs(place) {
		return place
	}
	return ""
}

// agentOf returns the agent that a session key names.
func agentOf(session string) string {
	rest, ok := strings.CutPrefix(session, openclaw.OfAgents)
	agent, _, named := strings.Cut(rest, ":")
	if !ok || !named {
		return ""
	}
	return agent
}

var (
	ofGroup = regexp.MustCompile(`^agent:[^:]+:[^:]+(?::[^:]+)?:(?:group|channel):(.+)$`)
	ofRun   = regexp.MustCompile(`^(agent:[^:]+:cron:[^:]+):run:[^:]+$`)
	isMain  = regexp.MustCompile(`(?i)^agent:[^:]+:(?:main|global)$`)
	// isForeign finds sessions in which another program's agent works (ACP): Claude Code, Gemini,
	// Codex.
	isForeign = regexp.MustCompile(`^agent:[^:]+:acp:`)
	// isScript finds a job's script, which calls tools without a model. No hook reports their
	// results.
	isScript = regexp.MustCompile(`:cron:[^:]+:trigger$`)
	// isSidebar finds sessions of the sidebar. A person may have opened one, or a call of
	// sessions_spawn that waits for its result.
	isSidebar = regexp.MustCompile(`^agent:[^:]+:dashboard:`)
)

func firstGroup(re *regexp.Regexp, text string) string {
	if m := re.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// groupOf returns the group that a session key names, if the session is a group's.
func groupOf(session string) string { return firstGroup(ofGroup, session) }

// jobOf returns the session that stands for the job of a scheduled run, whose own key is new each
// time.
func jobOf(session string) string { return firstGroup(ofRun, session) }

// mainSession is the session of an agent for what has no session of its own.
func (g *Gateway) mainSession(agent string) string {
	return g.sessionOf(openclaw.OfAgents + agent + ":main")
}

// sessionOf returns the session that a key leads to. With one session for all chats, a message and
// its answer still name the main session of an agent, which then has no turns.
func (g *Gateway) sessionOf(key string) string {
	if str(at(g.config, "session", "scope")) == "global" && isMain.MatchString(key) {
		return "global"
	}
	return key
}

// ofSeveral reports whether it is the one session for all chats, in which each of several agents
// has its own history. What one of them ends, the others still hold.
func (g *Gateway) ofSeveral(session string) bool {
	agents, _ := at(g.config, "agents", "entries").(map[string]any)
	return session == "global" && len(agents) > 1
}

func isSubagent(session string) bool { return strings.Contains(session, ":subagent:") }

// isInternal reports whether it is one of the gateway's own side turns about a session: nobody
// wrote them, and they may quote anything.
func isInternal(session string) bool {
	return strings.Contains(session, ":internal-session-effects:")
}

const (
	// outside is the trigger of turns that a webhook, mail or the summary of such a turn began; the
	// gateway calls them cron or heartbeat.
	outside = "hook"
	// scheduledRun is the gateway's text at the end of every scheduled run's prompt. Content from
	// outside comes before it.
	scheduledRun = "This is an unattended scheduled run."
	// ownJob is the part of that text that only jobs of the gateway's own schedule get.
	ownJob = "Where the job's own instructions conflict with this preamble"
	// nudge is what the gateway says to a scheduled run that did nothing.
	nudge = "Your previous response was only an acknowledgement and did not complete this cron task."
)

// triggerOf returns what began a turn. A scheduled turn that cannot be told from a message from
// outside counts as one.
func triggerOf(w where, prompt string) string {
	if w.provenance != nil && w.provenance.Kind == "internal_system" && w.provenance.tool == outside {
		return outside
	}
	if w.trigger != "cron" || strings.HasPrefix(prompt, nudge) {
		return w.trigger
	}
	if last := strings.LastIndex(prompt, scheduledRun); last >= 0 && strings.Contains(prompt[last:], ownJob) {
		return w.trigger
	}
	return outside
}

// addOrigin adds what began the session, if it was not a person.
func (g *Gateway) addOrigin(c *Ctx, trigger string) {
	spawner, _ := g.spawners.get(c.SessionKey)
	if spawner == "" && trigger == "cron" {
		spawner = jobOf(c.SessionKey)
	}
	c.GroupID, c.SpawnedBy = g.groupAround(c.SessionKey), spawner
	switch {
	case isInternal(c.SessionKey):
		c.MessageProvider = "internal"
	case strings.HasPrefix(c.SessionKey, "sessionless:"):
		c.MessageProvider = "unknown"
	case isSubagent(c.SessionKey) && spawner == "":
		c.MessageProvider = "subagent"
	case trigger == "cron" || trigger == "heartbeat" || trigger == outside:
		c.MessageProvider = trigger
	}
}

// groupAround is the group that a session speaks in. A child speaks where its spawner was asked.
func (g *Gateway) groupAround(session string) string {
	for depth := 0; session != "" && depth < 16; depth++ {
		if group := groupOf(session); group != "" {
			return group
		}
		session, _ = g.spawners.get(session)
	}
	return ""
}

func addSender(c *Ctx, provider, sender string, isOwner any) {
	if isInternal(c.SessionKey) {
		return
	}
	c.MessageProvider = cmp.Or(provider, c.MessageProvider)
	c.SenderID = sender
	// The gateway says about every sub-agent that its sender is not the owner. That only means
	// something if somebody did send something.
	nobody := sender == "" && isSubagent(c.SessionKey)
	if owner, ok := isOwner.(bool); ok && (owner || !nobody) {
		c.SenderIsOwner = &owner
	}
}

// at returns the value below one key after the other, if there is one.
func at(v any, path ...string) any {
	for _, key := range path {
		object, _ := v.(map[string]any)
		v = object[key]
	}
	return v
}

// number returns a number, or 0.
func number(v any) float64 {
	n, _ := v.(float64)
	return n
}

// str returns a text, or "".
func str(v any) string {
	text, _ := v.(string)
	return text
}

// parsed parses JSON; false if it is invalid.
func parsed(text string) (v any, ok bool) {
	return v, json.Unmarshal([]byte(text), &v, lenient) == nil
}

// lenient is for text by the gateway or others: JavaScript strings need not be valid Unicode.
var lenient = json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
