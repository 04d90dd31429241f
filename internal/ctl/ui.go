package ctl

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"html"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/client"
	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/ui"
)

const (
	uiIdle  = 30 * time.Minute
	uiLooks = time.Second // between looks at whether somebody is still there
)

// uiStarted is what a program that starts the page is told.
type uiStarted struct {
	URL    string `json:"url"`
	Socket string `json:"socket,omitzero"`
}

func serveUI(c *call) error {
	idle := uiIdle
	if text, ok := c.flags["idle"]; ok {
		var err error
		if idle, err = duration(text); err != nil || idle < time.Second {
			return usagef("--idle %q is not a duration of a second or more: write 90s, 30m, 2h or 1d", text)
		}
	}
	if err := c.ask("ping", nil, nil); err != nil {
		return err
	}
	socket := c.flags["socket"]
	listener, err := uiListen(socket)
	if err != nil {
		return err
	}
	defer listener.Close()
	o := ui.Options{Source: uiSource{c}, Version: c.env.Version, ReadOnly: c.has("read-only"), Now: c.env.Now, Rand: rand.Reader}
	at := "localhost"
	if socket == "" {
		at = listener.Addr().String()
		o.Host = at
	}
	page, err := ui.New(o)
	if err != nil {
		return err
	}
	link, err := page.Link()
	if err != nil {
		return err
	}
	started := uiStarted{URL: "http://" + at + link, Socket: socket}
	opened := socket == "" && !c.has("no-open") && !c.has("json")
	if opened {
		var done func()
		if done, err = c.browse(started.URL); err != nil {
			opened = false
		} else {
			defer done()
		}
	}
	if err := result(c, started, func() { c.tellUI(&started, opened, idle) }); err != nil {
		return err
	}
	if err := c.out.flush(); err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	return c.serve(listener, page, idle)
}

func (c *call) tellUI(s *uiStarted, opened bool, idle time.Duration) {
	switch {
	case opened:
		c.out.say("The page is open in your browser. If it is not, open this link, which works once:\n  %s\n", s.URL)
	case s.Socket != "":
		c.out.say("The page is served on %s. From elsewhere: ssh -L 4711:%s HOST, and then open this link, with the port, once:\n  %s\n", s.Socket, s.Socket, s.URL)
	default:
		c.out.say("Open this link in a browser of this machine. It works once, within five minutes:\n  %s\n", s.URL)
	}
	c.out.tell("%s\n", dim("It ends with Ctrl-C, or when nobody has looked for "+span(idle)+"."))
}

// uiListen listens on this machine alone, or on a socket of this user's alone.
func uiListen(socket string) (net.Listener, error) {
	if socket == "" {
		l, err := net.Listen("tcp4", "127.0.0.1:0")
		if err != nil {
			return nil, fmt.Errorf("listen: %w", err)
		}
		return l, nil
	}
	if n := len(socket); n > maxSocketPath {
		return nil, usagef("--socket has %d bytes, and the system allows %d", n, maxSocketPath)
	}
	old := unix.Umask(0o177)
	l, err := net.Listen("unix", socket)
	unix.Umask(old)
	if errors.Is(err, unix.EADDRINUSE) {
		return nil, fmt.Errorf("%s is there already: another page may use it; remove it if none does", socket)
	}
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	return l, nil
}

// serve answers browsers until it is interrupted, or nobody has looked for a while.
func (c *call) serve(l net.Listener, page *ui.Page, idle time.Duration) error {
	s := &http.Server{
		Handler: page, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: time.Minute, IdleTimeout: time.Minute,
		MaxHeaderBytes: 64 << 10, ErrorLog: log.New(io.Discard, "", 0),
	}
	defer s.Close()
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	look := time.NewTicker(uiLooks)
	defer look.Stop()
	for {
		select {
		case err := <-ended:
			return fmt.Errorf("serve: %w", err)
		case <-c.ctx.Done():
			return nil
		case <-look.C:
			if page.Quiet() > idle {
				return nil
			}
		}
	}
}

// browsers open a file in the browser that somebody prefers.
var browsers = []string{"xdg-open", "open", "x-www-browser"}

// browse opens the link by a file that leads to it: a command line can be read by every user of
// the machine, who could be first to use the link.
func (c *call) browse(link string) (done func(), err error) {
	for _, name := range browsers {
		program, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		dir, err := os.MkdirTemp("", "provenance-ui-")
		if err != nil {
			return nil, err
		}
		done = func() { _ = os.RemoveAll(dir) }
		file := filepath.Join(dir, "open.html")
		text := "<!doctype html><meta charset=utf-8><title>provenanced</title><meta http-equiv=refresh content=\"0;url=" + html.EscapeString(link) + "\">"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			done()
			return nil, err
		}
		cmd := exec.Command(program, file)
		if err := cmd.Start(); err != nil {
			done()
			return nil, err
		}
		go func() { _ = cmd.Wait() }() // what it says is for nobody
		return done, nil
	}
	return nil, exec.ErrNotFound
}

// uiSource is where the page has everything from.
type uiSource struct{ c *call }

func (s uiSource) of(ctx context.Context) *call {
	c := *s.c
	c.ctx = ctx
	return &c
}

func (s uiSource) Ask(ctx context.Context, command string, args, out any) error {
	return s.of(ctx).ask(command, args, out)
}

func (s uiSource) Listen(ctx context.Context, on func()) error {
	dir, err := s.c.runtimeDir()
	if err != nil {
		return err
	}
	d, err := s.c.env.Dial(ctx, dir)
	if err != nil {
		return &unreachable{dir: dir, why: err}
	}
	defer d.Close()
	return d.Subscribe(ctx, func(client.Event) error {
		on()
		return nil
	})
}

func (s uiSource) Seal(ctx context.Context) (ui.Seal, error) {
	c := s.of(ctx)
	dir, err := c.ledgerDir()
	if err != nil {
		return ui.Seal{}, err
	}
	r, err := c.seal(dir, func(dir string, key *hmacauth.Key) (ledger.Report, error) { return verifyGrowing(dir, key, nil) })
	if err != nil {
		return ui.Seal{}, err
	}
	seal := ui.Seal{OK: r.Problem == nil, Entries: r.Entries}
	if p := r.Problem; p != nil {
		seal.What = fmt.Sprintf("At %s: %s. `provenancectl audit verify` tells more.", entryName(p.File, p.Seq), p.What)
	}
	return seal, nil
}

func (s uiSource) Checks(ctx context.Context) ([]ui.Check, error) {
	p, err := s.of(ctx).patient()
	if err != nil {
		return nil, err
	}
	found, err := inspect(p)
	var list []ui.Check
	for _, f := range found {
		list = append(list, ui.Check{Name: f.Check, Status: f.Status, Detail: f.Detail, Fix: f.Fix})
	}
	return list, err
}
