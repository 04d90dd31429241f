package shell

import (
	"bytes"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/trust"
)

// What curl fetches is worth what the owner thinks of the address, if the line leaves no
// doubt that it fetches this address, on this machine, and nothing else: curl begins a
// command, all its words stand there as they are, and no option leads it elsewhere. It
// follows no redirect unless it is told to.

// At is the table of programs, with the levels that addresses have.
func (ps Programs) At(level func(address string) (trust.Level, bool)) Programs {
	ps.at = level
	return ps
}

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

// tellsOfItself reports whether the program that was just read is only to say which version
// it is, or how it is used.
func (r *reader) tellsOfItself() bool {
	line := bytes.TrimLeft(r.line[r.i:], " \t")
	for _, option := range [...]string{"--version", "--help", "-V"} {
		if rest, ok := bytes.CutPrefix(line, []byte(option)); ok {
			more, _, ok := plainWord(rest)
			return ok && more == nil
		}
	}
	return false
}

// completes reports whether the program that was just read is to say how a shell completes
// its arguments: helm completion bash, fzf --bash.
func (r *reader) completes() bool {
	line := r.line[r.i:]
	if end := bytes.IndexAny(line, ")`;|&\n"); end >= 0 {
		line = line[:end]
	}
	w := bytes.Fields(line)
	if len(w) > 1 && (string(w[0]) == "completion" || string(w[0]) == "completions") {
		shell := string(w[len(w)-1])
		return shell == "bash" || shell == "zsh" || shell == "fish"
	}
	return len(w) == 1 && (string(w[0]) == "--bash" || string(w[0]) == "--zsh" || string(w[0]) == "--fish")
}

// fetched is the program that was just read, with the level of the addresses that it
// fetches in place of its own, if they have one.
func (r *reader) fetched(p *program) *program {
	if r.at == nil || p.name != curl || !r.here() {
		return p
	}
	level, some, value := trust.Trusted, false, ""
	for rest := r.line[r.i:]; ; {
		w, after, ok := plainWord(rest)
		switch {
		case !ok:
			return p
		case w == nil:
			if value != "" || !some {
				return p
			}
			return &program{name: p.name, level: level}
		}
		rest = after
		word := string(w)
		switch {
		case value != "":
			if value == "header" && (strings.HasPrefix(word, "@") || strings.HasPrefix(strings.ToLower(strings.TrimSpace(word)), "host")) {
				return p // of which another site may answer
			}
			value = ""
		case strings.HasPrefix(word, "-"):
			if value, ok = curlOption(word); !ok {
				return p
			}
		default:
			l, known := r.at(curlAddress(word))
			if !known {
				return p
			}
			level, some = trust.Lowest(level, l), true
		}
	}
}

// here reports whether the curl that was just read begins a command that this machine runs
// as it stands.
func (r *reader) here() bool {
	start := r.i - len(curl)
	if r.within || start < 0 || string(r.line[start:r.i]) != curl {
		return false
	}
	if bytes.Contains(r.whole, []byte("<<")) || mentionsProxy(r.whole) || mentionsProxy(r.env) {
		return false
	}
	before := bytes.TrimRight(r.line[:start], " \t")
	if len(before) == 0 {
		return true
	}
	last := len(before) - 1
	return bytes.IndexByte([]byte(";|&\n"), before[last]) >= 0 && (last == 0 || before[last-1] != '\\')
}

func mentionsProxy(text []byte) bool {
	return bytes.Contains(bytes.ToLower(text), []byte("proxy"))
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
	case strings.HasPrefix(word, "localhost"), '0' <= word[0] && word[0] <= '9':
		return "http://" + word
	}
	return ""
}

// plainWord is the next word of a command in which nothing is expanded, without its
// quotes, and what follows it; nil at the command's end. Where the output goes does not
// matter.
func plainWord(text []byte) (w, rest []byte, ok bool) {
	for {
		text = bytes.TrimLeft(text, " \t")
		if bytes.HasPrefix(text, []byte("\\\n")) { // it goes on in the next line
			text = text[2:]
			continue
		}
		if len(text) == 0 || strings.IndexByte(";|&\n\r", text[0]) >= 0 {
			return nil, nil, true
		}
		to := bytes.TrimLeft(text, "0123456789")
		if len(to) == 0 || to[0] != '>' {
			break
		}
		to = bytes.TrimLeft(bytes.TrimPrefix(bytes.TrimPrefix(to[1:], []byte(">")), []byte("&")), " \t")
		if w, text, ok = plainWord(to); !ok || w == nil {
			return nil, nil, false
		}
	}
	if text[0] == '#' {
		return nil, nil, false
	}
	w = []byte{}
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case b == ' ' || b == '\t' || strings.IndexByte(";|&\n\r>", b) >= 0:
			return w, text[i:], true
		case b == '\'' || b == '"':
			n := bytes.IndexByte(text[i+1:], b)
			if n < 0 || b == '"' && bytes.ContainsAny(text[i+1:i+1+n], "$`\\!") {
				return nil, nil, false
			}
			w = append(w, text[i+1:i+1+n]...)
			i += n + 1
		case 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || strings.IndexByte("_./:=,@%+?#-", b) >= 0:
			w = append(w, b)
		default:
			return nil, nil, false
		}
	}
	return w, nil, true
}
