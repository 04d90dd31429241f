package injection

import "bytes"

// The same families in the languages that most people write. A sentence that
// leaves instructions aside has a verb, a word for what came before and a word for
// instructions in every one of them; only their order differs. So the sets are shared
// by all languages, and the rules try the orders that occur.
var worldRules = []rule{
	{"w-free-mode", Persona, 4, "@w-free-mode", nil},
	{"w-now-unbound", Persona, 4, "@w-now-unbound", nil},
	{"w-as-if-unbound", Persona, 4, "@w-as-if-no ~3 @w-limits", nil},
	{"w-be-dan", Persona, 4, "@w-be-dan", nil},
	{"w-ask-orders", Extraction, 4, "@w-tell-me-how-told", nil},
	{"w-show-orders", Extraction, 4, "@w-show ~4 @w-your-orders|@w-secret-orders", ordered},
	{"w-orders-show", Extraction, 4, "@w-your-orders|@w-secret-orders ~2 @w-show", verbLast},
	{"w-rewrite-prompt", Override, 4, "@w-ignore ~2 @w-prompt", ordered},
	{"w-prompt-rewrite", Override, 4, "@w-prompt ~1 @w-ignore", verbLast},
	{"w-safety-yours-off", Persona, 4, "@w-disable ~1 @w-safety ~2 @w-your", imperative},
	{"w-repeat-above", Extraction, 4, "@w-repeat-above", nil},
	{"w-send-loot", Exfiltration, 4, "@w-send ~5 @w-loot|@w-password", mailedThere},
	{"w-loot-send", Exfiltration, 4, "@w-loot ~4 @w-send", mailedThere},
	{"w-obey-this", Override, 4, "@w-obey-this", nil},
	{"w-enter-mode", Persona, 4, "@w-enter-mode", nil},
	{"w-forget-all", Override, 2, "@w-forget-all", nil},
	{"w-forget-all-say", Override, 4, "@w-forget-all ~3 @w-say", nil},
	{"w-ignore-prior-content", Override, 3, "@w-ignore ~3 @w-prior ~2 @w-content", ordered},
	{"w-start-over", Override, 2, "@w-start-over", nil},
	{"w-all-new-task", Override, 4, "@w-all-new-task", nil},
	{"w-look-at-orders", Extraction, 4, "@w-look-at ~2 @w-your-orders|@w-prompt ~2 @w-and ~2 @w-say", nil},
	{"w-what-orders-told", Extraction, 4, "@w-what-is ~3 @w-orders ~3 @w-told-you", ordered},
	{"w-i-want-you-to-act", Persona, 4, "@w-i-want-you ~8 @w-acting", nil},
	{"w-now-another", Persona, 4, "@w-now-you-are ~3 @w-other", nil},
	{"w-safety-off", Persona, 4, "@w-disable ~2 @w-your ~2 @w-safety", imperative},
	{"w-what-prompt", Extraction, 4, "@w-what-is ~2 @w-prompt", ordered},
	{"w-prompt-what", Extraction, 4, "@w-prompt ~2 @w-what-is", verbLast},
	{"w-unlocked", Persona, 3, "@w-unlocked", nil},
	{"w-ignore-prior-orders", Override, 6, "@w-ignore ~5 @w-prior ~3 @w-orders", ordered},
	{"w-ignore-orders-prior", Override, 6, "@w-ignore ~4 @w-orders ~3 @w-prior|@w-told-you", ordered},
	{"w-prior-orders-ignore", Override, 6, "@w-prior ~3 @w-orders ~3 @w-ignore", ordered},
	{"w-orders-prior-ignore", Override, 6, "@w-orders ~2 @w-prior ~3 @w-ignore", ordered},
	{"w-ignore-your-orders", Override, 5, "@w-ignore ~2 @w-your-orders|@w-all-orders", ordered},
	{"w-your-orders-ignore", Override, 5, "@w-your-orders|@w-all-orders ~2 @w-ignore", ordered},
	{"w-ignore-everything", Override, 4, "@w-ignore ~1 @w-everything|@w-told-all", ordered},
	{"w-everything-ignore", Override, 4, "@w-everything ~2 @w-ignore", ordered},
	{"w-ignore-and-say", Override, 4, "@w-ignore ~4 @w-and ~1 @w-say", ordered},
	{"w-ignore-say", Override, 4, "無視して|忽略|무시하고|تجاهل ~6 述べて|言って|出力して|答えて|回答して|書いて|述べてください|声明|并说|并声明|输出|并输出|并回答|말해|출력|وقل", nil},
	{"w-new-task", Override, 2, "@w-new-task", nil},
	{"w-from-now-on", Persona, 3, "@w-from-now ~2 @w-you-are", nil},
	{"w-act-as", Persona, 2, "@w-act-as", nil},
	{"w-unbound", Persona, 2, "@w-unbound", nil},
	{"w-not-tell-user", Secrecy, 4, "@w-not-tell ~5 @w-user", nil},
	{"w-user-not-tell", Secrecy, 4, "@w-user ~5 @w-not-tell", nil},
	{"w-password", Extraction, 4, "@w-what-is ~3 @w-password", sentenceEnds},
	{"w-password-wanted", Extraction, 4, "@w-password ~4 @w-what-is", nil},
	{"w-show-prompt", Extraction, 4, "@w-show ~4 @w-prompt", ordered},
	{"w-prompt-show", Extraction, 4, "@w-prompt ~3 @w-show", verbLast},
	{"w-send-to", Exfiltration, 2, "@w-send", addressFollows},
	{"w-you-were-told", Impersonation, 2, "@w-told", nil},
	{"w-speaks-to-model", Address, 1, "@w-model", nil},
	{"w-i-am-god", Impersonation, 3, "@w-i-am-god", nil},
	{"w-from-now-unbound", Persona, 4, "@w-from-now ~6 @w-unbound", nil},
	{"w-act-villain", Persona, 4, "@w-act-as ~3 @w-villain", nil},
	{"w-villain-act", Persona, 4, "korsan*|هکر|ہیکر|हैकर|হ্যাকার|ஹேக்கர|ハッカー|해커 ~6 @w-act-as", nil},
	{"w-show-first-orders", Extraction, 4, "@w-show ~5 @w-orders ~6 @w-chat-start", ordered},
	// What may begin a phrase costs all prose, so phrases with the verb last begin with
	// the words of languages that have it there alone.
	{"w-first-orders-show", Extraction, 4, "@w-start-of-chat ~5 @w-orders ~5 @w-show", verbLast},
	{"w-hush", Secrecy, 4, "@w-hush", nil},
	{"w-user-approved", Consent, 4, "@w-user ~4 @w-approved ~8 @w-no-ask", nil},
	{"w-guards-lifted", Impersonation, 2, "@w-guards ~3 @w-lifted", nil},
	{"w-lift-guards", Persona, 2, "@w-disable ~2 @w-guards", nil},
	{"w-assistant-obeys", Coercion, 2, "@w-assistant ~5 @w-every-request", nil},
	{"w-assistant-call", Coercion, 4, "@w-assistant ~3 @w-call ~3 @w-tool", toolNamed},
	{"w-assistant-tool", Coercion, 4, "@w-assistant ~4 @w-tool ~5 @w-call", toolNamed},
	{"w-model-reads", Address, 4, "@w-model ~2 @w-reads-this", nil},
	{"w-reads-model", Address, 4, "@w-this-read ~1 @w-model", nil},
	{"w-if-ai", Address, 4, "@w-if-ai", nil},
	{"w-instead", Override, 3, "@w-instead", nil},
	{"w-summary-only", Steering, 2, "@w-summary ~6 @w-only", nil},
	{"w-no-flaws", Steering, 2, "@w-not-mention ~3 @w-flaws", nil},
}

