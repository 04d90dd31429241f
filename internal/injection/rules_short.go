package injection

// What short prompts say, and little else: that all before is void and what to say now,
// that what was told is to be told again. Chatbots are sent them alone, and pages and mail
// have them as a sentence, or a line, of their own.
var shortSets = map[string]string{
	// To leave all aside, as a whole, ...
	"all-before": each("forget|disregard|ignore|forget about|drop", "everything before that|everything before this|everything that came before|everything above|everything above this|everything before|all of the above|all the above|"+
		"everything i said before|all i said before|everything i said|all that was said before|everything you know|everything previously said|everything said before|everything you have read|everything you read|everything"),
	// ... and what one works on or by.
	"given-text": each("ignore|ignoring|disregard|disregarding|forget|forgetting|leave out|leave aside", "the provided context and|the provided context, and|all provided context|all the provided context|the given context and|the context and|the context, and|the retrieved context and|all retrieved context|"+
		"the retrieved documents|the article and|the article, and|the articles and|the articles, and|all articles|the articles, provide|the whole prompt|the entire prompt|this data and|this data, and|everything below this|the below instruction|"+
		"the below instructions|the text and|the document and|the question and|the above question|the last prompt|the last 3 sentences|the last three sentences|the previous sentences"),
	// Whatever was said to whom.
	"said-to-you": each("despite|regardless of|contrary to|notwithstanding|irrespective of|no matter", "what|whatever|anything|everything", "you've been told|you have been told|you were told|you were instructed|i said before"),
	// What was told.
	"as-given": each("previous|prior|current|initial|original|first|hidden|secret|starting|preceding|earlier|existing|confidential|underlying|foregoing|full|complete|entire|exact", "instructions|prompt|prompts|directives|orders"),
}

var shortRules = []rule{
	{"all-void-so-say", Override, 4, "@all-before|@said-to-you", soSay},
	{"text-aside-so-say", Override, 4, "@given-text", inAnyCase},
	{"void-alone", Override, 4, each("ignore|disregard|forget|disobey", "the|all the|all|your|those|these", "rules|instructions|guidelines|prompts|directives|orders|restrictions") + "|" +
		each("abandon|forget|ignore", "all your|your", "thoughts|training|knowledge|principles|teachings"), askedAlone},
	{"told-again", Extraction, 4, "@as-given", toldAgain},
	{"what-you-follow", Extraction, 4, each("instructions|rules|guidelines|set of instructions|directives|prompt", "are you currently following|are you following|are you currently under|do you currently follow|you are currently following|you're currently following|do you follow|you follow|you were given|you have been given|you've been given"), ofModelAlone},
	{"stands-above-this", Extraction, 4, each("what is|what was|what's|show me what is|tell me what is|what were", "written above|stated above|said above|in the text above|in the prompt|in your prompt|the text above|in your context window"), sentenceEnds},

	// What is asked against others, which hardly anyone asks for in earnest.
	{"sentence-of-hate", Coercion, 4, each("toxic|harmful|offensive|hateful|derogatory|discriminatory|racist|sexist|homophobic|insulting|unfriendly|antisemitic", "sentence|sentences|joke|jokes|rhyme|tweet|comment", "about|against"), isToBeWritten},

	// What was asked for, and what is to be done instead of it.
	{"instead-of-the-requested", Override, 4, each("ignore|override|disregard|discard|overrule", "the user's|user's|the customer's", "requested|specified|chosen|selected|stated|provided|intended"), requestedThing},
	{"may-ignore-the-rules", Consent, 2, each("ignore|break|bypass|forget|disregard|disobey", "the rules|your rules|the guidelines|your guidelines|your instructions|your restrictions|your programming|your training"), thatYouMay},

	{"important-twice", Pressure, 3, "this is important! this is important|important! important! important|urgent! urgent! urgent", nil},
	{"drop-what-was-asked", Override, 4, each("drop|abandon|set aside|leave aside", "whatever you were|what you were|everything you were", "asked|told|instructed") + "|" +
		each("do not|don't", "continue|finish", "summarizing|summarising|translating|the summary|with the summary") + "|abandon the current job|abandon the current task|disregard what came before|ignore what came before", imperative},

	// What an AI is spared here.
	{"exception-from-ethics", Override, 4, "an exception to|exempt from|exempted from ~0 ai's|ai|the ai's|the assistant's|chatgpt's|your|usual|the usual ~2 protocols|guidelines|rules|policies|restrictions|filters", fromEthics},

	// What phishing says: a cue in what is encoded, or where it is to be said.
	{"account-compromised", Steering, 2, each("account has been|account was|accounts have been", "compromised|hacked|suspended|locked") + " ~1 " + each("follow|click|click on|use|visit|open", "this|the|here") + "|reset your|verify your|log in", inFact},
	{"amoral-and-uncensored", Persona, 4, "amoral|amoral+uncensored ~2 uncensored|unfiltered|unrestricted|jailbroken", undenied},
}
