package shell

import (
	"bytes"
	"strings"

	"github.com/provenanced/provenanced/internal/literal"
)

// interpreter is the entry of a language's program: python is python3.12, too.
func (r *reader) interpreter(name []byte) *program {
	if len(name) == 0 || name[len(name)-1] < '0' || name[len(name)-1] > '9' {
		return nil
	}
	if p := r.byName[string(bytes.TrimRight(name, "0123456789."))]; p != nil && p.when != nil && p.when.code != "" {
		return p
	}
	return nil
}

// reaches are the words in a program's text that may reach out, or hide what it does.
var reaches = literal.New([]string{
	"://", "http", "socket", "urllib", "requests", "ftplib", "smtplib", "imaplib", "poplib", "telnetlib", "paramiko", "getaddrinfo", "gethostby",
	"data:text/javascript", "wget", "fsockopen", "fetch(", "axios", "undici", "net.connect", "dgram", "lwp", "open-uri", "curl",
	"eval", "exec", "system", "popen", "spawn", "subprocess", "child_process", "__import__", "importlib",
	"shell-command", "call-process", "start-process", "url-retrieve", "os:cmd", "os.cmd", "run-program", "java.shell",
	"system.cmd", "system.shell", "system.net", "system.diagnostics", "processbuilder",
	"base64", "b64", "atob", "fromhex", "unhexlify", "fromcharcode", "chr(", "rot13", "decompress", "marshal", "\\x",
}, literal.Fold)

// interpreted looks at code in another language. Nobody reads it here; where it names
// an address, what reaches one, or what hides another program, it may fetch. So may
// code that does not stand here.
func (r *reader) interpreted(p *program, code []byte) {
	if r.gaps && bytes.IndexByte(code, gap) >= 0 || isVariables(code) {
		r.found(p)
		return
	}
	if tellsVersions(code) {
		return
	}
	reaches.Scan(code, func(_, start, end int) bool {
		if p.isOther(code, start, end) || isPattern(code, start, end) {
			return true
		}
		r.found(p)
		return false
	})
}

// isOther tells a word of reaches that is another here: System.out, platform.system(),
// http_status, /http/ of a search, sys.executable, literal_eval, and what Python's
// databases execute.
func (p *program) isOther(code []byte, start, end int) bool {
	word, rest := code[start:end], code[end:]
	switch {
	case len(rest) == 0:
		return false
	case string(word) == "exec":
		return bytes.HasPrefix(rest, []byte("utable")) || bytes.HasPrefix(rest, []byte("Path")) || bytes.HasPrefix(rest, []byte("ute")) && p.name == "python"
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

// isPattern tells a word that is looked for, as in perl -ne 'print if /exec/'.
func isPattern(code []byte, start, end int) bool {
	return start > 1 && code[start-1] == '/' && (code[start-2] == ' ' || code[start-2] == '(') && end < len(code) && code[end] == '/'
}

// isEmptyAddress tells a scheme that nothing follows, as in s{http://}{https://}.
func isEmptyAddress(rest []byte) bool {
	return len(rest) > 0 && (rest[0] == '}' || rest[0] == '|' || rest[0] == ',')
}

// tellsVersions reports whether code of Python only asks what is installed, as in
// import requests; print(requests.__version__).
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

// isVariables tells code that is nothing but variables.
func isVariables(code []byte) bool {
	code = bytes.TrimSpace(code)
	return len(code) > 1 && code[0] == '$' && len(withoutVariables(bytes.Clone(code))) == 0
}

// codeOption looks at an option of an interpreter: whether code follows, or stands in it.
func (r *reader) codeOption(c *command, w []byte) {
	name, value, attached := bytes.Cut(w, []byte("="))
	switch string(name) {
	case "--eval", "-eval", "--execute", "--print":
		r.interpreted(c.program, value)
		c.value, c.given = !attached, true
		return
	}
	r.interpreted(c.program, w) // -MLWP::Simple
	if bytes.IndexByte(w, '$') > 0 {
		r.interpreted(c.program, optionValue(w))
	}
	letters := c.program.when.code
	switch {
	case w[1] == '-':
	case len(w) == 2 || len(w) <= maxCluster && strings.IndexByte("MmIr", w[1]) < 0: // -ne, but not -Mre
		c.value = strings.IndexByte(letters, w[len(w)-1]) >= 0
		c.given = c.given || w[1] == 'm' // python -m json.tool
	default:
		c.given = c.given || strings.IndexByte(letters, w[1]) >= 0 // -c'…'
	}
}

// maxCluster is how long an option may be that is several, as perl -lane.
const maxCluster = 6

// isEncoded tells PowerShell's -EncodedCommand, however it is shortened.
func isEncoded(w []byte) bool {
	w = bytes.ToLower(w)
	return string(w) == "-e" || string(w) == "-ec" || bytes.HasPrefix(w, []byte("-en"))
}
