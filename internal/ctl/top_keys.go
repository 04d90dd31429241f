package ctl

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/provenanced/provenanced/client"
)

// desk is top on a screen, where the owner chooses, reads and answers. It never waits for the
// daemon: a slow one delays answers, but not the keyboard or quitting.
type desk struct {
	v    *viewer
	c    *call
	quit context.CancelFunc

	pressed  chan byte
	resized  chan struct{}
	looked   chan glance
	answered chan answered
	broke    chan any // another goroutine's panic

	now     *watched  // nil before the first look
	lost    error     // why the last look failed
	looking time.Time // since when a look has been under way; zero if none is
	keys    keyboard

	chosen string        // the id of a row
	pane   func() string // shown in place of the rows; nil: the rows
	scroll int           // lines of the pane above the top of the screen
	asking *watchedPending
	busy   string // the command that the daemon has not answered yet
	note   ink    // the last answer
}

type glance struct {
	w   watched
	err error
}

// answered is the result of a key.
type answered struct {
	note ink
	pane func() string // see desk; nil changes nothing
}

const (
	typedAhead = 64
	escapeWait = 50 * time.Millisecond // a terminal sends the rest of a key's sequence sooner
	slowAfter  = 3 * time.Second
)

// draw keeps drawing the screen until q, or until it is interrupted.
func (v *viewer) draw(ctx context.Context) error {
	ctx, quit := context.WithCancel(ctx)
	d := &desk{
		v: v, c: v.c, quit: quit, pressed: make(chan byte, typedAhead), resized: make(chan struct{}, 1),
		looked: make(chan glance, 1), answered: make(chan answered, 1), broke: make(chan any, 3),
	}
	defer d.settle()
	enterScreen(v.c.out)
	defer leaveScreen(v.c.out)
	if v.c.env.Keys != nil {
		defer v.c.env.Keys(func(key byte) {
			select {
			case d.pressed <- key:
			default: // nobody types that far ahead
			}
		})()
	}
	if v.c.env.Resized != nil {
		defer v.c.env.Resized(func() {
			select {
			case d.resized <- struct{}{}:
			default:
			}
		})()
	}
	return d.run(ctx)
}

// settle ends outstanding requests to the daemon.
func (d *desk) settle() {
	d.quit()
	if !d.looking.IsZero() {
		select {
		case <-d.looked:
		case <-d.broke:
		}
	}
}

// spawn runs something that waits for the daemon. A panic in it is raised again by the screen's
// goroutine, which restores the terminal first.
func (d *desk) spawn(run func()) {
	go func() {
		defer func() {
			if p := recover(); p != nil {
				d.broke <- p
			}
		}()
		run()
	}()
}

func (d *desk) run(ctx context.Context) error {
	next := time.NewTimer(0)
	defer next.Stop()
	beat := time.NewTicker(refreshEvery)
	defer beat.Stop()
	for ctx.Err() == nil {
		var escaped <-chan time.Time
		if d.keys.escaped() {
			escaped = time.After(escapeWait)
		}
		changed := true
		select { // keys first: they refer to what is on the screen
		case b := <-d.pressed:
			changed = d.press(ctx, d.keys.read(b))
		default:
			select {
			case <-ctx.Done():
				return nil
			case p := <-d.broke:
				d.looking = time.Time{}
				panic(p)
			case b := <-d.pressed:
				changed = d.press(ctx, d.keys.read(b))
			case <-escaped:
				changed = d.press(ctx, d.keys.alone())
			case <-d.resized:
			case <-beat.C:
				changed = d.slow()
			case a := <-d.answered:
				d.busy, d.note = "", a.note
				if a.pane != nil {
					d.pane, d.scroll = a.pane, 0
				}
				if d.looking.IsZero() {
					next.Reset(0) // and look at what it changed
				}
			case <-next.C:
				changed = false
				d.looking = time.Now()
				d.spawn(func() {
					w, err := d.v.look(ctx)
					if err != nil {
						d.v.hangUp() // and try again: it may come back
					}
					d.looked <- glance{w, err}
				})
			case g := <-d.looked:
				d.looking = time.Time{}
				if d.lost = g.err; g.err == nil {
					d.now = &g.w
				}
				next.Reset(d.v.every)
			}
		}
		if !changed || ctx.Err() != nil {
			continue
		}
		d.paint()
		if err := d.c.out.flush(); err != nil {
			return err
		}
	}
	return nil
}

func (d *desk) slow() bool { return !d.looking.IsZero() && time.Since(d.looking) > slowAfter }

