package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// What curl fetches is worth what the owner thinks of the address, if the line leaves no
// doubt that it fetches this address, on this machine, and nothing else: curl begins a
// command, all its words stand there as they are, and no option leads it elsewhere. It
// follows no redirect unless it is told to.

const curl = "curl"

// Options of curl that change nothing about what is fetched from where.
const (
	curlFlags  = "sSfvivIN46G#" // of one letter
	curlValues = "XHdmowAeu"    // and those with a value
)

var (
	curlLongFlags  = strings.Fields("silent show-error fail fail-with-body include verbose head get no-buffer ipv4 ipv6 compressed no-progress-meter")
	curlLongValues = strings.Fields("request header data data-raw data-binary data-urlencode json max-time connect-timeout output write-out user user-agent referer retry retry-delay")
)

// fetched is the addresses that a curl fetches; nil where there is a doubt.
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
				return nil // of which another site may answer
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

// curlOption says what value an option of curl takes, "" if none, and whether it is one
// of those that change nothing.
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

// curlAddress is an address as it is fetched: one without a scheme is one of http, if
// its host's name does not suggest another.
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
