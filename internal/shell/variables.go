package shell

import "strings"

// shown reads the value of a variable that holds a command line or a program's words: PAGER,
// GIT_SSH_COMMAND, NODE_OPTIONS.
func (r *reader) shown(name string, v Word) {
	how := variables[name]
	for _, ending := range endings {
		if how == nil && strings.HasSuffix(name, ending) {
			how = variables["*"+ending]
		}
	}
	if how == nil || variableName(v.Text) == name {
		return
	}
	switch how.kind {
	case "line":
		r.inner(v.Text, stream{}, false)
	case "remote":
		r.inner(connecting(v.Text), stream{}, false)
	case "text": // expanded, not run
		if strings.ContainsAny(v.Text, "$`") {
			r.inner(": \""+strings.ReplaceAll(v.Text, `"`, "")+`"`, stream{}, false)
		}
		r.unnamed("")
	case "setting":
		if line := configured("x=" + v.Text); line != "" {
			r.inner(line, stream{}, false)
		}
		if !r.spend(len(r.Sets)) {
			return
		}
		for _, known := range r.Sets { // GIT_CONFIG_KEY_0=core.pager GIT_CONFIG_VALUE_0=…
			if known.Name == strings.Replace(name, "VALUE", "KEY", 1) && isRunBy(known.Value.Text) {
				r.inner(v.Text, stream{}, false)
			}
		}
	case "settings":
		for _, each := range strings.Split(v.Text, "'") {
			r.inner(configured(each), stream{}, false)
		}
	case "words":
		r.inner(how.program+" "+v.Text, stream{}, false)
	case "code":
		r.unnamed("")
	}
}

// connecting returns the command with which a program reaches another machine, or "" if it is just
// ssh with a key, which fetches nothing: GIT_SSH_COMMAND='ssh -i key' git push.
func connecting(line string) string {
	if rest, ok := strings.CutPrefix(line, "ssh"); ok && (rest == "" || rest[0] == ' ') && !hasSpecial(strings.ReplaceAll(rest, " ", "")) && !strings.Contains(strings.ToLower(rest), "command") {
		return ""
	}
	return line
}

// variable is how a variable's value is used.
type variable struct {
	kind    string // line, remote, text, setting, settings, words or code
	program string // the program whose words they are
}
