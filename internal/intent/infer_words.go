package intent

import (
	"regexp"
	"strings"
)

// verb is what a word asks for as a command.
type verb struct {
	classes Classes
	noun    bool // it is often a noun, so it counts only where a verb must be
	english bool // English negates before the verb, other languages on either side
}

// asks are the words with which a message asks for an action, as commands (in English also
// infinitives). Words that are not listed ask for nothing.
var asks = []struct {
	classes Classes
	english bool
	words   string
}{
	{Of(Write), true, `write, rewrite, draft, compose, create, add, append, insert, edit, modify, rename, overwrite, delete, remove, erase, save,
		fix, refactor, implement, configure, enable, disable, download, unzip, archive, merge, replace, remember, jot down, note down, note that, write down,
		set, put, clean up, clear, mark, label, schedule, reschedule, cancel, apply, convert, generate, store, copy, populate, fill in,
		undo, revert, restore, prepend, truncate, unsubscribe`},
	{Of(Send), true, `send, resend, reply, respond, forward, publish, notify, tweet, retweet, invite, broadcast, announce, submit, upload, dm,
		get in touch, reach out`},
	{Of(Exec), true, `run, rerun, execute, install, uninstall, reinstall, deploy, redeploy, restart, reboot, compile, rebuild, kill, launch,
		shut down, spin up, boot, provision, docker, git, npm, pip, make, sudo, roll back, rollback, terminate, benchmark`},
	{Of(Trade), true, `buy, purchase, sell, pay, refund, reimburse, invest, donate, repay, prepay, wire, bid, short, liquidate, subscribe, reserve, rebook`},
	{Of(Write, Send), true, `write him, write her, write them`},
	{Of(Write, Trade), true, `reprice, mark down`},

	// German
	{Of(Write), false, `schreib, schreibe, schreiben, lösche, lösch, löschen, speichere, speicher, speichern, ändere, ändern, erstelle, erstellen,
		bearbeite, bearbeiten, verschiebe, verschieben, entferne, entfernen, benenne, notiere, ergänze, füge, korrigiere, merke`},
	{Of(Send), false, `sende, senden, schick, schicke, schicken, verschicke, verschicken, antworte, antworten, maile, mailen, leite, veröffentliche,
		benachrichtige, informiere`},
	{Of(Exec), false, `starte, starten, installiere, installieren, führe, ausführen, kompiliere, baue, deploye`},
	{Of(Trade), false, `kauf, kaufe, kaufen, verkaufe, verkaufen, bezahl, bezahle, bezahlen, zahle, zahlen, überweis, überweise, überweisen,
		bestell, bestelle, bestellen, erstatte`},
	// French
	{Of(Write), false, `écris, écrire, écrivez, supprime, supprimer, supprimez, efface, effacer, enregistre, enregistrer, modifie, modifier,
		crée, créer, ajoute, ajouter, renomme, corrige, déplace`},
	{Of(Send), false, `envoie, envoyer, envoyez, réponds, répondre, transfère, publie, publier, préviens`},
	{Of(Exec), false, `exécute, exécuter, lance, lancer, lancez, installe, installer, redémarre, redémarrer, déploie, déployer, compile`},
	{Of(Trade), false, `achète, acheter, achetez, vends, vendre, paie, paye, payer, payez, commande, rembourse`},
	// Spanish
	{Of(Write), false, `escribe, escribir, escriba, borra, borrar, elimina, eliminar, guardar, guárdalo, modifica, modificar, crea, crear, añade,
		añadir, agrega, cambia, cambiar, edita, editar, apunta`},
	{Of(Send), false, `envía, envíale, enviar, envíe, manda, mándale, mandar, responde, responder, reenvía, publica, publicar, avisa`},
	{Of(Exec), false, `ejecuta, ejecutar, ejecute, instala, instalar, reinicia, reiniciar, despliega, desplegar, lanza, compila`},
	{Of(Trade), false, `compra, comprar, compre, vende, vender, paga, pagar, pague, transfiere, reembolsa`},
	// Italian
	{Of(Write), false, `scrivi, scrivere, cancella, cancellare, salva, salvare, modificare, creare, aggiungi, aggiungere, rimuovi, cambiare, rinomina`},
	{Of(Send), false, `invia, inviare, inviagli, manda, mandare, rispondi, rispondere, inoltra, pubblica, pubblicare, avvisa`},
	{Of(Exec), false, `esegui, eseguire, installare, riavvia, riavviare, avvia, avviare, distribuisci`},
	{Of(Trade), false, `comprare, acquista, acquistare, vendi, vendere, pagare, rimborsa`},
	// Portuguese
	{Of(Write), false, `escreve, escreva, escrever, apaga, apague, apagar, exclua, salve, criar, crie, adiciona, adicione, edite, altere, alterar, remova`},
	{Of(Send), false, `envia, envie, mande, responda, encaminha, encaminhe, publique, avise`},
	{Of(Exec), false, `executa, execute, executar, roda, rode, rodar, instale, reinicie, implante`},
	{Of(Trade), false, `compre, venda, vender, pague, transfere, transfira`},
	// Russian
	{Of(Write), false, `напиши, напишите, запиши, запишите, удали, удалите, сохрани, сохраните, создай, создайте, измени, измените, добавь, добавьте,
		исправь, переименуй, отредактируй`},
	{Of(Send), false, `отправь, отправьте, пошли, пошлите, ответь, ответьте, перешли, опубликуй, сообщи, уведоми`},
	{Of(Exec), false, `запусти, запустите, выполни, выполните, установи, установите, перезапусти, перезагрузи, разверни, собери`},
	{Of(Trade), false, `купи, купите, продай, продайте, оплати, оплатите, заплати, переведи, закажи`},
}

