package openclaw

import (
	"path"

	"github.com/provenanced/provenanced/internal/facts"
)

// agentsOwn is what agents work on in the gateway's directory.
const agentsOwn = "workspace workspace-* workspaces sandboxes media canvas tmp downloads"

const (
	itsFiles  = "the gateway's own files"
	itsConfig = "the gateway's configuration"
)

// Places are where the gateway keeps its configuration, credentials, plugins and sessions,
// also under the names that it had.
func Places() []facts.Place {
	return []facts.Place{
		{Path: "~/.openclaw", What: itsFiles, Not: agentsOwn},
		{Path: "~/.openclaw-*", What: itsFiles, Not: agentsOwn}, // profiles
		{Path: "~/.clawdbot", What: itsFiles, Not: agentsOwn},
		{Path: "~/.moltbot", What: itsFiles, Not: agentsOwn},
		{Path: "openclaw.json", What: itsConfig},
	}
}

// PlacesIn are further places, where the gateway's environment moves them.
func PlacesIn(getenv func(string) string) (places []facts.Place) {
	if dir := getenv("OPENCLAW_STATE_DIR"); path.IsAbs(dir) {
		places = append(places, facts.Place{Path: dir, What: itsFiles, Not: agentsOwn})
	}
	if file := getenv("OPENCLAW_CONFIG_PATH"); path.IsAbs(file) {
		places = append(places, facts.Place{Path: file, What: itsConfig})
	}
	return places
}
