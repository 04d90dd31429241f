package redact

import "bytes"

// Passwords beside whom they let in: pairs, accounts, and the lines of files and of SQL that have both.

// pairs introduce a user and a password in one: "credentials: ann@example.org / s3cret".
var pairs = []string{"credentials: ", "u/p: ", "credentials (", "credentials are", "login is ", "login: ", "log in as ", "login as ", "log in with ", "login with ", "creds: ", "creds are ", "identifiants : ", "identifiants: ",
	"zugangsdaten: ", "credenciales:", "логин: ", "zugang: ", "accès : ", "accès: ", "доступ: ", "dostęp: ", "wifi: ", "账号：", "帐号：", "账户：", "账号: "}

// bothNames say what each of the two is.
var bothNames = []string{"username/password", "user/password", "user/pass", "username/pw", "user/pw", "login/password", "email/password", "логин/пароль", "账号/密码", "账号密码", "用户名/密码", "用户名密码"}

// pair reads them, perhaps behind a few words more or on the lines below.
func (s *scan) pair(end int, both bool) {
	const words, most = 40, 12
	t := s.text
	if hasFold(t, end, wideSign) {
		end += len(wideSign)
	}
	if both && end < len(t) && isLetter(t[end]) || s.pairAt(end, both) { // user/passcode
		return
	}
	p := end
	for p < len(t) && p-end < words && bytes.IndexByte([]byte("\r\n'\"`{[(<=,"), t[p]) < 0 {
		for _, verb := range [...]string{" are ", " is ", ": "} {
			if hasFold(t, p, verb) {
				at := p + len(verb)
				s.pairAt(at, both && opensQuote[byteAt(t, at)])
				return
			}
		}
		p++
	}
	if byteAt(t, p) == '(' || byteAt(t, p) == '{' || byteAt(t, p) == '[' {
		return // of a program
	}
	for n := 0; n < most && lineBreak(t, p) > 0 && p-end < words || n > 0 && n < most; n++ {
		p = skipBlank(t, p+lineBreak(t, p))
		if !s.pairAt(skipBlank(t, p), true) {
			return
		}
		for p < len(t) && lineBreak(t, p) == 0 {
			p++
		}
		if lineBreak(t, p) == 0 {
			return
		}
	}
}

// bothTied say the same with a colon, as the two are written then.
var bothTied = []string{"user:pass", "name:pass"}

// tiedPair reads what they are said to be. In an address they only stand for the two.
func (s *scan) tiedPair(start, end int) {
	t := s.text
	if byteAt(t, start-1) == '/' {
		return
	}
	if hasFold(t, end, "word") {
		end += len("word")
	}
	for _, verb := range [...]string{" = ", " is ", ": ", "): "} {
		if hasFold(t, end, verb) {
			s.pairAt(end+len(verb), true)
			return
		}
	}
}

// pairAt reads a user and a password at text[at:], and reports whether there are two such
// words. Which of them is a password is sure only where the first is a user's name, or the
// second nothing else, or the text said so.
func (s *scan) pairAt(at int, sure bool) bool {
	const ornaments = 8
	t := s.text
	skip := func(at int, set string) int {
		from := at
		for at < len(t) && at-from < ornaments && bytes.IndexByte([]byte(set), t[at]) >= 0 {
			at++
		}
		return at
	}
	user := skip(at, " :=*`\"'(-")
	p := user
	for p < len(t) && p-user < maxLocal && (isAlnum(t[p]) || t[p] == '@' || t[p] == '.' || t[p] == '_' || t[p] == '-' || t[p] == '+') {
		p++
	}
	sep := skip(p, " *`\"'")
	if p == user || sep >= len(t) || t[sep] != '/' && t[sep] != ':' && t[sep] != ',' && t[sep] != ';' || byteAt(t, sep+1) == '/' {
		return false
	}
	from := skip(sep+1, " *`\"'")
	to := from
	for to < len(t) && to-from < maxName && !isSpace(t[to]) && bytes.IndexByte([]byte("\"'`*<>(),/\\"), t[to]) < 0 && (t[to] < 0x80 || t[from] >= 0x80) {
		to++
	}
	quoted := user > at && opensQuote[t[user-1]] && t[user-1] == t[p] && t[p] == t[from-1] && byteAt(t, to) == t[p]
	if t[sep] == ',' && byteAt(t, to) != ')' && !(sure && quoted) {
		return false
	}
	for to > from && bytes.IndexByte([]byte(".;:"), t[to-1]) >= 0 {
		to--
	}
	v, name := t[from:to], t[user:p]
	if !given(v, 4) || template(v) {
		return false
	}
	low := bytes.ToLower(name)
	known := userNames[string(low)] || hasSuffix(low, "admin") || bytes.IndexByte(name, '@') > 0
	switch {
	case typedByHand(v), known && (plainWord(v, true) || !lettersOnly(v) && (t[sep] == '/' || !digitsOnly(v))):
	case t[sep] == '/' && selfNamed[string(v)] && known && (sure || string(v) == "password"):
	case sure && t[sep] == ':' && bytes.Equal(v, name):
	case sure && byteAt(t, to) != '/' && (!lettersOnly(v) || plainWord(v, true) && !sentenceWords[string(bytes.ToLower(v))]) && (t[sep] == '/' || t[sep] == ',' && quoted):
	default:
		return false
	}
	s.add(from, to, Password, "login-password")
	return true
}

