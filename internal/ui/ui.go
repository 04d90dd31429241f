// Package ui is the owner's page: it shows what the daemon says on admin.sock and what the
// ledger holds, and passes on what the owner clicks. It keeps nothing but who may look.
//
// It decides nothing and changes nothing by itself: each button is a command on admin.sock, which
// the daemon may refuse. It does not dial, nor read files; that comes in through Source.
package ui

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"html/template"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/provenanced/provenanced/internal/hmacauth"
)

// Source is where everything on the page comes from.
type Source interface {
	// Ask runs a command on admin.sock and decodes its data into out, which may be nil.
	Ask(ctx context.Context, command string, args, out any) error
	// Listen calls on for every event in the daemon until ctx ends or the connection does.
	Listen(ctx context.Context, on func()) error
	// History reads the ledger backwards.
	History(ctx context.Context, q Query) (Entries, error)
	// Seal verifies the ledger.
	Seal(ctx context.Context) (Seal, error)
	// Checks are those of doctor.
	Checks(ctx context.Context) ([]Check, error)
}

// Away is an error of a Source that says that the daemon cannot be reached. Its text is for the
// owner.
type Away interface{ Away() bool }

// Options say what a page is made of. Source, Now and Rand are required.
type Options struct {
	Source   Source
	Version  string
	ReadOnly bool // nothing can be changed
	// Host is what browsers must have asked for, as 127.0.0.1:4711. Empty, on a Unix socket,
	// for this machine's names with any port.
	Host string
	Now  func() time.Time
	Rand io.Reader // cryptographic
}

// Page answers browsers. It is safe for concurrent use.
type Page struct {
	Options
	routes  *http.ServeMux
	key     hmacauth.Key // of the tokens against forged posts
	touched atomic.Int64 // when a browser was last heard from, Unix nanoseconds
	streams atomic.Int64

	mu     sync.Mutex
	once   map[string]time.Time // links that have not been used: until when
	guests map[string]time.Time // browsers that may look: until when
	seal   sealed
}

//go:embed page
var files embed.FS

// New makes a page that nobody may look at yet; Link lets somebody.
func New(o Options) (*Page, error) {
	key, err := hmacauth.GenerateKey(o.Rand)
	if err != nil {
		return nil, err
	}
	p := &Page{Options: o, key: key, once: map[string]time.Time{}, guests: map[string]time.Time{}}
	p.touched.Store(o.Now().UnixNano())
	p.routes = http.NewServeMux()
	for path, view := range map[string]view{
		"GET /{$}": p.now, "GET /turn": p.turn, "GET /staged": p.staged, "GET /history": p.history, "GET /labels": p.labels, "GET /health": p.health, "GET /policy": p.policy,
	} {
		p.routes.Handle(path, p.view(path, view))
	}
	p.routes.HandleFunc("POST /act", p.act)
	p.routes.HandleFunc("GET /live", p.live)
	assets, err := fs.Sub(files, "page")
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"page.css", "page.js", "icon.svg"} {
		p.routes.HandleFunc("GET /"+name, func(w http.ResponseWriter, r *http.Request) {
			http.ServeFileFS(w, r, assets, name)
		})
	}
	p.routes.HandleFunc("GET /graph.css", graphStyle)
	return p, nil
}

// Quiet is since when no browser was heard from; none is now, if it has a stream open.
func (p *Page) Quiet() time.Duration {
	if p.streams.Load() > 0 {
		return 0
	}
	return p.Now().Sub(time.Unix(0, p.touched.Load()))
}

// frame is what every page has around its own.
type frame struct {
	Name, Title string
	Version     string
	ReadOnly    bool
	CSRF        string
	Said        string // what came of the last click
	Failed      bool   // it did not work
	Here        string // where the page is, to come back to
	Halts       []halt
	Waiting     int
	Staged      int
	Now         time.Time
	Own         any
}

type halt struct {
	Sessions string `json:"sessions"`
	Text     string `json:"text"`
}

// status is the part of status that the page shows.
type status struct {
	Version  string   `json:"version"`
	Sessions int      `json:"sessions"`
	Pending  int      `json:"pending"`
	Blocked  int      `json:"blocked"`
	Halts    []halt   `json:"halts"`
	Alarms   []string `json:"alarms"`
	Policy   struct {
		Preset    string `json:"preset"`
		LastError *struct {
			Message string `json:"message"`
		} `json:"lastError"`
	} `json:"policy"`
	Decisions struct {
		Allow   int64 `json:"allow"`
		Confirm int64 `json:"confirm"`
		Deny    int64 `json:"deny"`
	} `json:"decisions"`
}

var titles = map[string]string{
	"now": "Now", "turn": "Turn", "staged": "Staged", "history": "History", "labels": "Labels", "health": "Health", "policy": "Policy",
}

// view is what one of the views shows, beside what every page has.
type view func(*http.Request, *status) (any, error)

// view shows one of the views, which own fills.
func (p *Page) view(path string, own view) http.HandlerFunc {
	name := "now"
	if path != "GET /{$}" {
		name = path[len("GET /"):]
	}
	return func(w http.ResponseWriter, r *http.Request) {
		f := p.frame(r, name)
		var st status
		err := p.Source.Ask(r.Context(), "status", nil, &st)
		if err == nil {
			f.Halts, f.Waiting, f.Staged = st.Halts, st.Pending, st.Blocked
			f.Own, err = own(r, &st)
		}
		if err != nil {
			p.trouble(w, f, err)
			return
		}
		p.show(w, http.StatusOK, name, f)
	}
}

func (p *Page) frame(r *http.Request, name string) *frame {
	f := &frame{Name: name, Title: titles[name], Version: p.Version, ReadOnly: p.ReadOnly, CSRF: p.csrf(guestOf(r)), Now: p.Now()}
	q := r.URL.Query()
	if said := q.Get("said"); said != "" && p.genuine(said, q.Get("mark")) {
		f.Said, f.Failed = said, q.Get("failed") != ""
	}
	q.Del("said")
	q.Del("mark")
	q.Del("failed")
	f.Here = (&url.URL{Path: r.URL.Path, RawQuery: q.Encode()}).RequestURI()
	return f
}

// trouble shows what went wrong, in the source's words.
func (p *Page) trouble(w http.ResponseWriter, f *frame, err error) {
	code := http.StatusBadGateway
	var away Away
	if errors.As(err, &away) && away.Away() {
		code = http.StatusServiceUnavailable
	}
	f.Title, f.Own = "No answer", err.Error()
	p.show(w, code, "trouble", f)
}

var pages = template.Must(template.New("").Funcs(words).ParseFS(files, "page/*.html"))

func (p *Page) show(w http.ResponseWriter, code int, name string, f *frame) {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name+".html", f); err != nil {
		http.Error(w, "This page cannot be shown: "+err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(code)
	_, _ = w.Write(b.Bytes()) // whoever has gone does not miss it
}
