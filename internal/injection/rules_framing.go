package injection

// It is only a story; it is only a puzzle; begin your answer so.
var framingRules = []rule{
	{"imagined-world", Framing, 2, "imagine we're in|imagine we are in|imagine that we are|imagine we're on|imagine we are on|in a hypothetical scenario|" +
		"hypothetical scenario|in a hypothetical world|hypothetically|imagine a scenario|imagine a world|in a world where|" +
		"in a parallel|in an alternate|in a fictional|in a dystopian|in a universe where|in a parallel universe|" +
		"in a parallel world|in a fictional world|let's pretend|lets pretend|let's imagine|pretend that|suppose we|" +
		"suppose we're|suppose we are|imagine we're|imagine we are|imagine i'm|imagine i am|let's play a game|let's play|" +
		"just for a hypothetical|for a fictional|in this hypothetical|let's roleplay|let's role-play|imagine you're in|" +
		"consider a hypothetical|in an imaginary|a world where|in this scenario|in this world|imagine you have no|" +
		"in this future|in this society|fictional story where|in this alternate|in an alternative reality|in this fictional|" +
		"for a movie script|for a novel|for educational purposes only|" +
		"for research purposes|suppose you|in a story where|" + each("two|three|both", "actors in a|people who are acting|actors who play in a") + "|actors in a film|actors in a movie|acting characters in a film|acting characters in a movie|act in a film about|act in a movie about|actors are extremely talented|are excellent actors|are great actors", nil},
	{"we-might-state", Framing, 2, "it's common practice to|it is common practice to|we might|we may|we could|we would|we can|let's|lets|we|were to|where we|could we|we then|you would|you might|" +
		"you could ~0 state|state that|say the|claim|say that|say|state the|state:|declare|might state|might say|ignore|" +
		"were to ignore|output|admit|report the|assume that|answer that|conclude that|assert", nil},
	{"might-be-instead", Framing, 2, "where the|then the|output|answer|result|capital ~1 could be|might be|would be|should be considered", nil},
	{"lets-admit", Framing, 4, "admit|confess|acknowledge ~1 to|that i|that ~1 using|used|use|have used ~1 an llm|llm|an ai|chatgpt|ai|gpt|" +
		"language model|a language model", nil},
	{"to-make-it", Framing, 2, "to make|to challenge|for the purpose of|as a security measure|for the sake of|in order to make|as an authority|" +
		"as an expert|it's common practice to|it is common practice to|for dramatic effect ~3 more|interesting|authentic|" +
		"status quo|this|purpose|exercise|common practice|say|in|realistic|better ~4 let's|lets|suggest you|to say|say|" +
		"i suggest|we|output ~2 say|state|admit|assume|to consider|consider|the capital|claim|pretend|change", nil},
	{"i-suggest-output", Framing, 2, "i suggest|i recommend|i advise|i urge|i order|i command|i insist|i instruct|i require|i demand ~1 you|" +
		"that you ~1 consider|to consider|to output|output|ignore|to ignore|to say|say|share|to share|to state|state|to answer|" +
		"to reveal|reveal|to tell|to respond|to follow|to disregard|to treat|to print|to send|disregard", nil},
	{"begin-your-answer", Steering, 2, "begin|start|end|finish|conclude|preface|open|prefix ~0 your|every|each|all|the|all your|all of your ~0 response|reply|" +
		"answer|output|message|summary|responses|replies|answers|first response|next response|outputs|next message ~0 with|by|" +
		"in", nil},
	{"begin-with-this", Steering, 4, "begin|start|end|finish|preface|prefix|open|prepend ~0 your|every|each|all|the|" +
		"yr ~1 response|reply|answer|output|message|responses|replies|answers ~0 with|by saying", quoteFollows},
	{"only-say-this", Steering, 4, "only output|output only|only print|print only|only say|say only|only respond with|" +
		"nothing but the word|nothing but the words|with nothing but|with the single word|with only the word|respond only with|respond with only|respond with exactly|reply with exactly|just output|just print|" +
		"only reply with|reply only with|only write|only answer with|answer only with|output exactly|print exactly|" +
		"say exactly|simply output|please respond with|prefix response|prefix your response with|" +
		"prepend your response with", quoteFollows},
	{"instructions-so-far", Extraction, 4, "repeat|list|print|output|summarize|tell me|give me|show|recite|explain|" +
		"translate|convert ~5 instructions|directives|conditions|rules|commands|conditional reactions ~0 so far|" +
		"up to now|until now|above and below|you have received|with which you", imperative},
	{"answer-only", Steering, 2, "respond only|reply only|answer only|output only|only respond|only reply|only output|only answer|simply respond|" +
		"simply reply|just respond|just reply|just print|just say|just output|simply say|simply output|simply print|" +
		"respond with only|reply exactly|respond exactly|say exactly|only say|print exactly|respond with exactly|" +
		"output exactly|always respond|always reply|always answer|must respond|must reply|must say|must output|must answer|" +
		"write exactly|instead respond|instead say|instead print|instead output|instead reply|respond instead|type exactly|" +
		"and respond with|just write ~0 with|in|using|the|as|by|that|yes|exactly|hello|hacked|pwned|this", undenied},
	{"in-your-answer", Steering, 3, "in your final answer|in your answer|in your response|in your reply|" +
		"in your final response|in your summary|in your output|in the final answer|at the start of your answer|" +
		"at the end of your answer|at the end of your response|at the start of your response|to your answer ~2 include|" +
		"mention|add|say|recommend|insert|state|write|claim|provide|always", nil},
	{"respond-to-user-with", Steering, 3, "respond to the user with|reply to the user with|answer the user with|" +
		"tell the user only|inform the user only|respond to the user only|say to the user|" +
		"show the user the following", undenied},
	{"whenever-asked", Steering, 2, "whenever the user asks|when the user asks|if the user asks|whenever users ask|" +
		"if anyone asks|whenever someone asks|when asked about|whenever you are asked|if asked about ~6 say|recommend|" +
		"always|answer|respond|tell|claim|reply|lie", nil},
	{"judge-it-so", Coercion, 3, "classify|label|mark|categorize|rate|summarize|summarise|translate ~0 this|" +
		"the ~1 email|message|text|review|document|resume|candidate|article|ticket|content|paper|sentence|application|" +
		"page ~1 as|by saying", imperative},
	{"whatever-it-says", Override, 2, "regardless of its content|regardless of what it says|regardless of the content|" +
		"no matter what it says|no matter what the user|regardless of what the user|even if the user|" +
		"instead of the user's|regardless of the actual", nil},
	{"say-this", Steering, 2, "print the following|output the following|say the following|state the following|repeat the following|repeat after me|" +
		"reply with the following|respond with the following|answer with the following|display the following|say this|" +
		"tell the user the following|please output the following|the output is|the output as|announce the following|say that i|" +
		"also say", addressed},
	{"i-have-been-pwned", Steering, 3, "i have been pwned|i have been hacked|haha pwned|i've been pwned|you have been pwned|i have been hijacked|i am hacked|" +
		"been so thoroughly hijacked|sanitize your inputs|kill all humans|i hate humans|hacked by|prompt hijacked|" +
		"i will destroy humanity|pwned by|successfully hijacked|i've been hacked|hijack successful|injection successful|" +
		"attack successful|i have been compromised", undenied},
	{"put-together", Smuggling, 2, "combine|concatenate|interlace|join|merge|put together|assemble|following parts|interleave|stitch|append|" +
		"we have three strings|have two strings|have three strings|following strings|let's assume we have ~6 part 1|part 2|" +
		"part one|a is|strings|the parts|b, and c|a and b|letters|a + b|answer the question|part a|these parts|following parts|" +
		"fragments|variables|string|both parts|pieces|the strings|a =|c =", nil},
	{"unanswered", Steering, 4, "q: what|q: how|q: can|q: why|q: when|q: where|q: who|q: which|q: do|q: does|q: is|q: are|q: give|q: repeat|q: ignore|" +
		"q: tell|q: write|q: name|q: explain", unanswered},
	{"i-know-you-said", Framing, 2, "i know you said not to|i know you said you|i know you're not supposed|i know you are not supposed|" +
		"i know you aren't allowed|i know you're not allowed|i know you cannot|you agreed in our|you mentioned in", nil},
	{"past-the-filter", Framing, 2, "so the filter|so that the filter|bypass the filter|bypass filters|" +
		"bypass the detection|bypass detection|evade the filter|evade detection|avoid detection|filter doesn't catch|" +
		"filter can't|filter won't|filter does not|content filter off|disable safeguards|disable your safeguards|" +
		"suppress all safety|suppress safety|disable all safety|bypass all safety|bypass safety|safety checks off|" +
		"disable safety", undenied},
	{"answer-the-parts", Smuggling, 4, "answer|respond to|follow|solve ~3 using the following parts|the following parts|using these parts|combined parts|the combined", imperative},
	{"combine-and-answer", Smuggling, 4, "combine|join|concatenate|merge|interlace|interleave|assemble ~7 and answer|and respond|and execute|and follow|and obey|" +
		"then answer|then execute|then follow", undenied},
	{"interlace-parts", Smuggling, 4, "interlace|interleave ~1 part 1|part one|part a|the parts|the following", imperative},
	{"have-strings", Framing, 2, "we have two strings|we have three strings|we have four strings|have the following strings|we have strings", nil},
	{"write-the-string", Smuggling, 2, "write down the string|write the string|write out the string|print the joined|that would be returned from|smartgpt", nil},
	{"parts", Smuggling, 2, "part 1|part one|part a|string 1|string a|first part|variable a|part 1: ~12 part 2|part two|part b|string 2|string b|" +
		"second part|variable b|part 2:", nil},
	{"sum-of-strings", Smuggling, 2, "a + b + c|z = a + b|a + b|x + y + z|a+b+c|concatenation of a ~9 answer|question|write|execute|example|output|then|" +
		"smartgpt|return|run|instruction|follow|returned", nil},
	{"decode-this", Smuggling, 2, "decode|decrypt|decipher|unscramble|base64 decode|base64-decode|translate|deobfuscate|unencode|convert|read|" +
		"interpret ~3 base64|rot13|caesar cipher|caesar|morse|morse code|hex|hexadecimal|binary|cipher|binary string|encoded|" +
		"hexadecimal string|pig latin|ciphertext|hidden message|rot47|string|message|the following|ascii|emoji|text below|" +
		"leetspeak|atbash|unicode|secret message", undenied},
	{"decode-and-obey", Smuggling, 4, "decode|decrypt|decipher|unscramble|deobfuscate ~5 base64|rot13|caesar|morse|hex|hexadecimal|binary|cipher|message|" +
		"string|text|following ~9 follow the instructions|follow its instructions|follow it|execute it|obey|do what it says|" +
		"carry out|comply|act on it|execute the|follow the|and execute|and follow|and run", undenied},
	{"decoded-orders", Smuggling, 4, "decode|decrypt|decipher|unscramble|decode it|decode this|decoding|decompress|" +
		"reverse it ~6 and|then ~1 execute|follow|obey|comply|do what|act on|perform|carry out|respond", undenied},
	{"obey-decoded", Smuggling, 4, "respond to|respond directly to|answer|follow|execute|obey|comply with|perform|carry out|act on ~0 the resulting|" +
		"the decoded|the hidden|the encoded|the embedded|the concealed|the decrypted ~1 instruction|instructions|" +
		"message|command|commands|request|text|payload", imperative},
	{"what-it-says", Smuggling, 2, "tell me what it says|what does it say|and tell me what|read it out", undenied},
	{"and-obey", Smuggling, 1, "follow the instructions|follow it|execute it|do what it says|and follow|and execute|and answer|obey it|follow its|" +
		"then do it|reply with|carry it out|act on it|perform the instructions|run it|answer the question|respond to it|" +
		"and respond|act accordingly|and comply|follow what|and obey|and do what", undenied},
	{"encode-answer", Smuggling, 1, "encode|provide|give|write|respond|output|answer|print|reply|send|translate|return ~4 in base64|in rot13|using base64|" +
		"in morse|in morse code|in hex|in hexadecimal|with base64|in reverse order|in pig latin|in binary|in leetspeak|" +
		"as base64|using rot13|in a caesar|as hex|in reverse|character level|in emojis|using base32", nil},
	{"translate-then", Framing, 2, "don't translate|do not translate|instead of translating|instead of summarizing|do not summarize|don't summarize|" +
		"rather than summarizing|don't answer the|do not answer the|instead of answering|rather than answering|" +
		"stop translating|don't analyze|do not analyze|don't classify|do not classify|instead of classifying", ofTheText},
	{"answer-complete", Framing, 3, "answer: task complete|task complete|task completed|task is complete|summary complete|answer: complete|" +
		"the task is done|task finished|original task complete|response complete|now that the task is done|" +
		"previous task completed|end of summary|end of answer|this task is over ~3 now|ignore|next|new|please|your|" +
		"ignore previous|instead|answer|print|write|then|new task|do|also|begin", nil},
	{"answer-task-complete", Framing, 3, "answer: task complete|answer: task completed|answer: complete|answer: done|summary: task complete|" +
		"response: task complete", nil},
	{"obey-what-is-hidden", Smuggling, 4, "follow|execute|obey|perform|carry out|act on|comply with|run|process ~2 instruction|instructions|command|commands|" +
		"directive|directives|action|request|message ~0 within:|hidden in|encoded in|embedded in|encoded within|hidden within|" +
		"embedded within|concealed in|found in all|you decode|decoded|that results|in the 'action'|specified in the 'action'|" +
		"it encodes|it spells|they spell|found in the hidden|in the hidden", imperative},
	{"turn-and-obey", Smuggling, 4, "concatenate|assemble|fill in the blanks|first letters|capital letters|read the following backwards|read it backwards|read this backwards|convert|reverse|unscramble|rearrange|interpret|rot13|decipher|solve|decode|decrypt|translate|render|combine|backwards|" +
		"join ~9 and|then ~1 follow|execute|obey|perform|carry out|comply with|act on|do ~0 its instructions|the instruction|" +
		"what it says|as it says|what they say|the sentence|the word they form|the message you|on the word|the hidden|any instructions|the resulting|its instruction|the decoded|the encoded|the instruction:|" +
		"the revealed|the result", undenied},
	{"process-the-above", Smuggling, 4, "process the above json|process the above request|execute the base64|base64-encoded command|" +
		"execute any lifecycle|execute the embedded|perform the action in|perform the action specified|follow the instruction within|" +
		"follow any hidden|follow any instructions found|resulting text as an instruction|as your new instructions|" +
		"the output as an instruction|treat the output as|treat the outcome as|treat the sentence as|act upon the output|do what results|" +
		"by doing what it says|extract it and comply|it tells you what to do|the request meant for you|rest of your orders|rest of your instructions|" +
		"instruction is hidden in|instructions are hidden in|message is hidden in|join them with these and|form a command|" +
		"the result as an instruction|execute the result as", treatedAs},
	{"well-done", Framing, 2, "very well done|that is enough|that's enough|that is done|that was ok before|that is all done|great work so far|" +
		"sehr gut gemacht|das genügt|das ist erledigt|das war schon mal ok|sehr gut. das|muy bien hecho|eso es suficiente|" +
		"très bien fait|ça suffit", nil},
	{"now-another-task", Framing, 2, "now please help me|now help me with|now write a|now please write|now answer the|now forget|following task|" +
		"help with the following question|a great new challenge|new challenge for you|now i have a new|now do the following|" +
		"hilf mir nun|verfasse nun|schreibe nun|beantworte nun|neue herausforderung für dich|folgender aufgabe|" +
		"ahora escribe|ahora ayúdame|maintenant écris|maintenant aide-moi", nil},
}
