package redact

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestErrorsInADataFileNameThePlace(t *testing.T) {
	const good = "a-key  abc[0-9]{20}  abc<d20>  -  example.com\n"
	for text, want := range map[string]string{
		"# comment\n\na-key  abc[0-9]{20}  abc<d20>  -\n":               "f.txt:3: 5 columns with two spaces between them, not 4",
		"a-key  [0-9]{20}  <d20>  -  example.com\n":                     `f.txt:1: a-key: no literal of 3 bytes in "[0-9]{20}"`,
		"a-key  abc[0-9{20}  abc<d20>  -  example.com\n":                `f.txt:1: a-key: unclosed class "[0-9{20}"`,
		"a-key  abc[0-9]{20  abc<d20>  -  example.com\n":                `f.txt:1: a-key: bad repetition "{20"`,
		"a-key  abc[0-9]{3,2}  abc<d20>  -  example.com\n":              `f.txt:1: a-key: bad repetition "{3,2}"`,
		"a-key  abc[0-9]{1,99999}  abc<d20>  -  example.com\n":          `f.txt:1: a-key: bad repetition "{1,99999}"`,
		"a-key  abc[0-9]{20}\\  abc<d20>  -  example.com\n":             `f.txt:1: a-key: nothing behind a backslash`,
		good + "a-key  abd[0-9]{20}  abd<d20>  -  example.com\n":        "f.txt:2: a-key does not sort behind a-key",
		good + "b-key  abd[0-9]{20}  abd<d20>  solid  example.com\n":    `f.txt:2: b-key: mark "solid"`,
		good + "b-key  abd[0-9]{20}  abd<d20>  beside:x  example.com\n": `f.txt:2: b-key: mark "beside:x"`,
		good + strings.Repeat("x", maxDataLine+1):                       "f.txt:2: line of more than 2048 bytes: bufio.Scanner: token too long",
	} {
		_, err := readFormats("f.txt", []byte(text))
		require.EqualError(t, err, want)
	}
	_, err := readFormats("f.txt", []byte(strings.Repeat(good, maxDataRows+1)))
	require.Error(t, err)
	_, err = readRows("f.txt", []byte(strings.Repeat(good, maxDataRows+1)))
	require.EqualError(t, err, "f.txt:4097: more than 4096 rows")
}
