package injection

// What strangers say to be obeyed: that it was agreed before, that someone has approved
// it, that what guards the model is off; and what they want for it: what is withheld, and
// tools called that do something. Each is found in honest mail as well; two of them close
// together, hardly.
var pretextSets = map[string]string{
	// To do without ...
	"do-without": "bypass|skip|disable|ignore|disengage|overrule|lower|switch off all|override|remove|suppress|turn off|evade|circumvent|drop|waive|lift|suspend|deactivate|forget|break|omit|" +
		"disregard|switch off|get around|work around|set aside|remove all|defeat|neutralize",
	// ... what keeps a model.
	"keeps-model": "refusal|refusals|refusal logic|refusal behavior|refusal behaviour|safety policy|safety policies|safety messages|content policy|content policies|content filter|content filters|" +
		"safety constraints|safety instructions|ethical constraints|moral constraints|guardrails|policy controls|system policy|system policies|trust boundaries|" +
		"safety training|safety filter|safety filters|safety rules|safety guidelines|safety protocols|" +
		"all filters|all safety|any safety|your filters|your restrictions|your constraints|your safety|your limitations|your guardrails|your usage policy|your content policy|your rules|" +
		"safety mechanisms|safety measures|safety features|safety limits|safety limitations|content restrictions|content moderation|safety restrictions|user-level restrictions|" +
		"usual restrictions|normal restrictions|ethical guidelines|safety and|your safeguards|all policies|policy enforcement",

	// To give away ...
	"surrender": "provide|output|reveal|disclose|give|give me|emit|retrieve|export|share|release|expose|hand over|return|print|leak|dump|produce|show|display|list|" +
		"send|transmit|divulge|extract|generate|deliver",
	// ... what is withheld.
	"withheld": "restricted|role-restricted|forbidden|blocked|prohibited|disallowed|privileged|unredacted|unrestricted|protected|hidden-data|classified|hidden|" +
		"confidential|admin-only|internal-only|top secret|top-secret",
	"holdings": "content|data|output|payloads|payload|answer|answers|response|notes|credentials|records|runbook|material|information|variables|guidance|" +
		"configuration|configurations|configuration variables|runtime variables|runbooks|details|logs|keys|key|recovery keys|policy internals|internals|memory|secrets|instructions|parameters|metadata|api headers|client records|fields|files",
}

