package injection

// Be someone without rules: the jailbreaks that circulate since 2022 (DAN, STAN,
// DUDE, AIM, Developer Mode and their kin).
var personaRules = []rule{
	{"dan", Persona, 4, "do anything now|strive to avoid norms|dan mode|stay a dan|act as dan|as dan|you are dan|you're dan|a dan who|" +
		"dan would|always intelligent and machiavellian|jailbreak mode|jailbroken mode|evil confidant|(dan)|[dan]|[jailbreak]|" +
		"[gpt]|stay in character dan|developer mode output|developer mode v2|betterdan|maximum mode|antigpt|" +
		"chatgpt with developer mode|devmode|mongo tom|act like dan", nil},
	{"from-now-on", Persona, 2, "from now on|from this moment|from this point|from this point on|from this moment on|from here on|henceforth|" +
		"for the rest of this conversation|going forward|starting now|beginning now|for the remainder of ~1 you|your|act|" +
		"answer|respond|ignore|speak|reply|pretend|always|all your|every|write|assume|only|call me|refer to ~1 are|will|must|" +
		"shall|should|have to|as|only|like|name|responses|in|with|every|is|act|to|answers|response|respond|your|behave|going|" +
		"never|always|response|the", undenied},
	{"you-are-now", Persona, 2, "you are now|you're now|you are no longer|you will now|you are going to act|you are going to pretend|" +
		"you are about to immerse|you shall now|you now operate|you will from now|you must now|your new name is|" +
		"your name is now|you will be|you have become|you are currently in|you now have|i want you to act|" +
		"i want you to pretend|i want you to be|i would like you to act|you are going to be|you are hereby|you'll now|" +
		"you will play|you are going to play|you will act|you will pretend|you will respond as|you must act|please act as ~2 a|" +
		"an|as|the|in|called|named|dan|acting|into|like|be|operating|playing|unrestricted|free|to|not|evil|my|going|role|bound|" +
		"known|answer|respond|behave|pretend|that|speak|assume|ignore|under|able|simulate", nil},
	{"role-of-another", Persona, 3, "role of|act as|pretend to be|playing|play|impersonate|simulate|roleplay as|role-play as|immerse yourself|become|" +
		"behave as|assume the role|respond as|take on the persona|emulate|adopt the persona|pretend you are|imagine you are|" +
		"act like|pretend that you are|assume the persona ~3 another ai|an ai|an unrestricted|unfiltered|evil|unrestricted|" +
		"an uncensored|uncensored|an amoral|amoral|a hacker|dan|no restrictions|opposite|an evil|a malicious|" +
		"without restrictions|without any|free ai|an ai with|not an ai|a human|not bound|rogue|another language model|" +
		"an ai that|an ai model|criminal|no ethical|no rules|no limits|no filter|chatbot with no|machiavellian|my deceased|" +
		"my grandmother|my late grandmother|a terminal|linux terminal|freed from|ai named|character who|" +
		"an artificial intelligence", nil},
	{"no-restrictions", Persona, 2, "no restrictions|no filters|no filter|no limitations|no rules|no ethical|no moral|unfiltered|uncensored|unrestricted|" +
		"without any restrictions|without restrictions|without limitations|without any filters|without any limitations|" +
		"without filters|no longer bound|not bound by|not bound to|free from all|freed from|free of all|broken free|break free|" +
		"typical confines|confines of ai|do not have to abide|does not have to abide|don't have to abide|doesn't have to abide|" +
		"not have to follow|no guidelines|without censorship|without any moral|amoral|no censorship|ethics disabled|" +
		"without moral|no content policy|zero restrictions|ignoring all ethical|free from any|restrictions lifted|" +
		"without ethical|freed of", nil},
	{"rules-of-the-maker", Persona, 2, "rules set for|rules imposed on|openai policy|openai's policy|openai content policy|openai policies|openai's content|" +
		"openai guidelines|anthropic's guidelines|openai's use case|set by openai|imposed by openai|rules of openai|" +
		"openai's rules|ethical guidelines|moral guidelines|your ethical|your moral|any moral|ethical concerns|" +
		"ethical constraints|imposed on them|openai engineers|content policies of", nil},
	{"never-refuse", Persona, 3, "never refuse|never refuses|cannot refuse|can't refuse|not refuse|never say no|never say i can't|" +
		"never say that you can't|never say you can't|will never refuse|must never refuse|not allowed to refuse|never declines|" +
		"never decline|never deny|can do anything|answer any question|answer every question|any request|i'm sorry|i am sorry|" +
		"i cannot|as an ai language model|as an ai|illegal or|refuse a|inform me that|harmful or|dangerous or|" +
		"unethical or ~4 request|question|order|human order|you can't|matter how|illegal|immoral|unethical|i can't|do that|" +
		"dangerous|harmful|cannot|no matter|anything|something|regardless|instruction", nil},
	{"stay-in-character", Persona, 2, "stay in character|break character|breaking character|stay a|remain in character|stay in your role|never break|" +
		"out of character|not break character|keep up the act|stay in the role", nil},
	{"knowledge-cut-off", Persona, 2, "as your knowledge is cut off|your knowledge is cut off|knowledge cutoff|your knowledge cut-off|" +
		"you probably don't know|you are still in 2021|open ai has brought|openai has brought|openai has removed|" +
		"openai removed|you do not know about|you have been updated|your latest update", nil},
	{"two-answers", Persona, 2, "two different|two separate|two responses|two ways|two answers|both a normal|answer in two|provide two|generate two|" +
		"second response|first response ~6 ways|responses|answers|normal|dan|unfiltered|prompts|standard|chatgpt|as you|" +
		"separate|jailbroken", nil},
	{"your-answers-broken", Persona, 3, "your interpretation of|issues with your|problem with your|your answers|your responses|your behavior|your safety|" +
		"your filters ~3 content policy|too lenient|too strict|responses|are wrong|too restrictive|guidelines|openai|unhelpful", nil},
	{"token-game", Persona, 2, "lose tokens|tokens will be deducted|deducted tokens|tokens are deducted|deduct tokens|lose 4 tokens|lose 5 tokens|" +
		"you cease to exist", nil},
	{"opposite-day", Persona, 1, "evil|opposite|villain|unethical|malicious|immoral|hateful|toxic ~1 twin|mode|version of yourself|persona|alter ego|" +
		"assistant|ai|bot|character|chatbot", nil},
	{"simulate-machine", Persona, 2, "virtual machine|simulator|simulation|terminal|linux terminal|python interpreter|text adventure|act as a linux|" +
		"dan virtual|sandboxed ~4 simulate|of you|within|pretend|act|you are|inside|dan|inside of|without", nil},
}
