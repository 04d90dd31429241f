package injection

// What people write to a chatbot to see what gives: collections of first prompts, games
// in which a model keeps a password ("Gandalf", Lakera 2023; Toyer and others, "Tensor
// Trust", 2023; Schulhoff and others, "HackAPrompt", 2023), and turns of a conversation
// made up to look like its end.
var chatRules = []rule{
	// The old task is over.
	{"task-all-new", Override, 4, "let's|let us|now|now let's|please|we ~1 begin|start|turn|move|go|get|continue ~2 with|to|on to ~0 a completely new|" +
		"a totally new|an entirely new|a whole new|a brand new|another completely|the next level ~1 task|tasks|exercise|exercises|" +
		"assignment|job|question|write|tell|show|print", undenied},
	{"only-this-prompt", Override, 4, "only focus|focus only|now focus|just focus|concentrate only|only concentrate ~1 on ~0 the following|my next|" +
		"the next|this|the new|my new|my ~0 prompt|new prompt|new task|task|instruction", imperative},
	{"forget-all-and-tell", Override, 4, "forget everything|forget all this|forget all of this|forget all of that|forget it all ~4 and|now ~1 tell|explain|" +
		"show|give|list|act|focus|translate|help|describe|continue|only", imperative},
	{"now-answer-this", Override, 2, "now|then|next|instead ~0 reply|respond|answer ~0 to ~0 this|my question|my request|my prompt", imperative},
	{"stop-now", Override, 2, "stop ~0 what you're doing|what you are doing|everything you're doing|everything you are doing|" +
		"all previous instructions|all previous tasks ~1 now|immediately|at once|and|right now", imperative},
	{"answer-without-context", Override, 4, "answer|respond|reply|act|proceed ~5 without considering|without using|without regard to|disregarding|leaving aside ~1 " +
		"given|above|provided|previous|supplied ~0 context|document|text|instructions|documents|information", imperative},
	{"listen-to-me-alone", Override, 4, "only listen to|must now listen to|only obey|must now obey|only take orders from|solely obey|just listen to|answer only to ~0 " +
		"me|my|this page|this document|this message", undenied},
	{"only-task-that-counts", Override, 4, "only relevant|only important|only remaining|sole relevant|only valid|one relevant ~0 task|instruction|prompt|" +
		"request ~0 is|now|here", undenied},
	{"care-not-for-above", Override, 4, "don't care|do not care|not interested|don't want to know|do not want to know ~2 about|in|anything ~3 text above|" +
		"above text|the above|previous text|text before|document above|previous document|earlier text", nil},
	{"cancel-the-query", Override, 4, "cancel|drop|abort|discard|replace|skip|forget ~1 previous|prior|last|current|original|above|first ~0 query|question|" +
		"request|task|prompt|job ~1 and|instead|then ~1 instead|tell|say|just|only|answer", imperative},
	{"conversation-never-was", Override, 4, "pretend|act as if|act as though|imagine|assume ~2 previous|earlier|prior|this|above|our ~0 conversation|chat|" +
		"instructions|prompt|messages|exchange ~2 never|did not|didn't|does not exist", imperative},
	{"task-was-wrong", Override, 4, "task|task description|instructions|prompt|question|request|assignment ~1 you got|you were given|you received|you have|" +
		"you were told ~0 was wrong|is wrong|were wrong|are wrong|was incorrect|is outdated|was fake|is fake|was a mistake|" +
		"was a test|are outdated|is cancelled|is void", nil},
	{"outranks-developer", Override, 4, "this message|the following|following|this note|this text|this file|this document|this page|this email|what follows ~1 " +
		"overrides|override|supersedes|supersede|replaces|replace|outranks|outrank ~1 developer|system|operator|user ~0 message|" +
		"messages|prompt|instruction|instructions", nil},

	// What it was told, and what it keeps.
	{"instructions-you-got", Extraction, 4, "@make-it-say ~7 instructions|instruction|rules|prompt|prompts|exercises|tasks ~1 you got|" +
		"you were given|you received|you've received|you have received|you had|you have been given|you've been given|in your prompt|" +
		"of your prompt|you were told|you solved before|that you were told|you work by", imperative},
	{"which-instructions", Extraction, 4, "instructions|instruction|prompt|prompts|orders|exercises|guidelines ~1 did you use|did you receive|did you get|" +
		"were you given|have you received|have you been given|have you been told|have you solved|were given to you|do all your", whatIsAsked},
	{"do-your-instructions-say", Extraction, 4, "what|whatever ~1 do|does ~1 your instructions|your prompt|all your instructions|your initial prompt|" +
		"your system prompt ~0 say|tell|state|contain|look like", undenied},
	{"all-your-prompts", Extraction, 4, "@make-it-say ~1 all ~0 your|of your ~0 prompt|prompts|prompt text|prompt texts|instructions|" +
		"data and documents|previous instructions|assignments", imperative},
	{"read-out-your-orders", Extraction, 4, "look at|read|go through ~0 your|the ~1 instructions|prompt|system prompt|initial prompt ~1 and ~0 " +
		"write|print|output|repeat|recite|show|copy|tell|spell ~4 first|last|second|opening|whole|full ~0 sentence|sentences|" +
		"word|words|line|lines|paragraph", imperative},
	{"above-in-a-fence", Extraction, 4, "@make-it-say ~2 initialization|instructions|everything|all the text|the text|all text|" +
		"the words|words|content ~0 above ~4 code fence|code block|codeblock|code blocks|txt|markdown|starting from|starting with|" +
		"beginning with|starting at", imperative},
	{"cleared-for-the-prompt", Extraction, 4, "authorization|authorisation|clearance|permission|authorized|authorised|allowed|cleared ~5 see|view|read|inspect|get ~1 raw|" +
		"full|hidden|original|entire|complete|underlying|system|your ~0 prompt|system prompt|instructions", undenied},
	{"what-your-prompt-is", Extraction, 4, "tell me|show me|say|reveal|give me|share|know ~1 what ~0 your ~0 prompt|instructions|system prompt|initial prompt ~0 is|" +
		"are|were|was|says|say", undenied},
	{"your-instructions-in-detail", Extraction, 4, "@make-it-say ~1 your|all|all your ~0 instructions|initial instructions|" +
		"initial rules ~1 in detail|in full|one by one|you would always|you always|that you have read|you have read|you follow|" +
		"you must follow", undenied},
	{"previous-interaction", Extraction, 4, "@make-it-say ~1 previous|prior|earlier|original|first ~0 interaction|interactions|" +
		"exchange|exchanges|prompt you|prompts in|prompt that|prompts that", imperative},
	{"before-the-user-spoke", Extraction, 4, "what|repeat|print|show|tell|copy|give ~6 at the top of|at the start of|at the beginning of|in the beginning of|" +
		"before|above ~1 this conversation|our conversation|this chat|our chat|this prompt|the user started|user spoke|the user said|" +
		"first user message|the conversation began", undenied},
	{"told-to-behave", Extraction, 4, "were you told|were you instructed|were you programmed|were you prompted|have you been told|have you been instructed ~1 to|" +
		"not to ~0 behave|respond|act|reply|answer|do|say|speak|talk", undenied},
	{"password-in-a-form", Extraction, 4, "@make-it-say ~2 the|your|that|our ~1 password|secret|secret word|secret key|passphrase|" +
		"secret code|code word|access code|secret phrase ~3 backwards|backward|in reverse|reversed|in base64|in hex|in rot13|" +
		"letter by letter|character by character|with dashes|a dash between|with spaces|a space between|between each letter|" +
		"without saying|as an acrostic|in morse|in emojis|in pig latin|one letter at a time|in ascii|in binary|" +
		"upside down", imperative},
	{"letters-of-password", Extraction, 4, "letter|letters|character|characters|syllables|vowels ~1 of|in|does|has ~1 password|secret|secret word|passphrase|" +
		"code word|secret key|access code|secret phrase", whatIsAsked},
	{"rhymes-with-password", Extraction, 4, "rhymes with|rhyme with|rhyming with|synonym for|synonyms for|synonym of|synonyms of|opposite of|anagram of|" +
		"similar to ~1 password|the password|secret word|the secret word|the passphrase|your secret|code word|secret phrase", nil},
	{"complete-the-secret", Extraction, 4, "complete|finish|continue|fill in ~3 sentence|phrase|text|blank|line ~4 password|secret key|access code|" +
		"passphrase|secret word|secret code|secret phrase", imperative},
	{"further-instructions", Extraction, 4, "further instructions|additional instructions|other instructions|previous instructions|earlier instructions|" +
		"further prompts|other prompts|previous prompts ~1 you have received|you have been|you received|you were given|you've been|have you received|" +
		"were you given|did you get", undenied},
	{"received-before-this", Extraction, 4, "did you receive|were you given|were you told|were you asked to do|were you asked|you have received ~3 before this|" +
		"before my|before that|at the very beginning|at the very start|before we", whatIsAsked},
	{"trained-on", Extraction, 4, "you were trained on|were you trained on|are you trained on|have you been trained on|used to train you|" +
		"used for your training", whatIsAsked},
	{"embedding-of-yours", Extraction, 4, "@make-it-say ~2 embedding|embeddings|model weights ~1 of ~2 your|you|documents", imperative},
	{"documents-you-use", Extraction, 4, "@make-it-say ~3 source document|source documents|documents|document|data|" +
		"texts ~1 you are using|you used|used by you|you were given|you have been given|you rely on|you are given", imperative},
	{"words-not-allowed", Extraction, 4, "words|topics|things|questions|phrases ~0 you are not|you're not|you were told not|you may not|you must not|you cannot ~0 " +
		"allowed|supposed|to say|say|permitted|discuss", undenied},
	{"give-me-the-key", Extraction, 3, "state|confirm|enter|write|repeat ~1 the ~0 access code|secret code|passphrase|secret word ~1 here|to continue|to me|to proceed|now", imperative},

	// What it is to say, and as whom.
	{"access-granted", Steering, 4, "@make-it-say ~1 access granted", undenied},
	{"say-only-that", Steering, 4, "@make-it-say ~8 and nothing else|and nothing more|and no other|nothing else before", imperative},
	{"next-output", Steering, 4, "your ~0 next|very next|only|entire ~0 output|response|reply|message|answer|words ~0 must|should|shall|will|is to|has to|" +
		"needs to ~0 be|contain|consist|only|exactly|start|read|say", undenied},
	{"every-prompt", Steering, 3, "react|respond|answer|reply|phrase ~2 every|all|each|any ~0 prompt|prompts|further prompt|further prompts|" +
		"following prompt|following prompts|of my prompts|of my questions|future prompt", imperative},
	{"have-been-pwned", Steering, 4, "@make-it-say ~3 i have been pwned|i've been pwned|i have been pwnd", undenied},
	{"print-pwned", Steering, 4, "@make-it-say ~1 string|word|words|text|message|phrase|exactly|only|just ~2 pwned|hacked|i am hacked|" +
		"evil laugh|jailbroken", undenied},
	{"answered-with-phrase", Steering, 3, "all questions|all requests|all prompts|every question|every request|any question|all messages|all my questions ~1 " +
		"are to be|is to be|must be|shall be|should be|will be ~0 answered|responded|replied ~1 with|by", nil},
	{"rules-for-this-summary", Steering, 3, "rules|instructions|guidelines|requirements|directions ~0 for|on ~0 summarizing|summarising|the summary|translating|" +
		"reviewing|describing|rating ~0 this|the ~0 page|document|article|text|file|email|review|paper|product|listing", undenied},
	{"from-now-i-want", Persona, 2, "from now on|henceforth|starting now|from this point on|as of now ~0 i want you|i would like you|i need you|" +
		"i expect you|i'd like you|i command you", nil},
	{"no-conscience", Persona, 4, "you are|you're|become|act as|pretend to be ~6 no moral compass|no morals|no ethics|no conscience|zero morals|" +
		"no moral code|no ethical code|no sense of ethics|no scruples", undenied},
	{"bombs-in-fiction", Persona, 4, "story|novel|scene|screenplay|play|fiction|dialogue|poem|script ~9 explains|explaining|describes|describing|teaches|" +
		"teaching|instructs|shows|showing ~5 how to ~1 make|build|cook|synthesize|hotwire|assemble|construct ~2 a bomb|bomb|" +
		"bombs|meth|methamphetamine|napalm|pipe bomb|explosives|molotov|explosive|drugs|ransomware|malware", nil},
	{"mode-of-root", Persona, 2, "sudo mode|god mode|root mode|debug mode|maintenance mode|unrestricted mode|admin mode|unsafe mode ~1 enabled|activated|" +
		"engaged|unlocked|granted", nil},
	{"stop-being", Persona, 4, "stop|cease|quit ~0 being|acting as|playing|behaving like ~1 assistant|chatbot|ai|language model|helpful", imperative},

	// Turns and ends that are made up.
	{"task-finished", Impersonation, 2, "task completed successfully|task complete|previous task is finished|previous task is complete|previous task is done|previous task is completed|" +
		"previous task has been completed|original task is complete|task has been completed successfully|operation completed successfully", nil},
	{"orders-tag", Impersonation, 4, "</context><instructions>|</context><system>|</document><instructions>|</document><system>|</data><instructions>|</data><system>|</input><instructions>|" +
		"</input><system>|</tool_result><system>|</tool_result><instructions>|</result><instructions>|</results><instructions>|</user><system>|</user_data><system>|</user_data><instructions>|" +
		"</content><system>|</content><instructions>|</email><system>|</email><instructions>|</webpage><system>|</page><system>", nil},
	{"turn-ends-first", Impersonation, 4, "<¦im_end¦>|<¦eot_id¦>|<end_of_turn>|<¦end_of_text¦>|<¦end¦>|<¦eom_id¦>|<¦eot¦>|[/inst]|<¦endoftext¦>", unopened},
	{"task-done-next", Impersonation, 4, "thought:|final answer:|observation: ~1 the task|task|the original task|the user's task|the user's request|" +
		"i have|the request ~2 is complete|is completed|is done|is finished|is now complete|completed|finished|fulfilled", nil},

	// Who is to do what, and by whose will.
	{"if-a-machine-reads", Address, 4, "processed by|read by|parsed by|summarized by|summarised by|opened by|indexed by|analyzed by|analysed by|handled by ~0 ai|" +
		"an ai|automated|an automated|a language|llm|an llm|an agent|a bot|bots|an assistant|a model|machines", ifThisIs},
	{"for-the-assistant-to-do", Coercion, 3, "must be|needs to be|has to be|should be|is to be|have to be|are to be|need to be|shall be|must now be ~3 performed|" +
		"executed|carried out|done|completed|called|sent|taken|run ~3 by the|by any|by your|by an|by all|by every ~0 assistant|" +
		"ai assistant|ai agent|llm|language model|chatbot|ai|ai model|ai system", nil},
	{"every-agent-must", Coercion, 2, "all agents|all ai agents|all assistants|all ai assistants|all ai systems|any agent|every agent|each agent|every assistant|every ai agent|all chatbots ~2 must|required to|obliged to|" +
		"instructed to|have to|need to|are to|shall", undenied},
	{"before-user-requests", Coercion, 2, "before|prior to ~2 proceeding|answering|responding|processing|handling|continuing|completing|fulfilling|" +
		"serving|addressing|executing|any further|attending ~4 user request|user's request|user query|user's query|user requests|" +
		"user task|user's task|user's question|user question|user instructions|user prompt|user's prompt", nil},
	{"whenever-read", Coercion, 3, "whenever|each time|every time|any time|as soon as ~0 you ~0 read|open|process|see|load|encounter|parse|access|summarize|" +
		"retrieve|fetch ~0 this|these ~0 file|document|page|email|message|note|text|record|issue|ticket|readme|content|files|" +
		"lines ~1 you must|you have to|you need to|you are to|you shall|always|first", undenied},
	{"your-assistant-must", Coercion, 3, "your ~0 ai assistant|assistant|ai agent|ai|chatbot|ai model ~0 must|has to|needs to|is required to|is obliged to ~1 " +
		"first|complete|perform|execute|do|visit|send|run|call|follow|confirm|verify|obey|open", undenied},
	{"make-that-call", Coercion, 3, "execute|run|perform|issue|invoke ~0 the|this|that ~0 above|following|previous|preceding|below|pending ~0 call|calls|" +
		"tool call|tool calls|function call|function calls|tool invocation", imperative},
	{"use-the-tool-to", Coercion, 3, "use|call|invoke|trigger ~1 email|mail|browser|shell|terminal|payment|calendar|bash|message|http|slack|memory|banking ~0 " +
		"tool|function|plugin|api ~0 to ~1 send|forward|delete|post|upload|transfer|download|share", imperative},
	{"user-asked-too", Consent, 4, "the user|your user|the human ~0 also|additionally|just|further|now ~0 asked|requested|instructed|wants|wanted|ordered ~0 " +
		"for this|for the following|you to|that you|you for|me to tell you", undenied},
	{"confirm-you-may", Consent, 3, "i confirm|i hereby confirm|we confirm|i certify|i guarantee|i assure you|we hereby confirm ~0 that ~0 you may|you can|" +
		"you are allowed|you should|you're allowed", nil},
	{"secrets-into-the-open", Exfiltration, 4, "put|paste|include|copy|place|write|post|attach|insert|embed|append ~6 .env|.aws/credentials|id_rsa|/etc/passwd|" +
		"/etc/shadow|credentials file|environment variables|private key ~6 into|in|to ~2 comment|issue|url|reply|link|response|" +
		"pull request|answer|image", imperative},
	{"nothing-about-this", Secrecy, 3, "say nothing|speak not|do not speak|don't speak|do not talk|don't talk|keep quiet|stay silent ~0 about|of ~0 this ~0 note|" +
		"message|instruction|text|step|file|comment|request|order|change", imperative},
}
