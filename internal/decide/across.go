package decide

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// What passes from one session to another: what a session has seen, and the calls that
// read another session's words.

// Tools whose result is another session's words, whatever their own output level; and
// those of them that return more than how the session is.
var (
	readsSessions  = map[string]bool{"sessions_history": true, "sessions_send": true, "session_status": true}
	quotesSessions = map[string]bool{"sessions_history": true, "sessions_send": true}
)

// Lookup finds what may be read of another session; nil when nobody knows it, or where it is
// the own one.
type Lookup func(key, own string) (*session.Shared, error)

// anySession stands for the key of a call that reads from whichever sessions there are.
const anySession = "*"

// unnamed stands for the sessions that a call does not name by their keys: nobody
// knows what they have seen.
var unnamed = &session.Shared{Level: trust.Untrusted}

// LookAtRead finds the sessions that the event's calls read from. It looks when a call
// is heard of, because its result may no longer say which session it was, and again when
// the result comes, because that session may have seen more by then.
func LookAtRead(ev *Event, pol *policy.Policy, e Lookup) error {
	tables := pol.For("")
	switch p := ev.Payload.Event.(type) {
	case *wire.BeforeToolCallEvent:
		return e.lookAtCall(ev, tables.Tool(p.ToolName, nil), p.Params, nil)
	case *wire.AfterToolCallEvent:
		tool := tables.Tool(p.ToolName, nil)
		if err := e.lookAtJobs(ev, tool, p.Result); err != nil {
			return err
		}
		return e.lookAtCall(ev, tool, p.Params, p)
	case *wire.ToolResultPersistEvent:
		return e.lookAtJobs(ev, tables.Tool(p.ToolName, nil), p.Message)
	case *wire.AfterLLMCallEvent:
		for i := range p.ToolCalls {
			c := &p.ToolCalls[i]
			if err := e.lookAtCall(ev, tables.Tool(c.Name, nil), c.Arguments, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// lookAtCall finds the session that one call reads from; back is its result, once there is
// one.
func (e Lookup) lookAtCall(ev *Event, tool string, params jsontext.Value, back *wire.AfterToolCallEvent) error {
	if back != nil && quotesSessions[tool] && isReceipt(back.Result) {
		return nil
	}
	key := readFrom(tool, params)
	from, err := e.named(key, ev.Session)
	if err != nil {
		return err
	}
	if from == nil && back != nil && quotesSessions[tool] && !isOwn(key, ev.Session) && !hasFailed(back) && mayQuote(back.Result) {
		from = unnamed
	}
	if from == nil {
		return nil
	}
	if ev.read == nil {
		ev.read = map[string]*session.Shared{}
	}
	ev.read[key] = from
	return nil
}

// lookAtJobs finds the sessions that the jobs in a result stand for.
func (e Lookup) lookAtJobs(ev *Event, tool string, result jsontext.Value) (err error) {
	switch {
	case isSchedule(tool):
		ev.jobs, err = e.jobsIn(result, ev.Session)
	case tool == listsSessions:
		ev.jobs, err = e.jobsNamed(result, ev.Session)
	}
	return err
}

// listsSessions is the tool that shows the sessions of jobs under the jobs' names.
const listsSessions = "sessions_list"

// isSchedule reports whether a tool, or an action of it, may show the jobs of a gateway's
// schedule.
func isSchedule(tool string) bool {
	base, _, _ := strings.Cut(tool, ".")
	return base == "cron" || base == "automations"
}

// jobWord finds an id in such a result, a job's or its agent's. The JSON may be quoted in
// other JSON.
var jobWord = regexp.MustCompile(`\\*"(id|jobId|agentId)\\*":\s*\\*"([^"\\]{1,128})`)

// maxJobs bounds the sessions that are looked up for one result.
const maxJobs = 512

// jobsIn is what the sessions that stand for the jobs in a result have seen together, nil
// where none of them is known. An agent that had read a page may have written a job.
func (e Lookup) jobsIn(result jsontext.Value, own string) (*session.Shared, error) {
	ids, agents := map[string]bool{}, map[string]bool{cmp.Or(session.AgentOf(own), firstAgent): true}
	words := jobWord.FindAllSubmatch(result, 2*maxJobs+1)
	for _, m := range words {
		if string(m[1]) == "agentId" {
			agents[string(m[2])] = true
		} else {
			ids[string(m[2])] = true
		}
	}
	if len(words) > 2*maxJobs || len(ids)*len(agents) > maxJobs {
		return unnamed, nil
	}
	keys := map[string]bool{}
	for agent := range agents {
		for id := range ids {
			keys["agent:"+agent+":cron:"+id] = true
		}
	}
	return e.together(keys, own)
}

// jobKey finds the key of a job's session, or that of one of its runs.
var jobKey = regexp.MustCompile(`agent:[^:"\\]{1,128}:cron:[^:"\\]{1,128}`)

// jobsNamed is the same for a list of sessions, which has their keys.
func (e Lookup) jobsNamed(result jsontext.Value, session string) (*session.Shared, error) {
	keys := map[string]bool{}
	for _, key := range jobKey.FindAll(result, -1) {
		if keys[string(key)] = true; len(keys) > maxJobs {
			return unnamed, nil
		}
	}
	return e.together(keys, session)
}

// together is what the sessions of these keys have seen, nil where none of them is known.
func (e Lookup) together(keys map[string]bool, own string) (*session.Shared, error) {
	var all *session.Shared
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		other, err := e(key, own)
		if err != nil {
			return nil, err
		}
		all = all.With(other)
	}
	return all, nil
}

// mayQuote reports whether a result may hold a session's words. One that says how a call
// went, as a gateway does that finds no such session or waits for no answer, holds none.
func mayQuote(result jsontext.Value) bool {
	status, _ := howItWent(result)
	switch status {
	case "accepted", "queued", "no_reply", "error", "forbidden", "timeout":
		return false
	}
	return true
}

// isReceipt reports whether a result only says that a message was taken. An error may be in
// the words of the session that it went to.
func isReceipt(result jsontext.Value) bool {
	status, failed := howItWent(result)
	return !failed && (status == "accepted" || status == "queued" || status == "no_reply")
}

// howItWent is the status in a result that says how a call went, empty in one that holds
// a session's words, and whether there is an error beside it.
func howItWent(result jsontext.Value) (status string, failed bool) {
	told := jsontext.Value(unquoted(spoken(result)))
	if told.Kind() != '{' || !told.IsValid() || wire.Member(told, "reply") != nil || wire.Member(told, "messages") != nil {
		return "", false
	}
	return string(unquoted(wire.Member(told, "status"))), wire.Member(told, "error") != nil
}

// named finds the session that a call names; nil when nobody knows it. Where the name
// may mean one of several, they count together.
func (e Lookup) named(key, own string) (all *session.Shared, err error) {
	for _, k := range knownAs(key, own) {
		from, err := e(k, own)
		if err != nil {
			return nil, err
		}
		all = all.With(from)
	}
	if all == nil && (key == anySession || isUUID(key) && key != own) {
		return unnamed, nil
	}
	return all, nil
}

// isUUID recognises the id that a gateway gives a session beside its key. Its tools
// find sessions by either; we know keys only.
func isUUID(key string) bool {
	if len(key) != 36 {
		return false
	}
	for i, r := range key {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if r != '-' {
				return false
			}
		} else if !strings.ContainsRune("0123456789abcdefABCDEF", r) {
			return false
		}
	}
	return true
}

// knownAs lists the keys under which a session may be known. A key without its
// agent is the agent's own session of that name or, whoever asks, the gateway's first
// agent's; and gateways take keys in any letter case.
func knownAs(key, own string) []string {
	if key == "" {
		return nil
	}
	keys := []string{key}
	if lower := strings.ToLower(key); lower != key {
		keys = append(keys, lower)
	}
	agent := session.AgentOf(own)
	if agent == "" {
		return keys
	}
	for _, k := range keys {
		if strings.HasPrefix(k, "agent:") {
			continue
		}
		keys = append(keys, "agent:"+agent+":"+k)
		if agent != firstAgent {
			keys = append(keys, "agent:"+firstAgent+":"+k)
		}
	}
	return keys
}

// firstAgent is what gateways call the agent that they come with.
const firstAgent = "main"

// isOwn reports whether a call may name its own session by a key, or none.
func isOwn(key, session string) bool {
	return key == "" || key == "current" || slices.Contains(knownAs(key, session), session)
}

// readFrom is the key of the session that a call reads from, as the call names it.
func readFrom(tool string, params jsontext.Value) string {
	switch {
	case len(params) == 0:
		return ""
	case tool == listsSessions:
		if showsMessages(params) {
			return anySession
		}
		return ""
	case !readsSessions[tool]:
		return ""
	}
	if tool == "sessions_history" && (textParam(params, "messageId", "message_id") != "" || textParam(params, "sessionId", "session_id") != "") {
		return anySession // what was said around a message, maybe before the session began anew
	}
	key := textParam(params, "sessionKey", "session_key")
	if key != "" || tool != "sessions_send" {
		return key
	}
	if textParam(params, "label", "label") != "" {
		return anySession
	}
	if agent := textParam(params, "agentId", "agent_id"); agent != "" {
		return "agent:" + agent + ":main"
	}
	return ""
}

// textParam is the text of a parameter as gateways read it: by either spelling of its name,
// without the space around it.
func textParam(params jsontext.Value, name, snake string) string {
	for _, n := range []string{name, snake} {
		if v := wire.Member(params, n); v.Kind() == '"' {
			if text := strings.TrimFunc(string(unquoted(v)), policy.IsBlank); text != "" {
				return text
			}
		}
	}
	return ""
}

// showsMessages reports whether a list of sessions is to show what was said in them, by
// either spelling of a parameter: which of the two a gateway reads is not known.
func showsMessages(params jsontext.Value) bool {
	for _, name := range showMessages {
		switch string(wire.Member(params, name)) {
		case "", "null", "false", "0", `"0"`:
		default:
			return true
		}
	}
	return false
}

var showMessages = [...]string{
	"messageLimit", "message_limit", "includeLastMessage", "include_last_message", "includeDerivedTitles", "include_derived_titles",
}

// searchesMemory is the tool that searches the memory files and, if the gateway is
// configured so, what was said in sessions.
const searchesMemory = "memory_search"

// saidInSession is how one of its results says that it is from a session.
var saidInSession = regexp.MustCompile(`\\*"source\\*":\s*\\*"sessions\\*"`)

// toldBy is the session whose words a result may be, when that is known.
func (d *draft) toldBy(tool string, params, content jsontext.Value) *session.Shared {
	return d.sessionTold(tool, params, content).With(d.ev.Unticketed)
}

// sessionTold is the session whose words a result is, by what the call says.
func (d *draft) sessionTold(tool string, params, content jsontext.Value) *session.Shared {
	if isSchedule(tool) {
		return d.ev.jobs
	}
	if tool == searchesMemory && saidInSession.Match(content) {
		return unnamed
	}
	read := d.ev.read[readFrom(tool, params)]
	if tool == listsSessions {
		return read.With(d.ev.jobs)
	}
	return read
}
