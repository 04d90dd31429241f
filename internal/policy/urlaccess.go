package policy

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/datafile"
	"github.com/provenanced/provenanced/internal/trust"
)

// Where calls may go, whatever the tool. This file says which hosts, and what happens for others;
// it reads no call.

// URLAccess is where calls may go. The zero value denies every host that is not listed.
type URLAccess struct {
	// Local is the mode of a call to this machine's own addresses, and those of its network.
	Local trust.Mode
	// Composed is the mode of a call to an address that the model composed, once the session has
	// read something private and something below trusted.
	Composed trust.Mode

	allow, deny hosts
}

// URLAccess is where calls may go.
func (p *Policy) URLAccess() *URLAccess { return &p.urlAccess }

// Judges reports whether it restricts anything.
func (u *URLAccess) Judges() bool {
	return u.Local != trust.Allow || u.Composed != trust.Allow || len(u.deny) > 0
}

// Allows reports whether a host, as urlhost.Normal writes it, is on the list of those that may
// always be reached.
func (u *URLAccess) Allows(host string) bool { return u.allow.match(host) }

// Denies reports whether it is on the list of those that never may, which takes precedence.
func (u *URLAccess) Denies(host string) bool { return u.deny.match(host) }

//go:embed documentation.txt
var documentationText []byte

var documentation = func() map[string]bool {
	hosts := map[string]bool{}
	err := datafile.Read("documentation.txt", documentationText, 1<<10, func(l datafile.Line) error {
		for _, host := range strings.Fields(l.Text) {
			hosts[host] = true
		}
		return nil
	})
	if err != nil {
		panic(err)
	}
	return hosts
}()

// IsDocumentation reports whether a host is a known documentation site, where an address tells no
// stranger anything.
func IsDocumentation(host string) bool { return documentation[host] }

// urlAccess is the block of the file.
type urlAccess struct {
	pos `json:"-"`

	Allow    hosts  `json:"allow,omitzero" doc:"Hosts that may always be reached: example.com, *.example.com, 127.0.0.1."`
	Deny     hosts  `json:"deny,omitzero" doc:"Hosts that no call may reach. It counts before allow."`
	Composed string `json:"composed,omitzero" enum:"allow,ask,deny" doc:"An address that could carry something out: allow, ask (personal) or deny."`
	Local    string `json:"local,omitzero" enum:"allow,ask,deny" doc:"An address of this machine or its network, which is neither listed nor named by the owner: allow, ask (personal) or deny."`
}

// accessWords are the modes for the words of the block.
var accessWords = map[string]trust.Mode{"allow": trust.Allow, "ask": trust.Confirm, "deny": trust.Restrict}

// presetAccess are the words of a preset.
type presetAccess struct{ composed, local string }

// over returns u with its missing values from base; nil if nothing is judged, so that such a policy
// has the same hash as before the block existed.
func (u *urlAccess) over(base presetAccess) *urlAccess {
	if u == nil {
		u = &urlAccess{}
	}
	out := &urlAccess{
		Allow:    distinctHosts(u.Allow),
		Deny:     distinctHosts(u.Deny),
		Composed: cmp.Or(u.Composed, base.composed, "allow"),
		Local:    cmp.Or(u.Local, base.local, "allow"),
	}
	if out.Composed == "allow" && out.Local == "allow" && len(out.Deny) == 0 {
		return nil
	}
	return out
}

func distinctHosts(l hosts) hosts {
	if len(l) == 0 {
		return nil
	}
	return slices.Compact(slices.Sorted(slices.Values(l)))
}

func (u *urlAccess) compile() URLAccess {
	if u == nil {
		return URLAccess{Local: trust.Allow, Composed: trust.Allow}
	}
	return URLAccess{Local: accessWords[u.Local], Composed: accessWords[u.Composed], allow: u.Allow, deny: u.Deny}
}

// MoreThan reports whether u always lets calls reach every host that other always lets them reach.
func (u *URLAccess) MoreThan(other *URLAccess) bool {
	return !slices.ContainsFunc(other.allow, func(host string) bool { return !slices.Contains(u.allow, host) })
}
