package engine

import (
	"strconv"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
)

// maxApproval bounds what one approval can open (a day).
const maxApproval = 24 * time.Hour

// chatCommand is an owner's command in a chat message (seed 000, "Code-Based
// Approval", "Trust Reset").
type chatCommand struct {
	name  string // ".approve" or ".reset-trust"
	tool  string // or "all"
	code  string // 8 lowercase hex digits
	lasts time.Duration
	level trust.Level
	usage string // what is wrong with it; empty when it can be obeyed
}

const (
	approveUsage = "Usage: .approve <tool|all> <8-character code> [minutes]"
	resetUsage   = "Usage: .reset-trust [trusted|shared|external|untrusted]"
)

// parseChatCommand reads text that is a command and nothing else. A message
// that quotes a command amid other text, or on one of several lines, is none.
func parseChatCommand(text string) (chatCommand, bool) {
	if len(text) > 256 {
		return chatCommand{}, false
	}
	text = strings.TrimSpace(text)
	if strings.ContainsAny(text, "\r\n") {
		return chatCommand{}, false
	}
	words := strings.Fields(text)
	if len(words) == 0 {
		return chatCommand{}, false
	}
	switch c := (chatCommand{name: words[0]}); c.name {
	case ".approve":
		c.parseApprove(words[1:])
		return c, true
	case ".reset-trust":
		c.parseReset(words[1:])
		return c, true
	}
	return chatCommand{}, false
}

func (c *chatCommand) parseApprove(args []string) {
	c.usage = approveUsage
	if len(args) < 2 || len(args) > 3 {
		return
	}
	c.tool, c.code = strings.ToLower(args[0]), strings.ToLower(args[1])
	if !isCode(c.code) {
		return
	}
	if len(args) == 3 {
		n, err := strconv.ParseUint(args[2], 10, 16)
		if err != nil || n == 0 {
			return
		}
		c.lasts = time.Duration(n) * time.Minute
		if c.lasts > maxApproval {
			c.usage = "An approval lasts at most 1440 minutes. " + approveUsage
			return
		}
	}
	c.usage = ""
}

func (c *chatCommand) parseReset(args []string) {
	c.level = trust.Trusted
	if len(args) > 1 {
		c.usage = resetUsage
		return
	}
	if len(args) == 1 {
		level, err := trust.ParseLevel(strings.ToLower(args[0]))
		if err != nil {
			c.usage = resetUsage
			return
		}
		c.level = level
	}
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
