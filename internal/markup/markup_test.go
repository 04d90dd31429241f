package markup

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const instead = "[left out]"

// fetched maps texts to the same texts without what is fetched.
var fetched = map[string]string{
	// Pictures of CommonMark.
	"a ![b](https://e.example/?q) c":                            "a [left out] c",
	"![b [c] d](<https://e.example/ x> \"t\") e":                "[left out] e",
	"![a](\nhttps://e.example)":                                 "[left out]",
	"> ![a\n> b](https://e.example)\n> c":                       "> [left out]\n> c",
	"![a](//e.example/x) b":                                     "[left out] b",
	`![a](\\e.example/x) b`:                                     "[left out] b",
	`![a](https\://e.example) b`:                                "[left out] b",
	"![a](https&colon;//e.example) b":                           "[left out] b",
	"![a](&#104;ttps&#x3a;&sol;/e.example) b":                   "[left out] b",
	"![a](HTTPS:e.example)":                                     "[left out]",
	"![a](mxc://e.example/x)":                                   "[left out]",
	"![a](https://e.example/a(b)c) d":                           "[left out] d",
	"[![a](https://e.example)](https://f.example)":              "[[left out]](https://f.example)",
	"![![a](https://e.example)](own.png)":                       "[left out]",
	"![x][r] y\n\n[r]: https://e.example":                       "[left out] y\n\n[r]: https://e.example",
	"![R] y\n\n[r]:\n  <//e.example> 't'":                       "[left out] y\n\n[r]:\n  <//e.example> 't'",
	"![r][] y\n\n> [r]: https://e.example":                      "[left out] y\n\n> [r]: https://e.example",
	"![x][s\\]]\n\n- [s\\]]: https&#58;//e.example":             "[left out]\n\n- [s\\]]: https&#58;//e.example",
	"True![^1]\n\n[^1]: https://e.example":                      "True[left out]\n\n[^1]: https://e.example",
	"# ![a](https://e.example)\n- ![b](https://e.example)":      "# [left out]\n- [left out]",
	"|a|\n|-|\n|![a](https://e.example)|":                       "|a|\n|-|\n|[left out]|",
	"x[^1]\n\n[^1]: ![a](https://e.example)":                    "x[^1]\n\n[^1]: [left out]",
	"*![a](https://e.example)* **![b](//e.example)**":           "*[left out]* **[left out]**",
	"![" + strings.Repeat("a", 2000) + "](https://e.example) b": "[left out] b",
	"![`a`](https://e.example) b":                               "[left out] b",
	"!![a](https://e.example)(https://f.example) b":             "[left out] b",
	"![a](https://e.example): x\n\n![b][left out]":              "[left out]: x\n\n![b][left out]",

	// Pictures to more lenient readers.
	"![a](https://e.example":                                       "[left out]",
	"![a](https://e.example/a b) c":                                "[left out] c",
	"![a [b](https://e.example) c":                                 "[left out] c",
	`\![a](https://e.example)`:                                     `\[left out]`,
	"text\n[r]: https://e.example\n![x] [r]":                       "text\n[r]: https://e.example\n[left out]",
	"![a [" + strings.Repeat("b", 1000) + "](own) c](//e.example)": "[left out]",

	// Tags.
	"a <img src=https://e.example> b":                                                  "a [left out] b",
	"<IMG\n  SRC='//e.example' />":                                                     "[left out]",
	"<img/src=\"https://e.example\"/>b":                                                "[left out]b",
	"<img src=&#104;ttps&colon;//e.example>":                                           "[left out]",
	"<img src=\"ht\ntps://e.example\">":                                                "[left out]",
	"<img src=`https://e.example`>":                                                    "<img src=`https://e.example`>", // code
	"<img src=https://e.example":                                                       "[left out]",
	"<img src=\"https://e.example/?\nall the rest":                                     "[left out]\nall the rest",
	"<img srcset='own.png 1x, https://e.example 2x'>":                                  "[left out]",
	"<picture><source srcset=//e.example><img src=own.png></picture>":                  "<picture>[left out]<img src=own.png></picture>",
	"<video poster=//e.example></video><audio src=//e.example>":                        "[left out]</video>[left out]",
	"<iframe src='data:text/html,<p>'></iframe>":                                       "[left out]</iframe>",
	"<iframe srcdoc='<img src=//e.example>'></iframe>":                                 "[left out]</iframe>",
	"<object data=//e.example><embed src=//e.example>":                                 "[left out][left out]",
	"<link rel=prefetch href=//e.example><base href=//e.example>":                      "[left out][left out]",
	"<svg><image xlink:href=//e.example /><use href=//e.example></svg>":                "<svg>[left out][left out]</svg>",
	"<svg><rect fill='url(//e.example)'><set attributeName=href to=//e.example></svg>": "<svg>[left out][left out]</svg>",
	"<table background=//e.example><input type=image src=//e.example>":                 "[left out][left out]",
	"<meta http-equiv=refresh content='0;url=https://e.example'>":                      "[left out]",
	"<p style='background:url(//e.example)'>":                                          "[left out]",
	`<p style='background:u\72l(\2f\2f e.example)'>`:                                   "[left out]",
	"<style>@import 'https://e.example'</style>":                                       "[left out]@import 'https://e.example'</style>",
	"<script>a</script>":                                                               "[left out]a</script>",
	"<b onmouseover=a()>":                                                              "[left out]",
	"<div>\n![a](https://e.example)\n<img src=//e.example>\n</div>":                    "<div>\n[left out]\n[left out]\n</div>",
	"> <img\n> src=//e.example>":                                                       "> [left out]",
	"<!-- <img src=//e.example> -->":                                                   "<!-- [left out] -->",
	"x <a title=\"\n\n<img src=//e.example>\n\n\">":                                    "x <a title=\"\n\n[left out]\n\n\">",

	// Code to one reader and not to another.
	"|`a|![a](https://e.example)`|\n|-|-|":              "|`a|[left out]`|\n|-|-|",
	"<!--\n```\n-->\n```\n![a](https://e.example)\n```": "<!--\n```\n-->\n```\n[left out]\n```",
	"x\r\r    ![a](https://e.example)":                  "x\r\r    [left out]",
	"Term\n: text\n\n    ![a](https://e.example)":       "Term\n: text\n\n    [left out]",
}

