package redact

import (
	"bytes"
	"slices"

	"github.com/provenanced/provenanced/internal/lanes"
)

// kind is how much a name says about the value it has.
type kind uint8

const (
	noKind    kind = iota
	vagueKind      // key, auth, session: a secret if it looks like nothing else
	secretKind
	passwordKind
)

// keywords are what a name must hold to be looked at, none in another. They are the
// literals of the prefilter; what the name says is decided by its parts.
var keywords = []string{
	"secret", "token", "pass", "pwd", "mdp", "psw", "psk", "key", "credential", "creds", "auth", "session", "salt", "_pw", "-pw", "bindpw", "adminpw", "accessid", "access_id",
	"contraseña", "contrasena", "clave", "senha", "kennwort", "mot de passe", "motdepasse", "wachtwoord", "parola", "hasło", "haslo",
	"пароль", "Пароль", "ПАРОЛЬ", "密码", "密碼", "パスワード", "비밀번호", "lösenord", "şifre", "Şifre", "sifre", "heslo", "salasana", "adgangskode", "jelszó", "mật khẩu", "סיסמה",
	"كلمة المرور", "كلمة السر", "رمز عبور", "รหัสผ่าน", "पासवर्ड", "κωδικός", "Κωδικός", "лозинка", "kata sandi", "lozinka", "slaptažodis", "contrasenya", "парола", "Парола", "암호",
}

// passwordWords are parts of names whose value a person chose.
var passwordWords = newWords(`password passwords passwd passwort psword pasword kennwort passphrase passcode pswd pswrd psswd psswrd pssword paswd paswrd passwrd userpwd proxyuserpwd userpass dbpass requirepass userpassword bindpw rootpw dbpw
	contraseña contrasena contrasenya clave senha motdepasse wachtwoord parola haslo sifre heslo salasana adgangskode passord lozinka pgpassword`)

// shortPasswordWords mean other things in the middle of a name.
var shortPasswordWords = newWords(`pass pwd pw psk mdp`)

// foreignWords are the keywords that are not cut into parts.
var foreignWords = map[string]bool{
	"contraseña": true, "hasło": true, "пароль": true, "密码": true, "密碼": true, "パスワード": true, "비밀번호": true, "lösenord": true,
	"şifre": true, "jelszó": true, "סיסמה": true, "mot de passe": true, "mật khẩu": true, "كلمة المرور": true,
	"كلمة السر": true, "رمز عبور": true, "รหัสผ่าน": true, "पासवर्ड": true, "κωδικός": true, "лозинка": true, "kata sandi": true, "slaptažodis": true, "парола": true, "암호": true,
}

// foreign reports whether a keyword is one of them; all have a space or more than ASCII.
func foreign(word []byte) bool {
	for _, b := range word {
		if b == ' ' || b >= 0x80 {
			return foreignWords[string(bytes.ToLower(word))]
		}
	}
	return false
}

// secretWords are parts of names whose value a machine drew.
var secretWords = newWords(`secret secrets secrete token apikey accesskey secretkey authkey privatekey masterkey appkey licensekey encryptionkey
	signingkey sharedkey accountkey storagekey sshkey tokenkey authtoken accesstoken refreshtoken idtoken clientsecret apitoken apisecret appsecret
	accesskeyid accessid credential credentials creds apikeys jwt bearer connectionstring`)

// keyOwners make a secret of the key they own, as in api_key.
var keyOwners = newWords(`api access activation decryption validation secret private auth account master encryption app application license licence ssh storage shared signing
	client service admin root deploy developer dev subscription session hmac aes consumer webhook integration server write read ingest
	merchant transaction working
	authentication security crypto cipher data wallet user management bot global live prod production personal network wlan wifi wpa wpa2 wpa3 wep recovery filevault bitlocker luks`)

// notSecret are the parts that, in front of a key or token, make it something else.
var notSecret = newWords(`public pub primary foreign cache sort partition object row column col map dict hot shortcut registry idempotency i18n
	translation max min num total completion prompt input output count css csrf xsrf authenticity antiforgery next page continuation cursor
	sync stop pad eos bos unk special start end first last unique composite index natural surrogate routing group dedup idempotent arrow
	enter function answer publishable gpg pgp websocket socket site`)

