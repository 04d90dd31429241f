package ui

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// deed is a command that a button stands for, and what is said when it is done.
type deed struct {
	command string
	args    func(form url.Values) map[string]any
	said    string
}

func of(names ...string) func(url.Values) map[string]any {
	return func(form url.Values) map[string]any {
		args := map[string]any{}
		for _, name := range names {
			args[name] = form.Get(name)
		}
		return args
	}
}

// whileSeconds is how long a yes for a while holds, as in a gateway's own prompt.
const whileSeconds = 1800

var deeds = map[string]deed{
	"once": {"approve", func(f url.Values) map[string]any {
		return map[string]any{"session": f.Get("session"), "tool": "all", "code": f.Get("code"), "once": true, "callId": f.Get("callId")}
	}, "Allowed, this once."},
	"while": {"approve", func(f url.Values) map[string]any {
		return map[string]any{"session": f.Get("session"), "tool": f.Get("tool"), "code": f.Get("code"), "seconds": whileSeconds}
	}, "Allowed for half an hour."},
	"deny":   {"deny", of("session", "code"), "Denied."},
	"halt":   {"halt", of("sessions", "why"), "Halted: no call runs until you resume."},
	"resume": {"resume", of("sessions"), "Resumed: calls are judged again."},
	"accept": {"blocked-commit", func(f url.Values) map[string]any {
		args := map[string]any{"id": f.Get("id")}
		if with := f["with"]; len(with) > 0 {
			args["with"] = with
		}
		return args
	}, "Accepted, and written."},
	"drop":         {"blocked-drop", of("id"), "Dropped."},
	"clear-label":  {"labels-clear", of("path"), "It is trusted again, until something else is written there."},
	"accept-skill": {"skills-accept", of("skill", "digest"), "Accepted, as you saw it."},
	"accept-note":  {"memory-accept", of("path"), "Accepted: it is the agent's own from now on."},
	"drop-note":    {"memory-drop", of("path"), "Removed. It is staged, if you want it back."},
	"withdraw":     {"withdraw", of("session", "which"), "Withdrawn: the next call is held again."},
}

// act does what a button stands for, and goes back to where that was.
func (p *Page) act(w http.ResponseWriter, r *http.Request) {
	form := r.PostForm
	d, is := deeds[form.Get("do")]
	if !is {
		http.Error(w, "There is no such button.", http.StatusBadRequest)
		return
	}
	said, failed := d.said, false
	if err := p.Source.Ask(r.Context(), d.command, d.args(form), nil); err != nil {
		said, failed = "Not done: "+err.Error(), true
	}
	said = said[:min(len(said), 600)]
	back, err := url.Parse(local(form.Get("back")))
	if err != nil || !slices.Contains([]string{"/", "/turn", "/staged", "/history", "/labels", "/health", "/policy"}, back.Path) {
		back = &url.URL{Path: "/"}
	}
	q := back.Query()
	said = strings.ToValidUTF8(said, "")
	q.Set("said", said)
	q.Set("mark", p.mac("said", said))
	if failed {
		q.Set("failed", "1")
	}
	back.RawQuery = q.Encode()
	http.Redirect(w, r, back.RequestURI(), http.StatusSeeOther)
}
