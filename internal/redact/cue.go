package redact

import (
	"bytes"
	"slices"
)

// A cue is a word that says what a number or a token near it is.
type cue uint8

const (
	phoneCue cue = iota
	cardCue
	citizenCue
	macCue
	transactionCue
	privateCue
	walletCue
	ledgerCue
)

var cueWords = [...][]string{
	phoneCue: {"phone", "tel.", "tel:", "tel ", "tel\"", "telefon", "tél", "teléfono", "mobile", "mobil:", "móvil", "celular", "cellulare",
		"cell:", "cell ", "cell\"", "fax", "whatsapp", "call me", "call us", "call him", "call her", "call them", "text me", "ring me", "dial ", "sms", "handy", "hotline", "number is",
		"reach me at", "reach me on", "reach him", "reach her", "reach us", "reached at", "reached on", "answering at ", "messages to ", "calls to ", "calls from ", "contact me on", "contact us on",
		"desk:", "office:", "work:", "home:", "erreichbar unter", "erreichbar:", "rückruf", "joignable", "appeler", "llame al", "llamar al", "chiamare il",
		"landline", "msisdn", "wa.me/", "contact number", "contact no", "my number:", "to_number", "from_number", "caller_id", "callerid", "toll free", "toll-free", "cell.", "cel:", "telefón", "llám", "joindre", "rufen sie", "zadzwoń", "zavolej", "soita ", "chiamami", "hívj", "me liga ",
		"facsimile", "telecop", "fone:", "đt:", "đt ", "ĐT",
		"电话", "手机", "電話", "携帯", "전화", "елефон", "тел.", "тел:", "Тел.", "Тел:", "моб.", "tlf:", "tlf.", "tlf ", "puh.", "puhelin", "τηλ", "Τηλ", "هاتف", "جوال", "تلفن", "موبایل",
		"טלפון", "נייד", "โทร", "iện thoại", "no. hp", "no hp", "telp", "telem.", "telefoon", "mobitel", "mobiel", "mobil ", "tālru", "ტელ", "հեռ", "Հեռ",
		"tel=", "tel>", "ph: ", "ph. ", "mob:", "mob.", "gsm:", "sđt", "SĐT", "di động", "simu:", "taleefan", "finday:", "sími:", "farsími", "telepono", "cep no", "viber", "fón:", "ffôn:",
		"тэл", "Тэл", "утас", "Утас", "מספר נייד", "فون:", "فون نمبر", "موبائل", "موبايل", "फ़ोन", "फोन", "मोबाइल", "मोबाईल", "दूरभाष", "ফোন", "মোবাইল", "தொலைபேசி", "ఫోన్", "ഫോൺ", "ફોન", "ਫ਼ੋਨ", "ಫೋನ್",
		"දුරකථන", "ဖုန်း", "ទូរស័ព្ទ", "ໂທ", "ስልክ", "手機", "行動電話", "联系方式",
		"rufnummer", "durchwahl", "appelez", "komórka", "telepon", "nomor hp", "faks", "ligue para", "chiama il", "contact_number", "cell's", "helpline", "switchboard", "direct line", "direct dial", "📞", "☎",
		"chiamarmi", "chiamarci", "chiamateci", "contattarmi", "contattarci", "hubungi", "liên hệ", "theo số", "ติดต่อ", "문의", "연락", "bel me ", "bel ons ", "belt u", "bereikbaar op", "bereiken op", "ring mig", "ring meg",
		"ring oss", "fanger mig", "nå meg på", "når mig på", "nås på", "numeroon", "拨打", "致电", "звоните", "звонить", "озвони", "дзвон", "zadzwoni", "dzwoń", "volejte", "sunați", "nazovi", "pozovite", "اتصل", "התקשר", "anrufen",
		"ruf mich", "rufe mich", "tel<", "tel;", "tel0", "tel_", "fax0", "fax_", "📱", "📲", "✆", "reach out on", "reach out at", "new number's", "number's ", "phone number has", "number has changed to", "number changed to", "bitte unter ", "вонит", "й номер", "обильны", "휴대폰", "휴대전화", "핸드폰", "연락처", "κινητό", "Κινητό", "cep tel",
		"llámame", "llamar ahora", "llame ahora", "marque al", "disque ", "ligue agora", "emergency line"},
	cardCue:    {"card", "visa", "credit", "card no", "cc "},
	citizenCue: {"ssn", "social security"},
	macCue:     {"mac"},
	transactionCue: {"tx/", "txid", "tx_id", "txhash", "tx_hash", "tx hash", "tx sig", "tx is ", "userophash", "gettxout ", "tx `", "tx-hash", "tx.hash", "tx:", "tx=", "tx\"", "txs/", "tx id", "tx]", "mempool", "transaction", "txn", "outpoint", "prevout", "utxo",
		"transaktion", "transacción", "transação"},
	privateCue: {"private", "privkey", "priv_key", "secret_key", "secretkey", "secret key", "keypair", "wallet(", "accounts: ["},
	walletCue:  {"solana", "wallet", "phantom", "polkadot", "address", "pubkey"},
	ledgerCue:  {"txnsignature", "signingpubkey", "gasprice\""},
}

// seen is a cue that stands in the text, by its end.
type seen struct {
	end int
	cue cue
}

// atPlaces are the cues that mean a telephone only as a word of their own: no OfficeHome:.
var atPlaces = newWords(`desk: office: work: home:`)

// cue notes a word, unless it is the end of a longer one.
func (s *scan) cue(c cue, start, end int) {
	if start > 0 && isLetter(s.text[start-1]) && (end-start < 5 && !isUpper(s.text[start]) || atPlaces[string(bytes.ToLower(s.text[start:end]))]) {
		return
	}
	if c == phoneCue && start > 0 && lower(s.text[start-1]) == 'i' && !isLetter(byteAt(s.text, start-2)) { // an iPhone, whose numbers are models
		return
	}
	s.cues = append(s.cues, seen{end, c})
}

func sortCues(cues []seen) {
	slices.SortFunc(cues, func(a, b seen) int { return a.end - b.end })
}

// cued reports whether a cue ends in the n bytes before text[at:].
func (s *scan) cued(c cue, at, n int) bool {
	_, ok := s.lastCue(c, at, n)
	return ok
}

// lastCue returns the end of the last such cue.
func (s *scan) lastCue(c cue, at, n int) (end int, ok bool) {
	if len(s.cues) == 0 {
		return 0, false
	}
	i, _ := slices.BinarySearchFunc(s.cues, at+1, func(x seen, at int) int { return x.end - at })
	for i--; i >= 0 && s.cues[i].end >= at-n; i-- {
		if s.cues[i].cue == c {
			return s.cues[i].end, true
		}
	}
	return 0, false
}
