package ctl

import "strings"

// starterPolicy is what `policy init` writes: the preset, and the keys people
// reach for first, commented out with their default or an example.
func starterPolicy(preset string) []byte {
	return []byte(strings.Replace(starter, "PRESET", preset, 1))
}

const starter = `# The policy of provenanced. Saving this file puts it in force; a mistake
# changes nothing and is named in the log and in "provenancectl status".
# "provenancectl policy validate" checks it, "policy show" prints every value.

# The tables to start from: provenance, paranoid, permissive, interactive,
# strict, standard or dev. Everything below overrides a part of them.
mode: PRESET

# What a tool may do when the least trusted thing in the agent's context has
# this level: allow, confirm (ask the owner) or restrict (never).
#taintPolicy:
#  trusted: allow
#  shared: confirm
#  external: confirm
#  untrusted: confirm

# Single tools, at single levels or at every one ("*").
#toolOverrides:
#  exec: { untrusted: restrict }
#  calendar: { "*": allow }

# How far to trust what a tool returns.
#toolOutputTaints:
#  internal_wiki: shared

# Senders whose messages are trusted as the owner's are.
#trustedSenderIds: ["telegram:111"]

# Seconds until an approval code expires, and who gets to see it: model (it is
# in the denied call's text) or owner ("provenancectl pending" only).
#approvalTtlSeconds: 120
#approvalCodes: owner

# Iterations of the agent loop after which a turn is blocked.
#maxIterations: 10

# When a call cannot be decided: guarded (safe tools and messages to the owner
# go on), closed (nothing does) or open (everything does).
#onFailure: guarded

# What is different for single agents.
#agentOverrides:
#  research:
#    toolOverrides:
#      web_fetch: { "*": allow }

# Rules. All conditions of one must hold; they only ever restrict.
#policies:
#  - name: no-exec-when-tainted
#    when:
#      context_taint_includes: [external, untrusted]
#    action:
#      remove_tools: [exec]
#      reason: "exec is not for content from outside"
`
