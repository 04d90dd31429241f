package ui

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// session is a row of sessions.
type session struct {
	Session string     `json:"session"`
	Agent   string     `json:"agent"`
	Level   string     `json:"level"`
	Reason  string     `json:"reason"`
	Since   *time.Time `json:"since"`
	Turns   int        `json:"turns"`
	Grants  []grant    `json:"grants"`
}

type grant struct {
	ID        string `json:"id"`
	Tool      string `json:"tool"`
	Scope     string `json:"scope"`
	ExpiresIn int64  `json:"expiresIn"`
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

// Tool is what a yes for a while is for.
func (w *waiting) Tool() string {
	if len(w.Tools) == 1 {
		return w.Tools[0]
	}
	return "all"
}

type held struct {
	Tool   string `json:"tool"`
	CallID string `json:"callId"`
	Params string `json:"params"`
	Does   string `json:"does"`
	Why    string `json:"why"`
}

const (
	pageOfWaiting  = 25
	pageOfSessions = 50
	mostSessions   = 1000 // are asked for at once
)

type nowView struct {
	Alarms   []string
	Waiting  []waiting
	More     int // that wait besides
	Sessions []session
	Before   string // the key that this page of sessions begins behind
	Next     string // the same of the next page; empty: there is none
	All      int
	Lowest   bool // the sessions are those of the lowest levels
}

var levels = []string{"untrusted", "external", "shared", "trusted"}

// now is what waits, newest first, and the sessions, the lowest level first.
func (p *Page) now(r *http.Request) (any, error) {
	st := statusOf(r)
	v := nowView{Alarms: st.Alarms, All: st.Sessions}
	if st.Pending > 0 {
		if err := p.Source.Ask(r.Context(), "pending", nil, &v.Waiting); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(v.Waiting, func(a, b waiting) int { return cmp.Compare(b.ExpiresIn, a.ExpiresIn) })
	if n := len(v.Waiting); n > pageOfWaiting {
		v.Waiting, v.More = v.Waiting[:pageOfWaiting], n-pageOfWaiting
	}
	after := r.URL.Query().Get("after")
	var all []session
	if err := p.Source.Ask(r.Context(), "sessions", map[string]any{"after": after, "most": mostSessions}, &all); err != nil {
		return nil, err
	}
	if len(all) == mostSessions {
		v.Next = all[len(all)-1].Session
	}
	v.Before = after
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