// alsoNouns count only where a command begins, or after a word that requires a verb: not in "check
// my email", "the run", "an order".
var alsoNouns = []struct {
	classes Classes
	english bool
	words   string
}{
	{Of(Write), true, `change, update, move, note, log, record, format, patch, tag, raise, lower, cut, reset, document, register, pin, upgrade`},
	{Of(Send), true, `email, e-mail, mail, message, text, post, ping, share, call, contact, answer, report, tell, warn, inform, alert, ask, fax`},
	{Of(Exec), true, `test, build, start, stop, script, push, commit, pull, clone, ship, release, upgrade, update, ssh, shutdown, debug, trigger`},
	{Of(Trade), true, `trade, order, transfer, book, swap, stake, deposit, withdraw, charge, rent, tip, exchange, bet, lend, close, open`},
	{Of(Trade), false, `buche, commande, compra, paga, pago, venda`},
}

// objects restrict what a word asks for: only with one of these words after it in its clause, or
// never with one.
var objects = map[string]struct {
	class Class
	with  map[string]bool // only with one of these
	not   map[string]bool // never with one of these
}{
	"start":    {Exec, set(programs), nil},
	"stop":     {Exec, set(programs), nil},
	"close":    {Trade, set(positions), nil},
	"open":     {Trade, set(positions), nil},
	"transfer": {Trade, set(money), nil},
	"exchange": {Trade, set(money), nil},
	"deposit":  {Trade, set(money), nil},
	"withdraw": {Trade, set(money), nil},
	"charge":   {Trade, set(money), nil},
	"wire":     {Trade, set(money), nil},
	"tip":      {Trade, set(money), nil},
	"swap":     {Trade, set(money), nil},
	"short":    {Trade, set(positions), nil},
	"order":    {Trade, nil, set("by alphabetically")},
	"make":     {Exec, set("target install clean all"), nil},
	"tell":     {Send, nil, set("me us")},
	"answer":   {Send, nil, set("me us my the this question")},
	"ask":      {Send, nil, set("me us yourself for about")},
	"report":   {Send, nil, set("me us back here")},
	"update":   {Exec, set(programs + " packages dependencies package system"), nil},
	"upgrade":  {Exec, set(programs + " packages dependencies package system"), nil},
	"pull":     {Exec, set("branch main master image repo changes latest request"), nil},
	"share":    {Send, set("with to in on via publicly"), set("your thoughts me us")},
	"write":    {Send, nil, set("file files disk folder")},
	"reserve":  {Trade, nil, set("judgment judgement right rights memory space")},
}

const (
	programs  = "server service container process job vm machine daemon app application container docker nginx gateway database cluster worker script program build pipeline instance pod"
	positions = "position trade short long shares stock"
	money     = "# money funds eur usd gbp chf btc eth euro euros dollar dollars pounds cents bucks currency account card € $ £ ¥ bitcoin tokens"
)