// press handles a key, and reports whether the screen changes.
func (d *desk) press(ctx context.Context, key string) bool {
	if key == "" {
		return false
	}
	if key == "q" || key == "Q" {
		d.quit()
		return false
	}
	read := d.note.text != "" // the next key means that it was read
	d.note = ink{}
	if x := d.asking; x != nil {
		d.asking, d.pane = nil, nil
		if key == "y" || key == "Y" {
			d.approve(ctx, x)
		} else {
			d.note = ink{text: "Not approved: it still waits."}
		}
		return true
	}
	if d.pane != nil {
		switch key {
		case "j", "down":
			d.scroll++
		case "k", "up":
			d.scroll = max(d.scroll-1, 0)
		default:
			d.pane = nil
		}
		return true
	}
	i, rows := d.choice()
	switch key {
	case "j", "down":
		d.choose(rows, i+1)
	case "k", "up":
		d.choose(rows, i-1)
	case "?":
		d.pane, d.scroll = func() string { return topHelp }, 0
	case "enter", "a", "d":
		switch {
		case i < 0:
			d.note = ink{text: "There is nothing to choose."}
		case d.busy != "":
			d.note = yellow("Wait: the daemon has not answered yet.")
		case key == "enter":
			d.explain(ctx, rows[i])
		case rows[i].waits == nil:
			d.note = ink{text: "That call does not wait any more."}
		case key == "a":
			d.ask(rows[i].waits)
		default:
			d.deny(ctx, rows[i].waits)
		}
	default:
		return read
	}
	return true
}

const topHelp = `j, k, arrows   choose what waits, or a denial; scroll what is shown
Enter          why: what each layer said, and what would allow it
a              approve the chosen call, this one time; y confirms
d              deny the chosen call: its code is closed
?              this help
q, Ctrl-C      quit

Any other key goes back.
`

// row is something that can be chosen: a pending code, or a denial.
type row struct {
	id    string
	waits *watchedPending
	was   *denial
}

// choice is the rows that can be chosen, and the chosen one. If that is gone, the first one is
// chosen.
func (d *desk) choice() (at int, rows []row) {
	at = -1
	if d.now == nil || d.lost != nil {
		return at, nil
	}
	for i := range d.now.Pending {
		p := &d.now.Pending[i]
		rows = append(rows, row{id: p.id(), waits: p})
	}
	for i := range d.now.Denials {
		n := &d.now.Denials[i]
		rows = append(rows, row{id: n.id(), was: n})
	}
	for i := range rows {
		if rows[i].id == d.chosen {
			return i, rows
		}
	}
	if len(rows) > 0 {
		at, d.chosen = 0, rows[0].id
	}
	return at, rows
}

func (d *desk) choose(rows []row, i int) {
	if len(rows) > 0 {
		d.chosen = rows[min(max(i, 0), len(rows)-1)].id
	}
}

// tool is what an approval of the code names: its call's tool.
func (x *watchedPending) tool() string {
	if len(x.Calls) == 0 {
		return "all"
	}
	for _, h := range x.Calls {
		if h.Tool != x.Calls[0].Tool {
			return "all"
		}
	}
	return x.Calls[0].Tool
}

// ask shows everything that would be approved. Keys typed before that do not count as an
// answer.
func (d *desk) ask(x *watchedPending) {
	for len(d.pressed) > 0 {
		<-d.pressed
	}
	d.asking, d.scroll, d.note = x, 0, ink{}
	d.pane = func() string {
		return d.written("pending", func(c *call) {
			p := c.out
			p.tell("%s\n\n", bold("Approve this, once?"))
			rows := [][]string{{"tools", p.render(yellow(strings.Join(x.Tools, ", ")))}, {"session", p.render(x.Session)}, {"level", p.render(p.level(x.Level))}}
			for i := range x.Calls {
				h := &x.Calls[i]
				rows = append(rows, []string{"call", p.render(h.Tool + paren(h.CallID))}, []string{"with", p.render(or(h.with(), "not known"))})
			}
			p.pairs("", rows)
			p.wholeElsewhere(c)
		})
	}
}

// written is what a command would print on the screen, at its current width.
func (d *desk) written(named string, write func(*call)) string {
	var text bytes.Buffer
	c := *d.c
	c.cmd = &command{name: named}
	c.out = newPrinterOf(&text, c.env, d.c.env.size().cols)
	write(&c)
	_ = c.out.flush() // writes to memory
	return text.String()
}

// tellDaemon runs a command on a connection of its own: the answer must not wait behind the
// looks.
func (d *desk) tellDaemon(ctx context.Context, doing string, run func(*call) answered) {
	d.busy, d.note = doing, ink{}
	c := *d.c
	c.ctx = ctx
	d.spawn(func() { d.answered <- run(&c) })
}

func failed(what string, err error) answered {
	first, _, _ := strings.Cut(err.Error(), "\n")
	return answered{note: red(what + ": " + first)}
}

