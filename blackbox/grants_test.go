package blackbox_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// If grants follow the taint, one holds at its own level and above: below it the owner is asked
// again, and told why. This also checks which presets do so.
func TestAGrantHoldsAtTheLevelAtWhichItWasGiven(t *testing.T) {
	ls, page := object{"command": "ls"}, object{"url": "https://example.com/a"}
	for _, tc := range []struct {
		policy  string
		follows bool
	}{
		{"mode: provenance\ngrantsFollowTaint: true", true},
		{"mode: strict", true},
		{"mode: standard", true},
		{"mode: standard\ngrantsFollowTaint: false", false},
		{"mode: provenance", false},
		{"mode: paranoid", false},
		{"mode: permissive", false},
		{"mode: interactive", false},
	} {
		r := newRig(t, tc.policy+`
toolOverrides:
  web_fetch: {'*': allow}
  gog: {'*': allow}
  gateway: {'*': confirm}
  exec: {external: confirm, untrusted: confirm}
toolOutputTaints: {gog: external}
risk: {critical: allow, write: allow, read: allow, unknown: allow}
`)
		for _, from := range []string{"external", "trusted"} {
			tool := map[string]string{"external": "exec", "trusted": "gateway"}[from]
			for _, how := range []string{"", " 30", " always", "by the CLI"} {
				t.Run(strings.Join([]string{tc.policy, from, how}, ", "), func(t *testing.T) {
					s := r.session(strings.ReplaceAll(from+how, " ", "-"))
					approve := func(code string) {
						if how == "by the CLI" {
							out, failed := r.ctl("approve", "--session", s.key, tool, code, "--for", "30m")
							require.Zero(t, failed, out)
							return
						}
						s.command(".approve " + tool + " " + code + how)
					}
					s.turn("look")
					if from == "external" {
						require.Equal(t, from, s.reads("gog", object{"args": "gmail read"}))
					}
					approve(s.held(s.call(tool, ls)))
					s.allowed(s.call(tool, ls))
					require.Equal(t, "untrusted", s.reads("web_fetch", page))
					f := s.call(tool, ls)
					if !tc.follows {
						s.allowed(f)
						return
					}
					code := s.held(f)
					why := "It was approved when the context was " + from + "; the context is untrusted now: web_fetch response (https://example.com)."
					require.Equal(t, why, f["approval"].(object)["why"])
					require.Contains(t, result(f)["blockReason"], why)
					out, failed := r.ctl("explain", "--session", s.key)
					require.Zero(t, failed, out)
					require.Contains(t, out, "given at "+from+" and does not hold below")

					approve(code) // knowing about the page
					s.allowed(s.call(tool, ls))
					require.Contains(t, s.command(".reset-trust external"), "to external")
					s.allowed(s.call(tool, ls)) // above the level at which it was given
				})
			}
		}
		if tc.follows { // also after a restart
			s := r.session("again")
			s.turn("look")
			s.reads("gog", object{"args": "gmail read"})
			s.command(".approve exec " + s.held(s.call("exec", ls)) + " 30")
			r.kill()
			r.start()
			s.peer = r.gateway()
			s.turn("go on")
			s.allowed(s.call("exec", ls))
			s.reads("web_fetch", page)
			s.held(s.call("exec", ls))
		}
	}
}
