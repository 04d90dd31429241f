package engine

import (
	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/protect"
)

// protection is what is protected under a policy. Symlinks are followed once for each policy.
type protection struct {
	policy *policy.Policy
	set    *protect.Set
}

// protected returns what is protected under a policy.
func (e *Engine) protected(pol *policy.Policy) *protect.Set {
	if p := e.protection.Load(); p != nil && p.policy == pol {
		return p.set
	}
	set := decide.Protected(e.opt.Daemon, e.opt.Places, pol, e.resolve)
	e.protection.Store(&protection{pol, set})
	return set
}
