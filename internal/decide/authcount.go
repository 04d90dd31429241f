package decide

// AuthCounts counts the results of checking messages. While the policy only warns, they are what
// enforcing would have rejected.
type AuthCounts struct {
	Vouched    uint64 `json:"vouched"`    // messages
	Messages   uint64 `json:"messages"`   // that were not authentic
	Results    uint64 `json:"results"`    // tool results that were not what was observed
	Imitations uint64 `json:"imitations"` // in an assistant's text or a response
	Calls      uint64 `json:"calls"`      // outside the scope of their message, or without authority
	Grounded   uint64 `json:"grounded"`   // claims marked [G]
	Inferred   uint64 `json:"inferred"`   // claims marked [I]
	Unfounded  uint64 `json:"unfounded"`  // claims marked [G] in turns without an observed result
}

// Plus adds other counts.
func (sum *AuthCounts) Plus(c AuthCounts) {
	sum.Vouched += c.Vouched
	sum.Messages += c.Messages
	sum.Results += c.Results
	sum.Imitations += c.Imitations
	sum.Calls += c.Calls
	sum.Grounded += c.Grounded
	sum.Inferred += c.Inferred
	sum.Unfounded += c.Unfounded
}
