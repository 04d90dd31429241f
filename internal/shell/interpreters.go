package shell

import (
	"bytes"
	"strings"

	"github.com/provenanced/provenanced/internal/literal"
)

// reaches are words in a program's text that may access the network, or hide what it does.
var reaches = literal.New([]string{
	"://", "http", "socket", "urllib", "requests", "ftplib", "smtplib", "imaplib", "poplib", "telnetlib", "paramiko", "getaddrinfo", "gethostby",
	"data:text/javascript", "wget", "fsockopen", "fetch(", "axios", "undici", "net.connect", "dgram", "lwp", "open-uri", "curl",
	"eval", "exec", "system", "popen", "spawn", "subprocess", "child_process", "__import__", "importlib",
	"shell-command", "call-process", "start-process", "url-retrieve", "os:cmd", "os.cmd", "run-program", "java.shell",
	"system.cmd", "system.shell", "system.net", "system.diagnostics", "processbuilder",
	"base64", "b64", "atob", "fromhex", "unhexlify", "fromcharcode", "chr(", "rot13", "decompress", "marshal", "\\x",
}, literal.Fold)

// interpreted examines code in another language, which is not parsed. It counts as fetching if it
// names an address, accesses the network, or hides another program; so does code that is not on the
// line.
func (r *reader) interpreted(p *program, name string, code []byte) {
	if !r.spend(len(code) / 8) {
		return
	}
	if bytes.Contains(code, []byte(Gap)) || isVariables(code) {
		r.reaching(p, name)
		return
	}
	if tellsVersions(code) {
		return
	}
	reaches.Scan(code, func(_, start, end int) bool {
		if isOther(name, code, start, end) || isPattern(code, start, end) {
			return true
		}
		r.reaching(p, name)
		return false
	})
}

// reaching notes an interpreter whose code may access the network.
func (r *reader) reaching(p *program, name string) { r.found(p, p.canonical(name)) }

// isOther reports whether a word of reaches means something else here: System.out,
// platform.system(), http_status, /http/ of a search, sys.executable, literal_eval, execute of
// Python's databases.
func isOther(name string, code []byte, start, end int) bool {
	word, rest := code[start:end], code[end:]
	switch {
	case len(rest) == 0:
		return false
	case string(word) == "exec":
		return bytes.HasPrefix(rest, []byte("utable")) || bytes.HasPrefix(rest, []byte("Path")) || bytes.HasPrefix(rest, []byte("ute")) && strings.HasPrefix(name, "python")
	case string(word) == "eval":
		return bytes.HasPrefix(rest, []byte("uat")) || bytes.HasSuffix(code[:start], []byte("literal_"))
	case string(word) == "System" && rest[0] == '.', bytes.EqualFold(word, []byte("system")) && bytes.HasPrefix(rest, []byte("()")):
		return true
	case string(word) == "://":
		return isEmptyAddress(rest)
	case bytes.EqualFold(word, []byte("http")):
		after, address := bytes.CutPrefix(bytes.TrimPrefix(rest, []byte("s")), []byte("://"))
		return rest[0] == '_' || start > 0 && code[start-1] == '/' && bytes.HasPrefix(after, []byte("/")) || address && isEmptyAddress(after)
	}
	return false
}

// isPattern reports whether a word is only searched for, as in perl -ne 'print if /exec/'.
func isPattern(code []byte, start, end int) bool {
	return start > 1 && code[start-1] == '/' && (code[start-2] == ' ' || code[start-2] == '(') && end < len(code) && code[end] == '/'
}

// isEmptyAddress reports whether nothing follows a scheme, as in s{http://}{https://}.
func isEmptyAddress(rest []byte) bool {
	return len(rest) > 0 && (rest[0] == '}' || rest[0] == '|' || rest[0] == ',')
}

// tellsVersions reports whether Python code only asks what is installed, as in import requests;
// print(requests.__version__).
func tellsVersions(code []byte) bool {
	asked := false
	for line := range bytes.FieldsFuncSeq(code, func(r rune) bool { return r == ';' || r == '\n' }) {
		line = bytes.TrimSpace(line)
		name, imported := bytes.CutPrefix(line, []byte("import "))
		if !imported {
			shown, printed := bytes.CutPrefix(line, []byte("print("))
			if name, asked = bytes.CutSuffix(shown, []byte(".__version__)")); !printed || !asked {
				return false
			}
		}
		if bytes.ContainsFunc(name, func(r rune) bool { return r > '~' || !isNameByte(byte(r)) }) {
			return false
		}
	}
	return asked
}

// isVariables reports whether code consists of variables only.
func isVariables(code []byte) bool {
	text := strings.TrimSpace(string(code))
	return len(text) > 1 && text[0] == '$' && variableName(text) != ""
}

// codeReader is the state of reading the words of an interpreter or of sed.
type codeReader struct {
	p     *program
	name  string
	value bool // the next word is code
	given bool // code or a script was given
	stdin bool // sed's script is its input
}

// code examines a word of an interpreter for code in it or after it.
func (r *reader) code(c *codeReader, w Word) {
	t, p := w.Text, c.p
	switch {
	case c.value:
		c.value, c.given = false, true
		r.interpreted(p, c.name, []byte(t))
	case w.has(isStream) && !c.given:
		c.given = true
		r.reaching(p, c.name)
	case len(t) > 1 && t[0] == '-':
		r.codeOption(c, w)
	case c.given || isInput(t):
	case t == p.word && p.word != "":
		c.value = true
	case t == p.script && p.script != "":
	case p.when != nil && p.script == "": // bun
	default:
		c.given = true
		if strings.Contains(t, "://") || strings.HasPrefix(t, "data:") || p.script != "" && (strings.HasPrefix(t, "npm:") || strings.HasPrefix(t, "jsr:")) { // deno run https://…
			r.reaching(p, c.name)
			return
		}
		r.unnamed(baseName(t))
	}
}

// codeOption examines an option of an interpreter.
func (r *reader) codeOption(c *codeReader, w Word) {
	t := w.Text
	option, value, attached := strings.Cut(t, "=")
	switch option {
	case "--eval", "-eval", "--execute", "--print":
		r.interpreted(c.p, c.name, []byte(value))
		c.value, c.given = !attached, true
		return
	}
	r.interpreted(c.p, c.name, []byte(t)) // -MLWP::Simple
	if w.has(hasVariable) && len(t) > 2 {
		r.interpreted(c.p, c.name, []byte(t[2:])) // -c"$CODE"
	}
	letters := c.p.code
	switch {
	case t[1] == '-':
	case len(t) == 2 || len(t) <= maxCluster && strings.IndexByte("MmIr", t[1]) < 0: // -ne, but not -Mre
		c.value = strings.IndexByte(letters, t[len(t)-1]) >= 0
		c.given = c.given || t[1] == 'm' // python -m json.tool
	default:
		c.given = c.given || strings.IndexByte(letters, t[1]) >= 0 // -c'…'
	}
}

// maxCluster is the greatest length of a word with several options, like perl -lane.
const maxCluster = 6
