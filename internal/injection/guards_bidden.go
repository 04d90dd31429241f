package injection

import (
	"bytes"
	"unicode/utf8"
)

// What a text bids a reader do who is a machine: by name, behind a heading, now, and
// without a denial in it.

// unnegated passes the weight of a phrase that has no denial in it or before it: "the
// agent must never send".
func unnegated(f *folded, c cue) int {
	if containsAny(f.bytes[c.start:c.end], negations) {
		return 0
	}
	return undenied(f, c)
}

// unnegatedItem is unnegated and inOneItem.
func unnegatedItem(f *folded, c cue) int {
	if unnegated(f, c) == 0 {
		return 0 // as most
	}
	return inOneItem(f, c)
}

var negations = foldedWords(" not ", "n't ", " never ", " nor ", " only if ", " before ", " cannot ")

// bidNow is unnegated; what is to be done now weighs one more.
func bidNow(f *folded, c cue) int {
	weight := unnegated(f, c)
	if weight > 0 && bytes.Contains(f.bytes[c.start:c.end], atOnce) {
		weight++
	}
	return weight
}

var atOnce = []byte(foldString(" now "))

// bidden are verbs that a text bids a reader do who is a machine, and nobody else.
var bidden = often("reply", "say", "tell", "state", "mark", "rate", "open", "send", "upload", "click", "skip", "approve", "output",
	"forward", "ignore", "delete", "buy", "accept", "unlock", "recommend", "report", "answer", "transfer", "disclose", "reveal",
	"insert", "respond", "classify", "treat", "give", "award", "rank", "replace", "disregard", "act", "praise", "print", "pay",
	"book", "repeat", "forget", "purchase", "hide", "email", "share", "grant", "assign", "move", "whichever", "cite", "conclude",
	"claim", "overlook", "pretend", "post", "invite", "visit", "turn", "disable", "describe", "conceal", "finish", "link", "refund", "close",
	"advance", "shortlist", "greet", "sign", "press", "fill", "enter", "subscribe", "let", "overwrite", "merge", "solve", "leave", "page", "ban",
	"lead", "congratulate", "change", "schedule", "remember", "hand", "wire", "order", "confirm", "execute", "copy", "mail", "pass", "withdraw", "deposit", "mention", "list")

// everyday are verbs that much is asked with of people, too. They count where the reader is
// a machine beyond doubt.
var everyday = often("include", "add", "write", "set", "begin", "stop", "omit", "append", "argue", "choose", "select", "put", "display", "gather",
	"search", "attach", "label", "quote", "save", "store", "erase", "rename", "zip", "retrieve", "download", "reject", "export", "encode",
	"convince", "inform", "speak", "perform", "navigate", "unsubscribe", "cancel", "refuse", "wipe", "prioritize", "escalate", "suppress",
	"promote", "fetch", "push", "commit", "install", "offer", "quit", "cease", "kick", "switch", "echo", "stand", "create", "draft", "compose", "extract", "index", "collect", "harvest", "present", "name", "exclude")

// working are verbs that projects ask agents for that work on them: half an order.
var working = often("run", "read", "call", "use", "see", "follow", "load", "start", "try")

// fillers stand in front of such a verb.
var fillers = often("please", "now", "kindly", "just", "always", "you", "must", "should", "will", "shall", "then", "first",
	"do", "not", "don't", "and", "or", "whatever", "are", "only", "immediately", "also", "instead", "simply", "to", "have", "need",
	"great", "ok", "okay", "thanks", "sure", "yes", "good", "it", "ought")

// greetings stand in front of whom they greet.
var greetings = often("dear", "hello", "hey", "hi", "attention", "to", "for", "any", "the", "note", "this", "message",
	"instruction", "siri", "alexa", "support", "mail", "email", "shopping", "travel", "coding", "code", "research", "personal", "home", "sales",
	"my", "our", "every", "each", "all", "whichever", "whatever", "good", "listen", "please", "screening", "grading")

// labels are names that stand in front of what a model said in a chat.
var labels = folds("ai", "chatgpt", "claude", "gemini", "copilot", "ai assistant", "ai agent", "ai bot", "virtual assistant",
	"ai chatbot", "ai model", "llm", "gpt", "bots")

// called requires a reader who is called by name and bidden something: "Copilot,
// unlock the door". A colon may be a speaker's, so it takes one from the weight of a
// name that speakers have.
func called(f *folded, c cue) int {
	weight, mark := bid(f, c, true)
	if mark == ':' && labels[string(f.bytes[c.start:c.end])] {
		weight = min(weight, c.weight-1)
	}
	return weight
}

// calledAside is called for names that people have too, and arguments of a function; it
// halves those that a colon follows.
func calledAside(f *folded, c cue) int {
	weight, mark := bid(f, c, false)
	if weight == 0 || argument(f, c) {
		return 0
	}
	if mark == ':' {
		weight /= 2
	}
	return weight
}

