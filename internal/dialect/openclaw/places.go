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

// PlacesAt are further places: a gateway's directory and its configuration, where they are
// not the usual ones. Either may be empty.
func PlacesAt(dir, config string) (places []facts.Place) {
	if path.IsAbs(dir) {
		places = append(places, facts.Place{Path: dir, What: itsFiles, Not: agentsOwn})
	}
	if path.IsAbs(config) {
		places = append(places, facts.Place{Path: config, What: itsConfig})
	}
	return places
}

// PlacesIn are those places as the gateway's environment has them.
func PlacesIn(getenv func(string) string) []facts.Place {
	return PlacesAt(getenv("OPENCLAW_STATE_DIR"), getenv("OPENCLAW_CONFIG_PATH"))
}
