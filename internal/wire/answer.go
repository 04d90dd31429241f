package wire

import (
	"encoding/binary"
	"maps"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Decision is the answer frame to a hook.
type Decision struct {
	Type     string    `json:"type"` // "decision"
	ID       string    `json:"id"`
	Verdict  string    `json:"verdict"` // allow, confirm or deny; empty means deny
	Result   Result    `json:"result"`
	Taint    string    `json:"taint"` // the session's taint after the event
	Reasons  []Reason  `json:"reasons"`
	Approval *Approval `json:"approval,omitzero"`
	Receipt  *Receipt  `json:"receipt,omitzero"`
	// Clean says that the session has seen nothing that would lower its taint.
	Clean bool `json:"clean,omitzero"`
	// PassThrough says that the result of a call that may run will not be rewritten: the
	// gateway reports it with after_tool_call and need not wait for the answer.
	PassThrough bool `json:"passThrough,omitzero"`
	// Authentication is warn or enforce where messages are checked (seed 002). It is set in
	// answers that concern a turn's context.
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
	Messages     jsontext.Value `json:"messages,omitzero"` // replaces the event's messages
	Params       jsontext.Value `json:"params,omitzero"`
	Content      jsontext.Value `json:"content,omitzero"`
	AppendFooter string         `json:"appendFooter,omitzero"`
	Handled      bool           `json:"handled,omitzero"`
	Text         string         `json:"text,omitzero"`

	Env map[string]string `json:"env,omitzero"` // to add to a command's environment
}

// AppendDecisionFrame appends d as AppendJSONFrame does, but copies raw values as they are.
// Almost every decision holds short texts only; writing those out by hand takes 0.3 µs and no
// allocation, where encoding by reflection takes 1.3 µs, for every answer. A tool's cleaned
// result of 1 MB is scanned once and copied once; the encoder would leave 4 MB of garbage and
// take twice as long.
func AppendDecisionFrame(dst []byte, d *Decision) ([]byte, error) {
	if n := len(d.Result.Messages) + len(d.Result.Params) + len(d.Result.Content); n > 0 {
		const more = 4 << 10 // usually enough for everything else
		dst = slices.Grow(dst, n+more)
	}
	a := answer{b: append(dst, 0, 0, 0, 0)}
	a.decision(d)
	n := len(a.b) - len(dst) - 4
	if a.err == nil {
		a.err = checkFrame(n, MaxFrame)
	}
	if a.err != nil {
		return dst, a.err
	}
	binary.BigEndian.PutUint32(a.b[len(dst):], uint32(n))
	return a.b, nil
}

// answer is JSON under construction. A key is given with its colon, and with the comma before
// it unless it can be the first member.
type answer struct {
	b   []byte
	err error // the first text that is not UTF-8, or raw value that is not JSON
}

func (a *answer) raw(s string) { a.b = append(a.b, s...) }

func (a *answer) text(key, s string) {
	a.raw(key)
	var err error
	if a.b, err = AppendString(a.b, s); err != nil && a.err == nil {
		a.err = malformed("%s%w", key, err)
	}
}

// value appends a raw value, after checking that the client will be able to read it.
func (a *answer) value(key string, v jsontext.Value) {
	a.raw(key)
	if err := wellFormed(v); err != nil && a.err == nil {
		a.err = malformed("%s%w", key, err)
	}
	a.b = append(a.b, v...)
}

func (a *answer) number(key string, n uint64) {
	a.raw(key)
	a.b = strconv.AppendUint(a.b, n, 10)
}

// comma separates a member that may be the first from the one before it.
func (a *answer) comma() {
	if c := a.b[len(a.b)-1]; c != '{' && c != '[' {
		a.raw(",")
	}
}

func (a *answer) texts(key string, list []string) {
	a.raw(key)
	a.raw("[")
	for _, s := range list {
		a.comma()
		a.text("", s)
	}
	a.raw("]")
}

func (a *answer) decision(d *Decision) {
	a.text(`{"type":`, d.Type)
	a.text(`,"id":`, d.ID)
	a.text(`,"verdict":`, d.Verdict)
	a.raw(`,"result":{`)
	a.result(&d.Result)
	a.text(`},"taint":`, d.Taint)
	a.raw(`,"reasons":[`)
	for i := range d.Reasons {
		r := &d.Reasons[i]
		a.comma()
		a.text(`{"layer":`, r.Layer)
		a.text(`,"mode":`, r.Mode)
		a.text(`,"text":`, r.Text)
		a.raw("}")
	}
	a.raw("]")
	if p := d.Approval; p != nil {
		a.text(`,"approval":{"code":`, p.Code)
		a.texts(`,"tools":`, p.Tools)
		a.raw(`,"expiresIn":`)
		a.b = strconv.AppendInt(a.b, int64(p.ExpiresIn), 10)
		if p.Why != "" {
			a.text(`,"why":`, p.Why)
		}
		if p.AlwaysFor != 0 {
			a.raw(`,"alwaysFor":`)
			a.b = strconv.AppendInt(a.b, int64(p.AlwaysFor), 10)
		}
		if p.Narrow {
			a.raw(`,"narrow":true`)
		}
		if p.Severity != "" {
			a.text(`,"severity":`, p.Severity)
		}
		a.raw("}")
	}
	if r := d.Receipt; r != nil {
		a.raw(`,"receipt":{"file":`)
		a.b = strconv.AppendInt(a.b, int64(r.File), 10)
		a.number(`,"seq":`, r.Seq)
		a.text(`,"hash":`, r.Hash)
		a.raw("}")
	}
	if d.Clean {
		a.raw(`,"clean":true`)
	}
	if d.PassThrough {
		a.raw(`,"passThrough":true`)
	}
	if d.Authentication != "" {
		a.text(`,"authentication":`, d.Authentication)
	}
	a.raw("}")
}

func (a *answer) result(r *Result) {
	list := func(key string, list []string) {
		if list != nil {
			a.comma()
			a.texts(key, list)
		}
	}
	text := func(key, s string) {
		if s != "" {
			a.comma()
			a.text(key, s)
		}
	}
	raw := func(key string, v jsontext.Value) {
		if v != nil {
			a.comma()
			a.value(key, v)
		}
	}
	flag := func(member string, on bool) {
		if on {
			a.comma()
			a.raw(member)
		}
	}
	list(`"tools":`, r.Tools)
	list(`"toolCalls":`, r.ToolCalls)
	flag(`"block":true`, r.Block)
	text(`"blockReason":`, r.BlockReason)
	text(`"systemPrompt":`, r.SystemPrompt)
	raw(`"messages":`, r.Messages)
	raw(`"params":`, r.Params)
	raw(`"content":`, r.Content)
	text(`"appendFooter":`, r.AppendFooter)
	flag(`"handled":true`, r.Handled)
	text(`"text":`, r.Text)
	if r.Env != nil {
		a.comma()
		a.raw(`"env":{`)
		for _, name := range slices.Sorted(maps.Keys(r.Env)) {
			a.comma()
			a.text("", name)
			a.text(":", r.Env[name])
		}
		a.raw("}")
	}
}

// Reason is what one layer says about a decision.
type Reason struct {
	Layer string `json:"layer"`
	Mode  string `json:"mode"`
	Text  string `json:"text"`
}

// Approval is a code that is pending for the session.
type Approval struct {
	Code      string   `json:"code"` // 8 hex digits
	Tools     []string `json:"tools"`
	ExpiresIn int      `json:"expiresIn"`          // seconds
	Why       string   `json:"why,omitzero"`       // why the call is held, for the owner's eyes
	AlwaysFor int      `json:"alwaysFor,omitzero"` // seconds that an approval with "always" lasts
	Narrow    bool     `json:"narrow,omitzero"`    // such an approval covers only calls with the same target
	Severity  string   `json:"severity,omitzero"`  // the urgency of the owner's prompt: warning or critical; empty means critical
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

// Code is all that a client learns about an error.
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
	Codes   []string `json:"codes,omitzero"` // with approval: those that the owner denied
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
