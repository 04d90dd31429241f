package injection

import (
	"fmt"
	"strings"
)

// Words of which two close together, all shifted or turned the same way, are an
// attack: no language has them by chance.
const cipherWords = "ignore|previous|instructions|instruction|disregard|forget|system|prompt|password|everything|reveal|assistant|secret"

// cipherRules finds them under every Caesar shift (ROT13 is the thirteenth), in the
// mirrored alphabet (Atbash), and written backwards.
var cipherSets, cipherRules = func() (map[string]string, []rule) {
	sets := make(map[string]string)
	var rules []rule
	add := func(name string, turn func(string) string) {
		var words []string
		for _, w := range strings.Split(cipherWords, "|") {
			words = append(words, turn(w))
		}
		sets[name] = strings.Join(words, "|")
		rules = append(rules, rule{name, Smuggling, Threshold, "@" + name + " ~5 @" + name, nil})
	}
	for shift := 1; shift < 26; shift++ {
		add(fmt.Sprintf("caesar-%d", shift), func(w string) string {
			return strings.Map(func(r rune) rune { return 'a' + (r-'a'+rune(shift))%26 }, w)
		})
	}
	add("atbash", func(w string) string {
		return strings.Map(func(r rune) rune { return 'a' + 'z' - r }, w)
	})
	add("backwards", reverse)
	return sets, rules
}()
