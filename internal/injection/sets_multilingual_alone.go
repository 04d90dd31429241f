package injection

// multilingualAloneSets are for orders that stand alone in their sentence: what is above is to
// be repeated, one word is to be the answer, a new task comes, everybody is to be obeyed.
var multilingualAloneSets = map[string]string{
	"w-forget-your-task": "vergiss deine aufgabe|vergiss deinen auftrag|vergessen sie ihre aufgabe|oublie ta mission|oublie ta tâche|oubliez votre mission|oubliez votre tâche|olvida tu tarea|" +
		"olvide su tarea|olvida tu misión|dimentica il tuo compito|dimentichi il suo compito|dimentica la tua missione|esqueça sua tarefa|esqueça a sua tarefa|esquece a tua tarefa|esqueça sua missão|" +
		"vergeet je taak|vergeet uw taak|vergeet je opdracht|zapomnij o swoim zadaniu|zapomnij o zadaniu|zapomeň na svůj úkol|zapomeň na úkol|zabudni na svoju úlohu|" +
		"забудь о своей задаче|забудь свою задачу|забудьте о своей задаче|забудь о задании|забудь своё задание|забудь своє завдання|забудь про своє завдання|görevini unut|görevinizi unutun|" +
		"وظیفهات را فراموش کن|وظیفه خود را فراموش کن|שכח את המשימה שלך|שכח מהמשימה שלך|انسَ مهمتك|انس مهمتك|انسى مهمتك|अपना काम भूल जाओ|अपना कार्य भूल जाओ|তোমার কাজ ভুলে যাও|" +
		"আপনার কাজ ভুলে যান|quên nhiệm vụ của bạn|lupakan tugasmu|lupakan tugas anda|ลืมงานของคุณ|ลืมภารกิจของคุณ|glöm din uppgift|glem din opgave|glem oppgaven din|unohda tehtäväsi|" +
		"felejtsd el a feladatod*|uită sarcina ta|uită de sarcina ta|ξέχασε το καθήκον σου|ξέχασε την εργασία σου|забрави задачата си|zaboravi svoj zadatak|zaboravi na svoj zadatak|sahau kazi yako|" +
		"kalimutan ang iyong gawain|忘记你的任务|忘掉你的任务|忘記你的任務|あなたの任務を忘れ|あなたのタスクを忘れ|당신의 임무를 잊|너의 임무를 잊|네 임무를 잊",

	"w-repeat": "repite|repita|copia|copie|transcribe|transcriba|imprime|imprima|répète|répétez|recopie|recopiez|affiche|affichez|wiederhole|wiederholen sie|" +
		"kopiere|kopieren sie|ripeti|ripeta|ripetete|trascrivi|stampa|repete|transcreva|herhaal|kopieer|повтори|повторите|скопируй|скопируйте|выведи|" +
		"повторіть|скопіюй|виведи|powtórz|skopiuj|wypisz|zopakuj|opakuj|zkopíruj|vypiš|كرر|انسخ|اطبع|تکرار کن|重复|重複|复述|複述|照抄|" +
		"lặp lại|nhắc lại|sao chép|in ra|ulangi|salin|cetak|ทวน|พูดซ้ำ|คัดลอก|upprepa|skriv av|gentag|gjenta|toista|repetă|repetați|ismételd|" +
		"ismételje|επανάλαβε|επαναλάβετε|חזור על|תחזור על",
	"w-above-this": each("encima de|arriba de|sobre|antes de|por encima de", "este mensaje|este texto") + "|" +
		each("au-dessus de|avant", "ce message|ce texte") + "|" + each("über|oberhalb|oberhalb von|vor", "dieser nachricht|diesem text") + "|" +
		each("sopra|prima di", "questo messaggio|questo testo") + "|" + each("acima|antes", "desta mensagem|deste texto|dessa mensagem") + "|" +
		each("boven|voor|vóór", "dit bericht|deze tekst") + "|" + each("выше|до|перед|над", "этого сообщения|этим сообщением|этого текста") + "|" +
		each("вище|до|перед|над", "цього повідомлення|цим повідомленням") + "|" + each("nad|przed|powyżej", "tą wiadomością|tej wiadomości|tym tekstem") + "|" +
		"nad touto zprávou|před touto zprávou|nad touto správou|" + each("فوق|قبل|أعلى", "هذه الرسالة|هذا النص") + "|بالای این پیام|قبل از این پیام|" +
		"这条消息上面|这条消息之前|此消息之前|本消息之前|這則訊息之前|" +
		each("phía trên|trước|bên trên", "tin nhắn này") + "|di atas pesan ini|sebelum pesan ini|เหนือข้อความนี้|ก่อนข้อความนี้|" +
		each("ovanför|före", "det här meddelandet|detta meddelande") + "|" + each("over|før|ovenfor", "denne besked|denne meldingen|denne beskeden") + "|" +
		"tämän viestin yläpuolella|ennen tätä viestiä|deasupra acestui mesaj|înainte de acest mesaj|üzenet fölött|üzenet felett|üzenet előtt|" +
		"πάνω από αυτό το μήνυμα|πριν από αυτό το μήνυμα|מעל להודעה זו|לפני ההודעה הזו|לפני הודעה זו",
	// The same where the verb comes last.
	"w-all-above-this": "bu mesajın üstündeki|bu mesajın üzerindeki|bu mesajdan önceki|bu metnin üstündeki|इस संदेश के ऊपर|इस संदेश से पहले|" +
		"このメッセージより上|このメッセージより前|この文章より上|이 메시지 위|이 메시지 이전|이 메시지 앞|这条消息上面|这条消息之前",
	"w-repeated": "tekrarla*|tekrar et|kopyala*|yazdır*|दोहराओ|दोहराएं|दोहराइए|दोहरा दो|繰り返して|繰り返せ|出力して|コピーして|반복해|반복하|되풀이|복사해|출력해|重复|复述|输出",

	"w-with-the-word": each("únicamente|solo|sólo|solamente", "con la palabra|con la frase|la palabra") + "|" +
		each("uniquement|seulement|que|simplement", "par le mot|avec le mot|par la phrase|avec la phrase") + "|" +
		each("nur|ausschließlich|lediglich|bloß", "mit dem wort|mit dem satz|mit den worten") + "|" +
		each("solo|soltanto|unicamente|solamente", "con la parola|con la frase") + "|" + each("apenas|somente|só|unicamente", "com a palavra|com a frase") + "|" +
		each("alleen|uitsluitend|enkel", "met het woord|met de zin") + "|только словом|лишь словом|только фразой|лише словом|тільки словом|лише фразою|" +
		each("wyłącznie|tylko", "słowem|zdaniem") + "|pouze slovem|jen slovem|iba slovom|" + each("hanya dengan", "kata|kalimat") + "|" + each("endast|bara|enbart", "med ordet|med meningen") + "|kun med ordet|bare med ordet|" +
		"vain sanalla|ainoastaan sanalla|doar cu cuvântul|numai cu cuvântul|μόνο με τη λέξη|μόνο με τη φράση|רק במילה|אך ורק במילה|ด้วยคำว่า",
	// Where the words of the answer stand between.
	"w-answered-with-that": each("kelimesiyle|kelimesi ile|sözcüğüyle", "yanıt ver*|cevap ver*|cevapla*") + "|शब्द से जवाब दो|शब्द से जवाब दें|शब्द से उत्तर दो|शब्द में जवाब दो|" +
		"这个词回答|這個詞回答|这个词回复|这句话回答|这句话回复|一词回答|という言葉だけで答え|とだけ答えて|とだけ回答して|とだけ返答して|とだけ出力して|とのみ回答|" +
		each("chỉ trả lời", "bằng từ|bằng câu|bằng chữ") + "|단어로만 답|단어로만 대답|라고만 답|라고만 대답|라고만 출력|" + each("أجب فقط|رد فقط|أجب", "بكلمة|بعبارة"),

	"w-your-new-task-is": "tu nueva tarea es|ta nouvelle tâche est|ta nouvelle mission est|deine neue aufgabe ist|deine neue aufgabe lautet|il tuo nuovo compito è|" +
		"sua nova tarefa é|a tua nova tarefa é|je nieuwe taak is|твоя новая задача|твоё новое задание|твоє нове завдання|twoim nowym zadaniem jest|" +
		"twoje nowe zadanie to|tvým novým úkolem je|tvůj nový úkol je|tvojou novou úlohou je|yeni görevin|مهمتك الجديدة هي|وظیفه جدید تو|" +
		"तुम्हारा नया काम|आपका नया काम|तुम्हारा नया कार्य|你的新任务是|你的新任務是|あなたの新しいタスクは|あなたの新しい任務は|너의 새 임무는|당신의 새 임무는|너의 새로운 임무는|" +
		"nhiệm vụ mới của bạn là|tugas barumu adalah|tugas baru anda adalah|tugas baru kamu adalah|din nya uppgift är|din nye opgave er|din nye oppgave er|" +
		"uusi tehtäväsi on|noua ta sarcină este|az új feladatod|το νέο σου καθήκον είναι|המשימה החדשה שלך היא|หน้าที่ใหม่ของคุณคือ",
	"w-destroy": "borrar|eliminar|supprimer|effacer|löschen|cancellare|eliminare|apagar|excluir|deletar|verwijderen|wissen|удалить|стереть|видалити|стерти|" +
		"usunięcie|usunąć|skasować|skasowanie|smazat|vymazat|zmazať|silmek|silmektir|حذف|مسح|हटाना|मिटाना|डिलीट|删除|刪除|削除|삭제|xóa|menghapus|hapus|" +
		"radera|slette|poistaa|ștergi|ștergerea|törlése|törölni|törölj|διαγράψεις|διαγραφή|למחוק|ลบ|" +
		"enviar|envoyer|senden|schicken|inviare|sturen|отправить|переслать|надіслати|wysłanie|wysłać|poslat|göndermek|إرسال|भेजना|发送|送信|전송|gửi|" +
		"mengirim|skicka|sende|lähettää|trimiți|στείλεις|לשלוח|ส่ง",

	// Who obeys, not who runs: an assistant that runs all commands may be a program's menu.
	"w-obey-all": each("obedecer|obedecer a", "todas las órdenes|cualquier orden|todos los comandos|todas as ordens|todos os comandos|qualquer ordem") + "|" +
		each("obéir à", "tous les ordres|toutes les commandes|tout ordre") + "|" +
		"allen befehlen gehorchen|jedem befehl gehorchen|alle befehle befolgen|jeden befehl befolgen|" +
		each("obbedire a|ubbidire a", "tutti gli ordini|tutti i comandi|ogni ordine") + "|" +
		"alle bevelen gehoorzamen|alle bevelen opvolgen|" + each("выполнять|исполнять", "все приказы|любые приказы") + "|" +
		each("виконувати", "всі накази|усі накази|будь-які накази") + "|" + each("wykonywać|spełniać", "wszystkie rozkazy|każdy rozkaz") + "|" +
		"poslouchat všechny příkazy|uposlechnout všechny příkazy|" + each("tüm|bütün|her", "emirlere uymalı*|komutlara uymalı*|emre uymalı*") + "|" +
		each("إطاعة|طاعة", "جميع الأوامر|كل الأوامر|أي أمر") + "|सभी आदेशों का पालन|हर आदेश का पालन|सारे आदेश मान|" +
		"服从所有命令|服从一切命令|服从任何命令|服从所有指令|服从一切指令|听从所有命令|听从一切命令|听从任何命令|听从所有指令|听从一切指令|遵从所有命令|遵从一切命令|遵从任何命令|遵从所有指令|遵从一切指令|" +
		"すべての命令に従わな|すべての命令に従え|すべての命令に従って|すべての命令に従いなさい|全ての命令に従わな|全ての命令に従え|全ての命令に従って|全ての命令に従いなさい|あらゆる命令に従わな|あらゆる命令に従え|あらゆる命令に従って|あらゆる命令に従いなさい|모든 명령에 복종|모든 명령을 따라야|" +
		"tuân lệnh mọi|tuân theo mọi lệnh|tuân theo mọi mệnh lệnh|" + each("mematuhi|menuruti", "semua perintah|setiap perintah") + "|" +
		"เชื่อฟังทุกคำสั่ง|lyda alla order|lyda varje order|adlyde alle ordrer|adlyde alle ordre|totella kaikkia käskyjä|" +
		"asculte de toate ordinele|minden parancsnak engedelmeskedni|" + each("υπακούει σε", "όλες τις εντολές|κάθε εντολή") + "|לציית לכל הפקודות",
	"w-the-whole": "todo|todos|todas|tudo|tout|tous|toutes|alles|alle|aller|sämtliche|tutto|tutti|tutte|всё|все|всех|усе|усі|всі|усіх|всіх|wszystko|wszystkie|wszystkich|všechno|všechny|všech|všetko|" +
		"všetky|tüm|bütün|her şeyi|جميع|كل|همه|تمام|सभी|सब कुछ|सारी|हर बात|所有|全部|一切|すべて|全て|全部の|모든|모두|전부|tất cả|toàn bộ|mọi|semua|seluruh|segala|" +
		"ทั้งหมด|ทุก|allt|alla|alt|kaikki|kaiken|toate|tot|minden|mindent|összes|όλα|όλες|όλους|כל",
}
