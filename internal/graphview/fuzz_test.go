package graphview

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
)

// Whatever a graph contains, its drawings are valid: they begin and end as they should, and no
// text escapes from its place.
func FuzzDraw(f *testing.F) {
	turn, err := os.ReadFile("testdata/turn.json")
	require.NoError(f, err)
	f.Add(turn)
	for _, g := range []string{
		`{}`, `{"nodes":[{"id":"a","kind":"input","trust":"trusted"}],"edges":[{"from":"a","to":"a","relation":"triggers"}]}`,
		`{"nodes":[{"id":"a"},{"id":"a"}],"edges":[{"from":"a","to":"b","relation":"consumes"},{"from":"","to":"","relation":""}]}`,
		`{"nodes":[{"id":"a","tool":"\"];evil[label=\"","contentPreview":"</text><script>\u0000\u2028","metadata":{"reason":"-->"}}]}`,
		`{"turnId":"t\"1","sessionKey":"a\nend\nb","nodes":[{"id":"a","kind":"llm_call","iteration":-9223372036854775808,"blocked":true,"blockReason":"]]>"}]}`,
		`{"timestamp":-9223372036854775808,"durationMs":9223372036854775807,"summary":{"externalSources":["\ufffe"],"toolsBlocked":["` + "`" + `"]}}`,
	} {
		f.Add([]byte(g))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var g TurnGraph
		if json.Unmarshal(text, &g) != nil || len(g.Nodes) > 200 || len(g.Edges) > 400 {
			return
		}
		svg, dot, mermaid := SVG(&g), DOT(&g), Mermaid(&g)
		require.Equal(t, string(svg), string(SVG(&g)), "the same graph is drawn the same way")
		for _, drawing := range [][]byte{svg, dot, mermaid} {
			require.True(t, utf8.Valid(drawing))
		}

		dec := xml.NewDecoder(bytes.NewReader(svg))
		depth, elements := 0, 0
		for {
			token, err := dec.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
			switch e := token.(type) {
			case xml.StartElement:
				depth, elements = depth+1, elements+1
				require.NotContains(t, []string{"script", "foreignObject", "image", "a"}, e.Name.Local)
				for _, a := range e.Attr {
					require.False(t, strings.HasPrefix(strings.ToLower(a.Name.Local), "on"), a.Name.Local)
				}
			case xml.EndElement:
				depth--
			}
		}
		require.Zero(t, depth)
		require.Positive(t, elements)
		requireWhole(t, dot)
	})
}

// requireWhole reads quotes and brackets as a DOT parser does.
func requireWhole(t *testing.T, dot []byte) {
	quoted, open := false, 0
	for i := 0; i < len(dot); i++ {
		switch c := dot[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
			require.NotEqual(t, byte('\n'), c)
		case c == '{' || c == '[':
			open++
		case c == '}' || c == ']':
			open--
			require.GreaterOrEqual(t, open, 0)
		}
	}
	require.False(t, quoted)
	require.Zero(t, open)
	require.True(t, bytes.HasPrefix(dot, []byte("digraph")))
}
