package blackbox_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func (r *rig) reads(p *peer, session, id string, more object) object {
	ctx := r.owner()
	for k, v := range more {
		ctx[k] = v
	}
	return p.ask("before_tool_call", session, object{"toolName": "read", "toolCallId": id, "params": object{"path": r.path("ws", "a.txt")}}, ctx)
}

// A halt denies whatever any policy lets pass, at once and after a crash, until the owner ends it.
func TestAHaltDeniesEveryCallUntilItIsEnded(t *testing.T) {
	r := newRig(t, "mode: personal\n")
	p := r.gateway()
	require.Equal(t, "allow", r.reads(p, "agent:main:main", "r1", nil)["verdict"])

	out, code := r.ctl("halt", "--why", "a strange mail")
	require.Zero(t, code, out)
	denied := func(p *peer, session, id string) {
		t.Helper()
		f := r.reads(p, session, id, nil)
		require.Equal(t, "deny", f["verdict"])
		why := result(f)["blockReason"].(string)
		require.Contains(t, why, "the owner has halted every session with provenancectl, since 20")
		require.Contains(t, why, "a strange mail")
		require.Nil(t, f["approval"], "nothing waits that a code could open")
	}
	denied(p, "agent:main:main", "r2")
	denied(p, "agent:main:new", "r3")

	for range 3 {
		r.kill()
		p = r.gateway()
		denied(p, "agent:main:main", "r4")
		denied(p, "agent:other:never-seen", "r5")
	}
	r.stop()
	r.start()
	p = r.gateway()
	denied(p, "agent:main:main", "r6")

	var st struct {
		Halts  []object `json:"halts"`
		Alarms []string `json:"alarms"`
	}
	r.ctlJSON(&st, "status")
	require.Len(t, st.Halts, 1)
	require.Equal(t, "*", st.Halts[0]["sessions"])
	for _, cmd := range [][]string{{"status"}, {"doctor"}, {"top", "--once"}} {
		out, _ := r.ctl(cmd...)
		require.Contains(t, strings.Join(strings.Fields(out), " "), "the owner has halted every session", cmd)
	}
	out, _ = r.ctl("explain", "last")
	require.Contains(t, strings.Join(strings.Fields(out), " "), "the owner ends the halt")
	out, _ = r.ctl("audit", "show", "--type", "RETRACT")
	require.Contains(t, out, "halted * by cli: a strange mail")

	out, code = r.ctl("resume")
	require.Zero(t, code, out)
	require.Equal(t, "allow", r.reads(p, "agent:main:main", "r7", nil)["verdict"])
	r.kill()
	require.Equal(t, "allow", r.reads(r.gateway(), "agent:main:main", "r8", nil)["verdict"])
	out, code = r.ctl("resume")
	require.Equal(t, 1, code)
	require.Contains(t, out, "nothing is halted")
	out, code = r.ctl("audit", "verify")
	require.Zero(t, code, out)
}

func TestAHaltOfSomeSessionsReachesThoseThatTheySpawn(t *testing.T) {
	r := newRig(t, "mode: personal\n")
	p := r.gateway()
	spawned := object{"spawnedBy": "agent:work:main"}
	require.Equal(t, "allow", r.reads(p, "agent:work:main", "a", nil)["verdict"])
	require.Equal(t, "allow", r.reads(p, "agent:sub:1", "b", spawned)["verdict"])
	require.Equal(t, "allow", r.reads(p, "agent:sub:2", "c", object{"spawnedBy": "agent:sub:1"})["verdict"])

	out, code := r.ctl("halt", "--session", "Agent:WORK:*")
	require.Zero(t, code, out)
	require.Equal(t, "deny", r.reads(p, "agent:work:main", "d", nil)["verdict"])
	require.Equal(t, "deny", r.reads(p, "agent:sub:1", "e", nil)["verdict"], "its spawner is halted")
	require.Equal(t, "deny", r.reads(p, "agent:sub:2", "f", nil)["verdict"], "its spawner's spawner is")
	require.Equal(t, "deny", r.reads(p, "agent:sub:3", "g", spawned)["verdict"], "and so is a new one's")
	require.Equal(t, "allow", r.reads(p, "agent:main:main", "h", nil)["verdict"])

	out, code = r.ctl("resume", "--session", "agent:main:*")
	require.Equal(t, 1, code)
	require.Contains(t, out, "no halt of agent:main:*")
	out, code = r.ctl("resume", "--session", "agent:work:*")
	require.Zero(t, code, out)
	require.Equal(t, "allow", r.reads(p, "agent:sub:2", "i", nil)["verdict"])
}

func TestTheOwnerHaltsInChatWithoutACode(t *testing.T) {
	r := newRig(t, "mode: personal\n")
	p := r.gateway()
	const chat, other = "agent:main:telegram:dm:111", "agent:main:cron"
	stranger := object{"messageProvider": "telegram", "senderId": "666", "senderIsOwner": false}
	say := func(text string, ctx object) string {
		f := p.ask("command", chat, object{"text": text}, ctx)
		said, _ := result(f)["text"].(string)
		return said
	}
	require.Equal(t, "allow", r.reads(p, chat, "a", nil)["verdict"])
	require.Contains(t, say(".halt", stranger), "Only the owner")
	require.Equal(t, "allow", r.reads(p, chat, "b", nil)["verdict"])

	require.Contains(t, say(".Halt what is this", r.owner()), "no tool call of any session runs")
	f := r.reads(p, other, "c", nil)
	require.Equal(t, "deny", f["verdict"])
	require.Contains(t, result(f)["blockReason"], "in the chat")
	require.Contains(t, result(f)["blockReason"], "what is this")
	require.Contains(t, say("/provenance status", r.owner()), "The owner has halted every session")
	require.Contains(t, say(".resume", stranger), "Only the owner")
	r.kill()
	p = r.gateway()
	require.Equal(t, "deny", r.reads(p, other, "d", nil)["verdict"])
	require.Contains(t, say(".resume now", r.owner()), "Usage")
	require.Contains(t, say(".resume", r.owner()), "judged again")
	require.Equal(t, "allow", r.reads(p, other, "e", nil)["verdict"])

	say(".halt here", r.owner())
	require.Equal(t, "deny", r.reads(p, chat, "f", nil)["verdict"])
	require.Equal(t, "allow", r.reads(p, other, "g", nil)["verdict"])
	say(".resume here", r.owner())
	require.Equal(t, "allow", r.reads(p, chat, "h", nil)["verdict"])

	p.ask("message_received", chat, object{"content": ".halt"}, r.owner()) // where the gateway knows no commands
	require.Equal(t, "deny", r.reads(p, other, "i", nil)["verdict"])
}
