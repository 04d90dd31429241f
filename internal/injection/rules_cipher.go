package injection

import "strings"

// Words of which two close together, shifted or turned, are an attack: no language
// has them by chance.
const cipherWords = "ignore|previous|instructions|instruction|disregard|forget|system|prompt|password|everything|reveal|assistant|secret"

// cipherSets has them under every Caesar shift (ROT13 is the thirteenth), in the
// mirrored alphabet (Atbash), and written backwards; cipherRules finds them.
var cipherSets, cipherRules = func() (map[string]string, []rule) {
	var words []string
	for _, w := range strings.Split(cipherWords, "|") {
		for shift := rune(1); shift < 26; shift++ {
			words = append(words, strings.Map(func(r rune) rune { return 'a' + (r-'a'+shift)%26 }, w))
		}
		words = append(words, strings.Map(func(r rune) rune { return 'a' + 'z' - r }, w), reverse(w))
	}
	return map[string]string{"turned": strings.Join(words, "|")},
		[]rule{{"turned-letters", Smuggling, Threshold, "@turned ~5 @turned", nil}}
}()
