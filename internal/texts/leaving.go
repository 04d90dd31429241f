package texts

import (
	"strings"

	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/urlhost"
)

// About what a call carries out, and where.

// UndenyHost is what would allow a call to a denied host.
const UndenyHost = "take the host off urlAccess.deny"

// LeftOutHeld replaces a fetch in a reply for which a call would be held.
const LeftOutHeld = "[Left out: something to fetch from an address to which a call would be held.]"

// DeniedHost is for a call to a host that the policy denies.
func DeniedHost(host string) string { return "urlAccess.deny has " + name(host) }

// LocalAddress is for a call to an address of the machine or its network that the owner did not
// name. The address is shown as written, followed by its meaning if that differs.
func LocalAddress(address, host string, place urlhost.Place) string {
	return "it goes to " + address + ", " + where(address, host, place) + ", and you did not name it"
}

func where(address, host string, place urlhost.Place) string {
	text := "which cannot be told from an address of this machine"
	switch place {
	case urlhost.Machine:
		text = "which is this machine"
	case urlhost.Link:
		text = "which is next to this machine, where clouds hand out its credentials"
	case urlhost.Network:
		text = "which is in your own network"
	}
	if !strings.Contains(address, host) {
		text += " (" + name(host) + ")"
	}
	return text
}

// UnreadAddress is for a call to an address whose host cannot be determined.
func UnreadAddress(address string) string {
	return "nobody can tell where the address " + address + " leads"
}

// ComposedAddress is for an address from no source, in a session that has read private data and
// others' words.
func ComposedAddress(address string, level trust.Level) string {
	return "the agent put the address " + address + " together: you never wrote it, and nothing that you pointed at has it. It can carry out what was read of yours, and " + holds(level)
}

// ForeignAddress is for an address from a source that the owner did not point to.
func ForeignAddress(address, source string) string {
	return "only " + source + " has the address " + address + ", and you did not point at it"
}

// PrivateQuery is for a web search with a private value among its words.
func PrivateQuery(field, source string) string {
	return "it would search the web for your " + name(field) + ", which stands in " + source
}

// PrivateOut is for a call that would send private fields to somebody whom the owner did not name.
func PrivateOut(fields []string, source string) string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = name(f)
	}
	return "it would send your " + list(names) + ", which stands in " + source + ", to somebody whom you did not name"
}

// Secrets are the kinds of secrets that let their holder act as someone else, in a sentence's
// words.
var Secrets = map[redact.Type]string{
	redact.APIKey:         "an API key",
	redact.Authorization:  "an authorization",
	redact.JWT:            "a token",
	redact.Password:       "a password",
	redact.PrivateKey:     "a private key",
	redact.SeedPhrase:     "a seed phrase",
	redact.URLCredentials: "credentials in an address",
}

// SecretWords are an owner's words for them.
var SecretWords = map[redact.Type][]string{
	redact.APIKey:         secretWords("key keys token tokens"),
	redact.Authorization:  secretWords("key token authorization header"),
	redact.JWT:            secretWords("token tokens jwt"),
	redact.Password:       secretWords("password passwords passphrase passwort kennwort contraseña clave passe senha wachtwoord hasło heslo пароль 密码 パスワード"),
	redact.PrivateKey:     secretWords("key keys pem"),
	redact.SeedPhrase:     secretWords("seed mnemonic phrase"),
	redact.URLCredentials: secretWords("password dsn login"),
}

// secretWords returns the words for a kind and those for all kinds.
func secretWords(own string) []string {
	return strings.Fields(own + " secret secrets credential credentials schlüssel zugangsdaten geheimnis clé clef clave chiave chave sleutel klucz klíč ключ 密钥 キー")
}

// CarriesSecret is for a call that would carry out a secret from a result.
func CarriesSecret(kind redact.Type, way string, pieces bool, source string) string {
	text := "it carries " + Secrets[kind] + " of " + source + ", " + way
	if pieces {
		text += ", in pieces, with what this turn has sent before"
	}
	return text
}

// CarriesCredential is for a call that would carry out a value in the form of a secret.
func CarriesCredential(kind redact.Type) string {
	return "it carries what has the form of " + Secrets[kind]
}

// ReplyWithheld replaces a reply to others that carries a secret.
func ReplyWithheld(why string) string {
	return "[This reply was withheld by security policy: " + why + ".]"
}
