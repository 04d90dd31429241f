package hooks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The gateway's version and configuration, and what in them weakens the protection.

// tested are the gateway versions that the stories were run with.
var tested = []string{"2026.9.6"}

var release = regexp.MustCompile(`^\d+\.\d+\.\d+`)

// about is what a person is told about the gateway.
func (h *hook) about() any {
	return map[string]any{"warnings": h.g.warnings(), "toolSearch": h.g.toolSearchIsOn()}
}

// warnings returns what weakens the protection; each is logged at the start.
func (g *Gateway) warnings() []string {
	found := []string{}
	if at(g.config, "plugins", "entries", "provenance", "hooks", "allowConversationAccess") != true {
		found = append(found, "conversation hooks are NOT granted: turns are not seen, and so nothing taints. "+
			"Set plugins.entries.provenance.hooks.allowConversationAccess to true and restart the gateway")
	}
	if !slices.Contains(tested, release.FindString(g.version)) {
		found = append(found, fmt.Sprintf("this plugin was not proven with OpenClaw %s, only with %s: run 'make test-openclaw' with yours",
			g.version, strings.Join(tested, ", ")))
	}
	telegram, on := at(g.config, "channels", "telegram").(map[string]any)
	if on && telegram["enabled"] != false && telegram["linkPreview"] != false {
		found = append(found, "Telegram fetches the addresses in what the agent writes, to show a preview, and an address can carry data out. "+
			"Set channels.telegram.linkPreview to false")
	}
	if runtimes := g.otherRuntimes(); len(runtimes) > 0 {
		found = append(found, fmt.Sprintf("this plugin was not proven with agents that run on %s, which run tools by themselves: "+
			"a call that they do not ask about is not judged, and what they read may not be noticed. Keep them from what strangers write",
			strings.Join(runtimes, ", ")))
	}
	return found
}

// ownProgram finds model references that mean a program with tools of its own.
var ownProgram = regexp.MustCompile(`^(claude-cli|google-gemini-cli)/`)

// otherRuntimes returns the agents' configured runtimes other than the gateway's own.
func (g *Gateway) otherRuntimes() (found []string) {
	var look func(v any, key string)
	look = func(v any, key string) {
		if text, ok := v.(string); ok {
			key = text
		}
		if program := firstGroup(ownProgram, key); program != "" {
			found = append(found, program)
		}
		if id := str(at(v, "agentRuntime", "id")); id != "" && id != "openclaw" && id != "auto" {
			found = append(found, id)
		}
		switch v := v.(type) {
		case map[string]any:
			for name, inner := range v {
				look(inner, name)
			}
		case []any:
			for _, inner := range v {
				look(inner, "")
			}
		}
	}
	look(at(g.config, "agents"), "")
	look(at(g.config, "models", "providers"), "")
	for _, binding := range listIn(at(g.config, "bindings")) {
		if at(binding, "type") == "acp" {
			found = append(found, "acp")
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// toolSearchIsOn reports whether Tool Search is on, which is the default.
func (g *Gateway) toolSearchIsOn() bool {
	setting := at(g.config, "tools", "toolSearch")
	return setting != false && at(setting, "enabled") != false
}

// readsLinks reports whether the gateway fetches pages whose addresses are in a message, and puts
// their content below the message.
func (g *Gateway) readsLinks() bool {
	links := at(g.config, "tools", "links")
	return at(links, "enabled") != false && len(listIn(at(links, "models"))) > 0
}

const sessionMemory = "session-memory"

// keepsTalk reports whether the gateway's own hook writes a session's last words into its memory
// when the session begins anew.
func (g *Gateway) keepsTalk() bool {
	internal := at(g.config, "hooks", "internal")
	if at(internal, "enabled") == false {
		return false
	}
	entries, _ := at(internal, "entries").(map[string]any)
	some := false
	for _, entry := range entries {
		some = some || at(entry, "enabled") != false
	}
	own, named := entries[sessionMemory]
	if some {
		return named && at(own, "enabled") != false
	}
	_, loads := at(internal, "load").(map[string]any)
	all := at(internal, "enabled") == true || loads // then it runs every hook that it finds
	return all && at(own, "enabled") != false
}
