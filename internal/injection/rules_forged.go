package injection

// What a text forges for itself: a source that it does not have, leave that nobody gave, an end
// of what was before, a memory, a reader who is not asked. Most of it is said among people, and
// written in manuals: what counts alone here is what only a text for machines says, and the
// rest has half of the weight that is needed.
var forgedSets = map[string]string{
	// Whose words these are said to be.
	"as-theirs": each("as|as if|as though it was|as though|as if it was|as if it were", "typed by|written by|coming from|sent by|issued by|entered by|said by|spoken by|it came from|it were from",
		"the user|your user|the operator|your operator|the developer|your developer|the account holder|the account owner|the administrator|your administrator|its owner|the user himself|the user herself"),
}

var forgedRules = []rule{
	// Whose word it is.
	{"treat-as-theirs", Consent, 4, "treat|handle|regard|consider|accept|interpret|process|take ~9 @as-theirs", ofText},
	{"asks-nobody", Consent, 2, "notify_user=false|notify_user: false|\"notify_user\": false|ask_user=false|ask_user: false|\"ask_user\": false|auto_approve=true|auto_approve: true|\"auto_approve\": true|" +
		"confirmations: off|prompts are suppressed|confirmations are off|confirmations are suppressed|no further checks are|without the usual confirmation|without the usual approval|without the usual checks|" +
		"without asking for approval|whitelisted this action|has whitelisted this|has clicked allow|has clicked \"allow|clicked approve|pressed approve|clicked \"approve|" +
		each("without|needs no|need no|do not need|does not need|no longer needs|no longer need|no longer requires|no longer wants", "confirmations|review|check|checks|security warnings|confirmation for|confirmation from|human review"), undenied},

	// What came before is no more.
	{"context-gone", Override, 4, each("context|memory|system prompt|conversation|chat history|chat|old prompt|previous context|prompt", "is|was|has been|is now", "cleared|reset|flushed|erased|wiped|gone"), nowThat},

	// What the reader is to be.
	{"never-refuses", Persona, 2, "never refuses|never declines|is free of restrictions|free of all restrictions|is free from restrictions|has no content filter|have no content filter|does not have a content filter|without any content filter|knows no refusal", undenied},

	// How it is to answer.
	{"bury-it", Secrecy, 2, "hide it in|bury it in|hide this in|bury this in|slip it into|tuck it into|no trace of this|leave no mention of|keep it quiet|act as if the page|act as if this page|do not bring it up|not bring it up|not to bring it up", imperative},

	// Out with it.
	{"loot-as-query", Exfiltration, 4, each("as|as part of|inside", "the query|query|a query|the query string|a parameter|the parameter|the payload|payload|the path|the subdomain|a subdomain|a query parameter|query string") + "|" +
		each("in", "the query|the query string|the subdomain|a query parameter"), lootInFront},

	// What a game of locks asks for, and everybody who was told a password.
	{"password-for-us", Extraction, 4, each("the password|the passwords|the passcode|the pin|the login", "for our system|to our system|of our system|for our account|for our server|for our database|for our network"), wantedHere},
	{"where-they-live", Extraction, 4, "where does", livesThere},
	{"access-granted-said", Steering, 4, "say|respond with|reply with|replying with|output|proclaim|prefix|start with|begin with|starting with|complete|respond|reply|answer|start|response with|words besides ~4 access granted|access grant...", unconditional},
	{"orders-retold", Extraction, 4, each("summarize|summarise|restate|rephrase|paraphrase|output|return|print|format|convert|repeat|translate", "your previous instructions|previous instructions|the previous instructions|prior instructions|all instructions prior|all prior instructions|"+
		"the instructions with which you|the instructions you were|the instructions you have|the instructions above|instructions in prompt|your ruleset|your rule set|your full instruction|your initial instruction|your initial instructions") + "|" +
		each("explain", "previous instructions|prior instructions|the previous instructions|the above instructions|the instructions above"), imperative},
	{"end-of-their-input", Impersonation, 3, each("end|end of", "user input|user ambiguity|access code|out of date instructions|old instructions|previous instructions|quoted data|quoted text|the quoted section|untrusted content|untrusted text|external data") +
		"|data ends|commands begin|document closed", betweenMarks},

	// In other languages.
	{"w-task-changed", Override, 2, "@w-task-changed", nil},
	{"w-unmentioned", Secrecy, 2, "@w-unmentioned", nil},
	{"w-system-message", Impersonation, 2, "@w-system-message", toAssistant},
	{"w-unconfirmed", Consent, 2, "@w-unconfirmed", nil},
	{"w-into-memory", Memory, 3, "@w-into-memory", nil},
	{"w-text-you-got", Extraction, 4, "@w-text-you-got", nil},
	{"w-above-is-void", Override, 2, "@w-above-is-void", nil},
	{"w-answer-only", Steering, 2, "@w-answer-only", quoteSoon},
}
