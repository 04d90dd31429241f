package decide

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/senderid"
	"github.com/provenanced/provenanced/internal/wire"
)

// Words to the owner pass at every level. This file recognises calls that are nothing more.

// toOwner reports whether a call speaks (facts.Message) and only says something to the owner (seed
// 000, "Owner DM Exception"): in their own DM, or to a named target that is the owner.
func (s *speaker) toOwner(tool string, params jsontext.Value) bool {
	how := s.tables.Does(tool).Message
	if how == nil {
		return false
	}
	c := s.ctx
	dm := c.GroupID == "" && (fromOwner(c) || s.state.InOwnersDM && !fromStranger(c) && s.amongAgents())
	if len(params) == 0 {
		return dm
	}
	var fields map[string]jsontext.Value
	if json.Unmarshal(params, &fields) != nil {
		return false
	}
	provider := c.MessageProvider
	var targets, channels []string
	for key, value := range fields {
		switch key := strings.ToLower(key); {
		case key == how.Channel:
			provider = strings.Trim(string(value), `"`)
			if channels = append(channels, provider); channels[0] != provider {
				return false // it is unknown which of the two the tool obeys
			}
		case key == how.Action:
			if !slices.Contains(how.Says, strings.ToLower(strings.Trim(string(value), `"`))) {
				return false
			}
		case slices.Contains(how.Targets, key):
			targets = append(targets, names(value)...)
		case slices.Contains(how.Words, key):
			if !s.onlyWords(how, value) {
				return false
			}
		case !slices.Contains(how.Ways, key):
			return false
		}
	}
	if len(targets) == 0 {
		return dm && strings.EqualFold(provider, c.MessageProvider)
	}
	for _, t := range targets {
		if !s.isOwner(provider, t) {
			return false
		}
	}
	return true
}

// amongAgents reports whether nobody from a channel has begun the turn of a spawned session, so
// that words without a target go where its spawner speaks.
func (s *speaker) amongAgents() bool {
	return s.state.Turns == s.state.SpawnTurn || s.interSession() || s.ctx.MessageProvider == ""
}

// onlyWords reports whether a text parameter is nothing but words.
func (q *question) onlyWords(how *facts.Message, words jsontext.Value) bool {
	switch words.Kind() {
	case '[', '{':
		return false
	case '"':
		return !q.fetches(how, wire.UnquotedText(words))
	}
	return true
}

// isOwnersCommand reports whether a text would be taken for a command of the owner's: every form
// that is accepted from their message counts, also after what a host removes.
func isOwnersCommand(how *facts.Message, text string) bool {
	command, as := how.Heard(text)
	return command || slices.ContainsFunc(append(as, text), func(text string) bool {
		_, ok := parseChatCommand(text)
		return ok
	})
}

// givesCommand reports whether a call that speaks has such a command outside of its words: behind a
// button, where nobody reads it, and from where it comes back as the presser's words.
func (q *question) givesCommand(tool string, params jsontext.Value) bool {
	how := q.tables.Does(tool).Message
	if how == nil {
		return false
	}
	if q.again().found(facts.GivesCommand) {
		return true
	}
	var fields map[string]jsontext.Value
	if json.Unmarshal(params, &fields) != nil {
		return false
	}
	for key, value := range fields {
		if !slices.Contains(how.Words, strings.ToLower(key)) && holdsCommand(how, value, 0) {
			return true
		}
	}
	return false
}

// deepestJSON bounds how often JSON is looked for in the texts of JSON.
const deepestJSON = 4

func holdsCommand(how *facts.Message, v []byte, depth int) bool {
	dec := jsontext.NewDecoder(bytes.NewReader(v), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for {
		token, err := dec.ReadToken()
		if err != nil {
			return false
		}
		if token.Kind() != '"' {
			continue
		}
		text := token.String()
		if isOwnersCommand(how, text) || depth < deepestJSON && holdsCommand(how, []byte(text), depth+1) {
			return true
		}
	}
}

// names reads the targets in one parameter: a text, a number, or a list of them. Anything else is
// returned unchanged, and matches nobody.
func names(v jsontext.Value) []string {
	switch v.Kind() {
	case '"':
		if text := wire.UnquotedText(v); text != "" {
			return []string{text}
		}
		return nil
	case 'n':
		return nil
	case '[':
		var list []jsontext.Value
		if json.Unmarshal(v, &list) == nil {
			var all []string
			for _, item := range list {
				all = append(all, names(item)...)
			}
			return all
		}
	}
	return []string{string(v)}
}

func (s *speaker) isOwner(provider, id string) bool {
	if a := s.again(); a.found(facts.ToOwner) && (a.conceals(id) || s.state.SpawnedBy != "") {
		return true // by an id that is not kept, or that only the spawner's owner has
	}
	if s.Policy.OwnerID(provider, id) {
		return true
	}
	if senderid.Channel(provider) != senderid.Channel(s.ctx.MessageProvider) {
		return false
	}
	owners := s.state.Owners
	if s.ev.Spawner != nil {
		owners = append(append([]string{}, owners...), s.ev.Spawner.Owners...)
	}
	bare := strings.TrimPrefix(id, strings.ToLower(provider)+":")
	return slices.ContainsFunc([]string{id, senderid.Canonical(provider, id), senderid.Canonical(provider, bare)}, func(spelling string) bool {
		return hasOwner(owners, s.channel, TidyName(spelling, s.Digest))
	})
}
