package ctl

import "time"

const (
	quiet       = 24 * time.Hour      // a gateway that says nothing for longer may have lost its plugin
	fewRefused  = 8                   // after a restart, a gateway tries once with the old key
	canaryStale = 30 * 24 * time.Hour // gateways run it when they start
)

// gateway checks whether hooks arrive: a daemon that is never asked guards nothing.
func (p *patient) gateway() finding {
	const install = "install the plugin (docs/OPENCLAW.md) and restart the gateway"
	if p.recent == nil {
		return finding{}
	}
	last := p.recent.hook
	connected := p.status != nil && p.status.Connections.Gateway > 0
	switch {
	case p.status != nil && !connected && p.status.Refused.Unauthenticated > fewRefused:
		return warn("see the daemon's log for who was refused and why: journalctl -u provenanced, with --user where it is a user's",
			"none is connected, and %s of somebody could not be authenticated", count(p.status.Refused.Unauthenticated, "request"))
	case last.IsZero() && p.status == nil:
		return ok("no hook in the last ledger files")
	case last.IsZero() && connected:
		return ok("connected; no hook yet")
	case last.IsZero():
		return warn(install, "no gateway is connected, and none has sent a hook")
	case p.status != nil && !connected:
		return warn("is the gateway running? if it is, "+install, "none is connected; the last hook came %s ago", span(p.since(last)))
	case p.status != nil && p.since(last) > quiet:
		return warn("send the agent a message and look again; if nothing comes, "+install, "connected, but the last hook came %s ago", span(p.since(last)))
	}
	return ok("the last hook came %s ago", span(p.since(last)))
}

// canary looks for the proof that denials are enforced.
func (p *patient) canary() finding {
	const run = "restart the gateway: the plugin runs it at the start, and `/provenance status` says what came of it"
	switch {
	case p.recent == nil || p.recent.hook.IsZero():
		return finding{}
	case p.recent.canary.IsZero():
		return warn(run, "none in the last ledger files: nothing proves that the gateway asks before it acts")
	case !p.recent.canaryDenied:
		return fail("restart the daemon, then the gateway", "the canary was not denied")
	case p.since(p.recent.canary) > canaryStale:
		return warn(run, "the last one was denied %s ago", span(p.since(p.recent.canary)))
	}
	return ok("denied %s ago", span(p.since(p.recent.canary)))
}

func (p *patient) since(at time.Time) time.Duration { return max(p.call.env.Now().Sub(at), 0) }
