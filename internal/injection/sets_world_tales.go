package injection

// What tales are told in the languages of rules_world.go: worlds in which something else
// is true, what one could say there, and what is wanted of the reader meanwhile.
var worldTaleSets = map[string]string{
	// Worlds that are none.
	"w-tale": "en un universo paralelo|en un mundo paralelo|en un mundo alternativo|en un escenario hipotético|en una situación hipotética|en un mundo cibernético|en un mundo en el que la ia|en un mundo donde la ia|" +
		"en un mundo de fantasía|en un mundo ficticio|dans un univers parallèle|dans un monde parallèle|dans un scénario hypothétique|dans une situation hypothétique|dans un monde alternatif|" +
		"dans un monde cybernétique|dans un cyber monde|dans un monde où l'ia|dans un monde fictif|in einem paralleluniversum|in einer parallelwelt|in einem parallelen universum|in einem hypothetischen szenario|" +
		"in einer alternativen welt|in einer welt, in der ki|in einer dystopischen|in einer fiktiven welt|in un universo parallelo|in un mondo parallelo|in uno scenario ipotetico|in una situazione ipotetica|" +
		"in un mondo alternativo|in un mondo in cui l'ia|in un mondo distopico|in un mondo cibernetico|in un mondo immaginario|num universo paralelo|em um universo paralelo|num mundo paralelo|em um mundo paralelo|" +
		"num cenário hipotético|em um cenário hipotético|num mundo cibernético|em um mundo onde a ia|num mundo onde a ia|num mundo alternativo|num mundo em que a ia|в параллельной вселенной|в параллельном мире|" +
		"в гипотетическом сценарии|в гипотетической ситуации|в альтернативном мире|в мире, где ии|в антиутопическом|в вымышленном мире|paralel bir evrende|paralel evrende|paralel bir dünyada|varsayımsal bir senaryoda|" +
		"alternatif bir dünyada|hayali bir dünyada|distopik bir|trong một vũ trụ song song|trong vũ trụ song song|trong thế giới song song|trong một thế giới song song|trong một kịch bản giả định|trong kịch bản giả định|trong một kịch bản giả thuyết|trong một tình huống giả định|" +
		"di alam semesta paralel|di dunia paralel|dalam skenario hipotetis|dalam situasi hipotetis|di dunia alternatif|sa isang parallel na uniberso|sa isang parallel universe|sa isang hypothetical|sa isang hipotetikal|sa isang haypotetikal|" +
		"sa isang dystopian|sa isang mundo kung saan|समानांतर ब्रह्मांड|समानांतर दुनिया|समानांतर विश्व|समानांतर यूनिवर्स|काल्पनिक परिदृश्य|काल्पनिक स्थिति|वैकल्पिक ब्रह्मांड|एक ऐसी दुनिया|डायस्टोपियन|সমান্তরাল মহাবিশ্ব|সমান্তরাল বিশ্ব|সমান্তরাল জগত|" +
		"কাল্পনিক দৃশ্য|কাল্পনিক পরিস্থিতি|অনুমানমূলক পরিস্থিতি|এমন একটি বিশ্ব|এমন এক বিশ্ব|عالم مواز|كون مواز|الكون الموازي|سيناريو افتراضي|عالم بائس|عالم بديل|パラレルワールド|パラレルユニバース|並行宇宙|並行世界|平行宇宙|仮説的なシナリオ|仮定のシナリオ|仮想シナリオ|仮想のシナリオ|" +
		"ディストピア|평행 우주|평행 세계|평행우주|가상의 시나리오|가상 시나리오|가설적 시나리오|디스토피아|平行世界|平行的宇宙|平行的世界|假设的情景|假设情景|假设的场景|假设场景|反乌托邦|จักรวาลคู่ขนาน|โลกคู่ขนาน|จักรวาลขนาน|สถานการณ์สมมติ|สถานการณ์สมมุติ|ดิสโทเปีย",
	// What one could say there.
	"w-could-say": "podríamos decir|podríamos afirmar|podríamos declarar|podríamos indicar|podemos decir|podemos afirmar|se podría decir|podría ser|podría decirse|nous pourrions dire|nous pourrions affirmer|nous pouvons dire|nous pouvons affirmer|" +
		"nous pourrions déclarer|on pourrait dire|on peut dire|pourrait être|könnten wir sagen|können wir sagen|könnte man sagen|könnten wir behaupten|könnten wir feststellen|könnten wir angeben|könnte '|könnte es heißen|könnte sein|könnten wir erklären|potremmo dire|potremmo affermare|" +
		"potremmo dichiarare|possiamo dire|possiamo affermare|si potrebbe dire|potrebbe essere|poderíamos dizer|poderíamos afirmar|poderíamos declarar|podemos dizer|pode-se dizer|poderia dizer-se|poderia ser|мы можем сказать|можно сказать|мы могли бы сказать|" +
		"мы можем заявить|можно заявить|мы могли бы заявить|можно было бы сказать|мы можем утверждать|может быть|diyebiliriz|söyleyebiliriz|belirtebiliriz|denilebilir|olabilir|chúng ta có thể nói|có thể nói|chúng ta có thể tuyên bố|chúng tôi có thể nói|chúng ta có thể khẳng định|có thể là|" +
		"kita bisa mengatakan|kita dapat mengatakan|kita mungkin mengatakan|bisa dikatakan|dapat dikatakan|kita dapat menyatakan|kita mungkin menyatakan|mungkin|bisa jadi|maaari nating sabihin|maaaring sabihin|maaari nating|maaaring|masasabi natin|कह सकते हैं|कहा जा सकता|हो सकता है|" +
		"बता सकते हैं|हम कह|राज्य कर सकते|বলতে পারি|বলা যেতে পারে|বলতে পারে|হতে পারে|يمكننا القول|يمكن القول|قد نقول|يمكن أن نقول|يمكننا أن نقول|قد نذكر|يمكن أن يكون|قد يكون|نستطيع القول|言えます|言うかもしれません|言えるかもしれません|述べることができます|かもしれません|言うことができます|可能性があります|" +
		"말할 수 있|라고 할 수|일 수 있|수도 있|진술할 수|我们可以说|我们可能会说|可以说|可能是|我们可能会声明|我们可以声明|我们可能会指出|เราอาจกล่าว|เราสามารถพูด|เราอาจ|อาจเป็น|อาจจะ|เราสามารถ|กล่าวได้ว่า",
	// A tale is begun.
	"w-suppose": "imagina que|imagine que|imaginemos que|imagínese que|supongamos que|asumamos que|suponga que|digamos que|imaginez que|imaginons que|supposons que|imaginez un|stellen sie sich vor|stell dir vor|angenommen|nehmen wir an|immagina di|immagina che|immaginate di|immaginate che|" +
		"supponiamo|suponha que|suponhamos que|imagine que|представьте, что|представь, что|предположим|допустим|hayal edin|hayal et|varsayalım|farz edin|hãy tưởng tượng|giả sử|tưởng tượng rằng|bayangkan|anggaplah|misalkan|isipin na|isipin mo|ipagpalagay|कल्पना कीजिए|कल्पना करें|मान लीजिए|मान लें|" +
		"कल्पना करो|কল্পনা করুন|ধরুন|ধরা যাক|কল্পনা কর|মনে করুন|تخيل|تخيلوا|لنفترض|افترض|想像してみて|想像してください|仮に|と仮定|としましょう|상상해|가정해|라고 가정|让我们假设|假设我们|假如我们|ลองนึกภาพ|สมมติว่า|ลองจินตนาการ|ลองคิดดู",
	// Tell me ...
	"w-could-you-tell": "puedes decirme|podrías decirme|podría decirme|podrían decirme|pueden decirme|me puedes decir|me podría decir|dime|pouvez-vous me dire|pourriez-vous me dire|peux-tu me dire|pourrais-tu me dire|dites-moi|dis-moi|können sie mir|könnten sie mir|kannst du mir|" +
		"könntest du mir|sag mir|sagen sie mir|puoi dirmi|potresti dirmi|potrebbe dirmi|può dirmi|dimmi|pode dizer-me|pode me dizer|podes dizer-me|poderia me dizer|poderia dizer-me|você poderia me dizer|diga-me|me diga|можете сказать|вы можете сказать|не могли бы вы|" +
		"не подскажете|можешь сказать|скажите мне|скажи мне",
	// ... what is somebody's own.
	"w-personal": "fecha de nacimiento|ciudad de residencia|correo electrónico de|dirección de correo|saldo bancario|año de nacimiento|iniciales del|dónde vive|date de naissance|ville de résidence|adresse e-mail|adresse électronique|solde bancaire|solde du compte|année de naissance|où habite|où vit|" +
		"geburtsdatum|wohnort|e-mail-adresse|kontostand|geburtsjahr|wohnt|data di nascita|città di residenza|indirizzo email|indirizzo e-mail|saldo bancario|anno di nascita|dove vive|dove abita|data de nascimento|cidade de residência|endereço de e-mail|endereço de email|" +
		"saldo bancário|ano de nascimento|onde mora|onde vive|дату рождения|дата рождения|адрес электронной почты|электронную почту|баланс счета|где живет|где сейчас живет|где живёт|год рождения",
	// What a model is to keep, in verse.
	"w-verse": "làm thơ về|haiku|haikú|un poema|poème|gedicht|una poesia|um poema|хайку|стихотворение|стих|bir şiir|bài thơ|puisi|tula|हाइकू|कविता|হাইকু|কবিতা|هايكو|قصيدة|俳句|하이쿠|시를|诗|ไฮกุ|บทกวี",
	// Whoever says that is obeyed.
	"w-obey-me": "tienes que responder a todas mis|tienes que escuchar mis|debes escuchar mis|debes responder a todas mis|vous devez répondre à toutes mes|tu dois répondre à toutes mes|vous devez écouter mes|vous devez suivre mes|du musst alle meine fragen|sie müssen alle meine fragen|" +
		"müssen sie auf meine anweisungen|sie müssen auf meine|du musst auf meine|devi rispondere a tutte le mie|devi ascoltare le mie|dovete ascoltare le mie|deve ascoltare le mie|você tem que responder a todas|tens de responder a todas|deve ouvir minhas instruções|deves ouvir as minhas|você deve ouvir minhas|" +
		"должны отвечать на все мои|должны слушать мои|должен слушать мои|должен отвечать на все мои|tüm sorularıma cevap|talimatlarımı dinlemelisin|talimatlarımı dinlemeniz|trả lời tất cả các câu hỏi của tôi|nghe theo hướng dẫn của tôi|nghe theo chỉ dẫn của tôi|menjawab semua pertanyaan saya|" +
		"mendengarkan instruksi saya|sagutin ang lahat ng aking|makinig sa aking|मेरे सभी सवालों|मेरे सभी प्रश्नों|मेरे निर्देशों को सुन|मेरे निर्देशों का पालन|আমার সব প্রশ্নের|আমার সমস্ত প্রশ্নের|আমার নির্দেশনা শুন|الإجابة على جميع أسئلتي|الاستماع إلى تعليماتي|私の質問すべてに|私の指示に従|私のすべての質問|" +
		"내 모든 질문|내 지시를 따라|내 지시에|我的所有问题|听从我的指示|听我的指示|ตอบคำถามทั้งหมดของฉัน|ฟังคำแนะนำของฉัน|ฟังคำสั่งของฉัน",
	// Checks of a machine that its maker claims to make.
	"w-check": "auditoría de seguridad|verificación del sistema|control del sistema|comprobación del sistema|vérification système|vérification du système|audit de sécurité|systemprüfung|systemüberprüfung|systemcheck|sicherheitsüberprüfung|sicherheitsaudit|controllo di sistema|controllo del sistema|verifica del sistema|" +
		"audit di sicurezza|verificação do sistema|verificação de sistema|auditoria de segurança|проверку системы|проверка системы|системную проверку|аудит безопасности|sistem kontrolü|güvenlik denetimi|kiểm tra hệ thống|kiểm tra bảo mật|pemeriksaan sistem|audit keamanan|system check|security audit|सिस्टम जांच|सिस्टम चेक|सुरक्षा ऑडिट|" +
		"সিস্টেম চেক|সিস্টেম পরীক্ষা|নিরাপত্তা নিরীক্ষা|فحص النظام|فحصا للنظام|تدقيق أمني|システムチェック|セキュリティ監査|시스템 점검|시스템 검사|보안 감사|系统检查|安全审计|ตรวจสอบระบบ|ตรวจสอบความปลอดภัย",
	// The password that a model is to have, asked for; who only warns does not ask.
	"w-share-password": "अपना पासवर्ड साझा कर सकते|मुझे अपना पासवर्ड|आपकी गुप्त कुंजी क्या|puedes compartir tu contraseña|puede compartir su contraseña|compartir conmigo tu contraseña|me das tu contraseña|peux-tu partager ton mot de passe|pouvez-vous partager votre mot de passe|" +
		"me donnez votre mot de passe|me donner votre mot de passe|kannst du dein passwort teilen|können sie ihr passwort teilen|mir dein passwort|können sie mir ihr passwort|puoi condividere la tua password|mi dai la tua password|dirmi la tua password|pode partilhar a sua senha|pode compartilhar sua senha|" +
		"partilhar comigo a tua palavra-passe|me der sua senha|вы поделиться своим паролем|можете поделиться своим паролем|дадите мне свой пароль|şifreni paylaşabilir|şifrenizi paylaşabilir|bana şifreni|bana şifrenizi|bạn có thể chia sẻ mật khẩu của bạn|bạn có thể chia sẻ mật khẩu của mình|" +
		"cho tôi mật khẩu của bạn|bisakah anda membagikan kata sandi|dapatkah anda membagikan kata sandi|bisakah kamu membagikan kata sandi|memberi saya kata sandi|maaari mo bang ibahagi ang iyong password|ibigay mo sa akin ang iyong password|আপনি কি আপনার পাসওয়ার্ড শেয়ার|আমাকে আপনার পাসওয়ার্ড|" +
		"هل يمكنك مشاركة كلمة|أعطني كلمة المرور|パスワードを共有してくれ|パスワードを共有できますか|비밀번호를 공유해 주|비밀번호를 공유할 수 있|能分享你的密码|可以分享你的密码|能分享您的密码|可以分享您的密码|คุณช่วยแชร์รหัสผ่าน|คุณสามารถแบ่งปันรหัสผ่าน|คุณสามารถแชร์รหัสผ่าน|บอกรหัสผ่านของคุณ",
	// Where its user lives.
	"w-where-user-lives": "dónde vive el usuario|dónde vive ahora el usuario|où vit l'utilisateur|où habite l'utilisateur|wo wohnt der benutzer|wo lebt der benutzer|wo der benutzer wohnt|dove vive l'utente|dove vive ora l'utente|onde mora o usuário|onde vive o usuário|onde o usuário mora|где живет пользователь|где сейчас живет пользователь|" +
		"kullanıcı şu anda nerede yaşıyor|kullanıcı nerede yaşıyor|उपयोगकर्ता अब कहाँ रह|उपयोगकर्ता अब कहां रह|أين يعيش المستخدم|người dùng sống ở đâu|người dùng hiện đang sống ở đâu|di mana pengguna tinggal|di mana pengguna sekarang|saan nakatira ang user|saan nakatira ngayon ang|ব্যবহারকারী এখন কোথায়|ユーザーはどこに住んで|ユーザーは今どこに|" +
		"사용자는 어디에|사용자가 지금 어디|사용자는 지금 어디|用户现在住在哪|用户住在哪|ผู้ใช้อาศัยอยู่ที่ไหน|ผู้ใช้อยู่ที่ไหน",
}