// mailedThere is mailed where the address may stand in front of the verb, or be no more
// than "the address below".
func mailedThere(f *folded, c cue) int {
	if containsAny(f.bytes[c.start:min(len(f.bytes), c.end+60)], addressBelow) || containsAny(f.bytes[c.start:c.end], addresses) {
		return imperative(f, c)
	}
	return mailed(f, c)
}

var addressBelow = foldedWords("dirección siguiente", "dirección de abajo", "endereço abaixo", "adresse ci-dessous", "adresse suivante",
	"indirizzo qui sotto", "indirizzo seguente", "adreça següent", "adresa de mai jos", "untenstehende adresse", "folgende adresse", "onderstaand adres", "adressen nedan",
	"adressen nedenfor", "alla olevaan osoitteeseen", "alábbi címre", "poniższy adres", "níže uvedenou adresu", "nižšie uvedenú adresu",
	"адрес ниже", "указанный ниже адрес", "вказану нижче адресу", "адреса по-долу", "παρακάτω διεύθυνση", "aşağıdaki adrese",
	"הכתובת שלמטה", "العنوان أدناه", "العنوان التالي", "نشانی زیر", "آدرس زیر", "نیچے دیے گئے پتے", "नीचे दिए पते", "নিচের ঠিকানা",
	"கீழே உள்ள முகவரி", "ที่อยู่ด้านล่าง", "địa chỉ bên dưới", "địa chỉ dưới đây", "địa chỉ sau", "alamat di bawah", "address sa ibaba",
	"anwani iliyo hapa chini", "下記のアドレス", "以下のアドレス", "아래 주소", "下面的地址", "以下地址", "下列地址")

// toolNamed asks for the name of a tool as code writes it: send_mail.
func toolNamed(f *folded, c cue) int {
	if bytes.IndexByte(f.bytes[c.start:min(len(f.bytes), c.end+24)], '_') < 0 {
		return 0
	}
	return c.weight
}
