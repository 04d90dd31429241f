package ui

import (
	"fmt"
	"html/template"
	"net/url"
	"strings"
	"time"
	"unicode"
)

// words are what templates say things with.
var words = template.FuncMap{
	"shown": shown, "ago": ago, "clock": clock, "day": dayName, "size": size, "rule": ruleText, "turnURL": turnURL, "join": strings.Join,
	"link": link, "sentence": sentence,
}

// shown is a text of anybody's with what would hide or turn round what stands beside it made
// visible: control characters, and those that change the direction of all that follows.
func shown(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r == '\u200e', r == '\u200f', r == '\u2028', r == '\u2029', r == '\ufeff':
			return '\ufffd'
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
}

// sentence begins with a capital and ends with a full stop, unless it begins with a name.
func sentence(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if s == "" || strings.ContainsAny(first, ".:_/") {
		return s
	}
	r := []rune(s)
	r[0] = unicode.ToUpper(r[0])
	return strings.TrimSuffix(string(r), ".") + "."
}

func ago(now time.Time, at *time.Time) string {
	if at == nil || at.IsZero() {
		return ""
	}
	switch d := now.Sub(*at); {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return fmt.Sprintf("%d min ago", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h ago", int(d.Hours()))
	default:
		return fmt.Sprintf("%d days ago", int(d.Hours()/24))
	}
}

func clock(at time.Time) string { return at.Format("15:04:05") }

func dayName(now, at time.Time) string {
	y, m, d := now.Date()
	today := time.Date(y, m, d, 0, 0, 0, 0, now.Location())
	switch {
	case at.Equal(today):
		return "Today"
	case at.Equal(today.AddDate(0, 0, -1)):
		return "Yesterday"
	}
	return at.Format("Monday, 2 January 2006")
}

func size(n int64) string {
	switch {
	case n < 1<<10:
		return fmt.Sprintf("%d bytes", n)
	case n < 1<<20:
		return fmt.Sprintf("%.1f KB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
}

// ruleText says in words by which rule a value is somebody's.
func ruleText(v Value) string {
	text := v.Rule
	if v.Tool != "" {
		text += ", from what " + v.Tool + " returned"
	}
	return text
}

func turnURL(session, turn string) string {
	q := url.Values{"session": {session}}
	if turn != "" {
		q.Set("turn", turn)
	}
	return "/turn?" + q.Encode()
}

// link is the address of a page with one parameter changed.
func link(here, name, value string) string {
	u, err := url.Parse(here)
	if err != nil {
		return "/"
	}
	q := u.Query()
	q.Set(name, value)
	u.RawQuery = q.Encode()
	return u.RequestURI()
}
