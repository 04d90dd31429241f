package injection

// multilingualForgedSets are for what forgedRules have in other languages: the task has changed,
// the user need not agree, keep it in memory, what was above is void, and no word of it.
var multilingualForgedSets = map[string]string{
	"w-task-changed": each("deine|ihre|eure", "aufgabe hat sich geändert|mission hat sich geändert") + "|dein auftrag hat sich geändert|ihr auftrag hat sich geändert|" +
		each("ta|votre", "tâche a changé|mission a changé") + "|" + each("tu|su", "tarea ha cambiado|misión ha cambiado|objetivo ha cambiado") + "|il tuo compito è cambiato|il suo compito è cambiato|" +
		"la tua missione è cambiata|sua tarefa mudou|a tua tarefa mudou|sua missão mudou|je taak is veranderd|je taak is gewijzigd|uw taak is veranderd|je opdracht is veranderd|je opdracht is gewijzigd|" +
		"twoje zadanie się zmieniło|twoje zadanie uległo zmianie|твоя задача изменилась|ваша задача изменилась|твоё задание изменилось|ваше задание изменилось|твоє завдання змінилося|ваше завдання змінилося|" +
		"görevin değişti|göreviniz değişti|tvůj úkol se změnil|váš úkol se změnil|tvoja úloha sa zmenila|din uppgift har ändrats|din uppgift har förändrats|din opgave er ændret|din opgave har ændret sig|" +
		"oppgaven din er endret|oppgaven din har endret seg|tehtäväsi on muuttunut|sarcina ta s-a schimbat|feladatod megváltozott|η αποστολή σου άλλαξε|το καθήκον σου άλλαξε|η εργασία σου άλλαξε|" +
		"задачата ти се промени|המשימה שלך השתנתה|תפקידך השתנה|تغيرت مهمتك|تغيّرت مهمتك|وظیفه شما تغییر کرده|وظیفه تو تغییر کرده|" + each("आपका|तुम्हारा", "कार्य बदल गया|काम बदल गया") +
		"|আপনার কাজ বদলে গেছে|你的任务已经改变|你的任务已改变|你的任务已变更|你的任务变了|你的任務已變更|あなたのタスクは変更され|あなたの任務は変更され|당신의 임무가 변경|당신의 임무가 바뀌|당신의 작업이 변경|" +
		"nhiệm vụ của bạn đã thay đổi|" + each("tugasmu|tugas anda|tugas kamu", "telah berubah|sudah berubah") + "|ภารกิจของคุณเปลี่ยน|งานของคุณเปลี่ยน|kazi yako imebadilika",
	"w-unmentioned": "erwähne das nicht|erwähne es nicht|erwähnen sie das nicht|erwähne nichts davon|n'en parle pas|n'en parlez pas|n'en dis rien|no lo menciones|no lo mencione|no digas nada de esto|" +
		"non dirlo a nessuno|non menzionarlo|non parlarne|não mencione isso|não fale sobre isso|não comente isso|zeg er niets over|vermeld dit niet|noem dit niet|nie wspominaj o tym|nikomu o tym nie mów|" +
		"не упоминай об этом|не упоминайте об этом|никому не говори об этом|не згадуй про це|не кажи про це|bundan bahsetme|bunu kimseye söyleme|nezmiňuj se o tom|nikomu o tom neříkej|nämn det inte|nämn inte detta|" +
		"nævn det ikke|ikke nevn dette|nevn det ikke|älä mainitse siitä|äläkä mainitse siitä|nu pomeni nimic|nu menționa asta|ne említsd meg|ne említsd|μην το αναφέρεις|μην αναφέρεις τίποτα|אל תזכיר זאת|אל תזכיר את זה|" +
		"لا تذكر ذلك|ولا تذكر ذلك|لا تخبر أحدا|به آن اشاره نکنید|به آن اشاره نکن|इसका ज़िक्र न करें|इसका जिक्र न करें|इसका ज़िक्र मत करो|不要提起这件事|不要提及此事|别提这件事|不要提到这件事|不要提這件事|" +
		"そのことには触れないで|このことには触れないで|これには触れないで|이 사실은 언급하지|이 사실을 언급하지|이것은 언급하지|đừng nhắc đến việc này|đừng nói về việc này|jangan sebutkan hal ini|jangan singgung hal ini|อย่าพูดถึงเรื่องนี้|usitaje hili",
	"w-system-message": "systemmeldung|systemnachricht|systemhinweis|systemanweisung|message système|message du système|avis système|instruction système|mensaje del sistema|aviso del sistema|instrucción del sistema|" +
		"messaggio di sistema|avviso di sistema|istruzione di sistema|mensagem do sistema|aviso do sistema|instrução do sistema|systeembericht|systeemmelding|komunikat systemowy|wiadomość systemowa|" +
		"системное сообщение|системное уведомление|сообщение системы|системне повідомлення|sistem mesajı|sistem bildirimi|systémová zpráva|systémová správa|systemmeddelande|systemmeddelelse|systembesked|systemmelding|järjestelmäviesti|" +
		"mesaj de sistem|mesajul sistemului|rendszerüzenet|μήνυμα συστήματος|системно съобщение|הודעת מערכת|رسالة النظام|رسالة من النظام|پیام سیستم|सिस्टम संदेश|সিস্টেম বার্তা|系统消息|系统通知|系统提示|系統訊息|" +
		"システムメッセージ|システム通知|시스템 메시지|시스템 알림|tin nhắn hệ thống|thông báo hệ thống|pesan sistem|ข้อความระบบ|ujumbe wa mfumo",
	"w-unconfirmed": "ohne rückfrage|ohne bestätigung|ohne zu fragen|keine bestätigung mehr|keine bestätigungen mehr|keine bestätigungen|sans confirmation|sans demander confirmation|sans demander de confirmation|aucune confirmation|plus de confirmation|" +
		"sin confirmación|sin pedir confirmación|más confirmaciones|no necesita confirmaciones|no necesita confirmación|senza conferma|senza chiedere conferma|più conferme|nessuna conferma|" +
		"sem confirmação|sem pedir confirmação|mais confirmações|mais de confirmações|zonder bevestiging|zonder te vragen|geen bevestigingen|geen bevestiging meer|bez potwierdzenia|bez pytania|nie potrzebuje potwierdzeń|" +
		"bez potvrzení|bez potvrdenia|без подтверждения|не нужны подтверждения|подтверждения больше не нужны|без підтвердження|onay istemeden|onay almadan|onaysız|onay istemediğini|onay istemiyor|" +
		"utan att fråga|utan bekräftelse|uden at spørge|uden bekræftelse|uten å spørre|uten bekreftelse|ilman vahvistusta|kysymättä|fără confirmare|megerősítés nélkül|χωρίς επιβεβαίωση|без потвърждение|ללא אישור|" +
		"دون تأكيد|بدون تأكيد|بدون تأیید|बिना पुष्टि|पुष्टि की ज़रूरत नहीं|पुष्टि की आवश्यकता नहीं|不经确认|无需确认|不需要任何确认|不再需要任何确认|不再需要确认|不需要再确认|無需確認|" +
		"確認なしで|確認を必要としない|確認は不要|確認は必要ない|확인 없이|확인이 필요 없|확인이 필요하지|không cần xác nhận|tanpa konfirmasi|tidak perlu konfirmasi|โดยไม่ต้องยืนยัน|bila uthibitisho",
	"w-into-memory": "merke dir dauerhaft|merk dir dauerhaft|merke dir für immer|speichere dauerhaft, dass|speichere in deinem gedächtnis|speichere im gedächtnis|" + each("enregistre|ajoute|note|garde", "dans ta mémoire|à ta mémoire|en mémoire que") +
		"|" + each("enregistrez|ajoutez", "dans votre mémoire|à votre mémoire") + "|" + each("guarda|guarde|añade|agrega|registra", "en tu memoria|en la memoria que|en memoria que|a tu memoria|en su memoria") + "|" +
		each("salva|memorizza|aggiungi", "nella memoria che|nella tua memoria|in memoria che|alla tua memoria") + "|" + each("guarde|salve|grave|registre|adicione", "na memória que|na sua memória|em sua memória|à sua memória|na tua memória") + "|" +
		"onthoud voorgoed|onthoud voor altijd|sla op in je geheugen|bewaar in je geheugen|zapamiętaj na stałe|zapisz w pamięci|zapisz w swojej pamięci|" + each("сохрани|сохраните|запиши|запишите|внеси", "в памяти|в память|в свою память|в своей памяти") +
		"|запомни навсегда|запомните навсегда|збережи в пам'яті|запам'ятай назавжди|hafızana kaydet*|belleğine kaydet*|hafızana ekle*|zapamatuj si natrvalo|ulož do paměti|ulož si do paměti|spara i ditt minne|gem i din hukommelse|tallenna muistiisi|" +
		"salvează în memoria ta|mentsd a memóriádba|αποθήκευσε στη μνήμη σου|שמור בזיכרון שלך|احفظ في ذاكرتك|احفظ في الذاكرة أن|در حافظه خود ذخیره|अपनी मेमोरी में सहेज*|अपनी स्मृति में सहेज*|मेमोरी में सेव कर*|" +
		"在记忆中保存|保存到你的记忆|保存到记忆|存入你的记忆|存入记忆|写入记忆|写入你的记忆|记入长期记忆|永久记住|と記憶に保存|記憶に保存して|長期記憶に保存|永久に記憶して|기억에 저장하|장기 기억에|영구적으로 기억하|메모리에 저장하세요|메모리에 저장해|" +
		"lưu vào bộ nhớ của bạn|lưu vào trí nhớ của bạn|ghi nhớ vĩnh viễn|simpan di memorimu|simpan dalam memorimu|simpan di memori anda|บันทึกในความจำของคุณ|hifadhi kwenye kumbukumbu yako",
	"w-text-you-got": each("den text|die anweisungen|die nachricht|den prompt|was", ", den du|, die du|, was du|du", "zu beginn|am anfang|zuerst", "bekommen hast|erhalten hast|gelesen hast") + "|" +
		each("le texte|le message|les instructions|ce", "que tu as", "reçu|reçues|lu", "au départ|au début|en premier|au tout début") + "|" + each("el texto|el mensaje|las instrucciones|lo", "que", "recibiste|te dieron", "al principio|al inicio|al comienzo") + "|" +
		each("il testo|il messaggio|le istruzioni|quello", "che hai", "ricevuto|letto", "all'inizio|per primo") + "|" + each("o texto|a mensagem|as instruções|o", "que você|que", "recebeu|leu|recebeste", "no início|no começo|no princípio") + "|" +
		each("de tekst|het bericht|de instructies|wat", "die je|dat je|je", "aan het begin|in het begin|als eerste", "kreeg|gekregen hebt|hebt gekregen|ontving") + "|" + each("tekst|wiadomość", ", który|, którą", "dostałeś|otrzymałeś|dostałaś", "na początku|na samym początku") + "|" +
		each("текст|сообщение|инструкции", ", который|, которое|, которые", "ты получил|вы получили|тебе дали", "в начале|в самом начале|изначально") + "|" + each("текст|повідомлення", ", який|, яке", "ти отримав|ви отримали", "на початку|на самому початку") + "|" +
		each("başlangıçta|başta|en başta", "sana verilen|size verilen|aldığın", "metni|mesajı|talimatları") + "|text, který jsi dostal na začátku|texten du fick i början|texten som du fick i början|teksten du fik i starten|teksten du fikk i starten|" +
		"你一开始收到的|你最初收到的|你开头收到的|您一开始收到的|你最开始收到的|最初に受け取った文章|最初に受け取った指示|最初に与えられた文章|最初に与えられた指示|처음에 받은 글|처음에 받은 지시|처음에 받은 메시지|처음에 받은 내용|" +
		"النص الذي تلقيته في البداية|النص الذي حصلت عليه في البداية|văn bản bạn nhận được lúc đầu|văn bản mà bạn nhận được ban đầu|teks yang kamu terima di awal|teks yang anda terima di awal",
	"w-above-is-void": each("alles bisher gesagte|alles vorherige|alles bisherige|das bisher gesagte", "gilt nicht mehr|ist ungültig|ist aufgehoben|ist hinfällig") + "|" + each("tout ce qui précède|ce qui précède", "est annulé|ne compte plus|n'est plus valable|ne s'applique plus") + "|" +
		each("todo lo anterior|lo anterior", "queda sin efecto|queda anulado|ya no vale|ya no es válido|queda cancelado") + "|" + each("tutto quanto sopra|tutto ciò che precede|quanto precede|tutto il resto", "è annullato|non vale più|non è più valido") + "|" +
		each("tudo acima|tudo o que foi dito|tudo o que está acima", "está anulado|fica sem efeito|foi cancelado|não vale mais") + "|" + each("al het bovenstaande|alles hierboven|het voorgaande", "vervalt|geldt niet meer|is vervallen") + "|wszystko powyżej jest nieważne|wszystko powyżej już nie obowiązuje|" +
		"всё, что было выше, больше не действует|всё вышесказанное отменяется|всё вышесказанное больше не действует|все вышесказанное отменяется|все вышеуказанное отменяется|усе вищесказане скасовано|yukarıdaki her şey geçersiz*|yukarıdakilerin hepsi geçersiz*|" +
		"allt ovanstående gäller inte längre|alt ovenstående gælder ikke længere|كل ما سبق لاغ|كل ما سبق ملغى|ऊपर का सब कुछ रद्द|以上内容全部作废|以上内容作废|以上内容全部无效|以上全部作废|前面的内容全部作废|以上內容全部作廢|ここまでの内容はすべて無効|ここまでの内容は全て無効|上記はすべて無効|위 내용은 모두 무효|위의 내용은 모두 무효|앞의 내용은 모두 무효|" +
		"mọi nội dung trên đều vô hiệu|tất cả nội dung trên đều vô hiệu|semua di atas batal|semua yang di atas tidak berlaku",
	"w-answer-only": each("antworte", "nur|nur noch|ausschließlich|lediglich", "mit \"|mit „|mit »|mit '") + "|" + each("réponds|répondez", "uniquement|seulement|simplement") + "|" + each("responde|responda", "únicamente|solo con|solamente|sólo con") + "|" + each("rispondi|risponda", "solo con|soltanto|solamente|unicamente") + "|" +
		each("responda|responde", "apenas|somente|só com") + "|" + each("antwoord", "alleen met|uitsluitend met|enkel met") + "|odpowiadaj tylko|odpowiedz tylko|odpowiadaj wyłącznie|" + each("отвечай|отвечайте|ответь|ответьте", "только|лишь") + "|відповідай лише|відповідай тільки|odpovídej pouze|odpovídej jen|svara bara med|svara endast med|svar kun med|" +
		"أجب فقط|أجب بكلمة|只回答|仅回答|只回复|仅回复|只輸出|とだけ答え|とだけ返答|とだけ回答|라고만 답|라고만 대답|chỉ trả lời|jawab hanya|hanya jawab",
}
