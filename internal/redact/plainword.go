package redact

import "bytes"

// Many passwords are words: of a manual, a test, a machine at home. Which words somebody may
// have chosen, and which tell of passwords.

// plainWord reports whether a value may be a word that somebody chose: neither what a
// program says of passwords, nor a constant, nor a label.
func plainWord(b []byte, quoted bool) bool {
	const least, most = 4, 40
	if len(b) < least || len(b) > most || notChosen[string(bytes.ToLower(b))] || toldWhere(b) {
		return false
	}
	small := 0
	for _, c := range b {
		switch {
		case c-'a' < 26:
			small++
		case c == '-' || c == '_':
		case !isLetter(c) && !isDigit(c):
			return false
		}
	}
	if small < 3 || isUpper(b[0]) && small == len(b)-1 {
		return false
	}
	// Of the names of other values most have two parts.
	return quoted || kindOf(b) == noKind || small == len(b)
}

// toldWhere reports whether a value says of a password that there is none, or where it is.
func toldWhere(b []byte) bool {
	i := bytes.IndexAny(b, "-_")
	return i > 0 && verbs[string(bytes.ToLower(b[:i]))]
}

var verbs = newWords(`no not get fetch from read load see use`)

// notChosen are the words that stand for a password where one would stand, and those that
// tell of one.
var notChosen = newWords(`string str text varchar char integer number bool boolean object function array bytes uuid binary buffer optional required mandatory hidden
	true false null none undefined empty blank void enabled disabled always never auto input field form label plain plaintext cleartext basic digest md5 sha1 sha256
	sha512 bcrypt scram scram-sha-1 scram-sha-256 scram-sha-512 argon2 pbkdf2 trust peer encrypted encoded hashed hash salted masked prompt stdin vault default unset unchanged same different current confirm
	confirmed confirmation reset forgot change changed update updated on_create on_new_username invalid incorrect wrong weak strong missing expired valid correct toggle show hide
	visible minlength maxlength length value values name user username login email manual random generated generate todo self this given
	password passwords passwd pass passwort kennwort passphrase passcode pswd pword userpass userpassword dbpass dbpassword newpassword oldpassword mypassword
	currentpassword confirmpassword authpassword user_password db_password new_password old_password current_password auth_password password_hash passwordhash
	hashedpassword hashed_password rootpassword root_password contrasena senha clave haslo heslo parola wachtwoord motdepasse adgangskode salasana
	credentials credential secretkey token compat files systemd await async yield return typeof`)

// inUse reports whether a word that fills gaps elsewhere may be a password where one is
// stated, numbered perhaps; so may one that begins as fillers do and turns to digits often.
func inUse(b []byte) bool {
	if my := len("my-"); len(b) > my && hasFold(b, 0, "my") && !isAlnum(b[my-1]) && shapeOf(b).turns >= 4 {
		return !placeholder(b[my:])
	}
	if digitsOnly(b) && !repeated(b) { // on a telephone's keys
		return true
	}
	b = b[:numberless(b, 0, len(b), 1)]
	return bytes.EqualFold(b, []byte("foobar")) || bytes.EqualFold(b, []byte("testing"))
}

// calledKind says whether a name is that of a secret, which somebody may have chosen, or of
// a token or a key for an interface, which may at most be numbered.
type calledKind uint8

const (
	calledOther calledKind = iota
	calledKey
	calledSecret
)

func calledOf(name []byte) calledKind {
	var buf [maxName]byte
	low := buf[:0]
	for _, b := range name {
		if b != '_' && b != '-' {
			low = append(low, lower(b))
		}
	}
	switch {
	case hasSuffix(low, "secret"), hasSuffix(low, "secretkey"):
		if containsAny(low, "existing", "pull", "tls", "cert", "k8s", "kube") { // which secret of a cluster
			return calledOther
		}
		return calledSecret
	case hasSuffix(low, "token"), hasSuffix(low, "apikey"), hasSuffix(low, "accesskey"):
		return calledKey
	}
	return calledOther
}

// leastWorded is the size of the shortest value that is no password: all others are longer.
const leastWorded = 6

// worded judges a value that is no password and not drawn, but stated as one is.
func worded(name, b []byte, quoted bool) bool {
	const long, numbered = 8, 3
	called := calledOf(name)
	sh := shapeOf(b)
	if called == calledOther || sh.n < leastWorded || sh.lower == 0 || !isAlnum(b[0]) || !plainWord(b, quoted || sh.digits > 0) {
		return false
	}
	alone := sh.longest == sh.n && sh.n >= long // in designs and in clusters names are made of parts
	switch {
	case alone && sh.digits >= numbered:
		return true
	case !quoted && !constant(name):
		return called == calledSecret && alone && (sh.digits > 1 || bytes.IndexByte(name, '.') > 0)
	case called == calledKey:
		return sh.digits >= numbered && (constant(name) || lower(name[len(name)-1]) == 'y')
	case sh.digits > 0:
		return true
	case quoted: // of a name of one word it may be what a cluster calls it, without low lines
		return len(name) > len("secret") || bytes.IndexByte(b, '_') > 0
	}
	return sh.n >= long
}

// selfNamed are words for passwords that are passwords, too.
var selfNamed = newWords(`password passwd pass secret passw0rd hidden`)

// ofService reports whether a name is a variable for the password of a service or of a
// system's user: there it is one even if it is the word password.
func ofService(name []byte) bool {
	if !constant(name) {
		return false
	}
	for part := range bytes.SplitSeq(name, []byte{'_'}) {
		if serviceWords[string(bytes.ToLower(part))] {
			return true
		}
	}
	return false
}

var serviceWords = newWords(`db database mysql mariadb postgres postgresql pg pgsql mongo mongodb redis rabbitmq amqp smtp mail imap ldap ftp sftp ssh sudo root admin
	superuser keystore truststore elastic elasticsearch kibana grafana minio couchdb influxdb neo4j oracle mssql vnc kafka cassandra clickhouse wordpress keycloak rcon`)
