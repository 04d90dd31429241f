package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// shim measures the round trip of the plugin for OpenClaw, in Node, compared with an echo from
// Node. It is skipped without a Node that can read the plugin's sources.
func shim(ctx context.Context, b *bench) ([]Table, error) {
	node, version := b.node(ctx)
	if node == "" {
		fmt.Fprint(os.Stderr, "(no Node 24) ")
		return nil, nil
	}
	d, err := b.launched(ctx, "d", asYAML())
	if err != nil {
		return nil, err
	}
	ours, err := d.contender("exec")
	if err != nil {
		return nil, err
	}
	size, err := answerSize(ours)
	if err != nil {
		return nil, err
	}
	if _, err := b.standIn(ctx, "bare echo", "echo", size); err != nil {
		return nil, err
	}
	p, err := d.dial("gateway")
	if err != nil {
		return nil, err
	}
	defer p.Close()
	q := call("agent:main:main", "exec", "trusted")
	task, err := json.Marshal(map[string]any{
		"runtimeDir": d.run, "echo": filepath.Join(b.Dir, "echo.sock"), "line": string(p.signer.line(nil, q)),
		"session": q.session, "payload": json.RawMessage(q.payload), "rounds": 15, "questions": 2000,
	})
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, node, "--no-warnings", filepath.Join(b.Root, "bench", "shim.ts"))
	cmd.Stdin, cmd.Stderr = strings.NewReader(string(task)), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var rounds struct{ Echo, Plugin [][2]float64 } // p50 and p99, µs
	if err := json.Unmarshal(out, &rounds); err != nil {
		return nil, err
	}
	if len(rounds.Echo) == 0 || len(rounds.Echo) != len(rounds.Plugin) {
		return nil, errors.New("the rounds in Node are not complete")
	}
	samples := func(rounds [][2]float64) (out []sample) {
		for _, r := range rounds {
			out = append(out, sample{p50: r[0], p99: r[1]})
		}
		return out
	}
	echo, plugin := samples(rounds.Echo), samples(rounds.Plugin)
	t := Table{
		Title: "The plugin's round trip, in Node",
		About: fmt.Sprintf("`before_tool_call` as the OpenClaw plugin asks it (encode, sign, send, wait, read; Node %s) with one question at a time, and an echo "+
			"of the same bytes that is asked from Node and only counts them. Everything on one processor.", version),
		First: "", Columns: []string{"p50 µs", "p99 µs", "p50 ÷ echo"},
	}
	t.add("bare echo", over(echo, p50), over(echo, p99), 1)
	t.add("plugin and daemon", over(plugin, p50), over(plugin, p99), ratio(plugin, echo, p50))
	around, err := b.hooks(ctx, node)
	if err != nil {
		return nil, err
	}
	return []Table{t, around}, nil
}

// hooks measures what the plugin's hooks around a tool call cost the gateway. It is built as the
// plugin is.
func (b *bench) hooks(ctx context.Context, node string) (Table, error) {
	build := exec.CommandContext(ctx, "go", "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", "dist/dialect.wasm", "./dialect")
	build.Dir, build.Env, build.Stderr = filepath.Join(b.Root, "shims", "openclaw"), append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm"), os.Stderr
	if err := build.Run(); err != nil {
		return Table{}, err
	}
	d, err := b.launched(ctx, "h", asYAML()+"maxIterations: 10000\n")
	if err != nil {
		return Table{}, err
	}
	task, err := json.Marshal(map[string]any{"runtimeDir": d.run, "rounds": 15, "calls": 200})
	if err != nil {
		return Table{}, err
	}
	cmd := exec.CommandContext(ctx, node, "--no-warnings", filepath.Join(b.Root, "bench", "hooks.ts"))
	cmd.Stdin, cmd.Stderr = strings.NewReader(string(task)), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return Table{}, err
	}
	var rounds map[string][]float64 // µs of CPU time per call
	if err := json.Unmarshal(out, &rounds); err != nil {
		return Table{}, err
	}
	t := Table{
		Title: "The plugin's hooks around a tool call, in Node",
		About: "Processor time of the process that a gateway would be, with all of its threads, for each call: the hooks as a gateway calls them, one call " +
			"after another without a pause, with the real daemon, and what need not be waited for. Beside them a hook that does nothing.",
		First: "", Columns: []string{"CPU µs", "÷ empty hook"},
	}
	samples := func(name string) (all []sample) {
		for _, took := range rounds[name] {
			all = append(all, sample{p50: took})
		}
		return all
	}
	empty := samples("empty")
	for _, row := range []struct{ name, label string }{
		{"empty", "a hook that does nothing"}, {"question", "the question before the call"}, {"result", "its result, a line"},
		{"longResult", "its result, 190 KB"}, {"model", "the model's call: beginning, tools, end"}, {"written", "what the gateway keeps of both"},
		{"all", "all of these, with a line"},
	} {
		of := samples(row.name)
		if len(of) == 0 || len(of) != len(empty) {
			return Table{}, fmt.Errorf("the rounds of %q in Node are not complete", row.name)
		}
		t.add(row.label, over(of, p50), ratio(of, empty, p50))
	}
	return t, nil
}

// node finds a Node that reads TypeScript: the one named, the one that came with the gateway, or
// the system's.
func (b *bench) node(ctx context.Context) (path, version string) {
	candidates, _ := filepath.Glob(filepath.Join(b.Root, "shims/openclaw/e2e/gateway/node_modules/node-linux-*/bin/node"))
	candidates = append(append([]string{os.Getenv("PROVENANCED_NODE")}, candidates...), "node")
	for _, node := range candidates {
		out, err := exec.CommandContext(ctx, node, "--version").Output()
		version := strings.TrimPrefix(strings.TrimSpace(string(out)), "v")
		major, _, _ := strings.Cut(version, ".")
		if n, bad := strconv.Atoi(major); err == nil && bad == nil && n >= 24 {
			return node, version
		}
	}
	return "", ""
}
