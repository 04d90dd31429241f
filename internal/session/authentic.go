package session

import (
	"encoding/hex"
	"errors"
	"slices"
	"time"

	"github.com/provenanced/provenanced/internal/authentic"
	"github.com/provenanced/provenanced/internal/intent"
)

// Auth is a session's vouched messages and observed results. It is immutable once a State has it.
type Auth struct {
	On        bool
	Count     int            // number of messages vouched for
	Triggered int            // the latest message that began or extended a turn
	Begun     []int          // the latest messages that did, in order
	Messages  []Vouched      // oldest first
	Observed  []Observed     // oldest first
	Seq       int            // results observed
	Last      *Authority     // of the previous turn, for its follow-ups
	Standing  intent.Classes // a scope that outlasts its turn
	Told      []Mark         // inauthentic content that the owner was told about
	Earlier   bool           // the session is older than this record: its next context is taken over
}

// Mark is a keyed hash of a message in its session, or of a tool's result.
type Mark [16]byte

// MarshalText writes lower-case hex.
func (m Mark) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, m[:]), nil }

// UnmarshalText reads what MarshalText writes.
func (m *Mark) UnmarshalText(b []byte) error {
	if hex.DecodedLen(len(b)) != len(m) {
		return errors.New("mark of the wrong length")
	}
	_, err := hex.Decode(m[:], b)
	return err
}

// Source is who a message comes from (seed 002, "Message sources").
type Source string

const (
	Unsigned Source = ""        // nobody vouched for it
	Human    Source = "human"   // a person, on a channel
	Agent    Source = "agent"   // another session, whoever it claims to speak for
	System   Source = "system"  // the gateway's own clock
	Earlier  Source = "earlier" // from before messages were checked: known, but without authority
)

// Vouched is a message that the gateway reported when it arrived.
type Vouched struct {
	N         int            `json:"n,omitzero"` // its number among the session's messages, from 1; 0 for an earlier one
	Mark      Mark           `json:"mark"`
	Source    Source         `json:"source"`
	Sender    string         `json:"sender,omitzero"`
	Scope     intent.Classes `json:"scope,omitzero"`
	FollowsUp bool           `json:"followsUp,omitzero"`
	Lasts     bool           `json:"lasts,omitzero"` // its scope outlasts its turn
	At        time.Time      `json:"at,omitzero"`
	Key       string         `json:"key,omitzero"` // the signing key of the process that vouched
}

// Authority is what the message that began a turn allows it to do.
type Authority struct {
	Message int            `json:"message,omitzero"` // N of the message
	Source  Source         `json:"source,omitzero"`
	Sender  string         `json:"sender,omitzero"`
	At      time.Time      `json:"at,omitzero"` // when it arrived
	Scope   intent.Classes `json:"scope,omitzero"`
	Lasts   bool           `json:"lasts,omitzero"`
	Shown   bool           `json:"shown,omitzero"`   // a context has contained the message; until then it is expected
	Problem Problem        `json:"problem,omitzero"` // why there is no authority
}

// Problem is why a claimed message or result is not authentic.
type Problem string

const (
	Unvouched  Problem = "unsigned"   // nobody vouched for it
	Altered    Problem = "altered"    // not as it was vouched for or observed, or not in this session
	Replayed   Problem = "replayed"   // a later message has begun a turn since
	Unseen     Problem = "unseen"     // no context contained the message that began the turn
	Fabricated Problem = "fabricated" // no such result was observed
	Reordered  Problem = "reordered"  // observed, but at another place
	Imitation  Problem = "imitation"  // an assistant's text that looks like something else
)

// MaxVouched bounds a session's messages that are recognised.
const (
	MaxVouched  = 512 // messages of one session that are recognised
	maxObserved = 512 // results
	maxTold     = 64
	maxBegun    = 8
	maxOvertake = 4 // messages that may begin their turns before an older one does
)

// Message is the content of v's wrapper.
func (v *Vouched) Message(session, content string) authentic.Message {
	scope, _ := v.Scope.MarshalText() // never fails
	return authentic.Message{
		Session: session, Sender: v.Sender, Source: string(v.Source), Scope: string(scope), Content: content,
		Counter: uint64(v.N), Time: v.At.Unix(),
	}
}

// Known finds the latest message with that mark.
func (a *Auth) Known(m Mark) (Vouched, bool) {
	for i := len(a.Messages) - 1; i >= 0; i-- {
		if a.Messages[i].Mark == m {
			return a.Messages[i], true
		}
	}
	return Vouched{}, false
}

// Spent reports whether a message can no longer begin a turn because a later one has. The latest
// may begin another, since gateways repeat turns that failed. So may one that has begun none yet,
// within limits: it may have waited in a queue while others went ahead.
func (a *Auth) Spent(n int) bool {
	return n < a.Triggered && (a.Triggered-n > maxOvertake || slices.Contains(a.Begun, n))
}

// Numbered finds a message by its number.
func (a *Auth) Numbered(n uint64) (Vouched, bool) {
	for i := len(a.Messages) - 1; i >= 0; i-- {
		if v := &a.Messages[i]; v.N > 0 && uint64(v.N) == n {
			return *v, true
		}
	}
	return Vouched{}, false
}

var noAuth Auth

// hasHistory reports whether forgetMessages would forget anything.
func (a *Auth) hasHistory() bool {
	if a == nil {
		return false
	}
	triggered := slices.ContainsFunc(a.Messages, func(v Vouched) bool { return v.N <= a.Triggered })
	return triggered || len(a.Observed) > 0 || a.Last != nil || a.Standing != 0 || len(a.Told) > 0 || a.Earlier
}
