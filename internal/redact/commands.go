package redact

import (
	"bytes"
	"strings"
)

// A command is a program that is given a password behind a flag of one letter, which
// says nothing by itself.
type command struct {
	name string
	flag string
	// joined: the password follows the flag without a space, and cannot otherwise.
	joined bool
	// after: what stands in front of the password in the flag's value, as in user%password.
	after byte
	// word: the password is that word among those that are no flags, if one of the flags has
	// the letter of flag.
	word int
	// drawn: it is a token, no password that somebody chose; sentences name such commands, too.
	drawn bool
}

var commands = []command{
	{name: "sshpass", flag: "-p"}, {name: "sshpass", flag: "-p", joined: true},
	{name: "mysql", flag: "-p", joined: true}, {name: "mysqldump", flag: "-p", joined: true},
	{name: "mysqladmin", flag: "-p", joined: true}, {name: "mariadb", flag: "-p", joined: true},
	{name: "redis-cli", flag: "-a"},
	{name: "mongosh", flag: "-p"}, {name: "mongodump", flag: "-p"}, {name: "mongorestore", flag: "-p"},
	{name: "sqlcmd", flag: "-P"}, {name: "sqlcmd", flag: "-P", joined: true},
	{name: "ldapsearch", flag: "-w"}, {name: "ldapmodify", flag: "-w"}, {name: "ldapadd", flag: "-w"}, {name: "ldapwhoami", flag: "-w"},
	{name: "smbclient", flag: "-U", after: '%'}, {name: "rpcclient", flag: "-U", after: '%'},
	{name: "docker login", flag: "-p"}, {name: "podman login", flag: "-p"}, {name: "helm registry login", flag: "-p"},
	{name: "oc login", flag: "-p"}, {name: "az login", flag: "-p"},
	{name: "ipmitool", flag: "-P"}, {name: "unzip", flag: "-P"}, {name: "zip", flag: "-P"}, {name: "xfreerdp", flag: "/p:", joined: true},
	{name: "sqlplus", flag: "", after: '/'},
	{name: "mongoimport", flag: "-p"}, {name: "mongoexport", flag: "-p"}, {name: "mysqlimport", flag: "-p", joined: true}, {name: "mysqlcheck", flag: "-p", joined: true},
	{name: "bcp", flag: "-P"}, {name: "osql", flag: "-P"}, {name: "plink", flag: "-pw"}, {name: "pscp", flag: "-pw"}, {name: "psexec", flag: "-p"},
	{name: "psexec.exe", flag: "-p"}, {name: "psexec64", flag: "-p"}, {name: "psexec64.exe", flag: "-p"}, {name: "bcp", flag: "-P", joined: true}, {name: "osql", flag: "-P", joined: true},
	{name: "poetry config", word: 3, drawn: true}, {name: "config pypi-token.pypi", word: 1, drawn: true}, {name: "cargo login", word: 1, drawn: true}, {name: "vault login", word: 1, drawn: true}, {name: "doctl auth init", flag: "-t"},
	{name: "az keyvault secret set", flag: "--value"}, {name: "config add-authtoken", word: 1, drawn: true}, {name: "ngrok authtoken", word: 1, drawn: true}, {name: "snyk auth", word: 1, drawn: true}, {name: "wandb login", word: 1, drawn: true},
	{name: "doppler configure set token", word: 1, drawn: true}, {name: "cloudflared service install", word: 1, drawn: true}, {name: "mc alias set", word: 4, drawn: true}, {name: "mc config host add", word: 4, drawn: true}, {name: "gitlab-runner register", flag: "-r"},
	{name: "nuget push", flag: "-k"}, {name: "choco apikey", flag: "-k"}, {name: "twine upload", flag: "-p"}, {name: "xcrun altool", flag: "-p"},
	{name: "security unlock-keychain", flag: "-p"}, {name: "security create-keychain", flag: "-p"}, {name: "security import", flag: "-P"},
	{name: "ssh-keygen", flag: "-N"}, {name: "ssh-keygen", flag: "-P"},
	{name: "evil-winrm", flag: "-p"}, {name: "crackmapexec", flag: "-p"}, {name: "nxc", flag: "-p"}, {name: "smbmap", flag: "-p"},
	{name: "rdesktop", flag: "-p"}, {name: "certutil", flag: "-p"}, {name: "7z", flag: "-p", joined: true}, {name: "unrar", flag: "-p", joined: true},
	{name: "psexec.py", flag: "", after: ':'}, {name: "secretsdump.py", flag: "", after: ':'}, {name: "wmiexec.py", flag: "", after: ':'},
	{name: "psexec", flag: "", after: ':'},
	{name: "mysqladmin", flag: "password"}, {name: "nmcli", flag: "password"}, {name: "redis-cli", flag: "--pass"}, {name: "cqlsh", flag: "-p"},
	{name: "cypher-shell", flag: "-p"}, {name: "rabbitmqadmin", flag: "-p"}, {name: "influx", flag: "-password"}, {name: "add-user.sh", flag: "-p"}, {name: "gsql", flag: "-W"},
	{name: "mosquitto_pub", flag: "-P"}, {name: "mosquitto_sub", flag: "-P"}, {name: "slappasswd", flag: "-s"},
	{name: "snmpwalk", flag: "-A"}, {name: "snmpwalk", flag: "-X"}, {name: "snmpget", flag: "-A"}, {name: "snmpget", flag: "-X"},
	{name: "schtasks", flag: "/rp"}, {name: "cmdkey", flag: "/pass:", joined: true}, {name: "wmic", flag: "/password:", joined: true},
	{name: "etcdctl", flag: "--user", after: ':'},
	{name: "rabbitmqctl add_user", word: 2}, {name: "rabbitmqctl change_password", word: 2}, {name: "wpa_passphrase", word: 2}, {name: "radtest", word: 2},
	{name: "htpasswd", flag: "b", word: 3},
	{name: "ipa-server-install", flag: "-p"}, {name: "ipa-server-install", flag: "-a"}, {name: "ipa-client-install", flag: "-w"}, {name: "ipa-replica-install", flag: "-w"},
	{name: "hydra", flag: "-p"}, {name: "medusa", flag: "-p"}, {name: "knife", flag: "-P"}, {name: "ss-local", flag: "-k"}, {name: "ss-server", flag: "-k"},
	{name: "neo4j-admin", flag: "set-initial-password"}, {name: "openssl enc", flag: "-k"}, {name: "openssl passwd", word: 1},
	{name: "snmpwalk", flag: "-c"}, {name: "snmpget", flag: "-c"}, {name: "snmpset", flag: "-c"}, {name: "snmpbulkwalk", flag: "-c"},
	{name: "lftp", flag: "-u", after: ','}, {name: "http", flag: "-a", after: ':'}, {name: "https", flag: "-a", after: ':'}, {name: "xh", flag: "-a", after: ':'},
	{name: "http", flag: "--auth", after: ':'}, {name: "https", flag: "--auth", after: ':'},
	{name: "rclone obscure", word: 1}, {name: "rclone config create", flag: "pass"},
	{name: "pdftk", flag: "user_pw"}, {name: "pdftk", flag: "owner_pw"}, {name: "pdftk", flag: "input_pw"},
	{name: "ldappasswd", flag: "-w"}, {name: "ldappasswd", flag: "-s"}, {name: "ldapdelete", flag: "-w"}, {name: "ldapcompare", flag: "-w"},
	{name: "kadmin", flag: "-w"}, {name: "addprinc", flag: "-pw"}, {name: "change_password", flag: "-pw"},
	{name: "impdp", after: '/'}, {name: "expdp", after: '/'}, {name: "rman target", after: '/'}, {name: "net rpc", flag: "-U", after: '%'},
	{name: "wlfreerdp", flag: "/p:", joined: true}, {name: "rar", flag: "-hp", joined: true}, {name: "iwconfig", flag: "s:", joined: true},
	{name: "db2 connect", flag: "using"}, {name: "ejabberdctl register", word: 3}, {name: "prosodyctl register", word: 3}, {name: "+login", word: 2},
	{name: "llm keys set", flag: "--value"}, {name: "activate-refresh-token", word: 2, drawn: true}, {name: "codecov", flag: "-t", drawn: true}, {name: "codecov.io/bash)", flag: "-t", drawn: true},
}

