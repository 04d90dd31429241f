package ui

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/hmacauth"
)

// Who may look: whoever has opened a link that was printed for them, once. Any page in the same
// browser can send requests here, and any program of the machine can connect, so nothing else
// about a request counts as a sign of who it is from.

const (
	linkLasts  = 5 * time.Minute
	guestStays = 12 * time.Hour
	maxGuests  = 64
	cookieName = "provenance"
)

// Link is a path that lets one browser in, once.
func (p *Page) Link() (string, error) {
	token, err := p.secret()
	if err != nil {
		return "", err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.once[hashed(token)] = p.Now().Add(linkLasts)
	return "/open?token=" + token, nil
}

func (p *Page) secret() (string, error) {
	k, err := hmacauth.GenerateKey(p.Rand)
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(k[:]), nil
}

// hashed is what is kept of a secret: it is looked up in no time that tells how much was right.
func hashed(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return string(sum[:])
}

// policy of what a browser may load for these pages: what this server has, and nothing else.
const contentPolicy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// ServeHTTP checks who asks, and for what, before anything is answered.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", contentPolicy)
	h.Set("X-Frame-Options", "DENY")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin") // with no-referrer, browsers do not say of a post that it is ours
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	switch {
	case !p.hosts(r.Host):
		http.Error(w, "This page answers under its own address only.", http.StatusMisdirectedRequest)
		return
	case r.Method != http.MethodGet && r.Method != http.MethodPost:
		http.Error(w, "Only GET and POST.", http.StatusMethodNotAllowed)
		return
	case r.Method == http.MethodPost && r.Header.Get("Origin") != "http://"+r.Host:
		http.Error(w, "This came from another page.", http.StatusForbidden)
		return
	case r.URL.Path == "/open":
		p.open(w, r)
		return
	case (r.URL.Path == "/page.css" || r.URL.Path == "/icon.svg") && r.Method == http.MethodGet: // the page that turns somebody away needs it
		p.routes.ServeHTTP(w, r)
		return
	case !p.known(r):
		p.turnAway(w, http.StatusForbidden, "Nobody has let this browser in, or that was long ago.")
		return
	}
	p.touched.Store(p.Now().UnixNano())
	if r.Method == http.MethodPost {
		r.Body = http.MaxBytesReader(w, r.Body, 64<<10)
		if err := r.ParseForm(); err != nil {
			http.Error(w, "This is no form of this page.", http.StatusBadRequest)
			return
		}
		if !hmac.Equal([]byte(r.PostForm.Get("csrf")), []byte(p.csrf(guestOf(r)))) {
			http.Error(w, "This did not come from a form of this page. Reload it and try again.", http.StatusForbidden)
			return
		}
		if p.ReadOnly {
			http.Error(w, "This page is read-only.", http.StatusForbidden)
			return
		}
	}
	p.routes.ServeHTTP(w, r)
}

// hosts reports whether a browser has asked for this page by its own address: another name that
// leads here is somebody else's page.
func (p *Page) hosts(host string) bool {
	if p.Host != "" {
		return host == p.Host
	}
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	return name == "localhost" || name == "127.0.0.1" || name == "::1"
}

// open lets the browser in that has a link. The answer is a page and no redirection: a browser
// that came from elsewhere would not send the cookie along.
func (p *Page) open(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		http.Error(w, "Only GET.", http.StatusMethodNotAllowed)
		return
	}
	token := hashed(r.URL.Query().Get("token"))
	now := p.Now()
	p.mu.Lock()
	until, is := p.once[token]
	delete(p.once, token)
	p.mu.Unlock()
	if !is || now.After(until) {
		p.turnAway(w, http.StatusForbidden, "This link was used already, or is too old.")
		return
	}
	guest, err := p.secret()
	if err != nil {
		http.Error(w, "This page cannot be opened: "+err.Error(), http.StatusInternalServerError)
		return
	}
	p.mu.Lock()
	if len(p.guests) >= maxGuests {
		clear(p.guests)
	}
	p.guests[hashed(guest)] = now.Add(guestStays)
	p.mu.Unlock()
	p.touched.Store(now.UnixNano())
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: guest, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	p.show(w, http.StatusOK, "open", &frame{Title: "Welcome", Version: p.Version})
}

func guestOf(r *http.Request) string {
	c, err := r.Cookie(cookieName)
	if err != nil {
		return ""
	}
	return c.Value
}

func (p *Page) known(r *http.Request) bool {
	guest := hashed(guestOf(r))
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.Now().Before(p.guests[guest])
}

func (p *Page) turnAway(w http.ResponseWriter, code int, why string) {
	p.show(w, code, "away", &frame{Title: "Not let in", Version: p.Version, Own: why})
}

// csrf is what a form of this page has, and no other page can know.
func (p *Page) csrf(guest string) string { return p.mac("form", guest) }

func (p *Page) mac(domain, text string) string {
	sum := p.key.Derive(domain, []byte(text))
	return hex.EncodeToString(sum[:])
}

// genuine reports whether a text in an address was put there by this page.
func (p *Page) genuine(said, mark string) bool {
	return hmac.Equal([]byte(mark), []byte(p.mac("said", said)))
}

// local is a path of this page, to come back to; any other is the first.
func local(back string) string {
	if !strings.HasPrefix(back, "/") || strings.HasPrefix(back, "//") || strings.ContainsAny(back, "\\\r\n") {
		return "/"
	}
	return back
}
