package daemon

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap/zaptest"

	"github.com/provenanced/provenanced/internal/metrics"
)

// metricsOf is every metric of a daemon: its labels by its name. Histograms have the names that
// queries use.
func metricsOf(t *testing.T) map[string][]string {
	dir := t.TempDir()
	d, err := assemble(Options{StateDir: dir, RuntimeDir: dir, PolicyFile: filepath.Join(dir, "policy.yaml"), Log: zaptest.NewLogger(t)})
	require.NoError(t, err)
	d.metrics.Calls.Inc("exec", "allow") // no series exists before the first call
	text := string(d.metrics.AppendText(nil))
	require.NoError(t, d.close())
	out := map[string][]string{}
	line := regexp.MustCompile(`(?m)^([a-z_]+)(?:\{(.*)\})? \S+$`)
	for _, m := range line.FindAllStringSubmatch(text, -1) {
		labels := regexp.MustCompile(`([a-z]+)="`).FindAllStringSubmatch(m[2], -1)
		out[m[1]] = nil
		for _, l := range labels {
			out[m[1]] = append(out[m[1]], l[1])
		}
	}
	require.GreaterOrEqual(t, len(out), 40)
	return out
}

var (
	named   = regexp.MustCompile(`\b(?:provenanced|process|go)_[a-z_]+`)
	matched = regexp.MustCompile(`\b((?:provenanced|process|go)_[a-z_]+)\{([^}]*)\}`)
	grouped = regexp.MustCompile(`\bby \(([^)]*)\)`)
)

// requireQuery fails unless a query only uses existing metrics and labels.
func requireQuery(t *testing.T, query string, there map[string][]string) {
	labels := []string{"instance", "job"}
	for _, name := range named.FindAllString(query, -1) {
		require.Contains(t, there, name, query)
		labels = append(labels, there[name]...)
	}
	for _, m := range matched.FindAllStringSubmatch(query, -1) {
		for _, l := range regexp.MustCompile(`([a-z]+)(?:=|!=|=~)"`).FindAllStringSubmatch(m[2], -1) {
			require.Contains(t, append([]string{"instance", "job"}, there[m[1]]...), l[1], query)
		}
	}
	for _, m := range grouped.FindAllStringSubmatch(query, -1) {
		for l := range strings.SplitSeq(m[1], ",") {
			require.Contains(t, labels, strings.TrimSpace(l), query)
		}
	}
}

// queries are all strings under "expr" or "query" in a JSON value, and "{{…}}" in legends.
func queries(v any, found map[string][]string) {
	switch v := v.(type) {
	case map[string]any:
		for key, inner := range v {
			if text, ok := inner.(string); ok {
				found[key] = append(found[key], text)
			}
			queries(inner, found)
		}
	case []any:
		for _, inner := range v {
			queries(inner, found)
		}
	}
}

func TestTheDashboardAsksForWhatThereIs(t *testing.T) {
	text, err := os.ReadFile("../../deploy/grafana/provenanced.json")
	require.NoError(t, err)
	require.True(t, jsontext.Value(text).IsValid())
	var board struct {
		UID    string `json:"uid"`
		Panels []struct {
			ID      int    `json:"id"`
			Title   string `json:"title"`
			Type    string `json:"type"`
			GridPos struct{ X, Y, W, H int }
			Targets []struct {
				Expr   string `json:"expr"`
				Legend string `json:"legendFormat"`
			} `json:"targets"`
		} `json:"panels"`
	}
	require.NoError(t, json.Unmarshal(text, &board, json.MatchCaseInsensitiveNames(true)))
	require.Equal(t, "provenanced", board.UID)
	there := metricsOf(t)
	ids := map[int]bool{}
	asked := 0
	for _, p := range board.Panels {
		require.False(t, ids[p.ID], "two panels have the id %d", p.ID)
		ids[p.ID] = true
		require.NotEmpty(t, p.Title)
		require.LessOrEqual(t, p.GridPos.X+p.GridPos.W, 24, p.Title)
		require.Equal(t, p.Type == "row", len(p.Targets) == 0, p.Title)
		for _, q := range p.Targets {
			asked++
			requireQuery(t, q.Expr, there)
			for _, l := range regexp.MustCompile(`\{\{(\w+)\}\}`).FindAllStringSubmatch(q.Legend, -1) {
				require.True(t, l[1] == "instance" || strings.Contains(q.Expr, "by (") && strings.Contains(q.Expr, l[1]), "%s: %s", p.Title, q.Legend)
			}
		}
	}
	require.Greater(t, asked, 20)
	var all any
	require.NoError(t, json.Unmarshal(text, &all))
	found := map[string][]string{}
	queries(all, found)
	for _, q := range slices.Concat(found["expr"], found["query"]) {
		requireQuery(t, q, there)
	}
}

// The alerts and docs/OPERATIONS.md only use metrics that exist.
func TestTheAlertsAskForWhatThereIs(t *testing.T) {
	text, err := os.ReadFile("../../docs/OPERATIONS.md")
	require.NoError(t, err)
	there := metricsOf(t)
	alerts, err := os.ReadFile("../../deploy/prometheus/alerts.yaml")
	require.NoError(t, err)
	asked := regexp.MustCompile(`(?m)^ +expr: (.*)$`).FindAllStringSubmatch(string(alerts), -1)
	require.Greater(t, len(asked), 5)
	for _, m := range asked {
		requireQuery(t, m[1], there)
	}
	for _, m := range regexp.MustCompile("`(provenanced_[a-z_]+)`").FindAllStringSubmatch(string(text), -1) {
		_, plain := there[m[1]]
		_, histogram := there[m[1]+"_bucket"]
		require.True(t, plain || histogram, m[1])
	}
}

func TestMetricsSocketOfAnother(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.sock")
	l, err := listen(t.Context(), path)
	require.NoError(t, err)
	d := &daemon{opt: Options{Metrics: metrics.Address{Unix: path}}, log: zaptest.NewLogger(t), metrics: metrics.NewDaemon()}
	_, err = d.serveMetrics(t.Context())
	require.ErrorContains(t, err, "another program listens there")

	l.SetUnlinkOnClose(false)
	require.NoError(t, l.Close()) // left as by a daemon that was killed
	stop, err := d.serveMetrics(t.Context())
	require.NoError(t, err)
	stop()
	require.NoFileExists(t, path)
}
