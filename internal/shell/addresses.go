package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// The output of curl has the level of the address if there is no doubt that the line fetches this
// address, on this machine, and nothing else: curl begins a command, all its words are literal, and
// no option leads it elsewhere. It follows redirects only if told to.

const curl = "curl"

// Options of curl that do not change what is fetched.
const (
	curlFlags  = "sSfvivIN46G#" // single letters
	curlValues = "XHdmowAeu"    // single letters with a value
)

var (
	curlLongFlags  = strings.Fields("silent show-error fail fail-with-body include verbose head get no-buffer ipv4 ipv6 compressed no-progress-meter")
	curlLongValues = strings.Fields("request header data data-raw data-binary data-urlencode json max-time connect-timeout output write-out user user-agent referer retry retry-delay")
)

// fetched returns the addresses that a curl fetches; nil in case of doubt.
func (r *reader) fetched(ws []Word, c *command) (addresses []string) {
	if strings.Contains(r.whole, " #") || strings.Contains(strings.ToLower(r.whole), "proxy") {
		return nil
	}
	for _, v := range r.Sets {
		if strings.Contains(strings.ToLower(v.Name), "proxy") {
			return nil
		}
	}
	for _, d := range c.stmt.Redirs {
		switch d.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll, syntax.DplOut:
		default:
			return nil
		}
	}
	value := ""
	for _, w := range ws {
		ok := w.Known()
		switch {
		case !ok:
			return nil
		case value != "":
			if value == "header" && (strings.HasPrefix(w.Text, "@") || strings.HasPrefix(strings.ToLower(strings.TrimSpace(w.Text)), "host")) {
				return nil // another site may answer
			}
			value = ""
		case strings.HasPrefix(w.Text, "-"):
			if value, ok = curlOption(w.Text); !ok {
				return nil
			}
		default:
			address := curlAddress(w.Text)
			if address == "" {
				return nil
			}
			addresses = append(addresses, address)
		}
	}
	if value != "" {
		return nil
	}
	return addresses
}

// curlOption returns the value that an option of curl takes, or "", and whether the option is
// harmless.
func curlOption(word string) (value string, ok bool) {
	if name, long := strings.CutPrefix(word, "--"); long {
		if slices.Contains(curlLongValues, name) {
			return name, true
		}
		return "", slices.Contains(curlLongFlags, name)
	}
	for i := 1; i < len(word); i++ {
		switch {
		case strings.IndexByte(curlFlags, word[i]) >= 0:
		case strings.IndexByte(curlValues, word[i]) < 0, word[i] == 'H' && i+1 < len(word): // -HHost:…
			return "", false
		case word[i] == 'H':
			return "header", true
		case i+1 < len(word):
			return "", true // -oFILE
		default:
			return word[i:], true
		}
	}
	return "", len(word) > 1
}

// curlAddress returns the URL that curl fetches for a word. Without a scheme it is http, unless the
// host's name suggests another scheme.
func curlAddress(word string) string {
	switch {
	case word == "", strings.ContainsAny(word, "{}[]"): // which stand for several
		return ""
	case strings.Contains(word, "://"):
		return word
	case strings.HasPrefix(word, "localhost"), isDigit(word[0]):
		return "http://" + word
	}
	return ""
}
