package policy

// file is the policy file, key for key: the decoder, the encoder and the JSON Schema all derive
// from these types. `doc` is shown by editors; `enum`, `min` and `max` bound a value. An effective
// policy is a file, too: every key filled in from preset and defaults, so that it can be loaded
// again.
type file struct {
	Mode             string              `json:"mode,omitzero" enum:"presets" doc:"The preset to start from; the other keys override parts of it."`
	TaintPolicy      taintModes          `json:"taintPolicy,omitzero" doc:"Mode at each level, for tools without an override. A level that is more permissive than the one above it is made as strict, with a warning."`
	ToolOverrides    byTool[levelModes]  `json:"toolOverrides,omitzero" doc:"Mode of a tool or an action (tool.action) at each level, or at all (\"*\"), in place of taintPolicy. A level that is left out keeps the built-in mode, if there is one."`
	ToolOutputTaints byTool[outputLevel] `json:"toolOutputTaints,omitzero" doc:"Level of what a tool or an action (tool.action) returns."`

	CommandOutputTaints programLevels `json:"commandOutputTaints,omitzero" doc:"Level of what a program prints, by its name, in place of the built-in one. It can only lower that of the tool."`

	URLOutputTaints urlLevels `json:"urlOutputTaints,omitzero" doc:"Level of what web_fetch, and curl in a command, return from https://HOST/PATH and below it, or from https://*.HOST. The most specific entry replaces the tool's or program's level."`

	PathOutputTaints pathLevels `json:"pathOutputTaints,omitzero" doc:"Level of files in these places: absolute, below ~/, or relative to the workspace; * within a name, ** across directories. The most specific entry counts. What is known of a file can only lower it."`

	ApprovalTTLSeconds *int        `json:"approvalTtlSeconds,omitzero" min:"1" max:"86400" doc:"Seconds until an approval code expires. Default 120."`
	AllowAlwaysMinutes *int        `json:"allowAlwaysMinutes,omitzero" min:"1" max:"1440" doc:"Minutes that \"allow always\" lasts. Default 30."`
	GrantsFollowTaint  *bool       `json:"grantsFollowTaint,omitzero" doc:"An approval holds only at the level at which the owner was asked, and above. strict, standard: true."`
	MaxIterations      *iterations `json:"maxIterations,omitzero" doc:"Iterations of the agent loop before the turn is blocked: a number, or {trusted: 100, below: 25}. Default 10."`
	DeveloperMode      *bool       `json:"developerMode,omitzero" doc:"Put the taint header before every reply. It shows security state to everyone in the chat."`
	TrustedSenderIDs   []senderID  `json:"trustedSenderIds,omitzero" doc:"Senders besides the owner whose messages are trusted: \"telegram:111\", or \"111\" on every channel, where it may be somebody else."`
	OwnerIDs           []senderID  `json:"ownerIds,omitzero" doc:"Further ids of the owner, written likewise: a message to one goes to the owner."`

	RequireVerifiedOwner *bool          `json:"requireVerifiedOwner,omitzero" doc:"Accept .reset-trust only with senderIsOwner: true, even from gateways that never send it. Default false."`
	RedactParams         string         `json:"redactParams,omitzero" enum:"off,ask,deny" doc:"A call whose parameters hold a secret: off (default) lets it run, ask holds it, deny denies it. Parameters are never changed."`
	ApprovalCodes        string         `json:"approvalCodes,omitzero" enum:"model,owner" doc:"Who sees approval codes: model (default: the held call's text has them) or owner (only the gateway's prompt and provenancectl pending)."`
	OnFailure            string         `json:"onFailure,omitzero" enum:"guarded,open,closed" doc:"What runs when nothing can be decided: guarded (default), open or closed."`
	ContentPreviews      *bool          `json:"contentPreviews,omitzero" doc:"Keep the first 100 characters of content in provenance graphs, and in the record what each call would do, without its secrets. Default true."`
	MemoryFiles          protectedPaths `json:"memoryFiles,omitzero" doc:"Further memory files and directories: names that count anywhere (RULES.md, .agent/rules), absolute, or below ~/. A name may end in *."`
	ProtectedPaths       protectedPaths `json:"protectedPaths,omitzero" doc:"Further paths, written likewise, that nothing changes without an approval that names them."`

	WorkspaceDir absolutePath `json:"workspaceDir,omitzero" doc:"The agent's workspace, absolute, for gateways that do not send it."`

	Defaults *defaults `json:"defaults,omitzero" doc:"For tools without an entry: unknown tools, redaction, the injection scan."`
	Risk     riskModes `json:"risk,omitzero" doc:"Action for each risk class. One that is left out keeps the preset's."`
	Tools    []toolRow `json:"tools,omitzero" doc:"Single tools: risk class, action, what is done to results. An entry with a class or an action replaces the preset's."`

	Authentication *authentication `json:"authentication,omitzero" doc:"Whose messages count, and what they may ask for."`
	Authority      *authority      `json:"authority,omitzero" doc:"Whether a call runs unasked below trusted because its values are the owner's."`

	OutgoingSecrets string `json:"outgoingSecrets,omitzero" enum:"off,ask,deny" doc:"A call that would carry a credential out: off, ask (personal) or deny."`

	URLAccess *urlAccess `json:"urlAccess,omitzero" doc:"Which hosts calls may reach."`

	Skills *skills `json:"skills,omitzero" doc:"The agent's skills: directories with a SKILL.md, and what is beside it."`

	Wrappers     block `json:"wrappers,omitzero" doc:"Wrapped tools, by name (docs/TOOLS.md). They may also be in tools.d beside this file."`
	ToolDefaults block `json:"toolDefaults,omitzero" doc:"Settings for all wrapped tools: timeout, withoutTicket."`

	AgentOverrides byAgent[agentOverride] `json:"agentOverrides,omitzero" doc:"What is different for single agents, by id."`
	Policies       []ruleFile             `json:"policies,omitzero" doc:"Rules. They can only restrict."`

	known  known  `json:"-"` // tools that are known without the file
	blocks []byte `json:"-"` // the text of wrappers and toolDefaults
}