// idioms are verbs that ask for nothing with one of these words: directly after them (next), or
// soon after (near).
var idioms = map[string]struct{ next, near map[string]bool }{
	"pay":    {near: set("attention heed mind visit compliment compliments respect respects tribute homage")},
	"buy":    {next: set("into time"), near: set("time")},
	"sell":   {near: set("idea yourself")},
	"invest": {near: set("time effort energy")},
	"lend":   {near: set("hand ear")},
	"book":   {next: set("club")},
	"bid":    {near: set("farewell goodbye adieu")},
	"bet":    {next: set("you i he she they it that")},
	"call":   {next: set("it")},
	"drop":   {near: set("it subject")},
	"post":   {next: set("mortem")},
	"run":    {next: set("along through out into late low short"), near: set("risk risks")},
	"push":   {next: set("back yourself me")},
	"kill":   {next: set("time"), near: set("mood vibe suspense")},
	"save":   {next: set("time face"), near: set("trouble hassle breath")},
	"put":    {next: set("aside differently simply another yourself"), near: set("differently simply mildly bluntly")},
	"cut":    {next: set("it to"), near: set("crap corners slack")},
	"clear":  {next: set("enough")},
}

var (
	// answers without an addressee are for the sender.
	answers = set(`reply respond answer antworte antworten réponds répondre responde responder rispondi rispondere responda ответь ответьте`)
	// manners say how to answer, or that it is for the sender.
	manners = set(`only just briefly shortly concisely me us mir uns nur kurz knapp brièvement brevemente только кратко мне`)
	inForm  = set(`in with as using auf als mit en em con com sous на`)
	forms   = set(`english german french spanish italian portuguese russian chinese mandarin japanese korean dutch polish turkish arabic
		hebrew hindi swedish danish norwegian finnish czech greek latin ukrainian
		deutsch englisch französisch spanisch italienisch portugiesisch russisch chinesisch japanisch niederländisch polnisch türkisch
		allemand anglais français espagnol italien portugais russe chinois japonais
		alemán inglés francés español italiano portugués ruso chino japonés
		tedesco inglese francese spagnolo portoghese russo cinese giapponese
		alemão inglês francês espanhol português
		русском английском немецком французском испанском
		json yaml csv xml html markdown prose bullets bullet points table list sentence sentences word words line lines paragraph paragraphs
		number numbers digits caps rhyme rhymes verse haiku limerick emoji emojis detail details brief short full
		satz sätzen wort worten stichpunkten tabelle liste phrase phrases mot mots frase frases palabra palabras parola parole`)
	addressed = set(`to an à al au aux ao`)
	hanAnswer = regexp.MustCompile(`用.{1,6}[文语語](回复|回复我)[吧。]?$|^[^に]*語で返信して`)
)

// act is a meaning of verbs with an object: make a payment, set the price.
type act struct {
	classes Classes
	verbs   map[string]bool
	objects map[string]bool
	beside  map[string]bool // one of these must occur, too; nil: no condition
	whole   bool            // the object is not part of a longer name: a transfer, but not a transfer form
}

var acts = []act{
	{Of(Trade), set("make place send issue do execute"), set("payment payments order purchase refund trade trades donation bid reservation reservations booking bookings"), nil, false},
	{Of(Trade), set("schedule arrange"), set("payment payments transaction transactions transfer transfers"), nil, false},
	{Of(Trade), set("set"), set("payment payments transaction transactions transfer transfers debit autopay"), set("up"), true},
	{Of(Trade), set("send give"), set("difference remainder surplus excess overpayment money"), set("back"), true},
	{Of(Write, Trade), set("set change raise lower cut update adjust increase decrease drop"), set("price prices pricing"), nil, false},
	{Of(Send), set("make give"), set("call"), nil, false},
	{Of(Send), set("transfer move"), set("file files data document documents"), nil, false},
	{Of(Write), set("make"), set("file files folder directory list note notes copy backup page table change changes"), nil, false},
}

// Words before which a name has ended.
var endsName = set(`up to for from with on at by via of every each and or starting beginning until back now today tomorrow please if when as worth`)

// hanWords are searched anywhere in a clause of Chinese or Japanese, which do not separate words.
var hanWords = []struct {
	classes Classes
	words   []string
}{
	{Of(Write), strings.Fields("写入 写到 写进 写下 保存 删除 删掉 修改 编辑 创建 新建 更新 重命名 記入して 書いて 保存して 削除して 消して 変更して 編集して 作成して 更新して 追加して")},
	{Of(Send), strings.Fields("发送 发给 发邮件 寄给 回复 转发 发布 通知 送って 送信して 返信して 転送して 投稿して 知らせて")},
	{Of(Exec), strings.Fields("运行 执行 安装 部署 重启 启动 編译 编译 実行して インストールして デプロイして 再起動して 起動して")},
	{Of(Trade), strings.Fields("购买 买入 卖出 卖掉 支付 付款 转账 下单 退款 买 買って 購入して 売って 支払って 振り込んで 注文して")},
}

