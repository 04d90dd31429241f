package wire

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
)

func TestKnownFieldsThatNobodyReadsHaveATypeToo(t *testing.T) {
	for _, tc := range []struct {
		hook  Hook
		event string
		ok    bool
	}{
		{AfterLLMCall, `{"latencyMs":12.5,"tokenUsage":{"input":1},"messages":[]}`, true},
		{AfterLLMCall, `{"latencyMs":"12"}`, false},
		{LoopIterationEnd, `{"willContinue":false}`, true},
		{LoopIterationEnd, `{"willContinue":"no"}`, false},
		{LoopIterationStart, `{"pendingToolResults":null,"messageCount":3}`, true},
		{LoopIterationStart, `{"messageCount":[]}`, false},
		{BeforeResponseEmit, `{"taintedBy":["a"]}`, true},
		{BeforeResponseEmit, `{"taintedBy":"a"}`, false},
		{BeforeToolCall, `{"sessionKey":"s","agentId":"main"}`, true},
		{BeforeToolCall, `{"sessionKey":3}`, false},
		{BeforeToolCall, `{"latencyMs":"another hook's field"}`, true},
	} {
		_, err := parsePayload(tc.hook, jsontext.Value(`{"event":`+tc.event+`}`))
		if tc.ok {
			require.NoError(t, err, tc.event)
		} else {
			require.ErrorIs(t, err, ErrMalformed, tc.event)
		}
	}
}
