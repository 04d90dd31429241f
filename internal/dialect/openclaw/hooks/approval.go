package hooks

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strings"
	"unicode/utf16"

	"github.com/go-json-experiment/json"
)

// approval is a code that waits for the owner.
type approval struct {
	Code      string
	Tools     []string
	ExpiresIn float64
	Why       string
	AlwaysFor float64
	Narrow    bool
	Severity  string
}

func approvalIn(v any) *approval {
	if v == nil {
		return nil
	}
	a := &approval{
		Code: str(at(v, "code")), ExpiresIn: number(at(v, "expiresIn")), Why: str(at(v, "why")), AlwaysFor: number(at(v, "alwaysFor")),
		Narrow: at(v, "narrow") == true, Severity: str(at(v, "severity")),
	}
	for _, tool := range listIn(at(v, "tools")) {
		a.Tools = append(a.Tools, str(tool))
	}
	return a
}

// Prompt is a question to the owner, in the gateway's form. The daemon knows whether and how long
// an answer may approve anything.
type Prompt struct {
	Name          string  `json:"name"` // under which the call is pending
	Code          string  `json:"code"`
	Title         string  `json:"title"`
	Description   string  `json:"description"`
	Severity      string  `json:"severity"`
	TimeoutMS     float64 `json:"timeoutMs"`
	TimeoutReason string  `json:"timeoutReason"`
}

const (
	// The gateway rejects longer ones.
	longestTitle       = 80
	longestDescription = 512
	// longestSubject is the part of that for the call itself.
	longestSubject = 240
	// noRouteFor is how long, in milliseconds, a session without a way to the owner is not tried
	// again.
	noRouteFor = 10 * 60_000
)

// canAsk reports whether a request for approval would reach somebody.
func (h *hook) canAsk() bool {
	if h.g.approvals != "auto" {
		return h.g.approvals == "gateway"
	}
	channel, ok := at(h.w.requester, "channel").(string)
	until, _ := h.g.noRoute.get(h.w.session)
	run, _ := h.g.runs.get(h.w.run)
	if !ok || h.w.session == "" || until > h.now || run.trigger != "" && run.trigger != "user" {
		return false
	}
	shows, _ := h.g.clients.get(h.w.session)
	return channel != "webchat" || shows
}

func (h *hook) prompt(c call, a answer) *Prompt {
	why := a.Approval.Why
	if why == "" {
		var all []string
		for _, r := range a.Reasons {
			if r.Mode != "allow" {
				all = append(all, r.Text)
			}
		}
		why = strings.Join(all, "; ")
	}
	why = plain(why)
	lines := []string{subject(c), cut(why, 160)}
	if level := "The context is " + plain(a.Taint); !strings.HasPrefix(why, level) {
		lines = append(lines, level+".")
	}
	if a.Approval.AlwaysFor > 0 {
		what := "this tool"
		if a.Approval.Narrow {
			what = "the same again"
		}
		lines = append(lines, fmt.Sprintf("Always: %s, in this session, for %.0f min.", what, math.Round(a.Approval.AlwaysFor/60)))
	}
	return &Prompt{
		Name: pendingName(c, a.Approval), Code: a.Approval.Code,
		Title:       cut("Let the agent run "+plain(c.tool)+"?", longestTitle),
		Description: cut(joinFilled(lines), longestDescription),
		Severity:    cmp.Or(a.Approval.Severity, "critical"),
		TimeoutMS:   math.Max(1, math.Floor(a.Approval.ExpiresIn)) * 1000,
		TimeoutReason: "Tool '" + c.tool + "' waits for the owner's approval, and nobody has answered. Do not try it again by yourself: " +
			"tell the owner what you want to do and why. They can still approve it ('provenancectl pending' shows what waits); then try again.",
	}
}

func joinFilled(lines []string) string {
	var filled []string
	for _, line := range lines {
		if line != "" {
			filled = append(filled, line)
		}
	}
	return strings.Join(filled, "\n")
}

// pendingName is the name under which the call is pending: the daemon may judge an action under its
// own name.
func pendingName(c call, a *approval) string {
	name := strings.ToLower(c.tool)
	wanted := []string{name}
	if action, ok := c.params["action"].(string); ok {
		wanted = []string{name + "." + strings.ToLower(action), name}
	}
	for _, w := range wanted {
		for _, tool := range a.Tools {
			if strings.ToLower(tool) == w {
				return tool
			}
		}
	}
	if len(a.Tools) == 1 {
		return a.Tools[0]
	}
	return name
}

// subject is what would happen, in one line: the parameter that says it and those after it, or all
// parameters.
func subject(c call) string {
	for key := range strings.FieldsSeq("command path file_path url target to sessionKey task message") {
		value := str(c.params[key])
		if value == "" {
			continue
		}
		others, more := map[string]any{}, ""
		for name, v := range c.params {
			if name != key {
				others[name] = v
			}
		}
		if len(others) > 0 {
			more = " " + ends(plain(asJSON(others)), longestSubject/3)
		}
		return key + ": " + ends(plain(value), longestSubject-len(key)-2-len(units(more))) + more
	}
	return ends(plain(asJSON(c.params)), longestSubject)
}

func asJSON(params map[string]any) string {
	if params == nil {
		return "{}"
	}
	text, _ := json.Marshal(params, lenient, json.Deterministic(true)) // it was read from JSON
	return string(text)
}

// units converts a text to the units in which the gateway counts.
func units(text string) []uint16 { return utf16.Encode([]rune(text)) }

func ofUnits(all []uint16) string { return string(utf16.Decode(all)) }

// ends shortens a text in the middle, since the important part may be at either end.
func ends(text string, limit int) string {
	all := units(text)
	if len(all) <= limit {
		return text
	}
	room := limit - 20
	tail := room / 3
	return fmt.Sprintf("%s … %d more … %s", ofUnits(all[:room-tail]), len(all)-room, ofUnits(all[len(all)-tail:]))
}

var invisible = regexp.MustCompile(`[\p{Cc}\p{Cf}\p{Z}\s]+`)

// plain is one line without control characters, or characters that reverse or hide text.
func plain(text string) string { return trim(invisible.ReplaceAllLiteralString(text, " ")) }

func cut(text string, limit int) string {
	if all := units(text); len(all) > limit {
		return ofUnits(all[:limit-1]) + "…"
	}
	return text
}
