package metrics

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"
)

// Address is where metrics are served: a TCP port on this machine's loopback interface, or a
// Unix socket. The zero Address is nowhere.
type Address struct {
	TCP  string // an IP address and a port
	Unix string // an absolute path
}

// ParseAddress reads IP:PORT, localhost:PORT or unix:/PATH. Anyone who can connect can read, so
// an address that other machines could reach is refused.
func ParseAddress(s string) (Address, error) {
	if path, ok := strings.CutPrefix(s, "unix:"); ok {
		if !filepath.IsAbs(path) {
			return Address{}, fmt.Errorf("%q: the path of a socket is absolute, as in unix:/run/provenanced/metrics.sock", s)
		}
		return Address{Unix: filepath.Clean(path)}, nil
	}
	host, port, err := net.SplitHostPort(s)
	if err != nil {
		return Address{}, fmt.Errorf("%q is no address: write 127.0.0.1:9464 or unix:/PATH", s)
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return Address{}, fmt.Errorf("%q: a port is a number from 1 to 65535", s)
	}
	if host == "localhost" {
		host = "127.0.0.1" // regardless of the resolver
	}
	ip, err := netip.ParseAddr(host)
	if err != nil || !ip.IsLoopback() {
		return Address{}, fmt.Errorf("%q: metrics are served to this machine alone: write 127.0.0.1:PORT, [::1]:PORT or unix:/PATH, and let something with a password carry them further", s)
	}
	return Address{TCP: net.JoinHostPort(host, port)}, nil
}

const (
	maxReaders  = 16 // connections; Prometheus needs one
	readTimeout = 5 * time.Second
	tellTimeout = 10 * time.Second
	idleTimeout = 2 * time.Minute // of a connection; the usual scrape comes more often
	maxHeader   = 8 << 10
)

// Handler answers GET /metrics, and nothing else.
func (r *Registry) Handler() http.Handler {
	var telling sync.Mutex // reading walks the sessions; only one reader at a time
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		switch {
		case q.URL.Path != "/metrics":
			http.Error(w, "there is only /metrics", http.StatusNotFound)
			return
		case q.Method != http.MethodGet:
			w.Header().Set("Allow", http.MethodGet)
			http.Error(w, "GET only", http.StatusMethodNotAllowed)
			return
		}
		telling.Lock()
		text := r.AppendText(nil)
		telling.Unlock()
		w.Header().Set("Content-Type", ContentType)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		_, _ = w.Write(text) // fails if the reader is gone
	})
}

// Serve answers every connection to l, until ctx ends; then it returns nil. It closes l.
func (r *Registry) Serve(ctx context.Context, l net.Listener, log *zap.Logger) error {
	s := &http.Server{
		Handler: r.Handler(), ReadTimeout: readTimeout, WriteTimeout: tellTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
		ErrorLog: zap.NewStdLog(log.Named("metrics")),
	}
	stop := context.AfterFunc(ctx, func() { _ = s.Close() })
	defer stop()
	err := s.Serve(&limited{Listener: l, places: make(chan struct{}, maxReaders)})
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("serve metrics: %w", err)
}

// limited is a listener with a limited number of places: it closes connections beyond that.
type limited struct {
	net.Listener
	places chan struct{}
}

func (l *limited) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		select {
		case l.places <- struct{}{}:
			return &reader{Conn: conn, leave: sync.OnceFunc(func() { <-l.places })}, nil
		default:
			_ = conn.Close()
		}
	}
}

type reader struct {
	net.Conn
	leave func()
}

func (r *reader) Close() error {
	r.leave()
	return r.Conn.Close()
}
