package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/trust"
)

func TestExplain(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	d := c.run("exec", nil)
	x, err := h.engine.ExplainLast(context.Background(), "s")
	require.NoError(t, err)
	require.Equal(t, d.Receipt.Seq, x.Seq)
	require.Equal(t, "exec", x.Tool)
	require.Equal(t, trust.VerdictDeny, x.Verdict)
	require.Equal(t, trust.Confirm, x.Mode)
	require.Equal(t, "web_fetch response", x.Cause.Reason)
	require.Equal(t, "https://example.com", x.Cause.Detail, "no path, no query: they may hold secrets")
	require.Contains(t, x.Remedy, ".approve exec")
	_, err = h.engine.Explain(context.Background(), 0, 9999, "")
	require.ErrorIs(t, err, decide.ErrNotFound)

	r := newHost(t, "taintPolicy: {shared: allow, external: confirm, untrusted: restrict}")
	rc := r.fetched("s")
	rc.run("exec", nil)
	x, err = r.engine.ExplainLast(context.Background(), "")
	require.NoError(t, err)
	require.Contains(t, x.Remedy, ".reset-trust external")
}

// What the owner is told to run is one command, whatever the session is called.
func TestTheRemedyCanBePastedIntoAShell(t *testing.T) {
	long := "agent:main:" + strings.Repeat("x", 100)
	for session, want := range map[string]string{
		"agent:main:main":                 "provenancectl approve --session agent:main:main exec",
		long:                              "provenancectl approve --session " + long + " exec",
		`weird "quote' session; rm -rf ~`: `provenancectl approve --session 'weird "quote'\'' session; rm -rf ~' exec`,
		"two\nlines":                      "provenancectl approve, with what provenancectl pending --json lists",
		strings.Repeat("y", 999):          "provenancectl approve, with what provenancectl pending --json lists",
	} {
		h := newHost(t, "")
		held(t, h.fetched(session).run("exec", nil))
		x, err := h.engine.ExplainLast(context.Background(), session)
		require.NoError(t, err)
		require.Equal(t, "the owner sends .approve exec with the code, or runs: "+want, x.Remedy)
	}
}

// What was answered under an earlier code is no longer asked about.
func TestOnlyCallsThatWaitAreShownToWait(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	code := held(t, c.tried("exec", "x", `{"command":"ls"}`))
	c.command(".approve exec " + code + " once")
	allowed(t, c.tried("exec", "y", `{"command":"ls"}`))
	held(t, c.tried("exec", "z", `{"command":"make"}`))
	want := []HeldCall{{Tool: "exec", CallID: "z", Params: `{"command":"make"}`, Does: "make", Why: "taintPolicy.untrusted: confirm (preset provenance)"}}
	require.Equal(t, want, h.engine.Pending()[0].Calls)
	c.emit()
	require.Equal(t, want, h.engine.Pending()[0].Calls, "the owner reads what the agent has told him of")
}

func TestTheRemedyNamesNoCodeThatIsVoid(t *testing.T) {
	for name, ends := range map[string]func(h *host, c *chat, code string){
		"expired": func(h *host, _ *chat, _ string) { h.now = h.now.Add(121 * time.Second) },
		"denied":  func(_ *host, c *chat, code string) { c.command(".deny " + code) },
		"burned": func(_ *host, c *chat, _ string) {
			for range decide.WrongCodeLimit {
				c.command(".approve exec 00000000")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, "")
			c := h.fetched("s")
			code := held(t, c.run("exec", nil))
			ends(h, c, code)
			x, err := h.engine.ExplainLast(context.Background(), "s")
			require.NoError(t, err)
			require.Equal(t, "let the agent try again: the code for this call no longer waits", x.Remedy)
		})
	}
}

func TestWatermarkFile(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	held(t, c.run("exec", nil))
	f, err := h.engine.ExportWatermarks("", 0)
	require.NoError(t, err)
	w := f.Watermarks["s"]
	require.Equal(t, trust.Untrusted, w.Level)
	require.Equal(t, "web_fetch response", w.Reason)
	require.Equal(t, "web_fetch", w.EscalatedBy)
	require.Equal(t, "exec", w.LastImpactedTool)

	o := newHost(t, "")
	o.open("t", owner).turn("hi")
	f.Watermarks["t"] = WatermarkEntry{Level: trust.Trusted}
	n, err := o.engine.ImportWatermarks(context.Background(), f)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	oc := o.open("s", owner)
	require.Equal(t, trust.Untrusted, oc.level())
	oc.turn("hi")
	held(t, oc.run("exec", nil))
	n, err = o.engine.ImportWatermarks(context.Background(), f)
	require.NoError(t, err)
	require.Zero(t, n)
}

