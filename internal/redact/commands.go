package redact

import "bytes"

// A command is a program that is given a password behind a flag of one letter, which
// says nothing by itself.
type command struct {
	name string
	flag string
	// joined: the password follows the flag without a space, and cannot otherwise.
	joined bool
	// after: what stands in front of the password in the flag's value, as in user%password.
	after byte
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
	{name: "ipmitool", flag: "-P"}, {name: "unzip", flag: "-P"}, {name: "xfreerdp", flag: "/p:", joined: true},
	{name: "sqlplus", flag: "", after: '/'},
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
	}
	return all
}

// commandLine reads the words of one command, which a pipe or the line's end ends.
func (s *scan) commandLine(flags []command, start, end int) {
	const longest = 512
	t := s.text
	if start < s.commanded || !boundary(t, start) {
		return
	}
	limit := min(len(t), end+longest)
	if i := bytes.IndexAny(t[end:limit], "\r\n|;`"); i >= 0 {
		limit = end + i
	}
	s.commanded = limit
	for p := skipBlank(t, end); p < limit; p = skipBlank(t, p) {
		word := p
		v, ok := s.readValue(word, true)
		if !ok || v.end <= word {
			return
		}
		p = v.end
		for p < limit && !isBlank(t[p]) {
			p++
		}
		for _, c := range flags {
			s.flagValue(c, t[word:p], word, skipBlank(t, p), limit)
		}
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
	if c.after != 0 {
		i := bytes.IndexByte(s.text[v.start:v.end], c.after)
		if i < 1 {
			return
		}
		v.start += i + 1
		if i := bytes.IndexByte(s.text[v.start:v.end], '@'); i >= 0 && c.flag == "" {
			v.end = v.start + i
		}
	}
	b := s.text[v.start:v.end]
	if len(b) < 5 || b[0] == '-' || b[0] == '/' || !hasDigit(b) && shapeOf(b).other == 0 || digitsOnly(b) && len(b) < 6 || reference(b) || placeholder(b) {
		return
	}
	s.add(v.start, v.end, Password, "command-line-password")
}

// oracleUser reads jdbc:oracle:thin:user/password@host.
func (s *scan) oracleUser(_, end int) {
	t := s.text
	limit := min(len(t), end+160)
	slash := bytes.IndexByte(t[end:limit], '/')
	at := bytes.IndexByte(t[end:limit], '@')
	if slash < 1 || at < slash+4 || bytes.ContainsAny(t[end:end+at], " \t\r\n\"'<>") || template(t[end+slash+1:end+at]) {
		return
	}
	s.add(end, end+at, URLCredentials, "oracle-user")
}
