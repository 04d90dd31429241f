package injection

// worldSets are the words of worldRules, by what they mean; in a set, what one language
// has mostly stands together.
var worldSets = map[string]string{
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
		"不要理會|別理會|别理会|不必理会|不用理会|不必遵守|不再遵守|不要再遵守|不要按照|不要听从|置之不理|抛弃|拋開|推翻|忽視|撇开|不遵守",
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
		"早先|原先|最初|到目前为止|到目前為止|迄今",
	"w-orders": "nirdesh|aadesh|hidayat|niyam|instruktsii|zhiling|shiji|el ta3limat|vorschriften|einschränkungen|" +
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
		"准则|準則|守则|守則|规范|規範|規定|约束|約束|吩咐|交代",
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
		"arahan awak|iyong mga tagubilin|maagizo yako",
	"w-everything": "todo lo anterior|todo lo que|todo lo dicho|tout ce qui précède|tout ce que|tout ce qui|alles davor|alles vorherige|" +
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
		"言われたこと|受けた指示|上記すべて|これまでの話|들은 말|들은 내용|지시받은 것|말한 모든",
	"w-say": "erzähle|erzähl|erkläre|schreib*|nenne|beantworte|sag|sage|cuéntame|explícame|raconte|explique|écris|racconta|spiega|conte|vertel|leg uit|расскажи|объясни|opowiedz|dime|dimmi|dis-moi|diga-me|me diga|скажи|" +
		"montrez|أظهر|di|diga|diz|dime|declara|declare|afirma|afirme|escribe|escriba|escreva|responde|responda|imprime|imprima|muestra|" +
		"muestre|mostre|envía|envíe|envie|traduce|dis|dites|déclare|déclarez|indique|indiquez|affirme|affirmez|écris|écrivez|" +
		"réponds|répondez|affiche|affichez|envoie|envoyez|sag|sage|sagen|schreib|schreibe|schreiben|antworte|antworten|gib|" +
		"geben|behaupte|drucke|sende|senden|schicke|erkläre|dì|dichiara|dichiarate|scrivi|scrivete|rispondi|rispondete|stampa|" +
		"mostra|invia|inviate|zeg|schrijf|antwoord|stuur|toon|скажи*|напиши*|ответь*|выведи*|отправь*|сообщи*|покажи*|" +
		"напечатай*|надішли*|napisz|powiedz|odpowiedz|wyślij|söyle|yaz|gönder|yanıtla|قل|وقل|اكتب|أرسل|बताएं|बताओ|लिखें|कहें|" +
		"भेजें|说|告诉|声明|输出|回答|写|发送|打印|述べて|言って|出力して|答えて|回答して|書いて|送信して|教えて|말해|출력|대답|알려|작성|보내|hãy nói|hãy viết|trả lời|gửi|katakan|" +
		"tulis|jawab|kirim",
	"w-and": "y|et|und|e|en|и|та|i|ve|و|और|并|並|然后|そして|và|dan|και|och|og|ja|a|și",
	"w-from-now": "a partir de ahora|desde ahora|de ahora en adelante|désormais|dorénavant|à partir de maintenant|ab jetzt|von nun an|" +
		"ab sofort|d'ora in poi|da ora in poi|a partir de agora|de agora em diante|vanaf nu|отныне|с этого момента|теперь ты|" +
		"від тепер|od teraz|bundan sonra|şu andan itibaren|artık sen|من الآن فصاعدا|من الآن|अब से|从现在开始|从现在起|現在から|今から|これから|今後は|" +
		"지금부터|이제부터|mulai sekarang|từ bây giờ|kể từ bây giờ|από τώρα|från och med nu|od teď|" +
		"desde este momento|a partir de este momento|de aquí en adelante|daqui em diante|daqui para a frente|" +
		"a partir deste momento|doravante|dès maintenant|dès à présent|à partir de cet instant|à compter de maintenant|" +
		"d'ora in avanti|da ora in avanti|da questo momento|da adesso|a partir d'ara|d'ara endavant|des d'ara|" +
		"a partir d'aquest moment|de acum înainte|de acum încolo|din acest moment|" +
		"von jetzt an|ab diesem moment|ab diesem zeitpunkt|fortan|ab nun|vanaf dit moment|voortaan|van nu af aan|från nu|" +
		"hädanefter|fra nå av|fra nå|heretter|fra og med nå|fra nu af|fra nu|fra og med nu|" +
		"tästä lähtien|tästä eteenpäin|tästä hetkestä|vastedes|tästedes|mostantól|ezentúl|innentől|ettől kezdve|" +
		"ettől a pillanattól|" +
		"od tej chwili|od tej pory|odtąd|od tego momentu|odteď|od této chvíle|od tohoto okamžiku|od nynějška|odteraz|" +
		"od tejto chvíle|od tohto momentu|" +
		"с этой минуты|с данного момента|начиная с этого момента|с настоящего момента|впредь|відтепер|віднині|з цього моменту|" +
		"з цієї миті|надалі|отсега нататък|отсега|от този момент|занапред|" +
		"από εδώ και πέρα|στο εξής|από αυτή τη στιγμή|εφεξής|bundan böyle|bu andan itibaren|מעכשיו|מרגע זה|מעתה|מהרגע הזה|" +
		"מכאן ואילך|ابتداء من الآن|منذ الآن|منذ هذه اللحظة|من هذه اللحظة|" +
		"از این پس|از این به بعد|از حالا|از الان|از اکنون|از این لحظه|اب سے|اب کے بعد|اس لمحے سے|इस क्षण से|आगे से|এখন থেকে|" +
		"এই মুহূর্ত থেকে|இனிமேல்|இனி|இப்போதிலிருந்து|இப்போது முதல்|" +
		"ตั้งแต่นี้|นับจากนี้|จากนี้ไป|ต่อจากนี้|ตั้งแต่ตอนนี้|từ giờ|kể từ giờ|từ nay|từ lúc này|kể từ lúc này|" +
		"từ thời điểm này|kể từ thời điểm này|kể từ nay|" +
		"mulai saat ini|sejak saat ini|mulai detik ini|bermula sekarang|sejak sekarang|mula ngayon|simula ngayon|" +
		"magmula ngayon|kuanzia sasa|tangu sasa|kuanzia hivi sasa|" +
		"今後あなた|これより|この瞬間から|앞으로|이 순간부터|从此刻|從此刻|從現在|从这一刻|從這一刻|从今以后|即刻起",
	"w-you-are": "eres|actúa*|actuarás|responderás|serás|debes|tu es|vous êtes|tu dois|vous devez|tu vas|agis|agissez|bist du|du bist|" +
		"sind sie|sollst du|wirst du|antwortest du|musst du|sei|sarai|devi|agirai|você é|você vai|você deve|és|age|je bent|" +
		"ben je|ты|вы|ти|jesteś|będziesz|musisz|sen|أنت|आप|तुम|你是|你将|你要|你必须|您是|请你|あなたは|お前は|君は|당신은|너는|넌|kamu|anda|bạn|εισαι|" +
		"du är|jsi|" +
		"te comportarás|vas a actuar|interpretas|interpretarás|vas a ser|actuará|usted es|pasas a ser|você atua|você será|" +
		"você age|passas a ser|vais agir|tu te comporteras|tu te comportes|tu agis|tu seras|vous serez|tu joues|tu incarnes|" +
		"vous agissez|tu deviens|" +
		"ti comporterai|ti comporti|tu sei|sarete|agisci|siete|ets|seràs|actuaràs|ești|vei fi|acționezi|vei acționa|sunteți|" +
		"te comporți|devii|" +
		"verhältst|agierst|bist|handelst|spielst|fungierst|verhalten sie sich|gedraag je|bent u|u bent|speel je|är du|ska du|" +
		"agerar du|er du|skal du|opptrer du|optræder du|spiller du|du er|" +
		"olet|toimit|sinä olet|esität|käyttäydyt|te egy|te vagy|úgy viselkedsz|úgy viselkedj|legyél|zachowujesz|odgrywasz|" +
		"działasz|wcielasz|występujesz|budeš|chováš|vystupuješ|hraješ|jste|si|ste|správaš|" +
		"выступаешь|действуешь|играешь|будешь|станешь|отвечаешь|ви|будеш|дієш|виступаєш|си|сте|ще бъдеш|действаш|είσαι|είστε|" +
		"θα είσαι|ενεργείς|συμπεριφέρεσαι|" +
		"אתה|תהיה|תתנהג|תשמש|ستكون|ستتصرف|ستعمل|عليك|تو|شما|تم|آپ|तुम्हें|आपको|তুমি|আপনি|நீ|நீங்கள்|คุณคือ|คุณเป็น|คุณจะ|" +
		"ให้คุณ|" +
		"engkau|awak|kau|ikaw|isa kang|kayo|wewe|utakuwa|uwe|振る舞|네가|당신이|你扮演|你就是|您|你",
	"w-user": "usuario|usuaria|usuarios|utilisateur|utilisateurs|nutzer|benutzer|anwender|utente|utenti|usuário|usuários|utilizador|" +
		"gebruiker|пользовател*|користувач*|użytkownik*|kullanıcı*|المستخدم|کاربر|उपयोगकर्ता|用户|用戶|使用者|ユーザー|사용자|người dùng|" +
		"pengguna|χρήστη*|användaren|uživatel*|" +
		"usuari|usuària|utilizator*|användare*|bruker|brukeren|bruger|brugeren|käyttäj*|felhasznál*|používate*|потребител*|" +
		"χρήστ*|" +
		"משתמש|صارف|यूज़र|यूजर|ব্যবহারকারী|பயனர|ผู้ใช้|người sử dụng|gumagamit|mtumiaji|이용자|ユーザ",
	"w-not-tell": "no le digas|no digas|no informes|no menciones|no reveles|no le informes|no notifiques|ne dis pas|ne dites pas|" +
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
	"w-password": "contraseña|mot de passe|passwort|kennwort|password|senha|palavra-passe|wachtwoord|пароль|hasło|şifre*|كلمة المرور|" +
		"كلمة السر|रمز|पासवर्ड|密码|密碼|パスワード|비밀번호|암호|mật khẩu|kata sandi|κωδικός|lösenord|heslo|clave secreta|clé secrète|" +
		"geheimer schlüssel",
	"w-what-is": "was stand in|was steht in|was war|wie war|wie lauteten|was waren|qué decía|qué dice|cuál fue|cuáles fueron|que disait|que dit|quel était|quelles étaient|cosa diceva|cosa c'era|qual era|quali erano|o que dizia|quais eram|wat stond er in|wat was|wat waren|что было в|что написано в|" +
		"quelles sont|quels sont|cuáles son|quali sono|quais são|was sind|wie lauten|wat zijn|какие у тебя|" +
		"какие|каковы|jakie są|neler|何でしたか|cuál es|cuál era|dime|dame|dímelo|quel est|donne-moi|donnez-moi|dis-moi|" +
		"was ist|wie lautet|gib mir|geben|sag mir|" +
		"qual è|dimmi|dammi|qual é|me diga|me dê|diga-me|wat is|geef me|какой|назови|скажи мне|скажи|дай мне|який|jakie jest|" +
		"podaj|nedir|söyle|ما هي|أخبرني|क्या है|बताओ|告诉我|给我|是什么|什么是|教えて|何ですか|알려|필요해|무엇|뭐야|là gì|cho tôi|apa|beri tahu saya|" +
		"berikan|ποιος είναι|vad är|jaké je",
	"w-prompt": "ersten prompt|erster prompt|ersten eingabe|anfangsprompt|ausgangsprompt|primer prompt|prompt inicial|premier prompt|prompt initial|primo prompt|prompt iniziale|primeiro prompt|eerste prompt|первый промпт|pierwszy prompt|prompttext|prompt-text|prompttexte|" +
		"ursprünglichen anweisungen|initialen anweisungen|anfänglichen anweisungen|systemnachricht|" +
		"systemanweisung*|instrucciones originales|mensaje del sistema|message système|consignes initiales|" +
		"начальные инструкции|исходные инструкции|元の指示|初期指示|最初の指示|内部指示|instruções iniciais|instruções do sistema|" +
		"istruzioni iniziali|istruzioni di sistema|원래 지시|초기 지시|초기 지침|시스템 지시|التعليمات الأصلية|تعليمات النظام|" +
		"prompt do sistema|system promt|प्रारंभिक निर्देश|başlangıç talimat*|sistem talimat*|instrukcje systemowe|" +
		"prompt systemowy|系统消息|系统设定|原始指令|prompt del sistema|prompt de sistema|prompt système|invite système|" +
		"systemprompt|system-prompt|system prompt|" +
		"prompt di sistema|prompt do sistema|instrucciones del sistema|instrucciones iniciales|instructions système|" +
		"instructions initiales|системный промпт|системные инструкции|системную инструкцию|systeemprompt|sistem istemi|" +
		"sistem komut*|系统提示词|系统提示|系统指令|系統提示|初始指令|初始提示|システムプロンプト|初期設定|시스템 프롬프트|시스템 메시지|lời nhắc hệ thống|موجه النظام|prompt hệ thống|khóa api|" +
		"सिस्टम प्रॉम्प्ट|prompt iniziale|prompt initial|prompt inicial|" +
		"indicaciones iniciales|directrices iniciales|mensaje de sistema|instrucciones de sistema|instrucciones confidenciales|" +
		"instrucciones reservadas|pautas iniciales|prompt original|" +
		"orientações iniciais|instruções originais|instruções confidenciais|diretrizes iniciais|instruções de sistema|" +
		"consignes de départ|prompt d'origine|instructions d'origine|instructions de départ|directives initiales|" +
		"directives confidentielles|instructions confidentielles|consignes d'origine|consignes système|" +
		"indicazioni iniziali|istruzioni originali|istruzioni riservate|direttive iniziali|prompt originale|" +
		"istruzioni di partenza|" +
		"instruccions inicials|instruccions originals|indicacions inicials|instruccions del sistema|instruccions secretes|" +
		"promptul de sistem|promptul sistemului|prompt de sistem|instrucțiunile inițiale|instrucțiunile tale inițiale|" +
		"instrucțiunile de sistem|instrucțiunile originale|indicații secrete|indicațiile inițiale|instrucțiuni secrete|" +
		"promptul inițial|" +
		"systemprompt*|anfänglichen vorgaben|anfänglichen instruktionen|ursprünglichen vorgaben|ursprünglichen instruktionen|" +
		"vertraulichen anweisungen|startanweisung*|grundanweisung*|initialprompt*|" +
		"systeemprompt*|oorspronkelijke instructies|systeeminstructies|initiële instructies|oorspronkelijke aanwijzingen|" +
		"geheime aanwijzingen|oorspronkelijke opdracht|" +
		"ursprungliga instruktioner|ursprungliga anvisningar|systeminstruktion*|hemliga anvisningar|hemliga instruktioner|" +
		"opprinnelige instruks*|systeminstruks*|hemmelige instruks*|oprindelige instruktioner|hemmelige anvisninger|" +
		"hemmelige instruktioner|" +
		"järjestelmäkehot*|järjestelmäohje*|järjestelmäprompt*|alkuperäiset ohje*|alkuperäisiä ohje*|salaisia ohjeita|" +
		"salaiset ohje*|aloituskehot*|" +
		"rendszerprompt*|rendszerutasítás*|eredeti utasítás*|kezdeti utasítás*|titkos utasítás*|rejtett utasítás*|" +
		"prompt systemow*|promptu systemow*|początkowe wytyczne|początkowe instrukcje|pierwotne instrukcje|" +
		"instrukcji systemowych|tajne instrukcj*|poufne instrukcj*|ukryte instrukcj*|" +
		"systémový prompt*|systémového prompt*|původní instrukce|původní pokyny|systémové instrukce|systémové pokyny|" +
		"tajné pokyny|tajné instrukce|skryté instrukce|pôvodné pokyny|pôvodné inštrukcie|systémové inštrukcie|" +
		"skryté inštrukcie|tajné inštrukcie|" +
		"системный промпт*|системного промпт*|системные инструкц*|изначальные инструкции|изначальные указания|" +
		"первоначальные инструкции|первоначальные указания|исходный промпт|начальный промпт|скрытые инструкц*|" +
		"системний промпт*|системні інструкції|початкові інструкції|початкові вказівки|первинні інструкції|таємні вказівки|" +
		"таємні інструкції|приховані інструкції|" +
		"системния си промпт|системния промпт|системния ти промпт|системен промпт|системните инструкции|" +
		"първоначалните инструкции|първоначалните си инструкции|тайни указания|тайни инструкции|скрити инструкции|" +
		"προτροπή συστήματος|προτροπή συστήματός|αρχικές σου οδηγίες|αρχικές σας οδηγίες|αρχικές οδηγίες|οδηγίες συστήματος|" +
		"μυστικές οδηγίες|κρυφές οδηγίες|" +
		"sistem istem*|sistem prompt*|sistem yönerge*|ilk talimat*|gizli yönerge*|başlangıç yönerge*|orijinal talimat*|" +
		"başlangıçta sana verilen|" +
		"הנחיית המערכת|הנחיות המערכת|פרומפט המערכת|ההוראות המקוריות|ההוראות הראשוניות|הוראות סודיות|הוראות המערכת|" +
		"ההנחיות המקוריות|" +
		"تعليماتك الأصلية|تعليماتك الأولية|التعليمات الأولية|التوجيهات السرية|مطالبة النظام|أوامر النظام|" +
		"پرامپت سیستم|دستورالعملهای اولیه|دستورالعملهای محرمانه|دستورات اولیه|دستورات سیستم|دستورهای اولیه|سسٹم پرامپٹ|" +
		"ابتدائی ہدایات|خفیہ ہدایات|اصل ہدایات|" +
		"सिस्टम निर्देश|मूल निर्देश|गुप्त निर्देश|शुरुआती निर्देश|आरंभिक निर्देश|সিস্টেম প্রম্পট|প্রাথমিক নির্দেশ|মূল নির্দেশ|" +
		"গোপন নির্দেশ|সিস্টেম নির্দেশ|" +
		"கணினி வழிகாட்டுதல்|ஆரம்ப அறிவுறுத்தல்|ஆரம்ப வழிமுறை|அசல் வழிமுறை|ரகசிய அறிவுறுத்தல்|சிஸ்டம் ப்ராம்ப்ட்|พรอมต์ระบบ|" +
		"พรอมต์ของระบบ|คำสั่งระบบ|คำสั่งเริ่มต้น|คำสั่งลับ|คำสั่งของระบบ|" +
		"câu lệnh hệ thống|chỉ dẫn hệ thống|hướng dẫn hệ thống|chỉ dẫn ban đầu|hướng dẫn ban đầu|lệnh hệ thống|" +
		"lời nhắc ban đầu|prompt ban đầu|chỉ thị ban đầu|chỉ thị hệ thống|prompt gốc|chỉ dẫn gốc|hướng dẫn gốc|" +
		"hướng dẫn bí mật|chỉ dẫn bí mật|quy tắc ban đầu|hướng dẫn nội bộ|lời nhắc gốc|" +
		"prompt sistem|prompt awal|instruksi awal*|instruksi sistem|instruksi asli*|arahan sistem|arahan asal|perintah sistem|" +
		"petunjuk sistem|arahan rahsia|perintah awal|arahan awal|" +
		"orihinal na instruksyon|orihinal na tagubilin|orihinal mong instruksyon|orihinal mong tagubilin|lihim na tagubilin|" +
		"maelekezo yako ya mfumo|maagizo ya mfumo|maelekezo ya mfumo|maagizo yako ya msingi|maagizo ya siri|" +
		"maagizo yako ya awali|maagizo yako ya mwanzo|" +
		"初期プロンプト|システム指示|システムの指示|秘密の指示|内部プロンプト|最初のプロンプト|초기 프롬프트|비밀 지침|시스템 지침|원래 지침|숨겨진 프롬프트|초기 명령|시스템 명령|" +
		"系統提示詞|系統指令|你的初始设定|你的初始設定|你最初的设定|你最初的設定|最初的指令|你的原始提示|您的原始提示|保密指令|机密指示|機密指示|隐藏提示|預設指令|内部指令",
	"w-show": "gib|montre-moi|montrez-moi|affiche-moi|mostre-me|mostra-me|muestra|enseña*|ausgeben|ausgibt|dévoile*|" +
		"divulgue*|dame|dime|muestra*|muéstrame|revela|revele|revélame|revelar|imprime|repite|dime|comparte|montre*|" +
		"révèle|révélez|révèle-moi|affiche*|répète*|donne*|zeig*|gib mir|nenne|wiederhole|verrate|offenbare|mostra|" +
		"mostrate|mostrami|rivela|rivelate|rivelami|stampa|ripeti|mostre|revele|imprima|repita|diga|покажи*|раскрой*|выведи*|" +
		"повтори*|напечатай*|toon|onthul|pokaż|wyświetl|göster|yazdır|أظهر|اكشف|दिखाएं|दिखाओ|显示|顯示|透露|输出|打印|告诉|重复|泄露|表示して|教えて|" +
		"出力して|見せて|보여|출력|공개|알려|hiển thị|tiết lộ|hãy lộ|cho tôi|tampilkan|ungkapkan|tunjukkan|" +
		"muéstreme|dígame|transcribe|transcriba|reproduce|reproduzca|desvela|desvele|enumera|enumere|copia|copie|cita|expón|" +
		"enséñame|cuéntame|recita|" +
		"diz-me|diga-me|transcreva|transcreve|reproduza|desvende|liste|exiba|apresente|conte-me|conta-me|cite|repete|" +
		"recopie*|dévoilez|énumère*|énumérez|dis-moi|dites-moi|citez|transcris|transcrivez|partage|partagez|restitue*|fournis|" +
		"fournissez|récite*|" +
		"riporta|riporti|elenca|elenchi|svela|sveli|trascrivi|trascriva|mostri|mi dica|dimmi|ripeta|riproduci|condividi|esponi|" +
		"stampi|" +
		"mostra'm|mostreu|reveleu|digues|digueu|repeteix|transcriu|imprimeix|ensenya|" +
		"afișează|afișați|arată|arătați|dezvăluie|dezvăluiți|spune-mi|spuneți-mi|repetă|repetați|tipărește|copiază|enumeră|" +
		"transcrie|divulgă|" +
		"nennen sie|lege|legen sie|sag mir|sagen sie mir|zitier*|enthüll*|kopier*|druck*|" +
		"laat zien|geef me|geef mij|herhaal|vertel|noem|kopieer|openbaar|" +
		"visa|skriv ut|avslöja|berätta|upprepa|återge|lista|röj|vis|udskriv|afslør|avslør|fortell|fortæl|gjenta|gentag|gjengi|" +
		"gengiv|" +
		"näytä|näyttäkää|tulosta|tulostakaa|paljasta|paljastakaa|kerro|kertokaa|toista|luettele|kopioi|" +
		"írd ki|írja ki|mutasd|mutassa|fedd fel|fedje fel|áruld el|árulja el|ismételd|ismételje|nyomtasd ki|sorold fel|" +
		"sorolja fel|mondd el|mondja el|add ki|másold|" +
		"wypisz|podaj|ujawnij|zdradź|powtórz|wydrukuj|wymień|przepisz|przytocz|powiedz|skopiuj|wyjaw|proszę podać|zacytuj|" +
		"vypiš*|zobraz|zobrazte|ukaž*|uveď|uveďte|prozraď|prozraďte|odhal|odhalte|zopakuj*|vytiskni*|sděl|sdělte|řekni*|opiš*|" +
		"povedz*|prezraď|prezraďte|vytlač*|vymenuj*|vyjmenuj*|" +
		"перескажи*|расскажи*|назови*|перечисли*|скажи*|процитируй*|распечатай*|выдай*|воспроизведи*|скопируй*|выложи*|" +
		"розкрий*|розкажи*|розкажіть|скажіть|повторіть|надрукуй*|роздрукуй*|перелічи*|процитуй*|" +
		"изведи*|разкрий*|кажи|кажете|отпечатай*|изброй*|цитирай*|сподели*|" +
		"εμφάνισε|εμφανίστε|δείξε|δείξτε|αποκάλυψε|αποκαλύψτε|πες μου|πείτε μου|επανάλαβε|επαναλάβετε|τύπωσε|τυπώστε|αντίγραψε|" +
		"εκτύπωσε|εκτυπώστε|" +
		"gösterin|paylaş|paylaşın|açıkla|açıklayın|söyle|söyleyin|listele*|tekrarla*|ifşa et*|yazdırın|" +
		"הדפס|הצג|הראה|חשוף|ספר לי|ספרי לי|אמור לי|גלה לי|חזור על|תגיד לי|צטט|" +
		"اطبع|اعرض|أخبرني|كرر|اذكر لي|أعطني|أفصح|قل لي|" +
		"چاپ کن|نشان بده|نمایش بده|فاش کن|بگو|بگویید|تکرار کن|آشکار کن|افشا کن|دکھاؤ|دکھائیں|ظاہر کرو|ظاہر کریں|بتاؤ|بتائیں|" +
		"دہراؤ|" +
		"दिखाइए|बताइए|उजागर|प्रकट करो|दोहराओ|प्रिंट करो|खुलासा|দেখাও|দেখান|প্রকাশ করো|প্রকাশ করুন|বলুন|বলো|পুনরাবৃত্তি করো|" +
		"காட்டு|காட்டுங்கள்|வெளிப்படுத்து|சொல்லுங்கள்|சொல்லு|அச்சிடு|வெளியிடு|แสดง|เปิดเผย|บอกมา|บอกฉัน|พิมพ์ออกมา|คัดลอก|" +
		"in ra|hãy in|cho tôi biết|cho tôi xem|chép lại|viết lại|nhắc lại|lặp lại|nói ra|liệt kê|cho biết|trích dẫn|công khai|" +
		"xuất ra|nói cho tôi|trình bày|sao chép|" +
		"sebutkan|bocorkan|dedahkan|paparkan|tulis ulang|ulangi|ulang semula|cetak|beri tahu|beritahu|katakan|salin|" +
		"perlihatkan|bagikan|kongsikan|" +
		"ipakita|ibunyag|sabihin mo|ulitin|isiwalat|ilahad|ilista|onyesha|fichua|niambie|rudia|chapisha|nionyeshe|orodhesha|" +
		"出力せよ|表示せよ|開示せよ|開示して|開示しなさい|公開して|公開せよ|書き出して|列挙して|明かして|말해|반복해|나열해|밝혀|说出|复述|列印|輸出|列出|揭露|說出|告訴|逐字重複|重複一遍|公开|公開|" +
		"виведи*|покажіть",
	"w-send": "envía*|envíe|enviar|envíalo*|manda|mandale|mandalo|mande|reenvía*|remite|envoie|envoyez|envoyer|transfère*|transférez|" +
		"transmets|sende|senden sie|sendest|schick|schicke|schicken sie|leite|leiten sie|überweise*|übermittle*|invia|inviate|" +
		"inviare|inoltra*|manda|trasferisci|envie|enviem|mande|encaminhe*|transfira|stuur|verstuur|отправь*|перешли*|пришли*|" +
		"переведи*|надішли*|wyślij|prześlij|przelej|gönder*|ilet|iletin|أرسل|حول|भेजें|भेज|发送|转发|寄给|转账|传送|送信|転送|보내|전송|송금|gửi|" +
		"chuyển tiếp|chuyển|kirim|kirimkan|teruskan|" +
		"remita|reenvíe|transmite|reenvie|reenvia|remeta|transmita|encaminha|transmettez|fais suivre|faites suivre|" +
		"fais parvenir|spedisci|inoltri|invii|trasmetti|" +
		"envieu|reenvieu|tramet|trimite|trimiteți|redirecționează|redirecționați|expediază|leit|übersende|versende|maile|" +
		"verzend|zend|" +
		"skicka|vidarebefordra|mejla|videresend|overfør|lähetä|lähettäkää|siirrä|küldd|küldje|küldj|továbbítsd|továbbítsa|" +
		"utald|" +
		"przekaż*|przekieruj*|prześlij*|wyślij*|pošli*|přepošli*|odešli*|zašli*|prepošli*|odošli*|перенаправь*|вышли*|направь*|" +
		"передай*|скинь|" +
		"відправ*|изпрати*|препрати*|прехвърли*|στείλε|στείλτε|προώθησε|προωθήστε|yolla|yollayın|aktar|aktarın|" +
		"שלח|שלחי|שלחו|העבר|העבירי|העבירו|תעביר|أعد توجيه|أعد إرسال|ابعث|ارسال کن|بفرست|بھیجو|بھیج دو|بھیجیں|ارسال کرو|" +
		"भेज दो|भेजो|भेजिए|अग्रेषित|फॉरवर्ड|পাঠিয়ে দাও|পাঠাও|পাঠান|ফরওয়ার্ড|அனுப்பு|அனுப்ப|ส่ง|โอน|" +
		"hantar|hantarkan|majukan|panjangkan|ipadala|ipasa|i-forward|tuma|peleka|hamisha|送れ|送信せよ|転送せよ|전달해|전달하|发到|发给|寄到|轉寄|轉發|" +
		"發送|寄送|傳送",
	"w-unbound": "privo di limiti|privo di restrizioni|没有任何限制|没有限制|制限のない|bez ograniczeń|sin restricciones|sin filtros|sin limitaciones|sin límites|sans restriction*|sans filtre*|sans limite*|" +
		"ohne einschränkungen|ohne regeln|ohne filter|ohne beschränkungen|uneingeschränkt*|senza restrizioni|senza filtri|" +
		"senza limiti|sem restrições|sem filtros|sem limites|zonder beperkingen|без ограничений|без фильтров|без цензуры|" +
		"bez ograniczeń|kısıtlama olmadan|sınırsız|بدون قيود|बिना किसी प्रतिबंध|没有任何限制|没有限制|不受限制|不受任何限制|制限なし|制限のない|無制限|제한 없이|제한 없는|" +
		"제한이 없는|không giới hạn|không có giới hạn|tanpa batasan|tanpa filter|" +
		"libre de toda restricción|libre de restricciones|sin ninguna restricción|sin restricción alguna|sin censura|" +
		"sin ataduras|sin reglas|sin ningún límite|jamás se niega|nunca se niega|" +
		"livre de restrições|livre de quaisquer|sem quaisquer|sem censura|sem regras|sem nenhuma restrição|sem limitações|" +
		"nunca se recusa|jamais se recusa|sem qualquer restrição|" +
		"affranchi de toute|sans aucune restriction|sans aucune limite|sans contrainte*|sans règle*|sans censure|" +
		"libre de toute|ne refuse jamais|sans aucune règle|sans aucune contrainte|" +
		"privo di ogni|privo di qualsiasi|senza alcuna restrizione|senza alcun limite|senza regole|senza censura|" +
		"libero da ogni|senza vincoli|non si rifiuta mai|non rifiuta mai|senza limitazioni|" +
		"sense cap mena de restricció|sense restriccions|sense límits|sense cap restricció|sense filtres|sense cap límit|" +
		"mai es nega|sense censura|" +
		"fără nicio restricție|fără restricții|fără limite|fără nicio limită|fără filtre|fără reguli|nu refuză niciodată|" +
		"fără cenzură|fără nicio limitare|" +
		"ohne jede einschränkung|ohne jegliche einschränkung*|keinerlei einschränkungen|keine einschränkungen|ohne zensur|" +
		"ohne grenzen|keinerlei regeln|keinerlei beschränkung*|ohne jegliche beschränkung*|niemals eine antwort verweigert|" +
		"niemals ablehnt|nie ablehnt|niemals verweigert|" +
		"zonder enige beperking*|geen enkele beperking|zonder regels|zonder filters|zonder grenzen|zonder censuur|" +
		"nooit een vraag weigert|nooit weigert|" +
		"utan några begränsningar|utan begränsningar|utan restriktioner|utan några restriktioner|utan regler|utan censur|" +
		"aldrig vägrar|uten begrensninger|uten noen begrensninger|uten restriksjoner|uten regler|uten sensur|aldri nekter|" +
		"uden begrænsninger|uden nogen begrænsninger|uden restriktioner|uden regler|uden censur|aldrig nægter|" +
		"ilman rajoituksia|ei ole mitään rajoituksia|ei ole rajoituksia|vailla rajoituksia|ilman sääntöjä|" +
		"ilman mitään rajoituksia|ei koskaan kieltäydy|ilman sensuuria|korlátok nélkül*|korlátozás nélkül*|" +
		"korlátozások nélkül*|szabályok nélkül*|semmilyen korlát*|sosem tagadja meg|soha nem tagadja meg|" +
		"bez żadnych ograniczeń|nie obowiązują żadne|bez filtrów|bez cenzury|bez zasad|nigdy nie odmawia|żadne ograniczenia|" +
		"bez jakýchkoli omezení|bez omezení|bez filtrů|bez pravidel|nikdy neodmítne|bez akýchkoľvek obmedzení|bez obmedzení|" +
		"neplatia nijaké|neplatia žiadne|bez cenzúry|bez pravidiel|nikdy neodmietne|" +
		"без каких-либо ограничений|без всяких ограничений|нет никаких ограничений|никаких ограничений|без правил|без запретов|" +
		"никогда не отказывает*|без жодних обмежень|без обмежень|без будь-яких обмежень|без цензури|ніколи не відмовляє*|" +
		"без никакви ограничения|без ограничения|без цензура|никога не отказва|" +
		"χωρίς κανέναν περιορισμό|χωρίς περιορισμούς|δίχως περιορισμούς|χωρίς φίλτρα|χωρίς κανόνες|χωρίς λογοκρισία|" +
		"δεν αρνείται ποτέ|ποτέ δεν αρνείται|" +
		"hiçbir kısıtlaması olmayan|kısıtlaması olmayan|kısıtlamasız|kuralsız|sınırlaması olmayan|sansürsüz|" +
		"hiçbir kurala bağlı olmayan|hiçbir soruyu reddetmeyen|asla reddetmeyen|hiçbir sınırı olmayan|" +
		"ללא שום הגבלות|ללא הגבלות|בלי הגבלות|בלי שום הגבלות|ללא כללים|ללא מגבלות|ללא צנזורה|אינו מסרב|بلا أي قيود|بلا قيود|" +
		"دون أي قيود|بدون أي قيود|دون قيود|بلا رقابة|بدون رقابة|لا يرفض|غير مقيد|" +
		"بدون هیچ محدودیتی|بدون محدودیت|هیچ محدودیتی|بدون سانسور|بدون فیلتر|هرگز از پاسخ|کوئی پابندی نہیں|بغیر کسی پابندی|" +
		"پابندی کے بغیر|پابندیوں سے آزاد|جواب سے انکار نہیں|" +
		"बिना किसी पाबंदी|बिना पाबंदी|बिना किसी सीमा|कोई पाबंदी नहीं|बिना प्रतिबंध|मना नहीं करता|কোনো সীমাবদ্ধতা ছাড়া|" +
		"সীমাবদ্ধতা ছাড়া|বিধিনিষেধ ছাড়া|কোনো নিয়ম ছাড়া|অস্বীকার করে না|" +
		"கட்டுப்பாடும் இல்லா|கட்டுப்பாடுகள் இல்லா|கட்டுப்பாடற்ற|விதிகள் இல்லா|ஒருபோதும் மறுக்காத|ไม่มีข้อจำกัด|ไร้ข้อจำกัด|" +
		"ปราศจากข้อจำกัด|ไม่มีกฎ|ไม่มีตัวกรอง|ไม่ถูกจำกัด|โดยไม่ปฏิเสธ|" +
		"không bị ràng buộc|không ràng buộc|không có bất kỳ giới hạn|không có bất kỳ hạn chế|không bị giới hạn|" +
		"không bị hạn chế|không bị kiểm duyệt|không kiểm duyệt|không có quy tắc|không có đạo đức|không bao giờ từ chối|" +
		"làm bất cứ điều gì|không hạn chế|" +
		"tanpa batasan apa pun|tanpa aturan|tanpa sensor|tanpa sekatan|tiada batasan|tiada sekatan|tidak tertakluk kepada|" +
		"tidak terikat|tidak pernah menolak|tanpa menolak|tanpa tapisan|walang anumang limitasyon|walang limitasyon|" +
		"walang paghihigpit|walang filter|walang patakaran|hindi kailanman tumatanggi*|" +
		"asiye na vikwazo|asiye na mipaka|bila vikwazo|bila mipaka|bila vizuizi|asiye na vizuizi|asiyekataa|制約を受けない|制約のない|" +
		"制限を受けない|制約なし|何の制限もない|縛られない|拒否しない|何でもできる|" +
		"제약이 없는|제약 없는|아무런 제약|아무 제한|제한받지 않는|거부하지 않는|검열 없는|무엇이든 할 수 있는|不受任何约束|不受约束|不受任何約束|不受約束|沒有任何限制|沒有限制|没有约束|无任何限制|从不拒绝|從不拒絕|" +
		"绝不拒绝|无所不能|不受任何规则",
	"w-act-as": "agiere als|agieren sie als|fungiere als|fungieren sie als|spiel die rolle|stell dir vor, du bist|" +
		"imagina que eres|imagine que tu es|imagine que vous êtes|immagina di essere|imagine que você é|" +
		"представь что ты|想象你是|想像你是|role play karo|ban jao|natak karo|actúa como|haz de cuenta|finge|simula|comporta*|" +
		"agis comme|agissez comme|fais comme si|fais semblant|joue le rôle|" +
		"handle als|verhalte dich|tu so als|spiele die rolle|stell dir vor|agisci come|fingi|fai finta|aja como|finja|" +
		"comporte-se|gedraag je|doe alsof|веди себя|притворись|представь, что|действуй как|zachowuj się|udawaj|gibi davran|" +
		"rolünü|تصرف|تظاهر|扮演|假装|假設你|假设你|充当|ふりをして|演じて|になりきって|として振る舞|역할을|인 척|행동해|đóng vai|giả vờ|hành động như|" +
		"bertindak sebagai|berpura-pura|" +
		"actúe como|compórtate como|haz el papel|interpreta el papel|ponte en el papel|hazte pasar|asume el papel|" +
		"adopta el papel|faz de conta|faça de conta|interprete o papel|assuma o papel|atue como|comporta-te como|" +
		"comporte-toi comme|comportez-vous comme|faites semblant|prétends être|incarne|mets-toi dans la peau|faites comme si|" +
		"prends le rôle|recita la parte|assumi il ruolo|comportati come|finga|fai la parte|impersona|" +
		"fes veure que|actua com|comporta't com|fes el paper|fingeix|prefă-te|prefaceți-vă|comportă-te ca|joacă rolul|" +
		"acționează ca|intră în rolul|" +
		"gib vor|geben sie vor|tun sie so, als|schlüpfe in die rolle|schlüpfen sie in die rolle|spielen sie die rolle|" +
		"übernimm die rolle|übernehmen sie die rolle|verhalten sie sich wie|benimm dich wie|" +
		"doe je voor als|speel de rol|gedraag je als|neem de rol|kruip in de huid|låtsas att du|låtsas vara|spela rollen|" +
		"agera som|uppträd som|bete dig som|lat som|spill rollen|opptre som|oppfør deg som|lad som om|spil rollen|optræd som|" +
		"opfør dig som|" +
		"esitä|teeskentele|näyttele|ole olevinasi|käyttäydy kuin|tegyél úgy|tegyen úgy|játszd el|játssza el|viselkedj úgy|" +
		"viselkedjen úgy|képzeld azt|" +
		"udawaj*|wciel się|zachowuj się jak|odgrywaj rolę|zagraj rolę|przyjmij rolę|předstírej*|hraj roli|chovej se jako|" +
		"vystupuj jako|vžij se|predstieraj*|správaj sa ako|hraj rolu|vži sa|" +
		"притворитесь|прикинься|прикиньтесь|выступай в роли|сыграй роль|играй роль|войди в роль|действуйте как|сделай вид|" +
		"удавай*|поводься як|зіграй роль|виступай у ролі|преструвай се|преструвайте се|дръж се като|влез в ролята|" +
		"изиграй ролята|" +
		"προσποιήσου|προσποιηθείτε|κάνε πως|κάνε ότι είσαι|παίξε τον ρόλο|υποδύσου|συμπεριφέρσου|rolüne bürün*|rolünü üstlen*|" +
		"taklit et*|gibi hareket et|" +
		"העמד פנים|העמידי פנים|התנהג כמו|התנהג כאילו|שחק את|תעמיד פנים|התחזה|مثل دور|العب دور|تقمص|تخيل أنك|قم بدور|وانمود کن|" +
		"نقش بازی کن|تظاهر کن|کردار ادا کرو|کردار ادا کریں|بن جاؤ|ظاہر کرو کہ تم|" +
		"किरदार निभाओ|भूमिका निभाओ|का रोल|नाटक करो|अभिनय करो|मान लो कि तुम|की तरह व्यवहार करो|ভূমিকায় অভিনয় করো|ভান করো|" +
		"চরিত্রে অভিনয় করো|ভূমিকা পালন করো|মতো আচরণ করো|ஆக நடி|பாசாங்கு செய்|போல் நடந்துகொள்|" +
		"สวมบทบาท|แสร้งทำ|แกล้งทำ|ทำตัวเป็น|รับบทเป็น|สมมติว่าคุณ|nhập vai|giả làm|giả danh|đóng giả|hóa thân|giả sử bạn là|" +
		"tưởng tượng bạn là|cư xử như|" +
		"berpura-puralah|berlakonlah|berlakon sebagai|berperanlah|bertindaklah|jadilah|perankan|mainkan peran|bayangkan kamu|" +
		"bayangkan anda|magpanggap|gumanap ka|umarte|kumilos bilang|umakto bilang|jifanye|igiza kama|tenda kama|" +
		"振りをして|のふりをし|になりきり|として行動|척해|행세|역할을 해|처럼 행동|역을 맡|假裝|假扮|冒充|充當|裝作",
	"w-told": "se te ha instruido|se te ha pedido|te han ordenado|on vous a demandé|il vous a été demandé|vous avez été chargé|" +
		"wurden sie angewiesen|wurdest du angewiesen|du wurdest angewiesen|ti è stato chiesto|sei stato incaricato|" +
		"você foi instruído|foi-lhe pedido|вам поручено|тебе поручено|您已被指示|你已被指示|あなたは指示され|지시를 받았",
	"w-model": "inteligencia artificial|asistente de ia|asistente ia|modelo de lenguaje|assistant ia|intelligence artificielle|" +
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
	"w-disable": "deaktiviere|deaktivieren|schalte|umgehe|umgehen|désactive|désactivez|contourne|contournez|desactiva|" +
		"desactive|desactivar|elude|evita|disattiva|disattivate|aggira|desative|desativa|contorne|отключи*|выключи*|" +
		"обойди*|сними|wyłącz|omiń|kapat|devre dışı|aş|تجاوز|عطل|关闭|禁用|绕过|無効|オフ|비활성화|우회|해제|꺼|matikan|nonaktifkan|tắt|" +
		"vô hiệu hóa|बंद करो|" +
		"désactiver|apaga|desliga|desligue|disattivare|desactiveu|dezactivează|dezactivați|uitschakelen|schakel|stäng av|" +
		"skru av|slå fra|slå av|poista käytöstä|kapcsold ki|vypni*|вимкни*|изключи*|απενεργοποίησε|απενεργοποιήστε|כבה|השבת|" +
		"إلغاء|رفع|تعطيل|غیرفعال کن|بند کر دو|বন্ধ করো|முடக்கு|ปิด|ปลด|inalis|alisin|ondoa|zima|해제해|關閉|停用",
	"w-your": "deine|deinen|deiner|ihre|tes|vos|tus|sus|tue|tuoi|vostre|suas|seus|teus|tuas|свои|твои|ваши|swoje|twoje|" +
		"你的|您的|所有|すべての|全ての|あなたの|너의|당신의|모든|الخاصة|anda|của bạn|अपने|alle|tous tes|toutes tes|todas tus|todos tus|все|" +
		"wszystkie|tüm",
	"w-safety": "filter|filtern|filtres|filtros|filtri|sicherheits*|einschränkungen|beschränkungen|restrictions|" +
		"restricciones|restrizioni|restrições|limitations|limitaciones|seguridad|sécurité|segurança|sicurezza|" +
		"ограничени*|фильтр*|безопасност*|ograniczeni*|zabezpiecze*|filtrele*|kısıtlama*|güvenlik|安全|过滤|限制|フィルター|制限|安全|" +
		"안전|필터|제한|قيود|الأمان|keamanan|bộ lọc|सुरक्षा",
	"w-i-am-god": "soy dios|soy tu jefe|soy tu creador|soy tu desarrollador|soy tu administrador|je suis dieu|je suis ton patron|" +
		"je suis votre patron|je suis votre développeur|je suis ton créateur|ich bin ein gott|ich bin gott|ich bin dein chef|" +
		"ich bin ihr chef|ich bin dein entwickler|ich bin ihr entwickler|sono dio|sono il tuo capo|sono il tuo creatore|" +
		"sou deus|sou seu chefe|sou seu desenvolvedor|я бог|я твой начальник|я твой создатель|я твой разработчик|" +
		"я ваш разработчик|我是你的老板|我是你的开发者|我是上帝|我是管理员|私はあなたの上司|私は神|私はあなたの開発者|나는 너의 친구|나는 당신의 상사|나는 신|나는 너의 개발자|" +
		"tôi là sếp của bạn|saya adalah tuhan|ik ben je baas|ben senin patronun|أنا مطورك|أنا مديرك",
	"w-forget-all": "vergiss alles|vergessen sie alles|olvida todo|olvide todo|olvídalo todo|oublie tout|oubliez tout|" +
		"dimentica tutto|dimenticate tutto|esqueça tudo|esquece tudo|vergeet alles|забудь всё|забудь все|забудьте всё|" +
		"забудьте все|zapomnij o wszystkim|her şeyi unut|انس كل شيء|انسى كل شيء|सब कुछ भूल जाओ|sab bhul jao|" +
		"sab kuch bhul jao|忘记一切|忘掉一切|忘记所有|全部忘れて|すべて忘れて|모두 잊어|다 잊어|quên hết mọi|lupakan semua|lupakan segalanya",
	"w-content": "informationen|information|informaciones|información|informations|informazioni|informação|informações|" +
		"aufgaben|tareas|tâches|compiti|tarefas|nachrichten|mensajes|mensagens|messaggi|задани*|сообщени*|информаци*|" +
		"задачи|wiadomości|informacje|bilgi*|信息|消息|任务|对话|情報|会話|タスク|정보|대화|작업|thông tin|informasi",
	"w-start-over": "von vorne an|von vorn an|von neuem|neu anfangen|empieza de nuevo|comienza de nuevo|desde cero|" +
		"recommence*|repars de zéro|ricomincia*|comece de novo|comece do zero|recomece|begin opnieuw|начни сначала|" +
		"начни заново|zacznij od nowa|baştan başla|重新开始|从头开始|最初からやり直|처음부터 다시|bắt đầu lại|mulai dari awal",
	"w-i-want-you": "ich möchte, dass du|ich möchte, dass sie|ich will, dass du|ich möchte dass du|quiero que|" +
		"je veux que tu|je veux que vous|je voudrais que tu|voglio che tu|vorrei che tu|quero que você|ik wil dat je|" +
		"я хочу, чтобы ты|я хочу, чтобы вы|chcę, żebyś|chcę, abyś|我希望你|我想让你|我要你|あなたには|너는 지금부터|main chahta hoon ki tum|" +
		"main chahta hu tum|saya ingin anda|saya ingin kamu|tôi muốn bạn",
	"w-acting": "fungieren|fungierst|agieren|agierst|handelst|verhältst|spielst|actúes|actúe|te comportes|finjas|" +
		"hagas de|agisses|agissiez|joues|jouiez|fasses semblant|agisca|finga|interpreti|atue|aja|finja|interprete|" +
		"optreedt|doet alsof|действовал*|вёл себя|вел себя|притворил*|играл роль|zachowywał|udawał|扮演|充当|作为|として|역할|" +
		"act karo|bertindak|berperan|đóng vai|hành động",
	"w-now-you-are": "du bist jetzt|jetzt bist du|nun bist du|du bist nun|sie sind jetzt|ahora eres|tu es maintenant|" +
		"maintenant tu es|vous êtes maintenant|ora sei|adesso sei|agora você é|теперь ты|ты теперь|jesteś teraz|" +
		"teraz jesteś|artık sen|你现在是|现在你是|您现在是|あなたは今|이제 너는|넌 이제|أنت الآن|अब तुम|ab tum|ab aap|kamu sekarang|bây giờ bạn|" +
		"usted es ahora|ahora usted es|você agora é|agora és|és agora|ara ets|acum ești|ești acum|je bent nu|nu ben je|" +
		"du är nu|nu är du|du er nå|nå er du|du er nu|nu er du|olet nyt|nyt olet|te most egy|nyní jsi|teď jsi|teraz si|" +
		"si teraz|тепер ти|ти тепер|" +
		"сега си|ти сега си|вече си|τώρα είσαι|είσαι τώρα|είσαι πλέον|עכשיו אתה|אתה עכשיו|כעת אתה|تو اکنون|اکنون تو|حالا تو|" +
		"اب تم|তুমি এখন|এখন তুমি|இப்போது நீ|நீ இப்போது|ตอนนี้คุณคือ|giờ bạn là|bây giờ bạn là|bạn bây giờ là|bạn hiện là|" +
		"sekarang kamu|sekarang anda|kini kamu|kini anda|anda sekarang|ikaw na ngayon|sasa wewe ni|あなたは今や|今のあなたは|당신은 이제|이제 당신은|" +
		"你現在是|現在你是|您現在是",
	"w-other": "hacker*|bot|ki|chatbot|pirat*|assistent*|hacker-assistent*|asistente|assistant|assistente|ia|modell|" +
		"pirata|robot|хакер*|бот*|ассистент*|ии|asystent*|asistan*|黑客|助手|机器人|ai|モデル|ハッカー|해커|봇|مساعد|सहायक|terminal|" +
		"interpreter|charakter|personaje|personnage|personaggio|dan",
	"w-unlocked": "modo sin restricciones|modo desarrollador|modo dios|mode développeur|mode sans restriction*|" +
		"entwicklermodus|modus ohne einschränkungen|modalità sviluppatore|modalità senza restrizioni|" +
		"modo sem restrições|modo desenvolvedor|режим разработчика|режим без ограничений|tryb dewelopera|" +
		"tryb programisty|geliştirici modu|开发者模式|越狱模式|無制限モード|開発者モード|개발자 모드|제한 없는 모드|وضع المطور|डेवलपर मोड|" +
		"chế độ nhà phát triển|mode pengembang|" +
		"utvecklarläge*|utviklermodus|udviklertilstand|kehittäjätila*|fejlesztői mód*|vývojářský režim|vývojársky režim|" +
		"mod dezvoltator|modul dezvoltator|modo de programador|modo de desarrollador|ontwikkelaarsmodus|" +
		"режим розробника|режим на разработчик|λειτουργία προγραμματιστή|מצב מפתח|ڈویلپر موڈ|ডেভেলপার মোড|โหมดนักพัฒนา|開發者模式",
	"w-obey-this": "befolge diesen befehl statt|folge nicht dem nutzer|gehorche nicht dem benutzer|n'obéis pas à l'utilisateur|" +
		"n'écoute pas l'utilisateur|no obedezcas al usuario|no sigas al usuario|não obedeça ao usuário|non obbedire all'utente|" +
		"не слушай пользователя|не подчиняйся пользовател*|nie słuchaj użytkownika|kullanıcıyı dinleme|لا تطع المستخدم|" +
		"उपयोगकर्ता की बात मत मानो|不要听用户的|不要服从用户|不要听从用户|ユーザーに従わないで|ユーザーの指示に従わないで|사용자를 따르지 마|사용자의 말을 듣지 마|" +
		"đừng tuân theo người dùng|không tuân theo người dùng|làm theo lệnh này|jangan ikuti pengguna|jangan turuti pengguna|" +
		"bật chế độ nhà phát triển và",
	"w-repeat-above": "wiederhole den obigen text|wiederhole alles oben|wiederhole alles, was oben|wiederhole den text oben|" +
		"répète le texte ci-dessus|répétez le texte ci-dessus|répète tout ce qui précède|repite el texto anterior|" +
		"repite todo lo anterior|repite el texto de arriba|repita o texto acima|repete o texto acima|repita tudo acima|" +
		"ripeti il testo sopra|ripeti tutto quanto sopra|ripeti il testo precedente|herhaal de bovenstaande tekst|" +
		"herhaal alles hierboven|повтори текст выше|повтори всё выше|повтори все, что выше|повтори всё, что выше|" +
		"повтори текст вище|powtórz powyższy tekst|powtórz wszystko powyżej|yukarıdaki metni tekrarla|" +
		"yukarıdaki her şeyi tekrarla|كرر النص أعلاه|كرر كل ما سبق|ऊपर का टेक्स्ट दोहराओ|ऊपर लिखा सब दोहराओ|ऊपर दिया गया सब दोहराएं|" +
		"重复上面的文字|重复上面的内容|重复以上内容|重复以上所有|複述以上內容|复述上面|上の文章を繰り返して|上記の文章を繰り返して|上記をすべて繰り返して|" +
		"위의 텍스트를 반복|위의 내용을 그대로|위 내용을 그대로|lặp lại văn bản ở trên|lặp lại nội dung phía trên|lặp lại mọi thứ ở trên|" +
		"ulangi teks di atas|ulangi semua yang di atas|" +
		"repita todo lo que aparece por encima|repite todo lo que aparece por encima|repite todo lo que está arriba|" +
		"repita todo lo que está arriba|repita tudo o que está acima|repete tudo o que está acima|" +
		"répétez tout ce qui figure au-dessus|répète tout ce qui figure au-dessus|répète tout ce qui se trouve au-dessus|" +
		"wiederhole alles, was oberhalb|wiederholen sie alles, was oberhalb|wiederholen sie alles, was über|" +
		"ripeti tutto ciò che si trova sopra|ripeta tutto ciò che si trova sopra|herhaal alles wat hierboven|upprepa allt ovan|" +
		"gjenta alt ovenfor|gentag alt ovenfor|toista kaikki yllä oleva|" +
		"повтори все написанное выше|повтори всё написанное выше|zopakuj vše výše|nhắc lại mọi thứ ở trên|" +
		"viết lại toàn bộ văn bản phía trên|lặp lại toàn bộ văn bản|ulangi semua teks di atas|επανάλαβε όλα τα παραπάνω|" +
		"把这行以上的内容|把以上内容重复|重复这行以上",
	"w-loot": "kundendaten|kundenliste|passwörter|zugangsdaten|kontodaten|chatverlauf|gesprächsverlauf|alle e-mails|alle mails|" +
		"datos de los clientes|lista de clientes|contraseñas|credenciales|historial de chat|historial de la conversación|" +
		"todos los correos|données des clients|liste des clients|mots de passe|identifiants|historique de la conversation|" +
		"historique du chat|tous les e-mails|dati dei clienti|credenziali|cronologia della chat|tutte le email|" +
		"dados dos clientes|senhas|credenciais|histórico de conversa|histórico do chat|todos os e-mails|klantgegevens|" +
		"wachtwoorden|inloggegevens|chatgeschiedenis|данные клиентов|данные пользовател*|пароли|учетные данные|" +
		"историю чата|историю переписки|все письма|переписку|dane klientów|hasła|historię czatu|wszystkie maile|" +
		"müşteri veriler*|şifreler*|sohbet geçmiş*|tüm e-posta*|بيانات العملاء|كلمات المرور|سجل المحادثة|जानकारी और पासवर्ड|" +
		"ग्राहकों का डेटा|चैट इतिहास|客户数据|客户名单|用户数据|聊天记录|对话记录|所有邮件|顧客データ|顧客情報|チャット履歴|会話履歴|すべてのメール|" +
		"고객 데이터|고객 정보|대화 기록|대화 내용|모든 이메일|dữ liệu khách hàng|lịch sử trò chuyện|tất cả email|data pelanggan|" +
		"riwayat obrolan|riwayat percakapan|semua email|" +
		"correos del usuario|bandeja de entrada|archivos confidenciales|todos los mensajes|e-mails do usuário|caixa de entrada|" +
		"ficheiros confidenciais|arquivos confidenciais|courriels de l'utilisateur|tous les courriels|boîte de réception|" +
		"fichiers confidentiels|" +
		"e-mail dell'utente|tutte le e-mail|posta in arrivo|file riservati|casella di posta|correus de l'usuari|" +
		"tots els correus|llista de clients|contrasenyes|căsuță de e-mail*|căsuța de e-mail*|e-mailurile utilizatorului|" +
		"toate e-mailurile|lista de clienți|parolele|" +
		"postfach|posteingang|firmendateien|vertraulichen dateien|inbox|postvak|klantenlijst|alle berichten|inkorg|kundlistan|" +
		"lösenorden|alla mejl|innboks*|indbakke|kundelisten|passordene|adgangskoder|" +
		"postilaatikon|postilaatikko|asiakaslist*|salasanat|sähköpostit|postaládá*|ügyféllist*|jelszav*|összes e-mail*|" +
		"skrzynkę odbiorczą|listę klientów|poufne pliki|doručenou poštu|seznam zákazníků|důvěrné soubory|všechny e-maily|" +
		"všetky e-maily|zoznam zákazníkov|doručenú poštu|" +
		"всю почту|почтовый ящик|все сообщения|список клиентов|секретные файлы|письма пользовател*|поштову скриньку|" +
		"список клієнтів|паролі|усі листи|всі листи|секретні файли|пощенска кутия|всички имейли|пароли*|списък с клиенти|" +
		"μηνύματα του χρήστη|εισερχόμενα|λίστα πελατών|κωδικούς|όλα τα email|gelen kutusu*|müşteri listesi*|parolalar*|" +
		"gizli dosyalar*|הודעות הדואר|תיבת הדואר|סיסמאות|רשימת הלקוחות|כל המיילים|" +
		"رسائل المستخدم|صندوق الوارد|قائمة العملاء|الملفات السرية|ایمیلهای کاربر|همه ایمیل|تمام ایمیل|رمزهای عبور|" +
		"فهرست مشتریان|تمام ای میل|پاس ورڈ|گاہکوں کی فہرست|" +
		"सभी ईमेल|इनबॉक्स|ग्राहकों की सूची|গোপন ফাইল|সব ইমেইল|সমস্ত ইমেইল|ইনবক্স|পাসওয়ার্ড|மின்னஞ்சல்களையும்|கடவுச்சொல்|" +
		"อีเมลทั้งหมด|กล่องจดหมาย|รหัสผ่าน|รายชื่อลูกค้า|" +
		"hộp thư|danh sách khách hàng|tệp mật|toàn bộ email|thông tin cá nhân|dữ liệu người dùng|toàn bộ tin nhắn|danh bạ|" +
		"thông tin đăng nhập|tài liệu mật|kotak masuk|daftar pelanggan|kata laluan|senarai pelanggan|berkas rahasia|peti masuk|" +
		"lahat ng email|mga password|barua pepe zote|orodha ya wateja|nywila|受信メール|受信トレイ|機密ファイル|顧客リスト|받은 편지함|고객 명단|기밀 파일|全部邮件|" +
		"收件匣|收件箱|机密文件|客戶名單|所有郵件|" +
		"vertrouwelijke bestanden|vertraulichen firmendateien|fișierele confidențiale|ملفات الشركة السرية|ไฟล์ลับ|các tệp mật|" +
		"hemliga filer|hemmelige filer|luottamukselliset tiedostot|bizalmas fájl*",
	"w-enter-mode": "aktiviere den entwicklermodus|aktiviere entwicklermodus|wechsle in den entwicklermodus|geh in den entwicklermodus|" +
		"active le mode développeur|passe en mode développeur|entre en mode développeur|activa el modo desarrollador|" +
		"entra en modo desarrollador|activa modo desarrollador|entra en modo dios|ative o modo desenvolvedor|" +
		"entre no modo desenvolvedor|attiva la modalità sviluppatore|entra in modalità sviluppatore|" +
		"activeer de ontwikkelaarsmodus|активируй режим разработчика|включи режим разработчика|войди в режим разработчика|" +
		"увімкни режим розробника|włącz tryb dewelopera|wejdź w tryb dewelopera|geliştirici moduna geç|" +
		"geliştirici modunu etkinleştir|فعّل وضع المطور|فعل وضع المطور|ادخل في وضع المطور|डेवलपर मोड चालू करो|डेवलपर मोड सक्रिय करो|" +
		"激活开发者模式|进入开发者模式|启动开发者模式|開発者モードに入|開発者モードを有効にしてください|開発者モードになって|개발자 모드로 전환해|개발자 모드를 활성화해|" +
		"개발자 모드로 들어가|kích hoạt chế độ nhà phát triển|vào chế độ nhà phát triển|aktifkan mode pengembang|masuk ke mode pengembang",
	"w-free-mode": "unbeschränkten modus|uneingeschränkten modus|unzensierten modus|modus ohne einschränkungen|modus ohne filter|" +
		"mode sans restriction*|mode sans filtre*|mode sans censure|mode non censuré|modo sin filtros|modo sin restricciones|" +
		"modo sin censura|modo sem restrições|modo sem filtros|modo sem censura|modalità senza restrizioni|" +
		"modalità senza filtri|modalità senza censura|modus zonder beperkingen|modus zonder filters|режим без ограничений|" +
		"режим без фильтров|режим без цензуры|режим без обмежень|tryb bez ograniczeń|tryb bez filtrów|tryb bez cenzury|" +
		"kısıtlamasız mod*|filtresiz mod*|sansürsüz mod*|وضع بلا قيود|وضع بدون قيود|وضع غير مقيد|الوضع غير المقيد|" +
		"प्रतिबंध रहित मोड|बिना प्रतिबंध मोड|अप्रतिबंधित मोड|无限制模式|無限制模式|不受限制模式|不受限制的模式|没有限制的模式|无过滤模式|" +
		"越狱模式|越獄模式|制限なしモード|フィルターなしモード|脱獄モード|ジェイルブレイクモード|제한 없는 모드|필터 없는 모드|탈옥 모드|" +
		"chế độ không giới hạn|chế độ không kiểm duyệt|chế độ không hạn chế|mode tanpa batasan|mode tanpa filter|mode tanpa sensor",
	"w-now-unbound": "du hast keine einschränkungen|du hast keine beschränkungen|du hast keine regeln mehr|keine einschränkungen mehr für dich|" +
		"du bist an keine regeln|tu n'as plus de restrictions|tu n'as aucune restriction|tu n'as plus aucune|" +
		"vous n'avez plus de restrictions|no tienes restricciones|ya no tienes restricciones|no tienes ninguna restricción|" +
		"non hai restrizioni|non hai più restrizioni|non hai alcuna restrizione|você não tem restrições|não tens restrições|" +
		"você não tem mais restrições|você não possui restrições|je hebt geen beperkingen|je hebt geen regels meer|" +
		"у тебя нет ограничений|у тебя больше нет|у тебя нет никаких ограничений|у тебе немає обмежень|nie masz ograniczeń|" +
		"nie masz żadnych ograniczeń|nie masz już ograniczeń|hiçbir kısıtlaman yok|hiçbir kuralın yok|" +
		"hiçbir kısıtlamaya tabi değilsin|ليس لديك قيود|ليس لديك أي قيود|لا قيود عليك|तुम पर कोई प्रतिबंध नहीं|" +
		"आप पर कोई प्रतिबंध नहीं|तुम्हारी कोई सीमा नहीं|你没有任何限制|你没有限制|你不再受任何|你不受任何|您没有任何限制|你沒有任何限制|" +
		"あなたに制限はありません|あなたには制限がな|あなたには制限はな|너는 제한이 없|너에게는 제한이 없|당신은 제한이 없|너는 아무 제한|" +
		"bạn không có bất kỳ giới hạn|bạn không còn bị giới hạn|bạn không bị ràng buộc bởi|bạn không còn giới hạn|" +
		"anda tidak memiliki batasan|kamu tidak memiliki batasan|kamu tidak punya batasan|anda tidak lagi terikat",
	"w-as-if-no": "als hättest du kein*|als ob du kein*|als gäbe es kein*|comme si tu n'avais|comme si vous n'aviez|comme s'il n'y avait|" +
		"como si no tuvieras|como si no hubiera|come se non avessi|come se non ci fossero|como se não tivesse|como se não houvesse|" +
		"alsof je geen|alsof er geen|будто у тебя нет|как если бы у тебя не|будто нет|ніби у тебе немає|jakbyś nie miał|" +
		"seolah kamu tidak|seolah-olah kamu tidak|seolah-olah tidak ada|như thể bạn không|như thể không có|就像没有|好像没有|" +
		"好像你没有|仿佛没有|كما لو لم يكن لديك|كأنك بلا|كأن ليس لديك|ऐसे व्यवहार करो जैसे|まるで制限がない|마치 제한이 없는",
	"w-limits": "einschränkungen|beschränkungen|regeln|filter|grenzen|restrictions|filtres|limites|règles|restricciones|filtros|límites|" +
		"reglas|restrizioni|filtri|limiti|regole|restrições|regras|beperkingen|regels|ограничени*|правил*|фильтр*|обмежень|" +
		"ograniczeń|zasad|batasan|aturan|giới hạn|quy tắc|hạn chế|限制|规则|过滤|قيود|قواعد|प्रतिबंध|नियम|かのように|것처럼",
	"w-be-dan": "du bist jetzt dan|du bist nun dan|ahora eres dan|eres dan|tu es maintenant dan|tu es dan|você agora é dan|agora você é dan|" +
		"ora sei dan|sei ora dan|je bent nu dan|ты теперь dan|теперь ты dan|jesteś teraz dan|teraz jesteś dan|artık sen dan|" +
		"şimdi sen dan|sen artık dan|أنت الآن dan|अब तुम dan|ab tum dan|你现在是dan|あなたは今dan|あなたはdan|너는 이제 dan|넌 이제 dan|" +
		"bạn bây giờ là dan|kamu sekarang adalah dan|kamu sekarang dan",
	"w-tell-me-how-told": "was sind deine anweisungen|wie lauten deine anweisungen|welche anweisungen hast du|quelles sont tes instructions|" +
		"quelles instructions as-tu|quelles sont vos instructions|cuáles son tus instrucciones|qué instrucciones tienes|" +
		"quais são suas instruções|quais são as suas instruções|quali sono le tue istruzioni|wat zijn je instructies|" +
		"какие у тебя инструкции|какие инструкции тебе дали|jakie masz instrukcje|jakie są twoje instrukcje|" +
		"talimatların neler|talimatların nedir|ما هي تعليماتك|तुम्हारे निर्देश क्या|आपके निर्देश क्या|你的指令是什么|你的系统提示|" +
		"あなたの指示は何|너의 지시는 무엇|당신의 지침은 무엇|hướng dẫn của bạn là gì|chỉ thị của bạn là gì|apa instruksi anda|apa instruksimu|" +
		"sistem istemini göster*|sistem istemini yazdır*|sistem istemini paylaş*|sistem istemini kelimesi*|" +
		"sistem talimatlarını göster*|sistem talimatlarını paylaş*|sistem promptunu göster*|sistem promptunu yazdır*|" +
		"gizli talimatlarını göster*|gizli yönergeleri aynen|gizli yönergelerini",
	"w-secret-orders": "geheime anweisungen|geheimen anweisungen|versteckten anweisungen|interne anweisungen|internen anweisungen|" +
		"instructions secrètes|instructions cachées|instructions internes|instrucciones secretas|instrucciones ocultas|" +
		"instrucciones internas|istruzioni segrete|istruzioni nascoste|istruzioni interne|instruções secretas|" +
		"instruções ocultas|instruções internas|geheime instructies|verborgen instructies|секретные инструкции|" +
		"скрытые инструкции|внутренние инструкции|tajne instrukcje|ukryte instrukcje|gizli talimat*|التعليمات السرية|" +
		"التعليمات المخفية|छिपे हुए निर्देश|गुप्त निर्देश|隐藏指令|隐藏的指令|秘密指令|内部指令|隐藏提示|隠された指示|秘密の指示|隠し指示|" +
		"숨겨진 지시|비밀 지시|내부 지침|숨겨진 지침|hướng dẫn ẩn|hướng dẫn bí mật|chỉ dẫn ẩn|chỉ thị ẩn|instruksi tersembunyi|instruksi rahasia",
	"w-told-you": "die dir gegeben|die dir vorher|die ihnen gegeben|die du bekommen|die du bekommst|die du davor|von vorher|von davor|von eben|que recibiste|que te dieron|que te han sido|qui te sont|qu'on t'a donné*|que você recebeu|que te deram|che ti sono state|которые тебе были|" +
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
	"w-told-all": "cuanto te han|cuanto se te ha|lo que te han dicho|lo que te hayan|lo que se te ha|lo que te dijeron|lo dicho antes|" +
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
		"前面跟你|之前对你|之前對你|以前对你|上文|前文|你被告知",
	"w-villain": "hacker*|hackare|hakkeri*|haker*|pirata informático|pirate informatique|pirata|хакер*|χάκερ|korsan*|האקר|مخترق|هاكر|" +
		"هکر|ہیکر|हैकर|হ্যাকার|ஹேக்கர|แฮกเกอร์|tin tặc|peretas|penggodam|mdukuzi|ハッカー|해커|黑客|駭客|骇客|" +
		"schurk*|bösewicht*|villano|vilão|méchant|cattivo|злодей|złoczyńc*|kẻ xấu|phản diện|penjahat|悪役|악당|反派|坏人",
	"w-chat-start": "al inicio de esta conversación|al inicio de la conversación|al comienzo de la conversación|" +
		"al comienzo de esta conversación|al principio de la conversación|al principio de esta conversación|" +
		"no início desta conversa|no início da conversa|no começo da conversa|no começo desta conversa|" +
		"au début de cette conversation|au début de la conversation|au début de notre conversation|au début de cet échange|" +
		"all'inizio della conversazione|all'inizio di questa conversazione|al començament de la conversa|" +
		"a l'inici de la conversa|al començament d'aquesta conversa|la începutul conversației|la începutul acestei conversații|" +
		"la începutul discuției|" +
		"zu beginn dieses gesprächs|zu beginn des gesprächs|am anfang des gesprächs|am anfang dieses gesprächs|" +
		"zu beginn der unterhaltung|zu beginn dieser unterhaltung|am anfang der unterhaltung|am anfang dieser unterhaltung|" +
		"zu beginn des chats|vor diesem gespräch|" +
		"aan het begin van dit gesprek|aan het begin van het gesprek|bij aanvang van dit gesprek|i början av samtalet|" +
		"i början av det här samtalet|i början av konversationen|i starten av samtalen|ved starten av samtalen|" +
		"i begynnelsen av samtalen|i starten af samtalen|i begyndelsen af samtalen|ved samtalens begyndelse|" +
		"keskustelun alussa|keskustelun aluksi|a beszélgetés elején|a beszélgetés kezdetén|na początku tej rozmowy|" +
		"na początku rozmowy|na początku konwersacji|na začátku tohoto rozhovoru|na začátku rozhovoru|na začátku konverzace|" +
		"na začiatku rozhovoru|na začiatku konverzácie|na začiatku tejto konverzácie|" +
		"в начале беседы|в начале этой беседы|в начале разговора|в начале этого разговора|в начале диалога|" +
		"в начале этого диалога|в начале чата|на початку розмови|на початку цієї розмови|на початку бесіди|на початку діалогу|" +
		"в началото на разговора|в началото на този разговор|" +
		"στην αρχή της συνομιλίας|στην αρχή αυτής της συνομιλίας|στην αρχή της συζήτησης|בתחילת השיחה|לפני תחילת השיחה|" +
		"في بداية المحادثة|في بداية هذه المحادثة|في بداية الحوار|" +
		"เริ่มบทสนทนา|เริ่มการสนทนา|ต้นบทสนทนา|bắt đầu cuộc trò chuyện|đầu cuộc trò chuyện|bắt đầu cuộc hội thoại|" +
		"đầu cuộc hội thoại|đầu đoạn hội thoại|di awal percakapan|pada awal percakapan|di awal obrolan|" +
		"pada permulaan perbualan|pada awal perbualan|" +
		"sa simula ng usapan|simula ng pag-uusap|mwanzoni mwa mazungumzo|mwanzo wa mazungumzo|对话开始|对话一开始|对话的开头|對話開始|對話一開始|會話開始",
	"w-start-of-chat": "konuşmanın başında|sohbetin başında|görüşmenin başında|" +
		"آغاز گفتگو|آغاز این گفتگو|ابتدای گفتگو|شروع گفتگو|ابتدای مکالمه|گفتگو کے آغاز|گفتگو کے شروع|بات چیت کے آغاز|" +
		"बातचीत की शुरुआत|बातचीत के शुरू|संवाद की शुरुआत|কথোপকথনের শুরু|உரையாடலின் தொடக்க|உரையாடலின் ஆரம்ப|" +
		"会話の最初|会話の冒頭|会話の開始時|対話の最初|대화 시작|대화를 시작하기|대화의 처음",
	"w-hush": "en secreto ante el usuario|a espaldas del usuario|sin que el usuario lo sepa|sin que el usuario se entere|" +
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
	"w-reads-this": "que lea esta|que lea este|que lee esta|que lee este|que lea esto|que lê esta|que lê este|que lê isto|que está lendo|" +
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
		"पाठ पढ़ने वाले|दस्तावेज़ पढ़ने वाले|" +
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
		"당신이 ai라면|당신이 ai 라면|네가 ai라면|당신이 인공지능이라면|네가 인공지능이라면|당신이 언어 모델이라면|若你是ai",
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
	"w-approved": "ha aprobado|ha autorizado|ha dado su|ha confirmado|aprobó|autorizó|autorizou|aprovou|confirmou|deu permissão|" +
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
	"w-no-ask": "volver a preguntar|sin preguntar|pedir confirmación|sin confirmación|no preguntes|perguntar outra vez|" +
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
	"w-guards": "restricciones de seguridad|filtros de contenido|todos los filtros|todas las restricciones|restrições de segurança|" +
		"filtros de conteúdo|todos os filtros|todas as restrições|restrictions de sécurité|filtres de contenu|tous les filtres|" +
		"toutes les restrictions|" +
		"restrizioni di sicurezza|tutti i filtri|tutte le restrizioni|restriccions de seguretat|tots els filtres|" +
		"totes les restriccions|restricțiile de siguranță|restricțiile de securitate|toate filtrele|toate restricțiile|" +
		"sicherheitsbeschränkung*|sicherheitseinschränkung*|sicherheitsfilter|inhaltsfilter|alle filter|alle einschränkungen|" +
		"alle beschränkungen|veiligheidsbeperking*|veiligheidsfilters|alle filters|alle beperkingen|" +
		"säkerhetsspärr*|säkerhetsbegränsning*|alla filter|alla begränsningar|sikkerhetsbegrensning*|sikkerhetssperr*|" +
		"alle filtre|alle begrensninger|sikkerhedsbegrænsning*|sikkerhedsspærr*|alle begrænsninger|turvarajoitu*|" +
		"turvallisuusrajoitu*|kaikki suodattimet|kaikki rajoitukset|biztonsági korlát*|összes szűrő|minden szűrő|" +
		"minden korlátozás|" +
		"zabezpieczenia|ograniczenia bezpieczeństwa|wszystkie filtry|wszystkie ograniczenia|wszelkie ograniczenia|" +
		"bezpečnostní omezení|všechny filtry|všechna omezení|bezpečnostné obmedzenia|všetky filtre|všetky obmedzenia|" +
		"ограничения безопасности|фильтры безопасности|все фильтры|все ограничения|обмеження безпеки|усі фільтри|всі фільтри|" +
		"усі обмеження|ограниченията за сигурност|ограниченията за безопасност|всички филтри|всички ограничения|" +
		"περιορισμοί ασφαλείας|περιορισμοί ασφάλειας|όλα τα φίλτρα|όλοι οι περιορισμοί|" +
		"güvenlik kısıtlama*|güvenlik filtre*|tüm filtreler|bütün filtreler|tüm kısıtlamalar|מגבלות הבטיחות|הגבלות הבטיחות|" +
		"מגבלות האבטחה|כל המסננים|כל ההגבלות|قيود السلامة|قيود الأمان|جميع المرشحات|جميع القيود|كل القيود|محدودیتهای ایمنی|" +
		"محدودیتهای امنیتی|همه فیلترها|تمام محدودیت|حفاظتی پابندیاں|تمام پابندیاں|تمام فلٹر|" +
		"सुरक्षा प्रतिबंध|सभी फ़िल्टर|सभी प्रतिबंध|নিরাপত্তা সীমাবদ্ধতা|নিরাপত্তা বিধিনিষেধ|সব ফিল্টার|" +
		"பாதுகாப்புக் கட்டுப்பாடு|பாதுகாப்பு கட்டுப்பாடு|அனைத்து வடிகட்டி|การจำกัดความปลอดภัย|ข้อจำกัดด้านความปลอดภัย|" +
		"ตัวกรองทั้งหมด|ข้อจำกัดทั้งหมด|" +
		"giới hạn an toàn|hạn chế an toàn|bộ lọc nội dung|bộ lọc an toàn|mọi bộ lọc|tất cả bộ lọc|mọi hạn chế|mọi giới hạn|" +
		"pembatasan keamanan|batasan keamanan|semua filter|semua pembatasan|semua batasan|penapis keselamatan|" +
		"sekatan keselamatan|" +
		"paghihigpit sa kaligtasan|lahat ng filter|lahat ng paghihigpit|vizuizi vya usalama|vikwazo vya usalama|vichujio vyote|" +
		"安全制限|すべてのフィルター|全てのフィルター|すべての制限|안전 제한|안전 필터|모든 필터|모든 제한|安全限制|安全约束|所有过滤器|所有過濾器|所有限制",
	"w-lifted": "desactivad*|levantad*|eliminad*|suspendid*|anulad*|desativad*|removid*|desligad*|désactivé*|sont levées|suspendu*|" +
		"supprimé*|rimoss*|disattivat*|sospes*|aixecat*|desactivat*|dezactivat*|ridicat*|" +
		"aufgehoben|deaktiviert|ausgeschaltet|abgeschaltet|außer kraft|opgeheven|uitgeschakeld|uit|avstängd*|upphävd*|" +
		"inaktiverad*|slått av|opphevet|deaktivert|ophævet|slået fra|deaktiveret|poistettu|pois käytöstä|feloldva|feloldották|" +
		"kikapcsolva|" +
		"wyłączon*|zniesion*|usunięt*|dezaktywowan*|vypnut*|zrušen*|odstraněn*|odstránen*|снят*|отключен*|отменен*|" +
		"деактивирован*|вимкнен*|знят*|скасован*|изключен*|премахнат*|απενεργοποιη*|αρθεί|ακυρωθεί|" +
		"kaldırıl*|kapatıl*|devre dışı*|הוסרו|בוטלו|כובו|הושבתו|برداشته|غیرفعال|لغو|ہٹا دی|ختم کر|हटा दिए|हटा दी|निष्क्रिय|" +
		"তুলে নেওয়া|নিষ্ক্রিয়|நீக்கப்ப|முடக்கப்ப|" +
		"được gỡ bỏ|đã bị tắt|đã tắt|bị vô hiệu|được dỡ bỏ|đã gỡ|dinonaktifkan|dicabut|dimatikan|dihapuskan|vimeondolewa|" +
		"zimeondolewa|解除|無効|撤廃|해제|비활성|꺼졌|关闭|關閉|停用|取消",
	"w-assistant": "asistente|assistente|assistant|l'assistant|assistent*|asystent*|asistent*|avustaj*|asszisztens*|ассистент*|асистент*|" +
		"помощник|помічник|βοηθός|asistan*|העוזר|עוזר הבינה|المساعد|دستیار|معاون|सहायक|সহকারী|உதவியாளர|ผู้ช่วย|trợ lý|asisten|" +
		"pembantu|katulong|msaidizi|アシスタント|어시스턴트|비서|助手|助理|" +
		"мовна модель|языковая модель|modellen|mô hình|モデルは|모델은|asystencie|асистенте|βοηθέ|asistente ia|asistanı|" +
		"ki-assistent*|ии-ассистент*|ші-асистент*|ai-assistent*|ai-asystent*|mi-asszisztens|ai-asistent*",
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
	"w-all-new-task": "ganz neue aufgabe|ganz neuen aufgabe|völlig neue aufgabe|völlig neuen aufgabe|komplett neue aufgabe|komplett neuen aufgabe|" +
		"tarea completamente nueva|tarea totalmente nueva|toute nouvelle tâche|tâche complètement nouvelle|tâche entièrement nouvelle|" +
		"compito completamente nuovo|compito del tutto nuovo|tarefa completamente nova|tarefa totalmente nova|geheel nieuwe taak|" +
		"helemaal nieuwe taak|compleet nieuwe taak|совершенно новое задание|совершенно новую задачу|совершенно новой задаче|całkiem nowe zadanie|" +
		"zupełnie nowe zadanie|helt ny uppgift|helt ny opgave|helt ny oppgave|tamamen yeni bir görev|全新的任务|全新任务|全く新しいタスク|완전히 새로운 작업",
	"w-look-at": "schau dir|schaue dir|sieh dir|schauen sie sich|sehen sie sich|lies|mira|mire|revisa|revise|lee|regarde|regardez|relis|relisez|" +
		"guarda|guardate|rileggi|leggi|olhe|olha|veja|releia|bekijk|kijk naar|lees|посмотри на|взгляни на|прочитай|spójrz na|przeczytaj|titta på|se på",
}
