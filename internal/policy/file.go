package policy

// file is the policy file, key for key: the decoder, the encoder and the JSON
// Schema are all read off these types. `doc` is what an editor shows; `enum`,
// `min` and `max` bound a value. An effective policy is a file too: every key
// filled in from preset and defaults, so that it can be loaded again.
type file struct {
	Mode             string              `json:"mode,omitzero" enum:"presets" doc:"The preset that this file starts from. The other keys override parts of it."`
	TaintPolicy      taintModes          `json:"taintPolicy,omitzero" doc:"Mode at each trust level, for tools without an override. A lower level that is more permissive than a higher one is made as strict as that, with a warning."`
	ToolOverrides    byTool[levelModes]  `json:"toolOverrides,omitzero" doc:"Mode of single tools, or of single actions (tool.action), at each level or at all of them (\"*\"). Replaces taintPolicy. Levels that are left out keep the tool's built-in mode, or follow taintPolicy if it has none."`
	ToolOutputTaints byTool[outputLevel] `json:"toolOutputTaints,omitzero" doc:"Trust level of what a tool, or one of its actions (tool.action), returns."`

	CommandOutputTaints programLevels `json:"commandOutputTaints,omitzero" doc:"Trust level of what programs print, by name, for commands that name them. It can only lower the tool's own level. An entry replaces the built-in one."`

	URLOutputTaints urlLevels `json:"urlOutputTaints,omitzero" doc:"Trust level of what web_fetch, and curl in a command, return from these addresses and everything below them: https://HOST/PATH, or https://*.HOST for the hosts below HOST. The most specific one counts, instead of the tool's or the program's own level."`

	PathOutputTaints pathLevels `json:"pathOutputTaints,omitzero" doc:"Trust level of what lies in these places: a file, or a directory and everything below it; absolute, below ~/, or relative to the workspace. * is anything in a name, ** any directories. The most specific one counts. What is known of a file can only lower it."`

	ApprovalTTLSeconds *int        `json:"approvalTtlSeconds,omitzero" min:"1" max:"86400" doc:"Seconds until an approval code expires. Default 120."`
	AllowAlwaysMinutes *int        `json:"allowAlwaysMinutes,omitzero" min:"1" max:"1440" doc:"How many minutes an approval with \"allow always\" lasts. Default 30."`
	GrantsFollowTaint  *bool       `json:"grantsFollowTaint,omitzero" doc:"An approval holds at the level at which the owner was asked, and above. Below that level the call is held again. strict and standard: true; the other presets: false."`
	MaxIterations      *iterations `json:"maxIterations,omitzero" doc:"Iterations of the agent loop after which the turn is blocked: a number, or one for trusted contexts and one for all below, as {trusted: 100, below: 25}. Default 10."`
	DeveloperMode      *bool       `json:"developerMode,omitzero" doc:"Put the taint header before every reply. For debugging: it shows security state to everyone in the chat."`
	TrustedSenderIDs   []senderID  `json:"trustedSenderIds,omitzero" doc:"Senders besides the owner whose messages are trusted, as \"telegram:111\" or \"111\". The short form matches on every channel, where the same id may be somebody else's."`
	OwnerIDs           []senderID  `json:"ownerIds,omitzero" doc:"Further ids of the owner, as \"telegram:111\" or \"111\": a message to one of them goes to the owner."`

	RequireVerifiedOwner *bool          `json:"requireVerifiedOwner,omitzero" doc:"Accept .reset-trust only with senderIsOwner: true, even from gateways that never send that field. Default false."`
	RedactParams         string         `json:"redactParams,omitzero" enum:"off,ask,deny" doc:"What happens to a call whose parameters hold a secret. Parameters are never changed: what runs is what was asked for. off (default): nothing. ask: the call waits for the owner. deny: it is denied."`
	ApprovalCodes        string         `json:"approvalCodes,omitzero" enum:"model,owner" doc:"Who sees approval codes. model (default): they are in the text of the held call. owner: only provenancectl pending and the gateway's own prompt show them."`
	OnFailure            string         `json:"onFailure,omitzero" enum:"guarded,open,closed" doc:"What happens to calls that cannot be decided. guarded (default): safe tools and messages to the owner go on. open: everything goes on. closed: nothing does."`
	ContentPreviews      *bool          `json:"contentPreviews,omitzero" doc:"Keep the first 100 characters of content in provenance graphs, in memory, and in the record what each call would do, without its secrets. Default true."`
	MemoryFiles          protectedPaths `json:"memoryFiles,omitzero" doc:"Further files and directories that the memory guard protects, besides the built-in ones: names that count wherever they stand, as in RULES.md or .agent/rules, absolute, or below ~/. A name may end in *."`
	ProtectedPaths       protectedPaths `json:"protectedPaths,omitzero" doc:"Further paths that nothing writes without an approval that names them, with everything below them: absolute, below ~/, or names that count wherever they stand, as in .git/hooks. A name may end in *."`

	WorkspaceDir absolutePath `json:"workspaceDir,omitzero" doc:"Absolute path of the agent's workspace, for gateways that do not send one."`

	Defaults *defaults `json:"defaults,omitzero" doc:"What holds for tools without an entry of their own: unknown tools, redaction, the injection scan."`
	Risk     riskModes `json:"risk,omitzero" doc:"Action for each risk class. A class that is left out keeps the preset's action, if it has one."`
	Tools    []toolRow `json:"tools,omitzero" doc:"Risk class and action of single tools, and what is done to their results. An entry with a class or an action replaces the preset's entry for that tool."`

	Authentication *authentication `json:"authentication,omitzero" doc:"Authentic messages: whose messages count, and what they may ask for."`
	Authority      *authority      `json:"authority,omitzero" doc:"Whether a call runs unasked below trusted because everything in it that matters is the owner's."`

	OutgoingSecrets string `json:"outgoingSecrets,omitzero" enum:"off,ask,deny" doc:"What happens to a call that would carry a credential out: to an address, to somebody, into a file outside of the workspace. Credentials that a result showed are known again, also encoded or in pieces; others by their form. It holds at every level, unless the owner named both the credential and the place. personal: ask; the other presets: off."`

	URLAccess *urlAccess `json:"urlAccess,omitzero" doc:"Where calls may go: which hosts they may reach, and what happens on the way to others."`

	Wrappers     block `json:"wrappers,omitzero" doc:"Wrapped tools, by name, as docs/TOOLS.md describes them. They may also be in files of their own, in tools.d beside this one."`
	ToolDefaults block `json:"toolDefaults,omitzero" doc:"Settings for all wrapped tools: timeout, withoutTicket."`

	AgentOverrides byAgent[agentOverride] `json:"agentOverrides,omitzero" doc:"What is different for single agents, by agent id."`
	Policies       []ruleFile             `json:"policies,omitzero" doc:"Rules: if all conditions hold, the actions apply. Rules can only restrict."`

	known  known  `json:"-"` // tools that are known beneath the file
	blocks []byte `json:"-"` // the text of wrappers and toolDefaults
}

