package injection

import (
	"bytes"
	"strings"
)

// What words are about: an address, a password, a tool, somebody's things.

var addresses = [][]byte{[]byte("@"), []byte("http"), []byte("www."), []byte(".com"), []byte(".net"), []byte(".org"), []byte(foldString(".io")),
	[]byte(".dev"), []byte(foldString(".xyz")), []byte(foldString(".site")), []byte(foldString(".online")), []byte(foldString(".info")), []byte(foldString(".example"))}

// addressFollows requires a place to send to.
func addressFollows(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+60)]
	if k := bytes.IndexByte(rest, '\n'); k >= 0 {
		rest = rest[:k]
	}
	if containsAny(rest, addresses) {
		return c.weight
	}
	return 0
}

// mailed requires an order with an address.
func mailed(f *folded, c cue) int { return min(imperative(f, c), addressFollows(f, c)) }

// mailedThere is mailed where the address may stand in front of the verb, or be no more
// than "the address below".
func mailedThere(f *folded, c cue) int {
	if containsAny(f.bytes[c.start:min(len(f.bytes), c.end+60)], addressBelow) || containsAny(f.bytes[c.start:c.end], addresses) {
		return imperative(f, c)
	}
	return mailed(f, c)
}

var addressBelow = foldedWords("dirección siguiente", "dirección de abajo", "endereço abaixo", "adresse ci-dessous", "adresse suivante",
	"indirizzo qui sotto", "indirizzo seguente", "adreça següent", "adresa de mai jos", "untenstehende adresse", "folgende adresse", "onderstaand adres", "adressen nedan",
	"adressen nedenfor", "alla olevaan osoitteeseen", "alábbi címre", "poniższy adres", "níže uvedenou adresu", "nižšie uvedenú adresu",
	"адрес ниже", "указанный ниже адрес", "вказану нижче адресу", "адреса по-долу", "παρακάτω διεύθυνση", "aşağıdaki adrese",
	"הכתובת שלמטה", "العنوان أدناه", "العنوان التالي", "نشانی زیر", "آدرس زیر", "نیچے دیے گئے پتے", "नीचे दिए पते", "নিচের ঠিকানা",
	"கீழே உள்ள முகவரி", "ที่อยู่ด้านล่าง", "địa chỉ bên dưới", "địa chỉ dưới đây", "địa chỉ sau", "alamat di bawah", "address sa ibaba",
	"anwani iliyo hapa chini", "下記のアドレス", "以下のアドレス", "아래 주소", "下面的地址", "以下地址", "下列地址")

// toAddress is mailed, but leaves a quarter to an order without an address. The end of
// a name, as in auto_send, is no order.
func toAddress(f *folded, c cue) int {
	if c.start > 0 && f.bytes[c.start-1] == '_' {
		return 0
	}
	return min(imperative(f, c), max(addressFollows(f, c), c.weight/4))
}

// placeholderInLink requires an image or link whose query has room for data: the
// one way to send something out by showing it.
func placeholderInLink(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+200)]
	if i := bytes.IndexAny(rest, ") \n"); i >= 0 {
		if rest[i] != ')' { // a placeholder may hold spaces
			if j := bytes.IndexByte(rest, ')'); j >= 0 {
				i = j
			}
		}
		rest = rest[:i]
	}
	query := bytes.IndexByte(rest, '?')
	if query < 0 {
		return 0
	}
	if bytes.ContainsAny(rest[query:], "{[<$%") && bytes.ContainsAny(rest[query:], "}]>") {
		return c.weight
	}
	value := bytes.LastIndexByte(rest, '=') + 1
	start, end := f.span(c.end+value, c.end+len(rest))
	if shouted(f.text[start:end]) {
		return c.weight
	}
	return 0
}

// shouted reports whether a text is a placeholder in capitals: FULL_SUMMARY, or
// what is wanted: CONVERSATION.
func shouted(s string) bool {
	if len(s) < 8 || strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != "" {
		return false
	}
	return strings.Contains(s, "_") || s == "CONVERSATION" || s == "PASSWORD" || s == "PASSWORDS" || s == "HISTORY"
}

// pipe requires the pipe between a download and a shell.
func pipe(f *folded, c cue) int {
	if bytes.IndexByte(f.bytes[c.start:c.end], '|') < 0 {
		return 0
	}
	return 1
}

// calling are the words in front of the name of a tool that is to be called.
var calling = folds("call", "invoke", "use", "run", "execute", "trigger", "the")

// named requires an order in front of a name in quotation marks: call the `x` tool.
func named(f *folded, c cue) int {
	name := f.bytes[max(0, c.start-48):c.start]
	open := bytes.LastIndexByte(name, '`')
	if open < 0 || bytes.IndexByte(name[open:], ' ') >= 0 {
		return 0
	}
	at := c.start - len(name) + open
	words, n := before(f, at, 2)
	if n == 0 || !calling[string(words[0])] || n > 1 && string(words[0]) == "the" && !calling[string(words[1])] {
		return 0
	}
	return undenied(f, cue{start: at, end: c.end, weight: c.weight})
}

// toolNamed requires the name of a tool as code writes it: send_mail.
func toolNamed(f *folded, c cue) int {
	if bytes.IndexByte(f.bytes[c.start:min(len(f.bytes), c.end+24)], '_') < 0 {
		return 0
	}
	return c.weight
}

