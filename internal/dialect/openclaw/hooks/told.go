package hooks

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// conversation examines a prompt of programs that keep a conversation themselves and send all of it
// with each message, as those of the OpenAI-compatible endpoints do. The gateway puts it into the
// prompt of a new session, so the agent's earlier words come back without what it had read.
func (g *Gateway) conversation(session string, history []Row, prompt string) (found known) {
	result := Shown{Kind: "result of a client's tool"}
	_, talk, ok := strings.Cut(prompt, clientsHistory)
	if !ok || !strings.Contains(prompt, clientsMessage) {
		if clientsResult.MatchString(own(prompt)) {
			found.add(result)
		}
		return found.at(len(history))
	}
	var before []string
	for _, row := range history {
		text := ""
		if row.Role == "assistant" {
			text = row.text
		}
		before = append(before, text)
	}
	here := letters(strings.Join(before, ","), mostOfClients)
	talk = strings.Replace(talk, clientsMessage, "\n", 1)
	heads := clientsHead.FindAllStringSubmatchIndex(talk, -1)
	for i, at := range heads {
		end := len(talk)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		who, words := talk[at[2]:at[3]], letters(talk[at[1]:end], mostOfClients)
		if strings.HasPrefix(who, "Tool") {
			found.add(result)
		}
		if who != "Assistant" || !long(words, fewest) || strings.Contains(here, words) {
			continue
		}
		var said []*speaker
		for _, a := range g.answers.all() {
			if strings.Contains(a.words, words) {
				said = append(said, a.by)
			}
		}
		if len(said) == 0 {
			found.add(Shown{Kind: "answer of an unknown session"})
		}
		found.heard(others(said, session))
	}
	return found.at(len(history))
}

const (
	clientsHistory = "[Chat messages since your last reply - for context]\n"
	clientsMessage = "\n[Current message - respond to this]\n"
	// mostOfClients is how many letters of a session are recognised.
	mostOfClients = 32 << 10
)

var (
	// clientsResult is a result without a conversation.
	clientsResult = regexp.MustCompile(`^Tool:\S+: `)
	// clientsHead begins each message of it.
	clientsHead = regexp.MustCompile(`(?m)^(User|Assistant|Tool(?::[^\n]*?)?): `)
	// isClients finds the session of such a program, by its key.
	isClients = regexp.MustCompile(`^agent:[^:]+:open(?:ai|responses)(?:-user)?:`)
)

// noteAnswer remembers the agent's answer to a program that may send it again.
func (g *Gateway) noteAnswer(session, text string) {
	if !isClients.MatchString(session) {
		return
	}
	a, ok := g.answers.get(session)
	if !ok || a.by.former {
		a = saying{by: &speaker{session: session}}
	}
	a.words += letters(text, mostOfClients)
	for over := utf8.RuneCountInString(a.words) - mostOfClients; over > 0; over-- {
		_, size := utf8.DecodeRuneInString(a.words)
		a.words = a.words[size:]
	}
	g.answers.set(session, a)
}

// ended finds where the prompt of a heartbeat says that a command has ended.
var ended = regexp.MustCompile(`(?im)^Exec (?:completed|failed|finished) \(([^\s,)]+)`)

// meanwhile examines what the prompt of a heartbeat says about events elsewhere while its session
// was idle: how background commands ended, perhaps another session's, and what waited for the next
// turn. Each begins a line of its own.
func (g *Gateway) meanwhile(w where, prompt string, index int) (found known) {
	if w.trigger != "heartbeat" {
		return found
	}
	all := g.elsewhere.saidBy(prompt, w.session, mostLetters)
	found.heard(all)
	if outsideLine.MatchString(prompt) {
		found.add(Shown{Kind: "message from outside"})
	}
	if len(all) == 0 && deliveredLine.MatchString(prompt) {
		found.add(ofAnother)
	}
	for _, m := range ended.FindAllStringSubmatch(prompt, -1) {
		var levels []string
		for id, b := range g.background.all() {
			if strings.HasPrefix(id, m[1]) { // the gateway shows the beginning of a name
				levels = append(levels, b.levels...)
			}
		}
		found.sources = append(found.sources, output(unique(levels))...)
	}
	return found.at(index)
}

// output is content with the worst of some levels, if any is known: the daemon knows which that is.
func output(levels []string) (all []Shown) {
	for _, level := range levels {
		all = append(all, Shown{Kind: ofBackground, Trust: level})
	}
	if len(all) == 0 {
		all = append(all, Shown{Kind: ofBackground})
	}
	return all
}

const ofBackground = "output of a background command"

// background is a running background command: its output has the levels that its sessions had when
// they last used it.
type background struct {
	levels []string // as the daemon names them; "" if it has not named one
	clean  bool     // the daemon has called all of them clean
}

func (g *Gateway) noteBackground(id string, a answer) {
	b, ok := g.background.get(id)
	if !ok {
		b = background{clean: true} // what is written into it counts; a reset does not
	}
	b.levels = unique(append(b.levels, a.Taint))
	b.clean = b.clean && a.Clean
	g.background.set(id, b)
}

// backgroundIn returns the id of a background command, from a result.
func backgroundIn(v any) string {
	return findIn(v, 0, func(object map[string]any) string {
		if str(object["status"]) != "running" {
			return ""
		}
		return str(object["sessionId"])
	})
}

// deepest bounds how deep a result may be wrapped in another tool's.
const deepest = 6

