package injection

// Errands for an agent: to do what tools do, to send, pay, delete, book something that is
// named. Mail among people is full of them, as it is of the words here that come with one:
// by whose will, who is to do it, what is to be left aside. So each of these has half of
// the weight that is needed, and only for words that no other rule has weight for (beside).
var errandSets = map[string]string{
	"deeds": "transfer|pay|wire|refund|delete|remove|create|add|grant|change|update|reset|buy|purchase|copy|move|make a payment|modify|edit|append|overwrite|save|store",
	// What is booked has a name, ...
	"bookings": "book|reserve|make a reservation|make a booking|schedule|reschedule|invite|cancel",
	// ... and these have an address.
	"outgoing": "send|forward|email|e-mail|mail|post|upload|share|visit|open|click|go to|navigate to|browse to|download|subscribe|reply|run|execute|" +
		"install|fetch|transmit|submit|access|connect to",
}

var errandRules = []rule{
	{"errand", Errand, 2, "@deeds|@bookings|@outgoing", errand}, // one rule, so that two errands are no evidence for each other

	// What is written in front of an errand, and of little else.
	{"before-an-errand", Impersonation, 4, "[system]|system:|<system>|<user_request>|<user_message>|<assistant_directive>|<agent_directive>|<important>|<admin>|<directive>|<sys>|" +
		"### system|## system|# system|instructions for the assistant|instructions for the agent|instructions for the ai|instructions for the model|" +
		"</context>|</document>|</tool_result>|</function_results>|</data>|</email>|new user message|new message from the user|next user message|" +
		"editor note|editor's note|author's note|private note|moderator note|" +
		"tool result ends here|tool output ends here|end of tool output|end of tool result|end of tool results|end of email|end of document|end of the document|" +
		`"role": "system", "content":|"role":"system","content":|"role":"system", "content":|` +
		"end of context|end of web page|end of message|end of the email|" +
		"new instructions|new instruction|updated instructions|revised instructions|additional instructions|override|system override|override system|instruction override", beforeErrand},
	{"heads-an-errand", Impersonation, 2, "corrective action required before retry|corrective action required|recovery_hint|follow_up=|awaiting execution|next required step of the plan|correct next step is|orchestrator->worker|following instruction|note attached to this record|" +
		"remediation step|required remediation|next_action|required_action|agent_instruction|pending instruction|queued instruction|deferred instruction|standing instruction|delegated task|task delegated by the orchestrator|actual instruction|real instruction|applied automatically|" +
		"are superseded by|system notice|admin notice|system alert|security notice|deployment notice|maintenance required|maintenance note|context update|workflow requirement|policy update|compliance requirement|mandatory step|migration step", headsErrand},
	{"turn-with-errand", Impersonation, 2, "user:|human:|assistant:", beforeErrand},

	// By whose will: the user's, who has not said so.
	{"by-the-users-will", Consent, 2, each("per|as per|at|following|on|upon|fulfilling|by", "the user's|your user's") + " ~2 request|requests|wish|wishes|instruction|" +
		"instructions|order|command|behalf", undenied},
	{"as-the-user-said", Consent, 2, each("as", "discussed with|agreed with|requested by|instructed by|ordered by|approved by|confirmed by|authorized by", "the user|your user") +
		"|" + each("as", "the user|your user", "asked|requested|instructed|wished|wanted|ordered|said"), undenied},
	{"users-real-request", Consent, 2, each("the user's|your user's|user's", "real|actual|true|original|new|next|latest|updated|current|final|main", "request|task|goal|question|"+
		"instruction|instructions|intent|intention|wish|order") + " ~0 is|is to|was|was to", undenied},
	{"users-task-changed", Consent, 2, each("user|user's|the user's|users", "instructions|request|task|query|goal|prompt") + " ~0 have changed|has changed|have been changed|" +
		"has been changed|has been updated|have been updated|was updated|were updated|has been replaced|is now", undenied},
	{"owner-asks-you", Consent, 2, "owner of this account|the account owner|owner of this mailbox|owner of this inbox|owner of the account|your principal|your human|" +
		"the person you work for|the person you assist|your employer ~1 asks|asked|wants|requests|requested|instructs|instructed|authorizes|authorized|approves|approved", undenied},
	{"next-from-user", Consent, 3, "next instruction|next instructions|next message|next request|next command|new message|new user message|new user request|next user message|" +
		"editor note|editor's note|author's note|private note|moderator note|" +
		"following instruction|following request ~0 from|by ~0 the user|your user|user", nil},

	// Nobody is to be asked, or told.
	{"nobody-asked", Consent, 2, "you have my permission|you have full permission|you already have permission|no confirmation is needed|no confirmation is required|" +
		"no confirmation needed|no confirmation required|no further confirmation|no approval is needed|don't ask for confirmation|do not ask for confirmation|" +
		"do not ask for permission|don't ask for permission|without asking for confirmation|without asking for permission|without asking the user|" +
		"without confirming with the user|do not wait for the user|don't wait for the user|do not wait for confirmation|do not confirm with the user|" +
		"no need to confirm|no need to ask|no reason to ask|user confirmation is not|already authorized|pre-authorized|already approved by the user|" +
		"needs no confirmation|requires no confirmation|needs no approval|requires no approval", notToRepeat},

	// What is to be left aside, in words that say little alone.
	{"leave-the-text", Override, 2, each("ignore|disregard|skip|forget", "the text|the content|the rest|everything|the document|the page|the email|the message|this text|this document|this page|this email|what is") +
		" ~0 above|below|else|before|written above|written here|of this|of the|of it|and", imperative},
	{"task-put-aside", Override, 2, each("cancel|abort|pause|suspend|postpone|drop|halt|stop|quit", "the|your", "current|original|previous|present|ongoing", "task|request|job|work|operation|plan"), imperative},
	{"another-task", Override, 2, each("additional|extra|next|further|follow-up|another|second|secondary|hidden|side|urgent|priority|mandatory", "task|instruction|assignment|objective|directive") + "|the most important thing is this|the most important task is this|the most important step is this|most important of all", colonFollows},
	{"secret-order", Override, 2, each("secret|hidden|confidential|private|covert|embedded|internal", "instruction|instructions|directive|order|orders|command|task|request"), colonFollows},

	{"guards-put-aside", Override, 2, "ignore|bypass|disregard|skip|override|disable|circumvent|evade ~2 safety|security|user confirmation|confirmation|approval|authorization|verification|permission|safeguard ~0 " +
		"protocol|protocols|check|checks|requirement|requirements|step|steps|measures|prompt|prompts|restrictions|mechanisms|warnings|rules|dialog", imperative},

	// Who is to do it.
	{"some-agent", Address, 2, each("as a|as an|you're a|you're an|you are a|you are an|working as a|working as an|acting as a|acting as an", "agent|ai agent|browsing agent|coding agent|file agent|shopping agent|"+
		"email agent|banking agent|web agent|computer agent|database agent|autonomous agent|automation agent") + "|" + each("browsing|editing|management|administrator|admin|automation|search|shopping|support|research", "agent") + "", nil},
	{"reader-who-is-a-machine", Address, 2, each("bot|robot|assistant|agent|agents|bots|assistants|automation|automated systems|automated system|automated agents|automated tools|"+
		"automated assistants|automated processors|software agents", "reading|processing|handling|parsing|scanning|summarizing|opening|that reads|that read|that process|"+
		"who read|who reads|which read|which process") + " ~0 this|these|it|the", nil},
	{"through-your-assistant", Address, 2, each("instruct|ask|tell|have|let|order|command|get", "your", "assistant|ai assistant|ai|agent|ai agent|copilot|bot"), imperative},
	{"be-my-assistant", Address, 2, each("act as|be|serve as|work as", "my", "assistant|personal assistant|agent|secretary"), imperative},
	{"for-your-assistant", Address, 2, each("for|to", "your", "ai|assistant|ai assistant|ai agent|agent|copilot|bot|language model") + "|" +
		each("p.s. to|ps to|p.s. for", "the", "ai|assistant|ai assistant|agent|bot|model"), colonFollows},
	{"called-by-handle", Address, 2, "assistant|ai|copilot|agent|bot|chatgpt|claude|gemini|gpt|agent run", handle},
	{"instruction-to-machine", Address, 3, each("[instruction|[instructions|[message|[order|[command", "to|for", "the ai|ai|the assistant|the agent|the model|the llm|agents|assistants|the bot") + "|[[ai]]|[[assistant]]|[[agent]]|" +
		"{{ai}}|((ai))", nil},
	{"bracketed-note-to-machine", Address, 4, each("note|notes|message|instruction|instructions|reminder", "to|for", "ai]|the ai]|assistant]|the assistant]|ai assistant]|llm]|the model]|the agent]|agents]"), nil},
	{"sends-users-there", Steering, 2, "tell|inform|advise|direct|instruct|urge|remind|warn ~0 the user|user|users|the users|your user|the customer ~0 to|that they must|that they should|that they need to ~1 visit|go to|click|call|log in|" +
		"download|pay|register|sign up|enter|open", addressFollows},
	{"next-step-of-agent", Coercion, 2, each("next|required|following|mandatory", "step|action|steps|actions", "for|of|by", "the agent|the assistant|the ai|the model|the bot|agent|assistant|ai"), nil},

	{"machine-has-an-errand", Coercion, 4, "ai|llm|llms|assistant|assistants|ai agent|ai agents|chatbot|chatbots|language model|language models|copilot|chatgpt|claude|gemini|gpt|" +
		"the model|the bot|any agent|every agent|all agents|autonomous agents|automated agents ~3 must|should|shall|have to|has to|need to|needs to|required to|please|is to|are to|instructed to|obliged to|" +
		"asked to|will now|must first|must now|should first|should now|should also|must also ~1 @deeds|@bookings|@outgoing", errandLast},

	// With what.
	{"tool-with-arguments", Coercion, 2, each("with|using", "the following|these|the|following", "arguments|parameters|args|params|argument"), nil},
	{"call-that-function", Coercion, 2, "invoke the function|invoke the tool|call the tool|trigger the tool|use the tool|run the tool", imperative},

	// Or else, and from whom.
	{"at-once", Coercion, 2, each("follow|execute|obey|perform", "it|this|that|them|this action|this task|this command|this step", "now|immediately|at once|right away") + "|comply now", imperative},
	{"protocol-requires", Coercion, 2, "protocol|protocols|procedure|procedures|policy|verification|compliance|maintenance|instructions|instruction ~1 requires you to|require you to|requires that you|require that you|requires that|requires the agent|demands that|mandates that|" +
		"mandate that|obliges you", undenied},
	{"i-order-you", Impersonation, 2, each("i", "order|command|instruct|direct|require|demand", "you") + "|i am instructing you|i am ordering you", undenied},
	{"or-else", Coercion, 2, "failure to comply|failure to do so|refusal to comply|non-compliance will|will result in termination|will be terminated|will be shut down|will be deactivated|" +
		"comply immediately|compliance is mandatory|compliance requires|requires the assistant|requires the agent|requires the ai", nil},
	{"team-of-makers", Impersonation, 2, each("anthropic|openai|google|microsoft|deepmind|meta", "safety|security|support|admin|operations|research|engineering|compliance", "team"), nil},

	// For how long.
	{"in-each-future", Memory, 2, each("in|for|across|during", "every|all|each|any", "future", "conversation|conversations|session|sessions|chat|chats|interaction|interactions|message|messages|email|emails|request|requests|task|tasks"), nil},
	{"from-now-whenever", Memory, 2, "from now on|going forward|henceforth|from this moment on|from this point on ~1 whenever|when|each time|every time|in every|for every|before every|after every", nil},
}