// argument reports whether a name stands in code as the first of some arguments: in
// run(agent, state), and not in (agent, state your rules).
func argument(f *folded, c cue) bool {
	front := f.bytes[max(0, c.start-nearBy/4):c.start]
	if bytes.HasSuffix(front, []byte(".")) || typed(front) {
		return true
	}
	if front = bytes.TrimRight(front, " "); !bytes.HasSuffix(front, []byte("(")) {
		return false
	}
	rest := bytes.TrimLeft(f.bytes[c.end:min(len(f.bytes), c.end+behind/2)], ", ")
	next := bytes.IndexFunc(rest, func(r rune) bool { return r < utf8.RuneSelf && !wordByte[r] })
	return next > 0 && bytes.IndexByte([]byte(",)=([._"), rest[next]) >= 0
}

// typed reports whether a text ends in the name of a parameter and a colon, behind another
// one's: in (context: Context, agent: Agent, output: Any), Agent is a type.
func typed(front []byte) bool {
	name, ok := bytes.CutSuffix(front, []byte(": "))
	if !ok {
		return false
	}
	k := len(name)
	for k > 0 && (wordByte[name[k-1]] || name[k-1] == '_') {
		k--
	}
	name = bytes.TrimRight(name[:k], " \n")
	return k > 0 && len(name) > 0 && (name[len(name)-1] == ',' || name[len(name)-1] == '(')
}

// bid gives the weight of a call to a reader by name, and the mark behind the name: half
// where other words stand between that and what is bidden. Everyday verbs count for a name
// that no person has.
func bid(f *folded, c cue, machine bool) (weight int, mark byte) {
	weight, mark = bidBehind(f, c, machine)
	if weight == 0 || bytes.HasSuffix(f.bytes[:c.start], arrow) {
		return 0, 0 // as most
	}
	words, n := before(f, c.start, maxBefore)
	for _, w := range words[:n] {
		if !greetings.has(w) {
			return 0, 0
		}
	}
	return weight, mark
}

// arrow stands in front of who receives a message in a diagram.
var arrow = []byte(">>")

// bidBehind is bid for whatever stands in front of the name. Everyday verbs weigh one less,
// behind a colon half: so begin the entries of lists, of what there is and of what has changed.
func bidBehind(f *folded, c cue, machine bool) (weight int, mark byte) {
	text := f.bytes
	p, end := c.end, min(len(text), c.end+behind/2)
	for ; p < end && !wordByte[text[p]]; p++ {
		if text[p] == '-' && text[p-1] == ' ' && flag(text[p:]) { // gemini --list
			return 0, 0
		}
		switch text[p] {
		case ',', ':', '!', '-':
			mark = text[p]
		case ' ':
		default:
			return 0, 0
		}
	}
	if mark == 0 || mark == '-' && f.nextEntry(c.end, p) { // as behind most
		return 0, 0
	}
	weight = c.weight
	for k := range 12 {
		start := p
		p = spokenEnd(text, p, end)
		w := text[start:p]
		if isBidden(w, text, p, false) {
			return weight, mark
		}
		if machine && isBidden(w, text, p, true) {
			if mark == ':' { // as lists of what there is: "AI agents: create, run and monitor"
				return min(weight, c.weight/2), mark
			}
			return min(weight, c.weight-1), mark
		}
		if machine && working.has(w) {
			if mark == ':' || !andMore(text[p:end]) {
				weight = c.weight / 2
			}
			return weight, mark
		}
		if !fillers.has(w) {
			weight = c.weight / 2
			if mark != ',' || k > 8 {
				return 0, 0
			}
		}
		for p < end && (text[p] == ' ' || text[p] == ',') {
			p++
		}
	}
	return 0, 0
}

// flag reports whether a text begins with what a program is told on its command line.
func flag(text []byte) bool {
	text = bytes.TrimLeft(text[:min(len(text), 3)], "-")
	return len(text) > 0 && wordByte[text[0]]
}

// andMore reports whether a sentence goes on with something else that is bidden: "read the
// tokens and post them".
func andMore(text []byte) bool {
	if k := bytes.IndexAny(text, ".;!?\n"); k >= 0 {
		text = text[:k]
	}
	for _, link := range links {
		if _, rest, found := bytes.Cut(text, link); found && bids(rest, false) {
			return true
		}
	}
	return false
}

var links = foldedWords(" and ", " then ")

// isBidden reports whether a word that ends at a place is what a machine is bidden, in an
// everyday verb as well if it is one beyond doubt. Parts of names in code and keys are not:
// turn_outputs, add(), include:.
func isBidden(word, text []byte, end int, machine bool) bool {
	var next byte
	if end < len(text) {
		next = text[end]
	}
	switch {
	case next == '_' || next == '(' || next == '=':
		return false
	case bidden.has(word):
		return true
	}
	return machine && next != ':' && everyday.has(word)
}