func (d *desk) approve(ctx context.Context, x *watchedPending) {
	d.tellDaemon(ctx, "approving", func(c *call) answered {
		var a struct {
			Approved []string `json:"approved"`
			Scope    string   `json:"scope"`
		}
		if err := c.ask("approve", approveArgs{Session: x.Session, Tool: x.tool(), Code: x.code, Once: true}, &a); err != nil {
			return failed("not approved", err)
		}
		return answered{note: green("Approved " + strings.Join(a.Approved, ", ") + " in " + x.Session + ", " + until(a.Scope, "for a time") + ".")}
	})
}

func (d *desk) deny(ctx context.Context, x *watchedPending) {
	d.tellDaemon(ctx, "denying", func(c *call) answered {
		var a struct {
			Denied []string `json:"denied"`
		}
		if err := c.ask("deny", map[string]string{"session": x.Session, "code": x.code}, &a); err != nil {
			return failed("not denied", err)
		}
		return answered{note: red("Denied " + strings.Join(a.Denied, ", ") + " in " + x.Session + ".")}
	})
}

type explainArgs struct {
	File    int     `json:"file,omitzero"`
	Seq     *uint64 `json:"seq,omitzero"`
	Session string  `json:"session,omitzero"`
}

// explain shows why a call was not let through. A code's call is found among the denials heard
// of, or is the latest of its session.
func (d *desk) explain(ctx context.Context, r row) {
	args := explainArgs{}
	calls := map[string]bool{}
	if r.waits != nil {
		args.Session = r.waits.Session
		for _, h := range r.waits.Calls {
			calls[h.CallID] = true
		}
		for i := range d.now.Denials {
			if n := &d.now.Denials[i]; n.Session == args.Session && calls[n.CallID] {
				r.was = n
				break
			}
		}
	}
	if r.was != nil {
		args = explainArgs{File: r.was.File, Seq: &r.was.Seq, Session: r.was.Session}
	}
	d.tellDaemon(ctx, "asking why", func(c *call) answered {
		var x explanation
		err := c.ask("explain", args, &x)
		var no *refusal
		switch {
		case errors.As(err, &no) && no.code == string(client.NotFound):
			return answered{note: yellow("Its entry is not in the ledger any more.")}
		case err != nil:
			return failed("not explained", err)
		case args.Seq == nil && len(calls) > 0 && !calls[x.CallID]:
			return answered{note: yellow("It was held before top began: `provenancectl audit show --session " + args.Session + "` finds it.")}
		}
		return answered{pane: func() string {
			return d.written("explain "+entryName(x.File, x.Seq), func(c *call) { c.tell(&x) })
		}}
	})
}

// status is the screen's last line.
func (d *desk) status() ink {
	switch {
	case d.asking != nil:
		return yellow("y approves it; any other key does not")
	case d.busy != "":
		return yellow(d.busy + " …")
	case d.note.text != "":
		return d.note
	case d.slow():
		return yellow("the daemon has not answered for " + span(time.Since(d.looking)))
	case d.pane != nil:
		return dim("j/k scroll  any other key goes back  q quit")
	}
	return dim("j/k choose  enter why  a approve  d deny  ? help  q quit")
}

func (d *desk) paint() {
	at := d.c.env.size()
	var body []string
	switch {
	case d.pane != nil:
		body = strings.Split(strings.TrimSuffix(d.pane(), "\n"), "\n")
		d.scroll = max(min(d.scroll, len(body)-max(at.rows-1, 1)), 0)
		body = body[d.scroll:]
	case d.lost != nil:
		body = d.c.away(d.lost, at)
	case d.now != nil:
		i, rows := d.choice()
		id := ""
		if i >= 0 {
			id = rows[i].id
		}
		body = d.c.drawTop(d.now, at, id)
	default:
		body = []string{d.c.out.render(dim("asking the daemon …"))}
	}
	d.c.frame(at, body, d.c.out.render(d.status()))
}

// keyboard turns a terminal's input into keys.
type keyboard struct{ sequence []byte }

const maxSequence = 16

func (k *keyboard) escaped() bool { return len(k.sequence) == 1 }

// alone is an Escape that does not begin a sequence.
func (k *keyboard) alone() string {
	k.sequence = nil
	return "escape"
}

// read is the key that ends with b; empty if the sequence is not complete.
func (k *keyboard) read(b byte) string {
	switch {
	case b == '\x1b':
		k.sequence = []byte{b}
		return ""
	case len(k.sequence) == 0:
		if b == '\r' || b == '\n' {
			return "enter"
		}
		return string(rune(b))
	case len(k.sequence) == 1 && b != '[' && b != 'O':
		k.sequence = nil // Alt and a key, which we do not use
		return ""
	}
	k.sequence = append(k.sequence, b)
	if len(k.sequence) == 2 || b < 0x40 && len(k.sequence) < maxSequence {
		return ""
	}
	k.sequence = nil
	switch b {
	case 'A':
		return "up"
	case 'B':
		return "down"
	}
	return ""
}