// A disk that may be slow syncs a hundred sessions at once, and the last of them before
// the owner is told.
func TestImportedWatermarksAreSyncedTogether(t *testing.T) {
	h := newHost(t, "")
	f := WatermarkFile{Version: 1, Watermarks: map[string]WatermarkEntry{}}
	for i := range 2*importedTogether + 1 {
		f.Watermarks[fmt.Sprintf("s%03d", i)] = WatermarkEntry{Level: trust.External}
	}
	n, err := h.engine.ImportWatermarks(context.Background(), f)
	require.NoError(t, err)
	require.Equal(t, len(f.Watermarks), n)
	require.Equal(t, []int{importedTogether, 2 * importedTogether, n}, h.journal.synced)

	_, err = h.engine.ImportWatermarks(context.Background(), f)
	require.NoError(t, err)
	require.Len(t, h.journal.synced, 3, "nothing is synced where nothing was lowered")

	h.journal.unwritten = errors.New("no disk")
	f.Watermarks["s000"] = WatermarkEntry{Level: trust.Untrusted}
	_, err = h.engine.ImportWatermarks(context.Background(), f)
	require.ErrorContains(t, err, "record: no disk")
}

// There may be more sessions than an answer has room for.
func TestSessionsAreListedInParts(t *testing.T) {
	h := newHost(t, "")
	for _, key := range []string{"c", "a", "g", "e"} { // in the index alone
		h.fetched(key)
	}
	h.save()
	require.Equal(t, 4, h.engine.Forget(h.now.Add(time.Second)))
	for _, key := range []string{"d", "h", "b", "c"} {
		h.fetched(key)
	}
	h.open("f", owner).turn("of what is trusted, no watermark is kept")

	rows, err := h.engine.Sessions("", 0)
	require.NoError(t, err)
	require.Len(t, rows, 8)
	marks, err := h.engine.ExportWatermarks("", 0)
	require.NoError(t, err)
	require.Len(t, marks.Watermarks, 7)
	for most := 1; most < 10; most++ {
		var inParts []SessionView
		for after, full := "", true; full; after = inParts[len(inParts)-1].Session {
			part, err := h.engine.Sessions(after, most)
			require.NoError(t, err)
			require.LessOrEqual(t, len(part), most)
			inParts, full = append(inParts, part...), len(part) == most
		}
		require.Equal(t, rows, inParts)

		file := WatermarkFile{Version: 1, Watermarks: map[string]WatermarkEntry{}}
		for after, full := "", true; full; {
			part, err := h.engine.ExportWatermarks(after, most)
			require.NoError(t, err)
			require.LessOrEqual(t, len(part.Watermarks), most)
			for key, w := range part.Watermarks {
				require.Greater(t, key, after, "none comes twice")
				file.Watermarks[key] = w
			}
			full = len(part.Watermarks) == most
			after = slices.Max(slices.Collect(maps.Keys(file.Watermarks)))
		}
		require.Equal(t, marks, file)
	}
}

// What seed 000 shows of the file goes in, and comes out as it was.
func TestWatermarkFileOfThePlugin(t *testing.T) {
	const text = `{"version":1,"watermarks":{"session:abc123":{"level":"untrusted","reason":"web_fetch response",
		"escalatedAt":"2026-02-10T20:15:00.000Z","escalatedBy":"web_fetch","lastImpactedTool":"exec","resetHistory":[]}}}`
	var in WatermarkFile
	require.NoError(t, json.Unmarshal([]byte(text), &in))
	h := newHost(t, "")
	n, err := h.engine.ImportWatermarks(context.Background(), in)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	out, err := h.engine.ExportWatermarks("", 0)
	require.NoError(t, err)
	require.JSONEq(t, text, string(raw(out)))
	view, err := h.engine.Session("session:abc123")
	require.NoError(t, err)
	require.Nil(t, view.Turn, "it was denied there, in no turn of this session")

	_, err = h.engine.ResetTrust(context.Background(), "session:abc123", trust.Trusted)
	require.NoError(t, err)
	out, err = h.engine.ExportWatermarks("", 0)
	require.NoError(t, err)
	require.JSONEq(t, `{"version":1,"watermarks":{"session:abc123":{"level":"trusted","reason":"","escalatedBy":"",
		"resetHistory":[{"resetAt":"2026-02-10T20:15:00.000Z","previousLevel":"untrusted","newLevel":"trusted","resetBy":"cli"}]}}}`, string(raw(out)))
}
