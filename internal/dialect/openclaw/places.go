package openclaw

import (
	"path"

	"github.com/provenanced/provenanced/internal/facts"
)

// agentsOwn are the names in the gateway's directory that agents work on.
const agentsOwn = "workspace workspace-* workspaces sandboxes media canvas tmp downloads"

const (
	itsFiles  = "the gateway's own files"
	itsConfig = "the gateway's configuration"
)

// places are where the gateway keeps its configuration, credentials, plugins and sessions, also
// under its former names.
var places = []facts.Place{
	{Path: "~/.openclaw", What: itsFiles, Not: agentsOwn},
	{Path: "~/.openclaw-*", What: itsFiles, Not: agentsOwn}, // profiles
	{Path: "~/.clawdbot", What: itsFiles, Not: agentsOwn},
	{Path: "~/.moltbot", What: itsFiles, Not: agentsOwn},
	{Path: "openclaw.json", What: itsConfig},
}

// placesAt returns further places: a gateway's directory and its configuration, if they are not the
// usual ones. Either may be empty.
func placesAt(dir, config string) (places []facts.Place) {
	if path.IsAbs(dir) {
		places = append(places, facts.Place{Path: dir, What: itsFiles, Not: agentsOwn})
	}
	if path.IsAbs(config) {
		places = append(places, facts.Place{Path: config, What: itsConfig})
	}
	return places
}

// placesIn returns those places according to the gateway's environment.
func placesIn(getenv func(string) string) []facts.Place {
	return placesAt(getenv("OPENCLAW_STATE_DIR"), getenv("OPENCLAW_CONFIG_PATH"))
}
