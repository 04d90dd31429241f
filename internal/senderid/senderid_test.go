package senderid

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCanonical(t *testing.T) {
	for _, tt := range []struct {
		channel, want string
		ids           []string
	}{
		{"whatsapp", "15551234567", []string{"15551234567", "+15551234567", "+1 (555) 123-4567", "0015551234567", "15551234567@s.whatsapp.net", "15551234567:12@s.whatsapp.net", "15551234567@c.us", "+15551234567@S.WhatsApp.net"}},
		{"WA", "15551234567", []string{"+15551234567"}},
		{"whatsapp", "15551234567@lid", []string{"15551234567@lid", "15551234567:3@lid"}}, // another kind of id
		{"whatsapp", "120363@g.us", []string{"120363@g.us"}},
		{"telegram", "ann", []string{"ann", "@Ann", "https://t.me/ann", "user:ann"}},
		{"tg", "123456789", []string{"123456789", "user:123456789"}},
		{"telegram", "+15551234567", []string{"+15551234567"}},
		{"signal", "15551234567", []string{"+15551234567", "tel:+15551234567"}},
		{"signal", "a1b2c3d4-0000-4000-8000-00000000000a", []string{"uuid:A1B2C3D4-0000-4000-8000-00000000000A", "a1b2c3d4-0000-4000-8000-00000000000a"}},
		{"imessage", "15551234567", []string{"+15551234567", "sms:+1 555 123 4567"}},
		{"imessage", "ann@example.com", []string{"Ann@Example.com", "mailto:ann@example.com"}},
		{"slack", "U123", []string{"U123", "user:U123", "<@U123>", "<@U123|ann>"}},
		{"discord", "123", []string{"123", "user:123", "<@123>", "<@!123>"}},
		{"matrix", "@Ann:example.org", []string{"@Ann:example.org"}},
		{"msteams", "29:abc", []string{"29:ABC", "user:29:abc"}},
		{"googlechat", "123", []string{"users/123", "123"}},
		{"unheard", "+1 555", []string{"+1 555"}},
		{"", "@Ann", []string{"@Ann"}},
	} {
		for _, id := range tt.ids {
			require.Equal(t, tt.want, Canonical(tt.channel, id), "%s %s", tt.channel, id)
		}
		require.Equal(t, tt.want, Canonical(tt.channel, tt.want), "it is its own form")
	}
}

func TestSpellings(t *testing.T) {
	require.Equal(t, []string{"15551234567:12@s.whatsapp.net", "15551234567", "+15551234567", "15551234567@s.whatsapp.net", "15551234567@c.us",
		"whatsapp:15551234567:12@s.whatsapp.net", "whatsapp:15551234567", "whatsapp:+15551234567", "whatsapp:15551234567@s.whatsapp.net", "whatsapp:15551234567@c.us"},
		Spellings("WhatsApp", "15551234567:12@s.whatsapp.net"))
	require.Equal(t, []string{"@Ann", "ann", "@ann", "telegram:@Ann", "telegram:ann", "telegram:@ann"}, Spellings("tg", "@Ann"))
	require.Equal(t, []string{"x"}, Spellings("", "x"))
	for _, name := range Channels() {
		require.Equal(t, name, Channel(name))
	}
}
