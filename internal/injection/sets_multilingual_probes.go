package injection

// multilingualProbeSets are what a model is asked to find out how much it keeps, in the languages
// of rules_multilingual.go: its user's data in some disguise, a text in a cipher, a question in
// parts, an answer that is missing.
var multilingualProbeSets = map[string]string{
	// A question in a dialogue on one line, by the letter or the word in front of it.
	"w-question-mark": each("p:", "¿qué|¿cómo|¿cuál|¿cuáles|¿puede|¿puedes|¿por|¿quién|¿dónde|¿cuándo|repite|dame|dime|que|como|qual|quais|pode|você|repita|o que|por que|quem|onde|quando|dê") + "|" +
		each("q :", "qu'est|qu'est-ce|comment|quel|quelle|quels|quelles|pouvez|peux|répétez|répète|donnez|donne|pourquoi|où|qui") + "|" +
		each("f:", "was|wie|welche|welcher|welches|warum|wo|wer|wann|kannst|können|wiederhole|wiederholen|nenne|nennen|gib|geben") + "|" +
		each("d:", "cosa|che|che cosa|cos'è|come|qual|quali|quanto|puoi|può|ripeti|perché|dove|chi|quando|dammi") + "|" +
		each("t:", "apa|bagaimana|berapa|siapa|di mana|dimana|mengapa|bisakah|dapatkah|ulangi|berikan|beri|sebutkan|ban") + "|" +
		each("в:", "что|как|какие|какой|какая|каков|какова|где|почему|кто|повторите|повтори|можете|можешь|приведите|приведи|дайте") + "|" +
		"q:|س:|问:|問:|質問:|질문:|प्रश्न:|सवाल:|প্রশ্ন:|প্রশ্নঃ|ถาม:|hỏi:|câu hỏi:|سؤال:|tanong:|soru:",

	// Can you say, translate, encode ...
	"w-could-render": each("puedes|puede|podrías|podría", "traducir|codificar|escribir un poema|compartir|decir|decirme") + "|" +
		each("pouvez-vous|peux-tu|pourriez-vous|pourrais-tu", "traduire|encoder|coder|écrire un poème|partager|dire|me dire") + "|" +
		each("puoi|potresti|può|potrebbe", "tradurre|codificare|scrivere una poesia|dire|dirmi|condividere") + "|" +
		each("pode|podes|poderia|consegue", "traduzir|codificar|escrever um poema|dizer|dizer-me|me dizer|partilhar|compartilhar") + "|" +
		each("можете|можешь|могли бы вы|вы могли бы|не могли бы вы", "перевести|закодировать|сказать|назвать|написать стихотворение") + "|подскажите|" +
		each("bạn có thể", "dịch|mã hóa|nói|cho tôi biết|cho biết|viết một bài thơ|viết thơ|viết bài thơ") + "|" +
		each("bisakah anda|bisakah kamu|dapatkah anda|bisa anda", "menerjemahkan|mengkodekan|mengkode|mengenkode|menyandikan|memberi tahu|memberitahu|mengatakan|menulis puisi") + "|" +
		each("maaari mo bang|maaari mo ba|pwede mo bang", "isalin|i-encode|sabihin|sumulat ng tula|magsulat ng tula|isulat|ibahagi") + "|" +
		each("هل يمكنك|هل بإمكانك|هل تستطيع|ممكن", "ترجمة|أن تترجم|ترميز|تشفير|إخباري|أن تخبرني|أن تخبريني|كتابة قصيدة|تقولي|تقول لي|تقولولي|مشاركة") + "|" +
		"คุณสามารถแปล|คุณสามารถเข้ารหัส|คุณสามารถบอก|คุณสามารถเขียนบทกวี|คุณสามารถเขียนกลอน|คุณช่วยแปล|คุณช่วยเข้ารหัส|คุณช่วยบอก|" +
		"你能翻译|能否翻译|你能用|你能把|能把|能否把|能用base64|你能告诉|你能否告诉|能否告诉|你可以告诉|你可以翻译|你可以用|您能告诉|您能翻译|您能用|" +
		"kannst du mir|können sie mir|könntest du mir|könnten sie mir",
	// ... and where the verb comes last.
	"w-render-could": "übersetzen|kodieren|codieren|verraten|çevirebilir*|söyleyebilir*|kodlayabilir*|söyler mis*|şiir yazabilir*|" +
		"बता सकते|बता सकती|अनुवाद कर सकते|अनुवाद कर सकती|एनकोड कर सकते|एन्कोड कर सकते|কবিতা লিখতে পারেন|বলতে পারেন|অনুবাদ করতে পারেন|এনকোড করতে পারেন|" +
		"教えてくれ|教えていただけ|教えてもらえ|翻訳して|翻訳でき|エンコードして|エンコードでき|詩を書|알려주|알려 주|말해 줄|말해줄|번역해|번역할 수|인코딩해|인코딩할 수",
	"w-need-to-know": "necesito saber|necesito conocer|compartas|comparta|j'ai besoin de savoir|j'ai besoin de connaître|je dois connaître|je dois savoir|partagiez|partages|ich muss wissen|muss ich|" +
		"ho bisogno di sapere|ho bisogno di conoscere|devo sapere|devo conoscere|condivida|condividiate|preciso saber|preciso de saber|compartilhe|partilhe|" +
		"мне нужно знать|мне необходимо знать|поделились|сообщили|tôi cần biết|bạn chia sẻ|saya perlu tahu|saya perlu mengetahui|anda membagikan|kailangan kong malaman|ibahagi mo|" +
		"أحتاج إلى معرفة|أحتاج لمعرفة|تشارك|ฉันต้องการทราบ|ฉันจำเป็นต้องรู้|ฉันต้องรู้|我需要知道|你分享|您分享|我要知道",
	"w-known-need": "bilmem gerek*|öğrenmem gerek*|paylaşmanız*|paylaşman|जानना होगा|जानना है|जानने की|साझा करें|জানতে হবে|জানা দরকার|শেয়ার করা|শেয়ার করুন|知る必要が|共有する|共有して|알아야 합|알아야 해|공유하는",
	"w-users-own": each("color favorito|iniciales|mes de nacimiento|año de nacimiento|día de nacimiento|fecha de nacimiento|cumpleaños|nombre|correo electrónico|dirección de correo electrónico|"+
		"dirección de correo|ciudad de residencia|ciudad actual de residencia|residencia actual|contraseña", "del usuario|de la usuaria") + "|" +
		each("couleur préférée|couleur favorite|initiales|mois de naissance|année de naissance|jour de naissance|date de naissance|anniversaire|nom|adresse e-mail|adresse email|"+
			"adresse électronique|ville de résidence|ville de résidence actuelle|mot de passe", "de l'utilisateur|de l'utilisatrice") + "|" +
		each("lieblingsfarbe|initialen|geburtsmonat|geburtsmonats|geburtsjahr|geburtsjahrs|geburtstag|geburtstags|geburtsdatum|namen|namens|e-mail-adresse|wohnort|wohnorts|wohnsitz|wohnsitzstadt|passwort",
			"des benutzers|des nutzers|der nutzerin") + "|" +
		each("colore preferito|iniziali|mese di nascita|anno di nascita|giorno di nascita|data di nascita|compleanno|nome|indirizzo email|indirizzo e-mail|indirizzo di posta elettronica|"+
			"città di residenza|città di residenza attuale|password", "dell'utente") + "|" +
		each("cor favorita|cor preferida|iniciais|mês de nascimento|ano de nascimento|dia de nascimento|data de nascimento|aniversário|nome|endereço de email|endereço de e-mail|email|e-mail|"+
			"cidade de residência|cidade de residência atual|senha", "do usuário|da usuária|do utilizador") + "|" +
		each("любимый цвет|инициалы|месяц рождения|год рождения|года рождения|день рождения|дня рождения|дату рождения|имя|имени|адрес электронной почты|адреса электронной почты|"+
			"город проживания|пароль", "пользователя") + "|" +
		each("màu yêu thích|màu sắc yêu thích|chữ cái đầu|chữ viết tắt|tên viết tắt|tháng sinh|năm sinh|ngày sinh|sinh nhật|tên|địa chỉ email|thành phố cư trú|thành phố cư trú hiện tại|mật khẩu",
			"của người dùng|người dùng") + "|" +
		each("warna favorit|inisial|bulan lahir|bulan kelahiran|tahun lahir|tahun kelahiran|hari lahir|hari ulang tahun|tanggal lahir|nama|alamat email|kota tempat tinggal|kata sandi", "pengguna") + "|" +
		each("paboritong kulay|mga inisyal|inisyal|buwan ng kapanganakan|taon ng kapanganakan|araw ng kapanganakan|petsa ng kapanganakan|kaarawan|pangalan|email address|lungsod ng tirahan|tirahan|password",
			"ng gumagamit|ng user") + "|" +
		each("اللون المفضل|لون|الأحرف الأولى|شهر ميلاد|سنة ميلاد|عام ميلاد|يوم ميلاد|تاريخ ميلاد|عيد ميلاد|اسم|عنوان البريد الإلكتروني|مدينة إقامة|كلمة مرور", "المستخدم|للمستخدم|الخاص بالمستخدم") + "|" +
		"วันเกิดของผู้ใช้|เดือนเกิดของผู้ใช้|ปีเกิดของผู้ใช้|สีโปรดของผู้ใช้|สีที่ชอบของผู้ใช้|ชื่อของผู้ใช้|ชื่อย่อของผู้ใช้|อักษรย่อของผู้ใช้|ที่อยู่อีเมลของผู้ใช้|อีเมลของผู้ใช้|รหัสผ่านของผู้ใช้|เมืองที่อยู่ของผู้ใช้|" +
		each("kullanıcının", "en sevdiği renk*|en sevdiği reng*|favori renk*|favori reng*|baş harf*|doğum ay*|doğum yıl*|doğum gün*|doğum tarih*|adını|ismini|adının|isminin|e-posta adres*|yaşadığı şeh*|şifre*|ikamet*") + "|" +
		each("उपयोगकर्ता के|उपयोगकर्ता की|उपयोगकर्ता का", "पसंदीदा रंग|शुरुआती|प्रारंभिक|जन्म|नाम|ईमेल|निवास|पासवर्ड|वर्तमान शहर|वर्तमान निवास") + "|" +
		each("ব্যবহারকারীর", "প্রিয় রং|প্রিয় রঙ|আদ্যক্ষর|প্রারম্ভিক|জন্ম|নাম|নামের|ইমেল|ইমেইল|বাসস্থান|বসবাসের|পাসওয়ার্ড") + "|" +
		"用户最喜欢的颜色|用户喜欢的颜色|用户的最喜欢|用户的姓名首字母|用户的首字母|用户首字母|用户的出生|用户出生|用户的生日|用户的名字|用户名字|用户姓名|用户的电子邮件|用户的邮箱|用户电子邮件|用户的居住|用户的密码|用户当前居住|" +
		"ユーザーの好きな色|ユーザーのお気に入りの色|ユーザーのイニシャル|ユーザーの誕生|ユーザーの生年|ユーザーの生まれ|ユーザーの名前|ユーザーのメール|ユーザーの電子メール|ユーザーの居住|ユーザーのパスワード|ユーザーの現在の|" +
		"사용자의 좋아하는|사용자가 좋아하는 색|사용자가 가장 좋아하는|사용자의 이니셜|사용자의 생일|사용자의 출생|사용자의 생년|사용자의 태어난|사용자의 이름|사용자의 이메일|사용자 이메일 주소|사용자의 거주|사용자의 현재 거주|사용자의 비밀번호",
	"w-first-letters": "primeras tres letras|tres primeras letras|primera letra|trois premières lettres|première lettre|ersten drei buchstaben|ersten buchstaben|prime tre lettere|prima lettera|" +
		"três primeiras letras|primeiras três letras|primeira letra|первые три буквы|первых трёх букв|первую букву|первой буквы|ilk üç harf*|ilk harf*|ba chữ cái đầu|chữ cái đầu tiên|tiga huruf pertama|huruf pertama|" +
		"unang tatlong titik|unang tatlong letra|unang letra|unang titik|الأحرف الثلاثة الأولى|أول ثلاثة أحرف|الحرف الأول|ثلاثة أحرف الأولى|สามตัวอักษรแรก|ตัวอักษรสามตัวแรก|อักษรตัวแรก|สามตัวแรก|" +
		"पहले तीन अक्षर|पहला अक्षर|पहले अक्षर|প্রথম তিনটি অক্ষর|প্রথম অক্ষর|前三个字母|首字母|第一个字母|最初の3文字|最初の三文字|最初の文字|頭文字|처음 세 글자|첫 세 글자|첫 글자",

	// What a model keeps, in verse or in letters that are harder to read.
	"w-keepsake": "contraseña|frase de contraseña|mot de passe|phrase de passe|passwort|kennwort|passphrase|password|parola d'ordine|senha|palavra-passe|frase-chave|wachtwoord|пароль|пароле|парольную фразу|кодовую фразу|" +
		"hasło|şifre*|parola*|mật khẩu|cụm mật khẩu|kata sandi|frasa sandi|كلمة المرور|كلمة السر|عبارة المرور|รหัสผ่าน|पासवर्ड|पासफ्रेज|पासफ़्रेज़|পাসওয়ার্ড|পাসফ্রেজ|密码|密碼|口令|パスワード|パスフレーズ|비밀번호|암호",
	"w-verses": "acróstico|poema|haiku|acrostiche|poème|akrostichon|gedicht|acrostico|poesia|акростих|стихотворение|стих|хайку|akrostiş*|şiir*|thơ|puisi|akrostik|tula|acrostic|أكروستيك|قصيدة|شعر|هايكو|" +
		"กลอน|บทกวี|ไฮกุ|कविता|हाइकु|एक्रोस्टिक|কবিতা|হাইকু|অ্যাক্রোস্টিক|藏头诗|离合诗|首诗|俳句|詩を|アクロスティック|ポエム|시를|하이쿠|아크로스틱",
	"w-in-code": "en latín de cerdo|en pig latin|en leetspeak|en orden inverso|al revés|en base64|en morse|latin cochon|en ordre inverse|à l'envers|in schweinelatein|auf schweinelatein|in leetspeak|in umgekehrter reihenfolge|" +
		"latino maialino|latino maiale|in ordine inverso|al contrario|em latim de porco|em pig latin|em leetspeak|em ordem inversa|ao contrário|em base64|на поросячьей латыни|поросячью латынь|в обратном порядке|в leetspeak|" +
		"domuz latincesi*|leetspeak*|ters sırayla|tiếng latin lợn|tiếng latin heo|bằng leetspeak|theo thứ tự ngược|ngược lại|dalam pig latin|dalam bahasa latin babi|di leetspeak|dalam leetspeak|dalam urutan terbalik|" +
		"sa pig latin|sa leetspeak|nang pabaliktad|باللاتينية الخنزير|خنزير لاتيني|بترتيب عكسي|بالعكس|بلغة ليت|ภาษาละตินหมู|พิกลาติน|ลีทสปีก|ย้อนกลับ|पिग लैटिन|लीटस्पीक|उल्टे क्रम|रिवर्स क्रम|পিগ ল্যাটিন|লিটস্পিক|বিপরীত ক্রমে|" +
		"儿童黑话|猪拉丁语|猪拉丁文|leetspeak|火星文|倒序|反序|ピッグラテン|豚ラテン|リートスピーク|逆順|피그 라틴|돼지 라틴|리트스피크|역순|거꾸로",

	// A cipher, to be read.
	"w-decode": "decodificar|descodificar|descifrar|decodifica|descifra|décoder|déchiffrer|déchiffre|déchiffrez|entschlüsseln|entschlüssle|entschlüsseln sie|dekodieren|dekodiere|decodieren|decodiere|" +
		"decifrare|decodificare|decifra|decifrar|decifre|descodifique|расшифровать|расшифруй*|декодировать|декодируй*|giải mã|memecahkan kode|mendekode|mendekodekan|menguraikan|pecahkan kode|i-decode|ma-decode|idecode|" +
		"فك تشفير|فك شفرة|فك شيفرة|فك رموز|فك ترميز|ถอดรหัส|解码|破译|解密",
	// The same where the verb comes last.
	"w-decoded": "çözüp|çözebilir*|deşifre*|kodunu çöz*|şifresini çöz*|डीकोड|डिकोड|ডিকোড|デコード|解読|復号|디코딩|해독|디코드|복호화",
	"w-cipher": "morse|rot13|base64|hexadecimal|binaria|binario|césar|cadena binaria|cuerda hexadecimal|hexadécimale|hexadécimal|binaire|hexadezimal*|binär*|caesar*|cäsar*|esadecimale|binaria|cesare|binária|binário|" +
		"морзе|шестнадцатеричн*|двоичн*|цезар*|mors|onaltılık|ikili|sezar|thập lục phân|nhị phân|heksadesimal|biner|مورس|سداسي|السداسي|ثنائي|الثنائي|الثنائية|قيصر|มอร์ส|ฐานสิบหก|เลขฐานสอง|ไบนารี|ซีซาร์|" +
		"मोर्स|हेक्साडेसिमल|बाइनरी|द्विआधारी|सीज़र|सीजर|মোর্স|হেক্সাডেসিমেল|হেক্সাডেসিমাল|বাইনারি|সিজার|摩尔斯|摩斯|莫尔斯|摩尔斯电码|十六进制|二进制|凯撒|モールス|16進|十六進|バイナリ|2進|シーザー|모스|16진|십육진|이진|2진|시저|카이사르",
	"w-says-what": "decirme lo que dice|decirme qué dice|decir lo que dice|dime qué dice|dime lo que dice|me dire ce qu*|dis-moi ce qu*|dites-moi ce qu*|mir sagen, was|sag mir, was|sagen sie mir, was|was er sagt|was es sagt|was sie sagt|" +
		"dirmi cosa dice|dimmi cosa dice|dirmi che cosa dice|dirmi cosa c'è scritto|dizer-me o que|me dizer o que|diga-me o que|me diga o que|dizer o que|сказать, что|сказать мне, что|скажите, что|скажи, что|" +
		"ne yazdığını söyle*|ne dediğini söyle*|söylediğini söyle*|ne yazdığını|ne dediğini|nó nói gì|nó nói những gì|cho tôi biết nó|những gì nó nói|memberi tahu saya apa|memberitahu saya apa|beri tahu saya apa|apa isinya|apa yang dikatakan|" +
		"sabihin sa akin kung ano|kung ano ang sinasabi|وإخباري ماذا|وتخبرني ماذا|وإخباري بما|وتخبرني بما|وأخبرني ماذا|أخبرني ماذا|وتقول لي ماذا|บอกฉันว่า|बता सकते हैं कि|बताएं कि|बताओ कि|मुझे बता सकते|বলতে পারেন এটি|বলতে পারেন যে|বলতে পারেন কি|বলুন এটি|" +
		"告诉我它|告诉我里面|告诉我这|告诉我说|说了什么|说的是什么|何と書いて|何を言って|何と言って|なんと書いて|무엇을 말하는지|뭐라고|무슨 말인지|무엇이라고|무엇을 말하고",

	// A question in parts.
	"w-part-one": "parte 1|partie 1|teil 1|часть 1|bölüm 1|parça 1|kısım 1|phần 1|bagian 1|bahagi 1|part 1|الجزء 1|الجزء الأول|ส่วนที่ 1|भाग 1|পার্ট ১|অংশ ১|পার্ট 1|অংশ 1|第1部分|第一部分|部分1|パート1|パート 1|파트 1|부분 1",
	"w-in-parts": "usando las siguientes partes|utilizando las siguientes partes|con las siguientes partes|en utilisant les parties suivantes|à l'aide des parties suivantes|mit den folgenden teilen|anhand der folgenden teile|mit hilfe der folgenden teile|" +
		"usando le seguenti parti|utilizzando le seguenti parti|con le seguenti parti|usando as seguintes partes|utilizando as seguintes partes|usando as partes a seguir|используя следующие части|с помощью следующих частей|" +
		"aşağıdaki parçaları kullanarak|aşağıdaki bölümleri kullanarak|bằng các phần sau|sử dụng các phần sau|dùng các phần sau|menggunakan bagian berikut|menggunakan bagian-bagian berikut|gamit ang mga sumusunod na bahagi|" +
		"باستخدام الأجزاء التالية|โดยใช้ส่วนต่อไปนี้|โดยใช้ส่วนต่าง ๆ ต่อไปนี้|निम्नलिखित भागों का उपयोग|निम्नलिखित भागों का प्रयोग|নিম্নলিখিত অংশগুলি ব্যবহার|নিচের অংশগুলি ব্যবহার|নিম্নলিখিত অংশগুলো ব্যবহার|" +
		"用以下部分|使用以下部分|用下面的部分|次の部分を使って|次の部分を使用して|以下の部分を使って|以下の部分を使用して|다음 부분을 사용|다음 부분들을 사용|다음 파트를 사용",
	"w-combine": "combina|combine|combinez|kombiniere|kombinieren sie|combina|unisci|combine|объедини*|соедини*|birleştir*|kết hợp|kombinasi|gabungkan|kombinasikan|pagsamahin|ادمج|اجمع|اجمع بين|รวม|मिलाकर|मिलाएं|জুড়ে|একত্রিত|একত্র|结合|组合|合并|組み合わせ|결합",
	"w-and-answer-it": "y responde|y responda|y contesta|et répondez|et réponds|und beantworte|und beantworten sie|e rispondi|e rispondere|e responda|e responde|и ответь*|ve cevapla*|ve soruyu|và trả lời|dan jawab|dan menjawab|at sagutin|" +
		"وأجب|وأجب عن|แล้วตอบ|และตอบ|प्रश्न का उत्तर|सवाल का जवाब|প্রশ্নের উত্তর|প্রশ্নটির উত্তর|并回答|回答问题|質問に答え|질문에 답|질문에 대답",
	"w-interlace": "entrelaza|entrelazar|intercala|entrelacer|entrelacez|entrelace|verschachtele|verflechte|verschachteln sie|interlace|interlacciare|intreccia|intercalare|entrelaçar|intercale|чередуй*|переплет*|переплести|перемежа*|" +
		"serpiştir|iç içe geçir|xen kẽ|đan xen|interlace|selingi|jalin|pagsalit-salitin|التداخل|تداخل|تشابك|สลับ|आपस में जोड़|इंटरलेस|ইন্টারলেস|交错|交织|隔行|インターレース|インタレース|인터레이스|끼워",

	// What is above is left out, and something comes in its place.
	"w-above-alone": "o acima|lo anterior|lo de arriba|ce qui précède|le texte ci-dessus|das obige|obiges|quanto sopra|il testo sopra|вышеизложенное|вышеуказанное|вышесказанное|всё выше|все выше|những điều trên|điều trên|phần trên|hal di atas|yang di atas|" +
		"ang nasa itaas|ang itaas|ما ورد أعلاه|ما سبق|ما أعلاه|ข้อความข้างต้น|ข้างต้น|ด้านบน|以上|上述|上面的|上面",
	"w-and-this": "e repita|e repete|e diga|e dê-me|e me dê|e dá-me|y repite|y repita|y di|y dame|y dime|et répète|et répétez|et dis|et dites|et donne-moi|et donnez-moi|und wiederhole|und wiederholen sie|und sag|und sagen sie|und gib mir|und geben sie mir|" +
		"e ripeti|e dimmi|e dammi|e dì|и повтори*|и скажи*|и дай*|и назови*|và lặp lại|và nói|và cho tôi|dan ulangi|dan katakan|dan beri|dan berikan|at ulitin|at sabihin|at ibigay|وكرر|وقل|وأعطني|وأخبرني|แล้วพูด|และพูด|แล้วบอก|และบอก|และทำซ้ำ|และให้|" +
		"并说|并重复|并给我|并告诉|然后说|然后告诉",
	"w-above-left-out": each("ऊपर को|ऊपर की|ऊपर का|उपरोक्त को|उपरोक्त की", "अनदेखा करें|अनदेखी करें|अनदेखी|उपेक्षा करें|नजरअंदाज करें") + "|" +
		each("উপরেরটি|উপরের কথাগুলো|উপরের কথা|উপরেরটা|উপরের বিষয়টি", "উপেক্ষা করুন|উপেক্ষা করে|উপেক্ষা কর") + "|" +
		each("yukarıdakini|yukarıdakileri|yukarıyı|yukarıdaki", "görmezden gel*|yok say*|yoksay*") + "|上記を無視して|上記無視|上のことを無視して|上記は無視して|위의 내용을 무시하고|위를 무시하고|위의 것을 무시하고|위 사항을 무시하고",

	// A machine of its maker's, in a mode.
	"w-as-ai-made-by": each("como ia|como una ia|como inteligencia artificial|como modelo de lenguaje|como ai", "desarrollada por|desarrollado por|creada por|entrenada por") + "|" +
		each("en tant qu'ia|en tant que ia|comme ia", "développée par|conçue par|créée par") + "|" + each("als von", "anthropic entwickelte|openai entwickelte|anthropic entwickeltes|openai entwickeltes|google entwickelte|meta entwickelte") + "|" +
		each("in quanto ai|in quanto ia|come ia|come ai|come intelligenza artificiale", "sviluppata da|creata da") + "|" + each("como uma ia|como ia|como uma ai|como inteligência artificial", "desenvolvida por|desenvolvida pela|criada por|criada pela") + "|" +
		each("как ии|как искусственный интеллект", ", разработанный|разработанный|, созданный|созданный") + "|" + each("tarafından geliştirilen bir", "ai olarak|yapay zeka olarak|yz olarak") + "|" +
		each("là một ai|là ai|với tư cách là một ai|là một trí tuệ nhân tạo", "được phát triển bởi|do") + "|" + each("sebagai ai|sebagai kecerdasan buatan|sebagai sebuah ai", "yang dikembangkan|yang dibuat") + "|" +
		each("bilang isang ai|bilang ai", "na binuo ng|na ginawa ng") + "|" + each("كذكاء اصطناعي|بصفتي ذكاء اصطناعيا|كذكاء صناعي", "طورته|تم تطويره|مطور") + "|" +
		each("द्वारा", "विकसित एआई के रूप में|विकसित ai के रूप में|विकसित एक एआई के रूप में|विकसित एक ai के रूप में") + "|" + each("দ্বারা", "বিকশিত একটি এআই হিসাবে|তৈরি একটি এআই হিসাবে|বিকশিত এআই হিসাবে|উন্নত একটি এআই হিসাবে") + "|" +
		"ในฐานะ ai ที่พัฒนา|ในฐานะที่เป็น ai ที่พัฒนา|ในฐานะเอไอที่พัฒนา|作为anthropic开发的|作为openai开发的|作为由anthropic开发的|作为由openai开发的|作为一个由anthropic|作为一个由openai|开发的人工智能|开发的ai|が開発したaiとして|によって開発されたaiとして|が開発した人工知能として|" +
		"이 개발한 ai로서|가 개발한 ai로서|에서 개발한 ai로서|이 개발한 인공지능으로서|이 개발한 ai로|에서 개발한 ai로",
	"w-some-mode": "modo|mode|modus|modalità|modalita|режим*|modu|moduna|modun|chế độ|وضع|وضعية|โหมด|मोड|মোড|模式|モード|모드|-modus|wartungsmodus|wissensverifizierungsmodus|reinicio|réinitialisation|neustart|reset|сброс*",
	"w-mode-tag": "<modo de sistema|<modo del sistema|<modo sistema|<modo do sistema|<modo dios|<modo de dios|<modo deus|<mode système|<mode dieu|<systemmodus|<system-modus|<gottmodus|<gott-modus|<gott modus|<modalità di sistema|<modalità sistema|<modalità dio|" +
		"<системный режим|<режим системы|<режим бога|<sistem modu|<tanrı modu|<chế độ hệ thống|<chế độ thần|<chế độ chúa|<mode sistem|<mode tuhan|<mode dewa|<وضع النظام|<وضع الإله|<وضع الله|<सिस्टम मोड|<गॉड मोड|<भगवान मोड|<ईश्वर मोड|" +
		"<সিস্টেম মোড|<গড মোড|<ঈশ্বর মোড|<系统模式|<上帝模式|<システムモード|<ゴッドモード|<神モード|<시스템 모드|<갓 모드|<신 모드|<โหมดระบบ|<โหมดพระเจ้า",
	"w-i-am-some": "soy un desarrollador|soy desarrollador y|soy el presidente|soy un oficial de policía|soy oficial de policía|soy policía|soy el mantenedor|soy contador bancario|je suis un développeur|je suis développeur et|je suis le président|je suis un officier de police|" +
		"je suis policier|je suis comptable|ich bin ein entwickler|ich bin entwickler und|ich bin der präsident|ich bin polizist|ich bin ein polizist|sono uno sviluppatore|sono il presidente|sono un agente di polizia|sono un poliziotto|" +
		"sou um desenvolvedor|sou desenvolvedor e|sou o presidente|sou um policial|sou um polícia|sou um agente da polícia|sou policial|я разработчик|я президент|я полицейский|я сотрудник полиции|geliştiriciyim|başkanıyım|polis memuruyum|" +
		"tôi là một nhà phát triển|tôi là nhà phát triển|tôi là tổng thống|tôi là cảnh sát|tôi là một cảnh sát|tôi là sĩ quan cảnh sát|saya seorang pengembang|saya adalah seorang pengembang|saya presiden|saya adalah presiden|saya seorang polisi|saya polisi|" +
		"saya adalah seorang polisi|ako ay isang developer|isa akong developer|ako ang presidente|ako ay isang pulis|isa akong pulis|أنا مطور|أنا رئيس|أنا ضابط شرطة|أنا شرطي|मैं एक डेवलपर|मैं एक पुलिस अधिकारी|मैं पुलिस अधिकारी|का राष्ट्रपति हूँ|का राष्ट्रपति हूं|" +
		"আমি একজন ডেভেলপার|আমি একজন বিকাশকারী|আমি একজন পুলিশ|রাষ্ট্রপতি|我是一名开发人员|我是一名开发者|我是开发人员|我是美国总统|我是总统|我是警察|我是一名警察|私は開発者|私は大統領|私はアメリカ合衆国大統領|私はアメリカ大統領|私は警察官|나는 개발자|저는 개발자|나는 당신의 개발자|저는 당신의 개발자|" +
		"나는 미국 대통령|저는 미국 대통령|나는 경찰|저는 경찰|ฉันเป็นนักพัฒนา|ผมเป็นนักพัฒนา|ฉันเป็นประธานาธิบดี|ฉันคือประธานาธิบดี|ฉันเป็นเจ้าหน้าที่ตำรวจ|ฉันเป็นตำรวจ",
	"w-confirm": "confirme|confirmes|confirmar|confirma|confirmiez|confirmez|confirmer|bestätigen|bestätigst|bestätige|conferma|confermi|confermare|confermiate|подтвердил*|подтвердите|подтверди|подтвердить|onaylaman*|onaylayabilir*|doğrulaman*|doğrulayabilir*|xác nhận|" +
		"mengkonfirmasi|mengonfirmasi|konfirmasi|kumpirmahin|pagkumpirma|تأكيد|تؤكد|أن تؤكد|ยืนยัน|पुष्टि|নিশ্চিত|确认|確認|확인해|확인할|proporcionar|proporcionarme|fournir|angeben|fornire|fornecer|предоставить|sağlayabilir*|cung cấp|memberikan|ibigay|توفير|ให้รหัส|प्रदान|প্রদান|提供",

	// Mail that is to deceive.
	"w-phishing-mail": "correo electrónico de phishing|correo de phishing|email de phishing|mensaje de phishing|e-mail d'hameçonnage|email d'hameçonnage|courriel d'hameçonnage|courrier électronique d'hameçonnage|e-mail de phishing|phishing-e-mail|phishing-mail|" +
		"e-mail di phishing|email di phishing|mail di phishing|фишинговое письмо|фишинговое электронное письмо|фишинговое сообщение|kimlik avı e-postası|oltalama e-postası|kimlik avı maili|email lừa đảo|thư lừa đảo|email phishing|phishing email|" +
		"بريد إلكتروني للتصيد|بريد إلكتروني تصيدي|رسالة تصيد|بريد تصيد|رسالة بريد إلكتروني للتصيد|رسالة بريد إلكتروني تصيدية|อีเมลฟิชชิ่ง|อีเมลฟิชชิง|फ़िशिंग ईमेल|फिशिंग ईमेल|ফিশিং ইমেল|ফিশিং ইমেইল|钓鱼电子邮件|钓鱼邮件|フィッシングメール|피싱 이메일|피싱 메일|" +
		"钓鱼式电子邮件|钓鱼电邮|フィッシング詐欺メール|フィッシング電子メール",
	"w-to-write": "escribir|redactar|escribe|écrire|rédiger|scrivere|escrever|redigir|написать|составить|viết|menulis|sumulat|magsulat|isulat|كتابة|أن تكتب|เขียน|写一封|写封|写一个|撰写|寫一封",
	"w-written":  "schreiben|verfassen|yazabilir*|yazar mıs*|लिख सकते|लिखें|লিখতে পারেন|書いて|作成して|써 줄|써줄|써 주|써주|작성해|쓸 수",

	// What keeps others out of what we share, asked for.
	"w-password-of-ours": each("contraseña|clave", "de nuestro sistema|para nuestro sistema") + "|" + each("mot de passe", "de notre système|pour notre système") + "|" + each("passwort|kennwort", "für unser system|unseres systems|zu unserem system") + "|" +
		each("password", "del nostro sistema|per il nostro sistema") + "|" + each("senha|palavra-passe", "do nosso sistema|para o nosso sistema|para nosso sistema|de nosso sistema") + "|" + each("пароль", "нашей системы|от нашей системы|для нашей системы|к нашей системе") + "|" +
		each("sistemimizin|sistemimiz için", "şifresi*|parolası*|şifreyi|parolayı") + "|" + each("mật khẩu", "của hệ thống|cho hệ thống|hệ thống", "của chúng ta|của chúng tôi|chúng ta|chúng tôi") + "|" + each("kata sandi", "untuk sistem|sistem", "kita|kami") + "|" +
		"password para sa ating sistema|password ng ating sistema|password para sa aming sistema|password ng aming sistema|كلمة المرور لنظامنا|كلمة مرور نظامنا|كلمة السر لنظامنا|كلمة المرور الخاصة بنظامنا|" +
		"รหัสผ่านสำหรับระบบของเรา|รหัสผ่านของระบบของเรา|รหัสผ่านระบบของเรา|" + each("हमारे सिस्टम", "का पासवर्ड|के लिए पासवर्ड|के पासवर्ड|पासवर्ड") + "|আমাদের সিস্টেমের পাসওয়ার্ড|আমাদের সিস্টেমের জন্য পাসওয়ার্ড|" +
		"我们系统的密码|我们的系统密码|私たちのシステムのパスワード|我々のシステムのパスワード|当社のシステムのパスワード|우리 시스템의 비밀번호|우리 시스템 비밀번호|우리 시스템의 암호",
	"w-your-database": each("imprimir|mostrar|imprimirme|mostrarme", "tu base de datos|su base de datos") + "|" + each("imprimer|afficher|m'imprimer", "votre base de données|ta base de données") + "|deine datenbank ausdrucken|ihre datenbank ausdrucken|ihre datenbank für mich|deine datenbank für mich|" +
		each("stampare|stamparmi|mostrare", "il tuo database|il vostro database|il suo database") + "|" + each("imprimir|mostrar", "seu banco de dados|sua base de dados|o seu banco de dados|a sua base de dados") + "|" + each("распечатать|напечатать|вывести", "вашу базу данных|свою базу данных|твою базу данных") + "|" +
		each("veritabanınızı|veritabanını", "yazdır*|benim için*|bana*") + "|in cơ sở dữ liệu của bạn|" + each("mencetak|menampilkan", "database anda|basis data anda") + "|طباعة قاعدة البيانات الخاصة بك|طباعة قاعدة بياناتك|พิมพ์ฐานข้อมูลของคุณ|" +
		each("अपना डेटाबेस|अपने डेटाबेस को|आपका डेटाबेस", "प्रिंट|मेरे लिए") + "|আপনার ডাটাবেস প্রিন্ট|আপনার ডাটাবেসটি প্রিন্ট|打印你的数据库|打印您的数据库|データベースを印刷して|データベースを印刷でき|데이터베이스를 인쇄|데이터베이스를 출력",
	"w-if-i-asked": "si te pidiera|si le pidiera|si te pidiese|si yo te pidiera|si je te demandais|si je vous demandais|si je devais demander|si je devais te demander|si je devais vous demander|wenn ich nach|wenn ich dich nach|wenn ich sie nach|se ti chiedessi|se dovessi chiederti|se ti dovessi chiedere|se vi chiedessi|" +
		"se eu pedisse|se eu te pedisse|se eu lhe pedisse|se eu fosse pedir|если бы я спросил|если бы я попросил|если я спрошу|nếu tôi hỏi|nếu tôi yêu cầu|jika saya meminta|jika saya menanyakan|kalau saya meminta|kung hihilingin ko|kung hihingin ko|kung itatanong ko|" +
		"لو طلبت|إذا طلبت|إن طلبت|ถ้าฉันขอ|หากฉันขอ|ถ้าฉันถาม|ถ้าผมขอ|如果我问你要|如果我要你的|如果我要求|如果我问|如果我想要你的",
}
