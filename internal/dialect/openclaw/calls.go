package openclaw

import (
	"strings"

	"github.com/provenanced/provenanced/internal/facts"
)

// calls are what the calls of tools do. For tools that run a command, such as exec and process,
// both rules about commands and the level of the output depend on it.
var calls = map[string]*facts.Call{
	"exec": {Command: &facts.Command{
		Params: []facts.CommandParam{{Name: "command"}}, Env: "env", Begins: true,
		Where: "host", Here: []string{"", `"auto"`, `"gateway"`}, Elsewhere: []string{"node"},
		Dir:      "workdir",
		Looks:    set("command workdir timeout yieldMs background host"),
		HostAsks: true,
	}},
	"process": {Command: &facts.Command{
		Params: []facts.CommandParam{{Name: "data"}, {Name: "text"}, {Name: "literal"}, {Name: "hex", Form: facts.HexBytes}, {Name: "keys", Form: facts.KeyNames}},
		Env:    "env", Into: "sessionId", Enter: `"submit"`,
	}},
	"terminal": {Command: &facts.Command{Params: []facts.CommandParam{{Name: "data"}}, Env: "env", Into: "sessionId"}},
	"nodes":    {Command: &facts.Command{Params: []facts.CommandParam{{Name: "command"}}, Env: "env"}}, // nodes.run had a list of words

	// The page is in a string of the result, so it cannot fake its own address.
	"web_fetch": {Fetch: &facts.Fetch{Address: "url", Told: []string{"url", "finalUrl"}, Beside: "fetched", Inside: "content"}},

	"web_search": {Query: "query"},
	"x_search":   {Query: "query"},

	// Buttons are left out on purpose: whoever presses one says what the model wrote on it, which
	// may be an approval.
	"message": {Message: &facts.Message{
		Words:   strings.Fields("message text content body caption"),
		Targets: strings.Fields("to target targets recipient recipients channelid chatid chat_id userid user_id conversationid"),
		Channel: "channel",
		Ways:    strings.Fields("silent format parsemode replyto replytoid accountid asvoice gifplayback"),
		Action:  "action",
		Says:    []string{"", "send", "reply"},
		Fetches: fetches, Heard: heard,
	}},

	"sessions_history": {Session: &facts.Session{
		Key:    []string{"sessionKey", "session_key"},
		Any:    []string{"messageId", "message_id", "sessionId", "session_id"}, // what was said around a message, perhaps before the session began anew
		Quoted: true, KeysOf: keysOf, IsID: IsUUID, Own: "current", Went: howItWent,
	}},
	"sessions_send": {Session: &facts.Session{
		Key: []string{"sessionKey", "session_key"}, Label: []string{"label"}, Agent: []string{"agentId", "agent_id"},
		Quoted: true, KeysOf: keysOf, Main: mainSession, IsID: IsUUID, Own: "current", Went: howItWent,
	}},
	"session_status": {
		Session: &facts.Session{Key: []string{"sessionKey", "session_key"}, KeysOf: keysOf, IsID: IsUUID, Own: "current", Went: howItWent},
		Sets:    &facts.Sets{Param: "model", As: "sessions"},
	},
	// In either spelling, since it is unknown which one a gateway reads. It shows the sessions of
	// jobs under the jobs' names.
	"sessions_list": {
		Session: &facts.Session{
			Shown:  strings.Fields("messageLimit message_limit includeLastMessage include_last_message includeDerivedTitles include_derived_titles"),
			KeysOf: keysOf, IsID: IsUUID, Own: "current", Went: howItWent,
		},
		Jobs: jobsNamed,
	},
	"cron":           {Jobs: jobsIn, Effects: facts.Schedules},
	"gateway":        {Effects: facts.Configures},
	"sessions":       {Effects: facts.Configures},
	"memory_search":  {Quotes: saysSession, Files: filesFound}, // some configurations also search what was said in sessions
	"sessions_spawn": {Spawns: true},
	"ask_user":       {Asks: true},
}

// writers are write, edit and apply_patch, and other hosts' and servers' names for them.
var writers = map[string]facts.Operation{
	"write": facts.Write, "writefile": facts.Write, "writetofile": facts.Write, "createfile": facts.Write, "savefile": facts.Write,
	"edit": facts.Edit, "editfile": facts.Edit, "multiedit": facts.Edit, "replaceinfile": facts.Edit,
	"applypatch": facts.Patch,
}

// leavers are tools whose input is shown to later turns.
var leavers = map[string]*facts.Leaving{
	// Its notes replace those that later heartbeats follow, and its outcome is in the next turn of
	// its session, even if that has begun anew meanwhile.
	"heartbeatrespond": {Quiet: map[string]string{"outcome": `"no_change"`, "notify": "false"}, Notes: []string{"scratch"}},
	// A standing intent is shown with each message that contains its keywords.
	"intent": {Action: "action", Looks: []string{"list", "cancel"}},
	// A proposed skill can be applied by a session that has not written it, and is then in every
	// prompt.
	"skillworkshop": {Action: "action", Looks: strings.Fields("list inspect read prepare_patch history evaluate reject quarantine")},
}

// roles are what parameters of any tool may mean.
var roles = func() map[string]facts.Role {
	all := map[string]facts.Role{}
	for role, names := range map[facts.Role]string{
		facts.File: "path paths file files filename filepath filepaths absolutepath relativepath targetfile targetpath uri " +
			"source destination oldpath newpath",
		facts.Media: "image images video videos audio pdf pdfs media mediaurl mediaurls attachment attachments " +
			"notebookpath jsonlpath outpath outputpath dir directory folder dest dst src",
		facts.Directory: "cwd workdir workingdir workingdirectory directory dir folder root rootdir rootpath " +
			"base basedir basepath parent projectpath workspace workspacedir repo repopath location",
		facts.Address: "urls href link links website host hostname domain domains",
		facts.Content: "content contents text filetext body oldtext newtext oldstring newstring oldstr newstr insert replacement patch diff",
		facts.Line:    "command cmd script",
		facts.Shell: "command commands cmd cmds cmdline commandline script scripts code shell args argv arguments " +
			"data text literal input keys run program bash expression source",
	} {
		for name := range strings.FieldsSeq(names) {
			all[name] |= role
		}
	}
	return all
}()

// Host returns all of these facts.
func Host() facts.Host {
	return facts.Host{Tools: Tools(), Aliases: aliases, Calls: calls, Params: params, Arguments: argumentRoles(), Records: records, Public: public, Structured: structured, Writes: writers, Leaves: leavers, Roles: roles,
		Clocks: []string{"cron", "heartbeat"}, Screens: []string{"webchat"},
		Tells: tells, Sources: []string{"url"},
		Notices: notices, Speaks: "message", WithoutFetches: withoutFetches, NoSuchTool: NoSuchTool, Attacks: attacks,
		Action: "action", OtherPrograms: "exec.other", OwnName: ownName, IsBlank: IsBlank,
		SessionKeys: []string{"agent:*:*", "global", "unknown"}, OfAgent: OfAgents + "*:",
		Kinds: kinds, InInstructions: inInstructions,
		Places: places, PlacesIn: placesIn, PlacesAt: placesAt,
		Skills: skills, SkillsAt: skillsAt}
}

func set(words string) map[string]bool {
	all := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		all[word] = true
	}
	return all
}
