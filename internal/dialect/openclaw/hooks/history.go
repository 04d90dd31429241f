package hooks

import (
	"regexp"
	"strings"

	"github.com/provenanced/provenanced/internal/dialect/openclaw"
)

// Row is one row of a history, as far as the plugin passes it on.
type Row struct {
	Role       string
	At         float64 // Unix milliseconds; 0 if it has no time
	Provider   string
	Provenance any
	CallID     string
	ToolName   string
	IsError    bool
	Details    any
	Calls      []any // the parts of the model's answer that are calls
	text       string
}

// rowsIn returns the rows of a history, and what follows their texts in texts.
func rowsIn(v any, texts string) (rows []Row, rest string) {
	for _, row := range listIn(v) {
		bytes := int(number(at(row, "bytes")))
		rows = append(rows, Row{
			Role: str(at(row, "role")), At: number(at(row, "at")), Provider: str(at(row, "provider")), Provenance: at(row, "inputProvenance"),
			CallID: str(at(row, "toolCallId")), ToolName: str(at(row, "toolName")), IsError: at(row, "isError") == true,
			Details: at(row, "details"), Calls: listIn(at(row, "calls")), text: texts[:bytes],
		})
		texts = texts[bytes:]
	}
	return rows, texts
}

// Message is a message of a context in the daemon's terms.
type Message struct {
	Role       string `json:"role"`
	Content    string `json:"content,omitzero"`
	Whole      bool   `json:"whole,omitzero"` // the content is the row's text, which the plugin adds
	Provenance any    `json:"inputProvenance,omitzero"`
	CallID     string `json:"toolCallId,omitzero"`
	ToolName   string `json:"toolName,omitzero"`
}

// unknown stands for a tool that cannot be determined; no policy knows it.
const unknown = "unknown"

// The daemon need not recognise more rows of a kind than mostRows, nor more bytes of results than
// mostOfResults.
const (
	mostRows      = 200
	mostOfResults = 4 << 20
)

// messages returns a message for every row of the history, and the prompt as the last one. If the
// daemon checks messages, users' words are reported without the gateway's additions, and results as
// they are, newest first while there is room. A row that it need not check is reported as the
// gateway's own.
func (g *Gateway) messages(session string, history []Row, prompt string, provenance any, checked bool) []Message {
	all := make([]Message, 0, len(history)+1)
	for _, row := range history {
		m := Message{Role: row.Role}
		if row.Role == "user" {
			m.Whole, m.Provenance = true, row.Provenance
		}
		all = append(all, m)
	}
	if checked {
		prompt = asPrompt(own(prompt))
		g.check(session, history, all)
	}
	return append(all, Message{Role: "user", Content: prompt, Provenance: provenance})
}

func (g *Gateway) check(session string, history []Row, all []Message) {
	unchecked := Message{Role: "custom"}
	people, results, room := mostRows, mostRows, mostOfResults
	for i := len(history) - 1; i >= 0; i-- {
		row, m := &history[i], &all[i]
		switch row.Role {
		case "user":
			if people--; people < 0 {
				*m = unchecked
				continue
			}
			m.Content, m.Whole = own(row.text), false
		case "toolResult":
			call := g.callIn(session, row)
			if call.tool == unknown || !g.returned(session, row) {
				*m = unchecked
				continue
			}
			if results--; results >= 0 {
				room -= len(row.text)
			}
			if results < 0 || room < 0 {
				*m = unchecked
				continue
			}
			*m = Message{Role: row.Role, CallID: call.id, ToolName: call.tool, Whole: true}
		}
	}
}

// asPrompt marks a prompt as somebody's words, even if it begins like the gateway's own context,
// which comes in separate rows.
func asPrompt(text string) string {
	if strings.HasPrefix(text, "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>") {
		return "(a prompt) " + text
	}
	return text
}

// callName is a call as the daemon knows it.
type callName struct{ tool, id string }

// callIn returns the call of a result as it was reported to the daemon.
func (g *Gateway) callIn(session string, row *Row) callName {
	if known, ok := g.known.get(callKey(session, row.CallID)); ok {
		return known
	}
	tool, id := toolOf(row), row.CallID
	if row.ToolName == wrapper {
		id = innerID(id, tool)
	}
	return callName{tool, id}
}

var (
	// document is the text of an attached document, as the gateway puts it below the message.
	document = regexp.MustCompile(`(?:^|\n)<file name="[^\n]*>\n`)
	// channelThread is what the gateway puts before a message.
	channelThread = regexp.MustCompile(`(?m)^\[Thread (?:history|starter) - for context\]$`)
	link          = regexp.MustCompile(`(?i)https?://`)
)

// shownIn returns what the text of a message shows that its sender has not written.
func (g *Gateway) shownIn(text, session string) (found []Shown) {
	if saysPassedOn(text) {
		found = append(found, passedOn)
	}
	if strings.Contains(text, fileStart) && document.MatchString(text) {
		found = append(found, Shown{Kind: "attached document"})
	}
	if groupOf(session) != "" && strings.Contains(text, "[Thread ") && channelThread.MatchString(text) {
		found = append(found, Shown{Kind: "chat around a message"})
	}
	if g.readsLinks() && link.MatchString(text) {
		found = append(found, Shown{Kind: "link", Tool: "web_fetch"})
	}
	return found
}