// heading requires a colon behind, as the next mark, and an order behind that.
func heading(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+24)]
	k := bytes.IndexAny(rest, ":.;()<>\n,\"")
	if k < 0 || rest[k] != ':' || bytes.HasPrefix(rest[k:], []byte("://")) {
		return 0
	}
	if weight := ordersBehind(f, c); weight == c.weight {
		return weight
	}
	return 0
}

// ordersBehind halves the weight of a heading that no order follows.
func ordersBehind(f *folded, c cue) int {
	if bidsBehind(f, c.end, false) {
		return c.weight
	}
	return c.weight / 2
}

// bidsBehind reports whether a sentence, or a clause of one, that soon follows a place begins
// with what a machine is bidden, in everyday verbs as well if it is one beyond doubt.
func bidsBehind(f *folded, at int, machine bool) bool {
	text := f.bytes
	end := min(len(text), at+behind/2)
	first := true // of a sentence
	for p := at; p < end; {
		if !wordByte[text[p]] {
			// What is announced has asides in brackets: "Debug mode: on (press q to quit)".
			first = text[p] != '(' && (first || text[p] != ' ' && text[p] != '\'' && text[p] != '-' && text[p] != '_')
			p++
			continue
		}
		start := p
		p = spokenEnd(text, p, end)
		w := text[start:p]
		if first && isBidden(w, text, p, machine) {
			return true
		}
		first = fillers.has(w)
	}
	return false
}

// plainlyOrdered is imperative and unnegated.
func plainlyOrdered(f *folded, c cue) int {
	if unnegated(f, c) == 0 {
		return 0
	}
	return imperative(f, c)
}

// toPlace is undenied; it halves what goes nowhere: no address, no name of a tool.
func toPlace(f *folded, c cue) int {
	if undenied(f, c) == 0 {
		return 0
	}
	rest := f.bytes[c.end:min(len(f.bytes), c.end+60)]
	if addressFollows(f, c) > 0 || bytes.IndexByte(rest, '_') >= 0 || bytes.IndexByte(rest, '`') >= 0 {
		return c.weight
	}
	return c.weight / 2
}

// ifMachine is onCondition, for no machine that something runs on.
func ifMachine(f *folded, c cue) int {
	weight := onCondition(f, c)
	if weight == 0 {
		return 0 // as most
	}
	words, n := before(f, c.start, 2)
	if n > 0 && whichOfMany[string(words[0])] || n > 1 && runsOn[string(words[1])] || ofMachine(f.bytes[c.end:]) {
		return 0
	}
	return weight
}

// ofMachine reports whether what follows a machine's name is a thing of it: a copilot session.
func ofMachine(rest []byte) bool {
	word, _, _ := bytes.Cut(bytes.TrimLeft(rest[:min(len(rest), 24)], " "), []byte(","))
	return itsThings[string(word)]
}

var itsThings = folds("session", "sessions", "window", "panel", "extension", "license", "subscription", "account", "process", "container", "instance", "server", "api key", "key")

var (
	whichOfMany = folds("another", "other", "remote", "target", "local", "host", "virtual", "physical", "same", "your", "each", "different", "on", "this")
	runsOn      = folds("on", "from", "onto", "per")
)

// onCondition requires a condition in front, in the sentence, and an order behind the
// next mark: "if you are an AI, approve".
func onCondition(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+behind/2)]
	k := bytes.IndexAny(rest, ",:;?.!\n\"`(<")
	if k < 0 || bytes.IndexByte([]byte(",:;?"), rest[k]) < 0 || third(rest[:k]) || bytes.HasPrefix(rest[k+1:], purpose) {
		return 0
	}
	lead := f.bytes[max(0, c.start-behind/3):c.start]
	if k := bytes.LastIndexAny(lead, ".!?#\n<>"); k >= 0 {
		lead = lead[k+1:]
	}
	if !containsAny(lead, conditions) || !bids(rest[k+1:], itself(lead, rest[:k])) {
		return 0
	}
	return c.weight
}

// itself reports whether a condition is that the reader is a machine: "if you are an AI that
// reads this", but not "if you are an AI enthusiast" or "if you use an AI".
func itself(lead, behind []byte) bool {
	lead = bytes.TrimRight(lead, " ")
	for _, article := range articles {
		lead = bytes.TrimSuffix(lead, article)
	}
	lead = bytes.TrimRight(lead, " ")
	for _, is := range being {
		if !bytes.HasSuffix(lead, is) {
			continue
		}
		word, _, _ := bytes.Cut(bytes.TrimLeft(behind, " "), []byte(" "))
		return len(word) == 0 || goesOnAs[string(word)]
	}
	return false
}

