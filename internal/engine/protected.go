package engine

import (
	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/protect"
	"github.com/provenanced/provenanced/internal/texts"
)

// protection is what is protected under a policy. Symlinks are followed once for each policy.
type protection struct {
	policy *policy.Policy
	set    *protect.Set
}

// protected is what is protected under a policy.
func (e *Engine) protected(pol *policy.Policy) *protect.Set {
	if p := e.protection.Load(); p != nil && p.policy == pol {
		return p.set
	}
	more := append(dialect.Places(), e.opt.Places...)
	for _, path := range pol.ProtectedPaths {
		more = append(more, facts.Place{Path: path, What: texts.PolicyProtects})
	}
	set := protect.New(e.opt.Daemon, more, e.resolve)
	e.protection.Store(&protection{pol, set})
	return set
}