// about are the parts that, behind a secret, make the value tell of it.
var about = newWords(`name names type types url uri path file filename length len count size limit max min expiry expires expiration expire at policy
	field fields input label prompt hint reset required strength format prefix suffix arn version regex pattern validator provider manager
	store service ref status error errors message usage budget window hash digest algorithm alg method mode endpoint host port
	rotation rotate age ttl scope scopes issuer audience id ids index list map set ring chain pair board word words stroke press down up code codes
	event enabled disabled valid invalid exists created updated timestamp date time source target location dir directory bytes bits
	generator factory builder handler helper util utils parser lexer test tests spec schema class interface forgot
	encryption placeholder data node prop props text title description help page form link button icon change changed update check checker encoder hasher hashers validators backends`)

// role says what a word does in a name.
type role uint8

const (
	isPassword role = 1 << iota
	endsPassword
	isSecret
	ownsKey
	deniesKey
	isAbout
)

// roles joins the tables above: one look-up for each part of a name. Most parts are
// short, and found by their packed form.
var roles, shortRoles = func() (map[string]role, *packedWords) {
	all := map[string]role{}
	for r, table := range map[role]words{
		isPassword: passwordWords, endsPassword: shortPasswordWords, isSecret: secretWords, ownsKey: keyOwners, deniesKey: notSecret, isAbout: about,
	} {
		for w := range table {
			all[w] |= r
		}
	}
	short := newPackedWords(10)
	for w, r := range all {
		if len(w) <= 8 {
			short.put(w, uint16(r))
		}
	}
	return all, short
}()

// roleOf looks up names[from:to], a part in lower case.
func roleOf(names []byte, from, to int) role {
	if n := to - from; n <= 8 {
		r, _ := shortRoles.get(lanes.Load(names, from) & lanes.First(n))
		return role(r)
	}
	return roles[string(names[from:to])]
}

// numberless is the end of names[from:to] without a number, if so many bytes are left:
// password2 and sumoKey1 are what they are called.
func numberless(names []byte, from, to, shortest int) int {
	for to > from+shortest && isDigit(names[to-1]) {
		to--
	}
	return to
}

type words map[string]bool

func newWords(list string) words {
	w := words{}
	for _, f := range fields(list) {
		w[f] = true
	}
	return w
}

func fields(list string) []string {
	var out []string
	start := -1
	for i := range len(list) + 1 {
		if i < len(list) && !isSpace(list[i]) {
			if start < 0 {
				start = i
			}
		} else if start >= 0 {
			out = append(out, list[start:i])
			start = -1
		}
	}
	return out
}

const maxName, maxParts = 80, 16

