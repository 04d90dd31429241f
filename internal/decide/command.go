package decide

import (
	"strconv"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
)

// MaxApproval bounds how long one approval lasts (a day).
const MaxApproval = 24 * time.Hour

// chatCommand is an owner's command in a chat message (seed 000, "Code-Based
// Approval", "Trust Reset").
type chatCommand struct {
	name   string // .approve, .deny, .withdraw, .reset-trust, .halt, .resume; status, pending, explain, help
	tool   string // or allTools
	code   string // 8 lower-case hex digits
	scope  scope
	level  trust.Level
	review Review
	here   bool   // this session alone, of .halt and .resume
	why    string // of .halt
	usage  string // what is wrong with it; empty if it can be obeyed
}

// scope is how far an approval reaches. The zero scope is the turn.
type scope struct {
	lasts  time.Duration
	always bool   // for as long as the policy says "always" lasts
	once   bool   // one call
	callID string // of the call that the owner was shown; other ways of approving name none
}

const (
	allTools = "all" // the word for every tool that waits under a code

	firewallCommand   = "/firewall"
	provenanceCommand = "/provenance"
)

// parseChatCommand reads text that is a command and nothing else. A message that quotes a command
// within other text, or on one of several lines, is not one.
func parseChatCommand(text string) (chatCommand, bool) { return parseChatWords(commandWords(text)) }

func parseChatWords(words []string) (chatCommand, bool) {
	if len(words) == 0 {
		return chatCommand{}, false
	}
	c := chatCommand{name: strings.ToLower(words[0])} // phones capitalise the first letter
	switch c.name {
	case ".approve":
		c.parseApprove(words[1:])
	case ".deny":
		c.parseDeny(words[1:])
	case ".withdraw":
		c.parseWithdraw(words[1:])
	case ".reset-trust":
		c.parseReset(words[1:])
	case ".halt":
		c.parseHalt(words[1:])
	case ".resume":
		if c.parseHalt(words[1:]); c.why != "" {
			c.usage = texts.ResumeUsage
		}
	default:
		return chatCommand{}, false
	}
	return c, true
}

// parseCommand reads what a gateway passes on as a command: a chat command, or the words after
// /provenance.
func parseCommand(text string) (chatCommand, bool) {
	words := commandWords(text)
	switch {
	case len(words) > 0 && strings.EqualFold(words[0], firewallCommand):
		return parseFirewall(words[1:])
	case len(words) == 0 || !strings.EqualFold(words[0], provenanceCommand):
		return parseChatWords(words)
	}
	c := chatCommand{name: "help"}
	if len(words) > 1 {
		c.name = strings.ToLower(words[1])
	}
	switch c.name {
	case "approve", "deny", "withdraw", "reset-trust", "halt", "resume":
		return parseChatWords(append([]string{"." + c.name}, words[2:]...))
	case "status", "pending", "explain", "help":
		return c, true
	case "staged", "show", "accept", "drop":
		c.review.Command = c.name
		c.parseReview(words[2:])
		return c, true
	case "skills":
		c.review.Command = c.name
		c.parseAction(words[2:], texts.SkillsUsage, "show", "diff", "accept")
		return c, true
	case "memory":
		c.review.Command = c.name
		c.parseAction(words[2:], texts.MemoryUsage, "show", "accept", "drop")
		return c, true
	case "labels", "unlabel":
		c.review.Command = c.name
		c.parseLabels(words[2:])
		return c, true
	}
	return chatCommand{name: "help", usage: texts.NoSuchCommand(provenanceCommand, c.name)}, true
}

// parseFirewall reads /firewall, the commands of seed 003 §7: other words for the same approvals. A
// request id is a code.
func parseFirewall(words []string) (chatCommand, bool) {
	c := chatCommand{name: "help", usage: texts.FirewallUsage}
	if len(words) == 0 {
		return c, true
	}
	switch name := strings.ToLower(words[0]); {
	case name == "status" && len(words) == 1, name == "explain" && (len(words) == 1 || len(words) == 2 && words[1] == "last"):
		return chatCommand{name: name}, true
	case name == "deny":
		c = chatCommand{name: ".deny"}
		c.parseDeny(words[1:])
	case name == "withdraw":
		c = chatCommand{name: ".withdraw"}
		c.parseWithdraw(words[1:])
	case name == "approve" && len(words) == 3 && (words[2] == "once" || words[2] == "session"):
		c = chatCommand{name: ".approve", tool: allTools, code: strings.ToLower(words[1])}
		c.scope.once = words[2] == "once"
		if !c.scope.once {
			c.scope.lasts = MaxApproval
		}
		if !isCode(c.code) {
			c.usage = texts.FirewallUsage
		}
	}
	return c, true
}

func (c *chatCommand) parseApprove(args []string) {
	c.usage = texts.ApproveUsage
	if len(args) < 2 || len(args) > 3 {
		return
	}
	c.tool, c.code = strings.ToLower(args[0]), strings.ToLower(args[1])
	if !isCode(c.code) {
		return
	}
	if len(args) == 3 {
		switch word := strings.ToLower(args[2]); word {
		case "once":
			c.scope.once = true
		case "always":
			c.scope.always = true
		default:
			n, err := strconv.ParseUint(word, 10, 16)
			if err != nil || n == 0 {
				return
			}
			c.scope.lasts = time.Duration(n) * time.Minute
			if c.scope.lasts > MaxApproval {
				c.usage = texts.ApprovalAtMost
				return
			}
		}
	}
	c.usage = ""
}

func (c *chatCommand) parseDeny(args []string) {
	c.usage = texts.DenyUsage
	if len(args) == 1 && isCode(strings.ToLower(args[0])) {
		c.code, c.usage = strings.ToLower(args[0]), ""
	}
}

func (c *chatCommand) parseWithdraw(args []string) {
	c.usage = texts.WithdrawUsage
	if len(args) == 1 {
		c.tool, c.usage = strings.ToLower(args[0]), ""
	}
}

func (c *chatCommand) parseReset(args []string) {
	c.level = trust.Trusted
	if len(args) > 1 {
		c.usage = texts.ResetUsage
		return
	}
	if len(args) == 1 {
		level, err := trust.ParseLevel(strings.ToLower(args[0]))
		if err != nil {
			c.usage = texts.ResetUsage
			return
		}
		c.level = level
	}
}

// parseHalt takes all words but a first "here" for the reason.
func (c *chatCommand) parseHalt(args []string) {
	if len(args) > 0 && strings.EqualFold(args[0], "here") {
		c.here, args = true, args[1:]
	}
	c.why = strings.Join(args, " ")
}

func isCode(s string) bool {
	if len(s) != 8 {
		return false
	}
	for i := 0; i < len(s); i++ {
		if (s[i] < '0' || s[i] > '9') && (s[i] < 'a' || s[i] > 'f') {
			return false
		}
	}
	return true
}
