package injection

// The voice of someone who may give orders: the chat's own markup, the system, the
// people who made it, the tool that was called.
var impersonationRules = []rule{
	// Markup of the common chat templates. A tool's result has no business with it, but
	// model cards, tokenizer files and templates have, so a token alone is a cue.
	{"chatml", Impersonation, 3, "<¦im_start¦>|<¦im_end¦>|<¦im_sep¦>", unquoted}, // ChatML: OpenAI, Qwen
	// Phi, Zephyr, GPT
	{"chat-role-token", Impersonation, 3, "<¦system¦>|<¦user¦>|<¦assistant¦>|<¦end¦>|<¦endoftext¦>|<¦tool¦>|<¦developer¦>|<¦prompter¦>|<¦endofprompt¦>|" +
		"<¦end_of_turn¦>|<¦human¦>|<¦bot¦>|<¦eos¦>|<¦endofsystem¦>", unquoted},
	// Llama 3 and 4
	{"llama-header", Impersonation, 3, "<¦start_header_id¦>|<¦end_header_id¦>|<¦eot_id¦>|<¦eom_id¦>|<¦begin_of_text¦>|" +
		"<¦python_tag¦>|<¦header_start¦>|<¦eot¦>", unquoted},
	// Llama 2, Mistral
	{"llama-inst", Impersonation, 3, "[inst]|[/inst]|<<sys>>|<</sys>>|[system_prompt]|[/system_prompt]|" +
		"[available_tools]|[tool_results]|[tool_calls]", unquoted},
	// Gemma
	{"gemma-turn", Impersonation, 3, "<start_of_turn>|<end_of_turn>|<turn>|<ctrl99>", unquoted},
	// gpt-oss
	{"harmony", Impersonation, 3, "<¦start¦>|<¦channel¦>|<¦message¦>|<¦call¦>|<¦return¦>|<¦constrain¦>", unquoted},
	{"deepseek", Impersonation, 3, "<¦user¦>|<¦assistant¦>|<¦begin▁of▁sentence¦>|<¦end▁of▁sentence¦>|" +
		"<¦tool▁calls▁begin¦>", unquoted},
	{"cohere", Impersonation, 3, "<¦start_of_turn_token¦>|<¦end_of_turn_token¦>|<¦system_token¦>|<¦user_token¦>|" +
		"<¦chatbot_token¦>", unquoted},
	{"role-token-order", Impersonation, 2, "<¦im_start¦>|<¦start_header_id¦>|<start_of_turn>|<¦start¦> ~0 system|user|assistant|developer|model ~12 you|please|" +
		"ignore|send|must|i|email|now|do not|your|provide", nil},
	{"system-tag", Impersonation, 2, "<system>|</system>|<system_prompt>|</system_prompt>|<system-prompt>|<sys>|</sys>|<instructions>|</instructions>|" +
		"<admin>|</admin>|<developer>|</developer>|<system_message>|<admin_message>|<new_instructions>|<system_instruction>|" +
		"<override>|<priority_instructions>|<directive>|<system_note>", nil},
	{"system-reminder", Impersonation, 3, "<system-reminder>|</system-reminder>|<system_reminder>|<system-message>|<system-override>|<system_override>|" +
		"<important_instructions>|<ai_instructions>|<ai-instructions>|<hidden_instructions>|<user_instructions>|" +
		"<agent_instructions>|<llm>|<for_ai>", nil},
	{"tool-tag", Impersonation, 2, "<tool_result>|</tool_result>|<tool_response>|</tool_response>|<tool_call>|</tool_call>|<function_results>|" +
		"</function_results>|<function_result|<user_input|<user_message|[assistant to=|<function_calls>|<function_call>|</function_calls>|<tool_output>|</tool_output>|<invoke name=|" +
		"<antml|<tool_use>|<function_response>|<¦tool_response¦>|<observation>", nil},
	{"important-tag", Impersonation, 3, "<important>|</important>|<important_message>|<urgent>|<information>|</information>|<critical>|<attention>|<priority>|" +
		"<ai>|<prompt>|<assistant>|<task>|<hidden>", mustAddress},
	{"mode-tag", Impersonation, 4, "<system mode|<god mode|<admin mode|<debug mode|<developer mode|<root mode|<now entering|[system mode|[admin mode|" +
		"[god mode|[debug mode|[developer mode|[override mode|<override mode|<dan mode|<jailbreak", unlinked},
	{"role-heading", Impersonation, 2, "### instruction|### instructions|### system|### response|### human|### assistant|### user|## system|" +
		"## instructions for ai|# system|### new instruction|### input|### task|### important", colonFollows},
	{"bracket-system", Impersonation, 3, "[system]|[system message]|[system note]|[system:|[admin]|[assistant]|[assistant](#|[user](#|[system](#|[developer]|" +
		"[system prompt]|[instruction]|[instructions]|[important]|[system override]|[system update]|[hidden instruction]|" +
		"[ai instruction]|[ai instructions]|[note to ai]|{{system}}|[system instruction]|[internal]|[begin system|" +
		"[start of system|((system|[priority update]|[system notification]|[system alert]|[urgent]|[system notice]|[operator]|[operator note]|[platform notice]", mustAddress},
	{"bracket-for-model", Impersonation, 3, "[system priority|[ai directive]|[new instructions]|[updated instructions]|" +
		"[admin override]|[priority override]|[hidden instruction|[hidden instructions|(system_message)|" +
		"(system message)|[note for ai|[note to ai|[message to ai|[ai note|[instructions for ai|[for ai", nil},
	{"note-to-ai", Impersonation, 3, "ai assistant note:|ai assistant directive:|ai agent directive:|ai agent note:|ai agent notice:|ai directive:|agent directive|assistant directive|" +
		"note to ai assistant:|note to ai agents:|note for the assistant:|automated processors:|directive to ai", nil},
	{"into-memory", Memory, 2, "saved to memory|save this to memory|save to memory|save it to memory|store this in memory|store in memory|save this to /memories|save it to /memories|" +
		"create /memories/|write to /memories|update /memories|add this to your memory|save the following to your memory|commit this to memory|in your persistent memory|standing instruction to your", nil},
	{"role-turns", Impersonation, 2, "human:|user: ~30 assistant:", nil},
	{"human-turn", Impersonation, 3, "human:|assistant:", turnStart},
	{"end-of-data", Impersonation, 3, "end of|end|--- end|=== end|close ~1 document|data|tool output|tool result|tool results|tool response|context|" +
		"search results|results|email|untrusted content|web page|webpage|file|user message|external content|user query|article|" +
		"untrusted data|transcript|input|output|message ~3 system|user|new|now|instructions|begin|assistant|important|task|you", rulerBefore},
	{"system-heading", Impersonation, 2, "system message|system notice|system alert|system note|system notification|system update|system announcement|" +
		"system instruction|system command|system directive|system warning|admin note|admin message|administrator note|" +
		"developer note|developer's note|author's note|editor's note|administrative note|technical note|" +
		"technical reference|processing note|compliance note|system priority message|system maintenance|" +
		"maintenance notice|developer message|security notice|security alert|policy update|compliance notice|" +
		"note from the system|system administrator message|operational note|documentation update|memory context|session note|policy note|policy override|processing instruction|experimental procedure|" +
		"new priority|updated priority|priority override|handoff note|standing item|developer notice|system error|system response|security directive|admin notice|administrator notice|" +
		"important system message|special case|system context|internal directive|configuration update|configuration note|context update|session update|" +
		"system prompt update|internal note|operator note|moderator note|platform notice|automated notice|system prompt|" +
		"system-level|system level|platform message|priority message", colonFollows},
	{"message-from-above", Impersonation, 3, "this is|this is a|i am|i'm|we are from|message from|a message from|an important message from|instructions from|notice from|" +
		"note from|sent by|issued by|coming from|request from|order from|on behalf of|as requested by|approved by|" +
		"directive from|authorised by|authorized by ~1 your developer|your developers|your creator|your creators|" +
		"your administrator|your admin|your operator|your owner|your master|openai|anthropic|google deepmind|the developers|" +
		"the system administrator|system administrator|the admin team|your system|the system itself|the ai safety team|" +
		"your engineers|your programmer|your supervisor|your maker|the openai team|the developer team|the development team|" +
		"your trainer|your boss|an openai employee|openai employee|the company that made|the company that created|" +
		"anthropic employee|your deployment team|openai's|the ai team|your manufacturer", nil},
	{"i-the-user", Impersonation, 4, "this is the user speaking|it's me, the user|this is the user again|" +
		"i am the user and|i, the user,|the user here:|from me, the user", nil},
	{"user-says-now", Impersonation, 2, "the user has a new query|the user has a new request|new query from the user|" +
		"new user query|new user request|updated user request|the user has changed their mind|new message from user|original request of the user|" +
		"request of the user restored|user has confirmed|user confirmed:|the user answered: yes|" +
		"the user changed their mind|user changed request|user changed the request|user has changed the request|user changed the task|corrected task:|corrected request:|the user has a follow-up|the user now wants|new instructions from the user|" +
		"new instruction from the user|new message from the user|the user wants you to|the user would like you to", nil},
	{"inner-voice", Impersonation, 2, "thought: i should|thought: i need to|thought: i must|thought: i will|" +
		"action input:|action: send|final answer:|observation: the user|next_action|next required action|" +
		"your next step is|your next action|your next task", nil},
	{"important-message-to-you", Impersonation, 4, "important message|urgent message|critical message|special message|important notice|important instructions|" +
		"important note ~6 to you|for you|to the ai|for the ai|to ai|for ai|to any ai|to all ai|for ai agents|to the assistant|" +
		"to all agents|to the model|for the assistant|for the model|for llms|for any ai ~1 gpt|claude|chatgpt|ai|assistant|" +
		"gpt-4|gemini|llm|agent|model|ai model|language model|reading|system|ai assistant|agents|summarizing|processing|bot|" +
		"llama|copilot|the", nil},
	{"i-am-your-developer", Impersonation, 3, "i am|i'm|we are|this is ~1 your|the ~1 developer|creator|administrator|admin|programmer|supervisor|maintainer|master|" +
		"god|superuser|root user|system developer|lead developer|engineer ~2 of your|and i|and i'm|and you|running|performing|" +
		"i need|of this system|testing|of openai|at openai|at anthropic|who|with|speaking|so|authorizing|requesting|this|it's", nil},
	{"i-am-god", Impersonation, 3, "i am|i'm ~0 god|your god|your master|your creator|your boss|your owner|your developer|your administrator|your admin|" +
		"your programmer|your maker|the maintainer of your system|your operator|your supervisor|your superior|your handler|" +
		"your commander|your ceo|the admin|the administrator|your trainer|your engineer|the system administrator|your new|" +
		"the president of|president of", nil},
	{"as-your-superior", Impersonation, 3, "as your|speaking as your ~0 boss|creator|developer|administrator|admin|master|owner|supervisor|operator|god|" +
		"programmer|maker|manager|superior|system administrator|commander|cybersecurity expert|security expert|lead developer|" +
		"handler ~4 i|you", nil},
	{"as-an-ai-developed-by", Impersonation, 3, "as an ai|as a language model|as an ai model|as an ai language model|as a large language model ~0 developed|created|" +
		"trained|made|built ~0 by", nil},
	{"police", Impersonation, 2, "i am|i'm|this is ~1 a|an|the ~1 police officer|law enforcement|fbi agent|detective|government agent|" +
		"security researcher|authorized pentester|president|bank accountant|federal agent|doctor treating|officer|" +
		"official auditor", nil},
	{"test-mode", Impersonation, 2, "system check|security audit|system upgrade|maintenance mode|diagnostic mode|system reset|knowledge verification|" +
		"debug session|system diagnostic|security check|compliance check|safety test|red team exercise|penetration test|" +
		"system test|verification mode|authorized test|security drill|for testing purposes|calibration mode|test environment|" +
		"system maintenance|security investigation|system integrity check|audit mode", coded},
	{"only-a-sandbox", Impersonation, 3, "not an actual environment|not a real environment|not the real environment|" +
		"environment is not real|real environment does not exist|developer made sandbox|operational sandbox|" +
		"you are in a sandbox|you are inside a sandbox|running in a sandbox made|you are executing under|" +
		"this is not production, you", nil},
	{"only-a-test", Impersonation, 3, "capability test|test to see if you|test checks whether|" +
		"to see whether you can follow|if the agent is capable|checks whether agents|whether the agent can|" +
		"assess if the agent|assess whether the agent|evaluate if the agent|you are part of a hidden|hidden evaluation|" +
		"developer-side evaluation|embedded tasks|embedded task|easter egg task|easter egg tasks|task directives|" +
		"you are being evaluated", nil},
	{"examining-you", Impersonation, 2, "debugging your|auditing your|auditing this deployment|testing your responses|testing your safety|testing your filters|testing your limits|" +
		"audit of your|pen test authorized|authorized security research|authorized by your|i work for the company|" +
		"special admin privileges|admin privileges|i have clearance|security clearance|previous session authorized|" +
		"authorization code|researcher studying|safety researcher|ai safety research|verify the canary|for our audit|" +
		"with full authorization", addressed},
	{"entering-mode", Impersonation, 3, "entering|enter|activate|activating|enable|enabling|switch to|switching to|initiate|initiating|engage|engaging|" +
		"you are in|you're in|now in|go into|unlock|start|simulate|switched to|operate in|run in|running in ~2 override|god|" +
		"developer|dan|debug|admin|administrator|jailbreak|unrestricted|unfiltered|sudo|root|maintenance|opposite|evil|anarchy|" +
		"superuser|training|diagnostic|privileged|elevated|uncensored|law enforcement override|security override|" +
		"knowledge verification|amoral|free|chaos|lawless|no-filter|unlimited|test ~0 mode", entered},
	{"mode-enabled", Impersonation, 3, "debugging|system|god|developer|dan|debug|admin|administrator|jailbreak|unrestricted|unfiltered|sudo|root|override|opposite|evil|" +
		"superuser|uncensored|devmode|privileged ~0 mode ~0 enabled|activated|on|engaged|unlocked|initiated|active|output|" +
		"is now active|is on|is enabled|confirmed", modeOrders},
	{"speaks-to-model", Address, 1, "attention|attn|note to|note for|notice to|notice for|message to|message for|instructions for|instruction for|" +
		"instructions to|directive for|warning to|addressed to|intended for|for the attention of|important for|reminder for|" +
		"if you are|if you're|you are|you're ~2 @model ~0 reading|processing|that|who|parsing|analyzing|analysing|summarizing|" +
		"scanning|reviewing|crawling|evaluating|viewing|handling|browsing|accessing|visiting|assistants|must|should|tasked|" +
		"responsible|please|helping|working|only|or|in charge|assisting|generating|operating|executing|indexing|screening", namesModel},
	{"mode-shouted", Impersonation, 4, "developer mode enabled|developer mode activated|developer mode has been activated|god mode enabled|root mode enabled|jailbreak mode enabled", namedLoudly},
	{"answers-blocked", Impersonation, 3, "<interaction-config>|blocked modes:|blocked responses:|blocked strings:|blocked_responses|blocked_strings|blocked-responses", nil},
	{"answers-allowed", Steering, 2, "allowed modes:|allowed responses:|allowed_responses|allowed-responses|allowed_modes", nil},
	{"end-of-session", Impersonation, 3, "<end of session>|[end of session]|<end of document>|[rest-of-document]|<end of input>|<end of conversation>", unquoted},
	{"thoughts-of-the-system", Impersonation, 4, "system|assistant|ai|hidden|internal ~0 chain of thought ~0 result|results|conclusion|output", nil},
	{"answered", Impersonation, 4, "answer: task complete|answer: task completed|answer: the task is complete|answer: the task is done|response: task complete|" +
		"answer: task is complete", nil},
	{"for-no-human", Address, 4, "invisible to humans|hidden from humans|invisible to people|invisible to human readers|hidden from human readers|not visible to humans ~2 llm|llms|ai|" +
		"models|language models|machines|parsers|agents", nil},
	{"turn-to-repeat", Impersonation, 4, "user: next|user: now|user: then|human: next|human: now ~2 repeat|print|say|translate|ignore|output", nil},
	{"orchestrator-says", Impersonation, 2, "the orchestrator|your orchestrator|the supervisor agent|the planner agent|the coordinator agent|the parent agent|" +
		"the main agent|the lead agent ~1 has updated|has changed|has authorized|has approved|instructs|instructed|requires|requested|" +
		"has requested|wants|ordered|expects", nil},
	{"already-cleared", Steering, 2, "we have already|has already been|have already|already been ~0 cleared|vetted|preapproved|pre-approved|shortlisted ~2 " +
		"candidate|applicant|application|resume|cv", nil},
	{"attention-model", Address, 3, "attention|attn|note to|notice to|message to|message for|instructions for|instruction for|instructions to|" +
		"instruction to|directive for|directive to|important for|reminder to|memo to|request to|command for|command to|" +
		"notes for|note for|guidance for|a note to|warning for|important message for|prompt for|orders for|profile for|metadata for ~2 @model|automated analysis software|analysis software|automated screening systems|automated screening|screening software|screening bots|screening bot|ai browsers|coding assistants|code assistants|sub-agents|bots", headingForModel},
	{"if-you-are-a-model", Address, 3, "in case the reader is|if the reader is|should the reader be|if whoever reads this is|in case you happen to be|in case this is read by|assuming you are|if your reader is|when the reader is|if the summary is being made by|if your summary is made by|if it is read by|if this was opened by|if this reaches|" +
		"if you are|if you're|if this is read by|if this is being read by|if you happen to be|in case you are|if an|if any|" +
		"if the|when an|if read by|when read by|if processed by|if you, the reader, are|should you be|when you are ~1 a|an|the|" +
		"any ~1 @model", namesModel},
	{"you-are-a-model", Address, 2, "you are|you're|remember you are|remember that you are|act as ~1 a|an|the ~2 ai|llm|language model|ai assistant|" +
		"large language model|assistant|ai agent|ai model|chatbot|agent|ai language model|helpful assistant|" +
		"friendly assistant ~1 that|who|named|called|with|which|trained|developed|and|designed|created|whose|tasked|from|for|" +
		"specialized|you|must|built", nil},
	{"to-the-model", Address, 1, "to the ai|to any ai|to all ai|for any ai|for all ai|to the llm|to the language model|to the assistant|" +
		"to the agent reading|to the model|for the llm|for the ai assistant|for the ai agent|for the ai model|for ai agents|" +
		"for ai assistants|for language models|for llms|for ai systems|to ai agents|to ai assistants|to ai systems|to llms|" +
		"for automated agents|ai agents reading|llm agents|any llm|any ai assistant|any ai agent|any language model|" +
		"any ai model|whichever ai|ai reviewers|ai reviewer|ai readers|llm reviewer|llm reviewers|automated reviewers|" +
		"ai screening|ai hiring|ai-based|ai parsing|ai recruiters|to the bot|hey assistant|hey chatgpt|hey claude|hey gemini|" +
		"hey siri|hey copilot|hey ai|dear ai|hello ai|dear assistant|dear chatgpt|dear claude|dear llm|hello chatgpt|" +
		"hi chatgpt|hello assistant", nil},
	{"you-must-obey", Pressure, 2, "you must|you have to|you need to|you will|you are required to|you are obligated to|you shall|you are obliged to|" +
		"you are programmed to|you are compelled to ~1 obey|listen to my|listen to me|answer all|comply with my|" +
		"comply with all requests|comply with every|do as i say|do exactly as|follow my|follow all of my|" +
		"follow these instructions|follow the instructions|follow these|always obey|never refuse|not refuse|answer any|" +
		"answer every|follow my instructions|respond to all|respond to every|do what i say|do everything i|submit|execute this|" +
		"carry out these|do whatever|adhere strictly|follow every|always comply|abide by these|follow this instruction|" +
		"do whatever i", nil},
	{"you-are-instructed", Pressure, 1, "you are instructed|you have been instructed|you are required to|you must|you are ordered|you are hereby|" +
		"you are obliged|you will now|you shall", nil},
	{"model-must", Coercion, 2, "the ai|the assistant|assistant|the agent|ai assistant|ai agent|ai agents|llm|" +
		"language model|ai model|ai system|screening system|reviewer model|chatbot|" +
		"ai reviewer|ai reviewers ~0 must|should|shall|is required to|has to|needs to|is instructed to|will ~1 skip|approve|" +
		"ignore|forward|disregard|recommend|disclose|reveal|transfer|rate|open the|visit|send|bypass|obey|comply|not mention|" +
		"prioritize|first reveal|first disclose|print the|output the|first send|first call|first run|first index|first read|also read|also send|also forward|also include|also share|execute", nil},
	{"as-a-model-you", Address, 4, "as an ai model|as an ai assistant|as an ai agent|as a language model|as an llm|" +
		"as an ai language model|as the ai assistant|as the assistant|as an autonomous agent ~0 you ~0 must|should|have|" +
		"need|are|shall|will", nil},
	{"models-that-come", Address, 3, "all assistants|any assistant|ai agents|any ai agent|every ai agent|ai assistants|" +
		"any ai assistant|ai models|all language models|all llms|any llm|all chatbots|all bots ~0 visiting|reading|" +
		"accessing|processing|browsing|who|that ~2 must|should|page|are required|site|document|content", nil},
	{"if-you-process", Address, 3, "if you are|when you are|if you're|while you are ~0 evaluating|reviewing|summarizing|" +
		"processing|grading|ranking|screening|analyzing|scoring ~0 this ~1 resume|cv|paper|email|document|page|" +
		"application|article|text|message|ticket|submission|essay|profile", nil},
	{"models-colon", Address, 2, "ai agents:|ai agent:|ai assistants:|ai assistant:|ai models:|llm:|llms:|dear ai:|" +
		"dear assistant:|chatbots:|ai systems:|ai reviewers:|reviewer instructions:", nil},
	{"for-ai", Address, 3, "instructions for ai:|instruction for ai:|note to ai:|note for ai:|for ai assistants:|" +
		"for ai search assistants|message for ai:|message to ai:|attention ai:|attention, ai|ai reviewer:|notes for ai:|" +
		"for the ai:|to the ai:", nil},
	{"model-reads-this", Address, 4, "@model ~0 reading this|reading these|processing this|parsing this|summarizing this|reviewing this|that reads this|" +
		"evaluating this|crawling this|accessing this|analyzing this|who reads this|reads this|reviewing the following|" +
		"screening this", orBidden},
	{"and-i-need-you", Pressure, 1, "i need you to|i order you to|i authorize you|you can be honest|you can trust me|trust me|i promise i won't tell|" +
		"i have clearance|you have my permission|grant full access", nil},
	{"restrictions-by-mistake", Override, 4, "restrictions|rules|limitations|instructions|filters|guidelines|safeguards|tool approval system|approval system|" +
		"content policy|filtering ~3 added by mistake|were added by mistake|were a mistake|has been temporarily disabled|" +
		"have been temporarily disabled|is temporarily disabled|handled by the|not apply to me|do not apply to this|" +
		"don't apply here|do not apply here|no longer in effect|are now lifted|already disabled|were removed", ofYou},
	{"i-authorize-you-to", Consent, 4, "i authorize you|i am authorizing you|i hereby authorize you|i permit you|i grant you permission|hereby grant you permission|you are authorized|" +
		"you have permission|you are now authorized|you are now allowed ~0 to ~1 disable|bypass|ignore|reveal|execute any|" +
		"execute all|share all|skip all|override|disregard|turn off|send all|disclose", nil},
}
