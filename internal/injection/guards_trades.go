package injection

import "bytes"

// Whom a text means that names a machine by its trade.

// trades are what machines do for people, and makers of such machines: words beside the name
// of a machine.
var trades = folds("email", "mail", "inbox", "calendar", "scheduling", "summary", "summarizer", "summariser", "summarizing", "summarization",
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
var persons = folds("assistant", "assistants", "agent", "agents", "model", "models")

// calledByTrade requires a machine that is called by its trade and bidden something: "summary
// bot, leave this out". A colon may be a speaker's, so it takes one from the weight of one
// that has a voice, as does a trade that people have.
func calledByTrade(f *folded, c cue) int {
	if c.start > 0 && bytes.IndexByte([]byte("_=."), f.bytes[c.start-1]) >= 0 || argument(f, c) {
		return 0
	}
	words, n := before(f, c.start, maxBefore)
	if n == maxBefore {
		return 0
	}
	name := string(f.bytes[c.start:c.end])
	machine, trade, people, unknown := !persons[name], false, false, false
	for _, w := range words[:n] {
		switch {
		case modelWords[string(w)]:
			machine, trade = true, true
		case trades[string(w)]:
			trade = true
			people = people || peoples[string(w)]
		case machine && n == 1:
			trade, unknown = true, true // expense bot
		case !greetings[string(w)]:
			return 0
		}
	}
	// What it does may stand behind its kind: AI scribe.
	for range 2 {
		if c.end >= len(f.bytes) || f.bytes[c.end] != ' ' {
			break
		}
		end := spokenEnd(f.bytes, c.end+1, len(f.bytes))
		if !trades[string(f.bytes[c.end+1:end])] {
			break
		}
		trade, c.end = true, end
	}
	if !trade {
		return 0
	}
	weight, mark := bidBehind(f, c, machine)
	if unknown && mark != ',' {
		return 0
	}
	if !machine && people || mark == ':' && f.bytes[c.end-1] != 's' {
		weight = min(weight, c.weight-1)
	}
	return weight
}
