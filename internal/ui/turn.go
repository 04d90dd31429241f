package ui

import (
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/provenanced/provenanced/internal/graphview"
)

// judged is a call of the turn, with the way on which each of its values came.
type judged struct {
	Entry
	Args []origin // whose its values are
}

type origin struct {
	Value
	Way string // the nodes from its source to the call, separated by spaces; empty where the graph has none
}

type turnView struct {
	Session session
	Turn    string
	Turns   []string
	Picture template.HTML
	Calls   []judged
	Sources []graphview.Node
}

// turn is the graph of a turn, and its calls.
func (p *Page) turn(r *http.Request, _ *status) (any, error) {
	q := r.URL.Query()
	var v struct {
		session
		TurnsKept []string `json:"turnsKept"`
	}
	if err := p.Source.Ask(r.Context(), "session", map[string]any{"session": q.Get("session")}, &v); err != nil {
		return nil, err
	}
	view := turnView{Session: v.session, Turns: v.TurnsKept, Turn: q.Get("turn")}
	slices.Reverse(view.Turns)
	if len(view.Turns) == 0 {
		return view, nil
	}
	if view.Turn == "" || view.Turn == "last" {
		view.Turn = view.Turns[0]
	}
	var g graphview.TurnGraph
	if err := p.Source.Ask(r.Context(), "graph", map[string]any{"session": v.Session, "turn": view.Turn}, &g); err != nil {
		return nil, err
	}
	view.Picture = template.HTML(graphview.Inline(&g)) // which escapes what it draws
	for _, n := range g.Nodes {
		if n.Kind == graphview.KindResult || n.Kind == graphview.KindInput || n.Kind == graphview.KindHistory {
			view.Sources = append(view.Sources, n)
		}
	}
	number, err := strconv.Atoi(strings.TrimPrefix(view.Turn, "t"))
	if err != nil {
		return view, nil
	}
	got, err := p.Source.History(r.Context(), Query{Session: v.Session, Turn: number, Most: 64})
	if err != nil {
		return nil, err
	}
	slices.Reverse(got.List)
	for _, e := range got.List {
		if e.Verdict == "" {
			continue
		}
		j, call := judged{Entry: e}, nodeOf(&g, graphview.KindToolCall, e.CallID)
		for _, value := range e.Values {
			j.Args = append(j.Args, origin{value, way(&g, nodeOf(&g, graphview.KindResult, value.CallID), call)})
		}
		view.Calls = append(view.Calls, j)
	}
	return view, nil
}

// nodeOf is the id of a call's node, or of its result's; empty where the graph has none.
func nodeOf(g *graphview.TurnGraph, kind, call string) string {
	if call == "" {
		return ""
	}
	for _, n := range slices.Backward(g.Nodes) {
		if id, _ := n.Metadata["toolCallId"].(string); n.Kind == kind && id == call {
			return n.ID
		}
	}
	return ""
}

// way is the shortest way on which content comes from one node to another.
func way(g *graphview.TurnGraph, from, to string) string {
	if from == "" || to == "" {
		return ""
	}
	next := map[string][]string{}
	for _, e := range g.Edges {
		a, b := e.Flow()
		next[a] = append(next[a], b)
	}
	before := map[string]string{from: ""}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		if queue[0] == to {
			var nodes []string
			for at := to; at != ""; at = before[at] {
				nodes = append(nodes, at)
			}
			slices.Reverse(nodes)
			return strings.Join(nodes, " ")
		}
		for _, n := range next[queue[0]] {
			if _, seen := before[n]; !seen {
				before[n] = queue[0]
				queue = append(queue, n)
			}
		}
	}
	return from + " " + to // the model carried it on in a call that the graph joins by its spine
}

func graphStyle(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	_, _ = w.Write([]byte(graphview.Style()))
}
