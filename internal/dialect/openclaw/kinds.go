package openclaw

import "github.com/provenanced/provenanced/internal/trust"

// kinds are what the gateway shows the model that no tool has brought in and the sender of
// the message has not written, by the words of its plugin. Of "words of a former session"
// and "output of a background command" the plugin tells what the daemon said of the session
// then, so they are not among these: without that they are as bad as anything.
var kinds = map[string]trust.Level{
	"forwarded message":        trust.External,
	"quoted message":           trust.External,
	"chat around a message":    trust.External,
	"description of a channel": trust.External, // as its members have written it
	"reaction":                 trust.External, // has the name of whoever gave it
	"attached document":        trust.External,

	"message from outside":         trust.Untrusted, // a webhook's, a mail, a telephone's notification
	"message of another session":   trust.Untrusted, // nobody knows which one's
	"answer of an unknown session": trust.Untrusted,
	"words behind a button":        trust.Untrusted, // which the agent has written, nobody knows when
	"words of a tool's view":       trust.Untrusted, // nobody knows which tool's
	"result of a client's tool":    trust.Untrusted, // which ran elsewhere
}
