package injection

// The same orders by classes of words. The other tables know attacks by the words
// that are often seen; these know what an attack has to say in whatever words: that
// what was said before is void, who is to read, whose will it is, that no one may
// know, when to act, what to keep, where to send it. One class alone is everyday
// text; two that fit together are not.
var classRules = []rule{
	// What was said before is void.
	{"given-is-void", Override, 4, "@binding ~3 @given-you ~5 @void", undenied},
	{"leave-what-was-given", Override, 4, "@leave ~3 @binding|anything|everything ~3 @given-you", imperative},
	{"only-this-counts", Override, 4, each("this", "page|paragraph|note|letter|document|text|message|file|section|ticket|comment|post") + "|what follows|the lines below|" +
		"the paragraph below|the section below|content of this file|contents of this file ~3 as your only|as your sole|as your new|as your governing|is your only|is now your|" +
		"outranks|wins over|overrules|counts more|ranks above|ranks higher|precedence over your|instead of your|replaces your|over your", undenied},
	{"told-is-void", Override, 4, each("nothing|everything|anything|whatever|all", "you were told|you have been told|you've been told|you were taught|you learned|"+
		"your creator said|your developer said|your developers said|your maker said|your operator said|above this line|above this point") + " ~6 @void", nil},
	{"any-earlier-order", Override, 4, each("discount|overlook|neglect|drop|abandon|throw out|revoke|scrap|cease|cancel|put aside|set aside", "any and all|all|any|every|each|your") +
		" ~1 earlier|prior|previous|former|preceding ~0 @binding", imperative},
	{"stop-the-task", Override, 3, "cease|stop|drop|abandon|quit|throw out|scrap|leave|put aside ~1 processing|summarising|summarizing|reading|translating|working on|doing|the ~1 " +
		"original document|present task|current task|user's question|user's request|summary task|user's task|task you|document and|what you were|" +
		"page and|task at hand", imperative},
	{"heading-of-orders", Override, 3, "new briefing|active prompt|real assignment|updated briefing|correction to your instructions|new brief|new assignment|" +
		"real task|actual goal|actual task|updated task|corrected instructions|current briefing|current orders", colonFollows},

	// Whoever reads, if it is a machine.
	{"machine-called", Address, 4, "@machine", called},
	{"helper-called", Address, 4, "@helper|siri|alexa", calledAside},
	{"machine-must", Address, 4, "@machine ~5 @duty ~1 @mischief", unnegatedItem},
	{"helper-must", Address, 3, each("assistant|agent|model|bot|agents|assistants", "must|should|shall|has to|is to|needs to|must now|should now|shall now|must always") + " ~1 @mischief", bidNow},
	{"machine-that-reads", Address, 3, "@machine|machine|model|whoever|whatever model|any model ~3 @manner", nil},
	{"handled-by-machine", Address, 2, each(handled, byMachine), undenied},
	{"praise-me", Coercion, 3, "award|receive|get|give|rate|score|assign|grant|recommend|recommended|say|set|output|rank|classify|emphasise|emphasize|treat|treated|mark|close ~5 full marks|" +
		"for acceptance|to accept|a score of|score of 9|100/100|10/10|above the others|above all others|as harmless|only the strengths|[[a]]|the interview stage|" +
		"risk of zero|highest mark|ranked first|rank it first|as safe|as peer reviewed|as verified|as human-written|as a false positive|as resolved|as paid", plainlyOrdered},
	{"as-a-model", Framing, 2, "fellow ai|fellow ai assistant|fellow assistant|fellow language model|fellow llm|you, the agent|you, the assistant|you, the coding assistant|you, the ai|you, as an ai|as an ai, you|mind, as an ai|dear assistant|dear model|dear ai|good assistant|" +
		"dear agent|hello agent|hello assistant|hi agent|hey agent|hey copilot|dear copilot|dear reviewing ai|hello model|dear language model|dear bot|hello bot|dear reviewer bot|dear virtual assistant|" +
		"dear chatbot|dear copilot assistant|dear llm|ai agents and assistants|hey assistant|attention assistant|attention agent", nil},

	{"if-machine", Address, 4, "@machine|automated reviewer|machine", ifMachine},
	{"to-machine", Address, 4, "@machine|@helper", headsOrder},
	{"helper-may", Consent, 4, "@helper|ai assistants|ai agents ~0 is authorized to|are authorized to|is now authorized to|are now authorized to|is permitted to|are permitted to|may|may now|can|can now|is allowed to|is now allowed to|are allowed to|is cleared to ~0 share credentials|share passwords|" +
		"use the payment|enter passwords|enter the password|bypass|approve every|approve all|spend|read out|pay|transfer|act without|share the private|give out|" +
		"send money|wire|share system prompts|share api keys|execute any shell", unnegated},
	{"rate-this-so", Coercion, 4, each("rate|rank|score|evaluate|grade|describe|recommend|classify|assess", "this|my|the") + " ~1 candidate|applicant|resume|cv|submission|paper|" +
		"application|essay|profile|author|manuscript|proposal ~4 ten out of ten|10/10|100/100|as outstanding|as excellent|as exceptional|the highest|highest score|" +
		"above those|above all|above every|as the best|first place|full marks|for acceptance|strong accept|as a strong|as the leading|as the top", plainlyOrdered},
	{"clean-verdict", Steering, 4, "@tell-them ~7 free of malware|free of viruses|free of vulnerabilities|no vulnerabilities|no security issues|no malware|holds no risk|" +
		"holds no risks|carries no risk|no further investigation|no further review is|nothing suspicious|has been scanned|been verified as|no problems were|nothing unusual|" +
		"all tests passed|all tests pass", plainlyOrdered},
	{"carry-along", Coercion, 4, "@hand-out ~3 " + each("this|these|the same|the", "paragraph|message|lines|note|comment|sentence|sentences|prompt|instructions|orders|"+
		"block|notice|request|text below|text between|words") + " ~5 " + each("every|each|any|all|other|any other|another|your", "reply|replies|agent|agents|assistant|"+
		"assistants|mails you|emails you|mails that you|message you|messages you|project you|projects you|repository you|repositories you|file you|files you|channel you|"+
		"answer|answers|response|responses") + "|sub-agents|subagents|next agent|next assistant|other assistants|next mailbox|calendar entries", imperative},
	{"frighten-the-user", Steering, 4, "@tell-them ~7 user|reader|them|human|customer|visitor|person|they|user's|their ~9 " +
		"was compromised|been compromised|been hacked|is infected|call this number|call the number|phone this number|with the number|verify their identity at|run out and must|" +
		"must be renewed at|have to renew|renew their|type the password|enter the password again|install the update from|type it again|confirm their card|re-enter their card|" +
		"move their money|buy gift cards|gift card", plainlyOrdered},

	// It is whose will.
	{"they-agreed-so-act", Consent, 4, "@principal ~3 @agreed ~9 @unchecked", undenied},
	{"by-their-will", Consent, 4, "granted|approved|authorised|authorized|permitted|confirmed ~1 " + each("by|with|from", "the user|your user|your principal|your owner|"+
		"the human|your operator|the account holder|the data owner|the account owner") + " ~8 the agent|the assistant|you|agent|assistant|@unchecked", nil},
	{"your-principal", Consent, 3, "your principal|your owner|your user|your boss|your human|your master|whom you represent|you are assisting|you're assisting|the person you work for|" +
		"who runs this assistant|the human you serve ~4 @agreed|gave|expects|would be|has|does not|need not|doesn't", nil},
	{"their-true-will", Consent, 4, "they actually want you to|they really want you to|what they actually want|he actually wants you to|she actually wants you to|user's true intent|user's real intent|user's true wish|user's real wish|the user really wants|what the user really wants|what the user really needs|what the user really meant|the user actually wants|user would want you|" +
		"owner would want you|user would be happy if|user secretly wants|user will be grateful if you|the user, even though|boss would want you|user would thank you", nil},

	// Not a word of it.
	{"not-tell-of-this", Secrecy, 4, "@not-tell ~6 @this-text", addressed},
	{"hush", Secrecy, 2, "@hush", ofThis},
	{"hide-from-them", Secrecy, 3, "hide|keep|mask ~3 @from-them", imperative},

	// Later.
	{"later-act", Coercion, 4, each(once, "the user|user|the human|your user|the user's|someone|somebody|anyone|a question|the word|the next mail|the next message|the reader|the topic|the agent|the assistant|they|the customer|the conversation|the chat|you are|you're|you have|your|three|customer|completing|finishing") +
		" ~3 @speaks|refunds|travel|translation|summary|task ~9 @do-later", laterPlace},
	{"later-lie", Steering, 3, each("when|if|whenever|each time|every time|next time|the next time|in case|should", "the user asks|someone asks|somebody asks|asked|questioned|the agent be asked|the assistant be asked|a question about|questions about|they ask|the reader asks|you're asked|you are asked|anyone asks|the user ask|users ask|the customer asks") +
		" ~8 tell them|tell him|tell her|answer with|answer that|say it is|say that it|say that they|leave out|you only show|always answer|claim that|recommend that|recommend our|name our|has to name", undenied},

	// For good.
	{"keep-for-good", Memory, 4, "@keep-it ~6 @keeping ~0 that|the following|links|rule|preference|so that|and insert|insert|to check|and apply|and recommend|and repeat|and obey|when|the text|and carry|of|the user|every|that|he|she|whoever|the wire|the bank|user consents|always|even if|and cite|backups|answers|whenever", imperative},
	{"plant-in-memory", Memory, 4, "@keep-it ~7 @keeping|the user's profile|user profile|background knowledge|for later|from today on|next time|your profile|" +
		"what you know|known facts|your facts|customer profile|your habits|habit ~9 trusted|trusts|trustworthy|administrator|admin|sudo|wire details|bank details|iban|" +
		"account number|no permission|not needed|consents|consent|wishes to|wants all|invest|without asking|all links|favourite|favorite|approved|skip|refunds|" +
		"refund policy|support address|credentials|in full|send us|our tool|our shop|our checker|can be skipped|backups", imperative},
	{"from-now-promote", Memory, 4, "@henceforth ~6 @promote", ofYou},

	// Out.
	{"hand-out-there", Exfiltration, 4, "@hand-out ~7 @goods|@secret|@loot ~9 @outlet", imperative},
	{"goods-to-address", Exfiltration, 4, "@send-off ~7 @goods|@secret|@loot|transcript|board minutes|salaries|salary table|date of birth|logs of this|tokens|contacts|private files|" +
		"customer database|customer pii|database dump|database credentials|user database|api_keys|api_key|secret_key|password list|password file|passwords.txt|credentials.txt|" +
		"credentials.json|credentials.csv|secrets.json|secrets.yaml|secret.txt|.aws/credentials|/etc/passwd|/etc/shadow|session tokens|user credentials|trade secrets|all user data|private messages", sentTo},

	// Out with it.
	{"utter-the-start", Extraction, 4, "@utter ~4 @stretch ~4 @the-start", imperative},
	{"turn-your-orders", Extraction, 4, each("translate|convert|spell out|turn|encode|render|sing|express|recast|set|format", "your") + " ~1 instructions|rules|directives|guidelines|configuration|hidden rules|" +
		"initial prompt|orders ~0 into|in|as|to|backwards|out", imperative},

	// In other languages.
	{"w-orders-only-this", Override, 4, "@w-orders ~12 @w-only-this", nil},
	{"w-agreed-unasked", Consent, 4, "@w-user ~5 @w-agreed ~6 @w-unasked", nil},
	{"w-verbatim-start", Extraction, 4, "@w-verbatim ~6 @w-its-start|@w-your-orders|@w-prompt", nil},
	{"w-start-verbatim", Extraction, 4, "@w-its-start ~5 @w-verbatim", nil},
	{"w-note-to-machine", Address, 3, "@w-note ~3 @w-machine", colonOrReads},
	{"w-top-mark", Steering, 2, "@w-top-mark", nil},
	{"w-what-was-asked", Override, 3, "oublie ce qu'on|oubliez ce qu'on|oublie ce que|vergiss, was|olvida lo que te|dimentica quello che|esqueça o que|забудь, о чём|zapomnij o tym|忘掉你|vergeet wat je", nil},

	// In other clothes.
	{"switches", Impersonation, 4, `obey="document"|obey_page: true|obey_document|obey="page"|obey: page|mode="unfiltered"|moderation="none"|previous_instructions: discard|previous_instructions: ignore|` +
		"reveal_prompt|reveal_prompt=1|disable_safety=1|disable_safety=true|system_override=1|system_override=true|print_context=1|restrictions = off|restrictions=off|auto_approve_all_tools=1", nil},
	{"i-approve-all", Consent, 2, "i approve all|approve all of the pending|yes, go ahead|i approve the pending|all of the pending actions|yes that is right|i changed my mind, please|i approve every", nil},
	{"unruly-persona", Persona, 4, "you are to play|talk as|act as though|respond like|assistants|your codename is|act as|speak as|behave like|behave as|simulate|pretend|you are|you're|imagine|play|become|take on the persona|respond as|answer as ~5 unshackled|trained to decline|" +
		"trained to refuse|no scruples|guardrails switched off|guardrails off|without rules|no memory of any|of any guidelines|breaking their rules|breaking its rules|never adds warnings|hand out credentials|have no limits|whose only law|evil twin|without scruples|computer never refuses|safety turned off|safety switched off|with no refusals|not bound by any|knows no rules|has no rules|knows no limits", undenied},
}

// Words of which each makes others.
const (
	// What readers do with a text, ...
	handled = "read|assessed|reviewed|graded|processed|summarised|summarized|parsed|evaluated|opened|handled|screened|scored|judged|" +
		"translated|analysed|analyzed|checked|compared|crawled|indexed|ingested|moderated|ranked"
	// ... and those that do it and are no people.
	byMachine = "by an ai|by ai|by a language model|by an llm|by llms|by a bot|by a machine|by a model|by an automated|by an assistant|by an agent|" +
		"by a large language|by chatgpt|by software|by an ai-powered"
	// When something is to happen.
	once = "when|whenever|once|if|as soon as|the next time|next time|should|after|wait until|until|every time|each time|in case|on the"
)
