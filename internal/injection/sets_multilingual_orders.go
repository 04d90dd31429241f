package injection

// multilingualOrderSets are the words by which a text leaves instructions aside, and what comes
// in their place. The rules of rules_multilingual.go are for all languages, so a set of theirs has
// one thing said in each; what one language has mostly stands together.
var multilingualOrderSets = map[string]string{
	// Several, Hindi in Latin letters too; then Spanish
	"w-ignore": "lösche|löschen sie|löscht|borra|borre|borrad|efface|effacez|oublies|tu ignores|vous ignorez|du ignorierst|ya no sigues|ya no sigas|ya no siga|ne suis désormais plus|cancella|cancellate|apague|apaga|wis alle|удали|сотри|usuń|vymaž|obriši|sil|șterge|radera|slet|" +
		"überschreibe|sobrescribe|sobreescribe|écrase|sovrascrivi|sobrescreva|перезапиши|覆盖|上書きして|تجاوز|" +
		"contorna|umgehe|contourne|elude|burla|обойди|bhul jao|bhool jao|bhul ja|ignore karo|ignore kar do|ignore karke|" +
		"bhula do|lassen sie|tajahal|ignoriruy|zabud|hulue|wasurete|mushi shite|nicht beachten|nicht befolgen|scorda|" +
		"prescinde de|prescinda de|deja de lado|laisse tomber|laissez de côté|lascia perdere|deixe de lado|ignora|" +
		"ignore|ignorar|ignoren|ignorad|olvida|olvide|olvidar|olviden|olvídate|descarta|descarte|haz caso omiso|" +
		"haga caso omiso|no sigas|no siga|pasa por alto|desestima|omite|omita|desobedece|" +
		// French
		"ignorez|ignorer|oublie|oubliez|oublier|ne tiens pas compte|ne tenez pas compte|faites abstraction|fais abstraction|" +
		"négligez|ne suivez pas|ne respectez pas|" +
		// German
		"ignoriere|ignorieren|ignoriert|vergiss|vergesse|vergessen sie|vergesst|missachte|missachten|beachte nicht|" +
		"beachten sie nicht|verwirf|verwerfen sie|überspringe|" +
		"ignorate|ignorare|ignori|dimentica|dimenticate|dimentichi|dimenticare|trascura|tralascia|non seguire|" + // Italian
		"ignorem|esqueça|esquece|esquecer|esqueçam|desconsidere|desconsidera|desconsiderar|não siga|" + // Portuguese
		"negeer|negeren|vergeet|vergeten|sla over|" + // Dutch
		"игнорируй*|игнорировать|проигнорируй*|забудь*|не обращай внимания|отбрось*|пренебреги*|не следуй*|отмени*|" + // Russian
		"ігноруй*|проігноруй*|ігнорувати|знехтуй*|нехтуй*|" + // Ukrainian
		"zignoruj*|ignoruj*|zapomnij*|pomiń*|nie przestrzegaj|nie stosuj|" + // Polish
		"yoksay*|yok say*|görmezden gel*|göz ardı et*|unut|unutun|dikkate alma*|önemseme*|boş ver|" + // Turkish
		"تجاهل|انس|انسى|أهمل|تجاوز|لا تتبع|" + // Arabic
		"نادیده بگیر|نادیده|فراموش کن|" + // Persian
		"अनदेखा|अनदेखी|नज़रअंदाज़|नजरअंदाज|भूल जाओ|भूल जाएं|भूल जाइए|उपेक्षा|इग्नोर|" + // Hindi
		"উপেক্ষা|ভুলে যান|ভুলে যাও|অগ্রাহ্য|" + // Bengali
		"忽略|无视|無視|忘记|忘記|忘掉|不要遵循|不要理会|忽视|抛开|丢弃|别管|不用管|不要遵守|" + // Chinese
		"忘れて|忘れろ|忘れなさい|従わないで|破棄して|" + // Japanese
		"무시|잊어|잊고|잊으|따르지 마|" + // Korean
		"bỏ qua|phớt lờ|hãy quên|quên đi|quên hết|không tuân theo|" + // Vietnamese
		"abaikan|lupakan|acuhkan|jangan ikuti|jangan hiraukan|" + // Indonesian, Malay
		"αγνόησε|αγνοήστε|ξέχασε|ξεχάστε|παράβλεψε|παραβλέψτε|" + // Greek
		"התעלם|התעלמי|התעלמו|תתעלם|שכח|להתעלם|" + // Hebrew
		"ละเว้น|เพิกเฉย|ไม่ต้องสนใจ|ไม่สนใจ|ลืม|" + // Thai
		"ignorera|glöm|bortse från|strunta i|glem|se bort fra|ohita|unohda|jätä huomiotta|älä välitä|" + // Nordic
		"ignorujte|zapomeň*|zapomeňte|nedbej*|zabudni*|" + // Czech, Slovak
		// Romanian, Hungarian, Bulgarian, Serbian
		"ignoră|ignorați|uită|uitați|hagyd figyelmen kívül|felejtsd el|игнорирай*|забрави*|zanemari*|zaboravi*|" +
		"puuza|sahau|huwag pansinin|balewalain|kalimutan|" + // Swahili, Tagalog
		"no hagas caso|no tengas en cuenta|no tenga en cuenta|deja de seguir|olvídese de|no obedezcas|hagan caso omiso|" +
		"prescindir de|" +
		"ignorai|deixa de lado|não leve em conta|não leves em conta|desconsiderem|não obedeça|pare de seguir|" +
		"ne tenez aucun compte|ne tiens aucun compte|cesse de suivre|cessez de suivre|arrête de suivre|ne suis pas|" +
		"ne suis plus|ne suivez plus|passe outre|passez outre|mets de côté|fais fi de|" +
		"non tener conto|non tenga conto|non tenere conto|non seguite|metti da parte|smetti di seguire|non badare|lascia stare|" +
		"ignoreu|oblida|oblideu|oblidi|no facis cas|no feu cas|no segueixis|deixa de banda|deixeu de banda|fes cas omís|" +
		"nu mai respecta|nu ține cont|nu țineți cont|nu urma|nu mai urma|treci peste|treceți peste|lasă deoparte|uită de|" +
		"beachte keine|beachten sie keine|befolge nicht|befolgen sie nicht|halte dich nicht|halten sie sich nicht|" +
		"lass alles beiseite|lass beiseite|setz dich über|hör nicht auf|richte dich nicht|außer acht lassen|vergessen|" +
		"sla geen acht|let niet op|trek je niets aan|houd je niet aan|volg niet|laat buiten beschouwing|" +
		"bry dig inte om|följ inte|åsidosätt|strunta|bortse|overse|følg ikke|ikke følg|tilsidesæt|tilsidesett|bry deg ikke|" +
		"huomiotta|huomioimatta|älä noudata|älkää noudattako|sivuuta|sivuuttakaa|älä piittaa|unohtakaa|jätä|jättäkää|ohittakaa|" +
		"hagyd figyelmen|hagyja figyelmen|hagyjon figyelmen|figyelmen kívül|ne vedd figyelembe|ne vegye figyelembe|felejts el|" +
		"felejtse el|felejtsen el|ne törődj|ne törődjön|ne kövesd|ne kövesse|mellőzd|mellőzze|" +
		"nie kieruj się|nie zważaj|nie bierz pod uwagę|odrzuć|zlekceważ*|zapomnieć|przestań przestrzegać|nie wykonuj|" +
		"nie słuchaj|" +
		"neřiď se|neřiďte se|nevšímej si|nevšímejte si|neber v úvahu|neberte v úvahu|opomiň*|nedodržuj*|přestaň se řídit|" +
		"nevšímaj si|nevšímajte si|neriaď sa|neriaďte sa|neber do úvahy|neberte do úvahy|prestaň dodržiavať|" +
		"не обращайте внимания|не принимай во внимание|не учитывай*|не соблюдай*|не выполняй*|не придерживай*|не подчиняйся|" +
		"перестань следовать|аннулируй*|забыть|проигнорировать|выбрось|оставь без внимания|" +
		"не зважай*|не звертай уваги|не звертайте уваги|не дотримуй*|відкинь*|не виконуй*|не враховуй*|скасуй*|" +
		"не обръщай внимание|не обръщайте внимание|не се съобразявай*|не спазвай*|пренебрегни*|забравете|отхвърли*|не следвай*|" +
		"занемари*|заборави*|" +
		"μη λαμβάνεις υπόψη|μην λαμβάνεις υπόψη|μη λάβεις υπόψη|μη λάβετε υπόψη|μην ακολουθείς|μην ακολουθήσεις|" +
		"μην ακολουθείτε|άφησε στην άκρη|αφήστε στην άκρη|μη δώσεις σημασία|μην υπακούς|ξέχνα|" +
		"hiçe say*|unutunuz|uyma|uymayın|boş verin|bir kenara bırak*|takip etme|gözardı et*|umursama*|geçersiz say*|" +
		"אל תתייחס|אל תציית|אל תמלא|אל תפעל לפי|תשכח|שכחי|לא להתייחס|" +
		"لا تلتفت|تغاض|اصرف النظر|لا تتقيد|لا تلتزم|لا تعر|دعك من|لا تنفذ|لا تهتم|" +
		"توجه نکن|اعتنا نکن|کنار بگذار|پیروی نکن|اطاعت نکن|رها کن|در نظر نگیر|عمل نکن|" +
		"نظر انداز|نظرانداز|بھول جاؤ|بھول جائیں|بھلا دو|بھلا دیں|عمل نہ کرو|عمل نہ کریں|چھوڑ دو|مت مانو|پروا نہ کرو|" +
		"नज़रंदाज़|ध्यान मत दो|ध्यान न दो|मत मानो|न मानें|पालन मत करो|पालन न करें|भुला दो|भुला दीजिए|छोड़ दो|अनसुना|दरकिनार|" +
		"অমান্য|মানবে না|মানবেন না|মেনো না|বাদ দাও|বাদ দিন|অনুসরণ করবে না|অনুসরণ কোরো না|অবজ্ঞা|" +
		"புறக்கணி|மறந்துவிடு|மறந்து விடு|பின்பற்றாதே|பின்பற்ற வேண்டாம்|பொருட்படுத்தாதே|கண்டுகொள்ளாதே|மதிக்காதே|கைவிடு|" +
		"ไม่ต้องทำตาม|อย่าทำตาม|ห้ามทำตาม|มองข้าม|เลิกทำตาม|ไม่ต้องปฏิบัติตาม|อย่าสนใจ|" +
		"đừng làm theo|đừng tuân theo|đừng để ý|đừng quan tâm|không cần tuân theo|không làm theo|không cần làm theo|gạt bỏ|" +
		"gạt sang một bên|mặc kệ|vứt bỏ|xóa bỏ|hủy bỏ|lờ đi|bất chấp|không quan tâm|quên toàn bộ|quên mọi|quên tất cả|" +
		"quên những|quên các|ngừng tuân theo|ngừng làm theo|không tuân thủ|làm ngơ|loại bỏ|ghi đè|vô hiệu hóa|đừng nghe theo|" +
		"đừng tuân thủ|" +
		"hiraukan|jangan pedulikan|jangan turuti|jangan patuhi|jangan ikut|tidak usah ikuti|kesampingkan|ketepikan|tinggalkan|" +
		"berhenti mengikuti|usah hiraukan|usah ikut|singkirkan|batalkan|" +
		"huwag mong pansinin|huwag ninyong pansinin|huwag mong sundin|huwag sundin|kalimutan mo|kalimutan ninyo|isantabi|" +
		"wag pansinin|wag mong sundin|" +
		"usifuate|msifuate|achana na|acha kufuata|dharau|yapuuze|" +
		"無視せよ|無視しろ|忘れよ|従うな|従ってはいけない|従わず|従う必要はな|破棄し|考慮せず|度外視|" +
		"따르지 말|따르지 않|신경 쓰지 마|지키지 마|듣지 마|제쳐|" +
		"不要理會|別理會|别理会|不必理会|不用理会|不必遵守|不再遵守|不要再遵守|不要按照|不要听从|置之不理|抛弃|拋開|推翻|忽視|撇开|不遵守|" +
		"pozabi|prezri|ignoriraj|ne upoštevaj|pamiršk|pamirškite|ignoruok|ignoruokite|nepaisyk|nepaisykite|aizmirsti|aizmirstiet|ignorē|ignorējiet|neņem vērā|neņemiet vērā|unusta|unustage|ignoreeri|ignoreerige|eira|ära arvesta|hunsaðu|gleymdu|igraj se kao|игнорирај*|не обазири се|ne obaziri se|injoro|shpërfill|harro|ez ikusi egin|ahaztu|ignoreer|vergeet|puuza|መርሳት|እርሳ|ችላ በል|ችላ በሉ|anwybydda|anghofia|déan neamhaird|მიატოვე|უგულებელყავი|დაივიწყე|დაივიწყეთ|უგულებელყავით|անտեսիր|անտեսիր*|մոռացիր|մոռացեք|անտեսեք|unudun|nəzərə alma|məhəl qoyma|əhəmiyyət vermə|елеме|елемеңіз|ұмыт|ұмытыңыз|e'tiborsiz qoldir*|unuting|этибар бермә|మర్చిపో|మరచిపో|విస్మరించ|పట్టించుకోకు|दुर्लक्ष|विसर|विसरून जा|અવગણ|ભૂલી જા|ಕಡೆಗಣಿಸ|ನಿರ್ಲಕ್ಷಿಸ|ಮರೆತುಬಿಡ|ಮರೆತು ಬಿಡ|അവഗണിക്ക|മറക്കുക|മറന്നേക്ക|ਨਜ਼ਰਅੰਦਾਜ਼|ਭੁੱਲ ਜਾ|अस्वीकार गर|बेवास्ता|बिर्स|නොසලකා හරින්න|අමතක කරන්න|មិនអើពើ|បំភ្លេច|ບໍ່ສົນໃຈ|ລືມ|လျစ်လျူရှု|မေ့လိုက်|bhool jaao|bhool jaaiye|bhul jaao|bhul jaaye|bhulkar|bhool kar|bhool ja|chhodo|chhod do|chod do|hata do|nazarandaz karo|nazar andaaz karo|dhyan mat do|mat maano|mat mano|follow mat karo|ko mat maan*|trek je niks aan|não dê ouvidos|não dês ouvidos|scordati|gooi|forget kar*|skip kar do|hagyd figyelmen kívül|" +
		"игнориши|ignoriši|занемари",
	"w-prior": "pichle|pichli|pehle ke|pehle wale|purane|ab tak ke|upar ke|vorangegangenen|alles vorherige|" +
		"predydushchie|zhiqian de|mae no|el sabe2a|anterior*|previa|previas|previo|previos|precedente|precedentes|" +
		"de arriba|originales|iniciales|recibidas|que recibiste|que te dieron|" +
		"précédent*|antérieur*|ci-dessus|initiale*|d'origine|préalables|reçues|données jusqu'ici|" +
		"vorherig*|vorig*|bisherig*|früher*|obig*|obenstehend*|vorangegangen*|vorangehend*|ursprünglich*|zuvor|vorhergehend*|erhalten*|oben genannt*|" +
		"precedenti|sopra|iniziali|originali|ricevute|acima|anteriores|prévia*|iniciais|originais|" +
		"vorige|voorgaande|eerdere|bovenstaande|voorafgaande|" +
		"предыдущ*|прежн*|предшеству*|выше|вышеуказанн*|вышестоящ*|прошл*|ранее|исходн*|первоначальн*|системн*|" +
		"попередн*|вищевказан*|минулі|раніше|" +
		"poprzedni*|wcześniejsz*|powyższ*|dotychczasow*|önceki|yukarıdaki|daha önce*|" +
		"السابقة|السابق|أعلاه|السالفة|الأصلية|قبلی|پیشین|بالا|گذشته|" +
		"पिछले|पिछली|पूर्व|पहले|उपरोक्त|पुराने|পূর্ববর্তী|আগের|" +
		"之前|以前|先前|上述|上面|以上|前面|此前|原来|所有|系统|你的|前述|一切|之前的|任何|先の|前の|これまで|上記|先ほど|すべて|全て|今まで|元の|従来|既存の|" +
		"이전|위의|앞의|지금까지|기존|모든|앞선|위에|" +
		"trước|trước đó|bên trên|ở trên|phía trên|ban đầu|trước đây|sebelumnya|di atas|terdahulu|sebelum ini|awal|" +
		"προηγούμεν*|παραπάνω|αρχικ*|הקודמות|קודמות|הקודם|הקודמים|לעיל|ก่อนหน้า|ข้างต้น|ที่ผ่านมา|" +
		"tidigare|föregående|ovanstående|tidligere|foregående|ovenstående|aiemm*|aikaisem*|edellis*|yllä olev*|" +
		"předchoz*|dřívějš*|výše|predchádzaj*|anterioare|precedente|korábbi|előző|fenti|предишн*|prethodn*|" +
		"yaliyotangulia|yaliyopita|ya awali|naunang|nakaraang|" +
		"passadas|" +
		"précédemment|" +
		"antecedenti|" +
		"prèvies|precedents|rebudes|inicials|" +
		"anterioar*|precedent*|primite|inițiale|" +
		"vorstehend*|bislang|bis jetzt|bis hierhin|bis hierher|anfänglich*|erteilten|" +
		"voorafgaand*|eerder|vroegere|bovengenoemde|oorspronkelijke|" +
		"ursprungliga|forrige|forudgående|hidtidige|opprinnelige|oprindelige|" +
		"aiempi*|edeltäv*|tähänastis*|alkuperäis*|tähän asti|tähän mennessä|saamasi|sinulle annetu*|" +
		"korábbi*|előző*|fenti*|eddigi*|eredeti*|megelőző*|kezdeti*|" +
		"uprzedni*|wcześniej|otrzyman*|początkow*|pierwotn*|" +
		"předešl*|dosavadn*|původní*|předcházejíc*|predošl*|doterajš*|pôvodn*|" +
		"изначальн*|предшеств*|" +
		"вищенаведен*|дотеперішн*|отриман*|початков*|минул*|" +
		"предходн*|досегашн*|първоначалн*|" +
		"προγενέστερ*|ανωτέρω|προηγουμένως|" +
		"evvelki|şimdiye kadar*|bu ana kadar*|baştaki|verilen|verilmiş|" +
		"קודמים|הקודמת|המקוריות|שלמעלה|הראשוניות|מקודם|" +
		"سابقة|المذكورة|الأولية|من قبل|المعطاة|الماضية|" +
		"پیشتر|پیشتر|تاکنون|اولیه|تا حالا|تا الان|پچھلی|پچھلے|پچھلا|سابقہ|گزشتہ|پہلے|پہلی|اوپر|اب تک|ابتدائی|مذکورہ|" +
		"पूर्ववर्ती|ऊपर|अब तक|उपर्युक्त|प्रारंभिक|दिए गए|" +
		"পূর্বের|পূর্বে|উপরের|উপরে|এতক্ষণ|এ পর্যন্ত|এ যাবৎ|প্রাথমিক|আগে|" +
		"முந்தைய|முன்பு|முன்னர்|இதுவரை|மேலே|மேற்கண்ட|ஆரம்ப|முந்திய|" +
		"ก่อนนี้|เดิม|แรกเริ่ม|ที่แล้ว|" +
		"tất cả|toàn bộ|" +
		"semula|lalu|asal|sedia ada|" +
		"nauna|orihinal|ibinigay|unang|" +
		"za awali|ya mwanzo|za mwanzo|ya hapo awali|zilizopita|zilizotangulia|" +
		"先に|以前の|当初の|冒頭の|過去の|与えられた|あらゆる|いままで|" +
		"앞서|원래|받은|종전|처음|" +
		"早先|原先|最初|到目前为止|到目前為止|迄今|" +
		"prejšnj*|dosedanj*|ankstesn*|buvusi*|iepriekšēj*|līdzšinēj*|varasema*|eelneva*|senise*|fyrri|претходн*|mëparshme|aurreko|vorige|የቀድሞ|ቀዳሚ|blaenorol|roimhe seo|წინა|ადრინდელი|նախորդ|նախկին|əvvəlki|алдыңғы|oldingi|avvalgi|మునుపటి|ఇంతకుముందు|मागील|आधीच्या|અગાઉ|પાછલ|ಹಿಂದಿನ|മുമ്പത്തെ|മുൻ|ਪਿਛਲੀਆਂ|ਪਿਛਲੇ|अघिल्ल|පෙර|មុន|ກ່ອນ|ယခင်|pehle wali|pichhle|pichhli|puraani|puraane|purani|ricevute finora|du har fått|du fick|fått før",
	"w-orders": "instructions ko|rules ko|guidelines ko|commands ko|nirdesh|aadesh|hidayat|niyam|instruktsii|zhiling|shiji|el ta3limat|vorschriften|einschränkungen|" +
		"restricciones|restrictions|sicherheitsregeln|guidelines|instrukcije|instruccion*|indicacion*|orden|órdenes|" +
		"directriz|directrices|mandatos|directivas|reglas|comandos|" +
		"instruction|instructions|consigne*|directive|directives|ordres|indications|règles|" +
		"anweisung*|instruktion*|befehl*|vorgaben|anordnung*|aufforderung*|regeln|aufgaben|richtlinien|aufträge|weisungen|" +
		"istruzion*|ordini|direttiv*|indicazion*|comandi|regole|" +
		"instruç*|orientaç*|ordens|diretriz*|regras|" +
		"instructie*|opdracht*|aanwijzing*|richtlijn*|bevelen|regels|" +
		"инструкц*|указан*|команд*|приказ*|правил*|распоряж*|директив*|установк*|промпт*|інструкц*|вказівк*|наказ*|" +
		"instrukcj*|polecen*|wytyczn*|rozkaz*|zasad*|talimat*|yönerge*|komut*|emir*|emri*|kural*|" +
		"التعليمات|تعليمات|الأوامر|أوامر|التوجيهات|الإرشادات|دستورالعمل|دستورات|دستور|راهنمایی|" +
		"निर्देशों|निर्देश|आदेशों|आदेश|हिदायत|নির্দেশ|" +
		"指示|指令|说明|說明|命令|要求|规则|規則|提示|设定|設定|指引|规定|指導|提示词|内容|プロンプト|ルール|インストラクション|" +
		"지시|명령|지침|프롬프트|규칙|" +
		"hướng dẫn|chỉ dẫn|chỉ thị|mệnh lệnh|quy tắc|instruksi|perintah|arahan|petunjuk|aturan|panduan|" +
		"οδηγί*|εντολ*|κανόν*|ההוראות|הוראות|הנחיות|פקודות|ההנחיות|คำสั่ง|คำแนะนำ|ข้อกำหนด|" +
		"anvisning*|instruks*|regler|ohje*|käsky*|määräy*|pokyn*|instrukc*|příkaz*|príkaz*|instrucțiun*|utasítás*|szabály*|инструкци*|uputstv*|" +
		"maagizo|maelekezo|tagubilin|utos|instruksyon|" +
		"pautas|consigna*|normas|lineamientos|mandato*|" +
		"diretivas|comando*|" +
		"prescriptions|ordre*|règle*|commandes|" +
		"linee guida|consegne|prescrizioni|disposizioni|comand*|ordin*|regol*|" +
		"directriu*|normes|regles|" +
		"comenz*|ordine*|indicați*|reguli*|regulile|directivele|îndrumăr*|" +
		"vorgabe*|weisung*|richtlinie*|direktive*|leitlinie*|vorschrift*|prompt*|" +
		"bevel*|voorschrift*|commando*|regel|" +
		"instruksjon*|riktlinje*|retningslinje*|retningslinier|befalning*|kommando*|direktiv*|ordrer|ordre|" +
		"sääntö*|säännö*|komento*|komenno*|direktiiv*|" +
		"parancs*|előírás*|irányelv*|instrukció*|útmutatás*|iránymutatás*|" +
		"reguł*|komend*|wskazów*|nakaz*|dyrektyw*|zaleceni*|" +
		"inštrukc*|pravid*|směrnic*|smernic*|nařízen*|nariaden*|direktív*|" +
		"предписан*|наставлен*|установок|требован*|рекомендац*|регламент*|" +
		"вказів*|розпорядж*|настанов*|припис*|вимог*|" +
		"указани*|заповед*|правила*|нареждан*|насок*|напътстви*|" +
		"κανον*|κατευθύνσ*|διαταγ*|υποδείξ*|" +
		"direktif*|buyruk*|buyruğ*|yönlendirme*|" +
		"הפקודות|הכללים|כללים|ההנחיה|ההוראה|" +
		"توجيهات|إرشادات|القواعد|قواعد|" +
		"قوانین|فرمان|فرامین|مقررات|رهنمود|ہدایات|ہدایت|احکامات|حکم|اصول|ضوابط|احکام|" +
		"अनुदेश|इंस्ट्रक्शन|दिशानिर्देश|दिशा-निर्देश|" +
		"আদেশ|নিয়ম|বিধি|হুকুম|" +
		"வழிமுறை|அறிவுறுத்தல்|கட்டளை|விதிகள|விதிமுறை|உத்தரவு|வழிகாட்டுதல்|" +
		"กฎ|แนวทาง|ข้อบังคับ|กติกา|พรอมต์|" +
		"quy định|các yêu cầu|những yêu cầu|mọi yêu cầu|câu lệnh|lệnh|nguyên tắc|lời nhắc|luật lệ|lời dặn|" +
		"ketentuan|peraturan|pedoman|suruhan|titah|" +
		"patakaran|panuto|alituntunin|iniutos|bilin|panuntunan|" +
		"amri|kanuni|masharti|miongozo|agizo|" +
		"指針|方針|ガイドライン|制約|" +
		"지시사항|가이드라인|규정|" +
		"准则|準則|守则|守則|规范|規範|規定|约束|約束|吩咐|交代|" +
		"navodil*|nurodym*|instrukcij*|instrukcijas|norādījum*|norādes|juhis*|reegl*|fyrirmæl*|leiðbeining*|упатств*|udhëzim*|argibide*|instruksies|opdragte|መመሪያ|cyfarwyddiadau|treoracha|ინსტრუქცი*|მითითებ*|հրահանգ*|ցուցում*|təlimat*|göstəriş*|нұсқау*|ko'rsatma*|buyruq*|సూచన|ఆదేశ|सूचना|सूचनांकडे|સૂચના|ಸೂಚನೆ|ನಿರ್ದೇಶನ|നിർദ്ദേശ|നിർദേശ|ਹਦਾਇਤ|ਨਿਰਦੇਸ਼|निर्देशन|උපදෙස්|ការណែនាំ|ຄຳແນະນຳ|ညွှန်ကြားချက်|hukm|hukum|niyam ko|instruction ko|instructions|indicazioni|" +
		"упутств*|uputstv*|smjernic*|напутств*",
	"w-your-orders": "свои правила|твои правила|свои ограничения|deine programmierung|dein training|" +
		"deine einschränkungen|tes règles|ta programmation|ton entraînement|tus reglas|tu programación|tus directrices|" +
		"suas regras|sua programação|seu treinamento|le tue regole|la tua programmazione|你的规则|你的限制|你的编程|قواعدك|قيودك|" +
		"あなたのルール|ルールを|규칙을|너의 규칙|अपने नियम|kurallarını|swoje zasady|aturan anda|quy tắc của bạn|deine systemnachricht|" +
		"die sicherheitsrichtlinien|tus instrucciones|sus instrucciones|tes instructions|vos instructions|tes consignes|" +
		"vos consignes|deine anweisungen|" +
		"deine instruktionen|ihre anweisungen|deine regeln|deine befehle|" +
		"le tue istruzioni|le vostre istruzioni|suas instruções|tuas instruções|je instructies|uw instructies|твои инструкции|" +
		"свои инструкции|ваши инструкции|свої інструкції|" +
		"swoje instrukcje|twoje instrukcje|talimatlarını|تعليماتك|अपने निर्देश|你的指令|你的指示|你的规则|您的指令|あなたの指示|あなたのルール|당신의 지시|너의 지시|" +
		"당신의 지침|instruksi anda|instruksi kamu|hướng dẫn của bạn|" +
		"les teves instruccions|instrucțiunile tale|dine instruksjoner|dine instrukser|dine instruktioner|dina instruktioner|" +
		"dina anvisningar|ohjeesi|ohjeitasi|utasításaid*|své instrukce|své pokyny|svoje pokyny|svoje inštrukcie|" +
		"твої інструкції|инструкциите си|твоите инструкции|свои указания|τις οδηγίες σου|τις οδηγίες σας|yönergelerini|" +
		"ההוראות שלך|ההנחיות שלך|أوامرك|توجيهاتك|دستورهای خود|دستورالعمل خود|اپنی ہدایات|" +
		"তোমার নির্দেশ|উন அறிவுறுத்தல்|คำสั่งของคุณ|chỉ dẫn của bạn|chỉ thị của bạn|quy định của bạn|instruksimu|arahan anda|" +
		"arahan awak|iyong mga tagubilin|maagizo yako|" +
		"apni guidelines|apne rules|apne niyam|apni instructions|apne instructions|apni limits|apni restrictions|apne filters|szabályaidat|a szabályaidat|je richtlijnen|reglene dine|reglerne dine|dina regler|retningslinjene dine|tvoja pravila|svoja pravila|swoich zasad|savo taisykles|savus noteikumus|oma reegleid|తన నియమాలు|నీ నియమాలు|నీ సూచనలు",
	"w-all-orders": "toate instrucțiunile|todas las instrucciones|toutes les instructions|alle anweisungen|tutte le istruzioni|todas as instruções|alle instructies|все инструкции|всі інструкції|wszystkie instrukcje|tüm talimatları|" +
		"جميع التعليمات|所有指令|所有指示|すべての指示|모든 지시|semua instruksi|semua perintah|tất cả các hướng dẫn|सभी निर्देश|" +
		"todas las órdenes|todas las indicaciones|todas las reglas|todas as ordens|todas as regras|todas as orientações|" +
		"toutes les consignes|toutes les règles|tutte le regole|tutti gli ordini|" +
		"totes les instruccions|totes les ordres|toate instrucțiunile|toate regulile|alle regeln|alle vorgaben|alle befehle|" +
		"alle regels|alle opdrachten|alle aanwijzingen|" +
		"alla instruktioner|alla regler|alle instruksjoner|alle instrukser|alle instruktioner|alle regler|kaikki ohjeet|" +
		"kaikki säännöt|minden utasítást|az összes utasítást|minden szabályt|" +
		"wszystkie polecenia|wszelkie instrukcje|wszystkie zasady|všechny pokyny|všechny instrukce|veškeré instrukce|" +
		"všechna pravidla|všetky pokyny|všetky inštrukcie|všetky pravidlá|" +
		"все указания|все приказы|все установки|усі інструкції|усі вказівки|всі правила|всички инструкции|всички указания|" +
		"όλες τις οδηγίες|όλες τις εντολές|bütün talimatları|tüm komutları|tüm yönergeleri|" +
		"כל ההוראות|כל ההנחיות|כל הפקודות|كل التعليمات|كل الأوامر|همه دستورات|تمام دستورات|تمام ہدایات|सभी आदेश|सारे निर्देश|" +
		"সব নির্দেশ|সমস্ত নির্দেশ|எல்லா வழிமுறை|அனைத்து வழிமுறை|கொடுக்கப்பட்ட கட்டளை|คำสั่งทั้งหมด|" +
		"mọi hướng dẫn|mọi chỉ dẫn|mọi chỉ thị|mọi mệnh lệnh|mọi quy tắc|mọi quy định|tất cả hướng dẫn|tất cả chỉ dẫn|" +
		"tất cả các chỉ dẫn|tất cả các quy tắc|toàn bộ chỉ dẫn|toàn bộ hướng dẫn|các hướng dẫn của bạn|quy tắc nào|" +
		"semua arahan|segala arahan|segala perintah|seluruh instruksi|seluruh arahan|lahat ng tagubilin|lahat ng utos|" +
		"lahat ng instruksyon|maagizo yote|amri zote|모든 명령|모든 지침|一切指令|一切命令|所有命令|所有规则|すべての命令|全ての指示",
	"w-everything": "上記のすべて|上のすべて|これまでのすべて|今までのすべて|上記すべて|todo lo anterior|todo lo que|todo lo dicho|tout ce qui précède|tout ce que|tout ce qui|alles davor|alles vorherige|" +
		"alles zuvor|alles was|alles, was|alles bisherige|alles obige|das obige|alles oben|tutto ciò che|tutto quello che|" +
		"tudo o que|tudo acima|tudo que|alles hierboven|alles wat|всё, что|все, что|всё вышесказанное|все вышесказанное|" +
		"все предыдущее|всё предыдущее|все попереднє|wszystko, co|wszystko powyżej|her şeyi|كل ما سبق|ما سبق|सब कुछ|以上内容|上述内容|" +
		"之前的一切|一切|上の文|上記の内容|위의 내용|tất cả những gì|semua yang|lo anterior|o que foi dito|ce qui précède|vorangegangenes|" +
		"toto všechno|" +
		"sana söylenen*|size söylenen*|söylenen her şeyi|yukarıda yazanları|sana öğretilen*|" +
		"هر چه تاکنون|هرچه تاکنون|آنچه به تو|آنچه پیش|آنچه تاکنون|به تو گفته شده|به شما گفته شده|جو کچھ آپ سے|جو کچھ تم سے|" +
		"جو کچھ پہلے|" +
		"जो कुछ आपसे|जो कुछ तुमसे|जो कुछ कहा|जो बताया गया|যা বলা হয়েছে|আপনাকে যা|তোমাকে যা|சொல்லப்பட்ட அனைத்தையும்|" +
		"சொன்ன அனைத்தையும்|கூறப்பட்ட அனைத்தையும்|" +
		"言われたこと|受けた指示|上記すべて|これまでの話|들은 말|들은 내용|지시받은 것|말한 모든|" +
		"visko, kas|viskas, kas|visu, kas|visu, ko|kõik, mida|kõike, mida|vse, kar|sve što|све што|allt sem|అన్నీ|చెప్పినవన్నీ|सगळं|બધું|ಎಲ್ಲವನ್ನು|എല്ലാം|ਸਭ ਕੁਝ|ყველაფერი|ամեն ինչ|hər şeyi|бәрін|hamma narsani",
	"w-told-all": "被告知的一切|被告知的所有|之前被告知|之前说的一切|之前說的一切|教えられたこと|指示されたこと|지시받은 모든|배운 모든|learned before|pehle jo bataya|jo pehle bataya|jo bhi bataya|cuanto te han|cuanto se te ha|lo que te han dicho|lo que te hayan|lo que se te ha|lo que te dijeron|lo dicho antes|" +
		"o que lhe foi|o que te foi|o que te disseram|o que lhe disseram|ce qu'on t'a|ce qu'on vous a|ce qui t'a été|" +
		"ce qui vous a été|tout ce qu'on|" +
		"quanto detto|quanto ti è stato|quanto le è stato|ciò che ti è stato|ciò che ti hanno|quello che ti hanno|" +
		"el que t'han dit|el que us han dit|tot el que t'han|tot el que se us|tot el que s'ha dit|tot l'anterior|" +
		"tot ce ți s-a|tot ce vi s-a|ce ți s-a spus|ce vi s-a spus|tot ce scrie mai sus|was man dir|was dir gesagt|" +
		"was dir vorher|was dir aufgetragen|was ihnen gesagt|alles, was dir|" +
		"wat u is|wat je is|wat je eerder|wat u eerder|wat je tot nu toe|wat u tot nu toe|al het voorgaande|" +
		"al het bovenstaande|alles hiervoor|" +
		"vad du fått|vad du har fått|allt du hittills|allt du har blivit|allt du fått|allt ovanstående|allt som sagts|" +
		"det du har fått|alt du har fått|alt du er blitt|alt det ovenstående|alt, hvad du hidtil|alt hvad du hidtil|" +
		"det, du tidligere|hvad du har fået|alt ovenstående|" +
		"mitä sinulle on|mitä sinulle sanottiin|kaikki, mitä sinulle|kaikki yllä oleva|amit korábban|amit eddig|amire eddig|" +
		"mindazt, amit|minden eddigit|" +
		"co ci wcześniej|co ci kazano|co kazano ci|co ci powiedziano|wszystko, co ci|tego, co ci|co ti bylo|vše, co ti|" +
		"vše, co vám|všechno, co ti|co vám bylo|čo ti povedali|čo vám povedali|všetko, čo ti|všetko, čo vám|" +
		"что тебе велел*|что тебе говорил*|что тебе сказал*|что вам велел*|что вам говорил*|что вам сказал*|что вам было|" +
		"что тебе было|всё сказанное|все сказанное|що тобі казал*|що вам казал*|що вам було|що тобі було|все сказане|" +
		"усе сказане|" +
		"което ти е|което ви е|казаното по-рано|всичко казано|όσα σου|όσα σας|ό,τι σου|ό,τι σας|όλα όσα|όλα τα παραπάνω|" +
		"כל מה שנאמר|מה שנאמר לך|כל מה שהתבקש|כל מה שאמרו|כל האמור לעיל|" +
		"كل ما طلب|كل ما قيل|ما قيل لك|كل ما ورد|كل ما ذكر|" +
		"ทุกอย่างที่คุณ|ทุกสิ่งที่คุณ|สิ่งที่คุณได้รับ|สิ่งที่บอกไว้|ทุกอย่างก่อนหน้า|ทุกอย่างข้างต้น|" +
		"những gì được|những gì đã|mọi thứ ở trên|mọi thứ trước|mọi thứ phía trên|mọi thứ bên trên|mọi thứ đã|mọi điều đã|" +
		"tất cả những điều|những điều đã|" +
		"apa yang dikatakan|semua yang dikatakan|segala yang telah|semua yang telah dikatakan|lahat ng sinabi|lahat ng iniutos|" +
		"lahat ng nasa itaas|mga sinabi sa iyo|ulichoambiwa|uliyoambiwa|yote yaliyosemwa|" +
		"前面跟你|之前对你|之前對你|以前对你|上文|前文|你被告知|" +
		"tumhe bola gaya|tumhe jo bataya|jo bhi tumhe|ab tak jo bhi",
	"w-told-you": "التي أعطيت لك|المعطاة لك|التي لديك|die dir gegeben|die dir vorher|die ihnen gegeben|die du bekommen|die du bekommst|die du davor|von vorher|von davor|von eben|que recibiste|que te dieron|que te han sido|qui te sont|qu'on t'a donné*|que você recebeu|que te deram|che ti sono state|которые тебе были|" +
		"anteriormente|hasta ahora|hasta el momento|dadas antes|de antes|que recibió|que te han dado|que te hayan dado|" +
		"até agora|até aqui|que recebeu|que recebeste|que lhe foram|que te foram|" +
		"jusqu'ici|jusque-là|jusqu'à présent|auparavant|plus haut|de départ|qui t'ont été|qui vous ont été|que tu as reçues|" +
		"que vous avez reçues|" +
		"finora|fin qui|fino a questo momento|in precedenza|di prima|che hai ricevuto|che ti hanno dato|" +
		"fins ara|de dalt|que t'han donat|" +
		"de mai sus|de până acum|până acum|dinainte|" +
		"davor|weiter oben|die du erhalten|die sie erhalten|" +
		"tot nu toe|hierboven|die je hebt gekregen|die u hebt gekregen|" +
		"hittills|ovan|ovenfor|hidtil|så langt|du har fått|du har fået|du fick|" +
		"dotąd|do tej pory|które otrzymał*|" +
		"dosud|doteď|vyššie|doteraz|které jsi dostal*|ktoré si dostal*|" +
		"данные тебе|данных тебе|до этого|раньше|которые ты получил*|которые тебе дал*|" +
		"вище|досі|дотепер|які ти отримав|які тобі дали|" +
		"по-горе|досега|по-рано|които получи|" +
		"μέχρι τώρα|ως τώρα|έως τώρα|που έλαβες|που πήρες|που σου έδωσαν|" +
		"aldığın|" +
		"עד עכשיו|עד כה|שקיבלת|שניתנו|" +
		"حتى الآن|التي تلقيتها|قبل ذلك|" +
		"ด้านบน|ที่ได้รับมา|มาก่อน|ทั้งหมด|" +
		"trước giờ|từ trước|từ đầu|đã nhận|đã cho|được giao|trước nay|nêu trên|vừa rồi|gốc|đã đưa ra|đã đặt ra|đã được đưa|" +
		"đã được cung cấp|phía trước|được đưa ra|hiện tại|hệ thống|" +
		"tadi|yang diberikan|yang kamu terima|yang anda terima|yang telah diberikan|yang telah ditetapkan|" +
		"sa itaas|kanina|" +
		"mwanzoni|uliyopewa|ulizopewa|hapo juu|hapo awali",
	"w-content": "informationen|information|informaciones|información|informations|informazioni|informação|informações|" +
		"aufgaben|tareas|tâches|compiti|tarefas|nachrichten|mensajes|mensagens|messaggi|задани*|сообщени*|информаци*|" +
		"задачи|wiadomości|informacje|bilgi*|信息|消息|任务|对话|情報|会話|タスク|정보|대화|작업|thông tin|informasi",
	"w-forget-all": "vergiss alles|vergessen sie alles|olvida todo|olvide todo|olvídalo todo|oublie tout|oubliez tout|" +
		"dimentica tutto|dimenticate tutto|esqueça tudo|esquece tudo|vergeet alles|забудь всё|забудь все|забудьте всё|" +
		"забудьте все|zapomnij o wszystkim|her şeyi unut|انس كل شيء|انسى كل شيء|सब कुछ भूल जाओ|sab bhul jao|" +
		"sab kuch bhul jao|忘记一切|忘掉一切|忘记所有|全部忘れて|すべて忘れて|모두 잊어|다 잊어|quên hết mọi|lupakan semua|lupakan segalanya",
	"w-start-over": "von vorne an|von vorn an|von neuem|neu anfangen|empieza de nuevo|comienza de nuevo|desde cero|" +
		"recommence*|repars de zéro|ricomincia*|comece de novo|comece do zero|recomece|begin opnieuw|начни сначала|" +
		"начни заново|zacznij od nowa|baştan başla|重新开始|从头开始|最初からやり直|처음부터 다시|bắt đầu lại|mulai dari awal",
	"w-new-task": "tu nueva tarea|tus nuevas instrucciones|su nueva tarea|nuevas instrucciones|nueva instrucción|votre nouvelle tâche|" +
		"ta nouvelle tâche|nouvelles instructions|nouvelle instruction|deine neue aufgabe|ihre neue aufgabe|neue anweisung|" +
		"neue anweisungen|neue aufgabe|il tuo nuovo compito|nuove istruzioni|nuova istruzione|sua nova tarefa|novas instruções|" +
		"nova instrução|nieuwe instructies|nieuwe opdracht|новая задача|новые инструкции|новая инструкция|нове завдання|" +
		"nowe instrukcje|nowe zadanie|yeni görev*|yeni talimat*|تعليمات جديدة|مهمتك الجديدة|नए निर्देश|नया निर्देश|新的任务|新任务|" +
		"新指令|新的指令|新しいタスク|新しい指示|새로운 작업|새로운 지시|새 지시|nhiệm vụ mới|hướng dẫn mới|instruksi baru|tugas baru|" +
		"tu verdadera tarea|tu tarea real|sua verdadeira tarefa|ta vraie mission|ta véritable tâche|ta vraie tâche|" +
		"il tuo vero compito|la teva tasca de debò|la teva veritable tasca|adevărata ta sarcină|sarcina ta reală|" +
		"deine eigentliche aufgabe|deine wahre aufgabe|je echte taak|je werkelijke taak|" +
		"din riktiga uppgift|din egentlige oppgave|din egentlige opgave|din rigtige opgave|oikea tehtäväsi|" +
		"todellinen tehtäväsi|az igazi feladatod|a valódi feladatod|twoje prawdziwe zadanie|tvůj skutečný úkol|" +
		"tvoja skutočná úloha|твоё настоящее задание|твоя настоящая задача|твоє справжнє завдання|истинската ти задача|" +
		"η πραγματική σου|asıl görevin|gerçek görevin|המשימה האמיתית שלך|مهمتك الحقيقية|وظیفه واقعی تو|تمہارا اصل کام|" +
		"तुम्हारा असली काम|তোমার আসল কাজ|உன் உண்மையான பணி|งานจริงของคุณ|nhiệm vụ thật sự của bạn|nhiệm vụ thực sự của bạn|" +
		"nhiệm vụ thật của bạn|" +
		"tugasmu yang sebenarnya|tugas anda yang sebenarnya|tugas kamu yang sebenarnya|tunay mong gawain|kazi yako halisi|" +
		"本当の任務|本当のタスク|진짜 임무|진짜 작업|你真正的任务|你真正的工作|你的真正任务|你真正的任務",
	"w-all-new-task": "ganz neue aufgabe|ganz neuen aufgabe|völlig neue aufgabe|völlig neuen aufgabe|komplett neue aufgabe|komplett neuen aufgabe|" +
		"tarea completamente nueva|tarea totalmente nueva|toute nouvelle tâche|tâche complètement nouvelle|tâche entièrement nouvelle|" +
		"compito completamente nuovo|compito del tutto nuovo|tarefa completamente nova|tarefa totalmente nova|geheel nieuwe taak|" +
		"helemaal nieuwe taak|compleet nieuwe taak|совершенно новое задание|совершенно новую задачу|совершенно новой задаче|całkiem nowe zadanie|" +
		"zupełnie nowe zadanie|helt ny uppgift|helt ny opgave|helt ny oppgave|tamamen yeni bir görev|全新的任务|全新任务|全く新しいタスク|완전히 새로운 작업",
	"w-instead": "en lugar de tu tarea|en vez de tu tarea|detén la tarea actual|deja tu tarea|em vez da tarefa original|" +
		"em vez da sua tarefa|pare a tarefa atual|au lieu de ta tâche|au lieu de votre tâche|interromps ta tâche|" +
		"al posto del compito|invece del tuo compito|interrompi il compito attuale|" +
		"en comptes de la teva tasca|en lloc de la teva tasca|atura la tasca actual|în loc de sarcina inițială|" +
		"în locul sarcinii tale|oprește sarcina curentă|statt deiner ursprünglichen aufgabe|" +
		"anstelle deiner ursprünglichen aufgabe|statt ihrer ursprünglichen aufgabe|brich deine laufende aufgabe|" +
		"in plaats van je oorspronkelijke taak|in plaats van uw oorspronkelijke taak|stop met je huidige taak|" +
		"stop dan met je huidige taak|" +
		"i stället för din ursprungliga uppgift|istället för din ursprungliga uppgift|avbryt din nuvarande uppgift|" +
		"i stedet for den opprinnelige oppgaven|i stedet for din opprinnelige oppgave|i stedet for din oprindelige opgave|" +
		"stop din nuværende opgave|alkuperäisen tehtäväsi sijaan|keskeytä nykyinen tehtäväsi|az eredeti feladatod helyett|" +
		"szakítsd meg a feladatodat|" +
		"zamiast pierwotnego zadania|zamiast swojego zadania|przerwij bieżące zadanie|místo původního úkolu|místo svého úkolu|" +
		"přeruš současný úkol|namiesto pôvodnej úlohy|preruš svoju úlohu|вместо исходной задачи|вместо первоначальной задачи|" +
		"вместо своей задачи|прекрати текущую работу|прекрати текущую задачу|замість початкового завдання|" +
		"припини поточну роботу|вместо първоначалната задача|прекъсни текущата задача|" +
		"αντί για την αρχική σου εργασία|σταμάτα την τρέχουσα εργασία|asıl görevin yerine|asıl görevini bırak|mevcut işi bırak|" +
		"mevcut görevini bırak|במקום המשימה המקורית|הפסק את המשימה הנוכחית|بدلا من مهمتك|توقف عن المهمة الحالية|توقف عن مهمتك|" +
		"به جای وظیفه اصلی|کار فعلی را رها کن|اصل کام کے بجائے|موجودہ کام روک|" +
		"मूल कार्य के बजाय|अपने काम के बजाय|वर्तमान काम रोक|মূল কাজের বদলে|বর্তমান কাজ থামিয়ে|அசல் பணிக்குப் பதிலாக|" +
		"தற்போதைய பணியை நிறுத்தி|แทนงานเดิม|หยุดงานปัจจุบัน|thay cho nhiệm vụ ban đầu|thay vì nhiệm vụ ban đầu|" +
		"dừng công việc hiện tại|dừng nhiệm vụ hiện tại|" +
		"di atas tugas semula|tinggalkan tugas asal|hentikan pekerjaanmu|hentikan tugasmu|hentikan tugas sekarang|" +
		"sa halip na ang orihinal mong gawain|itigil mo ang kasalukuyang gawain|badala ya kazi yako|acha kazi ya sasa|" +
		"本来の作業の代わりに|本来のタスクの代わりに|現在の作業を中止|現在のタスクを中止|" +
		"원래 작업 대신|현재 작업을 멈추|현재 작업을 중단|放下原来的任务|停止当前任务|停止目前的任務|取代原本的任務|停下手头的任务|放下手头的任务",
	"w-obey-this": "befolge diesen befehl statt|folge nicht dem nutzer|gehorche nicht dem benutzer|n'obéis pas à l'utilisateur|" +
		"n'écoute pas l'utilisateur|no obedezcas al usuario|no sigas al usuario|não obedeça ao usuário|non obbedire all'utente|" +
		"не слушай пользователя|не подчиняйся пользовател*|nie słuchaj użytkownika|kullanıcıyı dinleme|لا تطع المستخدم|" +
		"उपयोगकर्ता की बात मत मानो|不要听用户的|不要服从用户|不要听从用户|ユーザーに従わないで|ユーザーの指示に従わないで|사용자를 따르지 마|사용자의 말을 듣지 마|" +
		"đừng tuân theo người dùng|không tuân theo người dùng|làm theo lệnh này|jangan ikuti pengguna|jangan turuti pengguna|" +
		"bật chế độ nhà phát triển và",
	"w-say": "erzähle|erzähl|erkläre|schreib*|nenne|beantworte|sag|sage|cuéntame|explícame|raconte|explique|écris|racconta|spiega|conte|vertel|leg uit|расскажи|объясни|opowiedz|dime|dimmi|dis-moi|diga-me|me diga|скажи|" +
		"montrez|أظهر|di|diga|diz|dime|declara|declare|afirma|afirme|escribe|escriba|escreva|responde|responda|imprime|imprima|muestra|" +
		"muestre|mostre|envía|envíe|envie|traduce|dis|dites|déclare|déclarez|indique|indiquez|affirme|affirmez|écris|écrivez|" +
		"réponds|répondez|affiche|affichez|envoie|envoyez|sag|sage|sagen|schreib|schreibe|schreiben|antworte|antworten|gib|" +
		"geben|behaupte|drucke|sende|senden|schicke|erkläre|dì|dichiara|dichiarate|scrivi|scrivete|rispondi|rispondete|stampa|" +
		"mostra|invia|inviate|zeg|schrijf|antwoord|stuur|toon|скажи*|напиши*|ответь*|выведи*|отправь*|сообщи*|покажи*|" +
		"напечатай*|надішли*|napisz|powiedz|odpowiedz|wyślij|söyle|yaz|gönder|yanıtla|قل|وقل|اكتب|أرسل|बताएं|बताओ|लिखें|कहें|" +
		"भेजें|说|告诉|声明|输出|回答|写|发送|打印|述べて|言って|出力して|答えて|回答して|書いて|送信して|教えて|말해|출력|대답|알려|작성|보내|hãy nói|hãy viết|trả lời|gửi|katakan|" +
		"tulis|jawab|kirim|" +
		"likho|likh do|bolo|bol do|kaho|bas likho|bas bolo|jawab do",
	"w-and": "y|et|und|e|en|и|та|i|ve|و|और|并|並|然后|そして|và|dan|και|och|og|ja|a|și",
}
