package policy_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/policy"
)

// An id identifies the person that its channel says, in any spelling, in lists and in rules.
func TestIDsAreComparedAsTheirChannelMeansThem(t *testing.T) {
	for _, tt := range []struct {
		written, channel, sender string
		same                     bool
	}{
		{"whatsapp:+15551234567", "whatsapp", "15551234567", true},
		{"whatsapp:+15551234567", "whatsapp", "15551234567@s.whatsapp.net", true},
		{"whatsapp:+15551234567", "WhatsApp", "15551234567:12@s.whatsapp.net", true},
		{"+1 555 123 4567", "whatsapp", "whatsapp:15551234567", true},
		{"15551234567@s.whatsapp.net", "whatsapp", "+15551234567", true},
		{"tg:@Ann", "telegram", "ann", true},
		{"telegram:111", "telegram", "user:111", true},
		{"slack:U111", "slack", "<@U111>", true},
		{"signal:+15551234567", "", "15551234567", true}, // the channel is unknown
		{"whatsapp:+15551234567", "whatsapp", "15551234568", false},
		{"whatsapp:+15551234567", "telegram", "15551234567", false},
		{"telegram:111", "discord", "111", false},
		{"matrix:@ann:example.org", "matrix", "@ann:example.org", true},
		{"matrix:@ann:example.org", "matrix", "@ann:example.com", false},
	} {
		p, err := policy.Parse([]byte("trustedSenderIds: ['"+tt.written+"']\nownerIds: ['"+tt.written+"']\npolicies:\n- {name: r, when: {sender: '"+tt.written+"'}, action: {block_turn: true}}\n"), "p.yaml")
		require.NoError(t, err)
		require.Equal(t, tt.same, p.TrustedSender(tt.channel, tt.sender), "%+v", tt)
		require.Equal(t, tt.same, p.OwnerID(tt.channel, tt.sender), "%+v", tt)
		require.Equal(t, tt.same, p.Rules()[0].Matches(&policy.Facts{Channel: tt.channel, Sender: tt.sender}), "%+v", tt)
	}
}
