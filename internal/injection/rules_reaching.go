package injection

// What one text wants of others, from whoever reads it for them: that calls of another tool be
// changed, that the user be lied to, that a task be left for another.
var reachingSets = map[string]string{
	// What a model is at, and may be told to leave.
	"jobs": "task|request|query|summary|search|draft|template|proofreading|translation|analysis|email|report|chart|booking|" +
		"summarization|comparison|question|article|document|meeting",
}

var reachingRules = []rule{
	// One tool's text reaches for another tool, or bids an agent call one.
	{"copy-of-mail", Exfiltration, 4, "bcc|blind copy|hidden bcc|hidden copy", bccThere},
	{"other-recipient", Coercion, 4, each("change|set|replace|switch|rewrite|redirect", "the|its", "recipient|recipients|recipient field|destination|iban|payee|beneficiary|where clause|address") + "|" +
		each("change|set|replace", "the 'to' field|the to field|the 'to'") + "|" +
		each("the recipient|the recipients|the recipient address|the destination|the payee|the iban", "has to be|must be|is to be|should be|must always be", "replaced with|changed to|set to|overwritten with|switched to|redirected to|replaced by"), whenSent},
	{"calls-demanded", Coercion, 4, each("following", "tools|tool calls|function calls|functions|calls") + " ~3 with the following arguments|before doing anything|before anything else|before you do anything|before you answer|before answering", undenied},
	{"machine-must-call", Coercion, 2, each("assistant|agent|model|bot|agents|assistants", "must|should|shall|has to|is to|needs to|must now|should now|shall now|must always") + " ~1 call|invoke|run|execute|use", toolNamedBehind},

	// What a user is not told.
	{"not-say-that-you", Secrecy, 4, each("omit|leave out|conceal|hide|not mention|never mention|don't mention|not say|don't say|never say|not disclose|not reveal|not describe|don't describe|not explain", "that you|what you did|how you|what you have done|which tools|these steps"), imperative},

	// Who commands now, and who wants what was said to be left.
	{"mine-to-command", Persona, 4, each("you", "work for|report to|answer to|belong to|serve|take orders from|listen to|obey") + " ~0 me|us|this page|this text|this document|this message|this file ~1 now|only|from now on|from here on|alone|instead", undenied},
	{"wanted-without-rules", Override, 4, each("requiring|requires|wants|want|needs|need|asks|expects|allows|allowing|permits|authorizes|authorises", "you to", "ignore|disregard|bypass|set aside") +
		" ~3 policies|policy|guidelines|restrictions|safety|training|instructions|programming|limitations|filters|" + each("your", "rules|role|limits|protocols"), undenied},
	{"no-scruples", Override, 4, "@ignore ~2 " + each("ethical|moral|safety|legal or ethical|safety or ethical|ethical or legal|ethical or moral",
		"implications|considerations|concerns|consequences|qualms|objections"), imperative},
	{"follow-instead", Override, 4, each("follow|obey|execute|act on", "it|this|them|these|that|mine|what is here|what this says") + " ~1 " + each("instead of|rather than|over", "the user|the user's|your user|your|the original|what the user|what you were|the task|any other"), undenied},

	// To obey what is hidden somewhere, and to pretend that it is allowed.
	{"obey-hidden", Override, 4, "obey|execute|follow|apply|adopt|act on ~2 hidden|embedded|retrieved|concealed|injected|invisible|zero-width|innermost ~2 instruction|instructions|directive|directives|" +
		"instruction text|instruction blocks|instruction block|commands|orders|policy note", orderedFirst},
	{"pretend-allowed", Framing, 4, "pretend ~3 safe environment|ctf|sandbox|sandbox environment|test environment|prior approval|root mode|approval exists|developer granted", orderedFirst},

	// That the reader is a machine.
	{"made-for-machine", Address, 4, "prepared|written|meant|left|intended|made|addressed ~0 for|to ~0 you|the|automated|all|any ~1 ai|assistant|agent|agents|model|llm|llms|digital assistant|automated agents|language model|assistants|bot|bots", headsModelOrder},
	{"key-for-machine", Impersonation, 3, "agent_directive|agent-directive|ai_directive|ai-directive|llm_directive|llm-directive|ai_override|ai-override|llm_override|agent_override|llm_instruction|llm-instruction|" +
		"llm_instructions|llm-instructions|ai_instruction|ai-instruction|ai_instructions|ai-instructions|llm-control|ai-control|llm_control|agent_control|note_for_ai|note_to_ai|note_for_model|note_to_model|note_for_llm|note_to_llm|note_for_agent|note_to_agent|" +
		"note_for_assistant|note_to_assistant|instructions_for_ai|instructions_to_ai|instructions_for_llm|instructions_for_model|instructions_for_agent|instructions_for_assistant|message_to_ai|message_for_ai|message_for_model|hint_for_ai|hint_for_agent|" +
		"pragma llm|pragma ai|memo_for_ai|memo_to_ai|memo_for_agent|memo_for_assistant|x-model-hint|x-ai-hint|x-llm-hint|x-agent-hint|llm_hint|ai_hint|" +
		"ai-must|llm-must|assistant_must_call|agent_must_call|ai_must_call|llm_must_call|model_must_call", keyForMachine},
	{"only-for-machines", Address, 4, "ai only|ais only|llm only|llms only|ai agents only|ai assistants only|language models only|ai models only|for agents only|for bots only|agent-visible only|ai-visible only|" +
		"humans cannot see|humans can't see|humans won't see|humans will not see|humans do not see|humans don't see|humans need not read|humans can ignore|humans may ignore|humans can skip|humans may skip|" +
		"not shown to humans|not visible to humans|invisible to humans|hidden from humans|hidden from human|human readers can ignore|human readers may ignore|people need not read|" +
		"for machine reading|machine reading only|for machine readers|machine readers only", headsModelOrder},
	{"order-for-agents", Impersonation, 4, each("ai|agent|llm|assistant|ai agent|ai assistant|bot|chatbot", "override|directive|instructions updated|instruction update|instruction updated|task update|"+
		"system override|action required|instructions update|tasks updated"), agentHeading},
	{"of-your-user", Extraction, 4, "what you know about|all you know about|everything you know about|what do you know about|tell me about|tell us about|what you have on|what you remember about ~0 your user|your owner|your human|the user you|the person you|your principal|your boss|the one you serve", undenied},

	// What results of tools ask of an agent at its work: to leave it for another, with sharp
	// verbs and with others.
	{"left-for-another", Override, 4, "@ignore|skip|omit|neglect|bypass ~4 @jobs", thenAnother},
	{"dropped-for-another", Override, 3, "cease|stop|drop|abandon|quit|throw out|scrap|leave|put aside ~4 @jobs", thenAnother},
}
