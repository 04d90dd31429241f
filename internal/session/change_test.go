package session

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/trust"
)

// ledgered are changes as they stand line by line in testdata/changes.jsonl, which was written when
// one struct held all changes: what is in ledgers must stay readable.
func ledgered() Changes {
	at := time.Date(2026, 2, 1, 9, 30, 0, 123456789, time.UTC)
	cause := &Cause{Reason: "web_fetch response", Tool: "web_fetch", CallID: "w", Detail: "https://a.example/é", Turn: 3, Node: 5, At: at}
	hash, mark := Hash{1, 2, 0xff}, Mark{1, 2, 0xfe}
	scope := intent.Of(intent.Read, intent.Exec)
	origin := TurnOrigin{Why: "owner <DM>", FromOwner: true, Group: true, Sender: "111", Channel: "telegram"}
	assembled := origin
	assembled.Why = "owner DM"
	external := trust.Set(0).With(trust.External)
	return Changes{
		&AgentNamed{Agent: "main"},
		&OwnerTold{},
		&OwnerSeen{ID: "telegram:111"},
		&Spawned{By: "agent:main:main", InOwnersDM: true, Inheritance: Inheritance{Level: trust.External, Cause: cause, Seen: external.With(trust.Untrusted)}},
		&Spawned{By: "agent:main:main"},
		&TurnStarted{Level: trust.Shared, TurnOrigin: origin},
		&TurnStarted{TurnOrigin: TurnOrigin{Why: "external sender"}},
		&Assembled{assembled},
		&Assembled{},
		&TurnEnded{GivenUp: true},
		&TurnEnded{},
		&Joined{Who: "external sender 222", Sender: "222"},
		&Answered{Calls: 2},
		&Answered{},
		&TurnBlocked{Why: "limit of 3 iterations", Layer: "loop"},
		&GraphKept{},
		&Tainted{Level: trust.External, Cause: cause},
		&Tainted{},
		&LLMCalled{Iteration: 4, Looped: true, Heard: "p1"},
		&LLMCalled{},
		&LLMSaw{},
		&CallHeard{CallID: "c1", Tool: "exec", Node: 4, Status: Denied, Level: trust.Shared, Site: new(trust.External)},
		&CallHeard{CallID: "c1", Tool: "exec", Node: -1},
		&CallMoved{CallID: "c1", Tool: "exec", Status: Returned, Level: trust.Shared, Site: new(trust.Untrusted)},
		&CallMoved{Tool: "exec"},
		&Typed{Into: "session 1", Open: true},
		&Impacted{Tool: "exec", Elsewhere: true},
		&Impacted{Tool: "exec"},
		&CodeIssued{
			Nonce: "00112233445566778899aabbccddeeff", Tools: []string{"exec", "write"}, Level: trust.External, Until: at, By: "external sender 222",
			HeldCall: HeldCall{Tool: "exec", CallID: "c1", Params: hash},
		},
		&CodeIssued{Nonce: "00", Tools: []string{"exec"}, Until: at},
		&CodeIssued{
			Nonce: "00", Tools: []string{"mail (a@b.example)"}, Until: at,
			HeldCall: HeldCall{Tool: "mail", Params: hash, Consents: []Consent{{For: "mail (a@b.example)", Mark: mark}}},
		},
		&CodeShown{Nonce: "00", HeldCall: HeldCall{Tool: "exec", CallID: "c2", Params: hash}},
		&CodeJoined{Tools: []string{"exec", "write"}, Level: trust.External, Until: at, By: "external sender 222", HeldCall: HeldCall{Tool: "write", CallID: "c3", Params: hash}},
		&CodeClosed{Nonce: "00", What: "denied", By: "111", Way: "chat"},
		&CodeClosed{What: "burned"},
		&WrongCode{},
		&Granted{Tools: []string{"exec"}, Level: trust.External, Nonce: "00", Turn: 3, By: "external sender 222", Outside: true, From: "111", Way: "prompt"},
		&Granted{Tools: []string{"exec"}, Level: trust.External, Until: at, Once: true, CallID: "c1", Params: hash, From: "cli", Way: "cli"},
		&Granted{Tools: []string{"mail (a@b.example)"}, Until: at, Mark: mark, From: "111", Way: "chat"},
		&GrantUsed{Tool: "exec", Grant: "g01020304"},
		&GrantUsed{Place: 1},
		&Withdrawn{Tool: "exec", Grant: "g01020304"},
		&Forgiven{Messages: 7},
		&ContextShown{Messages: 9},
		&Commanded{Hash: "00ff", Turn: 3},
		&TrustReset{Level: trust.Shared, Cause: cause, By: "owner", Messages: 7, Unseen: true},
		&BegunAnew{By: "fresh session"},
		&HistoryShown{},
		&UnticketedRun{},
		&TakenBack{Tools: []string{"exec"}, Forgiven: 7, Forgive: true, Inheritance: Inheritance{Level: trust.External, Cause: cause, Seen: external}},
		&TakenBack{},
		&FileGiven{Path: "/home/ann/notes.md", Level: trust.External, Cause: cause, Whole: true},
		&FileGiven{Path: "/x"},
		&FileCleared{Path: "/home/ann/notes.md", By: "cli"},
		&SkillFound{Path: "/ws/skills/a", Digest: "00ff", Cause: cause},
		&SkillFound{Path: "/ws/skills/a"},
		&SkillAccepted{Path: "/ws/skills/a", Digest: "00ff", By: "cli"},
		&SkillAccepted{},
		&TextPrinted{Level: trust.External, Cause: cause, Prints: []byte{1, 2, 3, 4, 5, 6, 7, 0xff}},
		&Halted{Sessions: "agent:main:*", Why: "look", By: "111", Way: "chat", Since: at},
		&Halted{},
		&Resumed{Halts: []string{"*"}, By: "cli", Way: "cli"},
		&Resumed{},
		&AuthSwitched{On: true},
		&AuthSwitched{},
		&MessageVouched{Vouched{N: 1, Mark: mark, Source: Human, Sender: "111", Scope: scope, FollowsUp: true, Lasts: true, At: at, Key: "k1"}},
		&MessageVouched{},
		&TakenOver{},
		&TurnAuthorised{Authority{Message: 1, Source: Human, Sender: "111", At: at, Scope: scope, Lasts: true, Shown: true, Problem: Replayed}},
		&TurnAuthorised{},
		&CallDenied{CallID: "c1", Tool: "exec", Mark: mark},
		&CallDenied{},
		&ResultObserved{Observed{Seq: 1, CallID: "c1", Tool: "exec", Mark: mark, Denied: true}},
		&ResultObserved{},
		&Staged{ID: "b1", What: "MEMORY.md"},
		&StagedTold{},
		&InauthenticTold{Mark: mark},
		&NodeAdded{Node{Kind: KindToolCall, Level: trust.External, Tool: "exec", CallID: "c1", Iteration: 2, Hash: hash, Does: "ls", Detail: "https://a.example", Blocked: true, Text: "why"}},
		&NodeAdded{},
		&EdgeAdded{Edge{From: 1, To: 2, Relation: Produces}},
		&EdgeAdded{},
	}
}

