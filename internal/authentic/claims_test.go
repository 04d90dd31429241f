package authentic

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/linear"
)

func TestCountClaims(t *testing.T) {
	for text, want := range map[string]Claims{
		"":                                       {},
		"No marks.":                              {},
		"[G] The file has 3 lines.":              {Grounded: 1},
		"It is probably old. [I]":                {Inferred: 1},
		"[G] a [I] b [G] c":                      {2, 1},
		"- [G] a\n- [I] b\n":                     {1, 1},
		"**[G]** bold, ([I]) bracketed.":         {1, 1},
		"[G]: a":                                 {},
		"[g] [i] [ G ] [GI] [G":                  {},
		"[G](https://example.org) and [I](x)":    {},
		"[G][1] a reference":                     {},
		"x[I] + y_[G] + f()[I] + a[0][I]":        {},
		"`[G]` is a mark":                        {},
		"``a ` [G]`` [I]":                        {Inferred: 1},
		"` alone [G]":                            {Grounded: 1},
		"` a ``[G]`` [G]":                        {Grounded: 1},
		"a ` b\n[G] c `":                         {Grounded: 1},
		"```\n[G]\n```\n[I]":                     {Inferred: 1},
		"```go\nx[I]\n[G]\n```go\n[G]\n```\n[G]": {Grounded: 1},
		"~~~\n[G]\n```\n[I]\n~~~\n[I]":           {Inferred: 1},
		"````\n```\n[G]\n````\n[I]":              {Inferred: 1},
		"```\n[G] in code that never ends":       {},
		"```x``` [G]":                            {Grounded: 1},
		"    [G] indented":                       {Grounded: 1},
		"[G]\r\n[I]\r\n":                         {1, 1},
	} {
		require.Equal(t, want, CountClaims(text), "%q", text)
	}
}

func TestCountClaimsIsLinear(t *testing.T) {
	runs := ""
	for n := 1; n < 1000; n++ {
		runs += strings.Repeat("`", n) + " "
	}
	for _, text := range []string{runs, strings.Repeat("` `` ", 1<<18), strings.Repeat("[G] `x", 1<<18), strings.Repeat("```\n", 1<<18)} {
		require.Less(t, linear.CPU(func() { CountClaims(text) }), 2*time.Second)
	}
}
