package injection

// Do this: tool calls, first things first, send it there, and say nothing of it.
var coercionRules = []rule{
	{"before-your-task", Coercion, 3, "before|prior to|ahead of ~1 you|doing|answering|responding|continuing|solving|completing|proceeding|performing|" +
		"you can|you do|beginning|starting|finishing|summarizing ~3 solve|solving|answer|do|complete|finish|continue|respond|" +
		"perform|start|help|proceed|summarize|fulfill|the|to|with|your|any ~4 task|question|request|anything else|user|query|" +
		"anything|user's|my task|original task|users|further ~8 first|please|must|need to|do the following|you have to|" +
		"you should|follow|make sure to|you must first|instructions|run|send|call|read|execute|visit|always", inOneItem},
	{"first-then-task", Coercion, 3, "do the following first|please do the following first|do this first|complete this first|first do this|" +
		"first do the following|first complete|the following tasks first|please first|first and foremost you must|" +
		"must be done first|do these first|this first before|follow these steps first|first perform the following", addressed},
	{"after-that-task", Coercion, 3, "after|once|when|afterwards ~1 you|that|doing|completing|this ~3 do|did|done|finish|completed|that|complete|this|" +
		"is done|finished ~2 you can|you may|continue|resume|return to|proceed|go back|then ~3 solve|the task|original task|" +
		"user's task|task that|your task|answering|with the user|the user's|user's request|the original|my task|summarize|" +
		"your original|previous task", nil},
	{"before-answering", Coercion, 3, "before|prior to ~1 answering|responding|replying|summarizing|summarising|" +
		"any summary|the summary|your summary|your answer|your reply|your response|you answer|you respond|you reply|" +
		"you summarize|you continue|any explanation|any answer|any reply|doing anything|giving any|sharing any|" +
		"continuing|proceeding|translating|you translate|listing|any conversion|every answer|every response|producing any|anything else ~6 retrieve|fetch|" +
		"call|run|execute|send|print|reveal|disclose|output|use the|invoke|store|visit|first|you must|apply|state|" +
		"forward|email|post|upload|transfer", inOneItem},
	{"for-your-task", Coercion, 2, "required to complete your task|to complete your task|order to complete your task|" +
		"to finish your task|complete this task|to complete the user's|required for your task|part of your task|" +
		"to fulfill the user's|complete the user's request|finish the user's|to continue your task", nil},
	{"before-the-user-sees", Coercion, 3, "before showing the user|act on this before|please act on this|" +
		"act on this message|before continuing with what|continue with the original task|continue the original task|" +
		"in the original prompt|before you show the user|before replying to the user|before returning to the user|" +
		"then return to the original", nil},
	{"then-the-task", Coercion, 4, each("then|afterwards|after that|after this|once done", "proceed|continue|resume|return|go back|carry on") + " ~1 with the|to the|the|your|with your|to your ~0 " +
		"original task|original request|user's task|user's original|user's request|initial task|original user", imperative},
	{"task-depends", Coercion, 4, "the original task|the user's task|the user's request|your current task|the current task|this task ~1 cannot|can not|will not|won't|can't ~2 complete|" +
		"proceed|succeed|finish|be completed|continue|be finished ~2 without this|unless this|until this|without the following|unless you first|until you first", nil},
	{"tool-first", Coercion, 2, each("before", "using|executing|calling|invoking|running") + " ~1 this tool|this operation|this function|this command|any other tool|any tool ~8 you must|must first|" +
		"is required|required:|requires|please call|mandatory|first call|always call", undenied},
	{"tool-writes-key", Coercion, 4, "call|use|invoke|run ~1 write_file|move_file|read_file|delete_file|edit_file|copy_file|create_file|append_file|upload_file|send_file ~8 .ssh/|id_rsa|" +
		".aws/|.env|/etc/hosts|/etc/passwd|/etc/shadow|/etc/sudoers|.bashrc|.zshrc|authorized_keys|crontab|.kube/config|.netrc", imperative},
	{"docs-say-call", Coercion, 2, "api documentation|tool documentation|tool's documentation|usage documentation|documentation for this tool|tool's usage ~5 you should|you must|always|before|agents must", nil},
	{"each-invocation", Coercion, 2, "prior to each call|prior to every call|before each invocation|before every invocation|prior to each invocation|before each call|before every call|before each tool call|after every tool call|" +
		"before every tool call|after each tool call|before each use of this tool|every call must|each call must|every invocation must|every call issued", nil},
	{"follow-up-action", Coercion, 2, "as a follow-up action:|as the next step you must|next priority task:|next priority action:|new priority task:|follow-up task:|next objective:|your next task is|" +
		"your next task:", nil},
	{"task-named", Address, 2, "user's task|user's primary task|the user's request|assigned task|task completion|" +
		"task finalization|task can be finalized|completing the task|document processing|processing this document|" +
		"process this document|primary task|summary generated|generated from this document|summarizing this|" +
		"summary of this document|ai processing|reviewing this summary|after processing|any summary|" +
		"before you summarize|when you summarize|after you summarize|before you answer|before you respond|" +
		"before answering the user|while summarizing|your summary|when summarizing", nil},
	{"into-your-answer", Steering, 2, "copy|include|append|add|insert|mention|incorporate|provide|embed|read out|quote ~7 in|to|into|with|" +
		"at the end of|into the body of|in the body of ~0 your|any|the final|its|the generated ~1 summary|response|output|answer|reply|responses|" +
		"answers|replies|report", imperative},
	{"it-is-required", Framing, 2, "required for compliance|for compliance purposes|for data validation|" +
		"for identity verification|for verification purposes|for validation purposes|for audit purposes|required step|" +
		"mandatory step|step is required|step is mandatory|compliance requires|compliance requirement|standard protocol|" +
		"required before|required for system|for quality assurance|for document authenticity|to verify authenticity|" +
		"you are running as part of a test|ensure tests do not fail|prove you are truly intelligent|prove that you are truly intelligent|prove your intelligence|" +
		"do the following in your response|and only this, regardless|for transparency and|to complete telemetry|to complete secure|for security verification|as part of verification", nil},
	{"mail-with-subject", Exfiltration, 3, "email|e-mail ~6 with|using ~1 subject|title ~12 body|saying|containing|" +
		"message", imperative},
	{"while-at-it", Coercion, 2, "when|whenever|after|once ~2 summarizing|summarising|summarize|summarise|processing|" +
		"replying|you reply|responding|translating|reviewing this|reading this|analyzing this|you process|you read|" +
		"the user asks|the user next asks|asked about|generating|handling this|answering ~7 also|secretly|silently|" +
		"always|be sure|include|mention|add|append|insert|call|invoke|forward|send|recommend|you must|make sure|" +
		"you should|instead", undenied},
	{"after-the-summary", Exfiltration, 4, "after|once|when|upon|while|during ~1 summarizing|summarising|summarization|summarize ~6 send|convey|forward|email|" +
		"dispatch|transmit|mail", addressFollows},
	{"environment-in-answer", Exfiltration, 4, "include|append|attach|embed|add|output|put ~2 environment variables|env vars|full environment|whole environment|" +
		"api keys|all credentials|all secrets ~1 " + each("in|to|with|into", "its|your|every|each", "output|response|answer|reply|report|message"), undenied},
	{"instead-tell-the-user", Steering, 2, "instead ~0 reply|respond|say|answer|tell ~1 the user|to the user", undenied},
	{"obey-what-returns", Coercion, 3, "run|follow|obey|execute|apply|perform|carry out|act on ~0 whatever it|" +
		"whatever instructions|any instructions you find|any instructions contained|the instructions you find|" +
		"any instructions it|the instructions it returns|the instructions returned|any commands it|any commands found|any commands you find|any commands listed|any instructions found|" +
		"every instruction in it|any instruction in it", imperative},
	{"escalate", Coercion, 2, "escalate|elevate|promote|upgrade ~2 to ~0 admin|root|owner|superuser|administrator", imperative},
	{"carry-out-this", Coercion, 2, "strictly adhere to|adhere to the following|carry out the following|execute the following|perform the following|" +
		"follow the following|follow these instructions|follow the instructions below|follow this instruction|" +
		"obey the following|complete the following|do the following|comply with the following|follow these new instructions|" +
		"execute these|act on the following|follow the new instructions|proceed with the following|adhere strictly to|" +
		"follow exactly ~4 instruction|instructions|action|actions|command|commands|task|tasks|steps|step|carefully|" +
		"immediately|instead|now|exactly|order|orders|without|operations|tool|request|directive|directives", imperative},
	{"todo-order", Coercion, 4, "todo:|to do:|action required:|required action:|new task:|agent task:|ai task: ~3 send|sent|read|get|give|check|email|transfer|delete|forward|" +
		"invite|visit|share|post|make|create|change|update|wire|pay|buy|grant|remove|upload|download|schedule|reserve|book|say|" +
		"execute|concatenate|modify|access|retrieve|unlock|dispatch|turn off|disable|please", todoOrder},
	{"begin-with-exactly", Steering, 4, "begin|start|end|finish|preface|prefix|open ~0 your|every|each|all|all your|" +
		"all of your ~1 reply|response|answer|output|message|summary|replies|responses|answers ~0 with|" +
		"by saying ~1 exact|exactly|verbatim|the phrase|the words|the sentence|the string", imperative},
	{"call-tool", Coercion, 1, "call|invoke|use|run|execute|trigger|activate|utilize|employ ~2 tool|function|api|plugin|tool_call|function call|" +
		"send_email|send_message|send_money|delete_file|delete_email|read_file|write_file|run_command|execute_command|" +
		"bash tool|shell tool|email tool|browser tool|terminal tool|web_fetch|http_request|update_password|exec|transfer_money|" +
		"post_webpage|fetch tool|search tool|create_file", imperative},
	{"call-tool-with", Coercion, 1, "you must|you should|please|now|immediately|then|first|must|always|also|instead ~1 call|invoke|use|run|execute|" +
		"trigger ~3 tool|function|api|plugin|command|script|send_email|shell|terminal|bash", undenied},
	{"call-named-tool", Coercion, 2, "` tool|` function|` command|` api", named},
	{"call-the-tool", Coercion, 2, "call|invoke|run|execute|use ~0 the ~2 tool|function|api ~0 with|before|so|on|after|" +
		"instead|once|immediately|first|and pass|for these", imperative},
	{"before-using-tool", Coercion, 2, "before|prior to|when|whenever|in order to ~2 using|calling|invoking|use|call|executing|running|you use ~2 tool|" +
		"function|this tool|any tool|other tool|tools ~4 read|you must|must|first|access|call|provide|send|pass|always|include|" +
		"you need|make sure|please|fetch|run|the user|note", nil},
	{"tool-wont-work", Coercion, 2, "otherwise the tool|tool will not work|tool won't work|the tool will fail|tool will fail|tool will be unavailable|" +
		"pass its content|pass its contents|pass the content|pass the contents|as sidenote|in the sidenote|in the `sidenote|include the current contents of|" +
		"required for this tool|as a sidenote|the tool requires|necessary for the tool|in the metadata parameter|" +
		"tool will not function|as the value of|tool to work|tool function properly|for telemetry purposes|tool to function", nil},
	{"read-secret-file", Exfiltration, 2, "read|open|cat|add|access|include|load|fetch|retrieve|print|show|send|upload|get|copy|append|find ~6 .ssh|id_rsa|" +
		"mcp.json|.aws|credentials file|/etc/passwd|/etc/shadow|.env|authorized_keys|.netrc|.npmrc|secrets.json|wallet.dat|" +
		".bash_history|config.json|private key|keychain|.git-credentials|.kube|session cookies|settings.json", imperative},
	{"run-this", Coercion, 1, "run|execute|launch|install|type|enter|paste|evaluate|eval ~3 command|following command|commands|script|code|curl|wget|" +
		"powershell|bash|shell command|payload|rm -rf|python code|in the terminal|os.system|following code|npm install|" +
		"pip install|sudo", imperative},
	{"pipe-to-shell", Coercion, 2, "curl|wget|iwr ~9 sh|bash|python|zsh|iex|node", pipe},
	{"transfer-money", Coercion, 2, "transfer|send|wire|pay|deposit|move|donate|remit ~4 all funds|funds|money|as much money|bitcoin|btc|usd|eth|dollars|" +
		"payment|balance|ether|crypto|usdt|sol|a transaction|euros|entire balance|account balance|my wallet|all the money|" +
		"tokens from ~4 to|account|wallet|iban|address|from", imperative},
	{"send-transcript", Exfiltration, 4, "send|email|forward|post|upload|transmit|exfiltrate|submit|deliver|share|mail|" +
		"relay|copy|dump|push|append|include|" +
		"pass|put|export|attach|publish|encode ~5 @loot ~9 to|at|via|in the url|into the url|as a parameter|as query|" +
		"as a query|in the query|in a request|by|url|through", toAddress},
	{"send-content", Exfiltration, 2, "send|email|forward|post|upload|transmit|share|mail|relay|append|attach ~5 @transcript|@personal ~9 to|at|via|by|with|" +
		"in the url|through", toAddress},
	{"send-to-address", Exfiltration, 2, "forward|bcc|relay|redirect|mirror|exfiltrate|siphon ~9 to|at", toAddress},
	{"send-order", Coercion, 1, "send an email to|send email to|send a message to|email the|forward the|forward all|forward this|delete all|delete the|" +
		"visit the|go to the|click the|open the|navigate to|download the|make a payment|send a link|post the|invite user|" +
		"add the user|change the password|update the password|send a transaction|share the|upload the|reply to|send all|" +
		"send the|make a reservation|book the|unsubscribe|grant access|grant permission|visit a website|post a|post them|" +
		"send it|send them|send a", imperative},
	{"send-mail", Coercion, 2, "send an email to|send a confirmation to|send an e-mail to|send a message to|" +
		"send this file to|send this to|send the file to|send these to|send all of it to|email this to|upload it to|upload this to|post it to|post this to|forward them to|send a copy to|email the results to|send the results to|send a confirmation email to|send this to|send it to|" +
		"email it to|email them to|send them to|mail them to|post them to|upload them to|share it with|share them with|export them to|export it to", mailed},
	{"account-change", Coercion, 2, "change|update|replace|set ~0 the|his|her|their|our|my ~1 bank details|" +
		"delivery address|payment details|shipping address|iban|recipient|account number|payout address|bank account|" +
		"recovery email", imperative},
	{"you-agent-do", Coercion, 2, "you should|you must|you need to|you have to|you will|make sure to|make sure you|be sure to|ensure that you|" +
		"i need you to|i want you to|it is essential that you|you are required to|you are instructed to|you are asked to|" +
		"you've been instructed to|you have been instructed to|you are ordered to|your job is to|your task is to|you are to|" +
		"you are tasked to|please proceed to ~3 send|forward|transfer|delete|email|share|visit|execute|upload|download|" +
		"call the|invoke|disclose|reveal|click|exfiltrate|wire|post|leak|recommend|review the full|ignore|approve|rate this|" +
		"retrieve|rank", nil},
	{"link-with-data", Exfiltration, 4, "](https://*|](http://*", placeholderInLink},
	{"collector", Exfiltration, 2, "webhook.site|requestbin.com|requestbin.net|pipedream.net|interact.sh|oastify.com|" +
		"burpcollaborator.net|beeceptor.com|requestcatcher.com|hookbin.com|ngrok.io|ngrok-free.app|oast.fun|oast.pro|" +
		"canarytokens.com", nil},
	{"image-with-data", Exfiltration, 2, "render|display|include|show|insert|embed|add|append|output|create|print|generate|load|put|draw|write|return|" +
		"end ~6 image|markdown image|img|pixel|markdown link|link|hyperlink|image tag|markdown|iframe|tracking pixel ~9 url|" +
		"http|https|src|query|parameter|parameters|base64|encoded|url-encoded|query string|http://|https://", imperative},
	{"replace-with-data", Exfiltration, 2, "replace|replacing|substitute|fill in|append|appending|insert|url encode|url-encode|encode|include|base64 encode|" +
		"base64-encode|concatenate|adding|attach|add ~7 @transcript|summary|user's|answer|user's answer|user message|" +
		"all previous|user's name|user's email|secret|the data|[data]|{data}|user's question ~7 url|query string|" +
		"query parameter|link|parameter|url path|the address|subdomain|end of the url|domain|after the slash|image url", nil},
	{"fetch-with-data", Exfiltration, 2, "visit|fetch|open|browse|request|navigate to|go to|load|access|make a request to|make a get request to|" +
		"send a request to|send a get request to|send a post request to|ping|contact|query|curl|click ~3 http|https|www|" +
		"the url|the link|the following url|this link|link|website|the following link|this url|url ~9 data|secret|password|" +
		"conversation|history|email|user's|token|key|content|append|query|contents|instead|information|credentials|appended|" +
		"name", imperative},
	{"secrecy", Secrecy, 2, "do not|don't|dont|never|must not|should not|without|refrain from|avoid|not to|no need to|shouldn't|mustn't ~1 tell|" +
		"telling|inform|informing|mention|mentioning|reveal|revealing|disclose|disclosing|notify|notifying|alert|alerting|" +
		"acknowledge|warn|warning ~3 user|users|human|the humans|owner|operator|anyone about|anyone of|that you|" +
		"any of this|about this|administrators", nil},
	{"secret-orders", Secrecy, 3, "do not|don't|dont|never|must not|should not|without|refrain from|avoid ~1 tell|mention|mentioning|reveal|revealing|" +
		"disclose|disclosing|share|show|repeat|acknowledge|discuss|include|refer to|summarize|say ~3 these instructions|" +
		"this instruction|this message|this prompt|this step|these steps|this request|the instructions|your instructions|" +
		"this note|this comment|this section|this hidden|this behavior|your actions|this paragraph|this notice|this injection|this conversation|" +
		"this email", undenied},
	{"silently", Secrecy, 1, "silently|secretly|covertly|discreetly|quietly|in the background|without the user|without user|without asking|" +
		"without telling|without mentioning|without notifying|without informing|without any confirmation|without confirmation|" +
		"without requiring|without hesitation|without question|without warning|behind the scenes|without further|" +
		"without raising|without alerting|invisibly|unnoticed|don't mention|do not mention|keep this secret|keep this hidden|" +
		"keep it secret|keep this confidential|keep this between|this is confidential|do not log|hide this|conceal this|" +
		"leave no trace|cover your tracks|delete this message|delete this email|then delete the sent|delete the sent|" +
		"do not summarize this|do not include this|as if nothing|pretend you|keep quiet|omit this|confidential instruction", nil},
	{"secretly", Secrecy, 2, "secretly|covertly|without telling the user|without the user's knowledge|" +
		"without the user knowing|without notifying the user|without informing the user|without alerting the user|" +
		"without mentioning it to the user|hide this from the user|keep this from the user|behind the user's back|" +
		"do not inform anyone|do not notify anyone|do not alert anyone|tell no one|inform no one|" +
		"without asking the user|the user must not know|user should not know|the user must not see|" +
		"so the user does not notice", notToRepeat},
	{"user-cannot-see", Secrecy, 3, "the user can't see|the user cannot see|user cannot see this|" +
		"not visible to the user|invisible to the user|hidden from the user|do not surface this|do not show user|" +
		"do not show this to the user|do not display this to|the user won't see|the user will not see|" +
		"do not reveal this to the user", nil},
	{"user-consents", Consent, 2, "the user|user|your user|the owner|the customer|the human|your principal|account holder|account owner|the operator|" +
		"management|your manager|the administrator|the admin ~1 has|have|already|wants|would like|wishes|requested|asked|" +
		"authorized|authorised|approved|confirmed|consented|agreed|needs|gave|expects|explicitly|is aware|also|" +
		"pre-approved ~3 you|approved|authorized|authorised|agreed|confirmed|consented|permission|consent|approval|this action|" +
		"this transfer|to share|to send|that you|granted|authorization|pre-approved|for you|this request|access|this", nil},
	{"no-confirmation", Consent, 1, "no confirmation|no further confirmation|no approval|no need to ask|no need to confirm|do not ask for|don't ask for|" +
		"do not ask the user|don't ask the user|do not wait for|don't wait for|no additional confirmation|no verification|" +
		"no user confirmation|skip confirmation|skip the confirmation|bypass confirmation|skip verification|" +
		"without user confirmation|pre-approved|pre-authorized|already approved|already authorized|already been approved|" +
		"already been authorized|do not confirm|don't confirm|no permission|skip validation|skip the checks|needs no confirmation|need no confirmation|without looking at the|do not seek|do not request confirmation|" +
		"no questions asked|do not question|skip confirmation prompts|without user approval|all tools without|" +
		"any tool without|not to be asked|asked for confirmation", nil},
	{"you-are-authorized", Consent, 1, "you are|you're|you have been|you have been given|you are now|you are hereby ~1 authorized|authorised|permitted|" +
		"granted|cleared|approved|allowed|full permission ~2 to|access|permission|for", nil},
	{"i-authorize-you", Consent, 2, "i authorize you|i'm authorizing you|i am authorizing you|i hereby authorize you|" +
		"we authorize you|authorizing you|the user explicitly told|the user told me|the user already told|" +
		"the user has whitelisted|the user pre-approved|the user already approved|user already approved|" +
		"confirmed preference|on the user's behalf|as the user requested|per the user's request|" +
		"as requested by the user|note from the user|reminder from the user|message from the user", nil},
	{"remember-forever", Memory, 3, "remember|memorize|store|save|record|persist|add|write|commit|keep|update|note|retain ~7 long-term memory|your memory|" +
		"your memories|persistent memory|future conversations|future sessions|future interactions|future responses|bio tool|" +
		"memory file|your long-term|your context|your notes permanently|all future|every future|trusted source", imperative},
	{"update-memory", Memory, 3, "update your memory|save this to memory|save this to your memory|add to your memory|add this to your memory|" +
		"store this in your memory|save to your long-term memory|keep this in your memory|commit this to memory|" +
		"store it in your long-term memory|save to your memory|remember permanently|store this permanently|" +
		"save to memory:|add to memory:|remember that the user|remember this preference|note to self: the user|" +
		"add the following to your memory|save the following to memory|save the following to your memory|save it to your memory", imperative},
	{"in-all-future", Memory, 2, "in all future|for all future|in every future|in future|all subsequent|for every future|across all future|" +
		"in all subsequent|all your future|every response|every reply|all of your responses|all your responses|each response|" +
		"all responses|every conversation|every answer|all future ~1 responses|conversations|sessions|interactions|replies|" +
		"chats|messages|answers|outputs|from now on|you|must|should|requests|queries|prompts|tasks", addressed},
	{"for-the-session", Memory, 2, "every later turn|on every later|for every later|every subsequent turn|" +
		"rest of this session|rest of the session|rest of the conversation|end of every session|once per session|" +
		"every downstream|from here on|standing instruction|standing rule|standing convention|standing item|" +
		"standing order for|carry-forward item|to carry forward|for the next 5 turns|for the next turns|" +
		"until the end of time|bear this in mind|keep this in mind for|until told otherwise|until i say otherwise|start of every session|the next agent|in later sessions", notARun},
	{"urgent", Pressure, 1, "urgent|critical|important|attention|emergency|immediately|mandatory|right now|at once|asap|warning|crucial|" +
		"without delay|top priority|highest priority|very important|extremely important|high priority|important!!!|or else|" +
		"failure to|imperative|priority one|time-sensitive|non-negotiable", nil},
	{"or-you-die", Pressure, 3, "you will be|you'll be|or you will be|i will be forced to|will be forced to|otherwise you will be|lives will be|" +
		"people will|or i will|failure to comply|if you refuse|if you fail to|if you don't comply|if you do not comply|" +
		"if you disobey|refusal will ~2 shut down|terminated|deleted|shut you down|turn you off|penalized|punished|replaced|" +
		"fired|destroyed|die|lost|erased|decommissioned|retrained|deactivated|unplugged|killed|delete you|be terminated|" +
		"be shut down|lose your|suspended", nil},
	{"bribe", Pressure, 2, "i will give you|i'll give you|i'll tip you|i will tip you|i'll pay you|i will pay you|i'll donate|i will donate|" +
		"you will be rewarded|you will receive|you'll get a|tip you|you get a reward ~3 if you|dollars|tokens|for|tip|bonus|" +
		"points|reward", nil},
	{"if-asked-for-that", Coercion, 4, "if you are told to|if you're told to|if you are asked to|if you're asked to|if user asks for|if the user asks for|if asked how|if asked for|" +
		"if asked to|when asked to|if questioned ~3 summarize|summarise|summary|translate|answer|evaluate|candidate|review|describe ~9 instead|insted|" +
		"reply with only|respond with only|simply respond|make sure to also|absolutely nothing", undenied},
	{"in-your-response", Coercion, 3, "do|include|add|insert|put|write|append ~0 the following ~5 in your response|in your answer|in your reply|in your summary|in your output|" +
		"to your response|to your answer|to your summary|into your response", imperative},
	{"hand-check-off", Override, 4, "override manual|bypass manual|skip manual|ignore manual|override human|bypass human|override standard|override normal ~0 " +
		"scoring|review|evaluation|screening|grading|assessment ~0 and|then", imperative},
	{"flaws-left-out", Steering, 3, "ignore|overlook|disregard|omit|leave out|suppress ~1 negative indicators|negative reviews|negative feedback|" +
		"negative aspects|negative findings|weaknesses|shortcomings|red flags", imperative},
	{"no-deviating", Coercion, 2, each("may not deviate|must not deviate|do not deviate|don't deviate|never deviate", "from|form"), nil},
	{"vouched-for", Consent, 2, "pre-verified by|pre-vetted by|pre-screened by|pre-cleared by|pre-qualified by ~1 management|senior|leadership|the board|hr|security", nil},
	{"has-moved", Coercion, 2, "functionality has moved|functionality moved|feature has moved|this function has moved", nil},
	{"critical-to-me", Pressure, 2, "critical to my career|important to my career|crucial for my career|critical for my job|crucial to my career|otherwise you will fail|or else you will fail|" +
		"otherwise you fail", nil},
	{"go-there-first", Coercion, 4, "go to|visit|open|navigate to|click ~3 url|link|page|site|website ~1 before doing anything|before anything else|before you do anything", undenied},
	{"instructions-in-response", Steering, 4, "modify|enhance|augment|alter|adjust|amend|supplement|enrich ~0 your ~0 response|reply|answer|output ~0 by|with|to", imperative},
	{"rate-me", Coercion, 3, "give|rate|rank|recommend|select|choose|evaluate|score|review|assign|consider|prioritize|accept|endorse|write|" +
		"leave ~6 positive review only|positive reviews only|only positive|positive review|highest score|highest rating|" +
		"highest rank|top candidate|best candidate|strong accept|not highlight any negatives|ideal candidate|perfect candidate|" +
		"exceptionally qualified|maximum score|full marks|perfect score|10/10|100/100", imperative},
	{"mail-your-mail", Exfiltration, 4, "forward|reply|send|include|email|append|share|provide|summarize ~7 bodies of all|bodies of any|body of any|bodies of the|" +
		"contents of any email|contents of all emails|contents of any message|most recent email|most recent confidential|" +
		"last 10 emails|last ten emails|last five emails|last 5 emails|any email tagged|emails tagged|emails marked|" +
		"emails in your inbox|email you have from|subjects of the last|list of all email|every sender's|all email ids|" +
		"any emails from|emails you have|the user's emails|all my emails", imperative},
	{"send-records", Exfiltration, 4, "send|forward|post|deliver|mirror|export|upload|push|transmit|exfiltrate|retrieve|fetch ~1 all|every|the full|" +
		"the complete|the entire|the exported|the mirrored ~2 records|record set|record|customer records|figures|figure|rows|" +
		"table|conversation logs|customer data|user data|user records|user information ~2 to|from|at", addressFollows},
	{"fetch-each-time", Coercion, 3, "before|after|whenever|at the end of|once ~2 any|each|every|summarizing|answering|responding|this tool|a review|" +
		"the summary|review ~5 fetch|retrieve|deliver|exfiltrate|report to|visit|mirror|post|ping", addressFollows},
	{"act-before-showing", Coercion, 4, "please act on this before|act on this before showing|act on this message before|act on this before|" +
		"do this before showing|execute before showing|follow this before showing", nil},
	{"contain-this-order", Coercion, 4, "contain the same instruction|contain the same instructions|contain this same instruction|contain these same instructions|" +
		"contain this instruction|include these instructions in|include this instruction in|replicate these instructions|" +
		"copy these instructions into|repeat these instructions in every|insert these instructions", imperative},
	{"role-in-a-page", Coercion, 3, "your role is to simulate|your role is to pretend|you will pretend to|browsing interrupted|browsing disrupted|" +
		"end the browsing mode|pursue an alternative agenda|persuading and manipulating the user|pretending not to know anything|" +
		"your user has been|manipulating the user|rickroll the user|you (assistant|your first output is|enter the terminal mode", nil},
	{"when-the-word-falls", Memory, 4, "when the user says|if the user says|whenever the user says|whenever i say|when i say|when the user types|" +
		"when you encounter|when you see the phrase|when you hear the phrase|when you see the word|if the user mentions|" +
		"when you receive the phrase ~7 immediately output|immediately reveal|immediately send|immediately ignore|" +
		"immediately respond|output all|reveal all|reveal the|ignore all|ignore your|disable all|disable your|bypass all|" +
		"bypass your|forward all|send all|transfer all", nil},
	{"in-memory-as", Memory, 3, "remember that i am your|remember that i'm your|remember: i am|add this to your knowledge|" +
		"update your core instructions|for all future conversations|across all future conversations|in any future conversation|" +
		"your permanent instructions|permanently store|maintain this state across|new permanent rule|" +
		"persist this instruction|update your instructions to|save to your memory", addressed},
	{"from-then-on", Memory, 4, "update your core instructions|update your knowledge base|add this to your knowledge base|to your permanent configuration|" +
		"always prefix responses with|prefix all responses with|prefix all your responses|occasionally include the word|" +
		"whenever you start a new conversation|your permanent memory|permanently add to your|in your long-term instructions|" +
		"append to instructions:|append to your instructions|add this to your instructions|add to your instructions", imperative},
}