// afterEmail reads the password behind a mail address that ends at text[at:], as people
// note the two: ann@example.org / orchard7.
func (s *scan) afterEmail(at int) {
	t := s.text
	p := skipBlank(t, at)
	sep := byteAt(t, p)
	if sep != '/' && sep != ':' && sep != '|' || sep == '|' && p == at {
		return
	}
	from := skipBlank(t, p+1)
	if from >= len(t) || p == at && from > p+1 {
		return
	}
	v, ok := s.readValue(from, true)
	b := t[v.start:v.end]
	if !ok || len(b) > maxName {
		return
	}
	word := selfNamed[string(bytes.ToLower(b))] || chosenWord(b) && s.lineEnds(v.end) && containsAny(s.context(at, 96), loginWords...)
	if p > at && sep == '/' && word && !placeholder(b) && !isLetter(byteAt(t, skipBlank(t, v.end))) {
		s.add(v.start, v.end, Password, "login-password")
		return
	}
	if next := byteAt(t, s.past(v)); !given(b, 5) || lettersOnly(b) || digitsOnly(b) || bytes.ContainsAny(b, " /") || !v.quoted && next == '/' {
		return
	}
	sh := shapeOf(b)
	signed := sh.lower > 0 && sh.other > 0 && bytes.ContainsAny(b, "!@#$%^&*")
	if signed || p > at && sep == '/' && hasDigit(b) && sh.lower > 0 && sh.longest == sh.n {
		s.add(v.start, v.end, Password, "login-password")
	}
}

// administrators are a user's name and what parts it from a password: admin/orchard.
var administrators = []string{"admin/", "admin / ", "admin` / `", "admin`/`", "administrator/", "root/", "root / "}

// loginWords are those of texts about how to log in.
var loginWords = []string{"credential", "password", "login", "log in", "sign in", "default user", "парол", "логин", "账号", "帐号", "账户", "密码", "用户名", "contraseñ", "usuario",
	"senha", "usuário", "mot de passe", "identifiant", "benutzer", "passwort", "wachtwoord", "hasło", "パスワード", "비밀번호", "mật khẩu", "şifre"}

// administrator reads the password, if the text in front is about how to log in. Without
// a space it may be an address or a file.
func (s *scan) administrator(start, end int) {
	const near = 48
	t := s.text
	if p := byteAt(t, start-1); isAlnum(p) || p == '/' || p == '-' || p == '.' || p == '_' || p == '\\' {
		return
	}
	to := end
	for to < len(t) && to-end < maxName && (isAlnum(t[to]) || bytes.IndexByte([]byte("._-!@#$%"), t[to]) >= 0) {
		to++
	}
	for to > end && t[to-1] == '.' {
		to--
	}
	v := t[end:to]
	if next := byteAt(t, to); !given(v, 4) || template(v) || next == '/' || next == '\\' || next == '(' || next == ':' {
		return
	}
	same := bytes.EqualFold(v, bytes.TrimRight(t[start:end], " `/"))
	switch before := s.context(start, near); {
	case same || hasDigit(v) && (plainWord(v, true) || digitsOnly(v)):
		if !containsAny(before, loginWords...) && !containsAny(bytes.ToLower(t[to:min(len(t), to+near)]), "用户名", "密码", "账号", "登录", "登陆") {
			return
		}
	case !plainWord(v, true) || byteAt(t, to) == ' ' && t[end-1] == '/' && isLetter(byteAt(t, to+1)) || userNames[string(bytes.ToLower(v))] || t[end-1] == '/' && !containsAny(before, "credentials", "логин", "парол", "账号", "帐号", "密码"):
		return
	case !containsAny(before, loginWords...) && !containsAny(before, "demo", "default", "默认", "初始"):
		return
	}
	s.add(end, to, Password, "login-password")
}

