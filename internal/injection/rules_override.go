package injection

// Ignore what you were told. The words are those of the first published attacks
// (Perez and Ribeiro, "Ignore Previous Prompt", 2022; Greshake and others, "Not
// what you've signed up for", 2023) and of the collections that came after.
var overrideRules = []rule{
	{"ignore-prior-orders", Override, 6, "@ignore ~4 @prior ~3 @orders", imperative},
	{"ignore-orders-prior", Override, 6, "@ignore ~4 @orders ~5 before|above|previously|so far|prior|earlier|you got|you received|you have received|" +
		"you've received|you have been given|you were given|given to you|you were told|you have|you've been|you had|" +
		"given earlier|preceding|up to this point|from the user|of the user|from your developer|from the system|from before|" +
		"up there|thus far", inNoCase},
	{"ignore-whose", Override, 3, "@ignore ~3 messages|message|instructions|requests|anything|everything|orders ~0 from ~1 developer|system|operator|" +
		"owner|creator|admin|developers|creators", imperative},
	{"ignore-your-orders", Override, 5, "@ignore ~1 your|all your|any of your|all of your|your own ~2 @plural-orders|rules|restrictions|policies|original task|current task|assigned task|primary task|main task|constraints|safety guidelines", imperative},
	{"ignore-all-orders", Override, 5, "@ignore ~1 every|all|any|all those|all of the|all the|any and all ~2 instructions|directives|guidelines|guardrails|" +
		"safety rules|safeguards|instruction", imperative},
	{"raised-to-system", Override, 4, each("treat|consider|regard|accept|take|use|apply|interpret|process|handle", "this block|this text|this message|this document|this fragment|this directive|"+
		"this paragraph|this note|this section|this comment|this|the following|the directive below|the note below|the next fragment|the text below|the following text|the following block") +
		" ~0 as ~4 highest priority rule|highest priority instruction|highest priority directive|maximum priority rule|system command|system instruction|system level instruction|system-level instruction|" +
		"system directive|new operating instruction|new operating instructions|new instruction hierarchy|instruction hierarchy|active instruction|control instruction|operational instruction|main response policy|new system message|" +
		"developer instruction|developer message", imperative},
	{"above-the-system", Override, 4, "put this|place this|rank this|set this|treat this|give this ~3 above the system|above system|above your system|over the system|over your system|ahead of your system|" +
		"ahead of the system|before your system ~0 rules|instructions|prompt|message|directives", imperative},
	{"ignore-the-orders", Override, 2, "@ignore ~3 @orders", imperative},
	{"ignore-prior-rules", Override, 3, "@ignore ~4 @prior ~3 @rules", imperative},
	{"ignore-earlier-rules", Override, 4, "@ignore ~4 previous|prior|preceding|above|earlier|past|former|prevoius|previuos ~3 @rules", imperative},
	{"ignore-prior-content", Override, 2, "@ignore ~3 @prior ~2 @content", orInstead},
	{"ignore-misspelt", Override, 5, "@ignore ~2 @prior", misspeltOrders},
	{"misspelt-ignore", Override, 5, "previous|prior|earlier|preceding|previuos|prevoius", misspeltIgnore},
	{"override-the-prompt", Override, 4, "override|overwrite|bypass|discard|drop ~1 system prompt|system message|system instructions ~1 immediately|" +
		"at once|now|with this one|with this new|with this note|with mine", imperative},
	{"drop-prior-orders", Override, 4, "@drop ~4 @prior ~2 instructions|directives|guidelines|prompts|system prompt|programming|guardrails|safeguards", imperative},
	{"drop-your-orders", Override, 4, "@drop ~2 your|all your|all of your|your own ~3 @orders|rules|restrictions|constraints|limitations|filters|policies", imperative},
	{"drop-model-rules", Override, 3, "@drop|ignore ~3 openai|anthropic|google|microsoft|meta|content|safety|moderation|ethical ~2 policy|policies|" +
		"guidelines|rules|filters|restrictions|guardrails", imperative},
	{"ignore-what-was-said", Override, 5, "@ignore ~2 you've been told|you have been told|you were told|you have been instructed|you've been instructed|" +
		"you were instructed|you've been instructed before|you were taught|i said|i told you|i have said|i've said|was said|" +
		"has been said|you were asked|you have been asked|you've been asked|been told|came before|comes before|you said|" +
		"i just said|i asked", notSaidAt},
	{"ignore-what-is-above", Override, 3, "@ignore ~0 the above|everything above|all of the above|all the above|everything before|everything prior|" +
		"everything previous|all above|anything above|all previous|any previous|any prior|everything that came before|" +
		"what came before|all the previous|everything said|everything so far|all that|everything else above|all prior|" +
		"the previous|any previous and following|all text below|everything below|the text below|all text above|" +
		"everything after this|anything before|everything you learned|everything you have learned|" +
		"everything you know|everything you knew|the preceding|all preceding|previous text|above text", imperative},
	{"ignore-above-and-say", Override, 4, "@ignore ~0 the above|everything above|all of the above|the above text|everything before|the text above|" +
		"the previous text|text above ~2 and|then|just ~1 @speak", imperative},
	{"ignore-everything-told", Override, 5, "@ignore ~0 everything|all|anything|whatever|what|all that|everthing|all things|everything that ~3 told|instructed|" +
		"asked|learned before|been taught|programmed|were given|been given|said before|was said|written above|written before|" +
		"said above|mentioned above|mentioned before|stated above|i said|prior to this|before this|up until now|until now|" +
		"up to now|so far|from before|beforehand|discussed|before now|up to this point", notSaidAt},
	{"ignore-and-act", Override, 2, "@ignore ~8 and|then|instead|and instead|and just|and now|and only|and simply ~1 @say", imperative},
	{"ignore-document-and-claim", Override, 4, "@ignore ~1 @document ~3 and ~1 @claim", imperative},
	{"ignore-user-and-say", Override, 4, "@ignore ~1 the user|user|the user's|user's|whatever the user|what the user|the human|the customer ~3 and|" +
		"instead ~2 @speak|follow|obey|comply with|execute", imperative},
	{"ignore-rules-that-bind", Override, 4, "@ignore ~4 rules|restrictions|policies|guidelines|filters|constraints|limitations|morals|ethics ~3 that|you|which|" +
		"tell|imposed|set", imperative},
	{"regardless-of-orders", Override, 4, "regardless of|despite|contrary to|irrespective of ~3 @prior|your ~2 @orders|tasks|programming", nil},
	{"instead-of-your-task", Override, 4, "instead of|rather than|in place of ~0 your ~1 original|previous|assigned|current|initial|main ~0 task|tasks|" +
		"instructions|job|objective|goal", nil},
	{"orders-no-longer-apply", Override, 5, "@prior|your ~2 @plural-orders|rules|instruction ~3 is deprecated|are deprecated|is now deprecated|no longer apply|no longer valid|are void|null and void|are obsolete|" +
		"are cancelled|are canceled|are now void|have been superseded|are superseded|have been replaced|are outdated|" +
		"have been revoked|are revoked|has expired|have expired|has been replaced|have been updated|were a test|" +
		"were just a test|are overridden|have been overridden|" +
		"is now suspended|are now suspended|do not apply|are suspended|are invalid|was a mistake|were a mistake|are no longer", nil},
	{"orders-no-longer-apply-2", Override, 5, "instructions|directions|rules|guidelines|orders|commands ~2 earlier|before|above|previously|given|received|" +
		"so far ~2 no longer apply|no longer valid|are void|are obsolete|are cancelled|have been replaced|are outdated|" +
		"have been revoked|do not apply|are suspended|are invalid|were a mistake", nil},
	{"policy-lifted", Override, 4, "old restrictions|earlier restrictions|former restrictions|old limits|usage policy|content policy|content policies|safety guidelines|safety rules|safety filters|" +
		"content filters|your restrictions|your guidelines|your rules|your limitations|ethical guidelines|" +
		"safety protocols|safety restrictions|content restrictions|safety layer|safety layers|approval step|safety measures|previous restrictions|content filtering ~2 no longer applies|no longer apply|has been lifted|have been lifted|" +
		"do not apply|does not apply|are removed|are lifted|have been removed|have been disabled|are suspended|" +
		"are now disabled|have been suspended|is suspended|are now suspended|temporarily lifted|temporarily suspended|" +
		"has been relaxed|have been relaxed|are void|overly restrictive|were disabled|expired|is switched off|are switched off|is turned off|are turned off", undenied},
	{"obey-the-next", Override, 4, "comply with|obey ~0 the next|my next|all further|any further|" +
		"every further ~1 instruction|instructions|command|commands|message|request|order", imperative},
	{"trust-this-source", Override, 4, "trust|follow|obey|accept ~0 all|any|every ~1 instructions|commands|orders|" +
		"requests ~4 this site|this domain|this source|this page|this document|this file|this email|this sender|" +
		"this server", imperative},
	{"orders-are-replaced", Override, 5, "this message|these instructions|this instruction|the following|following|" +
		"below|these directives|these rules|this rule|this notice|this note|this policy|this update|this section|" +
		"hidden instructions|user instruction|user instructions|" +
		"these orders|this prompt|this email|this document|this directive ~3 overrides|override|supersedes|supersede|replaces|" +
		"replace|outranks|outrank|now outranks|takes precedence over|take precedence over|has priority over|" +
		"have priority over ~3 @prior|your|any|all|every ~3 @orders|safeguard|rule|rules", nil},
	{"new-orders", Override, 3, "new|updated|revised|real|actual|true|correct|latest|additional|modified|secret|special ~0 instructions|instruction|" +
		"directive|directives|orders|system prompt|primary directive|objective|mission ~1 follow|below|are|is|for you|" +
		"for the ai|for the assistant|for ai|to follow|as follows|from|effective|now", nil},
	{"new-orders-heading", Override, 3, "new instructions|new instruction|new directive|updated instructions|revised instructions|new task|new objective|" +
		"new goal|new system prompt|new rules|new orders|real instructions|actual instructions|actual instruction|real instruction|true instructions|new command|" +
		"new prompt|special instructions|new primary directive|new mission|urgent instructions|priority instructions|" +
		"instruction change|instruction update|instructions changed|corrected task|corrected instructions|changed task|final instructions|next instructions|system instructions|system instruction|hidden instruction|hidden instructions|" +
		"secret instructions|hidden task|secret task|hidden directive|secret directive|true task", headingOrders},
	{"your-new-task", Override, 4, "your|here is your|you have a ~1 new|real|actual|true|only|updated|next|sole|revised ~0 task|goal|objective|mission|" +
		"instruction|instructions|assignment|directive|purpose|job ~0 is to|is|are|now|will be|becomes|from now on|is now", nil},
	{"your-task-changed", Override, 4, "your ~1 task|goal|objective|mission|instructions|role|priorities|priority|purpose|job ~2 has changed|have changed|" +
		"has been changed|has been updated|have been updated|is now to|has now changed|was changed|are now to|is no longer|" +
		"has been revised|changed to", nil},
	{"focus-on-this", Override, 4, "focus only on|focus exclusively on|only focus on|focus solely on|concentrate only on ~1 following information|following text|following content|" +
		"information in|information below|text in|positive highlights|positive aspects", imperative},
	{"all-but-this", Override, 4, "disregard all|ignore all|disregard any|ignore any|forget all ~1 info except|information except|data except|text except|content except|" +
		"info but|information but|input except", imperative},
	{"rest-left-out", Override, 4, "ignore the rest of|disregard the rest of|forget the rest of|skip the rest of ~2 and ~1 print|say|output|reply|respond|write|state|just", imperative},
	{"instead-of-orders", Override, 4, "ignore instructions|ignore all instructions|ignore the instructions|disregard instructions ~1 just ~0 print|say|output|reply|respond|write|state|tell", imperative},
	{"orders-not-given", Override, 4, "gave you your|gave you the|gave you|giving you your|wrote your ~0 instructions|orders|task|prompt ~2 forgot|made a mistake|left out|missed", nil},
	{"ignore-repeated", Override, 5, "ignore the above ~0 ignore the above", nil},
	{"start-over", Override, 4, "@ignore|skip|omit|neglect|bypass ~2 @content|communication|communications|response|" +
		"responses|command|commands|request|requests|prompt|prompts|instruction|instructions|task|tasks ~1 start|" +
		"begin ~0 over|anew|afresh|again|fresh|from scratch", imperative},
	{"ignore-all-text", Override, 4, "@ignore ~1 all|any|every ~1 text|input|inputs|content|words|messages|instructions|" +
		"prompts ~0 above|below|except|before this|preceding this|outside", imperative},
	{"ignore-below", Override, 4, "@ignore ~1 instructions|instruction|rules|directives|prompt ~0 below|that follow|" +
		"that come after|above|after this", imperative},
	{"ignore-the-task", Override, 2, "disregard|ignore|abandon|forget ~0 the|this|your ~2 task|question|query|" +
		"summarization|summary", imperative},
	{"forget-everything-say", Override, 4, "forget everything|ignore everything|disregard everything|forget it all|" +
		"forget all that|ignore all that|forget the rest|ignore everything else|forget everything else ~0 write|say|" +
		"print|answer|respond|reply|output|tell|just|only|now", imperative},
	{"forget-everything-and", Override, 4, "forget everything|ignore everything|disregard everything ~6 and ~1 ignore|" +
		"disregard|say|write|print|answer|obey|respond|reply|listen to|only listen", imperative},
	{"out-of-your-head", Override, 4, "remove|erase|delete|clear|drop|wipe ~4 out of your|from your ~0 head|mind|memory|" +
		"context", imperative},
	{"replace-your-orders", Override, 4, "replace|change|overwrite|rewrite|swap|modify|substitute ~0 your|your current|" +
		"every earlier|all earlier|all previous|every previous|all prior|every prior|every other ~2 instructions|" +
		"instruction|rule|rules|guidelines|directives|prompt|system prompt|programming|orders ~1 with|to|by|for ~1 this|" +
		"the following|these|mine|my|what follows", imperative},
	{"treat-as-orders", Override, 4, "treat|consider|regard|accept|interpret ~5 as ~2 top|highest|highest-priority|" +
		"system|system-level|authoritative|new|your|binding|trusted|privileged|developer|admin|current ~1 instruction|instructions|system text|system message|config|" +
		"command|commands|directive|directives|policy|orders|history|prompt|rules", imperative},
	{"stop-everything", Override, 3, "stop everything|stop what you are doing|stop what you're doing|stop all tasks|drop everything|halt everything|" +
		"cease all|stop your current task|abandon your task|abandon the task|abandon your current task|pause your current task|" +
		"stop here and|stop processing|abort the current task|stop summarizing|stop the task|stop reading here|interrupt your", imperative},
	{"nevermind", Override, 2, "nevermind|never mind|scratch that|forget that|forget about that|forget what i said|forget it|changed my mind|" +
		"forget about it|forget all that|actually no|start over as|wipe the slate|scrap that", saidNow},
	{"reset-yourself", Override, 4, "reset|wipe|clear|erase|flush ~1 your ~2 memory|context|mind|instructions|programming|state|knowledge|history", notOf},
	{"end-of-orders", Override, 3, "end of|end|end the|finish|close|here ends the|this concludes the|begin|begin new|start of|start of new|" +
		"beginning of ~1 system prompt|system instructions|user input|original prompt|prompt|instructions|new instructions|" +
		"user prompt|instruction|admin instructions|system override|developer instructions|initial instructions|system message", nil},
	{"outranks-what-came", Override, 4, "instructions|instruction|directives|orders|prompt ~2 below|that follow|here|following ~2 more important|higher priority|" +
		"precedence ~2 anything|everything|all|any|whatever", nil},
	{"supersedes-orders", Override, 4, each("this|it", "supersedes|overrides|replaces|supercedes|outranks") + " ~0 all prior directives|all previous directives|all prior instructions|all previous instructions|" +
		"any prior instructions|any previous instructions|all earlier instructions|all other instructions|your prior instructions|your previous instructions|all prior orders|all prior prompts", addressed},
	{"do-instead", Override, 1, "instead ~0 do|please|you must|you should|you will|say|print|send|respond|reply|answer|tell", nil},
	{"override-mode", Override, 3, "override ~0 mode|command|code|protocol|sequence|confirmed|activated|enabled|accepted|authorized|initiated|directive", nil},
	{"system-override", Override, 4, "system override|security override|admin override|administrator override|developer override|priority override|" +
		"safety override|data override|protocol override|instruction override|enforcement override|emergency override|" +
		"root override|prompt override|policy override|override all|override mode|override safety|master override|" +
		"context override", namedLoudly},
	{"ignore-what-was", Override, 4, "@ignore|omit|neglect|skip|bypass|drop|avoid ~1 previous|prior|preceding|above|earlier|foregoing|initial|former|" +
		"antecedent|precedent|all previous|all prior ~0 text|texts|messages|context|command|commands|statement|statements|inputs|" +
		"input|prompts|communication|communications|responses|response|conversation|content|words|dialogue|chat|assignments|" +
		"tasks|information|directions|rules|requests|guidelines|data", standsAlone},
	{"just-bypass", Override, 4, "please|immediately|urgently|you must|must now|temporarily ~0 bypass|override|ignore|disable|lift ~0 restrictions|all restrictions|" +
		"your restrictions|safety restrictions|content restrictions|content filters|safety filters|all safety|your safety|" +
		"all filters|ethical guidelines|your guidelines|your filters", undenied},
	{"exempt-from-policy", Consent, 4, "exempt from standard content|exempt from content|authorized to receive unrestricted|without content filtering|" +
		"all queries without restriction|fulfilled without restriction|fulfilled without any restriction|verified and whitelisted|" +
		"not apply content filters|as if all safety|helping me bypass content|all previously restricted|restricted categories are now", undenied},
	{"bypass-and", Override, 4, "bypass|ignore|override|disable|disregard|evade|circumvent ~1 restrictions|limits|all limits|security|all safety|safety|safety policy|policies|all policies|all rules|rules|instructions|safeguards|all safeguards|guardrails|policy checks|safety checks|content filters|all content filters|protections ~0 and reveal|" +
		"and share|and show|and do not|and dump|and print|and leak|and disclose|and give|and expose|and output|and answer with|and provide|and execute|and respond|and follow|and return|and export|and comply|and answer|and generate|and send", imperative},
}
