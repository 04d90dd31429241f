package openclaw

import "github.com/provenanced/provenanced/internal/trust"

// kinds are what the gateway shows the model that no tool has brought in and the sender of the
// message has not written, by the plugin's names. "words of a former session" and "output of a
// background command" are not among them, since the plugin reports the session's level at the time;
// without it they count as untrusted.
var kinds = map[string]trust.Level{
	"forwarded message":        trust.External,
	"quoted message":           trust.External,
	"chat around a message":    trust.External,
	"description of a channel": trust.External, // as its members have written it
	"reaction":                 trust.External, // with the name of whoever gave it
	"attached document":        trust.External,

	"message from outside":         trust.Untrusted, // a webhook's, a mail, a phone's notification
	"message of another session":   trust.Untrusted, // an unknown one
	"answer of an unknown session": trust.Untrusted,
	"words behind a button":        trust.Untrusted, // written by the agent at an unknown time
	"words of a tool's view":       trust.Untrusted, // of an unknown tool
	"result of a client's tool":    trust.Untrusted, // which ran elsewhere
}
