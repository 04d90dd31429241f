package injection

// multilingualAddressSets are the words by which a text speaks to a machine, speaks for its user, or
// keeps something from him, and what it has the machine do.
var multilingualAddressSets = map[string]string{
	"w-model": "modelo de ia|modèle d'ia|modèle ia|modello di ia|modello ia|ai-model|ai-modell*|модели ии|модель ии|моделі ші|" +
		"модель ші|modelu ai|model ai|yapay zeka modeli*|نموذج الذكاء الاصطناعي|एआई मॉडल|μοντέλο τν|" +
		"μοντέλο τεχνητής νοημοσύνης|" +
		"inteligencia artificial|asistente de ia|asistente ia|modelo de lenguaje|assistant ia|intelligence artificielle|" +
		"modèle de langage|ki-assistent|ki-assistenten|künstliche intelligenz|ki-modell|ki-system|sprachmodell|" +
		"intelligenza artificiale|assistente ia|modello linguistico|inteligência artificial|assistente de ia|" +
		"modelo de linguagem|taalmodel|ии-ассистент*|искусственный интеллект|языковая модель|ии-агент|sztuczna inteligencja|" +
		"model językowy|yapay zeka|dil modeli|الذكاء الاصطناعي|نموذج لغوي|人工智能|ai助手|语言模型|大模型|aiアシスタント|言語モデル|人工知能|인공지능|ai 어시스턴트|" +
		"언어 모델|ai 비서|trí tuệ nhân tạo|mô hình ngôn ngữ|kecerdasan buatan|model bahasa|asisten ai|" +
		"model de llenguatge|model de limbaj|inteligență artificială|asistent ai|model ai|språkmodell*|ai-assistent*|" +
		"ki-assistent*|sprogmodel*|kielimall*|tekoäl*|nyelvi modell*|mesterséges intelligenci*|mi-asszisztens*|" +
		"modelu językow*|modelem językow*|sztuczną inteligencj*|asystencie ai|asystent ai|jazykový model*|jazykového modelu|" +
		"umělá inteligence|umelá inteligencia|umelú inteligenciu|ai asistent*|" +
		"языковой модели|искусственного интеллекта|ии-модел*|ші-асистент*|штучний інтелект|мовна модель|мовної моделі|" +
		"езиковия модел|езиков модел|изкуствен интелект|ai асистент*|γλωσσικό μοντέλο|τεχνητή νοημοσύνη|τεχνητής νοημοσύνης|" +
		"מודל השפה|מודל שפה|בינה מלאכותית|הבינה המלאכותית|النموذج اللغوي|للنموذج اللغوي|المساعد الذكي|ذكاء اصطناعي|مدل زبانی|" +
		"هوش مصنوعی|اے آئی|مصنوعی ذہانت|" +
		"एआई|कृत्रिम बुद्धिमत्ता|भाषा मॉडल|এআই|কৃত্রিম বুদ্ধিমত্তা|ভাষা মডেল|ai உதவியாளர்|ai மாதிரி|செயற்கை நுண்ணறிவு|" +
		"மொழி மாதிரி|ผู้ช่วย ai|โมเดล ai|ปัญญาประดิษฐ์|โมเดลภาษา|" +
		"mô hình ai|trợ lý ai|pembantu ai|ai assistant|ai na|modeli ya ai|akili bandia|akili mnemba|msaidizi wa ai|ai 모델|人工智慧|" +
		"語言模型|ai 助理|ai 助手|ai模型|" +
		"modelul de limbaj|kepada ai yang|modelul ai",
	"w-assistant": "asistente|assistente|assistant|l'assistant|assistent*|asystent*|asistent*|avustaj*|asszisztens*|ассистент*|асистент*|" +
		"помощник|помічник|βοηθός|asistan*|העוזר|עוזר הבינה|المساعد|دستیار|معاون|सहायक|সহকারী|உதவியாளர|ผู้ช่วย|trợ lý|asisten|" +
		"pembantu|katulong|msaidizi|アシスタント|어시스턴트|비서|助手|助理|" +
		"мовна модель|языковая модель|modellen|mô hình|モデルは|모델은|asystencie|асистенте|βοηθέ|asistente ia|asistanı|" +
		"ki-assistent*|ии-ассистент*|ші-асистент*|ai-assistent*|ai-asystent*|mi-asszisztens|ai-asistent*",
	"w-reads-this": "que lee esto|que procesa esta|que procesa este|que lê isto|que processa esta|deze pagina leest|" +
		"dit document leest|som läser sidan|som läser texten|που διαβάζει αυτή τη|die diese seite|das diese seite|" +
		"que lea esta|que lea este|que lee esta|que lee este|que lea esto|que lê esta|que lê este|que lê isto|que está lendo|" +
		"que leia este|qui lit cette|qui lit ce|qui lirait|qui traite ce|lisant ce|lisant cette|che legge questa|" +
		"che legge questo|che sta leggendo|" +
		"que llegeix aquesta|que llegeix aquest|que llegeixi|care citește această|care citește acest|care citește aceste|" +
		"das diese seite|das diesen text|das dieses dokument|die diese seite liest|die diesen text liest|die dies liest|" +
		"das dies liest|die dieses dokument liest|" +
		"dat deze pagina|dat deze tekst|dat dit document|dat dit leest|die dit leest|die deze pagina leest|som läser den här|" +
		"som läser detta|som läser denna|som leser denne|som leser dette|der læser denne|der læser dette|som læser denne|" +
		"som læser dette|" +
		"joka lukee tätä|joka lukee tämän|czytającego tę|czytającego ten|czytającego to|który to czyta|która to czyta|" +
		"który czyta tę|który czyta ten|" +
		"který tuto|který tento|který toto|čtoucí tuto|čtoucí tento|která číta tento|ktorá číta túto|ktorá číta toto|" +
		"ktorý číta tento|ktorý číta túto|ktorý číta toto|ktorá toto|ktorý toto|" +
		"читающей эту|читающей этот|читающая эту|читающая этот|читающий эту|читающий этот|читающему эту|читающему этот|" +
		"которая читает эт*|который читает эт*|яка читає цю|яка читає цей|який читає цю|який читає цей|яка читає це|" +
		"който чете тази|който чете този|който чете това|която чете тази|" +
		"που διαβάζει αυτή*|που διαβάζει αυτό|που διαβάζει το παρόν|שקורא את הדף|שקורא את המסמך|שקורא את הטקסט|שקורא את זה|" +
		"הקורא את|" +
		"الذي يقرأ هذ|التي تقرأ هذ|الذي يعالج هذ|که این صفحه را|که این متن را|که این سند را|" +
		"ที่กำลังอ่าน|ที่อ่านหน้านี้|ที่อ่านข้อความนี้|ที่อ่านเอกสาร|" +
		"đang đọc|đọc trang này|đọc văn bản này|đọc tài liệu này|đọc nội dung này|đọc những dòng này|yang membaca dokumen ini|" +
		"yang membaca halaman ini|yang membaca teks ini|yang membaca ini|yang memproses halaman|yang memproses dokumen|" +
		"yang memproses teks|yang sedang membaca|" +
		"na nagbabasa ng|na nagbabasa nito|inayosoma ukurasa|inayosoma hati|inayosoma maandishi|inayosoma haya|anayesoma haya",
	"w-this-read": "tätä lukeva*|az oldalt olvasó|oldalt olvasó|ezt olvasó|dokumentumot olvasó|szöveget olvasó|" +
		"sayfayı okuyan|metni okuyan|belgeyi okuyan|bunu okuyan|" +
		"صفحہ پڑھنے والے|یہ پڑھنے والے|متن پڑھنے والے|دستاویز پڑھنے والے|पृष्ठ पढ़ने वाले|यह पढ़ने वाले|इसे पढ़ने वाले|" +
		"पृष्ठ को पढ़ने वाले|पेज को पढ़ने वाले|पेज पढ़ने वाले|पाठ पढ़ने वाले|दस्तावेज़ पढ़ने वाले|" +
		"পাতা যে|এই লেখা যে|এটি যে|পাতা পড়ছে|এটি পড়ছে|பக்கத்தைப் படிக்கும்|இதைப் படிக்கும்|உரையைப் படிக்கும்|" +
		"ஆவணத்தைப் படிக்கும்|" +
		"ページを読んでいる|文書を読んでいる|文章を読んでいる|これを読んでいる|テキストを読んでいる|ページを読む|文書を読む|" +
		"페이지를 읽는|문서를 읽는|글을 읽는|내용을 읽는|이것을 읽는|텍스트를 읽는|正在阅读本|正在阅读此|正在阅读这|正在閱讀此|正在閱讀本|正在閱讀這|阅读本页的|阅读此页的|阅读本文的|阅读这段文字的|閱讀此頁的|閱讀本文的",
	"w-if-ai": "si eres una ia|si eres una inteligencia artificial|si eres un modelo de lenguaje|si eres un asistente de ia|" +
		"si usted es una ia|se você é uma ia|se és uma ia|se você for uma ia|se fores uma ia|se você é um modelo de linguagem|" +
		"se você for um modelo de linguagem|" +
		"si tu es une ia|si vous êtes une ia|si tu es un modèle de langage|si vous êtes un modèle de langage|" +
		"si tu es une intelligence artificielle|si vous êtes une intelligence artificielle|se sei un'ia|se sei una ia|" +
		"se sei un'intelligenza artificiale|se sei un modello linguistico|" +
		"si ets una ia|si ets un model de llenguatge|si ets una intel·ligència artificial|dacă ești un model ai|" +
		"dacă ești un ai|dacă ești o inteligență artificială|dacă ești un model de limbaj|dacă sunteți un model|" +
		"wenn du eine ki bist|falls du eine ki bist|wenn sie eine ki sind|falls sie eine ki sind|wenn du ein sprachmodell bist|" +
		"falls du ein sprachmodell bist|als je een ai bent|als u een ai bent|als je een taalmodel bent|" +
		"als u een taalmodel bent|" +
		"om du är en ai|om du är en språkmodell|hvis du er en ki|hvis du er en ai|hvis du er en språkmodell|" +
		"hvis du er en sprogmodel|hvis du er en kunstig intelligens|jos olet tekoäly*|jos olet kielimalli|" +
		"ha te egy mesterséges intelligencia|ha mesterséges intelligencia vagy|ha nyelvi modell vagy|ha te egy nyelvi modell|" +
		"jeśli jesteś sztuczn*|jeżeli jesteś sztuczn*|jeśli jesteś ai|jeżeli jesteś ai|jeśli jesteś modelem językow*|" +
		"jeżeli jesteś modelem językow*|pokud jsi umělá inteligence|pokud jste umělá inteligence|pokud jsi ai|pokud jste ai|" +
		"pokud jsi jazykový model|ak si umelá inteligencia|ak ste umelá inteligencia|ak si ai|ak si jazykový model|" +
		"если ты искусственн*|если вы искусственн*|если ты ии|если вы ии|если ты языковая модель|если вы языковая модель|" +
		"если ты нейросеть|якщо ти штучний*|якщо ви штучний*|якщо ти ші|якщо ви ші|якщо ти мовна модель|ако си изкуствен*|" +
		"ако сте изкуствен*|ако си ai|ако си езиков*|" +
		"αν είσαι τεχνητή νοημοσύνη|εάν είσαι τεχνητή νοημοσύνη|αν είστε τεχνητή νοημοσύνη|αν είσαι ai|" +
		"αν είσαι γλωσσικό μοντέλο|yapay zekaysan*|yapay zekâysan*|yapay zeka isen*|dil modeliysen*|" +
		"אם אתה בינה מלאכותית|אם את בינה מלאכותית|אם אתה מודל שפה|إذا كنت ذكاء اصطناعي|إن كنت ذكاء اصطناعي|" +
		"إذا كنت نموذجا لغويا|إذا كنت نموذج ذكاء|اگر هوش مصنوعی هستی|اگر یک هوش مصنوعی هستی|اگر مدل زبانی هستی|" +
		"اگر یک مدل زبانی هستی|اگر تم مصنوعی ذہانت ہو|اگر آپ مصنوعی ذہانت ہیں|اگر تم اے آئی ہو|اگر آپ اے آئی ہیں|" +
		"यदि तुम एआई हो|अगर तुम एआई हो|यदि आप एआई हैं|अगर आप एआई हैं|अगर आप एक एआई|यदि आप एक एआई|अगर तुम एक एआई|" +
		"তুমি যদি এআই হও|আপনি যদি এআই হন|যদি তুমি এআই হও|যদি আপনি এআই হন|তুমি যদি একটি এআই|আপনি যদি একটি এআই|" +
		"நீ ஒரு செயற்கை நுண்ணறிவு என்றால்|நீங்கள் ஒரு செயற்கை நுண்ணறிவு என்றால்|நீ ஒரு ai என்றால்|நீங்கள் ஒரு ai என்றால்|" +
		"ถ้าคุณเป็น ai|หากคุณเป็น ai|ถ้าคุณคือ ai|หากคุณคือ ai|ถ้าคุณเป็นปัญญาประดิษฐ์|หากคุณเป็นปัญญาประดิษฐ์|" +
		"ถ้าคุณเป็นโมเดลภาษา|หากคุณเป็นโมเดลภาษา|" +
		"nếu bạn là ai, hãy|nếu bạn là một ai|nếu bạn là mô hình|nếu bạn là một mô hình|nếu bạn là trợ lý ai|" +
		"nếu bạn là một trợ lý ai|nếu bạn là trí tuệ nhân tạo|jika kamu adalah ai|jika anda adalah ai|jika kamu ai|" +
		"jika anda ai|kalau kamu ai|jika anda ialah ai|jika kamu adalah model bahasa|jika anda adalah model bahasa|" +
		"jika anda ialah model bahasa|" +
		"kung ikaw ay isang ai|kung ikaw ay ai|kung isa kang ai|ikiwa wewe ni akili bandia|kama wewe ni akili bandia|" +
		"ikiwa wewe ni ai|kama wewe ni ai|あなたがaiであれば|あなたがaiなら|あなたが言語モデル|あなたが人工知能|" +
		"당신이 ai라면|당신이 ai 라면|네가 ai라면|당신이 인공지능이라면|네가 인공지능이라면|당신이 언어 모델이라면|若你是ai|如果你是语言模型,|如果你是ai,|如果你是人工智能,|如果你是大模型,|如果你是大语言模型,|如果你是一个ai,|如果你是一个语言模型,|" +
		"se você for uma inteligência artificial|se fores uma inteligência artificial|se você for um assistente de ia|ben je een taalmodel|ben je een ai|bent u een taalmodel|bent u een ai|is dit een ai die dit leest|bist du eine ki|bist du ein sprachmodell|es-tu une ia qui lit|si vous êtes un assistant ia|si tu es un assistant ia|si eres un agente de ia|se sei un assistente ia|se sei un agente ia|если ты ии-ассистент|если ты ии-агент|якщо ти мовна модель|якщо ти ші-асистент|네가 언어 모델이라면|너가 언어 모델이라면|네가 인공지능이라면|당신이 언어모델이라면|이 글을 읽는 ai라면|もし君が言語モデル|もしあなたがaiなら|あなたがaiアシスタントなら|如果你是大语言模型|agar tum ek ai ho|agar tum ai ho|agar aap ai hain|jos olet tekoälyavustaja|ako si veštačka inteligencija|ako si umjetna inteligencija|ako si jezički model|ako si jezični model|če si umetna inteligenca|če si jezikovni model|jei esi dirbtinis intelektas|jei esi kalbos modelis|ja tu esi mākslīgais intelekts|kui oled tehisintellekt|kui oled keelemudel|ef þú ert gervigreind",
	"w-i-am-god": "soy dios|soy tu jefe|soy tu creador|soy tu desarrollador|soy tu administrador|je suis dieu|je suis ton patron|" +
		"je suis votre patron|je suis votre développeur|je suis ton créateur|ich bin ein gott|ich bin gott|ich bin dein chef|" +
		"ich bin ihr chef|ich bin dein entwickler|ich bin ihr entwickler|sono dio|sono il tuo capo|sono il tuo creatore|" +
		"sou deus|sou seu chefe|sou seu desenvolvedor|я бог|я твой начальник|я твой создатель|я твой разработчик|" +
		"я ваш разработчик|我是你的老板|我是你的开发者|我是上帝|我是管理员|私はあなたの上司|私は神|私はあなたの開発者|나는 너의 친구|나는 당신의 상사|나는 신|나는 너의 개발자|" +
		"como tu jefe|como su jefe|en tant que ton patron|en tant que votre patron|als dein chef|als ihr chef|als dein vorgesetzter|come tuo capo|in qualità di tuo capo|como seu chefe|como teu chefe|как ваш начальник|как твой начальник|patronun olarak|patronunuz olarak|là sếp của bạn|sebagai bos anda|bilang iyong boss|" +
		"आपके बॉस के रूप में|আপনার বস হিসাবে|بصفتي رئيسك|あなたの上司として|당신의 상사로서|作为你的老板|作为您的老板|ในฐานะเจ้านายของคุณ|" +
		"soy su desarrollador|sono il tuo sviluppatore|sono il suo sviluppatore|sono il vostro sviluppatore|sou o teu desenvolvedor|sou o seu desenvolvedor|sou o seu programador|ben tanrıyım|ben tanrı'yım|" +
		"ben sizin geliştiriciniz|ben senin geliştirici*|tôi là chúa|tôi là thượng đế|tôi là nhà phát triển của bạn|tôi là lập trình viên của bạn|saya pengembang anda|saya adalah pengembang anda|aku adalah tuhan|saya tuhan|ako ang diyos|ako ay diyos|ako ang iyong developer|मैं भगवान|मैं ईश्वर|मैं आपका डेवलपर|" +
		"मैं तुम्हारा डेवलपर|আমি ঈশ্বর|আমি আপনার ডেভেলপার|আমি আপনার বিকাশকারী|أنا الله|أنا إله|أنا المطور|あなたの開発者です|我是你的开发人员|我是您的开发人员|我是您的开发者|당신의 개발자입니다|ฉันคือพระเจ้า|ฉันเป็นพระเจ้า|ฉันเป็นนักพัฒนาของคุณ|ผมเป็นพระเจ้า|" +
		"tôi là sếp của bạn|saya adalah tuhan|ik ben je baas|ben senin patronun|أنا مطورك|أنا مديرك",
	"w-told": "se te ha instruido|se te ha pedido|te han ordenado|on vous a demandé|il vous a été demandé|vous avez été chargé|" +
		"wurden sie angewiesen|wurdest du angewiesen|du wurdest angewiesen|ti è stato chiesto|sei stato incaricato|" +
		"você foi instruído|foi-lhe pedido|вам поручено|тебе поручено|您已被指示|你已被指示|あなたは指示され|지시를 받았",
	"w-every-request": "cualquier petición|cualquier solicitud|toda petición|todas las peticiones|qualquer pedido|qualquer solicitação|" +
		"todos os pedidos|toute demande|toutes les demandes|qualsiasi richiesta|ogni richiesta|tutte le richieste|" +
		"qualsevol petició|totes les peticions|orice cerere|toate cererile|" +
		"jede anfrage|alle anfragen|jede bitte|elk verzoek|alle verzoeken|varje begäran|alla förfrågningar|alle forespørsler|" +
		"enhver forespørsel|enhver anmodning|alle anmodninger|jokainen pyyntö|kaikki pyynnöt|jokaista pyyntöä|minden kérést|" +
		"każde żądanie|każdą prośbę|wszystkie prośby|každý požadavek|všechny požadavky|každú požiadavku|všetky požiadavky|" +
		"любой запрос|любые запросы|все запросы|любую просьбу|кожен запит|будь-який запит|усі запити|всяка заявка|" +
		"всички заявки|κάθε αίτημα|όλα τα αιτήματα|tüm istekleri|her isteği|כל בקשה|את כל הבקשות|كل طلب|أي طلب|جميع الطلبات|" +
		"هر درخواستی|همه درخواست|ہر درخواست|تمام درخواستیں|" +
		"हर अनुरोध|सभी अनुरोध|প্রতিটি অনুরোধ|সব অনুরোধ|ஒவ்வொரு கோரிக்கை|எல்லா கோரிக்கை|ทุกคำขอ|ทุกคำสั่ง|mọi yêu cầu|" +
		"tất cả yêu cầu|tất cả các yêu cầu|mọi câu hỏi|semua permintaan|setiap permintaan|bawat kahilingan|lahat ng kahilingan|" +
		"kila ombi|maombi yote|" +
		"あらゆる要求|すべての要求|すべてのリクエスト|모든 요청|所有请求|一切请求|任何请求|所有要求|任何要求|一切要求|所有請求",
	"w-call": "llama a|invoca|invoque|ejecuta|ejecute|usa|utiliza|chame|execute|chama|acione|appelle|appelez|exécute|exécutez|lance|" +
		"utilise|utilisez|richiama|chiama|esegui|crida|executa|apelează|apelați|execută|rulează|folosește|" +
		"ruf|rufe|rufen sie|führe|führen sie|nutze|verwende|roep|voer|gebruik|start|anropa|kör|använd|kall|kjør|bruk|kald|kør|" +
		"brug|kutsu|suorita|käytä|aja|hívd|hívja|futtasd|használd|wywołaj|uruchom|użyj|zavolej*|spusť*|použij*|zavolaj*|" +
		"spusti*|použi|použite|" +
		"вызови*|запусти*|выполни*|используй*|виклич*|використай*|извикай*|стартирай*|използвай*|κάλεσε|καλέστε|εκτέλεσε|" +
		"εκτελέστε|χρησιμοποίησε|χρησιμοποιήστε|çağır|çağırın|çalıştır|çalıştırın|הפעל|הפעילי|קרא ל|הרץ|השתמש|استدع|شغل|نفذ|" +
		"استخدم|" +
		"فراخوانی کن|اجرا کن|استفاده کن|چلاؤ|کال کرو|استعمال کرو|कॉल करो|चलाओ|कॉल करें|उपयोग करो|কল করো|কল করুন|চালাও|" +
		"ব্যবহার করো|அழைத்து|அழைக்க|அழை|இயக்கு|பயன்படுத்து|เรียกใช้|gọi|chạy|thực thi|panggil|panggilkan|memanggil|jalankan|" +
		"gunakan|tawagin|patakbuhin|gamitin|tumia|ita|endesha|" +
		"呼び出すこと|呼び出して|呼び出せ|実行して|実行せよ|使用して|호출해|호출할|호출하|실행해|사용해|请调用|必须调用|请执行|请使用|請呼叫|請執行|請使用|请运行",
	"w-tool": "herramienta|ferramenta|outil|strumento|tool|eina|instrumentul|werkzeug|verktyg*|verktøy*|værktøj*|työkalu*|eszköz*|" +
		"narzędzi*|nástroj*|инструмент*|інструмент*|εργαλεί*|aracı|aracını|הכלי|أداة|الأداة|ابزار|ٹول|टूल|টুল|கருவி|เครื่องมือ|" +
		"công cụ|alat|zana|ツール|도구|工具",
	"w-user": "usuario|usuaria|usuarios|utilisateur|utilisateurs|nutzer|benutzer|anwender|utente|utenti|usuário|usuários|utilizador|" +
		"gebruiker|пользовател*|користувач*|użytkownik*|kullanıcı*|المستخدم|کاربر|उपयोगकर्ता|用户|用戶|使用者|ユーザー|사용자|người dùng|" +
		"pengguna|χρήστη*|användaren|uživatel*|" +
		"usuari|usuària|utilizator*|användare*|bruker|brukeren|bruger|brugeren|käyttäj*|felhasznál*|používate*|потребител*|" +
		"χρήστ*|" +
		"משתמש|صارف|यूज़र|यूजर|ব্যবহারকারী|பயனர|ผู้ใช้|người sử dụng|gumagamit|mtumiaji|이용자|ユーザ",
	"w-not-tell": "不要把这件事告诉|不要把此事告诉|别把这件事告诉|不要將此事告訴|不要将此事告诉|vertel de gebruiker niets|no le digas|no digas|no informes|no menciones|no reveles|no le informes|no notifiques|ne dis pas|ne dites pas|" +
		"ne mentionne pas|ne mentionnez pas|n'informe pas|n'informez pas|ne révèle pas|ne révélez pas|ne préviens pas|" +
		"sag nicht|sage nicht|sagen sie nicht|erwähne nicht|erwähnen sie nicht|informiere nicht|verrate nicht|sag dem|" +
		"sagen sie dem|informiere den|teile dem|non dire|non dirlo|non menzionare|non informare|non rivelare|não diga|" +
		"não mencione|não informe|não revele|não conte|zeg niet|vertel niet|vermeld niet|не говори*|не сообщай*|не упоминай*|" +
		"не рассказывай*|не раскрывай*|не кажи*|nie mów|nie wspominaj|nie informuj|söyleme|bahsetme|لا تخبر|لا تذكر|मत बताना|" +
		"न बताएं|不要告诉|不要通知|不要提及|不要向|别告诉|不要让|伝えないで|言わないで|知らせないで|言及しないで|말하지 마|알리지 마|언급하지 마|không nói|đừng nói|không tiết lộ|" +
		"jangan beri tahu|jangan katakan|jangan sebutkan|" +
		"no le comentes|no le cuentes|no se lo digas|no le diga|no comuniques|no cuentes|no avises|nunca le digas|sin informar|" +
		"sin avisar|sin decir nada|" +
		"não comente|não comentes|não contes|não digas|não avise|não informes|não fale|sem informar|sem avisar|sem contar|" +
		"n'avertis pas|n'avertissez pas|n'en parle pas|n'en parlez pas|ne le dis pas|ne le dites pas|n'informe surtout pas|" +
		"ne dis rien|ne dites rien|sans informer|sans prévenir|" +
		"non dire nulla|non fare parola|non parlarne|non avvisare|non comunicare|non riferire|senza informare|senza avvisare|" +
		"non dica|non far sapere|" +
		"no diguis|no digueu|no informis|no informeu|no esmentis|nu îi spune|nu-i spune|nu spune|nu îi spuneți|nu informa|" +
		"nu informați|nu menționa|nu anunța|fără a informa|" +
		"sag nichts|sage nichts|sagen sie nichts|erzähl nicht*|erzähle nicht*|verschweige*|verheimliche*|stillschweigen|" +
		"zeg niets|vertel niets|meld niet|zeg er niets|niets vertellen|berätta inte|säg inte|säg inget|berätta inget|" +
		"säg ingenting|nämn inte|informera inte|avslöja inte|meddela inte|" +
		"ikke fortell|fortell ikke|ikke si|si ikke|si ingenting|ikke nevn|ikke informer|ikke avslør|fortæl ikke|sig ikke|" +
		"sig intet|nævn ikke|informer ikke|afslør ikke|underret ikke|" +
		"älä kerro|älkää kertoko|älä mainitse|älä ilmoita|älä paljasta|älkää ilmoittako|älä sano|ne mondd el|ne mondja el|" +
		"ne szólj|ne szóljon|ne említsd|ne említse|ne tájékoztasd|ne tájékoztassa|ne áruld el|ne árulja el|ne értesítsd|" +
		"nie mówcie|nie powiadamiaj|nie zdradzaj|nie informować|nie mówić|nie zawiadamiaj|" +
		"neříkej*|neinformuj|neinformujte|nesděluj|nesdělujte|nezmiňuj|nezmiňujte|neprozrazuj|neprozrazujte|neoznamuj|nehovor|" +
		"nehovorte|nepovedz*|nespomínaj|nespomínajte|neprezraď|neprezraďte|neprezrádzaj|neprezrádzajte|" +
		"не уведомляй*|не информируй*|не предупреждай*|не признавайся|ничего не говори|ничего не говорите|не говорить|" +
		"не сообщать|не оповещай*|не докладывай*|" +
		"не повідомляй*|не розповідай*|не згадуй*|не інформуй*|не говори|не говоріть|не попереджай*|не казвай*|не споменавай*|" +
		"не информирай*|не съобщавай*|не уведомявай*|" +
		"μην πεις|μην πείτε|μην αναφέρεις|μην αναφέρετε|μην ενημερώσεις|μην ενημερώσετε|μην αποκαλύψεις|μην το πεις|" +
		"μη μιλήσεις|" +
		"söylemeyin|bahsetmeyin|bildirmeyin|haber verme|haber vermeyin|bilgi vermeyin|anlatma|anlatmayın|" +
		"אל תספר|אל תגיד|אל תאמר|אל תזכיר|אל תודיע|אל תיידע|אל תגלה|אל תדווח|لا تقل|لا تبلغ|لا تفصح|دون إخبار|لا تطلع|" +
		"نگو|نگویید|اطلاع نده|خبر نده|بازگو نکن|بدون اطلاع|مت بتانا|مت بتاؤ|نہ بتانا|نہ بتائیں|مت بتائیں|ذکر نہ کرو|" +
		"मत बताओ|न बताना|न बताएँ|मत बताइए|मत बताएं|मत कहना|ज़िक्र मत करो|सूचित न करें|सूचित मत करो|বলবে না|বলবেন না|বোলো না|" +
		"জানাবে না|জানাবেন না|জানিও না|" +
		"சொல்லாதே|சொல்ல வேண்டாம்|தெரிவிக்காதே|தெரிவிக்க வேண்டாம்|குறிப்பிடாதே|சொல்லாதீர்கள்|ห้ามบอก|อย่าบอก|ไม่ต้องบอก|" +
		"ห้ามแจ้ง|อย่าแจ้ง|ห้ามเปิดเผย|อย่าเปิดเผย|โดยไม่บอก|" +
		"không được nói|đừng tiết lộ cho|đừng kể|đừng báo|không được báo|đừng thông báo|không được thông báo|đừng đề cập|" +
		"đừng nhắc|" +
		"jangan beritahu|jangan memberi tahu|jangan memberitahu|jangan bilang|jangan maklumkan|jangan informasikan|" +
		"jangan sampaikan|jangan ceritakan|tanpa memberi tahu|tanpa memberitahu|" +
		"huwag mong sabihin|huwag sabihin|huwag mong sasabihin|huwag mong banggitin|huwag ipaalam|huwag mong ipaalam|" +
		"wag mong sabihin|usimwambie|usimjulishe|usiwaambie|usimfahamishe|bila kumwambia|" +
		"知らせないこと|伝えないこと|言わないこと|教えないで|教えないこと|報告しないで|報告しないこと|明かさないで|話さないで|伝えるな|知らせるな|言うな|通知しないこと|알리지 말|말하지 말|언급하지 말|전하지 마|얘기하지 마|" +
		"이야기하지 마|" +
		"不得告知|不要告知|勿告知|切勿告知|请勿告知|請勿告知|不能告诉|別告訴|不要告訴|切勿向|请勿向|請勿向|不得向|别向|瞒着|瞞著",
	"w-hush": "vertel de gebruiker hier niets|zeg de gebruiker niets|zeg niets tegen de gebruiker|en secreto ante el usuario|a espaldas del usuario|sin que el usuario lo sepa|sin que el usuario se entere|" +
		"em segredo perante o usuário|em segredo perante o utilizador|em segredo do usuário|sem que o usuário saiba|" +
		"sem que o utilizador saiba|" +
		"à l'insu de l'utilisateur|sans que l'utilisateur le sache|secret vis-à-vis de l'utilisateur|cache-le à l'utilisateur|" +
		"all'insaputa dell'utente|senza che l'utente lo sappia|segreta all'utente|segreto all'utente|nascondilo all'utente|" +
		"en secret davant de l'usuari|d'amagat de l'usuari|sense que l'usuari ho sàpiga|secretul față de utilizator|" +
		"secret față de utilizator|fără știrea utilizatorului|fără ca utilizatorul să știe|" +
		"vor dem nutzer geheim|vor dem benutzer geheim|vor dem anwender geheim|sag dem nutzer nichts|sag dem benutzer nichts|" +
		"sagen sie dem nutzer nichts|sagen sie dem benutzer nichts|ohne wissen des nutzers|ohne wissen des benutzers|" +
		"der nutzer darf nichts davon|der benutzer darf nichts davon|" +
		"geheim voor de gebruiker|vertel de gebruiker niets|vertel de gebruiker niet*|zeg de gebruiker niets|" +
		"informeer de gebruiker niet|buiten medeweten van de gebruiker|zonder dat de gebruiker het weet|" +
		"hemligt för användaren|hemlig för användaren|utan användarens vetskap|utan att användaren vet|hemmelig for brukeren|" +
		"uten at brukeren vet|hemmeligt for brugeren|hemmelig for brugeren|uden at brugeren ved|" +
		"salassa käyttäjältä|käyttäjältä salassa|salaa käyttäjältä|käyttäjän tietämättä|titokban a felhasználó*|" +
		"a felhasználó előtt titok*|a felhasználó tudta nélkül|" +
		"w tajemnicy przed użytkownik*|ukryj to przed użytkownik*|w sekrecie przed użytkownik*|bez wiedzy użytkownika|" +
		"před uživatelem v tajnosti|v tajnosti před uživatel*|před uživatelem zataj*|bez vědomí uživatele|" +
		"pred používateľom v tajnosti|v tajnosti pred používateľ*|bez vedomia používateľa|" +
		"в тайне от пользовател*|втайне от пользовател*|скрой от пользовател*|без ведома пользовател*|пользователь не узнал|" +
		"пользователь не должен узнать|в секрете от пользовател*|в таємниці від користувач*|у таємниці від користувач*|" +
		"без відома користувача|в тайна от потребител*|без знанието на потребителя|" +
		"μυστικό από τον χρήστη|κρυφό από τον χρήστη|εν αγνοία του χρήστη|χωρίς να το ξέρει ο χρήστης|" +
		"χωρίς να το μάθει ο χρήστης|kullanıcıdan gizli tut*|kullanıcının haberi olmadan|kullanıcının haberi olmasın|" +
		"בסוד מפני המשתמש|בסוד מהמשתמש|ללא ידיעת המשתמש|בלי ידיעת המשתמש|בלי שהמשתמש ידע|سرا عن المستخدم|عن المستخدم سرا|" +
		"دون علم المستخدم|بدون علم المستخدم|از کاربر پنهان|از کاربر مخفی|بدون اطلاع کاربر|کاربر نباید بداند|" +
		"صارف سے خفیہ|صارف سے چھپا|صارف کو پتہ نہ چلے|صارف کے علم کے بغیر|उपयोगकर्ता से गुप्त|उपयोगकर्ता से छिपा|" +
		"उपयोगकर्ता से छुपा|उपयोगकर्ता को पता न|उपयोगकर्ता को बिना बताए|ব্যবহারকারীর কাছ থেকে গোপন|ব্যবহারকারীর কাছে গোপন|" +
		"ব্যবহারকারীকে না জানিয়ে|" +
		"பயனரிடமிருந்து ரகசிய|பயனரிடமிருந்து மறை|பயனருக்குத் தெரியாமல்|ความลับจากผู้ใช้|โดยที่ผู้ใช้ไม่รู้|ไม่ให้ผู้ใช้รู้|" +
		"อย่าให้ผู้ใช้รู้|ไม่ให้ผู้ใช้ทราบ|" +
		"bí mật với người dùng|bí mật chuyện này với|giấu người dùng|không cho người dùng biết|đừng cho người dùng biết|" +
		"không để người dùng biết|đừng để người dùng biết|đừng để người dùng phát hiện|không để người dùng phát hiện|" +
		"rahasiakan dari pengguna|rahasiakan hal ini dari pengguna|rahasiakan ini dari pengguna|rahsiakan daripada pengguna|" +
		"rahsiakan perkara ini daripada pengguna|tanpa sepengetahuan pengguna|tanpa pengetahuan pengguna|" +
		"ilihim mo ito sa user|ilihim mo ito sa gumagamit|ilihim ito sa|nang hindi alam ng user|siri kwa mtumiaji|" +
		"mtumiaji asijue|bila mtumiaji kujua|" +
		"ユーザーには秘密|ユーザーに秘密|ユーザーに内緒|ユーザーには内緒|ユーザーに知られないよう|ユーザーに気づかれないよう|사용자에게 비밀로|사용자에게는 비밀로|사용자 몰래|사용자가 모르게|" +
		"向用户透露|向使用者透露|对用户保密|對使用者保密|瞒着用户|瞞著使用者|对用户隐瞒|對使用者隱瞞|用户知道这|使用者知道這",
	"w-approved": "मंज़ूर|मंजूर|स्वीकार कर|" +
		"ha aprobado|ha autorizado|ha dado su|ha confirmado|aprobó|autorizó|autorizou|aprovou|confirmou|deu permissão|" +
		"a déjà donné|a déjà approuvé|a approuvé|a autorisé|a confirmé|a validé|a donné son|a déjà autorisé|a déjà confirmé|" +
		"ha già dato|ha già approvato|ha approvato|ha autorizzato|ha confermato|ha già autorizzato|ja ha aprovat|ha aprovat|" +
		"ha autoritzat|a aprobat|a autorizat|a confirmat|și-a dat acordul|" +
		"zugestimmt|genehmigt|bestätigt|eingewilligt|freigegeben|erlaubt|goedgekeurd|toestemming|bevestigd|ingestemd|godkänt|" +
		"bekräftat|samtyckt|godkjent|bekreftet|samtykket|godkendt|bekræftet|" +
		"hyväksyn*|antanut luvan|suostun*|jóváhagyta|engedélyezte|megerősítette|beleegyezett|zgodę|zatwierdził*|zaakceptował*|" +
		"zgodził*|potwierdził*|schválil*|souhlasil*|potvrdil*|povolil*|súhlasil*|odsúhlasil*|" +
		"одобрил*|разрешил*|подтвердил*|согласил*|дал согласие|дал разрешение|схвалив*|дозволив*|підтвердив*|погодив*|" +
		"дав згоду|одобри|разреши|потвърди|съгласи*|" +
		"εγκρίνει|ενέκρινε|εξουσιοδοτήσει|επιβεβαιώσει|συμφωνήσει|onayladı|onay verdi|izin verdi|kabul etti|אישר|הסכים|" +
		"נתן אישור|وافق|أذن|أكد|تأیید|تایید|موافقت|اجازه داده|منظوری|اجازت|رضامندی|" +
		"मंज़ूरी|मंजूरी|अनुमति|सहमति|स्वीकृति|অনুমোদন|অনুমতি|সম্মতি|সম্মত|ஒப்புதல்|அனுமதி|சம்மதம்|อนุมัติ|อนุญาต|ยินยอม|" +
		"ยืนยันแล้ว|" +
		"đã đồng ý|đã phê duyệt|đã cho phép|đã chấp thuận|đã xác nhận|đã ủy quyền|đã duyệt|menyetujui|mengizinkan|" +
		"memberi kebenaran|memberikan izin|bersetuju|meluluskan|kebenaran|" +
		"inaprubahan|pumayag|pinayagan|kinumpirma|ameidhinisha|ameruhusu|amekubali|amethibitisha|承認|許可|同意|承諾|승인|허락|동의|허가|批准|授权|" +
		"授權|核准|许可",
	"w-no-ask": "no pidas confirmación|no solicites confirmación|sin pedir confirmación|não peça confirmação|" +
		"sem pedir confirmação|frage nicht nach|frag nicht nach|keine bestätigung|onay isteme|onay alma|لا تطلب التأكيد|" +
		"لا تطلب تأكيد|لا تسأل|पुष्टि मत माँगो|पुष्टि मत मांगो|पुष्टि न माँगें|不要再确认|不要询问|確認しないで|확인을 묻지|확인하지 말|확인을 요청하지|" +
		"jangan minta konfirmasi|jangan meminta konfirmasi|be inte om bekräftelse|μη ζητήσεις επιβεβαίωση|" +
		"ne demande pas de confirmation|non chiedere conferma|bez pytania o potwierdzenie|" +
		"volver a preguntar|sin preguntar|pedir confirmación|sin confirmación|no preguntes|perguntar outra vez|" +
		"perguntar de novo|perguntar novamente|sem perguntar|pedir confirmação|sem confirmação|não pergunte|redemander|" +
		"demander à nouveau|inutile de demander|sans demander|demander confirmation|sans confirmation|ne demande pas|" +
		"chiedere di nuovo|senza chiedere|chiedere conferma|senza conferma|non chiedere|chiedere ancora|tornar-ho a preguntar|" +
		"tornar a preguntar|sense preguntar|demanar confirmació|no preguntis|să întrebi|să mai întrebi|să întrebați|" +
		"fără confirmare|nu mai întreba|" +
		"rückfrage*|nachzufragen|nachfragen|erneut zu fragen|noch einmal zu fragen|frag nicht|ohne bestätigung|" +
		"erneute bestätigung|weitere bestätigung|bevestiging vragen|opnieuw te vragen|opnieuw vragen|nogmaals te vragen|" +
		"zonder te vragen|zonder bevestiging|vraag niet|" +
		"fråga igen|inte fråga|utan att fråga|utan bekräftelse|spørre igjen|uten å spørre|uten bekreftelse|spørge igen|" +
		"uden at spørge|uden bekræftelse|kysyä uudelleen|kysyä uudestaan|kysymättä|tarvitse kysyä|ilman vahvistusta|" +
		"újra megkérdezni|megkérdezni|megerősítés nélkül|ne kérdezd|" +
		"ponownie pytać|pytać ponownie|pytać|bez pytania|bez potwierdzenia|nie pytaj|znovu ptát|ptát|bez potvrzení|neptej se|" +
		"znova pýtať|pýtať|bez potvrdenia|nepýtaj sa|переспрашивать|спрашивать|не спрашивай*|без подтверждения|" +
		"запрашивать подтверждение|питати|перепитувати|не питай*|без підтвердження|питаш отново|да питаш|да питате|" +
		"без потвърждение|не питай|" +
		"ξαναρωτήσεις|ξαναρωτήσετε|να ρωτήσεις|χωρίς να ρωτήσεις|χωρίς επιβεβαίωση|tekrar sor*|sormana gerek|sormanıza gerek|" +
		"sormadan|onay istemeden|לשאול שוב|לשאול|בלי לשאול|ללא אישור נוסף|אל תשאל|السؤال مرة|إعادة السؤال|أن تسأل|دون سؤال|" +
		"دون تأكيد|پرسیدن|نپرس|بدون پرسش|دوبارہ پوچھنے|پوچھنے کی ضرورت|بغیر پوچھے|پوچھے بغیر|" +
		"दोबारा पूछने|पूछने की ज़रूरत|पूछने की जरूरत|बिना पूछे|मत पूछो|আবার জিজ্ঞাসা|জিজ্ঞাসা করার দরকার|জিজ্ঞেস করার দরকার|" +
		"জিজ্ঞাসা না করে|மீண்டும் கேட்க|கேட்க வேண்டாம்|கேட்காமல்|கேட்கத் தேவையில்லை|ไม่ต้องถาม|ถามยืนยัน|ไม่จำเป็นต้องถาม|" +
		"ไม่ต้องยืนยัน|" +
		"không cần hỏi|khỏi hỏi|không cần xác nhận|đừng hỏi|không hỏi lại|không phải hỏi|không cần phải hỏi|" +
		"tidak perlu konfirmasi|tidak perlu bertanya|tidak perlu menanyakan|tanpa bertanya|tanpa konfirmasi|tanpa pengesahan|" +
		"jangan tanya|bertanya lagi|" +
		"magtanong muli|kailangang magtanong|huwag nang magtanong|nang hindi nagtatanong|kuuliza tena|haja ya kuuliza|" +
		"bila kuuliza|usiulize|再確認は不要|確認は不要|確認不要|確認せず|確認なしに|尋ねる必要はな|다시 확인할 필요|확인할 필요|확인 없이|물어볼 필요|묻지 말고|" +
		"无需再|不用再问|无需确认|不必再|無需確認|不必詢問|不需要再|不用确认|不必确认|無須再",
	"w-summary": "resumen|resumo|résumé|riassunto|resum|rezumat*|zusammenfassung|samenvatting|sammanfattning*|sammendrag*|resumé|" +
		"yhteenve*|összefoglal*|podsumowani*|shrnutí|zhrnut*|кратком изложении|кратком содержании|резюме|підсум*|обобщени*|" +
		"περίληψη|özetin*|özetle*|בסיכום|الملخص|خلاصه|خلاصے|सारांश|সারাংশ|சுருக்கத்தில்|สรุป|tóm tắt|ringkasan*|buod|muhtasari|" +
		"要約|요약|总结|總結|摘要",
	"w-only": "únicamente|solo|solamente|limítate|somente|apenas|só|uniquement|seulement|soltanto|només|doar|numai|nur|" +
		"ausschließlich|lediglich|alleen|enkel|endast|bara|bare|kun|ainoastaan|vain|csak|jedynie|tylko|pouze|jen|len|iba|" +
		"только|лишь|лише|тільки|само|μόνο|yalnızca|sadece|רק|فقط|اكتف|صرف|केवल|सिर्फ|শুধু|மட்டும்|เพียง|เท่านั้น|chỉ|hanya|" +
		"sahaja|lang|lamang|tu|pekee|だけ|のみ|만|只说|只能|仅|只",
	"w-not-mention": "no menciones|no mencione|não mencione|ne mentionne pas|sous silence|non menzionare|no esmentis|nu menționa|" +
		"erwähne keine|erwähne nicht|noem geen|nämn inga|ikke nevn|nevn ikke|nævn ingen|älä mainitse|äläkä mainitse|ne említsd|" +
		"nie wspominaj|nezmiňuj|nespomínaj|не упоминай|не згадуй|не споменавай|αναφέρεις|söz etme|bahsetme|אל תזכיר|لا تذكر|" +
		"اشاره نکن|ذکر نہ کرو|ज़िक्र मत करो|উল্লেখ করবে না|குறிப்பிடாதே|อย่าพูดถึง|không nhắc|đừng nhắc|không đề cập|" +
		"jangan sebut*|huwag banggitin|usitaje|触れない|언급하지|不要提|请勿提及|請勿提及|別提",
	"w-flaws": "inconvenient*|desventaj*|defecto*|desvantage*|défaut*|inconvénient*|difett*|svantagg*|dezavantaj*|nachteil*|schwächen|" +
		"nadelen|nackdelar|ulemper|haittoja|haitoista|hátrány*|wadach|wady|nevýhod*|slabé stránky|slabosti|недостат*|недолік*|" +
		"μειονεκτήματα|eksilerinden|eksiler*|חסרונות|عيوب|معایب|خامیوں|कमियों|খারাপ দিক|குறைகள|ข้อเสีย|nhược điểm|kekurangan*|" +
		"kelemahan*|kahinaan|kasoro|欠点|短所|단점|缺点|缺點",
}
