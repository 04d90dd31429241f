package ui

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// session is a row of sessions.
type session struct {
	Session string     `json:"session"`
	Level   string     `json:"level"`
	Reason  string     `json:"reason"`
	Since   *time.Time `json:"since"`
	Grants  []grant    `json:"grants"`
}

type grant struct {
	ID    string `json:"id"`
	Tool  string `json:"tool"`
	Scope string `json:"scope"`
}

// waiting is a row of pending: a code, and the calls that it was shown for.
type waiting struct {
	Session   string   `json:"session"`
	Code      string   `json:"code"`
	Tools     []string `json:"tools"`
	Level     string   `json:"level"`
	ExpiresIn int64    `json:"expiresIn"`
	Calls     []held   `json:"calls"`
}

// card is what waits as it is shown: a call under the narrowest code that it was shown for.
type card struct {
	Session, Code, Level string
	ExpiresIn            int64
	Call                 held   // without a tool where nothing more is known of what waits
	Tools                string // that the code is for
	While                string // what a yes for a while approves; empty where that would be more than the call
}

// cards lists each call that waits once, the newest first. A code also names the calls of earlier
// codes, so those come first.
func cards(codes []waiting) []card {
	slices.SortStableFunc(codes, func(a, b waiting) int { return cmp.Compare(a.ExpiresIn, b.ExpiresIn) })
	var list []card
	type place struct{ session, call, params string }
	seen := map[place]bool{}
	for i := range codes {
		w := &codes[i]
		c := card{Session: w.Session, Code: w.Code, Level: w.Level, ExpiresIn: w.ExpiresIn, Tools: strings.Join(w.Tools, ", ")}
		if len(w.Calls) == 0 {
			c.While = "all"
			list = append(list, c)
		}
		for _, call := range w.Calls {
			at := place{w.Session, call.CallID, call.Params}
			if seen[at] {
				continue
			}
			seen[at] = true
			c.Call, c.While = call, w.covering(call.Tool)
			list = append(list, c)
		}
	}
	slices.Reverse(list)
	return list
}

// covering is the one of a code's tools, with the values that it is for, that a call waits under;
// empty where it may be one of several.
func (w *waiting) covering(tool string) (found string) {
	for _, name := range w.Tools {
		if plain, _, _ := strings.Cut(name, " "); plain != tool {
			continue
		}
		if found != "" {
			return ""
		}
		found = name
	}
	return found
}

type held struct {
	Tool   string `json:"tool"`
	CallID string `json:"callId"`
	Params string `json:"params"`
	Does   string `json:"does"`
	Why    string `json:"why"`
}

const (
	mostCodes      = 64 // are asked for
	pageOfWaiting  = 25
	pageOfSessions = 50
	mostSessions   = 1000 // are asked for at once
)

type nowView struct {
	Alarms   []string
	Waiting  []card
	More     int // that wait besides
	Sessions []session
	Next     string // the key that the next page of sessions begins behind; empty: there is none
	All      int
	Lowest   bool // the sessions are those of the lowest levels
}

var levels = []string{"untrusted", "external", "shared", "trusted"}

// now is what waits, newest first, and the sessions, the lowest level first.
func (p *Page) now(r *http.Request, st *status) (any, error) {
	v := nowView{Alarms: st.Alarms, All: st.Sessions}
	if st.Pending > 0 {
		var codes []waiting
		if err := p.Source.Ask(r.Context(), "pending", map[string]any{"most": mostCodes}, &codes); err != nil {
			return nil, err
		}
		v.Waiting = cards(codes)
	}
	v.Waiting = v.Waiting[:min(len(v.Waiting), pageOfWaiting)]
	v.More = max(0, st.Pending-mostCodes)
	after := r.URL.Query().Get("after")
	var all []session
	if err := p.Source.Ask(r.Context(), "sessions", map[string]any{"after": after, "most": mostSessions}, &all); err != nil {
		return nil, err
	}
	if len(all) == mostSessions {
		v.Next = all[len(all)-1].Session
	}
	slices.SortStableFunc(all, func(a, b session) int {
		return cmp.Or(cmp.Compare(slices.Index(levels, a.Level), slices.Index(levels, b.Level)), later(a.Since, b.Since))
	})
	most := pageOfSessions
	if n, err := strconv.Atoi(r.URL.Query().Get("most")); err == nil && n > 0 {
		most = min(n, mostSessions)
	}
	if len(all) > most {
		all, v.Lowest = all[:most], true
	}
	v.Sessions = all
	return v, nil
}

func later(a, b *time.Time) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	return b.Compare(*a)
}
