package redact

import "bytes"

// prompted are what a script types into a program, in front of the string: of expect, and of the
// libraries that do as it does.
var prompted = []string{`send "`, `send \`, `send -- "`, `send -- \`, "sendline(", "send_line(", ".send('", `.send("`, `.send(\`, ".send(b", ".write(b'", `.write(b"`, `.write(b\`, ".writeline("}

// typedAtPrompt reads that string, if what the script waited for last is a prompt for a password:
// expect "*assword:" { send "…\r" }.
func (s *scan) typedAtPrompt(start, end int) {
	const far = 160
	t := s.text
	if byteAt(t, start-1) == '_' {
		return
	}
	before := bytes.ToLower(t[max(0, start-far):start])
	word := max(bytes.LastIndex(before, []byte("assword")), bytes.LastIndex(before, []byte("assphrase")), bytes.LastIndex(before, []byte("passcode")))
	wait := max(bytes.LastIndex(before[:max(word, 0)], []byte("expect")), bytes.LastIndex(before[:max(word, 0)], []byte("read_until")), bytes.LastIndex(before[:max(word, 0)], []byte("waitfor")))
	if word < 0 || wait < 0 || bytes.LastIndex(before, []byte("send")) > word || bytes.LastIndex(before, []byte(".write(")) > word || bytes.Count(before[word:], []byte("expect")) > 0 {
		return
	}
	at := end
	if opensQuote[t[end-1]] {
		at--
	}
	v, ok := s.readValue(at, false)
	if !ok || !v.quoted {
		return
	}
	b := t[v.start:v.end]
	for n := len(b); n > 1 && (b[n-1] == 'r' || b[n-1] == 'n') && b[n-2] == '\\'; n = len(b) { // the key that ends a line
		b = bytes.TrimRight(b[:n-1], `\`)
	}
	v.end = v.start + len(b)
	if given(b, 3) && bytes.IndexByte(b, ' ') < 0 {
		s.add(v.start, v.end, Password, "typed-at-prompt")
	}
}
