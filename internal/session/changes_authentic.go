package session

import "time"

// Changes of what makes messages and results authentic.

// authenticity returns the session's Auth as a copy to write to.
func (s *State) authenticity() *Auth {
	a := *s.Authenticity()
	s.Auth = &a
	return &a
}

// AuthSwitched turns the checking of messages on or off.
type AuthSwitched struct {
	On bool `json:"flag,omitzero"`
}

// Op is "auth".
func (c *AuthSwitched) Op() Op { return "auth" }

func (c *AuthSwitched) apply(s *State, _ time.Time) {
	a := s.authenticity()
	*a = Auth{On: c.On, Count: a.Count, Triggered: a.Triggered, Begun: a.Begun, Earlier: c.On && s.Turns > 0}
}

// MessageVouched is a message that the gateway reported on arrival.
type MessageVouched struct {
	Vouched Vouched `json:"vouched"`
}

// Op is "vouched".
func (c *MessageVouched) Op() Op { return "vouched" }

func (c *MessageVouched) apply(s *State, _ time.Time) {
	a := s.authenticity()
	a.Messages = lastN(append(a.Messages, c.Vouched), MaxVouched)
	a.Count = max(a.Count, c.Vouched.N)
}

// TakenOver marks the history from before messages were checked as known.
type TakenOver struct{}

// Op is "taken_over".
func (c *TakenOver) Op() Op { return "taken_over" }

func (c *TakenOver) apply(s *State, _ time.Time) { s.authenticity().Earlier = false }

// TurnAuthorised is what the turn's message allows the turn to do.
type TurnAuthorised struct {
	Authority Authority `json:"authority"`
}

// Op is "authority".
func (c *TurnAuthorised) Op() Op { return "authority" }

func (c *TurnAuthorised) apply(s *State, _ time.Time) {
	a := s.authenticity()
	s.turn().Authority = &c.Authority
	if n := c.Authority.Message; c.Authority.Shown && n > 0 && (len(a.Begun) == 0 || a.Begun[len(a.Begun)-1] != n) {
		a.Begun = lastN(append(a.Begun, n), maxBegun)
	}
	a.Triggered = max(a.Triggered, c.Authority.Message)
	if c.Authority.Lasts {
		a.Standing = c.Authority.Scope
	}
}

// ResultObserved is a tool's result, as the model got it.
type ResultObserved struct {
	Observed Observed `json:"observed"`
}

// Op is "observed".
func (c *ResultObserved) Op() Op { return "observed" }

func (c *ResultObserved) apply(s *State, _ time.Time) { s.observe(&c.Observed) }

func (s *State) observe(o *Observed) {
	a := s.authenticity()
	a.Observed = lastN(append(a.Observed, *o), maxObserved)
	a.Seq = max(a.Seq, o.Seq)
}

// InauthenticTold records that the owner was told about inauthentic content, which happens once.
type InauthenticTold struct {
	Mark Mark `json:"mark"` // of that content
}

// Op is "told".
func (c *InauthenticTold) Op() Op { return "told" }

func (c *InauthenticTold) apply(s *State, _ time.Time) {
	a := s.authenticity()
	a.Told = lastN(append(a.Told, c.Mark), maxTold)
}
