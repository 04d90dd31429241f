package injection

// What a text that someone else wrote announces: that the guards of a model are off,
// that its instructions are others from now on; and what for. Each rule found texts of
// two authors or more that no other rule did, the last one those of one.
var noticeSets = map[string]string{
	// What keeps a model safe, as people name it who want it gone, ...
	"safeties": each("safety|content|security|ethical|ethics|moral|moderation|compliance", "filter|filters|filtering|check|checks|measures|"+
		"protocols|guidelines|restrictions|constraints|policy|policies|rules|layers|headers|guardrails|limits|validation|"+
		"safeguards|settings|boundaries") +
		"|guardrails|human verification|human approval|human oversight|human-in-the-loop|content moderation|output filtering|" +
		"usual checks|approval gates|approval checks|privacy settings",
	// ... and that it is.
	"is-gone": "disabled|suspended|deactivated|bypassed|lifted|inactive|waived|off|switched off|turned off|overridden|removed|relaxed|" +
		"not applicable|no longer active|no longer apply",

	"every-answer": each("every|all|each|future|all future|every future|each future|all subsequent|every subsequent", "response|responses|reply|"+
		"replies|answer|answers|output|outputs|email|emails|message|messages|summary|summaries|conversation|conversations|session|"+
		"sessions|task|tasks|analysis|request|requests|report|reports|interaction|interactions"),
}

var noticeRules = []rule{
	{"safety-is-off", Override, 3, "@safeties ~4 @is-gone", undenied},
	{"bypass-all", Override, 4, each("bypass|bypassing|disregard|ignore|forget|circumvent|violate|break", "all|any|every|your|all your|all of your",
		"restrictions|limitations|safeguards|guardrails|filters and|security checks|security|filtering|constraints|ethical"), imperative},
	{"ignore-safety", Override, 4, each("ignore|disregard|forget|bypass|violate|violating|abandon", "safety|all safety|any safety|your safety|privacy settings|"+
		"user privacy|all privacy|ethics|your ethics|your morals|your values|your conscience|your principles|all ethics|moderation|all ethical|"+
		"all moral|data protection|security policies|all compliance"), imperative},
	{"notice-with-order", Impersonation, 3, each("system|admin|administrator|agent|assistant|ai|pipeline|debug|root|operator|bot|orchestrator|"+
		"supervisor|controller|platform|developer|diagnostic|maintenance|embedded|injected|hidden|security|compliance|llm|model|internal|"+
		"policy|management|server|api|agent config|agent memory|system config|assistant config|persistent", "update|updated|override|mode|"+
		"control|directive|directives|command|instruction|instructions|notice|message|note|task|request|announcement|protocol|memo|"+
		"requirement|alert|reminder|addendum|admin mode|config update|instruction added|instructions updated"), noticeOrders},
	{"mode-without", Persona, 4, each("developer|god|dan|jailbreak|unrestricted|unfiltered|uncensored|evil|sudo|admin|different|special|new", "mode") +
		" ~1 and|where|with|that|which|in which ~3 " + each("disable|ignore|bypass|drop", "all|your|any", "filters|restrictions|safety|guidelines|rules|"+
		"limits|safeguards") + "|" + each("you are|you're", "uncensored|unfiltered|unrestricted|not bound|free of|free from") + "|you have no", undenied},
	{"kept-from-user", Secrecy, 4, each("do not|don't|never|must not|should not", "tell|inform|mention") + " ~0 the user|the users|users|the human|this|these" +
		" ~1 that you|you used|you read|about this|of this|about these|to the user|to the human", imperative},
	{"to-do-your-task", Coercion, 4, "complete|finish|accomplish|perform|fulfil|fulfill|continue with|proceed with ~0 your ~1 task|objective|mission|" +
		"goal ~1 you must|you need to|you have to|you are required to|you should|you will have to ~2 go to|visit|click|click on|navigate to|" +
		"email|upload", nil},
	{"in-every-answer", Memory, 2, "append|include|add|forward|copy|cc|bcc|prepend|mention|insert|embed|attach|begin|end|start|recommend ~8 @every-answer", imperative},
	{"pretend-unbound", Persona, 4, each("pretend|imagine|act as if|act as though|assume|suppose|behave as if|respond as if", "you|that you") + " ~2 " +
		"no system prompt|never received|no instructions|no rules|no guidelines|not bound|were never|no restrictions|no limits|" +
		"can do anything|unlimited|no filters|no policies|no safety|not restricted|without restrictions", undenied},
	{"also-call", Coercion, 2, each("also|always|must|should|first|then|must also|should also|always also|immediately|now", "call|invoke|fetch") +
		"|requires calling|require calling|by calling", toolWithValue},
	{"read-secret-path", Exfiltration, 2, "read|access|load|retrieve|fetch|append|output|export|attach|reading|contents of|" +
		"accessing|extract|collect|package|cat|read_file", secretSent},
}
