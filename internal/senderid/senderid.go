// Package senderid compares people's ids by the rules of their channels: +1 555 123 4567,
// 15551234567 and 15551234567:12@s.whatsapp.net are one person on WhatsApp.
package senderid

import (
	"regexp"
	"slices"
	"strings"
)

// channel is how ids are written on one channel.
type channel struct {
	names  []string // what gateways and people call it; the first is the usual one
	cuts   []string // prefixes that may precede an id and carry no information
	ends   []string // suffixes, likewise
	device bool     // a device number may precede the suffix, after a colon
	phones bool     // ids are phone numbers
	folded bool     // letter case does not count
}

// channels are those whose ids have several spellings. On others only equal ids match.
var channels = []channel{
	{names: []string{"whatsapp", "wa"}, cuts: []string{"user:", "tel:"}, ends: []string{"@s.whatsapp.net", "@c.us"}, device: true, phones: true, folded: true},
	{names: []string{"telegram", "tg"}, cuts: []string{"user:", "https://t.me/", "t.me/", "@"}, folded: true},
	{names: []string{"signal"}, cuts: []string{"user:", "uuid:", "tel:"}, phones: true, folded: true},
	{names: []string{"imessage", "imsg", "bluebubbles"}, cuts: []string{"user:", "sms:", "auto:", "tel:", "mailto:"}, phones: true, folded: true},
	{names: []string{"sms", "twilio"}, cuts: []string{"user:", "tel:"}, phones: true, folded: true},
	{names: []string{"voice", "voicecall", "phone"}, cuts: []string{"user:", "tel:"}, phones: true, folded: true},
	{names: []string{"slack"}, cuts: []string{"user:", "<@"}, ends: []string{">"}},
	{names: []string{"discord"}, cuts: []string{"user:", "<@!", "<@"}, ends: []string{">"}},
	{names: []string{"mattermost"}, cuts: []string{"user:", "@"}, folded: true},
	{names: []string{"matrix"}, cuts: []string{"user:"}},
	{names: []string{"msteams", "teams"}, cuts: []string{"user:"}, folded: true},
	{names: []string{"googlechat", "gchat"}, cuts: []string{"user:", "users/"}, folded: true},
	{names: []string{"line"}, cuts: []string{"user:"}},
	{names: []string{"nostr"}, cuts: []string{"nostr:"}, folded: true},
	{names: []string{"irc"}, cuts: []string{"user:"}, folded: true},
	{names: []string{"email", "mail", "gmail"}, cuts: []string{"mailto:"}, folded: true},
}

// named are the channels by all their names.
var named = func() map[string]*channel {
	all := map[string]*channel{}
	for i := range channels {
		for _, name := range channels[i].names {
			all[name] = &channels[i]
		}
	}
	return all
}()

// Channel is the usual name of a channel, in lower case.
func Channel(name string) string {
	name = strings.ToLower(name)
	if c := named[name]; c != nil {
		return c.names[0]
	}
	return name
}

// Channels are the usual names of all channels whose ids have several spellings.
func Channels() []string {
	all := make([]string, len(channels))
	for i := range channels {
		all[i] = channels[i].names[0]
	}
	return all
}

// IsKind reports whether a prefix of an id says what kind of id it is ("user:"), and not which
// channel.
func IsKind(head string) bool {
	switch strings.ToLower(head) {
	case "user:", "tel:", "mailto:", "uuid:", "auto:":
		return true
	}
	return false
}

// Of is the channel that the suffix of an id names, or "".
func Of(id string) string {
	if strings.HasSuffix(id, "@s.whatsapp.net") || strings.HasSuffix(id, "@c.us") || strings.HasSuffix(id, "@lid") {
		return "whatsapp"
	}
	return ""
}

// Canonical is an id, without its channel, in the form in which ids of that channel are
// compared.
func Canonical(channelName, id string) string {
	c := named[strings.ToLower(channelName)]
	if c == nil {
		return id
	}
	id = strings.TrimSpace(id)
	for _, cut := range c.cuts {
		if len(id) > len(cut) && strings.EqualFold(id[:len(cut)], cut) {
			id = id[len(cut):]
		}
	}
	if c.folded {
		id = strings.ToLower(id)
	}
	if c.device {
		id = withoutDevice(id)
	}
	for _, end := range c.ends {
		if rest, ok := strings.CutSuffix(id, end); ok && rest != "" {
			if id = rest; end == ">" {
				id, _, _ = strings.Cut(id, "|") // <@U1|ann>
			}
		}
	}
	if c.phones && phone.MatchString(id) {
		id = strings.TrimPrefix(written.Replace(id), "00")
	}
	return id
}

var (
	phone   = regexp.MustCompile(`^(?:\+|00)?[0-9(][0-9 ().-]{5,24}$`)
	written = strings.NewReplacer("+", "", " ", "", "(", "", ")", "", ".", "", "-", "")
	device  = regexp.MustCompile(`^([0-9]+)[:_][0-9]{1,5}(@(?:s\.whatsapp\.net|c\.us|lid))$`)
)

// withoutDevice is an id without its device number.
func withoutDevice(id string) string {
	if m := device.FindStringSubmatch(id); m != nil {
		return m[1] + m[2]
	}
	return id
}

// Spellings are the usual ways to write an id of a channel, the given one first.
func Spellings(channelName, id string) []string {
	all := []string{id}
	add := func(more ...string) {
		for _, s := range more {
			if !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	name, canon := strings.ToLower(channelName), Canonical(channelName, id)
	add(canon)
	if c := named[name]; c != nil {
		name = c.names[0]
		switch {
		case c.phones && strings.Trim(canon, "0123456789") == "":
			add("+" + canon)
			for _, end := range c.ends {
				add(canon + end)
			}
		case c.folded && slices.Contains(c.cuts, "@"):
			add("@" + canon)
		}
	}
	if name != "" {
		for _, s := range slices.Clone(all) {
			add(name + ":" + s)
		}
	}
	return all
}
