package openclaw

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/wire"
)

// FirstAgent is the name of the agent that gateways come with.
const FirstAgent = "main"

// mainSession is the key of the session that an agent has with its owner.
func mainSession(agent string) string { return keyOf(agent, "main") }

func keyOf(agent, name string) string { return OfAgents + agent + ":" + name }

// OfAgents begins the keys of agents' sessions.
const OfAgents = "agent:"

// keysOf lists the keys under which a session may be known. A key without its agent is the agent's
// own session of that name or, whoever asks, the gateway's first agent's; and gateways accept keys
// in any letter case.
func keysOf(key, agent string) []string {
	if key == "" {
		return nil
	}
	keys := []string{key}
	if lower := strings.ToLower(key); lower != key {
		keys = append(keys, lower)
	}
	if agent == "" {
		return keys
	}
	for _, k := range keys {
		if strings.HasPrefix(k, OfAgents) {
			continue
		}
		keys = append(keys, keyOf(agent, k))
		if agent != FirstAgent {
			keys = append(keys, keyOf(FirstAgent, k))
		}
	}
	return keys
}

// IsUUID reports whether a key is the id that a gateway gives a session besides its key. Its tools
// find sessions by either; we only know keys.
func IsUUID(key string) bool {
	if len(key) != 36 {
		return false
	}
	for i, r := range key {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if r != '-' {
				return false
			}
		} else if !strings.ContainsRune("0123456789abcdefABCDEF", r) {
			return false
		}
	}
	return true
}

// jobWord finds an id in a result that shows jobs: a job's or its agent's. The JSON may be quoted
// in other JSON.
var jobWord = regexp.MustCompile(`\\*"(id|jobId|agentId)\\*":\s*\\*"([^"\\]{1,128})`)

// jobsIn returns the sessions that stand for the jobs of a schedule.
func jobsIn(result []byte, agent string, most int) (keys map[string]bool, whole bool) {
	ids, agents := map[string]bool{}, map[string]bool{cmp.Or(agent, FirstAgent): true}
	words := jobWord.FindAllSubmatch(result, 2*most+1)
	for _, m := range words {
		if string(m[1]) == "agentId" {
			agents[string(m[2])] = true
		} else {
			ids[string(m[2])] = true
		}
	}
	if len(words) > 2*most || len(ids)*len(agents) > most {
		return nil, false
	}
	keys = map[string]bool{}
	for agent := range agents {
		for id := range ids {
			keys[keyOf(agent, "cron:"+id)] = true
		}
	}
	return keys, true
}

// jobKey finds the key of a job's session, or of one of its runs.
var jobKey = regexp.MustCompile(`agent:[^:"\\]{1,128}:cron:[^:"\\]{1,128}`)

// jobsNamed is the same for a list of sessions, which has their keys.
func jobsNamed(result []byte, _ string, most int) (keys map[string]bool, whole bool) {
	keys = map[string]bool{}
	for _, key := range jobKey.FindAll(result, -1) {
		if keys[string(key)] = true; len(keys) > most {
			return nil, false
		}
	}
	return keys, true
}

// saidInSession finds where a search result says that it is from a session.
var saidInSession = regexp.MustCompile(`\\*"source\\*":\s*\\*"sessions\\*"`)

func saysSession(result []byte) bool { return saidInSession.Match(result) }

// howItWent tells a session's words from the gateway's messages about the call: that it finds no
// such session, or waits for no answer. An error may be in the words of the session that a message
// went to.
func howItWent(told []byte) facts.Went {
	v := jsontext.Value(told)
	if v.Kind() != '{' || !v.IsValid() || wire.Member(v, "reply") != nil || wire.Member(v, "messages") != nil {
		return facts.Quoting
	}
	status := wire.Member(v, "status")
	if status.Kind() == '"' {
		if text, err := jsontext.AppendUnquote(nil, status); err == nil {
			status = text
		}
	}
	switch string(status) {
	case "accepted", "queued", "no_reply":
		if wire.Member(v, "error") == nil {
			return facts.Taken
		}
		return facts.Failing
	case "error", "forbidden", "timeout":
		return facts.Failing
	}
	return facts.Quoting
}
