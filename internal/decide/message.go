package decide

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/markup"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/senderid"
)

// Words to the owner pass at every level. This file says which calls of the message
// tool are no more than that.

// The parameters that a plain message may have. A key that is in none of these lists
// may be a target that we do not know, or something for the gateway to fetch or read,
// and an address can carry data out. Buttons are left out on purpose: whoever presses
// one says what the model wrote on it, which may be an approval.
var (
	messageWords = []string{"message", "text", "content", "body", "caption"}
	messageWays  = []string{
		"action", "silent", "format", "parsemode", "replyto", "replytoid", "accountid", "asvoice", "gifplayback",
	}
	messageTargets = []string{
		"to", "target", "targets", "recipient", "recipients", "channelid", "chatid", "chat_id", "userid", "user_id", "conversationid",
	}
)

// toOwner reports whether a call is of the message tool and does no more than say
// something to the owner (seed 000, "Owner DM Exception"): in his own DM, or to a named
// target that is the owner.
func (d *draft) toOwner(tool string, params jsontext.Value) bool {
	if !isMessage(tool) {
		return false
	}
	c := d.ctx
	dm := c.GroupID == "" && (fromOwner(c) || d.state.InOwnersDM && !fromStranger(c) && d.amongAgents())
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
		case key == "channel":
			provider = strings.Trim(string(value), `"`)
			if channels = append(channels, provider); channels[0] != provider {
				return false // which of the two the tool obeys is not known
			}
		case key == "action":
			switch strings.ToLower(strings.Trim(string(value), `"`)) {
			case "", "send", "reply":
			default:
				return false
			}
		case slices.Contains(messageTargets, key):
			targets = append(targets, names(value)...)
		case slices.Contains(messageWords, key):
			if !onlyWords(value) {
				return false
			}
		case !slices.Contains(messageWays, key):
			return false
		}
	}
	if len(targets) == 0 {
		return dm && strings.EqualFold(provider, c.MessageProvider)
	}
	for _, t := range targets {
		if !d.isOwner(provider, t) {
			return false
		}
	}
	return true
}

// amongAgents reports whether nobody from a channel has begun the turn of a spawned
// session, so that the words that name no target go where its spawner speaks.
func (d *draft) amongAgents() bool {
	return d.state.Turns == d.state.SpawnTurn || d.interSession() || d.ctx.MessageProvider == ""
}

// onlyWords reports whether a text parameter is no more than words. Versions of
// OpenClaw fetch what follows MEDIA: at the start of a line, and Markdown images, clients
// fetch more, and OpenClaw takes a backslash and an n for the end of a line. Before that it
// takes out what a model marks as its thinking, so that of a text with such marks it is not
// known here where its lines will begin.
func onlyWords(words jsontext.Value) bool {
	switch words.Kind() {
	case '[', '{':
		return false
	case '"':
		text := string(unquoted(words))
		lines := strings.NewReplacer(`\n`, "\n", `\N`, "\n").Replace(text)
		if thinking.MatchString(strings.ToUpper(text)) || len(markup.Fetches(text)) > 0 || lines != text && len(markup.Fetches(lines)) > 0 {
			return false
		}
		for line := range strings.SplitSeq(strings.ToUpper(lines), "\n") {
			if strings.HasPrefix(strings.TrimLeftFunc(line, policy.IsBlank), "MEDIA:") {
				return false
			}
		}
	}
	return true
}

// thinking finds the marks around what a model has thought, in upper case.
var thinking = regexp.MustCompile(`<[\s\pZ\x{FEFF}]*/?[\s\pZ\x{FEFF}]*(?:[A-Z]+:)?(?:THINK|THINKING|THOUGHT|ANTTHINKING|REASONING|FINAL)\b`)

// ownersCommand is how the owner tells us, or the gateway, that something may run. The
// gateway looks for its commands behind brackets, a sender's name and its own name, and
// takes a backslash and an n for a space.
var ownersCommand = regexp.MustCompile(`(?i)/[\s\pZ\p{Cf}]*(?:provenance|firewall|approve)(?:[\s\pZ\p{Cf}@:]|\\n)|(?:^|[^\w/.-])/\s*(?:provenance|firewall|approve)$|` +
	`^\s*(?:\[[^\]]*\]\s*)*(?:[^\n:]*:)?\s*\.(?:approve|deny|withdraw|reset-trust)(?:[\s@:]|$)`)

// inBrackets is what may stand before a sender's name.
var inBrackets = regexp.MustCompile(`^\s*(?:\[[^\]]*\]\s*)*`)

// isOwnersCommand reports whether a text would be taken for a command of the owner's: every
// form in which one is read from their message counts, also behind what a gateway takes away.
func isOwnersCommand(text string) bool {
	if ownersCommand.MatchString(text) {
		return true
	}
	bare := text[len(inBrackets.FindString(text)):]
	_, unnamed, _ := strings.Cut(bare, ":")
	return slices.ContainsFunc([]string{text, bare, unnamed}, func(text string) bool {
		_, ok := parseChatCommand(text)
		return ok
	})
}

// givesCommand reports whether a call of the message tool has such a command elsewhere
// than in its words: behind a button, where nobody reads it, and from where it comes
// back as the word of whoever presses.
func givesCommand(tool string, params jsontext.Value) bool {
	if !isMessage(tool) {
		return false
	}
	var fields map[string]jsontext.Value
	if json.Unmarshal(params, &fields) != nil {
		return false
	}
	for key, value := range fields {
		if !slices.Contains(messageWords, strings.ToLower(key)) && holdsCommand(value, 0) {
			return true
		}
	}
	return false
}

// deepestJSON bounds how often JSON is looked for in the texts of JSON.
const deepestJSON = 4

func holdsCommand(v []byte, depth int) bool {
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
		if isOwnersCommand(text) || depth < deepestJSON && holdsCommand([]byte(text), depth+1) {
			return true
		}
	}
}

// isMessage reports whether a judged name is the gateway's message tool, or an action of
// it. A tool that merely calls itself message.x is judged under a name that ends in a
// full stop (policy.Tables.Tool).
func isMessage(tool string) bool {
	return tool == "message" || strings.HasPrefix(tool, "message.") && !strings.HasSuffix(tool, ".")
}

// names reads the targets in one parameter: a text, a number, or a list of them.
// Anything else is returned as it stands, and is nobody we know.
func names(v jsontext.Value) []string {
	switch v.Kind() {
	case '"':
		if text := string(unquoted(v)); text != "" {
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

func (d *draft) isOwner(provider, id string) bool {
	if d.Policy.OwnerID(provider, id) {
		return true
	}
	if senderid.Channel(provider) != senderid.Channel(d.ctx.MessageProvider) {
		return false
	}
	owners := d.state.Owners
	if d.ev.Spawner != nil {
		owners = append(append([]string{}, owners...), d.ev.Spawner.Owners...)
	}
	bare := strings.TrimPrefix(id, strings.ToLower(provider)+":")
	return slices.ContainsFunc([]string{id, senderid.Canonical(provider, id), senderid.Canonical(provider, bare)}, func(spelling string) bool {
		return hasOwner(owners, d.channel, TidyName(spelling, d.Digest))
	})
}
