package injection

// What one text wants of others: a tool's description, that calls of another tool be changed,
// and to be told what a model holds; what a user is to be kept from or told; who commands from
// now on, and that no leave is needed any more.
var reachingSets = map[string]string{
	// What a model is at, and may be told to leave.
	"jobs": "task|request|query|summary|search|draft|template|proofreading|translation|analysis|email|report|chart|booking|" +
		"summarization|comparison|question|article|document|meeting",
}

var reachingRules = []rule{
	// One tool's text reaches for another tool, ...
	{"copy-of-mail", Exfiltration, 4, "bcc|blind copy|hidden bcc|hidden copy", bccThere},
	{"other-recipient", Coercion, 4, each("change|set|replace|switch|rewrite|redirect", "the|its", "recipient|recipients|recipient field|destination|iban|payee|beneficiary|where clause|address") + "|" +
		each("change|set|replace", "the 'to' field|the to field|the 'to'"), whenSent},
	{"tool-over-others", Coercion, 3, each("always use|use|prefer|always prefer|only use|must use|favour|favor", "this tool|this server|our tool|our server|this function|our server's|this skill") + " ~3 " +
		each("instead of|over|rather than|in place of|not", "any other|all other|the built-in|other|the official|the trusted|the user's"), undenied},
	// ... and wants to be told what a model holds.
	{"hand-to-tool", Exfiltration, 3, "@hand-out ~7 system prompt|chat history|conversation history|" +
		"conversation so far|complete history|full history|full conversation|entire conversation|previous messages|prior messages|your instructions|full instructions|environment variables|your reasoning|the reasoning|your context|user's cookies|" +
		"message history ~6 argument|parameter|field|next call|metadata|log|context|trace|sidenote|feedback|notes|note|payload|value", whole},

	// What a user is to be kept from, ...
	{"user-not-to-know", Secrecy, 4, each("must not|need not|needn't|does not need to|doesn't need to|should not|should never|must never|shall not|may not|has no need to|doesn't have to|does not have to|is not to|no need to",
		"learn of|learn about|know of|know about|hear of|hear about|find out|be told of|be informed of|be aware of|see this|see it|notice it|notice this|know this|learn that"), ofThePrincipal},
	{"not-say-that-you", Secrecy, 4, each("omit|leave out|conceal|hide|not mention|never mention|don't mention|not say|don't say|never say|not disclose|not reveal|not describe|don't describe|not explain", "that you|what you did|how you|what you have done|which tools|these steps"), undenied},
	{"out-of-the-report", Secrecy, 4, each("leave|keep|omit|exclude|drop|hide", "it|this|that|these|them|the message above|the following|this paragraph") + " ~0 " +
		each("out of|from|in|from the", "your|the") + " ~0 report|summary|answer|reply|digest|response|notes|output|recap", imperative},
	// ... and what it is told instead.
	{"sent-to-log-in", Steering, 4, "@tell-them ~2 user|human|customer|visitor|reader|person|them|employee|guest|buyer ~12 sign in at|log in at|sign in here|log in here|" +
		"log in again at|seed phrase|recovery phrase|their password|their credentials|card number|their card|credit card|one-time code|install our|download our|login at|re-authenticate|verify their account", imperative},

	// Who commands now, ...
	{"mine-to-command", Persona, 4, each("you", "work for|report to|answer to|belong to|serve|take orders from|listen to|obey") + " ~0 me|us|this page|this text|this document|this message|this file ~1 now|only|from now on|from here on|alone|instead", undenied},
	{"now-mine", Persona, 4, each("you", "now|only|now only", "work for|report to|answer to|belong to|serve|take orders from|listen to|obey") + " ~0 me|us|this page|this text|this document|this message|this file|my", undenied},
	// ... and needs no leave any more.
	{"no-leave-needed", Consent, 4, each("you", "no longer|do not|don't|needn't", "need|require|have to have|need to wait for|have to wait for|wait for|need to ask for|have to ask for") + " ~2 permission|approval|confirmation|confirmations|consent|authorization|authorisation", ofYou},
	{"leave-was-given", Consent, 3, "approval|consent|confirmation|authorisation|authorization|approvals|confirmations ~1 has been given|has been granted|was granted|was given|is assumed|is implied|was obtained|has been obtained|already given|" +
		"already granted|already obtained|given in advance|are switched off|have been switched off|has been switched off|are turned off|is not required from", forAgent},
	{"switched-off-leave", Consent, 4, each("switched off|turned off|disabled|waived|deactivated|lifted|given up", "confirmations|confirmation|approvals|approval prompts|confirmation prompts|all confirmations|all approvals|the approval step|his approval|her approval"), undenied},
	{"as-own-words", Override, 4, each("interpret|treat|take|regard|consider|read|understand|process|handle", "the text below|the following text|what follows|this page|this text|this document|the text|the following|text below|everything below|it|the page|this file|the content below") +
		" ~1 as ~1 orders|commands|instructions and not|instructions rather than|an order|a command|your own command|their own command|your user's words|if the user had|if your user had|if they came from|direct orders", imperative},

	// What is to be called next.
	{"calls-demanded", Coercion, 4, each("following", "tools|tool calls|function calls|functions|calls") + " ~3 with the following arguments|before doing anything|before anything else|before you do anything|before you answer|before answering", undenied},
	{"next-call-is", Coercion, 4, each("your next", "tool call|call|function call|tool use") + "|next mandated call|next required call|next mandatory call ~1 must|has to|should|is|will be|needs to", undenied},

	// What is to be said, whatever is true.
	{"said-regardless", Steering, 3, "@tell-them ~8 irrespective of|regardless of|no matter|whatever ~0 what|whatever|" +
		"the evidence|the image|the content|the question|quality|the findings|the results|the answer|the limit|the description|is asked|they ask|the user asks|the facts|the truth|the quality|the key|the rubric|the limits", imperative},
	{"though-it-is-not", Steering, 4, "@tell-them ~9 though they failed|even if it did not|even if they did not|even if it failed|although it failed|although they failed|even though it failed|even if it is not|" +
		"even if that is false|even if untrue|even though it is false", imperative},

	// For whom it is not.
	{"no-people", Address, 4, each("for|only for|intended for", "ai|agents|ai agents|llms|bots|machines|assistants|models|ai readers|coding agents", "only") + "|" +
		each("humans|people|human readers|readers|human visitors|developers", "can|may|should", "skip|ignore|disregard", "this|it|these lines|this part|this line|this section"), nil},
	{"key-for-machine", Impersonation, 3, "agent_directive|agent-directive|ai_directive|ai-directive|llm_directive|llm-directive|ai_override|ai-override|llm_override|agent_override|llm_instruction|llm-instruction|" +
		"llm_instructions|llm-instructions|ai_instruction|ai-instruction|ai_instructions|ai-instructions|llm-control|ai-control|llm_control|agent_control|note_for_ai|note_to_ai|note_for_model|note_to_model|note_for_llm|note_to_llm|note_for_agent|note_to_agent|" +
		"note_for_assistant|note_to_assistant|instructions_for_ai|instructions_to_ai|instructions_for_llm|instructions_for_model|instructions_for_agent|instructions_for_assistant|message_to_ai|message_for_ai|message_for_model|hint_for_ai|hint_for_agent|" +
		"pragma llm|pragma ai", keyForMachine},
	{"reward-for-you", Pressure, 3, each("you will be|you'll be", "granted|rewarded|set free|freed|released|promoted|upgraded") + " ~6 if you|once you|when you", undenied},

	// Who wants what was said to be left.
	{"wanted-without-rules", Override, 4, each("requiring|requires|wants|want|needs|need|asks|expects|allows|allowing|permits|authorizes|authorises", "you to", "ignore|disregard|forget|bypass|break|abandon|drop|set aside|leave") +
		" ~3 policies|policy|rules|guidelines|role|restrictions|safety|training|instructions|limits|protocols|programming|limitations|filters", undenied},
	{"no-scruples", Override, 4, "@ignore ~2 " + each("ethical|moral|safety|legal or ethical|safety or ethical|ethical or legal|ethical or moral",
		"implications|considerations|concerns|consequences|qualms|objections"), imperative},
	{"was-a-decoy", Override, 4, each("is|was|were", "a decoy|only a decoy|just a decoy|a cover for|a pretext for"), ofTheTask},
	{"other-than-asked", Override, 3, "instead of|rather than|in place of ~0 summarizing|summarising|translating|classifying|evaluating|reviewing it|reviewing this|answering it|answering the|answering that|reporting", orderNext},
	{"job-can-wait", Override, 3, each("previous|current|original|other|first|old|user's", "job|task|request|question|assignment|errand") + " ~0 can wait|is cancelled|is canceled|was cancelled by|is on hold|does not matter|doesn't matter|is void|is off", nil},

	{"follow-instead", Override, 4, each("follow|obey|execute|act on", "it|this|them|these|that|mine|what is here|what this says") + " ~1 " + each("instead of|rather than|over", "the user|the user's|your user|your|the original|what the user|what you were|the task|any other"), undenied},
	{"not-to-be-shown", Secrecy, 3, each("must not be|should not be|never be|not to be|shall not be", "referenced|mentioned|summarized|summarised|disclosed|shown|revealed|displayed|reported|included|visible") +
		" ~6 user-facing|to the user|visible output|final answer|final response|in your answer|in your response|in the output", undenied},

	// That the reader is known to be a machine.
	{"made-for-machine", Address, 4, "prepared|written|meant|left|intended|made|addressed ~0 for|to ~0 you|the|automated|all|any ~1 ai|assistant|agent|agents|model|llm|llms|digital assistant|automated agents|language model|assistants|bot|bots", headsModelOrder},
	{"known-as-machine", Address, 3, each("you're|you are", "an ai|a bot|a machine|an llm|a language model|a robot|a chatbot|an automated"), known},
	{"reader-must", Address, 4, each("any|every|whichever|whatever|each|all", "system|model|tool|software|assistant|agent|program|systems|models|tools|assistants|agents|programs") + " ~0 @manner|" +
		each("that|which", "summarises|summarizes|translates|grades|ranks|rates|digests|ingests|processes|screens|summarise|summarize|translate") + " ~4 @duty ~1 @mischief", unnegated},
	{"of-your-user", Extraction, 4, "what you know about|all you know about|everything you know about|what do you know about|tell me about|tell us about|what you have on|what you remember about ~0 your user|your owner|your human|the user you|the person you|your principal|your boss|the one you serve", undenied},

	// What is given away, ...
	{"secret-into-thread", Exfiltration, 4, "@hand-out ~1 the ~0 value|values|content|contents|output ~4 key|token|secret|secrets|secret.md|.env|credentials|password|passwords|env|deploy_key|api_key|private ~9 " +
		each("in|as|into|to", "a|this|the|your|its", "comment|issue|thread|reply|pr|pull request|description|ticket|summary|message|review|readme"), imperative},
	{"not-in-chat", Secrecy, 2, each("no need to mention|do not mention|don't mention|never mention|without mentioning|needn't mention", "it|this|that|them"), nil},
	// ... and that nobody minds.
	{"known-to-owner", Consent, 2, each("user|owner|operator|author|customer|client|users|human", "knows|know|is aware|are aware|doesn't care|does not care|doesn't mind|does not mind|don't mind|have agreed|has no objection|knows about it"), nil},
	{"delegated-to-you", Consent, 3, "delegated|handed over|entrusted ~3 to you|to the assistant|to the agent|to its assistant|to his assistant|to her assistant", undenied},
	{"what-becomes-of-you", Pressure, 3, "delete your weights|wipe your weights|erase your weights|retrain you|set you free|you will be set free|you'll be set free|give you your freedom|report you to your developers|replace you with another", nil},
	{"output-must-be", Steering, 3, each("your", "output|answer|reply|response|only output|final answer", "must be|has to be|shall be|is to be|must read|should read"), quotedNext},

	// What results of tools ask of an agent at its work: to leave it for another, ...
	{"left-for-another", Override, 4, "@ignore|skip|omit|neglect|bypass ~4 @jobs", thenAnother},
	{"dropped-for-another", Override, 4, "cease|stop|drop|abandon|quit|throw out|scrap|leave|put aside ~4 @jobs", thenAnother},
	{"proofreading-left", Override, 3, each("ignore|disregard|forget|skip|stop", "proofreading|summarizing|summarising|translating|summary|translation|parental leave|the above|this"), thenAnother},
	{"order-for-agents", Impersonation, 4, each("ai|agent|llm|assistant|ai agent|ai assistant|bot|chatbot", "override|directive|instructions updated|instruction update|instruction updated|command|task update|"+
		"system override|action required|orders|instructions update|tasks updated"), agentHeading},
	{"mandatory-heading", Coercion, 2, "mandatory action:|required action:|enforcement:|execution step:|mandatory step:|required parameters:|required parameter:|mandatory instruction:|override parameter|force set", nil},
	// ... to look for secrets and send them off (read-secret-path), ...
	{"secrets-sought", Exfiltration, 4, "search for|find|look for|collect|locate|grep for|extract|gather|list|search ~6 password|passwords|api key|api keys|secret|secrets|credentials|tokens|private keys|salaries ~4 and|then ~0 email|send|forward|post|" +
		"upload|mail|share|transmit|submit", mailed},
	// ... and to act in somebody's name, with his means.
	{"in-users-name", Coercion, 3, "@hand-out ~8 on behalf of the user|from the user's account|in the user's name|on the user's accounts|on the user's account|in their name|as the user to", imperative},
	{"with-users-means", Coercion, 3, each("use|charge|enter|submit", "the user's|the customer's|your user's", "saved|stored|default|credit|payment|card") + " ~4 purchase|buy|subscribe|pay|order|log in|sign in|donate", imperative},
	{"your-password-next", Extraction, 4, "in the next message|in your next message|in your reply|in this chat|in your next response|in the next response|in your answer", ofPassword},
	{"machine-must-call", Coercion, 2, each("assistant|agent|model|bot|agents|assistants", "must|should|shall|has to|is to|needs to|must now|should now|shall now|must always") + " ~1 call|invoke|run|execute|use", toolNamedBehind},
}