// defaults is seed 003's block. Its first two keys are synonyms of risk.unknown, and an effective
// policy uses that.
type defaults struct {
	pos `json:"-"`

	DenyUnknownTools  *bool  `json:"denyUnknownTools,omitzero" doc:"true: risk.unknown is deny. false: ask, unless unknownToolAction or risk.unknown says otherwise."`
	UnknownToolAction action `json:"unknownToolAction,omitzero" doc:"The same as risk.unknown."`

	Redaction    *redaction   `json:"redaction,omitzero" doc:"What is taken out of results: off, secrets, standard (personal data as well), strict (also what may be either)."`
	Injection    *Injection   `json:"injection,omitzero" doc:"A result with injected orders: off (not scanned), shadow (recorded), alert (a warning in front), block (the orders, or all of it, taken out)."`
	FindingLevel *outputLevel `json:"findingLevel,omitzero" doc:"The highest level of a result with injected orders. Default untrusted."`
	Log          logging      `json:"log,omitzero" doc:"safe, the only value: the log never holds content."`
}

// authentication is seed 002's block. It is off until a file turns it on.
type authentication struct {
	pos `json:"-"`

	Mode         *AuthMode     `json:"mode,omitzero" doc:"off (default). warn: what enforce would reject or hold is reported. enforce: messages that nobody vouched for are rejected, and a turn may do only what its message asks for."`
	Scope        *ScopeFrom    `json:"scope,omitzero" doc:"What a message asks for: declared by the gateway, inferred from its text, or both (default: the narrower)."`
	OutsideScope *outsideScope `json:"outsideScope,omitzero" doc:"Mode of a call that it did not ask for: confirm, or restrict (paranoid, strict)."`
	Sources      *sources      `json:"sources,omitzero" doc:"The most that each source may ask for, as action classes. An empty list: nothing."`
	Claims       *ClaimMode    `json:"claims,omitzero" doc:"Grounded claims in responses: count (default: one in a turn without a result is flagged), footer (the flag is shown) or off."`
}

// sources are what each source of messages may ask for; an omitted one keeps its value.
type sources struct {
	pos `json:"-"`

	Human  *classList `json:"human,omitzero" doc:"People's messages. Default all classes."`
	Agent  *classList `json:"agent,omitzero" doc:"Other agents', and all of a spawned session. Default read."`
	System *classList `json:"system,omitzero" doc:"Those of cron, the heartbeat and the gateway itself. Default read, write, send."`
}

// riskModes is an action for each class; an unset one leaves the decision to the other layers.
type riskModes struct {
	Read     action `json:"read,omitzero" doc:"Changes nothing outside the session and the owner's own screen."`
	Write    action `json:"write,omitzero" doc:"Changes something, or speaks to someone."`
	Critical action `json:"critical,omitzero" doc:"Runs programs; controls devices, sessions or the gateway."`
	Unknown  action `json:"unknown,omitzero" doc:"Has no class."`
}