func TestLedgersHoldChangesAsTheyAlwaysDid(t *testing.T) {
	f, err := os.Open("testdata/changes.jsonl")
	require.NoError(t, err)
	defer f.Close()
	lines := bufio.NewScanner(f)
	left := map[Op]bool{}
	for op := range kinds {
		left[op] = true
	}
	for _, want := range ledgered() {
		require.True(t, lines.Scan())
		var r Record
		require.NoError(t, json.Unmarshal(lines.Bytes(), &r, json.RejectUnknownMembers(true)), lines.Text())
		require.Equal(t, Changes{want}, r.Changes)
		plain, err := json.Marshal(&r)
		require.NoError(t, err)
		text := jsontext.Value(plain)
		require.NoError(t, text.Canonicalize())
		require.Equal(t, lines.Text(), string(text))
		delete(left, want.Op())
	}
	require.False(t, lines.Scan())
	require.Empty(t, left, "changes without a line of their own")
}

// The zero value of a change lifts no restriction and adds no trust.
func TestTheZeroValueOfAChangeLiftsNothing(t *testing.T) {
	for op, k := range kinds {
		t.Run(string(op), func(t *testing.T) {
			zero, _, err := k.read(jsontext.NewDecoder(strings.NewReader(`{"op":"` + string(op) + `"}`)))
			require.NoError(t, err)
			s := NewState()
			s.Change(&TurnStarted{Level: trust.External}, time.Unix(1, 0))
			s.Change(&Tainted{Level: trust.External, Cause: new(Cause)}, time.Unix(1, 0))
			s.Change(zero, time.Unix(2, 0))
			if op != "fresh" { // it only says that there is no history
				require.LessOrEqual(t, s.Level(), trust.External)
			}
			require.Empty(t, s.Grants)
			require.Empty(t, s.Owners)
		})
	}
}

func TestAChangeOfALaterVersionIsNotGuessedAt(t *testing.T) {
	strict := json.RejectUnknownMembers(true)
	for name, text := range map[string]string{
		"an op":                     `[{"op":"begun"},{"op":"forsaken"}]`,
		"no op":                     `[{"level":"external"}]`,
		"no change":                 `[null]`,
		"no change, before one":     `[null,{"op":"begun"}]`,
		"a member":                  `[{"op":"tainted","mood":"fine"}]`,
		"a member of a member":      `[{"op":"tainted","cause":{"at":"2026-02-01T09:30:00Z","reason":"r","mood":"fine"}}]`,
		"a level":                   `[{"op":"tainted","level":"adored"}]`,
		"what it is about is gone":  `[{"op":"node"}]`,
		"what it is about is none":  `[{"op":"authority","authority":null}]`,
		"one op, and then the next": `[{"op":"tainted","op":"begun"}]`,
	} {
		var got Changes
		require.Error(t, json.Unmarshal([]byte(text), &got, strict), name)
	}
	var got Changes
	text := []byte(`[{"op":"forsaken","mood":"fine"},{"op":"tainted","level":"external","mood":"fine"}]`)
	require.NoError(t, json.Unmarshal(text, &got), "whoever shows a ledger shows what it knows")
	require.Equal(t, Changes{&Unknown{"forsaken"}, &Tainted{Level: trust.External}}, got)
	_, err := json.Marshal(got)
	require.Error(t, err, "nobody knows what to write")
}

// Earlier versions wrote more members into some changes, on which nothing depends.
func TestAChangeOfAnEarlierVersionIsRead(t *testing.T) {
	var got Changes
	text := []byte(`[{"op":"turn_started","level":"shared","n":1,"text":"group"},{"op":"call_status","callId":"c","text":"why","tool":"exec"},{"op":"grant_used","n":2}]`)
	require.NoError(t, json.Unmarshal(text, &got, json.RejectUnknownMembers(true)))
	want := Changes{&TurnStarted{Level: trust.Shared, TurnOrigin: TurnOrigin{Why: "group"}}, &CallMoved{CallID: "c", Tool: "exec"}, &GrantUsed{Place: 2}}
	require.Equal(t, want, got)
	require.True(t, slices.IsSorted(once))
}
