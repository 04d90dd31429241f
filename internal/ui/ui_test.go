package ui

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/graphview"
)

// daemon answers commands with JSON; those that it does not know it refuses, as an older one does.
type daemon map[string]string

var errUnknown = errors.New("this daemon does not know that command")

func (d daemon) Ask(_ context.Context, command string, _, out any) error {
	text, known := d[command]
	if !known {
		return errUnknown
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal([]byte(text), out)
}

func (d daemon) Listen(ctx context.Context, _ func()) error {
	<-ctx.Done()
	return ctx.Err()
}

func (d daemon) History(context.Context, Query) (Entries, error) { return Entries{}, nil }
func (d daemon) Seal(context.Context) (Seal, error)              { return Seal{OK: true}, nil }
func (d daemon) Checks(context.Context) ([]Check, error)         { return nil, nil }

// reader is a browser, with a clock that only moves when told.
type reader struct {
	t      *testing.T
	page   *Page
	now    time.Time
	cookie string
}

func read(t *testing.T, d daemon) *reader {
	r := &reader{t: t, now: time.Date(2026, 2, 10, 20, 15, 0, 0, time.UTC)}
	var err error
	r.page, err = New(Options{Source: d, Host: "127.0.0.1:4711", Now: func() time.Time { return r.now }, Rand: rand.NewChaCha8([32]byte{1})})
	require.NoError(t, err)
	return r
}

func (r *reader) get(path string) (int, string) {
	r.t.Helper()
	req := httptest.NewRequest(http.MethodGet, "http://127.0.0.1:4711"+path, nil)
	if r.cookie != "" {
		req.Header.Set("Cookie", r.cookie)
	}
	w := httptest.NewRecorder()
	r.page.ServeHTTP(w, req)
	if set := w.Header().Get("Set-Cookie"); set != "" {
		r.cookie, _, _ = strings.Cut(set, ";")
	}
	return w.Code, w.Body.String()
}

func (r *reader) open() {
	r.t.Helper()
	link, err := r.page.Link()
	require.NoError(r.t, err)
	code, _ := r.get(link)
	require.Equal(r.t, http.StatusOK, code)
}

func TestALinkWorksOnceAndNotForLong(t *testing.T) {
	r := read(t, daemon{"status": `{}`, "sessions": `[]`})
	link, err := r.page.Link()
	require.NoError(t, err)
	r.now = r.now.Add(linkLasts + time.Second)
	code, body := r.get(link)
	require.Equal(t, http.StatusForbidden, code)
	require.Contains(t, body, "too old")
	r.open()
	code, _ = r.get("/")
	require.Equal(t, http.StatusOK, code)
}

func TestABrowserThatSleptForADayIsToldSo(t *testing.T) {
	r := read(t, daemon{"status": `{}`, "sessions": `[]`})
	r.open()
	r.now = r.now.Add(24 * time.Hour)
	code, body := r.get("/")
	require.Equal(t, http.StatusForbidden, code)
	require.Contains(t, body, "provenancectl ui")
	require.Equal(t, 24*time.Hour, r.page.Quiet())
}

func TestADaemonOfAnotherVersionIsShownAsFarAsItIsKnown(t *testing.T) {
	r := read(t, daemon{
		"status": `{"version":"9.9","pending":1,"moods":["fine"]}`, "sessions": `[{"session":"s","level":"adored","since":null}]`,
		"pending": `[{"session":"s","code":"00","tools":["exec"],"calls":null,"expiresIn":9}]`, "labels-list": `[]`,
	})
	r.open()
	code, body := r.get("/")
	require.Equal(t, http.StatusOK, code, body)
	require.Contains(t, body, "not known any more")
	require.Contains(t, body, "adored")
	code, body = r.get("/staged")
	require.Equal(t, http.StatusBadGateway, code)
	require.Contains(t, body, errUnknown.Error())
	code, body = r.get("/labels")
	require.Equal(t, http.StatusOK, code, body)
}

func TestWhoAcceptsASkillIsToldThatItsDiffGoesOn(t *testing.T) {
	r := read(t, daemon{
		"status":      `{}`,
		"skills-diff": `{"name":"weather","path":"/s/weather","state":"changed","level":"untrusted","digest":"00","diff":"@@ -0,0 +1,9999 @@\n` + strings.Repeat(`+x\n y\n`, maxDiffLines) + `"}`,
	})
	r.open()
	code, body := r.get("/labels?skill=weather")
	require.Equal(t, http.StatusOK, code, body)
	require.Contains(t, body, "Accept as it is here")
	require.Contains(t, body, "<code>provenancectl skills diff</code> shows it")
}

func TestTenThousandCallsThatWait(t *testing.T) {
	var rows []string
	for i := range mostCodes {
		rows = append(rows, fmt.Sprintf(`{"session":"s%d","code":"%08x","tools":["exec"],"level":"untrusted","expiresIn":%d,"calls":[{"tool":"exec","callId":"c%d","does":"make %d"}]}`, i, i, i+1, i, i))
	}
	r := read(t, daemon{"status": `{"pending":10000}`, "sessions": `[]`, "pending": "[" + strings.Join(rows, ",") + "]"})
	r.open()
	_, body := r.get("/")
	require.Equal(t, pageOfWaiting, strings.Count(body, `class="item wait"`))
	require.Contains(t, body, "more than 9936 others wait")
	require.Contains(t, body, "make 63<", "the newest is shown")
	require.Less(t, len(body), 100_000)
}

func TestEachCallThatWaitsIsShownUnderTheNarrowestCode(t *testing.T) {
	make1 := held{Tool: "exec", CallID: "1", Params: "{}"}
	mail := held{Tool: "mail", CallID: "2", Params: "{}"}
	again := held{Tool: "exec", CallID: "3", Params: `{"x":1}`}
	got := cards([]waiting{
		{Session: "s", Code: "new", Tools: []string{"exec (make)", "exec (rm)", "mail (a@b.example)"}, ExpiresIn: 9, Calls: []held{make1, mail, again}},
		{Session: "s", Code: "old", Tools: []string{"exec (make)"}, ExpiresIn: 5, Calls: []held{make1}},
		{Session: "t", Code: "lost", Tools: []string{"exec", "write"}, ExpiresIn: 1},
	})
	require.Len(t, got, 4)
	require.Equal(t, card{Session: "s", Code: "new", ExpiresIn: 9, Call: again, Tools: "exec (make), exec (rm), mail (a@b.example)"}, got[0], "which exec it waits under is not known: no yes for a while")
	require.Equal(t, "mail (a@b.example)", got[1].While)
	require.Equal(t, card{Session: "s", Code: "old", ExpiresIn: 5, Call: make1, Tools: "exec (make)", While: "exec (make)"}, got[2])
	require.Equal(t, "all", got[3].While)
}

func TestADiffStandsSideBySide(t *testing.T) {
	rows, long := sideBySide("--- a\n+++ b\n@@ -1,5 +1,4 @@\n same\n-one\n-two\n+three\n same\n--- not a head\n+- item\n\\ No newline at end of file\n")
	require.False(t, long)
	require.Equal(t, []diffLine{
		{Head: "--- a"}, {Head: "+++ b"}, {Head: "@@ -1,5 +1,4 @@"},
		{Left: "same", Right: "same"},
		{Left: "one", Right: "three", Was: true, Is: true}, {Left: "two", Was: true},
		{Left: "same", Right: "same"},
		{Left: "-- not a head", Right: "- item", Was: true, Is: true},
	}, rows)
	rows, long = sideBySide("@@ -1,9999 +1,9999 @@\n" + strings.Repeat("+x\n y\n", maxDiffLines))
	require.True(t, long)
	require.LessOrEqual(t, len(rows), maxDiffLines+1)
}

func TestTheWayOfAValue(t *testing.T) {
	g := &graphview.TurnGraph{
		Nodes: []graphview.Node{
			{ID: "n0", Kind: graphview.KindResult, Tool: "web_fetch", Metadata: map[string]any{"toolCallId": "w"}},
			{ID: "n1", Kind: graphview.KindLLMCall}, {ID: "n2", Kind: graphview.KindToolCall, Tool: "exec", Metadata: map[string]any{"toolCallId": "x"}},
		},
		Edges: []graphview.Edge{{From: "n1", To: "n0", Relation: graphview.Consumes}, {From: "n1", To: "n2", Relation: graphview.Produces}, {From: "n2", To: "n1", Relation: graphview.Triggers}},
	}
	from, to := nodeOf(g, graphview.KindResult, "w"), nodeOf(g, graphview.KindToolCall, "x")
	require.Equal(t, "n0 n1 n2", way(g, from, to))
	require.Empty(t, way(g, nodeOf(g, graphview.KindResult, "gone"), to))
	require.Equal(t, "n2 n0", way(g, to, "n0"), "where no line leads, the two ends")
}

func TestNoTextTurnsRoundWhatStandsBesideIt(t *testing.T) {
	require.Equal(t, "a\ufffdb\ufffd\ufffdc\nd", shown("a\u202eb\x00\u2066c\nd"))
	require.Equal(t, "وكيل", shown("وكيل"))
	require.Equal(t, "a\ufffd", shown("a\xff"))
}
