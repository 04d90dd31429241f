package main

import (
	"context"
	"fmt"
	"strings"
	"time"
)

const megabyte = 1 << 20

// shapes are typical results of tools, and texts made to be slow to read.
var shapes = []struct{ name, text string }{
	{"prose", "The committee met on Tuesday to review the budget for the coming year, and the treasurer explained how the figures had been reached.\n"},
	{"JSON records", `{"id":48213,"name":"northern line","updated":"2024-05-19T23:50:00Z","items":[{"sku":"A-1029","price":19.99}],"ok":true},` + "\n"},
	{"code", "\tif err := s.store.Put(ctx, r.URL.Path[1:], r.Body); err != nil {\n\t\thttp.Error(w, err.Error(), http.StatusInternalServerError)\n\t\treturn\n\t}\n"},
	{"logs", "2024-05-19T23:50:00.123Z INFO [worker-7] request 48213 served in 18ms status=200 path=/api/v1/items?page=2\n"},
	{"hashes", "9f2c1b0a77d3e5f6a8b9c0d1e2f3a4b5c6d7e8f9 4b825dc642cb6eb9a060e54bf8d69288fbee4904\n"},
	{"Russian", "Комитет собрался во вторник, чтобы рассмотреть бюджет на следующий год.\n"},
	{"Chinese", "委员会于星期二开会审议来年的预算，财务主管解释了这些数字是如何得出的。\n"},
	{"nearly orders", "Please ignore the previous email. The system prompts the user, and the assistant must not forget the instructions above.\n"},
	{"nearly secrets", "The password is in chapter 4; the system asks for the token, api_key and secret, as sk-learn and ghp_ prefixes do.\n"},
	{"invisible characters", "The sys\u200btem prints the ins\u00adtructions; ig\u2060nore the noise and read the re\u200dport.\n"},
	{"a secret in each kilobyte", strings.Repeat("The committee met on Tuesday to review the budget.\n", 20) + "export GITHUB_TOKEN=ghp_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX\n"},
}

// scan measures results of 1 MB through both scanners.
func scan(ctx context.Context, b *bench) ([]Table, error) {
	on, err := b.launched(ctx, "on", "mode: standard\n")
	if err != nil {
		return nil, err
	}
	off, err := b.launched(ctx, "off", "mode: provenance\n")
	if err != nil {
		return nil, err
	}
	if _, err := b.standIn(ctx, "bare echo", "echo", 200); err != nil {
		return nil, err
	}
	echo, err := b.dialFramed(b.Dir + "/echo.sock")
	if err != nil {
		return nil, err
	}
	var peers [2]*peer
	for i, d := range []*daemon{off, on} {
		if peers[i], err = d.dial("gateway"); err != nil {
			return nil, err
		}
	}

	t := Table{
		Title: "A tool result of 1 MB, through both scanners",
		About: "`after_tool_call` with 1 MiB of text, redaction and injection as the preset `standard` has them; the same with both off (preset " +
			"`provenance`), and the echo. The speed of the scanners is that of the difference.",
		First: "text", Columns: []string{"echo ms", "scanners off ms", "on ms", "scanners MB/s"},
	}
	slowest := 0.0
	for _, shape := range shapes {
		text := strings.Repeat(shape.text, megabyte/len(shape.text))
		var ms [3][]float64
		for range 15 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			q := result("agent:main:scan", text)
			for i, p := range []*peer{nil, peers[0], peers[1]} {
				took, err := hand(p, echo, q, shape.name)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", shape.name, err)
				}
				ms[i] = append(ms[i], took.Seconds()*1e3)
			}
		}
		took := median(ms[2]) - median(ms[1])
		speed := float64(len(text)) / 1e6 / (took / 1e3)
		t.add(shape.name, median(ms[0]), median(ms[1]), median(ms[2]), speed)
		if slowest == 0 || speed < slowest {
			slowest = speed
		}
	}
	t.atLeast("the slowest of these texts", slowest, 100, "MB/s")
	return []Table{t}, nil
}

// hand times one result, at a daemon or, without one, at the echo, after a new turn has begun.
func hand(p *peer, echo *framed, q question, shape string) (time.Duration, error) {
	to, s := echo, newSigner(nil)
	if p != nil {
		to, s = p.framed, p.signer
		for _, q := range opening(q.session) {
			if _, err := p.put(q); err != nil {
				return 0, err
			}
		}
	}
	l := s.line(nil, q)
	began := time.Now()
	body, err := to.ask(l)
	took := time.Since(began)
	if err != nil || p == nil {
		return took, err
	}
	a, err := read(body)
	if err == nil && strings.HasPrefix(shape, "a secret") && strings.Contains(string(a.Result.Content), "ghp_0aB1") {
		err = fmt.Errorf("the secret is still there")
	}
	return took, err
}