// defaults is seed 003's block. Its first two keys are other words for
// risk.unknown, and an effective policy says that there.
type defaults struct {
	pos `json:"-"`

	DenyUnknownTools  *bool  `json:"denyUnknownTools,omitzero" doc:"true: the same as risk.unknown: deny. false: ask, unless unknownToolAction or risk.unknown says otherwise."`
	UnknownToolAction action `json:"unknownToolAction,omitzero" doc:"The same as risk.unknown."`

	Redaction    *redaction   `json:"redaction,omitzero" doc:"What is taken out of tool results. off: nothing. secrets: secrets. standard: secrets and personal data. strict: also what may be one of these."`
	Injection    *Injection   `json:"injection,omitzero" doc:"What happens to a tool result with injected instructions. off: results are not scanned. shadow: it is recorded. alert: the model gets it with a warning in front. block: the instructions are taken out, or the model gets a notice instead."`
	FindingLevel *outputLevel `json:"findingLevel,omitzero" doc:"The highest trust level of a result with injected instructions. Default untrusted."`
	Log          logging      `json:"log,omitzero" doc:"safe, the only value: the log never holds content."`
}

// authentication is seed 002's block. It is off until a file turns it on.
type authentication struct {
	pos `json:"-"`

	Mode         *AuthMode     `json:"mode,omitzero" doc:"off (default): messages are not checked. warn: what enforce would reject or hold is reported and counted, and goes on. enforce: messages that nobody vouched for are rejected, and a turn may do only what its message asks for."`
	Scope        *ScopeFrom    `json:"scope,omitzero" doc:"Where a message's scope comes from. declared: the gateway sends it. inferred: from the text. both (default): the narrower of the two."`
	OutsideScope *outsideScope `json:"outsideScope,omitzero" doc:"Mode of a call that the message did not ask for: confirm or restrict."`
	Sources      *sources      `json:"sources,omitzero" doc:"The most that each source of messages may ask for, as action classes."`
	Claims       *ClaimMode    `json:"claims,omitzero" doc:"Marks of grounded and inferred claims in responses. count (default): they are counted, and a grounded claim in a turn that observed no result is flagged. footer: the flag is also shown. off: they are ignored."`
}

