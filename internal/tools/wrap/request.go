package wrap

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"path/filepath"
	"strconv"
	"syscall"
	"unicode/utf8"

	"github.com/go-json-experiment/json"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/wire"
)

// unreachable is the error for a daemon that is missing, or not accessible to us.
type unreachable struct {
	socket string
	why    error
}

func (e *unreachable) Error() string {
	if errors.Is(e.why, syscall.ECONNREFUSED) { // there is a socket, but nobody listens
		return fmt.Sprintf("daemon not reachable at %s: %v\n"+
			"A sandbox that is older than the daemon has the previous daemon's socket and key:\n"+
			"restart the sandbox. Otherwise start the daemon with `provenanced serve`.", e.socket, e.why)
	}
	return fmt.Sprintf("daemon not reachable at %s: %v\n"+
		"Start it with `provenanced serve`. In a sandbox, mount the directory sandbox of the daemon's runtime directory,\n"+
		"which holds %s and %s, and name it in RUNTIME_DIRECTORY, or with --runtime-dir.", e.socket, e.why, paths.ToolsSocket, paths.ToolsKey)
}

func (e *unreachable) Unwrap() error { return e.why }

// connect dials before it reads the key: the daemon writes its keys before it listens, so the key
// is that of the daemon that accepted, unless a service manager was listening for it.
func connect(dir string) (net.Conn, hmacauth.Key, error) {
	socket := filepath.Join(dir, paths.ToolsSocket)
	conn, err := net.Dial("unix", socket)
	if err != nil {
		var op *net.OpError
		if errors.As(err, &op) {
			err = op.Err // the rest repeats the socket
		}
		return nil, hmacauth.Key{}, &unreachable{socket: socket, why: err}
	}
	key, err := readKey(dir)
	if err != nil {
		conn.Close()
		return nil, key, err
	}
	return conn, key, nil
}

func readKey(dir string) (hmacauth.Key, error) {
	key, err := hmacauth.ReadKeyFile(filepath.Join(dir, paths.ToolsKey))
	if errors.Is(err, fs.ErrNotExist) {
		return key, &unreachable{socket: filepath.Join(dir, paths.ToolsSocket), why: err}
	}
	if err != nil {
		return key, fmt.Errorf("reading key: %w", err)
	}
	return key, nil
}

// signedRequest returns the request line, signed over seven fields.
func signedRequest(o *Options, key hmacauth.Key) ([]byte, error) {
	if err := checkText(o); err != nil {
		return nil, err
	}
	var nonce [16]byte
	if _, err := io.ReadFull(o.Rand, nonce[:]); err != nil {
		return nil, fmt.Errorf("making a nonce: %w", err)
	}
	terminal, form := o.Terminal != nil, wire.WrapForm{PTY: "0"}
	r := wire.WrapRequest{
		Version:   wire.WrapVersion,
		Tool:      o.Tool,
		Args:      append([]string{}, o.Args...), // an empty list is signed as [], nil as null
		Cwd:       o.Cwd,
		Env:       o.Env,
		PTY:       &terminal,
		Signals:   true,
		Timestamp: strconv.FormatInt(o.Now().Unix(), 10),
		Nonce:     hex.EncodeToString(nonce[:]),
	}
	if terminal {
		form.PTY = "1"
		r.Rows, r.Cols = o.Terminal.size()
	}
	mac := hmacauth.NewSigner(key).Sign(r.AppendSigned(nil, form))
	r.HMAC = base64.StdEncoding.EncodeToString(mac[:])
	line, err := json.Marshal(&r, json.Deterministic(true))
	if err != nil {
		return nil, fmt.Errorf("encoding the request: %w", err)
	}
	if len(line) > wire.MaxWrapRequest {
		return nil, fmt.Errorf("arguments and environment take %d bytes; the daemon reads at most %d", len(line), wire.MaxWrapRequest)
	}
	return append(line, '\n'), nil
}

// checkText rejects what JSON cannot represent. Replacing it would run the tool with other
// arguments than requested.
func checkText(o *Options) error {
	for i, arg := range o.Args {
		if !utf8.ValidString(arg) {
			return fmt.Errorf("argument %d is not UTF-8: %q", i+1, arg)
		}
	}
	for name, value := range o.Env {
		if !utf8.ValidString(name) || !utf8.ValidString(value) {
			return fmt.Errorf("environment variable %q is not UTF-8", name)
		}
	}
	if !utf8.ValidString(o.Tool) || !utf8.ValidString(o.Cwd) {
		return fmt.Errorf("the tool's name or the working directory is not UTF-8: %q in %q", o.Tool, o.Cwd)
	}
	return nil
}
