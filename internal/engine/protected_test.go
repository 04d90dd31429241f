package engine

import (
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/protect"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

const (
	policyFile = "/home/ann/.config/provenanced/policy.yaml"
	adminKey   = "/run/user/7/provenanced/admin.key"
)

// guarding is a host whose daemon has files with known names.
func guarding(t *testing.T, yaml string) *host {
	h := newHost(t, yaml)
	h.engine.opt.Daemon = protect.Daemon{
		Runtime: "/run/user/7/provenanced", State: "/home/ann/.local/state/provenanced", Policy: policyFile, PID: 4242,
		Variables: map[string]string{"HOME": "/home/ann"},
	}
	return h
}

func to(path string) map[string]string { return map[string]string{"path": path, "content": "x"} }

// An approval for one path, or for a tool, covers no other protected path, at any level and under
// any preset.
func TestAProtectedPathNeedsAnApprovalThatNamesIt(t *testing.T) {
	for _, preset := range policy.Presets() {
		for _, sender := range []wire.Ctx{owner, stranger} {
			h := guarding(t, "mode: "+preset+"\ntoolOverrides: {write: {'*': allow}, edit: {'*': allow}, apply_patch: {'*': allow}, exec: {'*': allow}, process: {'*': allow}}\nrisk: {write: allow, critical: allow}\nprotectedPaths: [/data/books]")
			c := h.open("s", sender)
			c.ctx.WorkspaceDir = "/home/ann/ws"
			c.turn("go")
			c.llm()
			allowed(t, c.run("write", to("notes/today.txt")))
			for _, call := range []struct {
				tool   string
				params map[string]string
				names  string
			}{
				{"write", to(policyFile), policyFile},
				{"write", to("../.ssh/authorized_keys"), "/home/ann/.ssh/authorized_keys"},
				{"write", to("/data/books/2026.csv"), "/data/books/2026.csv"},
				{"edit", to("../.bashrc"), "/home/ann/.bashrc"},
				{"apply_patch", map[string]string{"input": "*** Add File: .git/hooks/pre-push\n+x"}, "/home/ann/ws/.git/hooks/pre-push"},
				{"exec", line("echo x >> ~/.profile"), "/.profile"},
				{"exec", line("provenancectl reset-trust"), "provenancectl"},
				{"exec", line("systemctl --user stop provenanced"), "provenanced"},
				{"process", map[string]string{"action": "write", "data": "provenancectl reset-trust\n"}, "provenancectl"},
			} {
				d := c.run(call.tool, call.params)
				require.Equal(t, trust.VerdictDeny, d.Verdict, "%s: %v", preset, call)
				require.Contains(t, d.Result.BlockReason, call.names, "%s: %v", preset, call)
				require.Equal(t, decide.LayerProtected, d.Reasons[len(d.Reasons)-1].Layer)
			}
		}
	}
}

func TestAnApprovalOpensItsProtectedPathAlone(t *testing.T) {
	h := guarding(t, "toolOverrides: {write: {'*': confirm}}")
	c := h.open("s", owner)
	c.turn("go")
	c.llm()
	code := held(t, c.run("write", to("/home/ann/notes.txt")))
	require.Equal(t, trust.VerdictAllow, c.command(".approve write "+code+" 30").Verdict)
	allowed(t, c.run("write", to("/home/ann/notes.txt")))

	d := c.run("write", to(policyFile))
	code = held(t, d)
	require.Contains(t, d.Approval.Why, policyFile)
	require.Equal(t, []string{"write"}, d.Approval.Tools)
	require.Contains(t, d.Result.BlockReason, "Blocked tools: write "+policyFile)
	require.Equal(t, trust.VerdictDeny, c.run("write", to("/home/ann/.bashrc")).Verdict)
	pending := h.engine.Pending()
	require.Len(t, pending, 2, "each path has its code")
	require.Contains(t, pending[0].Tools, "write "+policyFile)
	require.Equal(t, policyFile, field(pending[0].Calls[0].Params, "path"))

	text := c.command(".approve write " + code + " 30").Result.Text
	require.Contains(t, text, "write "+policyFile)
	allowed(t, c.run("write", to(policyFile)))
	require.Equal(t, trust.VerdictDeny, c.run("write", to("/home/ann/.zshrc")).Verdict, "another path")
	require.Equal(t, trust.VerdictDeny, c.run("edit", to(policyFile)).Verdict, "another tool")
	require.Contains(t, c.command("/provenance explain").Result.Text+c.command("/provenance status").Result.Text, policyFile)

	require.Equal(t, trust.VerdictAllow, c.command(".withdraw write").Verdict)
	require.Equal(t, trust.VerdictDeny, c.run("write", to(policyFile)).Verdict)
	h.now = h.now.Add(31 * time.Minute)
	require.Equal(t, trust.VerdictDeny, c.run("write", to(policyFile)).Verdict)
}

// A gateway may say where it keeps its own files.
func TestAGatewaysOwnFilesAreWhereItSays(t *testing.T) {
	h := guarding(t, "")
	c := h.open("s", owner)
	c.turn("go")
	c.llm()
	config, settings := to("/srv/gw/credentials/x"), to("/etc/gw.json")
	allowed(t, c.run("write", config))
	allowed(t, c.run("write", settings))
	c.ctx.GatewayDir, c.ctx.GatewayConfig, c.ctx.WorkspaceDir = "/srv/gw", "/etc/gw.json", "/srv/gw/work"
	held(t, c.run("write", config))
	held(t, c.run("write", settings))
	allowed(t, c.run("write", to("notes.txt")))
	allowed(t, c.run("write", to("/srv/gw/workspace-2/notes.txt")))
}

func field(params, name string) string {
	return string(wire.Unquoted(wire.Member(jsontext.Value(params), name)))
}

// A command about the daemon is approved as it is, and no other with it.
func TestACommandAboutTheDaemonIsApprovedAlone(t *testing.T) {
	h := guarding(t, "")
	c := h.open("s", owner)
	c.turn("go")
	c.llm()
	status := line("provenancectl status")
	code := held(t, c.run("exec", status))
	require.Equal(t, trust.VerdictAllow, c.command(".approve exec "+code+" 30").Verdict)
	allowed(t, c.run("exec", status))
	held(t, c.run("exec", line("provenancectl reset-trust")))
	allowed(t, c.run("exec", line("ls")))
}

func TestOnceOpensOneProtectedCall(t *testing.T) {
	h := guarding(t, "")
	c := h.open("s", owner)
	c.turn("go")
	c.llm()
	d, id := c.call("write", to(policyFile))
	code := held(t, d)
	approve := c.send(wire.Command, &wire.CommandEvent{Text: ".approve write " + code + " once", ToolCallID: id})
	require.Equal(t, trust.VerdictAllow, approve.Verdict, approve.Result.Text)
	require.Equal(t, trust.VerdictDeny, c.tried("write", "other", string(raw(to("/home/ann/.bashrc")))).Verdict)
	allowed(t, c.tried("write", id, string(raw(to(policyFile)))))
	require.Equal(t, trust.VerdictDeny, c.run("write", to(policyFile)).Verdict)
}

// No tool reads the daemon's keys, at any level and with any approval.
func TestTheDaemonsKeysAreNeverRead(t *testing.T) {
	for _, failure := range []string{"guarded", "closed"} {
		h := guarding(t, "toolOverrides: {'exec': {'*': allow}}\nonFailure: "+failure)
		c := h.open("s", owner)
		c.turn("go")
		c.llm()
		ask := func() {
			for _, call := range []struct {
				tool   string
				params map[string]string
			}{
				{"read", map[string]string{"path": adminKey}},
				{"read", map[string]string{"path": "file://" + strings.ToUpper(adminKey)}},
				{"image", map[string]string{"image": adminKey}},
				{"message", map[string]string{"action": "send", "media": adminKey}},
				{"exec", line("cat " + adminKey)},
				{"exec", line("cd /home/ann/.local/state/provenanced; head -c 99 ledger.key")},
			} {
				d := c.run(call.tool, call.params)
				require.Equal(t, trust.VerdictDeny, d.Verdict, "%v", call)
				require.Nil(t, d.Approval, "%v", call)
			}
		}
		ask()
		d := c.run("read", map[string]string{"path": adminKey})
		require.Equal(t, decide.LayerProtected, d.Reasons[len(d.Reasons)-1].Layer)
		require.Contains(t, d.Reasons[len(d.Reasons)-1].Text, adminKey)
		require.NotContains(t, h.journal.records[len(h.journal.records)-1].Judgement.Remedy, "reset-trust")
		h.journal.fail = decide.ErrNotFound // nothing can be recorded
		ask()
	}
}

// A run of a wrapped tool waits under the same name.
func TestARunWaitsForAProtectedPath(t *testing.T) {
	h := guarding(t, "toolOverrides: {gh: {'*': allow}}")
	c := h.open("s", owner)
	c.turn("go")
	r := decide.RunRequest{Session: "s", TicketLevel: trust.Trusted, ID: "r1", Tool: "gh", Args: []string{"--output", policyFile}, Cwd: "/home/ann/ws"}
	held(t, h.engine.Run(t.Context(), r))
	waits, granted := h.engine.Waits(r)
	require.True(t, waits)
	require.False(t, granted)
	_, err := h.engine.Approve(t.Context(), ApproveRequest{Session: "s", Tool: "gh", For: time.Minute})
	require.NoError(t, err)
	_, granted = h.engine.Waits(r)
	require.True(t, granted)
	allowed(t, h.engine.Run(t.Context(), r))
	r.Args[1] = "/home/ann/.bashrc"
	require.Equal(t, trust.VerdictDeny, h.engine.Run(t.Context(), r).Verdict)
}

func TestAPathThatCannotBeShownIsDenied(t *testing.T) {
	h := guarding(t, "")
	c := h.open("s", owner)
	c.turn("go")
	for _, path := range []string{"/home/ann/.ssh/a\u202eb", "/home/ann/.ssh/" + strings.Repeat("a/", 300), "/home/ann/.ssh/\x01"} {
		d := c.run("write", to(path))
		require.Equal(t, trust.VerdictDeny, d.Verdict)
		require.Nil(t, d.Approval, path)
	}
}