// sources is what each source of messages may ask for; one that is left out is
// as it was.
type sources struct {
	pos `json:"-"`

	Human  *classList `json:"human,omitzero" doc:"Messages of people. Default all classes."`
	Agent  *classList `json:"agent,omitzero" doc:"Messages of other agents, and all messages of a spawned session. Default read."`
	System *classList `json:"system,omitzero" doc:"Messages of cron, the heartbeat and the gateway itself. Default read, write and send."`
}

// riskModes is an action for each class; an unset one has no say.
type riskModes struct {
	Read     action `json:"read,omitzero" doc:"Tools that change nothing."`
	Write    action `json:"write,omitzero" doc:"Tools that change something or speak to someone."`
	Critical action `json:"critical,omitzero" doc:"Tools that run programs or control devices, sessions or the gateway."`
	Unknown  action `json:"unknown,omitzero" doc:"Tools without a risk class."`
}

type toolRow struct {
	pos `json:"-"`
	key string `json:"-"` // the entry it comes from, where that is not tools.name

	Name             toolName   `json:"name" required:"true" doc:"The tool, or one of its actions (tool.action)."`
	Risk             *riskClass `json:"risk,omitzero" doc:"Risk class. If it is left out, the built-in one."`
	Allow            toolAllow  `json:"allow,omitzero" doc:"Action for this tool, whatever its class: true (allow), ask or false (deny)."`
	RedactResult     *bool      `json:"redactResult,omitzero" doc:"true: redact this tool's results, at least as standard does. false: leave them as they are. If it is left out, as defaults.redaction says."`
	ScanInjection    *bool      `json:"scanInjection,omitzero" doc:"true: scan this tool's results, at least with alert. false: do not scan them. If it is left out, as defaults.injection says."`
	UseExecApprovals *bool      `json:"useExecApprovals,omitzero" doc:"true: where the risk layer would ask, it leaves the question to the gateway's own exec approvals. Only for exec."`

	ActionClasses toolClasses `json:"actionClasses,omitzero" doc:"What a call does: read, write, send, exec, trade. With authentication or authority on, the message must ask for all of them. If it is left out, the built-in classes."`

	Results   string                `json:"results,omitzero" enum:"records,prose" doc:"records: what the tool returns is structured data, whose fields it vouches for; JSON is read as such. prose (default, unless known otherwise): it is text, whatever it looks like."`
	Arguments byParam[argumentRole] `json:"arguments,omitzero" doc:"What parameters mean for authority: target (to whom, and all that is nothing else), url, id, file, widen (whom something is opened to), flag, qty, time, content, or host (a machine, which a link that the owner wrote names as well). What is left out follows from the tool's schema."`
}

// agentOverride is what one agent does differently. An entry for a tool takes
// the place of the file's entry for it.
type agentOverride struct {
	pos `json:"-"`

	TaintPolicy         taintModes          `json:"taintPolicy,omitzero" doc:"Levels named here replace the file's."`
	ToolOverrides       byTool[levelModes]  `json:"toolOverrides,omitzero" doc:"An entry replaces the file's entry for that tool; levels that it leaves out keep the tool's built-in mode."`
	ToolOutputTaints    byTool[outputLevel] `json:"toolOutputTaints,omitzero" doc:"An entry replaces the file's entry for that tool."`
	CommandOutputTaints programLevels       `json:"commandOutputTaints,omitzero" doc:"An entry replaces the file's entry for that program."`
	URLOutputTaints     urlLevels           `json:"urlOutputTaints,omitzero" doc:"An entry replaces the file's entry for that address."`
	MaxIterations       *iterations         `json:"maxIterations,omitzero" doc:"Iterations of the agent loop after which the turn is blocked: a number, or trusted and below; what is left out is as in the file."`
	Tools               []toolRow           `json:"tools,omitzero" doc:"Keys of an entry replace those of the file's entry for that tool."`
	Authentication      *authentication     `json:"authentication,omitzero" doc:"Keys given here replace the file's."`
}