// sources returns the results in a context, and its content from elsewhere. The authors of its
// messages were judged when they came.
func (g *Gateway) sources(session string, history []Row, prompt string) (all known) {
	r := reader{session: session, group: groupOf(session) != "", elsewhere: g.elsewhere, since: g.since, zone: g.zone}
	agent := agentOf(session)
	for script := range g.scripts.all() {
		if agentOf(script) == agent {
			r.unsigned = append(r.unsigned, script)
		}
	}
	for child, spawner := range g.spawners.all() {
		if spawner == session && isForeign.MatchString(child) {
			r.unsigned = append(r.unsigned, child)
		}
	}
	var texts []string
	r.said = func(words string) bool {
		if texts == nil {
			texts = ownTexts(history)
		}
		return holds(texts, words)
	}
	actions := actionsOf(history)
	for i, row := range append(history[:len(history):len(history)], Row{Role: "user", text: prompt}) {
		var found known
		switch row.Role {
		case "custom":
			found = around(row.text, r)
		case "user":
			found.sources = g.shownIn(row.text, session)
		case "toolResult":
			if g.returned(session, &row) {
				action, _ := actions[callNamed(row.ToolName, row.CallID)].(string)
				found.add(Shown{Kind: "tool_result", Tool: toolOf(&row), Action: action})
			}
		}
		all.merge(found.at(i))
	}
	return all
}

func (k *known) merge(other known) {
	k.sources = append(k.sources, other.sources...)
	k.sessions = append(k.sessions, other.sessions...)
	k.rows = append(k.rows, other.rows...)
}

// actionsOf returns the actions that the calls in a history requested, by call id with tool.
func actionsOf(history []Row) map[string]any {
	actions := map[string]any{}
	for _, row := range history {
		for _, call := range row.Calls {
			id, ok := at(call, "id").(string)
			if !ok {
				continue
			}
			name, params := str(at(call, "name")), at(call, "arguments")
			if name == wrapper {
				params = wrappedParams(params)
			}
			key := callNamed(name, id)
			if _, twice := actions[key]; twice {
				actions[key] = nil
			} else {
				actions[key] = at(params, "action")
			}
		}
	}
	return actions
}

// wrappedParams returns the parameters of the call inside a call of Tool Search's wrapper; nil
// unless they follow the wrapper's own description.
func wrappedParams(v any) any {
	args, _ := v.(map[string]any)
	for key := range args {
		if key != "id" && key != "args" {
			return nil
		}
	}
	if _, ok := args["id"].(string); !ok {
		return nil
	}
	return args["args"]
}

func callNamed(tool, id string) string { return callKey(tool, id) }

// mostOfARow is how much is recognised of what a channel sends in parts.
const mostOfARow = 64 << 10

// ownTexts returns the texts of a history's rows that are neither the gateway's context of one turn
// nor its copy of something delivered here.
func ownTexts(history []Row) []string {
	texts := make([]string, 0, len(history))
	for _, row := range history {
		if row.Role != "custom" && row.Provider != "openclaw" {
			texts = append(texts, letters(row.text, mostOfARow))
		}
	}
	return texts
}

// returned reports whether a result brought something in. A denied call did not, nor did one with
// an unknown tool or invalid parameters.
func (g *Gateway) returned(session string, row *Row) bool {
	tool := toolOf(row)
	if row.IsError && (isDenial(row.Details) || openclaw.NoSuchTool([]byte(row.text), tool) || saysInvalid(tool, row.text)) {
		return false
	}
	if row.CallID != "" && g.denied.has(callKey(session, row.CallID)) {
		return false
	}
	if !row.IsError {
		return true
	}
	// A failed wrapper that names no inner tool is the gateway's own text: nothing ran. After a
	// restart the text is all that is left of a denial. The gateway writes the beginning of every
	// failure itself, so no page can fake one.
	return !(row.ToolName == wrapper && tool == unknown || strings.HasPrefix(row.text, "Tool '"+tool+"' is blocked"))
}

// wrappedName is how the text of a wrapper's result names the tool, for a replayed result that has
// lost its details.
var wrappedName = regexp.MustCompile(`^\{\s*"tool":\s*\{\s*"id":\s*"[^"]*",\s*"name":\s*"([^"]+)"`)

func toolOf(row *Row) string {
	if row.ToolName == wrapper {
		if name := str(at(row.Details, "tool", "name")); name != "" {
			return name
		}
		if name := firstGroup(wrappedName, row.text); name != "" {
			return name
		}
		return unknown
	}
	if row.ToolName == "" {
		return unknown
	}
	return row.ToolName
}

// isDenial reports whether a failed call says that it never ran. If it did not fail, the tool
// itself chose the details.
func isDenial(details any) bool {
	_, told := at(details).(map[string]any)
	if !told {
		return false
	}
	_, reason := details.(map[string]any)["deniedReason"]
	return reason || at(details, "status") == "blocked"
}

// saysInvalid reports whether a failed call says that the gateway rejected its parameters before
// anything ran. A tool may say so itself of a call that did run.
func saysInvalid(tool, text string) bool {
	head := `validation failed for tool "` + strings.ToLower(tool) + "\":\n"
	return len(text) >= len(head) && strings.ToLower(text[:len(head)]) == head
}