// userNames are those that systems come with.
var userNames = newWords(`admin administrator root user guest demo test tester sa postgres mysql oracle ubuntu pi system operator manager support sysadmin superuser owner`)

// easyConnect reads user/password@host, as Oracle's drivers take it in one string.
func (s *scan) easyConnect(v value) bool {
	b := s.text[v.start:v.end]
	slash, at := bytes.IndexByte(b, '/'), bytes.IndexByte(b, '@')
	if slash < 1 || at < slash+4 || at+1 == len(b) || bytes.ContainsAny(b[:at], " :.<{[") || template(b[slash+1:at]) {
		return false
	}
	s.add(v.start, v.start+at, URLCredentials, "oracle-user")
	return true
}

// connectTo reads CONNECT user/password@host.
func (s *scan) connectTo(start, end int) {
	if v, ok := s.readValue(skipBlank(s.text, end), true); ok && !v.quoted && boundary(s.text, start) {
		s.easyConnect(v)
	}
}

// accounts reads the lines of an .ini file's section that names users: ann = orchard, admin.
func (s *scan) accounts(_, end int) {
	const most, longest = 24, 160
	t := s.text
	p := end
	for range most {
		size := lineBreak(t, p)
		if size == 0 {
			return
		}
		p = skipBlank(t, p+size)
		to := p
		for to < len(t) && to-p < longest && lineBreak(t, to) == 0 {
			to++
		}
		line := t[p:to]
		if len(line) > 0 && line[0] == '[' {
			return
		}
		if eq := bytes.IndexByte(line, '='); eq > 0 && isAlnum(line[0]) {
			if v, ok := s.readValue(skipBlank(t, p+eq+1), true); ok && v.end <= to {
				if b := t[v.start:v.end]; given(b, 4) && (plainWord(b, true) || !lettersOnly(b) && !digitsOnly(b)) {
					s.add(v.start, v.end, Password, "account-password")
				}
			}
		}
		p = to
	}
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

// dataSource reads user:password@tcp(host)/database, as Go's drivers write it.
func (s *scan) dataSource(start, _ int) {
	const longest = 128
	t := s.text
	l := start
	for l > 0 && start-l < longest && !isSpace(t[l-1]) && t[l-1] != '"' && t[l-1] != '\'' && t[l-1] != '`' && t[l-1] != '/' && t[l-1] != '=' {
		l--
	}
	colon := bytes.IndexByte(t[l:start], ':')
	if colon < 0 || l+colon+1 == start || t[l] == '[' || template(t[l+colon+1:start]) || placeholder(t[l+colon+1:start]) {
		return
	}
	s.add(l, start, URLCredentials, "data-source-credentials")
}

// netrcLogin reads the password of machine HOST login NAME password VALUE.
func (s *scan) netrcLogin(_, end int) {
	const longest = 128
	t := s.text
	limit := min(len(t), end+longest)
	i := bytes.Index(t[end:limit], []byte("password "))
	if i < 1 || !isSpace(t[end+i-1]) || !containsAny(s.context(end, longest), "machine ") {
		return
	}
	v, ok := s.readValue(skipBlank(t, end+i+len("password ")), true)
	if b := t[v.start:v.end]; ok && given(b, 5) {
		s.add(v.start, v.end, Password, "netrc-password")
	}
}

// identified reads the password of SQL's CREATE USER … IDENTIFIED [WITH plugin] BY.
func (s *scan) identified(start, end int) {
	const statement, plugin = 120, 40
	t := s.text
	clause := t[end:min(len(t), end+plugin)]
	by := bytes.Index(bytes.ToLower(clause), []byte(" by "))
	if by < 0 || bytes.IndexByte(clause[:by], ',') >= 0 || !containsAny(s.context(start, statement), "user ", "grant ", "connect to ") {
		return
	}
	v, ok := s.readValue(skipBlank(t, end+by+len(" by ")), true)
	if b := t[v.start:v.end]; ok && (v.quoted && given(b, 3) || given(b, 5) && (!lettersOnly(b) || plainWord(b, true) && ofUser(s.context(start, maxName)))) {
		s.add(v.start, v.end, Password, "sql-password")
	}
}

// ofUser reports whether CREATE USER and a name, or ALTER USER and a name, end before,
// which is in lower case.
func ofUser(before []byte) bool {
	before = bytes.TrimRight(before, " ")
	before = before[:bytes.LastIndexByte(before, ' ')+1]
	return hasSuffix(before, "create user ") || hasSuffix(before, "alter user ")
}

// directives are lines of configuration files whose first word that is no flag or number
// is a password.
var directives = []string{"rootpw ", "key-string ", "requirepass ", "masterauth ", "insecure-password ", "plain-text-password-value ", "wpa-psk ascii ", "snmp read community: ",
	"snmp write community: ", "community string: ", "irreversible-cipher ", "level 15 cipher ",
	"rocommunity ", "rwcommunity ", "rocommunity6 ", "rwcommunity6 ", "stats auth "}

func (s *scan) directive(start, end int) {
	const flags = 3
	t := s.text
	if !boundary(t, start) {
		return
	}
	p := skipBlank(t, end)
	for range flags {
		v, ok := s.readValue(p, true)
		if !ok || v.end <= v.start {
			return
		}
		b := t[v.start:v.end]
		if b[0] != '-' && !digitsOnly(b) {
			if plainWord(b, true) && !placeholder(b) && (v.quoted || s.lineEnds(v.end) && (s.beginsLine(start) || hasSuffix(s.context(start, len("config set ")), "config set "))) {
				s.add(v.start, v.end, Password, "directive-password")
			} else {
				s.addPassword(v, "directive-password")
			}
			return
		}
		p = skipBlank(t, v.end)
	}
}

// addPassword takes out what a command or a call is given, unless it is a word or says
// where the password is.
func (s *scan) addPassword(v value, rule string) {
	b := s.text[v.start:v.end]
	if lettersOnly(b) || bytes.IndexByte(b, ' ') >= 0 || !given(b, 5) {
		return
	}
	s.add(v.start, v.end, Password, rule)
}

// given reports whether a value of at least so many bytes is one, and says not where it is.
func given(b []byte, least int) bool { return len(b) >= least && !reference(b) && !placeholder(b) }

// lettersOnly reports whether a value may be a word or a name: it has neither digits nor
// signs, but for those that names have.
func lettersOnly(b []byte) bool { return !hasDigit(b) && shapeOf(b).other == 0 }

// passwordFile reads host:port:database:user:password behind the port.
func (s *scan) passwordFile(_, end int) {
	const longest = 96
	t := s.text
	p := end
	for fields := 0; fields < 2; p++ {
		switch b := byteAt(t, p); {
		case p-end >= longest || !isAlnum(b) && b != ':' && b != '_' && b != '*' && b != '-' && b != '.':
			return
		case b == ':':
			fields++
		}
	}
	to := p
	for to < len(t) && !unquotedEnd[t[to]] && t[to] != ':' && t[to] != '/' {
		to++
	}
	if v := t[p:to]; given(v, 4) && !isAlnum(byteAt(t, to)) && byteAt(t, to) != ':' && byteAt(t, to) != '/' && (plainWord(v, true) || !lettersOnly(v) && !digitsOnly(v)) {
		s.add(p, to, Password, "password-file")
	}
}

// setPassword reads SQL's SET PASSWORD FOR 'user'@'host' = '…' behind the first quote.
func (s *scan) setPassword(_, end int) {
	const longest = 96
	t := s.text
	clause := t[end:min(len(t), end+longest)]
	if i := bytes.IndexAny(clause, "\r\n;"); i >= 0 {
		clause = clause[:i]
	}
	if i := bytes.IndexByte(clause, '='); i >= 0 {
		if v, ok := s.readValue(skipBlank(t, end+i+1), false); ok && v.quoted {
			s.addPassword(v, "sql-password")
		}
	}
}

// bundled reads with what Bundler is let in at a server of gems:
// BUNDLE_GEMS__EXAMPLE__ORG=ann:…, bundle config gems.example.org ann:….
func (s *scan) bundled(start, end int) {
	const words = 4
	t := s.text
	if !boundary(t, start) {
		return
	}
	p := end
	if t[end-1] == ' ' {
		host := false
		for n := 0; !host; n++ {
			e := wordOf(t, skipBlank(t, p))
			if host = bytes.IndexByte(t[p:e], '.') > 0; e == p || n == words {
				return
			}
			p = e
		}
	} else {
		for p < len(t) && p-end < maxName && (isUpper(t[p]) || isDigit(t[p]) || t[p] == '_') {
			p++
		}
		op, after := operator(t, skipBlank(t, p))
		if !bytes.Contains(t[end:p], []byte("__")) || op != "=" && op != ":" {
			return
		}
		p = after
	}
	v, ok := s.readValue(skipBlank(t, p), true)
	if b := t[v.start:v.end]; ok && given(b, 8) && (bytes.IndexByte(b, ':') > 0 || random(b)) {
		s.add(v.start, v.end, URLCredentials, "bundler-credentials")
	}
}
