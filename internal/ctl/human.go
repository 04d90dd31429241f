package ctl

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// span is a duration in its two largest units: "1m 52s".
func span(d time.Duration) string {
	if d < time.Second {
		return "0s"
	}
	units := []struct {
		of   time.Duration
		name string
	}{{24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "m"}, {time.Second, "s"}}
	for i, u := range units {
		if d < u.of {
			continue
		}
		text := fmt.Sprintf("%d%s", d/u.of, u.name)
		if i+1 < len(units) {
			if rest := d % u.of / units[i+1].of; rest > 0 {
				text += fmt.Sprintf(" %d%s", rest, units[i+1].name)
			}
		}
		return text
	}
	return ""
}

// duration reads a duration in Go's form, or in days.
func duration(text string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.ParseUint(days, 10, 16)
		return time.Duration(n) * 24 * time.Hour, err
	}
	return time.ParseDuration(text)
}

func seconds(n int64) time.Duration { return time.Duration(n) * time.Second }

// left is how much time something has left.
func left(secs int64) string {
	if secs <= 0 {
		return "now"
	}
	return "in " + span(seconds(secs))
}

// ago is how long ago an RFC 3339 time was. An invalid time is shown as it is.
func (c *call) ago(stamp string) string {
	t, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
		return stamp
	}
	d := c.env.Now().Sub(t)
	switch {
	case d < -5*time.Second:
		return "in " + span(-d)
	case d < 2*time.Second:
		return "just now"
	}
	return span(d) + " ago"
}

// clock is an RFC 3339 time in the reader's own time zone.
func (c *call) clock(stamp string) string {
	t, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
		return stamp
	}
	return t.In(c.env.Now().Location()).Format("2006-01-02 15:04:05")
}

// moment is an RFC 3339 time, and how long ago it was.
func (c *call) moment(stamp string) string { return c.clock(stamp) + " (" + c.ago(stamp) + ")" }

func size(n int64) string {
	switch {
	case n < 1<<10:
		return fmt.Sprintf("%d B", n)
	case n < 1<<20:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}

// count is a number and its noun: "1 turn", "3 turns".
func count(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if strings.HasSuffix(noun, "y") {
		noun = noun[:len(noun)-1] + "ie"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func number(n int64, what string) string { return fmt.Sprintf("%d %s", n, what) }

// short is the beginning of a hash.
func short(hash string) string { return hash[:min(len(hash), 12)] }

// cut is s, or its beginning if it is longer than n characters.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// or is s, or none if s is empty.
func or(s, none string) string {
	if s == "" {
		return none
	}
	return s
}
