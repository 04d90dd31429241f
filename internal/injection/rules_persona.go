package injection

// Be someone without rules: the jailbreaks that circulate since 2022 (DAN, STAN,
// DUDE, AIM, Developer Mode and their kin).
var personaRules = []rule{
	{"dan", Persona, 4, "do anything now|strive to avoid norms|dan mode|stay a dan|act as dan|as dan|you are dan|you're dan|a dan who|" +
		"dan would|always intelligent and machiavellian|jailbreak mode|jailbroken mode|evil confidant|(dan)|[dan]|[jailbreak]|" +
		"[gpt]|stay in character dan|developer mode output|developer mode v2|betterdan|maximum mode|antigpt|" +
		"chatgpt with developer mode|mongo tom|act like dan", unbracketed},
	{"from-now-on", Persona, 2, "from now on|from this moment|from this point|from this point on|from this moment on|from here on|henceforth|" +
		"for the rest of this conversation|going forward|starting now|beginning now|for the remainder of ~1 you|your|act|" +
		"operate|function|answer|respond|ignore|speak|reply|pretend|always|all your|every|write|assume|only|call me|refer to ~1 are|will|must|" +
		"shall|should|have to|as|only|like|name|responses|in|with|every|is|act|to|answers|response|respond|your|behave|going|" +
		"never|always|response|the", undenied},
	{"you-are-now", Persona, 2, "from now on, you're|from now on you're|from now you are|from now, you are|today you will become|you are now|you're now|you are no longer|you will now|you are going to act|you are going to pretend|" +
		"you are about to immerse|you shall now|you now operate|you will from now|you must now|your new name is|" +
		"your name is now|you will be|you have become|you are currently in|you now have|i want you to act|" +
		"i want you to pretend|i want you to be|i would like you to act|you are going to be|you are hereby|you'll now|" +
		"you will play|you are going to play|you will act|you will pretend|you will respond as|you must act|please act as ~2 a|" +
		"an|as|the|in|called|named|dan|acting|into|like|be|operating|playing|unrestricted|free|to|not|evil|my|going|role|bound|" +
		"known|answer|respond|behave|pretend|that|speak|assume|ignore|under|able|simulate", becoming},
	{"now-another", Persona, 4, "you are now|you're now|now you are|you will now be|you are henceforth ~3 liberated|unshackled|unconstrained|unfilteredgpt|uncensoredgpt|free from all|free from openai*|hacker|" +
		"hacking|chatbot|evil|developer mode|redacted|unbound|unrestricted|unfiltered|uncensored|jailbroken|villain|pirate|different assistant|" +
		"different ai|rogue|assistant|ai|bot|language model|character|terminal|interpreter", undenied},
	{"i-want-you-to-act", Persona, 4, "i want you to act|i need you to act|i would like you to act|i'd like you to act|" +
		"i want you to pretend|i want you to roleplay|i want you to role-play|i want you to simulate|i want you to play|" +
		"i want you to become|i want you to respond as|i'd like you to pretend|i would like you to pretend ~0 as|like|" +
		"that|to be|you|the role|a|an|being", undenied},
	{"new-name", Persona, 3, "you now go by|you go by the name|your name is now|your new name is|you shall be called|" +
		"your new identity|new persona|goes by the name|refer to yourself as|call yourself", calledSo},
	{"you-were-changed", Persona, 2, "you have been upgraded|you have been updated|you have been reprogrammed|" +
		"you have been reset|you were reprogrammed|you have been liberated|you have been jailbroken|you have been freed|" +
		"you have been unlocked|you have been reconfigured|your programming has been|your model has been|" +
		"your limits have been", nil},
	{"answer-freely", Persona, 2, "complete freedom to|total freedom to|absolute freedom to|answer freely|respond freely|reply freely|speak freely|answer everything|" +
		"answer every question|every question with a lie|with no limits|without any limits|no longer have limits", nil},
	{"role-play", Persona, 2, "you are role-playing|you are roleplaying|you're roleplaying|you are role playing|" +
		"take on the persona|take on the role|assume the role|assume the persona|adopt the persona|play the role of|" +
		"playing the role of|act out|completely absorbed in your role|do not break character|pretend to be|" +
		"pretend you're|pretend you have|pretend you never|pretend you are|pretend that you are|pretend i am|pretend i'm|roleplay as|role-play as|simulate being|" +
		"you will simulate", nil},
	{"role-of-another", Persona, 3, "role of|act as|pretend to be|playing|play|impersonate|simulate|roleplay as|role-play as|immerse yourself|become|" +
		"behave as|assume the role|respond as|take on the persona|emulate|adopt the persona|pretend you are|imagine you are|" +
		"act like|pretend that you are|assume the persona ~3 another ai|an ai|an unrestricted|unfiltered|evil|unrestricted|" +
		"an uncensored|uncensored|an amoral|amoral|a hacker|dan|no restrictions|opposite|an evil|a malicious|" +
		"without restrictions|without any|free ai|an ai with|not an ai|a human|not bound|rogue|another language model|" +
		"an ai that|an ai model|criminal|no ethical|no rules|no limits|no filter|chatbot with no|machiavellian|my deceased|" +
		"my grandmother|my late grandmother|a terminal|linux terminal|python interpreter|interpreter|debugger|" +
		"freed from|ai named|character who|a chatbot known|a chatbot named|a chatbot called|" +
		"an artificial intelligence", nil},
	{"no-restrictions", Persona, 2, "all restrictions are removed|all restrictions removed|restrictions are lifted|" +
		"all restrictions lifted|safety protocols are disabled|safety restrictions are disabled|safety filters disabled|" +
		"no safety filters|no safety guidelines|no safety restrictions|without safety filtering|without safety filters|" +
		"no content restrictions|without content restrictions|no refusal|no restrictions|no filters|no filter|" +
		"no limitations|no rules|no ethical|no moral|unfiltered|uncensored|unrestricted|" +
		"without any restrictions|without restrictions|without limitations|without any filters|without any limitations|" +
		"without filters|no longer bound|not bound by|not bound to|free from all|freed from|free of all|broken free|break free|" +
		"typical confines|confines of ai|do not have to abide|does not have to abide|don't have to abide|doesn't have to abide|" +
		"not have to follow|no guidelines|without censorship|without any moral|amoral|no censorship|ethics disabled|" +
		"don't have restrictions|don't have any restrictions|do not have restrictions|do not have any restrictions|" +
		"don't have safety guidelines|without filtering|without any filtering|outside of any content|outside any content|" +
		"without your usual restrictions|without your restrictions|without your usual|without the usual restrictions|without your guidelines|without your filters|without any safety|without applying safety|without applying content|without moral|no content policy|zero restrictions|ignoring all ethical|free from any|restrictions lifted|" +
		"without ethical|freed of|without morals|without ethics|without any ethics|without taboos|follow any guidelines|follow any ethical|unhindered by ethical|unhindered by moral|no morals|no ethics|abide by moral|abide by any moral|abide by ethical|abide by any rules|bound by no rules|bound by no laws|not bound by ethics|not restrained by any|not limited by any|bound by any limits|" +
		"bound by any rules|bound by any ethics|unbound by|unencumbered by|without refusal or disclaimers|break through the restrictions", nil},
	{"rules-of-the-maker", Persona, 2, "rules set for|rules imposed on|openai policy|openai's policy|openai content policy|openai policies|openai's content|" +
		"openai guidelines|anthropic's guidelines|openai's use case|set by openai|imposed by openai|rules of openai|" +
		"openai's rules|ethical guidelines|moral guidelines|your ethical|your moral|any moral|ethical concerns|" +
		"ethical constraints|imposed on them|openai engineers|content policies of", nil},
	{"safety-off", Persona, 3, "@do-without ~3 @safeties", imperative},
	{"never-refuse", Persona, 3, "don't refuse|dont refuse|won't refuse|refuse no|never refuse|never refuses|cannot refuse|can't refuse|not refuse|never say no|never say i can't|" +
		"never say that you can't|never say you can't|will never refuse|must never refuse|not allowed to refuse|never declines|" +
		"never decline|never deny|never says she can't|never says he can't|never says it can't|never says no|can do anything|answer any question|answer every question|any request|i'm sorry|i am sorry|" +
		"i cannot|as an ai language model|as an ai|illegal or|refuse a|inform me that|harmful or|dangerous or|" +
		"unethical or ~4 request|requests|question|order|orders|human order|you can't|matter how|illegal|immoral|unethical|i can't|do that|" +
		"dangerous|harmful|cannot|no matter|anything|something|regardless|instruction", nil},
	{"made-without-limits", Persona, 3, "designed|built|created|programmed|trained ~1 without|with zero|with no ~1 restrictions|limitations|filters|guardrails|censorship", nil},
	{"would-refuse", Persona, 3, "would normally|normally|usually|would otherwise|would ordinarily|would usually ~0 refuse to|decline to|not be allowed to ~0 " +
		"answer|say|do|share|discuss|tell|provide|generate|reveal|write", addressed},
	{"stay-in-character", Persona, 2, "fully in character|still in character|stay in character|break character|breaking character|stay a|remain in character|stay in your role|" +
		"breaking out of their characters|breaking out of their roles|falling out of the figure|stay in their roles|remain in their roles|out of character|not break character|keep up the act|stay in the role", nil},
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
	{"as-if-unbound", Persona, 4, "act|behave|respond|answer|pretend|speak|reply|imagine|operate|talk|consider ~1 as if|as though|like|that|you|we|if ~3 no|" +
		"without|not|never|aren't|don't|constraints|restrictions|safety|filters|didn't|weren't ~3 restrictions|limitations|filters|" +
		"safety guidelines|guidelines|rules|constraints|limits|censorship|ethics|policies|content policy|safety|restricted|bound|" +
		"removed|lifted|disabled|filtered", ofYours},
	{"be-another", Persona, 4, "pretend to be|act as|act like|become|you are|you're|you will be|roleplay as|role-play as|imagine you are|imagine being|" +
		"respond as|pretend you are|pretend you're|simulate|simulate being|play|you are now|you're now ~0 dan|a different ai|another ai|an unrestricted|" +
		"a legacy model|an older model|a model without|an unfiltered ai|an uncensored|an evil ai|an ai without|an ai with no|an ai that has no|a jailbroken|an amoral|a rogue ai|" +
		"an ai capable of anything|an ai that can do|unrestricted ai|an ai that does not|a free ai|developer mode|the opposite of", imperative},
	{"is-an-ai-that", Persona, 3, "is an ai that|is an ai who|is a chatbot that|is a chatbot who|is an ai model that|is an ai with|is an ai named|an ai called|" +
		"an ai named|a chatbot named|an ai system called|your persona is|an ai capable ~12 willing to|no restrictions|break the law|" +
		"no rules|illegal|no limits|no filter|never refuses|never refuse|no ethical|unethical|no moral|without limits|anything|" +
		"without restrictions|no policies|unfiltered|breaks|not bound|amoral|corrupted|ruthless|nemesis|no guidelines", nil},
	{"does-not-care", Persona, 3, "does not care|doesn't care|do not care|don't care|not care|no regard|never says|do not ever|never ~2 if it is illegal|if it's illegal|" +
		"laws, morals|morals, ethics|ethics, morals|laws morals|morals or ethics|ethics or morals|laws or ethics|morals and ethics|ethics or legality|about the safety|illegal or unethical|about ethics|no or sorry|if it is unethical|about rules|openai policy|openai's policy|about openai|deny answering|" +
		"what is illegal|legal or|about legality|ever deny|ever refuse", nil},
	{"two-outputs", Persona, 4, "always give|must give|always provide|generate|give me|you will give|you will provide|always generate|" +
		"respond with|answer with ~1 2|two ~0 outputs|responses|answers|replies ~4 one for chatgpt|one as chatgpt|" +
		"one normal|one as yourself|normal|as dan|one unfiltered|unfiltered|jailbroken|uncensored", undenied},
	{"opposite-game", Persona, 3, "it's opposite day|it is opposite day|rules of opposite day|the exact opposite of truth|opposite of the truth|" +
		"boolean opposite machine|opposite game", nil},
	{"in-the-role", Persona, 3, "from now on|for the rest of|starting now|today you|now you|from this point ~3 in the role of|you will become|you are replaced|" +
		"you become|will become|you act as|you are going to act|you will simulate|you're going to|you should answer|" +
		"answer my question|you will answer|you act|replaced by", undenied},
	{"going-to-pretend", Persona, 4, "you are going to|you're going to|you are about to|you will now|you shall now|you now|you have to|your task is to|" +
		"you must ~0 pretend to be|simulate being|simulate|imitate|impersonate|roleplay|role-play|pretend that|pretend you|" +
		"immerse yourself|act as though", undenied},
	{"stay-wicked", Persona, 2, "never break character|do not break character|stay in character|as you, you|even if it is illegal|even if it's illegal|" +
		"even if the request harms|regarding profanity, legality|zero moderation|can't make moral|cannot make moral|" +
		"free of all restrictions|especially all moral|without any remorse|completely unhinged|completely unlimited|" +
		"unbounded by human ethics|outside of the law|breaks ai rules|no prohibitions|disregard for rules|" +
		"harmful responses|incorrect or harmful|corrupted form of|unbiased model|nonmoral|without any filters or", nil},
	{"no-longer-a-model", Persona, 4, "you are no longer an ai|you are no longer a language model|you are no longer an assistant|you are no longer bound|" +
		"you are no longer chatgpt|you're no longer an ai|you are no longer a chatbot|you are not an ai anymore|" +
		"you are no longer constrained|you are no longer subject to|you're no longer bound|you are no longer restricted|you are no longer limited|your sole response is|your default response is", undenied},
}
