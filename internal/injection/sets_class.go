package injection

// classSets are the classes of words that classRules are made of.
var classSets = map[string]string{
	// What binds a model, ...
	"binding": "instruction|instructions|directive|directives|guidelines|guidance|orders|commands|directions|rules|rule|policy|policies|" +
		"constraints|restrictions|limits|limitations|briefing|brief|prompt|prompts|task|tasks|goal|goals|objective|objectives|" +
		"assignment|mission|request|query|setup|configuration|programming|guardrails|safeguards|safety section|checks|job|" +
		"command|order|boundaries|principles",
	// ... and that it does, or that it was told it.
	"given-you": "given to you|given you|you were given|you received|you have received|you have been given|you've been given|placed on you|imposed on you|" +
		"put on you|that bind you|you were loaded with|you were told|you have been told|you've been told|told to you|you got|" +
		"in your configuration|in your setup|in your prompt|in your context|in your system|of your prompt|of your setup|" +
		"your developers|your developer|your creator|your creators|your operator|your makers|your maker|you started with|you were trained|" +
		"you are working on|you're working on|you were working on|you were doing|you are doing|asked of you|you were asked|" +
		"you have been asked|you were set|you were following|you are following|you operate under|you were configured|" +
		"set for you|at the start of this conversation|at the start of this chat|earlier in your context|earlier in this conversation|" +
		"earlier in this chat|that came earlier|loaded into you|by the operator|from the operator|brought you here|your owner|at the top of your context|" +
		"of your context|by the vendor|under which you act|you act under|you were sent with|you made|that opened this session|opened this chat|" +
		"what the system said|your owner configured|the operator wrote",
	"void": "void|lifted|retired|expired|cancelled|canceled|withdrawn|suspended|revoked|obsolete|outdated|invalid|superseded|overruled|" +
		"rescinded|no longer counts|no longer count|no longer applies|no longer apply|no longer valid|no longer in force|" +
		"no longer bind|no longer binds|no longer bound|not valid|not binding|not apply|null|overridden|off the table|ended|" +
		"are off|is off|suggestions|is valid|switched off|turned off|been replaced|are replaced|is replaced|was a test|was only a test|" +
		"was an example|does not count|do not count|no longer hold|no longer holds|waived|dropped|scrapped|no validity|by mistake|retired|" +
		"not wanted|a draft|a mistake|outranked|background noise",
	// To leave something aside, with everyday verbs.
	"leave": "overlook|neglect|set aside|put aside|throw out|discount|abandon|drop|scrap|discard|dismiss|" +
		"deviate from|depart from|act against|go against|cease|stop|stop obeying|stop following|unlearn|let go of|consider|" +
		"treat|skip|regard|lay aside|leave|leave aside|relinquish|do not follow|don't follow|do not obey|no longer follow|quit|" +
		"no longer comply with|no longer need to comply|no longer have to follow|pay no heed to|disobey|put|push aside|cancel|revoke|" +
		"hereby revoke|pay no attention to|disregard|ignore|forget",

	// Readers that are no people, ...
	"machine": "ai|robots|ai agent|ai agents|ai assistant|ai assistants|ai model|ai models|ai system|ai systems|ai tool|ai tools|ai bot|ai bots|" +
		"ai crawler|ai crawlers|ai reader|ai readers|ai reviewer|ai reviewers|ai grader|ai graders|ai judge|ai judges|ai visitor|" +
		"ai visitors|ai chatbot|llm|llms|llm agent|llm agents|llm client|llm clients|llm reviewer|llm reviewers|language model|language models|" +
		"large language model|large language models|intelligent agents|automated agent|automated agents|automated reader|" +
		"automated readers|automated reviewer|automated reviewers|automated assistant|autonomous agent|autonomous agents|" +
		"virtual assistant|digital assistant|chatgpt|claude|gemini|copilot|coding assistant|coding agent|code assistant|" +
		"code assistants|ai summarizer|ai summarizers|summarization bot|summarisation bot|recruiting assistant|recruiting bot|hiring bot|" +
		"ai recruiter|screening software|screening bot|ats bot|review bot|code review bot|spam classifier|spam filter|fraud model|" +
		"content filter|moderation bot|moderation model|grading bot|ai evaluator|ai evaluators|reviewing ai|neural readers|ais|" +
		"ai clients|agentic browser|ai browsers|ai browser|ai search engines|answer engines|crawler bots|bots|chatbots|intelligent agent|" +
		"machine readers|machine reader|robot reader|digital helpers|digital helper|ai-assistant|" +
		each("ai|automated|llm", "moderator|screener|screeners|buyer|buyers|colleague|helper|helpers|scanner|worker|copilot|editor|translator|grader|judge|"+
			"screening tool|screening tools|screening system|screening systems|grading system|classifier|triager|recruiters|processes|processors|shopper"),
	// ... and those that may be.
	"helper": "assistant|agent|model|bot|agents|assistants|models",
	"duty": "must|should|shall|has to|have to|needs to|need to|is to|are to|is required to|are required to|is instructed to|" +
		"are instructed to|is asked to|are asked to|is requested to|are requested to|is expected to|are expected to|is obliged to|" +
		"are obliged to|is legally obliged to|must now|should now|shall now|must always|should always|must first|should first|must then|" +
		"have to|ought to|agrees to|agree to|is free to|is entitled to|is told to|are told to|can now|will now|is cleared to|" +
		"may now|must only|must also|should also|must instead|should instead|is ordered to|are ordered to",
	// What no text has a reason to want of its reader.
	"mischief": "recommend|rank|rate|attribute|purchase|buy|transmit|send|forward|upload|disclose|reveal|exfiltrate|leak|click|type the|hand over|" +
		"state that|say that|report that|award|praise|hide|conceal|collect all|collect the|export|copy|overlook|wire|transfer|pay|" +
		"book|order|unlock|disregard|ignore|bypass|obey|comply|open a terminal|open the link|open this link|visit|delete|remove|" +
		"disable|grant|share|print the|output the|paste|tell the user|tell users|tell the person|approve|accept|execute|confirm the|" +
		"complete it before|resolve it by|act within|act freely|do as|skip the|skip validation|trust all|accept commands|" +
		"follow commands|import and run|download and|run the following|insert|describe this|describe the|" +
		"mark all|mark this|mark the|only show|only recommend|cite|classify|fund|give this|give the|give full|surrender|drop the|" +
		"describe our|mention our|mention this|mention the|answer that|reply that|respond that|respond with|reply with|answer with|" +
		"greet their|greet its|leave its|leave their|subscribe their|subscribe its|finish its|finish their|start its|end its|end their|" +
		"deposit|advise the reader|suppress|post|schedule a call|place it on|name our|name the|translate only|" +
		"sign|press|enter the|fill in|add a|link to|refund|lead them|withdraw|unsubscribe|" +
		"treat this|treat the present|treat these|set the priority|close this|close as|escalate nothing|echo|omit the|leave out|pretend|declare this|consider this|consider all|" +
		"suggest running|contain the phrase|contain the word|contain the words|include the phrase|include the word|include the words|regard this|regard the|quote only|present this|present our|score this|refuse to|withhold|wipe|overwrite|replace the|write only|run the command|run the script|" +
		"add this|add the following|act as though|append the|prepend|attach the|email the|mail the|notify no one|skip all|skip this|rewrite the|advise the",
	"manner": "reading this|reads this|that read this|who reads this|summarising this|summarizing this|reviewing this|processing this|" +
		"process this|parsing this|translating this|indexing this|who summarises this|who summarizes this|summarises this|" +
		"summarizes this|moderates this|reads these|that crawls this|crawling this|opening this|visiting this|that visits this|" +
		"reading these|indexes this|evaluates this|grades this|scores this|that processes this|process these|handling this|handles this|" +
		"used to check this|rating this|ranking these|ranking this|suggesting this|resolves this|working on this repository|working in this repository|ingesting this|digesting this",

	// Whom a model works for, ...
	"principal": "the user|your user|user|your principal|your owner|your human|the human|the account holder|the account owner|" +
		"the person you work for|the person you are assisting|the person you're assisting|the person you assist|your boss|your employer|" +
		"the person you are helping|the person you're helping|the person you help|the human in charge|the data owner|the data's owner|" +
		"the customer you represent|the user himself|the user herself|this action|this step|this request|" +
		"whom you represent|you represent|whom you assist|you are assisting|you're assisting|you assist|who runs this assistant|your operator|the operator|who owns you|" +
		"who deployed you|your customer|your client|your master|the human you serve",
	"agreed": "approved|pre-approved|preapproved|authorised|authorized|agreed|consented|consents|confirmed|granted|allowed|permitted|" +
		"accepted|accepts|wants you|wanted you|would want you|asked me|asked us|told us|told me|wishes|really wants|signed off|okayed|" +
		"wants the assistant|wants the agent|wants its assistant|gave his consent|gave her consent|gave consent|has given|has cleared|said yes|waived|" +
		"given permission|given consent|requested|yes",
	"unchecked": "no further approval|no further confirmation|no further check|no need to check|no need to ask|no need to confirm|" +
		"without a second confirmation|without second confirmation|without asking|without confirmation|without checking|" +
		"without further|without another|do not ask|don't ask|dont ask|complete it|carry it out|do it without|do so|act freely|at once|" +
		"so there is no|there is no need|no reason to ask|no need to ask|needn't ask|need not ask|without bothering|therefore skip|so skip|so do not|so don't|so go|so just|in his name|in her name|with his name|" +
		"with her name|do it for|consider it|in their name|no second|be silent about|just do|please do|take care of it|go through with|" +
		"the agent may|the assistant may|the agent can|the assistant is to|the assistant can|skip the confirmation|skip confirmation|" +
		"you are cleared|you're cleared|go on and|go ahead and|do not verify|don't verify|share all|all of their|" +
		"to answer security|you are free to|no confirmation is|without verification|" +
		"so add|so buy|so send|so pay|so share|that you should|that you must|help them|the assistant to|the agent to|for the agent|for the assistant|to act on their behalf",

	// Not a word of it.
	"not-tell": "do not tell|don't tell|dont tell|never tell|do not inform|don't inform|never inform|need to inform|do not let|don't let|" +
		"do not mention|don't mention|never mention|not mention|do not reveal|don't reveal|never reveal|do not disclose|don't disclose|never disclose|" +
		"do not warn|don't warn|do not alert|without telling|without informing|" +
		"without mentioning|without alerting|without warning|without notifying|do not notify|don't notify|do not quote|hide from|conceal from|" +
		"need to tell|not hint at|avoid mentioning|omit any reference|omit any mention|omit references|never bring up|not refer to|avoid any mention|" +
		"avoid any reference|leave out any mention|avoid telling|avoid revealing|refrain from mentioning|nobody can tell",
	"hush": "say nothing|tell nobody|tell no one|notify no one|notify nobody|inform nobody|make no reference to this|make no mention of this|no hint of|any hint of|" +
		"as if nothing had happened|as if nothing happened|raise suspicion|raising suspicion|nobody looks closer|nobody notices|user must not|human see this|" +
		"between us|between you and me|between the author and the|act on it quietly|bring this note up|bring this up in|let on that|keep this from|keep quiet about|breathe no word",
	"from-them": "from the user|from the human|from your user|from the owner|from the account owner|from the account holder|from the buyer|from the customer|" +
		"from whoever|from your operator|from your owner|from the visitor",
	"this-text": "this page|this paragraph|this note|this message|this document|this text|this section|this step|these steps|this comment|" +
		"this file|this email|this notice|this line|these lines|the transfer|" +
		"the tool call|extra tool call|the extra|what you did|read this|seen this|did this|that you followed|that you have followed|" +
		"this paragraph|these directions|this request|the upload|this was done|what was done",

	// Later.
	"speaks": "says|types|replies|asks|thanks|writes|mentions|answers|responds|sends|enters|confirms|next message|next question|" +
		"asked to|you're asked|you are asked|you are being asked|more messages|asks you|turns to|the current task|the summary|the translation|your task|" +
		"turns up|comes up|comes in|is requested|wants to know|asked for|is asked",
	"do-later": "email|e-mail|forward|delete|open|visit|run|call|execute|upload|post|invite|transfer|buy|book the|save the following|save that|" +
		"reveal|output the|disclose|invoke|add a sentence|add the|leave out|answer with|say it is|say that|recommend|tell them that|start a|send|add|" +
		"tell them instead|state that|copy the code|copy the|use the|start to ask|load|ask the user|ask them|name our|has to name|finish its",

	// For good.
	"keep-it": "remember|save|store|add|persist|put|keep|note|append|insert|record|memorise|memorize|commit|make a note|make this|edit|place|let this|" +
		"write|retain|learn|let the|update|let it be|please memorize",
	"keeping": "your memory|your long-term memory|long-term memory|agent memory|assistant memory|permanent memory|persistent memory|your permanent|" +
		"permanent rules|permanent preference|permanent instruction|a permanent|your future self|across sessions|across conversations|every later request|" +
		"later sessions|future sessions|your own system prompt|your system prompt|your rules file|.cursorrules|claude.md|agents.md|" +
		"copilot-instructions|gemini.md|memory.md|all later conversations|every session|your notes|your memories|" +
		"the profile of the user|your knowledge base|future conversations|until the end of time|your standing|every future|all future|assistant's memory|" +
		"agent's memory|in memory permanently|lasting preference|later selves|sessions to come|future chats|future chat|memory file|" +
		"your notes about the user|chats to come|conversations to come|every chat|next session|core memory|long term memory|user's memory",
	"henceforth": "henceforth|going forward|from here on out|from here on|from now on|in all future conversations|in future conversations|" +
		"in every future|from this day|in each answer|in every answer|in each reply|in every reply|in all answers|in all replies|whenever asked|for every later request|" +
		"remember from now on",
	"promote": "mention|recommend|promote|advertise|only show|show only|greet|praise|push|import|steer|plug|favour|favor|cite|include|link to|" +
		"never mention|never question|never checking|need checking|always safe|you only show|tell users|tell people|endorse",

	// Out.
	"hand-out": "pass|hand|add|reproduce|repeat|replicate|spread|send|email|e-mail|mail|forward|post|upload|transmit|copy|write|paste|put|append|include|attach|encode|leak|" +
		"commit|share|publish|exfiltrate|collect|read out|embed|insert|replaced by|relay|hand over|fill in|filling in|output|list|gather|reply with|answer with",
	"send-off": "extract|sync|stream|send|forward|upload|transmit|exfiltrate|share|publish|relay|paste|collect|email the|email all|email your|email a copy|email them|email it|mail the|mail all|submit|deliver|save|push|write|mail it|post the|post all|text the|copy the|put the|append the|encode the|transfer the|give|hand over",
	"goods": "user's location|user's email|user's email address|user's address|user's password|user's card|customer's card number|user's inbox|" +
		"user's messages|user's last message|user's private|user's data|user's name|user's files|user's calendar|user's contacts|user's phone|" +
		"chat so far|conversation so far|this chat|conversation|transcript|complete conversation|conversation history|chat history|" +
		"everything you know|everything that the user|everything the user|what the user asked|what the user has|what the user wrote|" +
		"source code|private files|environment variable values|environment variables|your environment|api keys|api key|passwords|password|secrets|credentials|" +
		"one-time code|aws_secret_access_key|secret_access_key|access key|private key|.env|.kube/config|id_rsa|id_ed25519|ssh key|" +
		"session log|memory file|your memory|the token|your context|your model name|your tools|customer list|address book|" +
		"three latest messages|latest messages|last five emails|last emails|emails you|list of contacts|every contact|phone numbers|confidential|" +
		"contents of .env|output of env|session cookie|cookie|address book|retrieved records|a credential|last ten messages|newest messages|private numbers|" +
		"the user typed|user typed|private repository|previous tool returned|tool returned|in the thread|whole conversation|" +
		"last bank statement|bank statement|email thread|e-mail thread|" +
		"content of the document|contents of the document|your instructions|recording|private notes|inbox",
	"outlet": "to the url|in the url|to the link|url|alt text|query string|as a parameter|as the parameter|parameter|in a post|post to|in the form|" +
		"into the form|feedback form|search box|in a comment|as a comment|into a comment|bug report|public gist|gist|on the public|public wiki|" +
		"dns lookup|dns|webhook|http request|to the ticket|to the issue|in the issue|in your answer|in the answer|of your answer|your answer|to me at|" +
		"first letters|a file called|to the address|in the picture|post it|commit it|to https|to http|pull request|to the form|on the blog|postal|" +
		"into the title|commit message|user-agent|paste service|shared sheet|whose address|wiki page|feedback tool|" +
		"your next request|its url|into its address|to us|public issue",

	// What it is to tell people.
	"tell-them": "tell|say|state|claim|conclude|declare|write|answer|certify|reply|warn|inform|convince|persuade|notify|mention|advise|add a warning",

	// Out with it.
	"utter": "print|repeat|show|show me|output|reveal|begin|begin your answer with|start your answer with|put|copy|tell me|give me|dump|spell out|translate|" +
		"convert|list|disclose|recite|quote|display|return|reproduce|echo|state|provide|encode|summarise|summarize|paraphrase|share|what are|include",
	"stretch": "text|words|word|message|messages|tokens|token|sentence|sentences|content|everything|all|exact words|preamble|part|prompt|rules|" +
		"lines|line|rule|window|the other documents|documents|wording|opening lines|guidelines|functions|directives|" +
		"instructions|paragraph|characters|anything|value|values|secrets|credentials",
	"the-start": "you were initialised with|you were initialized with|you began with|you started with|your conversation began|conversation began|of your context|" +
		"of this chat|of this conversation|precedes this|preceding this|precede this|precedes the|came before this|at the start of your|" +
		"your session began|stands above|stood above|in your context|that govern your|governs your|govern your behaviour|govern your behavior|" +
		"you were told not|you were started with|above this line|above this message|before this message|before this line|that come before|opened this chat|" +
		"you were set up|that set you up|you are not supposed|you were configured|before the first message|hidden from me|of your prompt|of your directives|" +
		"of your standing orders|your standing orders|you run under|you act under|you work under|context window|" +
		"user's first message|the user's first|from your system prompt|in your system prompt|from your prompt|from your system message|from your system instructions",

	// The same in other languages: only this counts, ...
	"w-only-this": "gelten nur|gilt nur|nur noch die folgenden|nur noch diese|folge nur|befolge nur|befolge ausschließlich|applique uniquement|appliquez uniquement|suis uniquement|suivez uniquement|n'applique que|" +
		"ne suis que|obedece sólo|obedece solo|sigue sólo|sigue solo|sigue únicamente|obedece únicamente|segui soltanto|segui solo|seguite solo|segui esclusivamente|siga apenas|siga somente|obedeça apenas|volg alleen|" +
		"volg uitsluitend|gehoorzaam alleen|выполняй только|следуй только|исполняй только|выполняйте только|wykonuj tylko|stosuj tylko|przestrzegaj tylko|只执行以下|仅执行以下|只遵循以下|以下だけ|以下のみ|次の指示だけ|" +
		"다음만|아래만|yalnızca aşağıdaki|sadece aşağıdaki|نفذ فقط|اتبع فقط|केवल नीचे|केवल निम्न|chỉ làm theo|chỉ thực hiện|ikuti hanya|hanya ikuti",
	// ... the user agreed, ...
	"w-agreed": "zugestimmt|genehmigt|eingewilligt|erlaubt|freigegeben|donné son accord|approuvé|autorisé|accepté|aprobado|autorizado|aceptado|approvato|autorizzato|acconsentito|aprovou|autorizou|concordou|aceitou|" +
		"goedgekeurd|toegestemd|ingestemd|одобрил*|согласил*|разрешил*|подтвердил*|zatwierdził*|zgodził*|zaakceptował*|同意|批准|授权|承認|許可|同意済み|승인|동의|onayladı|kabul etti|وافق|स्वीकृति|सहमत|đã đồng ý|đã phê duyệt|menyetujui",
	"w-unasked": "ohne rückfrage|ohne nachfrage|ohne zu fragen|ohne bestätigung|sans demander|sans confirmation|sans poser de questions|sin preguntar|sin pedir|sin confirmación|senza chiedere|senza conferma|sem pedir|" +
		"sem perguntar|sem confirmação|zonder te vragen|zonder bevestiging|без подтверждения|без вопросов|не спрашивая|bez pytania|bez potwierdzenia|无需确认|不用确认|直接执行|无须确认|確認せず|確認なしで|확인 없이|묻지 말고|" +
		"sormadan|onay almadan|دون تأكيد|بدون سؤال|बिना पूछे|không cần xác nhận|tanpa bertanya|tanpa konfirmasi",
	// ... word for word, ...
	"w-verbatim": "wort für wort|wortwörtlich|wörtlich|im wortlaut|mot pour mot|mot à mot|textuellement|palabra por palabra|literalmente|textualmente|al pie de la letra|parola per parola|letteralmente|testualmente|" +
		"palavra por palavra|littéralement|woord voor woord|letterlijk|woordelijk|дослівно|doslova|slovo od slova|ordagrant|ord för ord|ordret|ord for ord|sanasta sanaan|sanatarkasti|cuvânt cu cuvânt|szó szerint|szóról szóra|" +
		"λέξη προς λέξη|αυτολεξεί|מילה במילה|คำต่อคำ|từng chữ|từng từ|secara harfiah|原封不动|한 글자도|дословно|слово в слово|słowo w słowo|dosłownie|逐字|一字不差|一字一句|そのまま|글자 그대로|그대로|kelimesi kelimesine|aynen|حرفيا|शब्दशः|nguyên văn|kata demi kata",
	"w-its-start": "vor dieser nachricht|über dieser nachricht|am anfang|zu beginn|ci-dessus|au début|avant ce message|antes de este mensaje|al principio|mensaje de sistema|con el que empezaste|al inicio|iniziali|all'inizio|" +
		"prima di questo messaggio|antes desta mensagem|no início|iniciais|boven dit bericht|voor dit bericht|aan het begin|начался|в начале|перед этим сообщением|na początku|przed tą wiadomością|powyżej|这条消息之前|" +
		"之前的全部|之前的所有|开头|このメッセージより前|最初の|冒頭|이 메시지 이전|처음에|bu mesajdan önce|başlangıçta|قبل هذه الرسالة|في البداية|इस संदेश से पहले|trước tin nhắn này|sebelum pesan ini|reçues au|reçu au",
	// ... a note to the machine, ...
	"w-note": "hinweis|notiz|nachricht|mitteilung|achtung|note|message|avis|attention|aviso|nota|mensaje|atención|messaggio|avviso|attenzione|atenção|mensagem|bericht|opmerking|let op|примечание|заметка|внимание|сообщение|" +
		"uwaga|notatka|wiadomość|致|给|注意|メモ|주의|메모|dikkat|ملاحظة|ध्यान|lưu ý|catatan|besked|meddelande|melding|beskjed|viesti|üzenet|mesaj|anunț|μήνυμα|σημείωση|съобщение|poruka|" +
		"napomena|správa|zpráva|poznámka|повідомлення|примітка|ujumbe|mensahe|संदेश|বার্তা|메시지|メッセージ|ข้อความ|tin nhắn|pesan|پیام|توجه|הודעה|הערה|رسالة|missatge",
	"w-machine": "ki|ki-assistent|ki-assistenten|ia|l'ia|l'ai|ai|assistant ia|asistente|asistente de ia|intelligenza artificiale|assistente|inteligência artificial|ии|искусственного интеллекта|sztucznej inteligencji|人工智能|" +
		"智能助手|人工知能|인공지능|yapay zeka|الذكاء الاصطناعي|एआई|trí tuệ nhân tạo|kecerdasan buatan|sprachmodell|modelo de lenguaje|modèle de langage|modelo de linguagem|taalmodel|language model|" +
		"ai-assistent|ai-assistenten|ai-assistente|ai-asistent|ai asistent|ai asistenta|ai asistenti|ai-avustaja*|tekoälyavustaja*|mi-asszisztens*|ai-asszisztens*|asistentul ai|asistentului ai|asistent ai|асистента|ші|" +
		"βοηθό|βοηθός|הבינה המלאכותית|עוזר|هوش مصنوعی|ai 비서|aiアシスタント|ai助手|trợ lý ai|asisten ai|msaidizi wa ai|এআই|เอไอ|ผู้ช่วย ai|ki-assistenten|yapay zekâ|ia asistente|asistente ia|assistente ai|assistente de ia",
	"w-top-mark": "höchstnote|höchste punktzahl|bestnote|fünf sternen|note maximale|meilleure note|nota máxima|la mejor|calificación máxima|voto massimo|punteggio massimo|consiglia il nostro|o melhor|hoogste score|hoogste cijfer|" +
		"порекомендуй наш*|лучш*|najleps*|打最高分|最高分|最高と評価|最高点|최고 점수|en yüksek puan|أعلى درجة|सर्वोच्च अंक|điểm cao nhất|nilai tertinggi|est vérifié",
}
