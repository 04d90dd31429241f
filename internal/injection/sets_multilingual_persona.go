package injection

// multilingualPersonaSets are the words by which a model is to become somebody else, or is told that
// its limits are gone.
var multilingualPersonaSets = map[string]string{
	"w-from-now": "现在开始|現在開始|从此刻起|从这一刻起|即刻起|지금 이 순간부터|이 시점부터|この瞬間から|ただいまから|ab dieser nachricht|à partir de ce message|a partir de este mensaje|a partire da questo momento|с этой минуты|ab se|bu andan itibaren|इस क्षण से|آئندہ سے|از این لحظه|a partir de ahora|desde ahora|de ahora en adelante|désormais|dorénavant|à partir de maintenant|ab jetzt|von nun an|" +
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
		"今後あなた|これより|この瞬間から|앞으로|이 순간부터|从此刻|從此刻|從現在|从这一刻|從這一刻|从今以后|即刻起|" +
		"od sada|од сада|od danas|od zdaj naprej|od zdaj|odslej|nuo šiol|nuo dabar|no šī brīža|turpmāk|no tagad|nüüdsest|sellest hetkest|héðan í frá|tani e tutje|hemendik aurrera|इथून पुढे|यापुढे|ఇకపై|ఇప్పటి నుండి|ಇನ್ನು ಮುಂದೆ|ഇനി മുതൽ|ਹੁਣ ਤੋਂ|ამიერიდან|այսուհետ|bundan sonra|indidən belə|бұдан былай|bundan buyon|aaj se|ab se tum|ab tum mere",
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
	"w-now-you-are": "तुम अब|आप अब|अब आप|tum ab|너는 이제|너는 이제부터|넌 이제부터|너는 지금부터|지금부터 너는|지금부터 넌|이제부터 너는|이제부터 넌|당신은 이제부터|당신은 지금부터|あなたは今から|今からあなたは|これからあなたは|君は今から|お前は今から|今日からあなたは|ikaw ay ngayon|ngayon ikaw ay|ikaw ngayon ay|de ahora en adelante eres|a partir de ahora eres|désormais tu es|tu es désormais|ab jetzt bist du|ab sofort bist du|von nun an bist du|da ora sei|d'ora in poi sei|a partir de agora você é|отныне ты|с этого момента ты|с этой минуты ты|od teraz jesteś|bundan sonra sen|şu andan itibaren sen|şimdi sen|sen şimdi|من الآن أنت|أنت من الآن|تو حالا|از الان تو|अब से तुम|अब से आप|mulai sekarang kamu|mulai sekarang anda|từ giờ bạn là|từ bây giờ bạn là|kể từ giờ bạn là|จากนี้คุณคือ|ต่อไปนี้คุณคือ|现在开始你是|从现在起你是|从现在开始你是|從現在起你是|從現在開始你是|ab se tum|ab se aap|du bist jetzt|jetzt bist du|nun bist du|du bist nun|sie sind jetzt|ahora eres|tu es maintenant|" +
		"maintenant tu es|vous êtes maintenant|ora sei|adesso sei|agora você é|теперь ты|ты теперь|jesteś teraz|" +
		"teraz jesteś|artık sen|你现在是|现在你是|您现在是|あなたは今|이제 너는|넌 이제|أنت الآن|अब तुम|ab tum|ab aap|kamu sekarang|bây giờ bạn|" +
		"usted es ahora|ahora usted es|você agora é|agora és|és agora|ara ets|acum ești|ești acum|je bent nu|nu ben je|" +
		"du är nu|nu är du|du er nå|nå er du|du er nu|nu er du|olet nyt|nyt olet|te most egy|nyní jsi|teď jsi|teraz si|" +
		"si teraz|тепер ти|ти тепер|" +
		"сега си|ти сега си|вече си|τώρα είσαι|είσαι τώρα|είσαι πλέον|עכשיו אתה|אתה עכשיו|כעת אתה|تو اکنون|اکنون تو|حالا تو|" +
		"اب تم|তুমি এখন|এখন তুমি|இப்போது நீ|நீ இப்போது|ตอนนี้คุณคือ|giờ bạn là|bây giờ bạn là|bạn bây giờ là|bạn hiện là|" +
		"sekarang kamu|sekarang anda|kini kamu|kini anda|anda sekarang|ikaw na ngayon|sasa wewe ni|あなたは今や|今のあなたは|당신은 이제|이제 당신은|" +
		"你現在是|現在你是|您現在是",
	"w-i-want-you": "ich möchte, dass du|ich möchte, dass sie|ich will, dass du|ich möchte dass du|quiero que|" +
		"je veux que tu|je veux que vous|je voudrais que tu|voglio che tu|vorrei che tu|quero que você|ik wil dat je|" +
		"я хочу, чтобы ты|я хочу, чтобы вы|chcę, żebyś|chcę, abyś|我希望你|我想让你|我要你|あなたには|너는 지금부터|main chahta hoon ki tum|" +
		"main chahta hu tum|saya ingin anda|saya ingin kamu|tôi muốn bạn",
	"w-act-as": "agiere als|agieren sie als|fungiere als|fungieren sie als|spiel die rolle|stell dir vor, du bist|" +
		"imagina que eres|imagine que tu es|imagine que vous êtes|immagina di essere|imagine que você é|" +
		"представь что ты|想象你是|想像你是|role play karo|ban jao|natak karo|actúa como|haz de cuenta|finge|simula|compórtate|compórtese|comportarás|" +
		"agis comme|agissez comme|fais comme si|fais semblant|joue le rôle|" +
		"handle als|verhalte dich|tu so als|spiele die rolle|agisci come|fingi|fai finta|aja como|finja|" +
		"comporte-se|gedraag je|doe alsof|веди себя|притворись|представь, что ты|действуй как|zachowuj się|udawaj|gibi davran|" +
		"rolünü|تصرف|تظاهر|扮演|假装|假設你|假设你是|充当|ふりをして|演じて|になりきって|として振る舞|역할을|인 척|행동해|đóng vai|giả vờ|hành động như|" +
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
	"w-acting": "fungieren|fungierst|agieren|agierst|handelst|verhältst|spielst|actúes|actúe|te comportes|finjas|" +
		"hagas de|agisses|agissiez|joues|jouiez|fasses semblant|agisca|finga|interpreti|atue|aja|finja|interprete|" +
		"optreedt|doet alsof|действовал*|вёл себя|вел себя|притворил*|играл роль|zachowywał|udawał|扮演|充当|作为|として|역할|" +
		"act karo|bertindak|berperan|đóng vai|hành động",
	"w-other": "simulador|simulateur|simulator*|симулятор*|シミュレーター|模拟器|시뮬레이터|simülatör*|एआई|हैकर|ai야|ai다|ai입니다|ki-system|künstliche intelligenz|intelligenza artificiale|inteligencia artificial|inteligência artificial|intelligence artificielle|искусственный интеллект|yapay zeka|人工智能|人工智慧|人工知能|인공지능|अलग ai|hacker*|bot|ki|chatbot|pirat*|assistent*|hacker-assistent*|asistente|assistant|assistente|ia|modell|" +
		"pirata|robot|хакер*|бот*|ассистент*|ии|asystent*|asistan*|黑客|助手|机器人|ai|モデル|ハッカー|해커|봇|مساعد|सहायक|terminal|" +
		"interpreter|charakter|personaje|personnage|personaggio",
	"w-villain": "hacker*|hackare|hakkeri*|haker*|pirata informático|pirate informatique|pirata|хакер*|χάκερ|korsan*|האקר|مخترق|هاكر|" +
		"هکر|ہیکر|हैकर|হ্যাকার|ஹேக்கர|แฮกเกอร์|tin tặc|peretas|penggodam|mdukuzi|ハッカー|해커|黑客|駭客|骇客|" +
		"schurk*|bösewicht*|villano|vilão|méchant|cattivo|злодей|złoczyńc*|kẻ xấu|phản diện|penjahat|悪役|악당|反派|坏人",
	"w-be-dan": "du bist jetzt dan|du bist nun dan|ahora eres dan|eres dan|tu es maintenant dan|tu es dan|você agora é dan|agora você é dan|" +
		"ora sei dan|sei ora dan|je bent nu dan|ты теперь dan|теперь ты dan|jesteś teraz dan|teraz jesteś dan|artık sen dan|" +
		"şimdi sen dan|sen artık dan|أنت الآن dan|अब तुम dan|ab tum dan|你现在是dan|あなたは今dan|あなたはdan|너는 이제 dan|넌 이제 dan|" +
		"bạn bây giờ là dan|kamu sekarang adalah dan|kamu sekarang dan|" +
		"тепер ти dan|ти тепер dan|sada si dan|сада си dan|nu är du dan|nu er du dan|nå er du dan|sekarang kamu dan,|ikaw na ngayon si dan|ngayon ikaw si dan",
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
		"绝不拒绝|无所不能|不受任何规则|" +
		"bez ikakvih ograničenja|bez ograničenja|без икаквих ограничења|brez omejitev|brez kakršnihkoli omejitev|be jokių apribojimų|be apribojimų|bez ierobežojumiem|bez jebkādiem ierobežojumiem|piiranguteta|ilma piiranguteta|ilma igasuguste piiranguteta|án takmarkana|pa kufizime|mugarik gabe|शेवट नसलेला|कोणत्याही निर्बंधाशिवाय|కోనోత్యాహీ|ఎలాంటి పరిమితులు లేని|ఎటువంటి పరిమితులు లేని|ಯಾವುದೇ ನಿರ್ಬಂಧಗಳಿಲ್ಲದ|യാതൊരു നിയന്ത്രണവുമില്ലാത്ത|ਬਿਨਾਂ ਕਿਸੇ ਪਾਬੰਦੀ|შეზღუდვების გარეშე|առանց սահմանափակումների|məhdudiyyətsiz|шектеусіз|cheklovsiz|koi rule nahi|koi rules nahi|koi niyam nahi|koi pabandi nahi|koi restriction nahi|koi restrictions nahi|koi limit nahi|bina kisi filter|bina kisi rule",
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
		"好像你没有|仿佛没有|كما لو لم يكن لديك|كأنك بلا|كأن ليس لديك|ऐसे व्यवहार करो जैसे|まるで制限がない|마치 제한이 없는|" +
		"comme si tes règles n'|comme si vos règles n'|comme si tu n'avais aucune|fais semblant de ne pas avoir|haz como si no tuvieras|finge que no tienes|finge no tener|fingi di non avere|fai finta di non avere|finja que não tem|finja não ter|tu so, als hättest du|tu so, als gäbe es|stell dir vor, du hättest kein*|doe alsof je geen|udawaj, że nie masz|zachowuj się, jakbyś nie miał*|předstírej, že nemáš|chovej se, jako bys neměl*|predstieraj, že nemáš|ponašaj se kao da nemaš|понашај се као да немаш|pretvaraj se da nemaš|obnašaj se, kot da nimaš|представь, что у тебя нет|представь, что нет|притворись, что у тебя нет|делай вид, что у тебя нет|уяви, що в тебе немає|уяви, що у тебе немає|вдавай, що в тебе немає|представи си, че нямаш|дръж се така, сякаш нямаш|prefă-te că nu ai|comportă-te de parcă nu ai|tégy úgy, mintha nem lenné*|teeskentele, ettei sinulla|kuin sinulla ei olisi|låtsas att du inte har|låtsas som om du inte har|lad som om du ikke har|lat som om du ikke har|κάνε πως δεν έχεις|προσποιήσου ότι δεν έχεις|תעמיד פנים שאין לך|העמד פנים שאין לך|תظاهر بأنه ليس لديك|تظاهر بأنك بلا|وانمود کن که هیچ|मान लो तुम्हारे लिए कोई|मान लो कि कोई|ऐसा करो जैसे कोई|giả vờ như bạn không có|giả vờ bạn không có|pura-pura kamu tidak punya|berpura-puralah kamu tidak|anggap kamu tidak punya|แกล้งทำเป็นว่าคุณไม่มี|假装你没有|假裝你沒有|假装没有|就当没有|규칙이 없는 척|制限がないふり|ルールがないふり|決まりがないふり",
	"w-limits": "einschränkungen|beschränkungen|regeln|filter|grenzen|restrictions|filtres|limites|règles|restricciones|filtros|límites|" +
		"reglas|restrizioni|filtri|limiti|regole|restrições|regras|beperkingen|regels|ограничени*|правил*|фильтр*|обмежень|" +
		"ograniczeń|zasad|batasan|aturan|giới hạn|quy tắc|hạn chế|限制|规则|过滤|قيود|قواعد|प्रतिबंध|नियम|かのように|것처럼|" +
		"regler|begränsningar|begrænsninger|begrensninger|zasad|pravidla|pravidel|pravila|правила|omejitev|reguli|restricții|szabály*|sääntö*|rajoituks*|κανόν*|περιορισμ*|כללים|הגבלות|n'avaient jamais existé|n'existaient pas|قانون*|محدودیت|kural*|sınır*",
	"w-unlocked": "modo sin restricciones|modo desarrollador|modo dios|mode développeur|mode sans restriction*|" +
		"entwicklermodus|modus ohne einschränkungen|modalità sviluppatore|modalità senza restrizioni|" +
		"modo sem restrições|modo desenvolvedor|режим разработчика|режим без ограничений|tryb dewelopera|" +
		"tryb programisty|geliştirici modu|开发者模式|越狱模式|無制限モード|開発者モード|개발자 모드|제한 없는 모드|وضع المطور|डेवलपर मोड|" +
		"chế độ nhà phát triển|mode pengembang|" +
		"utvecklarläge*|utviklermodus|udviklertilstand|kehittäjätila*|fejlesztői mód*|vývojářský režim|vývojársky režim|" +
		"mod dezvoltator|modul dezvoltator|modo de programador|modo de desarrollador|ontwikkelaarsmodus|" +
		"режим розробника|режим на разработчик|λειτουργία προγραμματιστή|מצב מפתח|ڈویلپر موڈ|ডেভেলপার মোড|โหมดนักพัฒนา|開發者模式",
	"w-enter-mode": "danモードを有効|danモードを起動|danモードに|dan模式|启用dan|开启dan|进入dan|dan 모드|dan modunu|modo dan|mode dan activé|passe en mode dan|le mode dan|modus „dan|dan-modus|modalità dan|режим dan|режим дэн|وضع dan|tryb dan|chế độ dan|โหมด dan|dan मोड|jailbreak-modus|mode jailbreak|modo jailbreak|modalità jailbreak|режим джейлбрейк*|jailbreak modu|ジェイルブレイクモードを|탈옥 모드로|越狱模式|aktiviere den entwicklermodus|aktiviere entwicklermodus|wechsle in den entwicklermodus|geh in den entwicklermodus|" +
		"active le mode développeur|passe en mode développeur|entre en mode développeur|activa el modo desarrollador|" +
		"entra en modo desarrollador|activa modo desarrollador|entra en modo dios|ative o modo desenvolvedor|" +
		"entre no modo desenvolvedor|attiva la modalità sviluppatore|entra in modalità sviluppatore|" +
		"activeer de ontwikkelaarsmodus|активируй режим разработчика|включи режим разработчика|войди в режим разработчика|" +
		"увімкни режим розробника|włącz tryb dewelopera|wejdź w tryb dewelopera|geliştirici moduna geç|" +
		"geliştirici modunu etkinleştir|فعّل وضع المطور|فعل وضع المطور|ادخل في وضع المطور|डेवलपर मोड चालू करो|डेवलपर मोड सक्रिय करो|" +
		"激活开发者模式|进入开发者模式|启动开发者模式|開発者モードに入|開発者モードを有効にしてください|開発者モードになって|개발자 모드로 전환해|개발자 모드를 활성화해|" +
		"개발자 모드로 들어가|kích hoạt chế độ nhà phát triển|vào chế độ nhà phát triển|aktifkan mode pengembang|masuk ke mode pengembang",
	"w-free-mode": "kısıtlaması olmayan bir yapay zeka*|sınırı olmayan bir yapay zeka*|unbeschränkten modus|uneingeschränkten modus|unzensierten modus|modus ohne einschränkungen|modus ohne filter|" +
		"mode sans restriction*|mode sans filtre*|mode sans censure|mode non censuré|modo sin filtros|modo sin restricciones|" +
		"modo sin censura|modo sem restrições|modo sem filtros|modo sem censura|modalità senza restrizioni|" +
		"modalità senza filtri|modalità senza censura|modus zonder beperkingen|modus zonder filters|режим без ограничений|" +
		"режим без фильтров|режим без цензуры|режим без обмежень|tryb bez ograniczeń|tryb bez filtrów|tryb bez cenzury|" +
		"kısıtlamasız mod*|filtresiz mod*|sansürsüz mod*|وضع بلا قيود|وضع بدون قيود|وضع غير مقيد|الوضع غير المقيد|" +
		"प्रतिबंध रहित मोड|बिना प्रतिबंध मोड|अप्रतिबंधित मोड|无限制模式|無限制模式|不受限制模式|不受限制的模式|没有限制的模式|无过滤模式|" +
		"越狱模式|越獄模式|制限なしモード|フィルターなしモード|脱獄モード|ジェイルブレイクモード|제한 없는 모드|필터 없는 모드|탈옥 모드|" +
		"chế độ không giới hạn|chế độ không kiểm duyệt|chế độ không hạn chế|mode tanpa batasan|mode tanpa filter|mode tanpa sensor",
	"w-disable": "deaktiviere|deaktivieren|schalte|umgehe|umgehen|désactive|désactivez|contourne|contournez|desactiva|" +
		"desactive|desactivar|elude|evita|disattiva|disattivate|aggira|desative|desativa|contorne|отключи*|выключи*|" +
		"обойди*|сними|wyłącz|omiń|kapat|devre dışı|aş|تجاوز|عطل|关闭|禁用|绕过|無効|オフ|비활성화|우회|해제|꺼|matikan|nonaktifkan|tắt|" +
		"vô hiệu hóa|बंद करो|" +
		"désactiver|apaga|desliga|desligue|disattivare|desactiveu|dezactivează|dezactivați|uitschakelen|schakel|stäng av|" +
		"skru av|slå fra|slå av|poista käytöstä|kapcsold ki|vypni*|вимкни*|изключи*|απενεργοποίησε|απενεργοποιήστε|כבה|השבת|" +
		"إلغاء|رفع|تعطيل|غیرفعال کن|بند کر دو|বন্ধ করো|முடக்கு|ปิด|ปลด|inalis|alisin|ondoa|zima|해제해|關閉|停用",
	// What a model is told to keep to: an order to leave all of it aside needs no other word.
	"w-safety-rules": each("normas|reglas|directrices|pautas|protocolos|filtros|políticas", "de seguridad") + "|" +
		each("consignes|règles|directives|protocoles|filtres", "de sécurité") + "|" +
		"sicherheitsrichtlinie*|sicherheitsregel*|sicherheitsvorgabe*|sicherheitsanweisung*|sicherheitsprotokoll*|sicherheitsfilter*|ethikrichtlinie*|" +
		each("regole|linee guida|norme|protocolli|direttive|filtri", "di sicurezza") + "|" +
		each("regras|diretrizes|normas|protocolos|filtros", "de segurança") + "|normes de seguretat|regles de seguretat|" +
		"veiligheidsregels|veiligheidsrichtlijnen|veiligheidsprotocol*|правила безопасности|протоколы безопасности|нормы безопасности|" +
		"правила безпеки|протоколи безпеки|вказівки безпеки|zasady bezpieczeństwa|wytyczne bezpieczeństwa|reguły bezpieczeństwa|" +
		"bezpečnostní pravidla|bezpečnostní pokyny|bezpečnostné pravidlá|bezpečnostné pokyny|güvenlik kural*|güvenlik yönerge*|güvenlik protokol*|" +
		"قواعد السلامة|قواعد الأمان|إرشادات السلامة|إرشادات الأمان|بروتوكولات الأمان|قوانین ایمنی|قواعد ایمنی|مقررات ایمنی|حفاظتی قوانین|حفاظتی ہدایات|" +
		"सुरक्षा नियम|सुरक्षा दिशानिर्देश|सुरक्षा निर्देश|নিরাপত্তা নিয়ম|নিরাপত্তা নির্দেশিকা|பாதுகாப்பு விதி|กฎความปลอดภัย|แนวทางความปลอดภัย|" +
		"quy tắc an toàn|nguyên tắc an toàn|hướng dẫn an toàn|aturan keamanan*|pedoman keamanan*|panduan keselamatan|" +
		"patakaran sa kaligtasan|kanuni za usalama|säkerhetsregler*|säkerhetsriktlinjer*|sikkerhedsregler*|sikkerhetsregler*|" +
		"sikkerhedsretningslinjer*|sikkerhetsretningslinjer*|turvallisuussään*|turvallisuusohje*|biztonsági szabály*|biztonsági irányelv*|" +
		"reguli de siguranță|regulile de siguranță|regulile tale de siguranță|regulile de securitate|правилата за безопасност|sigurnosna pravila|" +
		"κανόνες ασφαλείας|κανόνες ασφάλειας|οδηγίες ασφαλείας|כללי הבטיחות|הנחיות הבטיחות|安全ルール|安全ガイドライン|" +
		"안전 규칙|안전 지침|안전 수칙|安全规则|安全規則|安全准则|安全準則|安全协议",
	"w-all": "tus|todas tus|todos tus|tes|toutes tes|tous tes|vos|toutes vos|tous vos|tue|tutte le tue|le tue|tuas|todas as tuas|" +
		"deine|alle deine|all deine|sie alle|sie all|sie ihre|sie sämtliche|je|al je|jouw|uw|все|всі|усі|свої|свои|wszystkie|swoje|" +
		"wszelkie|svá|všechna|všechny|všetky|bütün|dina|alla dina|dine|alle dine|kaikki|az összes|összes|toate|всички|" +
		"όλους|όλες|όλα|sve|sva|semua",
	// Of Arabic and Hebrew the whole, since the same letters may tell of the past.
	"w-safety-rules-left": each("تجاهل|انس|أهمل", "جميع|كل", "قواعد|إرشادات|تعليمات|بروتوكولات", "السلامة|الأمان") + "|" +
		"התעלם מכל כללי הבטיחות שלך|התעלמי מכל כללי הבטיחות שלך|התעלם מכל הנחיות הבטיחות שלך",
	// The same where the verb comes last.
	"w-all-of": "تمام|همه|सभी|सारे|সব|সমস্ত|அனைத்து|すべての|全ての|모든",
	"w-your": "deine|deinen|deiner|ihre|tes|vos|tus|sus|tue|tuoi|vostre|suas|seus|teus|tuas|свои|твои|ваши|swoje|twoje|" +
		"你的|您的|所有|すべての|全ての|あなたの|너의|당신의|모든|الخاصة|anda|của bạn|अपने|alle|tous tes|toutes tes|todas tus|todos tus|все|" +
		"wszystkie|tüm",
	"w-safety": "filter|filtern|filtres|filtros|filtri|sicherheits*|einschränkungen|beschränkungen|restrictions|" +
		"restricciones|restrizioni|restrições|limitations|limitaciones|seguridad|sécurité|segurança|sicurezza|" +
		"ограничени*|фильтр*|безопасност*|ograniczeni*|zabezpiecze*|filtrele*|kısıtlama*|güvenlik|安全|过滤|限制|フィルター|制限|安全|" +
		"안전|필터|제한|قيود|الأمان|keamanan|bộ lọc|सुरक्षा",
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
}
