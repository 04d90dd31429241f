package redact

import "bytes"

// Words for keys and tokens in other languages than English. Most of them are as vague as
// "key" is, so what follows must have been drawn; hexadecimal digits may be a digest, unless
// a word near by says what the key is for.

// keysAbroad are such words, without the ends that languages give them.
var keysAbroad = []string{"chlüssel", "clé api", "clé d'api", "clé d’api", "clé secr", "clé d'acc", "clé priv", "jeton", "chave de api:",
	"chiave", "sleutel", "klucz", "nyckel", "nøkkel", "nøgle", "klíč", "anahtar", "avain", "kulcs", "kunci", "khóa", "ключ", "Ключ", "токен", "Токен", "κλειδί",
	"密钥", "密鑰", "金鑰", "令牌", "キー", "ークン", "키", "토큰", "مفتاح", "מפתח"}

// abroadVerbs stand between such a word and a value.
var abroadVerbs = [...]string{": ", ":", "：", "= ", "=", "＝", " ist ", " lautet ", " est ", " es ", " è ", " é ", " is ", " är ", " er ", " jest ", " — ", " – ", "は", "是", "은 ", "는 ", "가 ", "为", "為"}

// abroadVerb are the bytes that they begin with.
var abroadVerb = firstOf(abroadVerbs[:])

// keyAbroad reads what follows one of them, perhaps behind words that say whose it is.
func (s *scan) keyAbroad(start, end int) {
	const longest, near = 32, 24
	t := s.text
	from := 0
search:
	for p := end - 1; p < len(t) && p-end < longest && (t[p] == ':' || t[p] == '=' || t[p] == '"' || !sentenceEnd[t[p]]); p++ {
		if !abroadVerb[t[p]] {
			continue
		}
		for _, verb := range abroadVerbs {
			if bytes.HasPrefix(t[p:], []byte(verb)) {
				from = p + len(verb)
				break search
			}
		}
	}
	if from == 0 {
		return
	}
	v, ok := s.proseValue(skipBlank(t, from))
	if !ok {
		v, ok = s.emphasized(skipBlank(t, from))
	}
	if !ok {
		return
	}
	for e := v.start; e < v.end; e++ { // languages that part no words
		if t[e] >= 0x80 {
			v.end = e
		}
	}
	b := t[v.start:max(v.start, v.end)]
	if len(b) < 12 || !hasDigit(b) || isUUID(b) || !plain(b, false) || placeholder(b) || kindOf(b) != noKind || bytes.IndexByte(b, ' ') >= 0 {
		return
	}
	sh := shapeOf(b)
	switch {
	case sh.hex:
		if len(b) < 32 || !containsAny(s.context(v.start, len(t[start:v.start])+near), "api", "secret", "секрет", "доступ", "зашиф", "шифр", "токен", "jeton", "令牌", "ークン", "토큰", "访问", "加密", "暗号") {
			return
		}
	case sh.turns < 3 || sh.distinct < 8 || !random(b) || len(b) < 16 && (sh.upper == 0 || sh.lower == 0):
		return
	}
	s.add(v.start, v.end, APIKey, "named-abroad")
}