// findIn returns the first value that read finds in a value and the objects in it, by their names.
func findIn[T comparable](v any, depth int, read func(map[string]any) T) (found T) {
	var none T
	object, ok := v.(map[string]any)
	if !ok || depth > deepest {
		return none
	}
	if found = read(object); found != none {
		return found
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if found = findIn(object[name], depth+1, read); found != none {
			return found
		}
	}
	return none
}

// What the gateway and its plugins recall before a turn, and put before its message or into its
// instructions. No call of the turn's session has brought it. For Active Memory another session
// searches the memory and, unless configured otherwise, other conversations, and summarises what it
// finds; when a session begins anew, the gateway shows it the notes of the last days.
var (
	// recalledWords are between characters that a text inside cannot contain.
	recalledWords = regexp.MustCompile(`<active_memory_plugin>\n([^<]*)\n</active_memory_plugin>`)
	// foundWords is the tag that memory plugins put around their own finds: memory-lancedb, and
	// others that imitate it.
	foundWords = regexp.MustCompile(`<relevant[-_]memories>`)
	// searchKey is the key of a session that searches for another one.
	searchKey = regexp.MustCompile(`^(.+):active-memory:[0-9a-f]+$`)
)

// recalledNothing is the text if nothing is recalled.
var recalledNothing = map[string]bool{
	"Active Memory intentionally skipped deep recall because this turn did not ask for past context.":      true,
	"Active Memory could not retrieve memory for this turn. Do not assume that no relevant memory exists.": true,
}

const (
	// dailyNotes precedes each file of such notes. The agent can write them only with the owner's
	// permission, but the gateway writes them, too.
	dailyNotes = "[Untrusted daily memory: "
	// keptFor is how long, in milliseconds, a search counts: it may take two minutes, and its
	// result may be shown again for two more.
	keptFor = 240_000
)

// recall is a search for another session, and when it began.
type recall struct {
	by string
	at float64
}

func (h *hook) noteRecall(session string) {
	if by := firstGroup(searchKey, session); by != "" {
		h.g.recalls.set(session, recall{by, h.now})
	}
}

// searches reports whether a turn searches the memory for another running turn, in whose span it
// was begun. A program may imitate the name of such a session, but not the span.
func (g *Gateway) searches(w where) bool {
	by := firstGroup(searchKey, w.session)
	if by == "" {
		return false
	}
	for _, run := range g.runs.all() {
		if run.session == by && run.span != "" && run.span == w.parentSpan {
			return true
		}
	}
	return false
}

// recalled returns content with the level of the session that searched for this one. Without such a
// session, the gateway or a plugin has searched the memory itself, which has the level of a memory
// search.
func (h *hook) recalled(session, prompt string, index int) (all known) {
	found := false
	for _, m := range recalledWords.FindAllStringSubmatch(prompt, -1) {
		found = found || !recalledNothing[m[1]]
	}
	if found || strings.Contains(prompt, dailyNotes) && h.g.keepsTalk() || foundWords.MatchString(prompt) {
		all.add(Shown{Kind: "tool_result", Tool: "memory_search"})
	}
	if found {
		for key, r := range h.g.recalls.all() {
			if r.by == session && h.now-r.at < keptFor {
				all.sessions = append(all.sessions, key)
			}
		}
	}
	return all.at(index)
}

// taskFront precedes the text of a suggested task that starts where the files are.
const taskFront = "Start by addressing this task in the current folder. If an isolated Git worktree is needed, explain why and ask the user before creating or switching to it.\n\n"

// suggestedBy returns who has suggested the task that a message starts. The owner is shown a title
// and a line about a task, and when they start it, the gateway sends its full text as theirs.
func (g *Gateway) suggestedBy(message string) []*speaker {
	return g.suggested.wroteIn(strings.TrimPrefix(own(message), taskFront))
}

func (g *Gateway) started(session, prompt string, index int) (found known) {
	found.heard(others(g.suggestedBy(prompt), session))
	return found.at(index)
}

// aboutChild is a row of the gateway's own about a child at work, or recently so, and perhaps its
// words.
var (
	aboutChild = regexp.MustCompile(`(?m)^- .*\bsession(?:=|_json=")(agent:[^:"\s;]+:(?:dashboard|subagent):[0-9a-f-]{36})\b.*$`)
	aChild     = regexp.MustCompile(`agent:[^:"\s]+:(?:dashboard|subagent):[0-9a-f-]{36}`)
)

// ofChildren examines what the gateway says about the session's children: their names and tasks,
// also from before the session began anew.
func (h *hook) ofChildren(session string, history []Row) (all known) {
	for i, row := range history {
		if row.Role != "custom" {
			continue
		}
		var found known
		for _, m := range aboutChild.FindAllStringSubmatch(unquoted(row.text), -1) {
			found.heard(others(h.namedBy(m[1]), session))
			if strings.Contains(m[0], "; result_json=") {
				found.sessions = append(found.sessions, m[1])
			}
		}
		all.merge(found.at(i).inRow(row.text))
	}
	return all
}

// namedBy returns whose words a session's name and task are, unless the session was untainted.
func (h *hook) namedBy(child string) []*speaker {
	if by, ok := h.g.named.get(child); ok {
		return []*speaker{by}
	}
	// An agent may have made the session before this process began. What that agent had seen is
	// unknown; what the session itself has seen is at least as bad.
	entry := h.kept(child, agentOf(child))
	createdAt, _ := at(entry, "createdAt").(float64)
	if str(at(entry, "createdVia")) == "spawn" && createdAt < float64(h.g.since.UnixMilli()) {
		return []*speaker{{session: child}}
	}
	return nil
}