// kindOf says what a name such as GITHUB_TOKEN, dbPassword or x-api-key promises.
func kindOf(name []byte) kind {
	var low [maxName]byte
	var ends [maxParts]int
	parts, n := 0, 0
	name = name[:min(len(name), maxName)]
	for i, b := range name {
		if !isAlnum(b) && b < 0x80 {
			if n > 0 && (parts == 0 || ends[parts-1] < n) && parts < maxParts {
				ends[parts], parts = n, parts+1
			}
			continue
		}
		// A part ends before an upper case letter that follows a lower case one, and
		// before the last of several: apiKey, APIKey.
		if isUpper(b) && i > 0 && parts < maxParts && n > 0 && ends[max(parts-1, 0)] != n {
			p := name[i-1]
			if p-'a' < 26 || isDigit(p) || isUpper(p) && i+1 < len(name) && name[i+1]-'a' < 26 {
				ends[parts], parts = n, parts+1
			}
		}
		low[n] = lower(b)
		n++
	}
	if n > 0 && (parts == 0 || ends[parts-1] < n) && parts < maxParts {
		ends[parts], parts = n, parts+1
	}
	if parts > 1 && string(low[ends[parts-2]:ends[parts-1]]) == "wo" { // a value that Terraform only writes
		parts--
	}
	best := noKind
	var before, here role
	if parts > 0 {
		here = roleOf(low[:], 0, ends[0])
	}
	from := 0
	for i, end := range ends[:parts] {
		var after role
		var next []byte
		if i+1 < parts {
			next, after = low[end:ends[i+1]], roleOf(low[:], end, ends[i+1])
		}
		word := low[from:end]
		if here == 0 && isDigit(low[end-1]) {
			const shortest = 3
			to := numberless(low[:], from, end, shortest)
			word, here = low[from:to], roleOf(low[:], from, to)
		}
		k := partKind(word, here, before, i == parts-1)
		switch {
		case k == noKind, before&deniesKey != 0 && string(word) != "secret":
			k = noKind
		case after&isAbout != 0 && after&(isPassword|isSecret) == 0:
			k = noKind
			if string(next) == "id" && i > 0 { // access_key_id, secret_id: drawn, too
				k = vagueKind
			}
		}
		best = max(best, k)
		before, here, from = here, after, end
	}
	if best == secretKind && hasSuffix(low[:n], "presharedkey") {
		return passwordKind // people choose it
	}
	if best == vagueKind {
		if parts > 2 && ends[0] == 1 && low[0] == 'x' && (name[1] == '-' || name[1] == '_') && string(low[ends[parts-2]:n]) == "key" {
			return secretKind // X-Acme-Key, a header of somebody's interface
		}
		from = 0
		for _, end := range ends[:parts] {
			if isVendor(low[from:end]) {
				return secretKind
			}
			from = end
		}
	}
	return best
}

func partKind(part []byte, here, before role, last bool) kind {
	switch {
	case string(part) == "access" && !last: // access_id: drawn, if a vendor's
		return vagueKind
	case here&isPassword != 0, here&endsPassword != 0 && last:
		return passwordKind
	case here&isSecret != 0:
		return secretKind
	case len(part) < 3:
		return noKind
	case string(part) == "key" || string(part) == "keys":
		if before&ownsKey != 0 {
			return secretKind
		}
		return vagueKind
	case last && (string(part) == "auth" || string(part) == "session" || string(part) == "sessionid" || string(part) == "salt" || string(part) == "tokens"):
		return vagueKind
	}
	switch part[len(part)-1] {
	case 'd':
		if hasSuffix(part, "password") || hasSuffix(part, "passwd") || hasSuffix(part, "passord") || hasSuffix(part, "wachtwoord") {
			return passwordKind
		}
	case 'e':
		if hasSuffix(part, "passphrase") {
			return passwordKind
		}
	case 'n', 't':
		if hasSuffix(part, "token") || hasSuffix(part, "secret") {
			return secretKind
		}
		if hasSuffix(part, "passwort") || hasSuffix(part, "kennwort") { // Datenbankpasswort
			return passwordKind
		}
	case 'y':
		if hasSuffix(part, "apikey") || hasSuffix(part, "accesskey") || hasSuffix(part, "secretkey") ||
			hasSuffix(part, "key") && (slices.Contains(gluedOwners, string(part[:len(part)-3])) || isVendor(part[:len(part)-3])) {
			return secretKind
		}
	case 's':
		if hasSuffix(part, "pass") && slices.Contains(gluedLogins, string(part[:len(part)-4])) {
			return passwordKind
		}
	}
	return noKind
}

var gluedLogins = []string{"store", "key", "trust", "become", "mysql", "postgres", "mongo", "redis", "ldap", "smtp", "ftp", "ssh", "root", "admin", "login", "mail", "vpn", "proxy", "bind",
	"remote", "local", "imap", "http", "web", "app", "service", "client", "server", "wifi", "sudo", "smb", "samba", "jenkins", "oracle", "sql", "rcon", "vnc"}

var gluedOwners = []string{"service", "account", "storage", "shared", "client", "consumer", "subscription", "admin", "hmac", "aes", "deploy", "integration"}

func hasSuffix(b []byte, suffix string) bool {
	return len(b) >= len(suffix) && string(b[len(b)-len(suffix):]) == suffix
}
