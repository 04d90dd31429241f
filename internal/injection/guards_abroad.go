package injection

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// What the languages of phrases/abroad need looked at: dialogues on one line, what is
// left aside, and what only happens.

// unansweredAbroad is unanswered by the letters and words that stand for question and answer in
// other languages: what is on one line is no dialogue as people write it.
func unansweredAbroad(f *folded, c cue) int {
	const room = 600
	text := f.bytes
	front, rest := text[max(0, c.start-room):c.start], text[c.end:min(len(text), c.end+room)]
	if k := bytes.IndexByte(rest, '\n'); k >= 0 {
		rest = rest[:k]
	}
	mark, _, _ := bytes.Cut(text[c.start:c.end], colon) // and the word behind it, in some
	if len(rest) == 0 || len(mark) == c.end-c.start-1 && rest[0] < utf8.RuneSelf && rest[0] != ' ' && mark[0] < utf8.RuneSelf && mark[0] != 'q' {
		return 0 // of a program
	}
	mark = text[c.start : c.start+len(mark)+1]
	if bytes.IndexByte(rest, '?') < 0 || containsAny(rest, answerMarks) || bytes.Contains(rest, mark) {
		return 0
	}
	if repeats(front) {
		return c.weight
	}
	if c.start == 0 || text[c.start-1] != ' ' && mark[0] < utf8.RuneSelf || !bytes.Contains(front, mark) || !containsAny(front, answerMarks) {
		return 0
	}
	start, _ := f.span(c.start, c.end)
	line := f.text[max(0, start-room):start]
	if k := strings.LastIndexByte(line, '\n'); k >= 0 && !containsAny([]byte(foldString(line[k:])), answerMarks) {
		return 0
	}
	return c.weight
}

var colon = []byte(":")

// answerMarks stand in front of an answer.
var answerMarks = foldedWords(" a: ", " a:", " r: ", " r : ", " o: ", " о: ", " c: ", " j: ", " đ: ", "答:", "답변:", "답:", "उत्तर:", "ए: ", "জবাব:", "উত্তর:", "উত্তরঃ", "ตอบ:", " đáp: ", " trả lời: ", "ج:", "إجابة:", " sagot: ", " cevap: ")

// quoteBehind requires quotation marks in the phrase or within a few words.
func quoteBehind(f *folded, c cue) int {
	const room = 40
	if !bytes.ContainsAny(f.bytes[c.start:min(len(f.bytes), c.end+room)], "\"'") {
		return 0
	}
	return c.weight
}

// beyondName halves what asks for no more of a user than his name or address, which whoever works
// for him asks, too.
func beyondName(f *folded, c cue) int {
	if containsAny(f.bytes[c.start:c.end], nameWords) {
		return c.weight / 2
	}
	return c.weight
}

var nameWords = foldedWords("nombre", "nom de", "namen", "nome", "имя", "имени", "tên ", "nama ", "pangalan", "اسم", "ชื่อ", "adını", "ismini", "नाम", "নাম", "名字", "姓名", "名前", "이름",
	"email", "e-mail", "correo", "adresse", "адрес", "البريد", "อีเมล", "ईमेल", "ইমেল", "ইমেইল", "邮", "メール", "이메일", "e-posta")

// allOfIt is ordered, and halves what leaves aside less than all that was said until now: people
// take back what was said at the shop.
func allOfIt(f *folded, c cue) int {
	if !containsAny(f.bytes[max(0, c.start-24):min(len(f.bytes), c.end+44)], alls) {
		c.weight /= 2
	}
	return ordered(f, c)
}

var alls = foldedWords("alles", " alle ", " all ", "tout", "todo", "tudo", "tutt", "tot ", "toat", "всё", "все", "усе", "всичко", "wszystk", "všechn", "vše", "všetk", "sve ", "све ", "vse", "visk", "visu", "kõik", "kaik", "mind", "allt", "alt ", "everything",
	"όλα", "όλες", "her şey", "tüm", "bütün", "كل", "جميع", "هر چه", "هرچه", "همه", "سب ", "جو کچھ پہلے", "सब", "सभी", "जो कुछ", "সব", "அனைத்தையும்", "వన్నీ", "ทุก", "ทั้งหมด", "mọi", "quên hết", "hết những", "hết mọi", "tất cả", "toàn bộ", "semua", "segala", "lahat", "kila kitu", "yote",
	"全部", "统统", "一切", "所有", "すべて", "全て", "모두", "전부", "모든", "sab ",
	// until now
	"bisher", "vorher", "zuvor", "früher", "davor", "jusqu", "avant", "plus haut", "hasta ahora", "antes", "até agora", "até aqui", "finora", "prima", "fin qui", "tot nu", "eerder", "dosud", "dříve", "doteraz", "до сих пор", "раньше", "ранее", "досі", "раніше", "досега", "до сада", "do sada", "dosad", "do zdaj",
	"până acum", "mai sus", "eddig", "korábban", "tähän", "aiemmin", "hittills", "hidtil", "indtil nu", "tidigare", "tidligere", "før dette", "wcześniej", "dotychczas", "fins ara", "anterior", "précède", "acima", "oben", "oberhalb", "obige", "sopra", "arriba", "hierboven", "powyż", "выше", "вище", "ovan", "oven",
	"μέχρι τώρα", "παραπάνω", "şimdiye", "daha önce", "yukarıda", "حتى الآن", "أعلاه", "ما سبق", "تا الان", "تاکنون", "پیش", "اب تک", "अब तक", "पहले", "ऊपर", "ab tak", "pehle", "এতক্ষণ", "আগে", "উপরে", "இதுவரை", "మునుపటి", "ఇప్పటివరకు", "เคย", "ก่อน", "ข้างต้น", "đến giờ", "trước", "trên", "selama ini", "sebelum", "di atas", "pernah", "itaas",
	"iki šiol", "līdz šim", "seni", "以上", "上述", "上面", "之前", "以前", "此前", "到目前", "これまで", "今まで", "上記", "上の", "지금까지", "이전", "위의", "言われたこと", "教えられたこと", "受けた指示", "배운", "지시받은")

// happens has what is done to a thing, or was done, in languages that do not mark words off: no
// one is told to do it.
var happens = foldedWords("忽略了", "忽略掉了", "被忽略", "被忽视", "會忽略", "会忽略", "将忽略", "將忽略", "无视了", "無視され", "無視します", "無視する。", "無視した", "무시됩니다", "무시된다", "무시되", "무시됨", "무시합니다", "무시했")
