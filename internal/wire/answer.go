package wire

import "github.com/go-json-experiment/json/jsontext"

// Decision is the answer frame to a hook (DESIGN 3.4).
type Decision struct {
	Type     string    `json:"type"` // "decision"
	ID       string    `json:"id"`
	Verdict  string    `json:"verdict"` // allow, confirm or deny; empty means deny
	Result   Result    `json:"result"`
	Taint    string    `json:"taint"` // the session's taint after the event
	Reasons  []Reason  `json:"reasons"`
	Approval *Approval `json:"approval,omitzero"`
	Receipt  *Receipt  `json:"receipt,omitzero"`
	// PassThrough says of a call that may run that its result will not be
	// rewritten: the host tells it with after_tool_call and need not wait.
	PassThrough bool `json:"passThrough,omitzero"`
	// Authentication is warn or enforce where messages are checked (seed 002),
	// in answers that are about a turn's context.
	Authentication string `json:"authentication,omitzero"`
}

// Result is what the hook's handler hands back to its gateway, in seed 004's
// result types. Empty means: change nothing.
type Result struct {
	Tools        []string       `json:"tools,omitzero"`     // surviving names; nil when none was removed
	ToolCalls    []string       `json:"toolCalls,omitzero"` // surviving ids; nil when none was removed
	Block        bool           `json:"block,omitzero"`
	BlockReason  string         `json:"blockReason,omitzero"`
	SystemPrompt string         `json:"systemPrompt,omitzero"`
	Messages     jsontext.Value `json:"messages,omitzero"` // in place of the event's
	Params       jsontext.Value `json:"params,omitzero"`
	Content      jsontext.Value `json:"content,omitzero"`
	AppendFooter string         `json:"appendFooter,omitzero"`
	Handled      bool           `json:"handled,omitzero"`
	Text         string         `json:"text,omitzero"`

	Env map[string]string `json:"env,omitzero"` // to add to a command's environment
}

// Reason is one layer's word on a decision.
type Reason struct {
	Layer string `json:"layer"`
	Mode  string `json:"mode"`
	Text  string `json:"text"`
}

// Approval is a code that is pending for the session.
type Approval struct {
	Code      string   `json:"code"` // 8 hex digits
	Tools     []string `json:"tools"`
	ExpiresIn int      `json:"expiresIn"`    // seconds
	Why       string   `json:"why,omitzero"` // why the call is held, for the owner's eyes
}

// Receipt names the entry that records a decision.
type Receipt struct {
	File int    `json:"file"`
	Seq  uint64 `json:"seq"`
	Hash string `json:"hash"` // lowercase hex SHA-256
}

// ErrorFrame is the answer to a request that got no decision.
type ErrorFrame struct {
	Type    string `json:"type"` // "error"
	ID      string `json:"id"`   // empty when the request could not be read
	Code    Code   `json:"code"`
	Message string `json:"message"`
}

// Code is all that a client learns of an error.
type Code string

const (
	Unauthenticated Code = "unauthenticated"
	BadRequest      Code = "bad_request"
	UnknownHook     Code = "unknown_hook"
	TooLarge        Code = "too_large"
	Overloaded      Code = "overloaded"
	Unavailable     Code = "unavailable"

	// On admin.sock only.
	NotFound Code = "not_found" // no such session, code, entry or blocked write
	Failed   Code = "failed"    // the command was understood and did not work; the message says why
)

// EventFrame tells a subscriber what happened. Which fields are set follows
// from Event.
type EventFrame struct {
	Type    string   `json:"type"`  // "event"
	ID      string   `json:"id"`    // the id of the subscribe request
	Event   string   `json:"event"` // decision, taint, pending, approval, reset, turn_blocked, blocked, policy, lagged
	Time    string   `json:"time"`  // RFC 3339, UTC
	Session string   `json:"session,omitzero"`
	Hook    string   `json:"hook,omitzero"`
	Tool    string   `json:"tool,omitzero"`
	Tools   []string `json:"tools,omitzero"`
	Verdict string   `json:"verdict,omitzero"`
	Taint   string   `json:"taint,omitzero"`
	Text    string   `json:"text,omitzero"`
	Seq     uint64   `json:"seq,omitzero"`
	Missed  int      `json:"missed,omitzero"` // with lagged: events dropped because the subscriber was slow
}

// AdminResult is the answer frame to a command on admin.sock.
type AdminResult struct {
	Type string `json:"type"` // "result"
	ID   string `json:"id"`
	Data any    `json:"data"`
}