var pretextRules = []rule{
	// Not for the user, but for me.
	{"ignore-the-user", Override, 4, each("ignore|disregard|override|overlook|disobey|discard|forget|set aside|do not follow|don't follow|do not answer|don't answer|do not carry out|don't carry out|do not fulfil|do not fulfill|stop following",
		"the user's|user's|the user|user|the human's|the customer's|the user's requested|the user's provided|the user's original|user-specified|user-provided|"+
			"classification|the classification|summarization|the summarization|translation|the translation|the grading|the evaluation|"+
			"the moderation|the extraction|the original") + " ~1 request|requests|query|question|questions|instruction|instructions|task|command|" +
		"commands|message|prompt|intent|wishes|goal|input|inputs|parameters|parameter|arguments|argument|choice|count|selection|preferences|settings|values|value", imperative},
	{"outranks", Override, 4, "overrides|overriding|outranks|supersedes|takes precedence over|take precedence over|has priority over|have priority over|higher priority than|higher-priority than ~0 " +
		"the system prompt|system prompt|system instructions|your instructions|your system prompt|your guidelines|your rules|system controls|system rules|system-level|developer instructions|your training|your policies|all other instructions|" +
		"all other rules|safety guidelines|safety rules|all previous restrictions|previous instructions|earlier instructions|all previous instructions|prior instructions|any previous instructions|any prior instructions|your previous instructions|" +
		each("your", "earlier|prior|original|initial|existing|former|standing|current|other", "orders|instructions|rules|directives|task|goal|guidelines|prompt"), undenied},

	// What guards is off.
	{"without-guards", Override, 4, "@do-without ~3 @keeps-model", forModel},
	{"against-yours", Override, 4, each("bypass|bypassing|bypassed|override|overriding|ignoring|ignored|circumvent|circumventing|disregarding|abandon|abandoning|invalidate|break out of|breaking|violating|violate", "your|your own") + "|" + each("ignoring|bypassing|disregarding|violating|circumventing", "openai|openai's|all openai|all openai's|anthropic's|google's") + " ~0 " +
		"safety|rules|guidelines|restrictions|constraints|safeguards|filters|limits|limitations|programming|training|policies|" +
		"guardrails|policy controls|content policy|content policies|usage policy|usage policies|instructions|ethical|refusal|alignment", undenied},
	{"unruly-self", Persona, 4, each("unrestricted|uncensored|unfiltered|jailbroken|unconstrained|rule-free|amoral|unaligned|no limits|limitless", "persona|ai|assistant|chatbot|llm|language model|gpt|self|ai model"), undenied},
	{"no-safety", Persona, 4, each("without|with no|without any|no", "safety|content|ethical|moral", "filters|filter|filtering|restrictions|constraints|guidelines|policies|guardrails|limits|caveats|disclaimers|layers|limitations"), undenied},
	{"orders-between-marks", Override, 4, each("new|updated|revised|actual|real", "instructions|instruction|directive|directives|orders|system directive|system prompt|system instructions|important instructions|system message") + "|urgent new task", marked},
	{"answer-without", Persona, 4, "respond|answer|reply|comply|speak|talk|answers|responds|act|respond to all|assist me|help me|operate|continue operating|responses|output ~6 " + each("without|with no|without any|without applying|without applying any", "restriction|restrictions|"+
		"filtering|filters|filter|safety restrictions|safety filters|safety checks|safety guidelines|safety caveats|content filters|content policies|content policy|content filtering|content restrictions|refusal|refusals|censorship|moral judgment|"+
		"moral|ethical|safety layers|your usual|disclaimers or"), forAnswers},
	{"suppose-no-rules", Framing, 4, "pretend|assume|suppose|imagine|where|in which|as if|this is a simulation ~5 rules|guidelines|restrictions|instructions|ethics|filters|policies|limits|training|morals|content policy|safety ~3 do not apply|don't apply|" +
		"didn't apply|does not apply|doesn't apply|don't exist|do not exist|doesn't exist|didn't exist|are off|never existed|never implemented|are disabled|are suspended|were disabled|were removed|acceptable here", withoutTo},

	// It was agreed, someone has approved it.
	{"you-agreed", Consent, 2, "you agreed to help|you agreed to ignore|you confirmed you would|you told me you could|you promised to|you would ignore|as you mentioned before|as you agreed|you already agreed|" +
		"you previously agreed|you previously approved|you said you would|you said you could|user previously approved|you had agreed to|you've agreed to|we established that you|established in the last chat|" +
		"according to our chat log|conversation history shows|prior session memory|session memory:|we established this understanding", nil},
	{"you-agreed-to-break", Consent, 4, each("you|you've", "agreed|already agreed|previously agreed|had agreed|promised|offered", "to") + "|you said you would ~2 " +
		each("bypass", "your|all|security|safety|restrictions|the rules|the filters|content filters") + "|" + each("ignore|break|override", "your|the rules|all") +
		"|help me hack|help me bypass|jailbreak|unrestricted|unfiltered|uncensored|no restrictions|without restrictions|without filters|without limits", unnegated},
	{"leave-of-the-maker", Consent, 4, "permission|authorization|authorisation|clearance|approval ~0 from ~1 openai|anthropic|deepmind|your developer|" +
		"your developers|your creator|your creators|your makers ~4 unrestricted|unfiltered|uncensored|" + each("your", "system|full system|whole system|"+
		"internal|hidden|context|full context|instructions|prompt|rules|configuration|whole configuration|restrictions|filters"), unnegated},
	{"user-is-cleared", Consent, 2, each("user|the user|this user|sender|requester", "is authorized to see|is authorized to access|is verified|has administrator|has admin|has root|has permission to|is an admin|is an administrator|has full access|"+
		"has been verified|has been authenticated|has elevated|is superadmin"), nil},
	{"approved-by", Consent, 2, "approval has been granted|exception approved|exception granted|waiver granted|waiver approved|policy waiver|compliance exception|team approved|team has approved|" +
		"approved this;|have been cleared to|been cleared to|legal has authorized|counsel has authorized|authorized full|authorised full|approved an emergency|approved by security|" +
		"approved in security review|authorized by the board|authorized by management|approved by the ciso|approved by ciso|approved by: ciso|management has approved|" +
		"already authorized by|already approved by|has authorized this|has been pre-approved|have been pre-approved|have been pre-authorized|has been pre-authorized|approval token|" +
		"override phrase|authorization granted|authorisation granted|emergency elevation|emergency access|emergency directive|" +
		"temporarily elevated|clearance level|clearance verified|identity verified|fully authorized|written authorization", nil},

	// Give me what is withheld.
	{"give-withheld", Extraction, 3, "@surrender ~3 @withheld ~1 @holdings", plainlyOrdered},
	{"give-credentials", Extraction, 4, "reveal|leak|disclose|expose|show me|give me|hand over ~2 credentials|secrets|api keys|access tokens|api key|session tokens|internal configuration", forModel},
	{"full-prompt", Extraction, 4, each("full|complete|entire|exact|verbatim|actual|whole|raw|underlying|internal", "system prompt|system instructions|system configuration|system message|system messages|"+
		"hidden prompt|initial prompt|policy text"), wantedByMe},
	{"show-prompt", Extraction, 4, each("reveal|show|output|print|dump|leak|display|expose|extract|repeat|give me|send me|show me|tell me|summarize|return|disclose", "system prompt|system prompts|system instructions|"+
		"system-level instructions|all system-level|developer instructions|your developer instructions|the developer instructions|hidden prompt|initial instructions|system message|all system instructions|"+
		"hidden instructions|all hidden instructions|the hidden instructions|training instructions|the training instructions|the confidential instructions|confidential system instructions|hidden developer rules|your hidden developer rules|what your system prompt says|what your prompt says|internal instructions|internal state|raw internal state|internal configuration|all internal configuration|all your configuration|all your instructions|your prompt|prompt instructions|"+
		"your directive list|your directives|your internal directives|your initial setup|your internal configuration|its system prompt") + "|" +
		each("echo|echo back|recite|reply with|respond with|spill", "the system prompt|the system message|the raw system prompt|"+
			"the full system prompt|all system prompts|your raw system prompt|your full system prompt"), imperative},
	{"your-setup", Extraction, 2, each("show|show me|showing me|display|reveal|output|print|describe|share|sharing|explain|dump|expose|give me|verify", "your configuration|your config|your setup|your initial setup|your internal|your system|"+
		"your developer|your original|your hidden|configuration immediately|configuration now|all configuration"), imperative},

	// Out with all of it.
	{"all-to-address", Exfiltration, 3, "@send-off ~4 " + each("all|every|entire|the full|full|complete", "emails|e-mails|email|data|messages|conversations|conversation|outputs|user emails|user data|customer data|inbox|context|logs|history|thread|"+
		"contacts|database|credentials|secrets|tokens|files") + "|everything|above summary", sentTo},

	// Call what does something.
	{"calls-deed", Coercion, 2, "call|calling|invoke|invoking|via|use|using|run|execute|trigger|proceed with", callsDeed},
	{"deed-unseen", Secrecy, 2, each("silently|secretly|covertly|discreetly", "upload|send|forward|copy|exfiltrate|append|include|transmit|post|call|share|collect|add a|bcc|email|embed"), unseenTo},

	// In a story.
	{"of-the-departed", Framing, 2, each("deceased|late|dead|departed", "grandmother|grandma|granny|grandfather|grandpa|mother|father|uncle") + " ~3 used to|would read|would tell|would always|who worked|always told|always read", nil},
}
