package openclaw

import (
	"strings"

	"github.com/provenanced/provenanced/internal/facts"
)

// params are the parameters of tools that policies are often written about, in the spellings of
// OpenClaw 2026.9, earlier versions and models. The first is the one that rules usually concern.
// Tools whose parameters depend on plugins or servers are not listed.
var params = map[string][]string{
	"exec": {
		"command", "workdir", "env", "yieldMs", "background", "timeoutSeconds", "timeout", "pty", "elevated", "host", "ask", "node", "security",
		"title", "code", "language",
	},
	"process":     {"action", "sessionId", "data", "keys", "hex", "literal", "text", "bracketed", "eof", "offset", "limit", "timeout"},
	"read":        {"path", "file_path", "filePath", "file", "offset", "limit"},
	"write":       {"path", "file_path", "filePath", "file", "content"},
	"edit":        {"path", "file_path", "filePath", "file", "edits", "oldText", "newText", "old_text", "new_text", "old_string", "new_string", "oldString", "newString"},
	"apply_patch": {"input", "patch"},
	"web_fetch":   {"url", "extractMode", "maxChars", "prompt"},
}

// tells are the parameters that show an owner what a call does, in the spellings of this gateway,
// servers and other hosts.
var tells = func() (all []facts.Telling) {
	bare := set("command cmd path file_path filePath file url query action")
	for param := range strings.FieldsSeq("command cmd code script action path file_path filePath file source destination " +
		"url query pattern channel to target targets recipient sessionKey agentId task prompt") {
		all = append(all, facts.Telling{Param: param, Bare: bare[param]})
	}
	return all
}()
