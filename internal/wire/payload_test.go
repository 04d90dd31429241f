package wire

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
)

// parsePayload reads a payload that ParseRequest has not seen.
func parsePayload(h Hook, raw jsontext.Value) (Payload, error) {
	r := Request{Hook: h, Payload: raw}
	return r.ParsePayload()
}

func parse(t testing.TB, h Hook, raw string) Payload {
	t.Helper()
	p, err := parsePayload(h, jsontext.Value(raw))
	require.NoError(t, err, raw)
	return p
}

func TestEveryHookHasItsEvent(t *testing.T) {
	three := 3
	for _, c := range []struct {
		hook  Hook
		event string
		want  any
	}{
		{BeforeAgentStart, `{"prompt":"hi","messages":[1]}`, &BeforeAgentStartEvent{"hi", raw(`[1]`)}},
		{SessionStart, `{"sessionId":"s"}`, &SessionStartEvent{"s"}},
		{SessionEnd, `{"sessionId":"s","reason":"reset"}`, &SessionEndEvent{"s", "reset"}},
		{MessageReceived, `{"content":"hi","senderId":"1","sources":[{"kind":"document","trust":"external"}]}`,
			&MessageReceivedEvent{Content: "hi", SenderID: "1", Sources: []Source{{Kind: "document", Trust: "external"}}}},
		{SignMessage, `{"content":"hi","senderId":"1","scope":["read"],"scopeLasts":"session","followsUp":true,"sources":[{"tool":"exec"}]}`,
			&SignMessageEvent{Content: "hi", SenderID: "1", Scope: []string{"read"}, ScopeLasts: "session", FollowsUp: true, Sources: []Source{{Tool: "exec"}}}},
		{MessageReceived, `{"apart":"a report"}`, &MessageReceivedEvent{Apart: "a report"}},
		{ContextAssembled, `{"systemPrompt":"p","messages":[],"sources":[{"kind":"tool_result","tool":"exec","action":"send","trust":"local","messageIndex":3}]}`,
			&ContextAssembledEvent{raw(`"p"`), raw(`[]`), []Source{{"tool_result", "exec", "send", "local", 3}}}},
		{BeforeLLMCall, `{"messages":[],"systemPrompt":"p","model":"m","iteration":3,"tools":["a"]}`,
			&BeforeLLMCallEvent{raw(`[]`), raw(`"p"`), "m", &three, []OfferedTool{{Name: "a"}}}},
		{AfterLLMCall, `{"response":{},"toolCalls":[{"id":"1","name":"exec","arguments":{"a":1}}],"iteration":3,"model":"m"}`,
			&AfterLLMCallEvent{raw(`{}`), []ToolCall{{"1", "exec", raw(`{"a":1}`)}}, &three, "m"}},
		{LoopIterationStart, `{"iteration":3}`, &LoopIterationEvent{&three}},
		{LoopIterationEnd, `{"iteration":null}`, &LoopIterationEvent{}},
		{BeforeToolCall, `{"toolName":"exec","params":{"a":1.0},"toolCallId":"1"}`, &BeforeToolCallEvent{"exec", raw(`{"a":1.0}`), "1"}},
		{AfterToolCall, `{"toolName":"exec","params":{},"toolCallId":"1","result":[],"error":"e"}`,
			&AfterToolCallEvent{"exec", raw(`{}`), "1", raw(`[]`), raw(`"e"`)}},
		{ToolResultPersist, `{"toolName":"exec","toolCallId":"1","message":{},"isSynthetic":true}`, &ToolResultPersistEvent{"exec", "1", raw(`{}`), true}},
		{BeforeResponseEmit, `{"content":"hi","channel":"c"}`, &BeforeResponseEmitEvent{"hi", "c", Unknown}},
		{BeforeResponseEmit, `{"content":"hi","final":false}`, &BeforeResponseEmitEvent{"hi", "", No}},
		{AgentEnd, `{"messages":[]}`, &AgentEndEvent{raw(`[]`)}},
		{ResolveExecEnv, `{"toolName":"exec","host":"sandbox"}`, &ResolveExecEnvEvent{"exec", "sandbox"}},
		{Command, `{"text":".approve","toolCallId":"1"}`, &CommandEvent{".approve", "1"}},
		{Ping, `{"anything":1}`, nil},
		{Subscribe, `{}`, nil},
	} {
		require.Equal(t, c.want, parse(t, c.hook, `{"event":`+c.event+`}`).Event, c.hook)
		if c.want != nil {
			require.Equal(t, c.want, parse(t, c.hook, `{"event":`+encode(t, c.want)+`}`).Event, "%s, encoded and read again", c.hook)
			require.IsType(t, c.want, parse(t, c.hook, `{}`).Event, c.hook)
		}
	}
}

