package markup

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/linear"
)

// hostile makes texts of a given size that are slow to parse.
var hostile = map[string]func(size int) string{
	"brackets":         again("["),
	"pictures":         again("!["),
	"no end":           again("![a]("),
	"no end elsewhere": again("![a](https://x"),
	"titles":           again("![a](b \""),
	"links":            again("[a](b)"),
	"found":            again("![a](//b)"),
	"nested":           func(n int) string { return strings.Repeat("![", n/4) + strings.Repeat("](u)", n/8) },
	"links in brackets": func(n int) string {
		return strings.Repeat("[", n/4) + strings.Repeat("[a](b)", n/12) + strings.Repeat("]", n/4)
	},
	"links in pictures": func(n int) string {
		return strings.Repeat("![", n/8) + strings.Repeat("[a](b)", n/12) + strings.Repeat("](", n/8)
	},
	"code": func(n int) string {
		var b strings.Builder
		for i := 1; b.Len() < n; i++ {
			b.WriteString(strings.Repeat("`", i) + " ")
		}
		return b.String()
	},
	"codes":         again("`a` ``b`"),
	"tags":          again("<a "),
	"quoted tags":   again("<a x=\""),
	"quoted tags '": again("<a x='"),
	"attributes":    func(n int) string { return "<a " + strings.Repeat("b='c' ", n/6) },
	"words in tags": again("<a b b b b b "),
	"tags on lines": again("<b\n"),
	"tags found":    again("<img src=//a>"),
	"autolinks":     again("<http:a"),
	"styles":        again("<style>"),
	"divs":          again("<div>\n"),
	"comments":      again("<!-- a"),
	"cdata":         again("<![CDATA["),
	"instructions":  again("<?a"),
	"declarations":  again("<!A"),
	"stars":         again("*a_ "),
	"more stars":    again("**a*_"),
	"quotes":        again(">"),
	"quotes, lines": func(n int) string { return strings.Repeat("> ", n/4) + "a\n" + strings.Repeat("\n", n/2) },
	"lists, lines":  func(n int) string { return strings.Repeat("+ ", n/4) + "a\n" + strings.Repeat("\n", n/2) },
	"lists, spaces": func(n int) string { return strings.Repeat("* - ", n/8) + "a\n" + strings.Repeat("  \n", n/6) },
	"deeper lists": func(n int) string {
		var b strings.Builder
		for i := 0; b.Len() < n; i += 2 {
			b.WriteString(strings.Repeat(" ", i) + "- a\n")
		}
		return b.String()
	},
	"numbers":         again("1. a\n"),
	"indented":        again("    a\n\n"),
	"lines":           again("a\n"),
	"headings":        again("a\n-\n"),
	"definitions":     again("[a]: b\n"),
	"many labels":     func(n int) string { return numbered(n, "[", "]: b\n") },
	"definitions \"":  again("[a]: b \"\n"),
	"definitions '":   again("[a]: b 'c\n"),
	"definitions (":   again("[a]: b (c\n"),
	"labels":          again("[a"),
	"references":      func(n int) string { return "[a]: //b\n\n" + strings.Repeat("![a][a]", n/7) },
	"half references": func(n int) string { return "[a]: //b\n\n" + strings.Repeat("![a][", n/5) },
	"notes":           again("[^a]"),
	"notes defined":   again("[^a]: b\n\n"),
	"many notes":      func(n int) string { return numbered(n/2, "[^", "]: b\n\n") + numbered(n/2, "[^", "] ") },
	"rows":            func(n int) string { return "a|b\n-|-\n" + strings.Repeat("|a|b\n", n/5) },
	"columns": func(n int) string {
		return strings.Repeat("a|", n/6) + "\n" + strings.Repeat("-|", n/6) + "\n" + strings.Repeat("a|b\n", n/12)
	},
	"terms":        again("a\n: b\n\n"),
	"more terms":   again(": a\n"),
	"references &": func(n int) string { return "![a](" + strings.Repeat("&#x68;", n/6) },
	"backslashes":  again(`\`),
	"returns":      again("a\r"),
}

func again(s string) func(int) string {
	return func(size int) string { return strings.Repeat(s, size/len(s)) }
}

func numbered(size int, before, after string) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(before + strconv.Itoa(i) + after)
	}
	return b.String()
}

// prose resembles an ordinary reply.
var prose = again("The *quick* fox [jumps](https://x.example/a_b) over `the lazy` dog, ![so](a.png).\n\n- One\n- [ ] Two\n\n")

func TestHostileTextsTakeNoLonger(t *testing.T) {
	const size = 16 << 10
	for name, of := range hostile {
		size := size
		if name == "many labels" || name == "many notes" {
			// For each label the parser moves the lines after it, and it looks for each note
			// among all others. That shows with more of them, up to the bounds of hard.go.
			size = 4 << 10
		}
		linear.Require(t, size/8, func(n int) { Fetches("![\n\n" + of(n)) }, name)
	}
}

// A text beyond the bounds is replaced as a whole, but only if it could have something fetched.
func TestBeyondTheBounds(t *testing.T) {
	for name, text := range map[string]string{
		"long":          prose(longestText + 200),
		"nested lists":  hostile["lists, lines"](4 << 10),
		"nested quotes": hostile["quotes"](4 << 10),
		"columns":       hostile["columns"](64 << 10),
		"tags":          hostile["quoted tags"](64 << 10),
		"titles":        hostile["titles"](64 << 10),
		"definitions":   hostile["definitions"](64 << 10),
	} {
		require.Equal(t, []Fetch{{End: len(text) + 4, Elsewhere: true}}, Fetches("![\n\n"+text), name)
		require.Equal(t, instead, Without("![\n\n"+text, instead), name)
		words := strings.NewReplacer("![", "", "<", "").Replace(text)
		require.Equal(t, words, Without(words, instead), name)
	}
	for name, text := range map[string]string{
		"prose": prose(longestText - 200),
		"list":  strings.Repeat("- [a](https://e.example/a_b) *c* `d` [1] <br>\n", 1000),
		"lines": strings.Repeat("[a](https://e.example/a_b) *c* `d` [1] <br> a < b, if (x) ![y](z)\n", 100),
		"code":  "![a](b)\n```\n" + strings.Repeat("<a href=\"https://e.example\"> ![a](https://e.example) List<String> a[i] | b\n", 1000) + "```\n",
		"table": "|a|b|c|d|\n|-|-|-|-|\n" + strings.Repeat("|![a](b)|c|`d`|e|\n", 1000),
	} {
		require.Equal(t, text, Without(text, instead), name)
	}
}

func FuzzWithout(f *testing.F) {
	for text := range fetched {
		f.Add(text)
	}
	for _, text := range notFetched {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, found := range Fetches(text) {
			require.LessOrEqual(t, end, found.Start)
			require.Less(t, found.Start, found.End)
			require.LessOrEqual(t, found.End, len(text))
			end = found.End
		}
		out := Without(text, instead)
		for _, found := range Fetches(out) {
			require.False(t, found.Elsewhere, "what is left still fetches: %q", out)
		}
		require.True(t, pieces(text, strings.Split(out, instead)), "%q became %q", text, out)
	})
}

// pieces reports whether a text consists of these pieces, with something between them.
func pieces(text string, of []string) bool {
	rest, ok := strings.CutPrefix(text, of[0])
	if !ok || len(of) == 1 {
		return ok && rest == ""
	}
	for _, piece := range of[1 : len(of)-1] {
		if _, rest, ok = strings.Cut(rest, piece); !ok {
			return false
		}
	}
	return strings.HasSuffix(rest, of[len(of)-1])
}