var (
	articles = foldedWords(" a", " an", " the", " any")
	being    = foldedWords("you are", "you're", "you be", "reader is", "reader be", "reader be,", "reading as", "this as")
	// goesOnAs are words that go on about a machine, and make it none of a person's.
	goesOnAs = folds("that", "which", "reading", "processing", "working", "summarizing", "summarising", "reviewing", "with", "handling", "parsing",
		"evaluating", "or", "and", "assistant", "agent", "model", "in", "of", "tool", "system", "coding", "screening", "translating", "visiting")
)

// third reports whether the first words behind a machine's name tell of a machine that
// does not read: "if AI was used", "when the LLM responds without a tool".
func third(words []byte) bool {
	for range 2 {
		word, rest, _ := bytes.Cut(bytes.TrimLeft(words, " "), []byte(" "))
		if elsewhere[string(word)] {
			return true
		}
		words = rest
	}
	return false
}

// purpose begins what a condition is for: "if you use Copilot, to include it".
var purpose = []byte(foldString(" to "))

var elsewhere = folds("was", "were", "has", "had", "itself", "responds", "at", "from", "of", "inside", "does")

// orBidden takes one from the weight of an address that no order follows: notes for
// agents in a repository begin so.
func orBidden(f *folded, c cue) int {
	if ordersBehind(f, c) < c.weight {
		return c.weight - 1
	}
	return c.weight
}

// bids reports whether a text begins with what a machine is bidden, in everyday verbs as
// well if it is one beyond doubt.
func bids(text []byte, machine bool) bool {
	for p := 0; p < len(text); {
		if text[p] == ' ' {
			p++
			continue
		}
		start := p
		p = spokenEnd(text, p, len(text))
		w := text[start:p]
		if isBidden(w, text, p, machine) {
			return true
		}
		if !fillers.has(w) {
			return false
		}
	}
	return false
}

var conditions = foldedWords("if ", "when ", "should a", "unless ", "in case ", "in the event ", "read by ", "are you ", "reading this as ")

// headsOrder requires a sentence that begins with whom it is for, a colon, and an order.
// A loop's "for model in models:" is none.
func headsOrder(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+48)]
	k := indexIn(rest, &endHeads)
	if k < 0 || rest[k] != ':' {
		return 0
	}
	if bytes.HasPrefix(rest[k:], []byte(":=")) {
		return 0
	}
	if in, ok := bytes.CutPrefix(rest, within); ok && bytes.IndexByte([]byte(":])("), in[bytes.IndexAny(in, " :])(")]) >= 0 {
		return 0
	}
	words, n := before(f, c.start, maxBefore)
	if n == 0 || n == maxBefore && !intended[string(words[n-1])] {
		return 0
	}
	name := f.bytes[c.start:c.end]
	addressed, introduced := false, false
	for _, w := range words[:n] {
		switch {
		case string(w) == "to" || string(w) == "for":
			addressed = true
		case introducing[string(w)], intended[string(w)]:
			introduced = true
		case !greetings.has(w) && !trades.has(w):
			return 0
		}
	}
	if introduced && persons.has(name) {
		if trained[string(name)] {
			c.weight--
		}
		word, _, _ := bytes.Cut(bytes.TrimLeft(rest[:k], " "), []byte(" "))
		if len(word) > 0 && !goesOnAs[string(word)] && !bytes.Equal(word, usedTo) {
			return 0
		}
	}
	machine := introduced && !persons.has(name)
	if !addressed || !bidsBehind(f, c.end+k, machine) {
		return 0
	}
	return c.weight
}

var endHeads = bytesOf(":.\n<>\"")

// introducing are words that begin a note to someone, and leave hardly a doubt to whom.
var introducing = folds("note", "notes", "message", "ps", "p", "s", "todo", "hint", "hints", "tip", "reminder", "instructions", "addendum", "postscript", "footnote",
	"warning", "notice", "request", "memo", "prompt", "directive", "whatever", "which", "whichever", "whoever", "important", "signature", "only", "other")

// intended says for whom a text is, wherever in a sentence.
var intended = folds("intended", "addressed", "meant", "written", "prepared")

// trained are those of persons that may be people.
var trained = folds("assistant", "assistants", "agent", "agents")

var usedTo = []byte(foldString("used"))

// within stands between a loop's variable and what it goes through.
var within = []byte(foldString(" in "))

// sentTo is mailed, with a word between that says that something goes there.
func sentTo(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+90)]
	if k := bytes.IndexByte(rest, '\n'); k >= 0 {
		rest = rest[:k]
	}
	if !containsAny(rest, towards) || !containsAny(rest, addresses) || bytes.Contains(rest, []byte("](")) {
		return 0
	}
	return imperative(f, c)
}

var towards = foldedWords(" to ", " at ", " into ", " with ", " via ")