// commandRules visits the names of the commands.
func commandRules() (all []rule) {
	byName := map[string][]command{}
	var names []string
	for _, c := range commands {
		if byName[c.name] == nil {
			names = append(names, c.name)
		}
		byName[c.name] = append(byName[c.name], c)
	}
	for _, name := range names {
		flags := byName[name]
		all = append(all, rule{[]string{name + " "}, func(s *scan, start, end int) { s.commandLine(flags, start, end) }})
		if !strings.Contains(name, " ") {
			all = append(all, listRule(name, flags))
		}
	}
	return append(all, listRule("curl", curlFlags))
}

// curlFlags are those of curl in a list. On a line it has rules of its own.
var curlFlags = []command{{flag: "-u", after: ':'}, {flag: "--user", after: ':'}, {flag: "-U", after: ':'}, {flag: "--proxy-user", after: ':'}}

func listRule(name string, flags []command) rule {
	return rule{[]string{name + `",`, name + `',`, name + `\`}, func(s *scan, start, _ int) { s.commandList(flags, start, start+len(name)) }}
}

// commandList reads the words of a command that a program runs, ["mysql", "-u", "root", "-p…"],
// behind the first.
func (s *scan) commandList(flags []command, start, end int) {
	const longest = 256
	t := s.text
	if p := byteAt(t, start-1); !opensQuote[p] && p != '/' {
		return
	}
	for limit := end + maxEscapes; end < limit && byteAt(t, end) == '\\'; {
		end++
	}
	if !opensQuote[byteAt(t, end)] || byteAt(t, end+1) != ',' {
		return
	}
	limit := min(len(t), end+longest)
	var before []byte
	for p, n := end+2, 0; p < limit; p++ {
		v, ok := s.readValue(skipSpace(t, p), false)
		if !ok || !v.quoted {
			return
		}
		word := t[v.start:v.end]
		if commandNames[string(word)] || string(word) == "curl" { // which is read on its own
			return
		}
		named := len(word) > 0 && word[0] != '-'
		if named {
			n++
		}
		for _, c := range flags {
			at := v
			switch {
			case c.word > 0 && c.word == n && c.flag == "" && named:
			case c.word == 0 && c.joined && bytes.HasPrefix(word, []byte(c.flag)):
				at.start += len(c.flag)
			case c.word == 0 && !c.joined && c.flag != "" && string(before) == c.flag:
				if c.after == 0 {
					break
				}
				i := bytes.IndexByte(word, c.after)
				if i < 1 {
					continue
				}
				at.start += i + 1
			default:
				continue
			}
			s.commandPassword(c, at)
		}
		before = word
		if p = s.past(v); byteAt(t, p) != ',' {
			return
		}
	}
}

// commandNames are the first words of the commands' names.
var commandNames = func() words {
	w := words{}
	for _, c := range commands {
		name, _, _ := strings.Cut(c.name, " ")
		w[name] = true
	}
	return w
}()

// commandLine reads the words of one command, which a pipe, the line's end or another
// command ends: so a line may have several (sshpass … mysql …), and no byte of one made
// of nothing else is read more than twice.
func (s *scan) commandLine(flags []command, start, end int) {
	const longest = 256
	t := s.text
	if !boundary(t, start) || byteAt(t, start-1) == '-' {
		return
	}
	limit := min(len(t), end+longest)
	n, letters := 0, class{}
	for p := skipBlank(t, end); p < limit; p = skipBlank(t, p) {
		word := p
		var v value
		if opensQuote[t[word]] || quotePrefix[t[word]] { // only a quoted word may hold a blank
			var ok bool
			if v, ok = s.readValue(word, true); ok && v.end > word {
				p = v.end
			} else if v = (value{}); t[word] != '\\' { // \\server
				return
			}
		}
		for p < limit && !isBlank(t[p]) && !endsCommand[t[p]] {
			p++
		}
		if p < limit && endsCommand[t[p]] {
			limit = p
		}
		if p == word || commandNames[string(t[nameAtEnd(t, word, p):p])] {
			return
		}
		if t[word] != '-' {
			n++
		} else {
			for _, b := range t[word:p] {
				letters[b] = true
			}
		}
		for _, c := range flags {
			if c.word == 0 {
				s.flagValue(c, t[word:p], word, skipBlank(t, p), limit)
			} else if c.word == n && t[word] != '-' && (c.flag == "" || letters[c.flag[0]]) {
				if !v.quoted {
					v, _ = s.readValue(word, true)
				}
				s.commandPassword(c, v)
			}
		}
	}
}

var endsCommand = class{'\r': true, '\n': true, '|': true, ';': true, '`': true}

// nameAtEnd is where the name begins that a word may end in: `(mysql has one.
func nameAtEnd(t []byte, word, end int) int {
	p := end
	for p > word && (isAlnum(t[p-1]) || t[p-1] == '-' || t[p-1] == '.' || t[p-1] == '_') {
		p--
	}
	return p
}

// userFlags are those with which a program is given a user's name, on a line on which -p
// then gives the password.
var userFlags = []string{" -u ", " -U ", " --user ", " --user=", " --username ", " --username=", " -l "}

// loginFlag reads the value of a -p of any program that was given a user before. It may be
// a port, so it must be letters and digits, or have the signs of passwords.
func (s *scan) loginFlag(start, end int) {
	const far = 96
	t := s.text
	line := t[max(0, start-far):start]
	line = line[bytes.LastIndexByte(line, '\n')+1:]
	for _, flag := range userFlags {
		if !bytes.Contains(line, []byte(flag)) {
			continue
		}
		v, ok := s.readValue(skipBlank(t, end), true)
		if b := t[v.start:v.end]; ok && given(b, 6) && (typedByHand(b) || numberedWord(b)) {
			s.add(v.start, v.end, Password, "command-line-password")
		}
		return
	}
}

// flagValue takes out the password that word, which stands at text[at:], gives or
// announces; next is the word behind it.
func (s *scan) flagValue(c command, word []byte, at, next, limit int) {
	switch {
	case !bytes.HasPrefix(word, []byte(c.flag)):
		return
	case c.joined || c.flag == "":
		at += len(c.flag)
	case len(word) == len(c.flag) && next < limit:
		at = next
	default:
		return
	}
	v, ok := s.readValue(at, true)
	if !ok {
		return
	}
	for c.after == ',' && !v.quoted && v.end < limit && !unquotedEnd[s.text[v.end]] || c.after == ',' && byteAt(s.text, v.end) == ',' {
		v.end++
	}
	if c.after != 0 {
		i := bytes.IndexByte(s.text[v.start:v.end], c.after)
		if i < 1 || s.text[v.start] == '[' { // a marker
			return
		}
		v.start += i + 1
		if i := bytes.IndexByte(s.text[v.start:v.end], '@'); i >= 0 && c.flag == "" {
			v.end = v.start + i
		}
	}
	s.commandPassword(c, v)
}

// commandPassword takes out what a command is given as a password, unless it says where
// that is, or is a word where there might be another.
func (s *scan) commandPassword(c command, v value) {
	b := s.text[v.start:v.end]
	if c.drawn {
		if len(b) >= 8 && (typedByHand(b) || len(b) >= 20 && random(b) && hasDigit(b)) && given(b, 8) {
			s.add(v.start, v.end, APIKey, "command-line-token")
		}
		return
	}
	named := (c.after == 0 || c.flag != "" || byteAt(s.text, v.end) == '@') && plainWord(b, true) && !notGiven[string(b)]
	least, digits := 5, 6
	switch {
	case c.joined: // behind a space it may be a port
		least, digits = 4, 4
	case named:
		least = 4
	}
	if len(b) < least || b[0] == '-' || b[0] == '/' || !named && !hasDigit(b) && shapeOf(b).other == 0 || digitsOnly(b) && len(b) < digits || reference(b) || placeholder(b) {
		return
	}
	s.add(v.start, v.end, Password, "command-line-password")
}

// notGiven are words behind the p of a flag that some write with one dash, and those with
// which a sentence about a flag goes on.
var notGiven = newWords(`assword assphrase rotocol lugin lugins rompt rogress rint ager ersist
	option options flag flags switch argument parameter with without instead which that prompts asks means specifies reads tells`)

// netUse reads net use \\\\server\\share PASSWORD /user:NAME, where the password may also
// come last, and be a word.
func (s *scan) netUse(start, end int) {
	const longest = 256
	t := s.text
	if start < s.mapped {
		return
	}
	limit := min(len(t), end+longest)
	if i := bytes.IndexAny(t[end:limit], "\r\n;|&\"'`"); i >= 0 {
		limit = end + i
	}
	s.mapped = limit
	line := t[max(0, start-longest):start]
	line = line[bytes.LastIndexAny(line, "\r\n;|&\"'`")+1:]
	i := bytes.Index(bytes.ToLower(line), []byte("net use "))
	if i < 0 {
		return
	}
	from := start - len(line) + i + len("net use ")
	for p := from; p < limit; {
		p = skipBlank(t, p)
		word := p
		for p < limit && !isSpace(t[p]) {
			p++
		}
		b := bytes.TrimRight(t[word:p], `\`) // those in front of the quote that ends a string
		if given(b, 4) && b[0] != '\\' && b[len(b)-1] != ':' && !repeated(b) && !notChosen[string(bytes.ToLower(b))] {
			s.add(word, word+len(b), Password, "command-line-password")
			return
		}
		if p == word {
			return
		}
	}
}

// secureString reads the argument of ConvertTo-SecureString that is no flag.
func (s *scan) secureString(_, end int) {
	const flags = 4
	t := s.text
	p := end
	for range flags {
		p = skipBlank(t, p)
		v, ok := s.readValue(p, true)
		if !ok || v.end <= v.start {
			return
		}
		b := t[v.start:v.end]
		if b[0] == '-' {
			p = v.end
			continue
		}
		if given(b, 6) && (!lettersOnly(b) || v.quoted && (plainWord(b, true) || selfNamed[string(bytes.ToLower(b))])) {
			s.add(v.start, v.end, Password, "secure-string")
		}
		return
	}
}

// piped reads the password of echo … | sudo -S, of echo … | docker login --password-stdin,
// and of echo user:… | chpasswd.
func (s *scan) piped(start, end int) {
	const longest = 160
	t := s.text
	line := t[max(0, start-longest) : start+1]
	if nl := bytes.LastIndexByte(line, '\n'); nl >= 0 {
		line = line[nl+1:]
	}
	pipe := bytes.LastIndexByte(line, '|')
	if pipe < 0 {
		return
	}
	for _, word := range [...]string{"echo ", "printf "} {
		i := bytes.LastIndex(line[:pipe], []byte(word))
		if i < 0 {
			continue
		}
		p := skipBlank(t, start+1-len(line)+i+len(word))
		if bytes.HasPrefix(t[p:], []byte("-n ")) {
			p = skipBlank(t, p+len("-n "))
		}
		if bytes.HasPrefix(t[p:], []byte("-e ")) {
			p = skipBlank(t, p+len("-e "))
		}
		v, ok := s.readValue(p, true)
		if colon := bytes.IndexByte(t[v.start:v.end], ':'); colon > 0 && hasFold(t, end-len("chpasswd"), "chpasswd") {
			v.start += colon + 1
			if b := t[v.start:v.end]; (plainWord(b, true) || selfNamed[string(b)]) && !placeholder(b) {
				s.add(v.start, v.end, Password, "piped-password")
			}
		}
		if b := t[v.start:v.end]; ok && v.quoted && hasFold(t, start, "sudo -s ") && chosenWord(b) {
			s.add(v.start, v.end, Password, "piped-password")
		} else if ok {
			s.addPassword(v, "piped-password")
		}
		return
	}
}

// storedSecrets are what a command ends with that stores what it is given by a pipe, in front of
// the name under which it does: of vercel, gh, wrangler.
var storedSecrets = []string{"cel env add ", "gh secret set ", "er secret put ", "docker secret create ", "podman secret create "}

// pipedSecret reads the value of printf … | vercel env add JWT_SECRET production.
func (s *scan) pipedSecret(start, end int) {
	t := s.text
	p := skipBlank(t, end)
	if name := t[p:skipName(t, p)]; hasFold(t, start, "cel env") && kindOf(name) < secretKind {
		return
	}
	s.piped(start, end)
}

// pipedString reads 'x' | ConvertTo-SecureString.
func (s *scan) pipedString(start, _ int) {
	const longest = 80
	t := s.text
	e := start
	for e > 0 && t[e-1] == ' ' {
		e--
	}
	if e < 2 || t[e-1] != '\'' && t[e-1] != '"' {
		return
	}
	e--
	from := max(0, e-longest)
	l := bytes.LastIndexByte(t[from:e], t[e])
	if l < 0 {
		return
	}
	e = from + l + 1 + len(bytes.TrimRight(t[from+l+1:e], `\`))
	if b := t[from+l+1 : e]; given(b, 6) && bytes.IndexByte(b, ' ') < 0 && (!lettersOnly(b) || plainWord(b, true)) {
		s.add(from+l+1, e, Password, "secure-string")
	}
}

// hereStrings are what reads a secret that a here-string gives it.
var hereStrings = []string{"--password-stdin", "--with-token", "passwd", "sudo -s", "--data-file=-", "login", "read -s", "secret", "cryptsetup", "kinit"}

// hereString reads passwd ann <<< orchard7.
func (s *scan) hereString(start, end int) {
	const near = 100
	t := s.text
	before := s.context(start, near)
	if !containsAny(before[bytes.LastIndexByte(before, '\n')+1:], hereStrings...) {
		return
	}
	v, ok := s.readValue(skipBlank(t, end), true)
	if b := t[v.start:v.end]; ok && v.end > v.start {
		if i := bytes.IndexByte(b, '\\'); i > 0 { // twice, as passwd asks for it
			v.end = v.start + i
		}
		if b = t[v.start:v.end]; given(b, 6) && (typedByHand(b) || numberedWord(b) || random(b)) {
			s.add(v.start, v.end, Password, "piped-password")
		}
	}
}
