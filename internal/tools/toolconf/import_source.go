package toolconf

import (
	"cmp"
	"regexp"
	"strings"
)

// Where claw-wrap looks by default.
const clawAgeIdentity = "/etc/openclaw/age-identity"

// neverThere is a source that always fails. The tool does not run until the owner has replaced it.
var neverThere = source{Command: []string{"/bin/false"}}

// source converts the source of the credential that claw-wrap calls name and we call as.
func (im *importer) source(as, name string, c clawCredential) source {
	if c.Type != "" {
		im.warnTool("credentials."+as, "claw-wrap's %s has no counterpart: name a program under command that prints a token, in the place of /bin/false", c.Type)
		return neverThere
	}
	where, filter, filtered := strings.Cut(c.Source, " | ")
	where, filter = strings.TrimSpace(where), strings.TrimSpace(filter)
	field, simple := "", true
	if filtered {
		field, simple = dottedPath(filter)
	}
	if !simple {
		im.warnTool("credentials."+as, "of %q only a plain path such as .a.b has a counterpart (field): name a program under command that prints the value, in the place of /bin/false", filter)
		return neverThere
	}
	p := &im.from.Proxy
	kind, rest, _ := strings.Cut(where, ":")
	switch kind {
	case "env":
		im.warn("credentials.%s: claw-wrap read env: sources from /run/openclaw/env; here they are the daemon's own environment: use EnvironmentFile= in its unit, or file:", name)
		return source{Env: rest, Field: field}
	case "file":
		return source{File: rest, Field: field}
	case "age":
		return source{Age: rest, Identity: cmp.Or(p.AgeIdentityFile, clawAgeIdentity), Field: field}
	case "op":
		im.warn("credentials.%s: op has the daemon's own environment: set OP_SERVICE_ACCOUNT_TOKEN there", name)
		return onePassword(cmp.Or(p.OPBinary, "/usr/bin/op"), where, field)
	case "bw":
		im.warn("credentials.%s: bw must be unlocked: set BW_SESSION in the daemon's own environment, or name a program that unlocks it", name)
		return source{Command: []string{cmp.Or(p.BWBinary, "/usr/bin/bw"), "get", "item", rest}, Field: field}
	case "vault":
		return im.vault(as, cmp.Or(p.VaultBinary, "/usr/bin/vault"), rest, field)
	case "exec-json":
		return source{Command: []string{rest}, Field: ".value"}
	case "keychain":
		im.warnTool("credentials."+as, "there is no keychain on Linux: name another source in the place of /bin/false")
		return neverThere
	case "pass":
		where = rest
	}
	return source{Pass: where, Binary: p.PassBinary, Field: field} // a bare path means pass
}

// onePassword reads a field, or without one the whole item as JSON.
func onePassword(op, ref, field string) source {
	parts := strings.Split(strings.TrimPrefix(ref, "op://"), "/")
	if field == "" || len(parts) < 2 {
		return source{Command: []string{op, "read", ref}, Field: field}
	}
	return source{Command: []string{op, "item", "get", parts[1], "--vault", parts[0], "--format", "json"}, Field: field}
}

// vault prints one field as text, for both versions of Vault's key-value store.
func (im *importer) vault(as, vault, secret, field string) source {
	name := strings.TrimPrefix(field, ".")
	if name == "" || strings.Contains(name, ".") {
		im.warnTool("credentials."+as, "claw-wrap gave the tool all of the secret as JSON, or a part within it: name its field behind -field=")
		return neverThere
	}
	return source{Command: []string{vault, "kv", "get", "-field=" + name, "--", secret}}
}

var position = regexp.MustCompile(`\.?\[(\d+)\]`)

// dottedPath converts a jq filter to a field if it only selects.
func dottedPath(filter string) (string, bool) {
	field := position.ReplaceAllString(filter, ".$1")
	return field, dotted.MatchString(field)
}
