package decide

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/wire"
)

// What a call does, in the words of its parameters, for the owner who asks about it later: the
// command, the path, the address or the recipient. It is recorded, so secrets are removed from it.

const (
	MaxDoes     = 240      // characters that are kept
	maxDoesSeen = 64 << 10 // bytes of parameters that are examined
)

// does returns what a call with these parameters would do; empty if the policy keeps no previews.
func (q *question) does(params jsontext.Value) string {
	if !q.Policy.ContentPreviews || len(params) == 0 || params.Kind() == 'n' {
		return ""
	}
	var text string
	told := false
	if len(params) <= maxDoesSeen && params.Kind() == '{' {
		var saying [4]string
		var room [32]jsontext.Value
		said := saying[:0]
		names := dialect.Tells()
		for i, v := range wire.Members(room[:0], params, names) {
			if v == nil || v.Kind() == 'n' {
				continue
			}
			var value string
			if v.Kind() == '"' {
				value = wire.UnquotedText(v)
				value = value[:min(len(value), maxSaidRead)]
			} else {
				value = string(v[:min(len(v), maxSaidRead)])
			}
			if len(said) > 0 || !dialect.TellsBare(i) {
				value = names[i] + ": " + value
			}
			said = append(said, value)
		}
		text, told = strings.Join(said, ", "), len(said) > 0
		if !told && string(params) == "{}" {
			return ""
		}
	}
	if !told {
		text = string(params[:min(len(params), maxSaidRead)])
	}
	return q.said(text, MaxDoes)
}