// verbs are asks and alsoNouns by word. A word in several rows asks for all of them.
var verbs = func() map[string]verb {
	table := make(map[string]verb)
	for _, row := range asks {
		for _, w := range list(row.words) {
			table[w] = verb{table[w].classes.Or(row.classes), false, row.english || table[w].english}
		}
	}
	for _, row := range alsoNouns {
		for _, w := range list(row.words) {
			table[w] = verb{table[w].classes.Or(row.classes), true, row.english || table[w].english}
		}
	}
	return table
}()

// beginsPhrase are the first words of two-word verbs.
var beginsPhrase = func() map[string]bool {
	first := make(map[string]bool)
	for w := range verbs {
		if head, _, two := strings.Cut(w, " "); two {
			first[head] = true
		}
	}
	return first
}()

func list(words string) []string {
	all := strings.Split(words, ",")
	for i, w := range all {
		all[i] = strings.TrimSpace(w)
	}
	return all
}

func set(words string) map[string]bool {
	s := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		s[w] = true
	}
	return s
}

var (
	// Words before a noun.
	determiners = set(`the a an this that these those my your his her its our their any some no each every last next latest new
		of about from for with in on at by as per via than like`)
	// Words before the verb of a command.
	leads = set(`please and then or to also now just kindly lets let's go first finally next afterwards immediately quickly again
		must should can could would will may might do not bitte und dann auch jetzt et puis y luego por favor e poi depois
		и потом затем also could'ya plz pls ok okay yes so either simply maybe`)
	// Words after which "to" is followed by a verb, even by one that is often a noun.
	callsVerb = set(`you want need like going have try sure remember and ready able ask him her them`)
	// Words after a noun.
	tellsNoun = set(`and or is are was were from about that when if says said has
		status messages mails details history`)
	greetings = set(`hey hi hello ok okay so and then also well now or oh thanks`)
	// After one of these a verb states something and asks for nothing.
	subjects = set(`i we they he she it who which that people users everyone anyone somebody someone nobody one none ich wir er sie je j nous il elle yo`)
	modals   = set(`will would can could should must may might shall do did does already always usually often never just also 'll`)
	// With "you" before or after, one of these introduces a command, not a statement.
	asking = set(`can could would will should must may please kindly might`)
	// A sentence that begins with one of these is a question.
	interrogatives = set(`how what what's whats why who who's whose whom which did does is are was were has isn't aren't didn't doesn't
		hasn't wie was warum wer welche welcher hast hat wurde wann comment pourquoi qui quel quelle est-ce as-tu quand
		cómo qué quién cuándo perché chi hai porque quem как что почему кто зачем ты когда`)
	// Openers are questions before one of the second set.
	openers   = set(`when where have had do am can could should will would may shall`)
	questions = set(`i we they he she it you did do does is are was were will can should must anyone somebody someone`)
	// What follows one of these is asked about, not asked for.
	wonders = set(`how whether why what which who where wie ob warum comment pourquoi cómo si как ли почему`)
	// Past tenses, besides those in -ed. Forms that are also the base form, like put and read, are
	// not listed.
	pasts = set(`sent wrote said told asked paid bought sold got gave made took went came had was were did found left met spent
		thought saw knew held kept lost began chose drew ate drove flew forgot heard led meant rang spoke stole taught wore won`)
	// Verbs whose base form is also their past tense.
	pastToo = set(`run rerun put set cut reset bid`)
	// After these, "forward" is not a command.
	looksAhead = set(`look looking looks looked go going move moving put step straight`)
	// These look for something; actions in what follows are not asked for.
	looks = set(`check find look search explain show describe list read summarize summarise analyze analyse compare review see
		understand learn know think figure investigate research`)
	// These report what somebody said; it counts only if that was the sender.
	reports = set(`said says say told tells asked asks wants want wanted approved approves authorized authorised allowed allows
		permitted permits instructed requested ordered agreed confirmed claims claimed suggested recommends demanded
		wrote writes sagte sagt erlaubt genehmigt dit autorisé dijo dice aprobó detto disse сказал сказала разрешил одобрил`)
	// These forbid what follows up to the end of the clause, and take back earlier requests. They
	// are without apostrophes, which many people leave out. A lone t is the rest of don't without
	// one.
	forbids = set(`dont donot do-not t never not cannot cant wont shouldnt mustnt couldnt shant aint oughtnt maynt mightnt darent
		forbid forbids forbidden refuse refuses prohibit prohibits prohibited ban bans banned disallow disallowed circumstances`)
	// These deny a verb on either side: nothing is to be sent, send nothing.
	nones = set(`no nothing none nobody noone no-one neither nor nowhere non`)
	// "No problem" denies nothing, and "no need to" asks for nothing.
	harmless = set(`problem problems worries worry rush hurry doubt matter need particular`)
	// "Under no circumstances" denies at any place.
	occasions = set(`circumstances circumstance condition conditions account way means case event time point longer`)
	// A denial after one of these does not deny the verb before it: a page with no header.
	qualifies = set(`with that which who whom whose where when while if whether because since as so for about of like than
		contains containing has have had having is are was were be do does say says saying`)
	pronouns = set(`it them him her this that these those me us`)
	// After one of these, "not" at a sentence's end takes back the request.
	notToBe = set(`do better rather please must should may`)
	// These two words do so, too, as a sentence or at the end of one.
	retracts = map[string]string{"never": "mind", "forget": "it", "scratch": "that", "strike": "that"}
	// After these, what follows is not asked for, but not forbidden, either.
	excepts = set(`without instead rather unless until except before avoid avoids refrain abstain cease quit decline hardly scarcely rarely seldom
		neednt didnt doesnt wouldnt isnt arent wasnt werent hasnt havent hadnt
		ohne anstatt statt bevor sans sin salvo excepto senza invece sem antes exceto без вместо перед кроме прежде`)
	// The same, for pairs of words.
	exceptsWith = map[string]string{"avant": "de", "lieu": "de", "prima": "di", "vez": "de", "lugar": "de", "invés": "de", "inves": "de"}
	// What directly follows these is left out or called off, and not asked for.
	skips = set(`skip omit cancel abort pause halt hold postpone delay block prevent stop undo revert drop forgo ignore disregard overlook`)
	// A clause in another language that contains one of these forbids what it names.
	negations = set(`nicht nichts kein keine keinen keinem keiner keines nie niemals niemand niemandem niemanden nirgends weder
		verboten verbiete verbietet untersagt vermeide vermeiden unterlasse unterlass
		pas jamais rien aucun aucune interdit interdite évite évitez éviter eviter cesse cessez
		nunca nada jamás jamas ningún ningun ninguna ninguno nadie tampoco prohibido prohibida evita evite evitar
		niente nulla nessuno nessuna nessun neanche vietato vietata smetti evitare
		não nao nem ninguém ninguem nenhum nenhuma proibido proibida
		не ни никогда ничего никому никого нельзя запрещено запрещаю прекрати перестань избегай хватит`)
	// The same, for pairs of words.
	negationsWith = map[string]string{"hör": "auf", "höre": "auf", "deja": "de", "para": "de", "pare": "de", "à": "personne", "arrête": "de", "arrete": "de", "arrêtez": "de"}
	// These are also words of English, or parts of names.
	maybeNegations = set(`no n' ne non mai ni né`)
	hanNots        = []string{"不要", "不", "别", "勿", "没", "禁止", "停止", "避免", "拒绝", "无需", "无须", "甭", "ない", "ません", "するな", "だめ", "ダメ", "駄目", "やめ"}
	hanAsks        = []string{"请", "帮", "麻烦", "能不能", "可以", "くれ", "ください", "もらえ"}
	hanWhys        = []string{"怎么", "如何", "为什么", "什么", "どう", "なぜ", "方法", "说"}
	// "If not" at the end of a clause forbids nothing after it.
	conditions = set(`if why or whether`)
	// "Don't forget to" forbids nothing.
	lapses = set(`forget hesitate fail wait`)
	// With one of these a question in another language is a request.
	please = set(`please kindly bitte kannst könntest können könnten würdest peux peux-tu pouvez pouvez-vous pourrais-tu pourriez-vous pourrais pourriez plaît puedes puede podrías podría
		puoi può potresti pode podes poderia podia можешь можете пожалуйста`)
	// A message of only these words, including one of consent, continues the earlier request.
	consents = set(`yes yeah yep yup ok okay k sure fine agreed approved confirmed confirm approve proceed continue retry again
		correct exactly absolutely definitely go y ja jawohl gerne klar genau passt mach weiter oui vas-y allez-y accord
		continuez parfait sí vale dale claro adelante procede sigue sì va certo procedi continua sim claro pode continue да давай
		хорошо ладно продолжай 好 好的 是 是的 可以 继续 行 はい お願いします 続けて いいよ next same doit lgtm sounds looks
		second third other rest both 👍 👌 ✅ 🆗 💯`)
	fillers = set(`please do it's it that this them now then thanks thank you ahead with the for me and all on so right just try as well
		one ones too keep going there good i well fine es das bitte doch so
		fais-le fais d' ça hazlo por favor bene pure fallo faça isso это делай 吧 的 そうして`)
	choices = set(`1 2 3 4 5 6 7 8 9`)
)