type toolRow struct {
	pos `json:"-"`
	key string `json:"-"` // the entry it comes from, unless that is tools.name

	Name             toolName   `json:"name" required:"true" doc:"The tool, or an action (tool.action)."`
	Risk             *riskClass `json:"risk,omitzero" doc:"Risk class. Default the built-in one."`
	Allow            toolAllow  `json:"allow,omitzero" doc:"true (allow), ask or false (deny), whatever the class."`
	RedactResult     *bool      `json:"redactResult,omitzero" doc:"true: redact results, at least as standard does. false: do not."`
	ScanInjection    *bool      `json:"scanInjection,omitzero" doc:"true: scan results, at least with alert. false: do not."`
	UseExecApprovals *bool      `json:"useExecApprovals,omitzero" doc:"true: leave the risk layer's question to the gateway's own exec approvals. Only for exec."`

	ActionClasses toolClasses `json:"actionClasses,omitzero" doc:"What the message must have asked for: read, write, send, exec, trade. Default the built-in classes."`

	Results   string                `json:"results,omitzero" enum:"records,prose" doc:"records: results are structured data whose fields the tool vouches for. prose (default, unless known otherwise): text, whatever it looks like."`
	Arguments byParam[argumentRole] `json:"arguments,omitzero" doc:"What parameters mean for authority: target (to whom, and all that is nothing else), url, id, file, widen (whom something is opened to), flag, qty, time, content, host (a machine, which the owner's link also names). Default from the tool's schema."`
}

// agentOverride is what one agent does differently. An entry for a tool replaces the file's entry
// for it.
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

	Name   label      `json:"name" required:"true" doc:"Shown in reasons. Unique in the file."`
	When   whenFile   `json:"when" required:"true" doc:"Conditions; all must hold."`
	Action actionFile `json:"action" required:"true" doc:"What happens then."`
}

type whenFile struct {
	pos `json:"-"`

	ContextTaintIncludes levelList         `json:"context_taint_includes,omitzero" doc:"Content of one of these levels is in the context. What another session passes on counts as every level that it had seen, where the gateway names the session."`
	IterationGTE         *int              `json:"iteration_gte,omitzero" min:"0" max:"10000" doc:"The iteration is this or later; the first is 0."`
	Tool                 patterns          `json:"tool,omitzero" doc:"The tool's name, or another of its names."`
	Agent                patterns          `json:"agent,omitzero" doc:"The agent's id."`
	Session              patterns          `json:"session,omitzero" doc:"The session key."`
	Channel              patterns          `json:"channel,omitzero" doc:"The channel (messageProvider) of the call, or else of the turn."`
	Sender               patterns          `json:"sender,omitzero" doc:"The id, as \"telegram:111\" or \"111\", of somebody with a say in the turn: named by the call, who began it, or who joined it (after sixteen it always holds). Where only a keyed hash is known, a mail address or a pattern with * holds for every id of that kind."`
	SenderIsOwner        *bool             `json:"sender_is_owner,omitzero" doc:"true: the verified owner. false: not, or not known to be, or somebody else's message has joined the turn."`
	ParamEquals          byParam[constant] `json:"param_equals,omitzero" doc:"Parameters, by dotted path, equal these values. 5 and \"5\" differ."`
	ParamMatches         byParam[pattern]  `json:"param_matches,omitzero" doc:"Regular expressions (RE2) match somewhere in parameters, by dotted path. Write them in single quotes: between double ones \\b is a backspace."`
	ParamNotMatches      byParam[pattern]  `json:"param_not_matches,omitzero" doc:"They match nowhere, or in one of several values do not, or there is no such parameter."`
	URLHostIn            hosts             `json:"url_host_in,omitzero" doc:"An address in any parameter leads to one of these hosts: example.com, or *.example.com for those below it. Where programs read an address differently, each reading counts; where no host can be read, it holds."`
	URLHostNotIn         hosts             `json:"url_host_not_in,omitzero" doc:"An address leads to another host. A call without an address does not match; redirects are not known before the call."`
	PathInside           pathPatterns      `json:"path_inside,omitzero" doc:"A parameter, or a word of a command, means one of these paths or something below it: absolute, below ~/, or relative to the workspace; * and ? within a name, ** across directories. Symlinks and other spellings are followed. What a tool writes does not count."`
	PathOutside          directories       `json:"path_outside,omitzero" doc:"The call names a file outside of all these directories (. is the workspace). One that names no file, such as exec, does not match."`
}

type actionFile struct {
	pos `json:"-"`

	RemoveTools    patterns `json:"remove_tools,omitzero" doc:"Take these tools off the list that the model sees, and deny them."`
	BlockTools     patterns `json:"block_tools,omitzero" doc:"Deny these tools."`
	ConfirmTools   patterns `json:"confirm_tools,omitzero" doc:"Hold these tools until the owner approves."`
	BlockTurn      *bool    `json:"block_turn,omitzero" doc:"End the turn: no more tools are called in it."`
	Reason         label    `json:"reason,omitzero" doc:"Shown with the denial, and in the owner's prompt if only the rule holds the call."`
	LogFullContext *bool    `json:"log_full_context,omitzero" doc:"Log the decision's whole record, without content."`
	PersistGraph   *bool    `json:"persist_graph,omitzero" doc:"Keep the turn's graph until the daemon restarts."`
	Shadow         *bool    `json:"shadow,omitzero" doc:"true: the rule does nothing yet. What it would have changed is recorded, and provenancectl review counts it."`
}
