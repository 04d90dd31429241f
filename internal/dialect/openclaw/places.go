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

// places are where the gateway keeps its configuration, credentials, plugins and sessions,
// also under the names that it had.
var places = []facts.Place{
	{Path: "~/.openclaw", What: itsFiles, Not: agentsOwn},
	{Path: "~/.openclaw-*", What: itsFiles, Not: agentsOwn}, // profiles
	{Path: "~/.clawdbot", What: itsFiles, Not: agentsOwn},
	{Path: "~/.moltbot", What: itsFiles, Not: agentsOwn},
	{Path: "openclaw.json", What: itsConfig},
}

// placesAt are further places: a gateway's directory and its configuration, where they are
// not the usual ones. Either may be empty.
func placesAt(dir, config string) (places []facts.Place) {
	if path.IsAbs(dir) {
		places = append(places, facts.Place{Path: dir, What: itsFiles, Not: agentsOwn})
	}
	if path.IsAbs(config) {
		places = append(places, facts.Place{Path: config, What: itsConfig})
	}
	return places
}

// placesIn are those places as the gateway's environment has them.
func placesIn(getenv func(string) string) []facts.Place {
	return placesAt(getenv("OPENCLAW_STATE_DIR"), getenv("OPENCLAW_CONFIG_PATH"))
}