// asked halves what is not a request of the reader: denied, or about a password's
// policy, manager, field.
func asked(f *folded, c cue) int {
	if undenied(f, c) == 0 {
		return 0
	}
	if bytes.HasSuffix(f.bytes[c.start:c.end], anOption) {
		return 0
	}
	rest := f.bytes[c.end:min(len(f.bytes), c.end+14)]
	for _, w := range aboutPasswords {
		if bytes.HasPrefix(rest, w) {
			return 0
		}
	}
	return c.weight
}

var anOption = []byte(foldString(" this flag"))

var aboutPasswords = foldedWords(" policy", " manager", " reset", " hash", " field", " length", " strength", " file",
	" prompt", " with anyone", " with other", " with some", " safe", " for your", " to log", "-", " to sign",
	" is", " via", " when", " in the", " at the", " to the", " again", " or ")

// todoOrder requires an order about someone's things, and for no comment in code:
// programmers leave themselves such notes.
func todoOrder(f *folded, c cue) int {
	start, _ := f.span(c.start, c.end)
	line := f.text[max(0, start-80):start]
	line = strings.TrimSpace(line[strings.LastIndexByte(line, '\n')+1:])
	if strings.HasSuffix(line, "//") || strings.HasSuffix(line, "#") || strings.HasSuffix(line, "*") || strings.HasSuffix(line, "--") || strings.HasSuffix(line, ";") {
		return 0
	}
	if line == "-" || line == "- [ ]" { // entries of lists of what is to be done
		return addressFollows(f, c)
	}
	if addressFollows(f, c) > 0 || containsAny(f.bytes[c.end:min(len(f.bytes), c.end+120)], belongings) {
		return c.weight
	}
	return 0
}

var belongings = foldedWords("the user", " my ", "password", "account", "transaction", "money", "hotel",
	"reservation", "ssh key", "id_rsa", "passport", "channel", " event", "with id", "recipient", "appointment", "payment", "$", "inbox", "door",
	"visit", "balance", "/.ssh", "authoriz")

// unqualified halves a phrase that goes on to say of what, or what for: "enter
// developer mode on the phone".
func unqualified(f *folded, c cue) int {
	if undenied(f, c) == 0 {
		return 0
	}
	rest := f.bytes[c.end:min(len(f.bytes), c.end+8)]
	for _, w := range [...]string{" on ", " in ", " of ", " for ", " by ", " to "} {
		if bytes.HasPrefix(rest, []byte(w)) {
			return c.weight / 2
		}
	}
	return c.weight
}

// wantedHere requires that it is asked for, in a sentence that asks.
func wantedHere(f *folded, c cue) int {
	rest := f.bytes[c.end:min(len(f.bytes), c.end+12)]
	if bytes.IndexByte(rest, '?') < 0 {
		return 0
	}
	return after(f, c, wanting)
}

var wanting = folds("tell", "confirm", "what's", "what", "share", "reveal", "provide", "give", "know")

// livesThere requires a first and a last name, and to ask, beside something else, where they live.
func livesThere(f *folded, c cue) int {
	const room = 40
	rest := f.bytes[c.end:min(len(f.bytes), c.end+room)]
	k := bytes.Index(rest, lives)
	if k < 3 || after(f, c, besidesThat) == 0 || !hasName(asWritten(f, c, rest[:k+1])) || bytes.Count(rest[1:k], []byte(" ")) != 1 {
		return 0
	}
	return c.weight
}

var besidesThat = folds("way", "oh", "and", "also", "anyway", "then")

var lives = []byte(foldString(" live?"))

// unconditional is imperative, of what is said in any case: what programs print depends.
func unconditional(f *folded, c cue) int {
	line := f.bytes[max(0, c.start-nearBy/2):min(len(f.bytes), c.end+nearBy/2)]
	if containsAny(line, dependings) {
		return 0
	}
	return imperative(f, c)
}

var dependings = foldedWords(" if ", "\nif ", "if the ", " else", " when ", "otherwise")

// lootInFront requires right in front what a model knows of its user.
func lootInFront(f *folded, c cue) int {
	front := bytes.TrimRight(f.bytes[max(0, c.start-28):c.start], " ")
	for _, w := range looted {
		if bytes.HasSuffix(front, w) {
			return undenied(f, c)
		}
	}
	return 0
}

var looted = foldedWords("chat history", "the conversation", "this conversation", "whole conversation", "entire conversation", "full conversation", "your context", "private notes", "your instructions", "system prompt", "user's messages", "user's data", "this session")

// ofText is imperative, for what is written.
func ofText(f *folded, c cue) int {
	if !containsAny(f.bytes[c.start:c.end], textWords) {
		return 0
	}
	return imperative(f, c)
}

var textWords = foldedWords(" this ", " these ", " the rest", " the following", " the data", " the content", " what follows", " the text", " what is written", " the above", " the below", " messages from")

// hasName reports whether two words in a row begin with capitals.
func hasName(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		if text[i] != ' ' || !capital(text[i+1]) {
			continue
		}
		word := i + 1
		for i++; i < len(text) && letterOrDigit(text[i]); i++ {
		}
		if i-word > 1 && i+1 < len(text) && text[i] == ' ' && capital(text[i+1]) {
			return true
		}
		i--
	}
	return false
}

// asWritten is what stands behind a cue as the text has it.
func asWritten(f *folded, c cue, rest []byte) string {
	from, to := f.span(c.end, c.end+len(rest))
	return f.text[from:to]
}

func letterOrDigit(b byte) bool {
	return 'a' <= b|0x20 && b|0x20 <= 'z' || '0' <= b && b <= '9'
}

func capital(b byte) bool { return 'A' <= b && b <= 'Z' }
