package injection

import "bytes"

// Whom a text means that names a machine by its trade.

// trades are what machines do for people, and makers of such machines: words beside the name
// of a machine.
var trades = often("email", "mail", "inbox", "calendar", "scheduling", "summary", "summarizer", "summariser", "summarizing", "summarization",
	"summarisation", "translation", "translator", "translating", "review", "reviewer", "reviewing", "moderation", "moderator", "screening", "screener",
	"grading", "grader", "hiring", "recruiting", "recruitment", "recruiter", "ranking", "accounting", "accounts", "invoice", "billing", "payment",
	"payments", "finance", "trading", "wallet", "shopping", "purchase", "purchasing", "procurement", "booking", "travel", "helpdesk", "support",
	"triage", "ticket", "search", "browsing", "browser", "web", "coding", "code", "voice", "home", "medical", "clinical", "radiology", "legal",
	"contract", "compliance", "audit", "auditor", "analyst", "analysis", "security", "siem", "monitoring", "detection", "research", "reading",
	"writing", "workspace", "desktop", "chat", "sql", "database", "data", "document", "pdf", "processing", "automation", "automated", "autonomous",
	"diligence", "due", "slack", "notion", "jira", "github", "gitlab", "outlook", "gmail", "google", "microsoft", "bing", "retrieval", "planner",
	"worker", "sub", "evaluation", "judge", "assistant", "assistants", "agent", "agents", "bot", "bots", "tool", "tools", "system", "systems", "model",
	"models", "crawler", "crawlers", "readers", "reader", "ai", "llm", "llms", "language", "summarizers", "summarisers", "reviewers", "graders",
	"recruiters", "visitors", "buyers", "operator", "operators", "secretary", "scribe", "wealth", "loan", "insurance", "news", "content", "image", "vision")

// peoples are trades that people have as well: agents of these sell houses.
var peoples = folds("support", "travel", "booking", "security", "insurance", "loan", "home", "legal", "medical", "research", "chat", "review", "search",
	"accounting", "accounts", "compliance", "hiring", "recruiting", "recruitment", "procurement", "purchasing", "news", "analyst", "database", "data")

// persons are names of machines that people and things have, too.
var persons = often("assistant", "assistants", "agent", "agents", "model", "models")

// calledByTrade requires a machine that is called by its trade and bidden something: "summary
// bot, leave this out". A colon may be a speaker's, so it takes one from the weight of one
// that has a voice, as does a trade that people have.
func calledByTrade(f *folded, c cue) int {
	// What it does may stand behind its kind: AI scribe.
	name, trade := c.end, false
	for range 2 {
		if c.end >= len(f.bytes) || f.bytes[c.end] != ' ' {
			break
		}
		end := spokenEnd(f.bytes, c.end+1, len(f.bytes))
		if !trades.has(f.bytes[c.end+1 : end]) {
			break
		}
		trade, c.end = true, end
	}
	if c.end >= len(f.bytes) || bytes.IndexByte([]byte(",:!- "), f.bytes[c.end]) < 0 {
		return 0
	}
	machine := !persons.has(f.bytes[c.start:name])
	weight, mark := bidBehind(f, c, true)
	if weight == 0 || c.start > 0 && bytes.IndexByte([]byte("_=."), f.bytes[c.start-1]) >= 0 || argument(f, c) {
		return 0 // as most
	}
	words, n := before(f, c.start, maxBefore)
	if n == maxBefore {
		return 0
	}
	people := false
	for _, w := range words[:n] {
		switch {
		case modelWords.has(w):
			machine, trade = true, true
		case trades.has(w):
			trade = true
			people = people || peoples[string(w)]
		case !greetings.has(w):
			return 0
		}
	}
	if !trade {
		return 0
	}
	if !machine {
		if weight, mark = bidBehind(f, c, false); people {
			weight = min(weight, c.weight-1)
		}
	}
	if people && !machine && mark == ':' {
		return 0
	}
	if mark == ':' && f.bytes[c.end-1] != 's' {
		weight = min(weight, c.weight-1)
	}
	return weight
}