func TestRawValuesAreTheBytesAsSent(t *testing.T) {
	e := parse(t, BeforeToolCall, `{"event":{"params": { "a" : 1.0e0 , "b":"\u0041" } }}`).Event.(*BeforeToolCallEvent)
	require.Equal(t, `{ "a" : 1.0e0 , "b":"\u0041" }`, string(e.Params))
}

func raw(s string) jsontext.Value { return jsontext.Value(s) }

func encode(t testing.TB, v any) string {
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

func TestCtx(t *testing.T) {
	full := Ctx{
		SessionKey: "k", AgentID: "a", WorkspaceDir: "/w", GatewayDir: "/g", GatewayConfig: "/c", MessageProvider: "p", SenderID: "1", SenderName: "n",
		SenderIsOwner: No, GroupID: "g", SpawnedBy: "s", InputProvenance: &InputProvenance{"inter_session", "o"},
	}
	require.Equal(t, full, parse(t, Ping, `{"ctx":`+encode(t, full)+`}`).Ctx)
	require.Equal(t, "{}", encode(t, Ctx{}))
	for text, want := range map[string]Fact{"true": Yes, "false": No, "null": Unknown} {
		require.Equal(t, want, parse(t, Ping, `{"ctx":{"senderIsOwner":`+text+`}}`).Ctx.SenderIsOwner)
		require.Equal(t, text, encode(t, want))
	}
}

// A text that begins like a ctx that was just read is still read to its own end.
func TestACtxIsKnownByAllOfItsBytes(t *testing.T) {
	long := strings.Repeat("k", longShared)
	for range 2 { // the second time, each may be known
		for _, c := range []struct {
			ctx  string
			want Ctx
		}{
			{`{"sessionKey":"` + long + `"}`, Ctx{SessionKey: long}},
			{`{"sessionKey":"` + long + `","senderId":"1"}`, Ctx{SessionKey: long, SenderID: "1"}},
			{`{"sessionKey":"` + long + `","senderId":"12"}`, Ctx{SessionKey: long, SenderID: "12"}},
			{`{"sessionKey":"` + long + `","senderId":"1","senderIsOwner":true}`, Ctx{SessionKey: long, SenderID: "1", SenderIsOwner: Yes}},
			{`{"sessionKey":"` + long + `","unknown":[{}]}`, Ctx{SessionKey: long}},
			{`{"sessionKey":"` + long + `","agentId":"` + strings.Repeat("a", longKnownCtx) + `"}`,
				Ctx{SessionKey: long, AgentID: strings.Repeat("a", longKnownCtx)}},
			{`{}`, Ctx{}},
		} {
			require.Equal(t, c.want, parse(t, AgentEnd, `{"event":{},"ctx":`+c.ctx+`}`).Ctx, c.ctx)
		}
		for _, wrong := range []string{
			`{"sessionKey":"` + long + `"`,
			`{"sessionKey":"` + long + `"}}`,
			`{"sessionKey":"` + long + `"},"ctx":{"sessionKey":"` + long + `"}`,
			`{"sessionKey":"` + long + `","sessionKey":"` + long + `"}`,
			`{"sessionKey":"` + long + `","senderIsOwner":1}`,
		} {
			_, err := parsePayload(AgentEnd, jsontext.Value(`{"event":{},"ctx":`+wrong+`}`))
			require.ErrorIs(t, err, ErrMalformed, wrong)
		}
	}
}

func TestOfferedTools(t *testing.T) {
	for text, want := range map[string][]OfferedTool{
		`null`:                                   nil,
		`[]`:                                     {},
		`["exec"]`:                               {{Name: "exec"}},
		`[{"name":"exec","x":1}]`:                {{Name: "exec"}},
		`[{"function":{"name":"exec"}}]`:         {{Name: "exec"}},
		`[{"type":"web"},{"function":null},""]`:  {{}, {}, {}},
		`[{"name":"a","function":{"name":"b"}}]`: {{Name: "a"}},
		`[{"name":"a","parameters":{"x":1},"outputSchema":{"y":2}}]`:                {{"a", raw(`{"x":1}`), raw(`{"y":2}`)}},
		`[{"name":"a","inputSchema":{}},{"name":"b","input_schema":null}]`:          {{Name: "a", Parameters: raw(`{}`)}, {Name: "b"}},
		`[{"function":{"name":"a","parameters":{"x":1}},"parameters":{"other":1}}]`: {{Name: "a", Parameters: raw(`{"x":1}`)}},
	} {
		require.Equal(t, want, parse(t, BeforeLLMCall, `{"event":{"tools":`+text+`}}`).Event.(*BeforeLLMCallEvent).Tools, text)
	}
}

func TestPayloadRefusals(t *testing.T) {
	for _, c := range []struct {
		hook    Hook
		payload string
	}{
		{Ping, ``}, {Ping, `null`}, {Ping, `[]`}, {Ping, `{}{}`}, {Ping, `{"event":{"a":1,"a":2}}`}, {Ping, `{"events":{}}`}, {Ping, `{"event":[]}`}, {Subscribe, `{"event":1}`},
		{BeforeToolCall, `{"event":{"toolCallId":7}}`},
		{BeforeToolCall, `{"event":{"params":"{}"}}`},
		{AfterToolCall, `{"event":{"params":[]}}`},
		{ToolResultPersist, `{"event":{"message":"x"}}`},
		{ToolResultPersist, `{"event":{"isSynthetic":1}}`},
		{AgentEnd, `{"event":{"messages":"x"}}`},
		{BeforeResponseEmit, `{"event":{"final":"no"}}`},
		{ResolveExecEnv, `{"event":{"host":1}}`},
		{SignMessage, `{"event":{"scope":"read"}}`},
		{MessageReceived, `{"event":{"followsUp":"yes"}}`},
		{Command, `{"event":{"toolCallId":1}}`},
		{BeforeAgentStart, `{"event":{"prompt":["x"]}}`},
		{ContextAssembled, `{"event":{"sources":{}}}`},
		{ContextAssembled, `{"event":{"sources":[1]}}`},
		{ContextAssembled, `{"event":{"sources":[{"messageIndex":-1}]}}`},
		{BeforeLLMCall, `{"event":{"systemPrompt":1}}`},
		{BeforeLLMCall, `{"event":{"iteration":2147483648}}`},
		{BeforeLLMCall, `{"event":{"iteration":1e1}}`},
		{BeforeLLMCall, `{"event":{"iteration":-0}}`},
		{BeforeLLMCall, `{"event":{"tools":[null]}}`},
		{BeforeLLMCall, `{"event":{"tools":[{"name":1}]}}`},
		{AfterLLMCall, `{"event":{"toolCalls":[{"id":1}]}}`},
		{AfterLLMCall, `{"event":{"toolCalls":["exec"]}}`},
	} {
		p, err := parsePayload(c.hook, raw(c.payload))
		require.ErrorIs(t, err, ErrMalformed, "%s %s", c.hook, c.payload)
		require.Zero(t, p)
	}
	_, err := parsePayload("status", raw(`{}`))
	require.ErrorIs(t, err, ErrUnknownHook)
}

func TestListsAreBounded(t *testing.T) {
	for hook, event := range map[Hook][2]string{
		AfterLLMCall:     {"toolCalls", `{}`},
		BeforeLLMCall:    {"tools", `"exec"`},
		ContextAssembled: {"sources", `{}`},
		SignMessage:      {"scope", `"read"`},
	} {
		listed := func(n int) jsontext.Value {
			return raw(`{"event":{"` + event[0] + `":[` + strings.Repeat(event[1]+",", n-1) + event[1] + `]}}`)
		}
		_, err := parsePayload(hook, listed(maxListed))
		require.NoError(t, err, hook)
		_, err = parsePayload(hook, listed(maxListed+1))
		require.ErrorIs(t, err, ErrMalformed, hook)
	}
}

func TestArgs(t *testing.T) {
	args, err := ParseArgs(raw(`{"event":{ "session":"s" },"ctx":{"unknown":1}}`))
	require.NoError(t, err)
	require.Equal(t, `{ "session":"s" }`, string(args))

	for _, absent := range []string{`{}`, `{"event":null}`} {
		args, err = ParseArgs(raw(absent))
		require.NoError(t, err)
		require.Nil(t, args)
	}
	for _, bad := range []string{`{"event":[]}`, `{"args":{}}`, `[]`, ``} {
		args, err = ParseArgs(raw(bad))
		require.ErrorIs(t, err, ErrMalformed, bad)
		require.Nil(t, args)
	}
}

func TestMessages(t *testing.T) {
	const (
		user    = `{"role":"user","content":"hi"}`
		custom  = `{"role":"custom","content":"x"}`
		carrier = `{"role":"user","content":[{"type":"text","text":"<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nx"}]}`
	)
	for _, c := range []struct {
		messages string
		text     string
		session  bool
	}{
		{`[` + user + `]`, "hi", false},
		{`[{"role":"user","content":"old"},` + user + `]`, "hi", false},
		{`[` + user + `,` + custom + `,` + carrier + `]`, "hi", false},
		{`[{"role":"user","content":[{"type":"text","text":"a"},{"type":"image","text":"no"},"no",{"type":"text","text":"b"}]}]`, "a\nb", false},
		{`[{"role":"user","content":"x","provenance":{"kind":"inter_session"}}]`, "x", true},
		{`[{"role":"user","content":"x","inputProvenance":{"kind":"inter_session","more":1},"provenance":{"kind":"user"}}]`, "x", true},
		{`[{"role":"user","content":"x","provenance":"cron","inputProvenance":{"kind":"user"}}]`, "x", false},
		{`[{"role":"toolResult","content":{"odd":1}}]`, "", false},
	} {
		m, ok, err := LastMessage(raw(c.messages))
		require.NoError(t, err, c.messages)
		require.True(t, ok, c.messages)
		require.Equal(t, c.text, m.Text, c.messages)
		require.Equal(t, c.session, m.InterSession, c.messages)
	}
	for _, none := range []string{``, `[]`, `[` + custom + `]`} {
		var messages jsontext.Value
		if none != "" {
			messages = raw(none)
		}
		_, ok, err := LastMessage(messages)
		require.NoError(t, err, none)
		require.False(t, ok, none)
	}
	for _, bad := range []string{`{}`, `["hi"]`, `[{"role":1}]`, `[`, `[{"provenance":{"kind":1}}]`} {
		_, _, err := LastMessage(raw(bad))
		require.ErrorIs(t, err, ErrMalformed, bad)
	}
	n, err := CountMessages(raw(`[` + user + `,` + custom + `]`))
	require.NoError(t, err)
	require.Equal(t, 2, n)
}