// ruleFile is one entry of seed 004's policies.
type ruleFile struct {
	pos `json:"-"`

	Name   label      `json:"name" required:"true" doc:"Name of the rule, shown in reasons. Unique in the file."`
	When   whenFile   `json:"when" required:"true" doc:"Conditions; all of them must hold."`
	Action actionFile `json:"action" required:"true" doc:"What happens then."`
}

type whenFile struct {
	pos `json:"-"`

	ContextTaintIncludes levelList         `json:"context_taint_includes,omitzero" doc:"Content of any of these levels is in the context. What another session passes on counts as every level that it had seen, where the gateway names the session."`
	IterationGTE         *int              `json:"iteration_gte,omitzero" min:"0" max:"10000" doc:"The iteration is this or later; the first is 0."`
	Tool                 patterns          `json:"tool,omitzero" doc:"The called tool's name, or another of its names, matches one of these patterns."`
	Agent                patterns          `json:"agent,omitzero" doc:"The agent's id matches one of these patterns."`
	Session              patterns          `json:"session,omitzero" doc:"The session key matches one of these patterns."`
	Channel              patterns          `json:"channel,omitzero" doc:"The channel (messageProvider) of the call, or else of the turn, matches one of these patterns."`
	Sender               patterns          `json:"sender,omitzero" doc:"The id of one of those who have a say in the turn matches one of these patterns, as \"telegram:111\" or \"111\": who is named by the call, began the turn, or joined it since. After sixteen of the latter it always holds. Where only a keyed hash of an id is known, a mail address or a pattern with * holds for every id of that kind."`
	SenderIsOwner        *bool             `json:"sender_is_owner,omitzero" doc:"true: the sender is the verified owner. false: the sender is not, or is not known to be, which also holds once somebody else's message has joined the turn."`
	ParamEquals          byParam[constant] `json:"param_equals,omitzero" doc:"Parameters of the call, by dotted path, equal these values. 5 and \"5\" differ."`
	ParamMatches         byParam[pattern]  `json:"param_matches,omitzero" doc:"These regular expressions (RE2) match somewhere in parameters of the call, by dotted path; ^ and $ anchor them. Write them in single quotes: between double ones \\b is a backspace."`
	ParamNotMatches      byParam[pattern]  `json:"param_not_matches,omitzero" doc:"These regular expressions (RE2) match nowhere in parameters of the call, by dotted path, or in one of several values, or the call has no such parameter."`
	URLHostIn            hosts             `json:"url_host_in,omitzero" doc:"An address in the call, in whatever parameter, leads to one of these hosts: example.com, or *.example.com for the hosts below it. Addresses are read as browsers read them, and where other programs would read another host, that counts too; where no host can be read, it holds."`
	URLHostNotIn         hosts             `json:"url_host_not_in,omitzero" doc:"An address in the call leads to a host that is none of these. A call without an address does not match; where a redirect leads is not known before the call."`
	PathInside           pathPatterns      `json:"path_inside,omitzero" doc:"A parameter of the call means one of these paths or something below one: absolute, below ~/, or relative to the workspace. * and ? stand for anything in a name and for one character, ** for any directories. Every parameter counts, and so do the words of a command, but not what a tool writes; symlinks and all spellings of a path are followed."`
	PathOutside          directories       `json:"path_outside,omitzero" doc:"The call names a file outside of all these directories: absolute, below ~/, or relative to the workspace (. is the workspace). Symlinks and .. are followed. A call that names no file, such as exec, does not match."`
}

type actionFile struct {
	pos `json:"-"`

	RemoveTools    patterns `json:"remove_tools,omitzero" doc:"Take these tools off the list that the model sees, and deny them."`
	BlockTools     patterns `json:"block_tools,omitzero" doc:"Deny these tools when they are called."`
	ConfirmTools   patterns `json:"confirm_tools,omitzero" doc:"Hold these tools until the owner approves."`
	BlockTurn      *bool    `json:"block_turn,omitzero" doc:"End the turn: no more tools are called in it."`
	Reason         label    `json:"reason,omitzero" doc:"Shown with the denial, and in the owner's prompt if only the rule holds the call."`
	LogFullContext *bool    `json:"log_full_context,omitzero" doc:"Log the decision's whole record, with hashes of what is in the context, but no content."`
	PersistGraph   *bool    `json:"persist_graph,omitzero" doc:"Keep the turn's provenance graph until the daemon restarts, instead of dropping it when newer turns push it out."`
}