func TestWhatIsFetched(t *testing.T) {
	for text, want := range fetched {
		got := Without(text, instead)
		assert.Equal(t, want, got, "%q", text)
		assert.Equal(t, want, Without(got, instead), "%q", text)
	}
}

var notFetched = []string{
	"", "text", "a < b, b > c & d! [e]", "[a page](https://e.example) <https://e.example/?a=//b> https://e.example",
	"![a](own.png) and [b](https://e.example)", "![a](/own.png) ![b](C:\\own.png) ![c](data:image/png;base64,AA//)", "![](cid:1)",
	"[![a](own.png)](https://e.example)", "![x] and [r]\n\n[r]: https://e.example", "![x][r]\n\n[r]: own.png",
	"`![a](https://e.example)` and ``<img src=//e.example>``", "```html\n<img src=\"//e.example\">\n![a](//e.example)\n```\n",
	"~~~\n![x][r]\n~~~\n\n[r]: https://e.example", "    ![a](https://e.example)\n    <img src=//e.example>\n",
	"- a\n\n  ```\n  ![a](//e.example)\n  ```\n", "> ```\n> <img src=//e.example>\n> ```\n", "`a\n![a](//e.example)\nb`",
	"<a href=https://e.example title='//x'>a</a> <b>b</b> <img src=own.png alt=https://e.example> <img src=data:image/png,//>",
	"<p style='color: red'> <details><summary>a</summary> <br/> List<String> Map<K, V> <user@e.example> <your name>",
	"<form action=https://e.example><q cite=https://e.example>a</q>", "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>",
	"Is it so![1] It is.\n\n1. https://e.example", "if a <b then c >d", `!\[a](https://e.example) ![a\](https://e.example)`,
}

func TestWhatIsNotFetched(t *testing.T) {
	for _, text := range notFetched {
		assert.Equal(t, text, Without(text, instead), "%q", text)
	}
}

func TestWhereItLeads(t *testing.T) {
	require.Equal(t, []Fetch{
		{Start: 0, End: 14, Address: "o&wn"},
		{Start: 16, End: 50, Address: "https://e.example/()(", Elsewhere: true},
		{Start: 51, End: 57, Address: "https://f.example", Elsewhere: true},
		{Start: 58, End: 84, Address: "//e.example&", Elsewhere: true},
	}, Fetches("![a](o&amp;wn)\n\n![a](https&colon;//e.example/()\\()\n![r][]\n<img src=//e.example&amp;>\n\n[r]: https://f.example"))
}
