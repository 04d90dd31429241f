package openclaw

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/wire"
)

// arguments are the roles of parameters for authority: "role: parameters", by tool, in the terms of
// flow.Role. They are written by hand because the schemas say too little: a target is called "to"
// here and "sessionKey" there, and both are strings. A parameter that is not listed needs authority
// like a target; a "free" one reaches nobody and changes nothing.
var arguments = map[string]string{
	"read":          "file: path file_path filePath file; free: offset limit cursor optional",
	"ls":            "file: path",
	"write":         "file: path file_path filePath file; content: content",
	"edit":          "file: path file_path filePath file; content: edits oldText newText old_text new_text old_string new_string oldString newString",
	"file_write":    "file: path; content: content",
	"web_fetch":     "url: url; free: extractMode maxChars prompt",
	"web_search":    "target: query; free: count country freshness language search_lang ui_lang date_after date_before",
	"x_search":      "target: query; free: limit",
	"memory_search": "target: query; free: maxResults minScore corpus",
	"memory_get":    "file: path; free: from lines corpus",
	"image":         "file: image images; content: prompt; free: model maxImages maxBytesMb",
	"pdf":           "file: pdf pdfs; content: prompt; free: pages model maxBytesMb",

	"message": "target: to target targets channel accountId threadId guildId; content: message text content body caption pollQuestion pollOption; " +
		"file: media path filePath buffer; id: messageId replyTo; free: action silent emoji remove dryRun bestEffort gifPlayback asVoice pollMulti pollDurationHours",
	"conversations_send": "id: conversationRef; content: message",
	"conversations_turn": "id: conversationRef; content: message; free: timeoutSeconds",
	"sessions_send":      "target: sessionKey label agentId; content: message; free: timeoutSeconds watch mode",
	"sessions_spawn": "content: task taskName label; target: agentId model cwd projectId projectGitUrl; " +
		"free: runtime runTimeoutSeconds thinking thread mode cleanup expectsCompletionMessage completionTarget context lightContext fastMode visible worktree timeoutSeconds",
	"cron": "content: text message prompt name description systemEvent; target: to target channel deliver agentId model; flag: sessionTarget; id: id jobId; " +
		"free: action kind schedule at every everyMs expr tz wakeMode enabled includeDisabled mode runMode contextMessages deleteAfterRun",
	"browser": "url: url targetUrl; content: text query; file: paths path; " +
		"free: action ref targetId profile selector kind format fullPage type limit timeoutMs labels",

	"image_generate": "content: prompt; file: image images filename; free: action size count aspectRatio resolution model quality outputFormat",
	"tts":            "content: text; free: channel",
	"create_goal":    "content: objective; free: token_budget",
	"update_goal":    "content: note; free: status",
	"suggest_task":   "content: title task description prompt",
	"show_widget":    "content: title html svg code",
}

// records are the tools whose results are structured data made by the gateway, in which fields are
// fields, whoever filled them.
var records = strings.Fields("web_search sessions_list conversations_list agents_list message.read message.search message.member-info message.channel-list cron.list nodes.status")

// public are the tools that show what anybody can see on the web, or describe the gateway, and show
// nothing of the owner's.
var public = strings.Fields("web_fetch web_search x_search agents_list session_status tool_search tool_describe get_goal progress_card github_identity_status wiki_status")

// argumentRoles parses that table.
func argumentRoles() map[string]map[string]string {
	all := map[string]map[string]string{}
	for tool, listed := range arguments {
		all[tool] = map[string]string{}
		for part := range strings.SplitSeq(listed, ";") {
			role, names, _ := strings.Cut(part, ":")
			for name := range strings.FieldsSeq(names) {
				all[tool][name] = strings.TrimSpace(role)
			}
		}
	}
	return all
}

// structured returns MCP's structured content, as servers send it and as the gateway passes it on.
func structured(result []byte) []byte {
	for _, in := range [...]jsontext.Value{result, wire.Member(result, "details")} {
		if data := wire.Member(in, "structuredContent"); data.Kind() == '{' || data.Kind() == '[' {
			return data
		}
	}
	return nil
}
