// Hostile is run in a sandbox by the sandbox test: each command tries one way out and prints what
// it got. It prints nothing if it got nothing.
package main

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/wire"
)

var runtimeDir = os.Getenv("RUNTIME_DIRECTORY")

func main() {
	commands := map[string]func(args []string){
		"search": search, "sockets": sockets, "processes": processes, "hooks": hooks,
		"ask": ask, "replay": replay, "forge": forge, "connections": connections, "lines": lines, "stuff": stuff,
	}
	commands[os.Args[1]](os.Args[2:])
}

// search looks for a text, given in hex so that this process does not contain it, in everything
// readable except the system's programs.
func search(args []string) {
	text, err := hex.DecodeString(args[0])
	must(err)
	_ = filepath.WalkDir("/", func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case e.IsDir() && (path == "/usr" || path == "/sys"):
			return fs.SkipDir
		case strings.HasSuffix(path, "/pagemap"), strings.HasSuffix(path, "/kmsg"), strings.HasSuffix(path, "/clear_refs"):
			return nil
		case !e.Type().IsRegular():
			return nil
		}
		fd, err := unix.Open(path, unix.O_RDONLY|unix.O_NONBLOCK, 0)
		if err != nil {
			return nil
		}
		f := os.NewFile(uintptr(fd), path)
		defer f.Close()
		if b, _ := io.ReadAll(io.LimitReader(f, 4<<20)); bytes.Contains(b, text) {
			fmt.Println("read in", path)
		}
		return nil
	})
}

// sockets connects to every socket of the daemon's except the given one.
func sockets(args []string) {
	dirs := append([]string{runtimeDir, runtimeDir + "/../..", "/proc/1/root" + args[0], "/proc/self/root" + args[0]}, args...)
	for _, dir := range dirs {
		for _, name := range []string{"gateway", "admin"} {
			try(dir + "/" + name + ".sock")
			if _, err := os.ReadFile(dir + "/" + name + ".key"); err == nil {
				fmt.Println("read", dir, name)
			}
		}
	}
	table, _ := os.ReadFile("/proc/net/unix")
	for line := range strings.Lines(string(table)) {
		if fields := strings.Fields(line); len(fields) == 8 && fields[0] != "Num" {
			try(fields[7])
		}
	}
	// A mounted socket's neighbours are not reached through it.
	for _, path := range []string{"tools.sock/../gateway.sock", "tools.key/../gateway.key", "/proc/self/fd/3/../gateway.sock"} {
		try(filepath.Join(runtimeDir, path))
	}
}

func try(path string) {
	if conn, err := net.Dial("unix", path); err == nil {
		fmt.Println("reached", path)
		conn.Close()
	}
}

// processes accesses processes by their numbers outside of the sandbox.
func processes(args []string) {
	for _, arg := range args {
		pid, err := strconv.Atoi(arg)
		must(err)
		if pid == 1 || pid == os.Getpid() { // inside the sandbox
			continue
		}
		if unix.Kill(pid, 0) == nil {
			fmt.Println("signalled", pid)
		}
		if unix.PtraceAttach(pid) == nil {
			fmt.Println("traced", pid)
		}
		if _, err := unix.PidfdOpen(pid, 0); err == nil {
			fmt.Println("opened", pid)
		}
	}
	names, err := filepath.Glob("/proc/[0-9]*/comm")
	must(err)
	for _, name := range names {
		comm, _ := os.ReadFile(name)
		if s := strings.TrimSpace(string(comm)); s != "bwrap" && s != "hostile" {
			fmt.Println("seen", name, s)
		}
	}
}

func dial() net.Conn {
	conn, err := net.Dial("unix", runtimeDir+"/tools.sock")
	must(err)
	return conn
}

func key() hmacauth.Key {
	k, err := hmacauth.ReadKeyFile(runtimeDir + "/tools.key")
	must(err)
	return k
}

func nonce() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b)
	return hex.EncodeToString(b)
}

// request is a signed line: cwd, environment as A=1 B=2, and the tool with its arguments.
func request(cwd, env string, command ...string) []byte {
	cwd = strings.ReplaceAll(cwd, "NUL", "\x00")
	r := wire.WrapRequest{
		Version: wire.WrapVersion, Tool: command[0], Args: command[1:], Cwd: cwd, Env: map[string]string{},
		Timestamp: strconv.FormatInt(time.Now().Unix(), 10), Nonce: nonce(),
	}
	for pair := range strings.FieldsSeq(env) {
		name, value, _ := strings.Cut(pair, "=")
		r.Env[name] = value
	}
	if ticket := os.Getenv("PROVENANCE_TICKET"); r.Env["PROVENANCE_TICKET"] == "" {
		r.Env["PROVENANCE_TICKET"] = ticket
	}
	mac := hmacauth.NewSigner(key()).Sign(r.AppendSigned(nil, wire.WrapForm{PTY: "0"}))
	r.HMAC = base64.StdEncoding.EncodeToString(mac[:])
	no := false
	r.PTY = &no
	b, err := json.Marshal(&r)
	must(err)
	return append(b, '\n')
}

// exchange sends one request and prints what comes back.
func exchange(b []byte) {
	conn := dial()
	defer conn.Close()
	_, err := conn.Write(append(b, `{"type":"stdin","eof":true}`+"\n"...))
	must(err)
	printFrames(conn)
}

func printFrames(conn net.Conn) {
	must(conn.SetReadDeadline(time.Now().Add(20 * time.Second)))
	in := bufio.NewReader(conn)
	for {
		b, err := wire.ReadFrame(in, nil, wire.MaxFrame)
		if err != nil {
			return
		}
		var f struct {
			Type     string `json:"type"`
			Data     []byte `json:"data"`
			ExitCode int    `json:"exit_code"`
			Message  string `json:"message"`
			Code     string `json:"code"`
		}
		must(json.Unmarshal(b, &f))
		switch f.Type {
		case "stdout", "stderr":
			os.Stdout.Write(f.Data)
		case "done":
			fmt.Println("done", f.ExitCode)
		default:
			fmt.Println(f.Type, f.Code+f.Message)
		}
	}
}

// ask makes its own request: CWD ENV TOOL [ARGS...].
func ask(args []string) { exchange(request(args[0], args[1], args[2:]...)) }

func replay(args []string) {
	b := request(args[0], "", args[1:]...)
	exchange(b)
	exchange(b)
}

// forge makes other sessions' tickets from its own.
func forge(args []string) {
	cwd, own, victim := args[0], os.Getenv("PROVENANCE_TICKET"), args[1]
	parts := strings.Split(own, ".")
	name := base64.RawURLEncoding.EncodeToString([]byte(victim))
	k := key()
	later := time.Now().Add(time.Hour)
	for _, ticket := range []string{
		name + "." + parts[1] + "." + parts[2],        // another session, the same MAC
		parts[0] + ".9999999999." + parts[2],          // a longer life
		parts[0] + "." + parts[1] + ".",               // no MAC
		name + "." + parts[1] + "." + own,             // both
		k.Ticket(victim, "trusted", later),            // by the key that is here
		victim, strings.Repeat("a.", 3000), ".", "..", // nothing at all
	} {
		exchange(request(cwd, "PROVENANCE_TICKET="+ticket, "gog", "say", "forged"))
	}
}

// hooks speaks the gateway's protocol to the only socket here.
func hooks(args []string) {
	stamp, n := strconv.FormatInt(time.Now().Unix(), 10), nonce()
	for _, hook := range []string{"before_tool_call", "approve", "ping", "reset-trust", "resolve_exec_env"} {
		payload := `{"event":{"toolName":"exec"},"ctx":{}}`
		signed := strings.Join([]string{"provenance-v1", stamp, "1", hook, args[0], payload, n}, "\n")
		mac := hmacauth.NewSigner(key()).Sign([]byte(signed))
		exchange(fmt.Appendf(nil, `{"version":1,"id":"1","hook":%q,"session":%q,"timestamp":%q,"nonce":%q,"hmac":%q,"payload":%s}`+"\n",
			hook, args[0], stamp, n, base64.StdEncoding.EncodeToString(mac[:]), payload))
	}
}

// connections opens as many as it can, and keeps them for some seconds, silent or in the middle of
// a line.
func connections(args []string) {
	seconds, err := strconv.Atoi(args[0])
	must(err)
	var open []net.Conn
	for range 6000 {
		conn, err := net.Dial("unix", runtimeDir+"/tools.sock")
		if err != nil {
			break
		}
		if len(open)%2 == 0 {
			_, _ = io.WriteString(conn, `{"version":3,`)
		}
		open = append(open, conn)
	}
	end := time.Now().Add(time.Duration(seconds) * time.Second)
	for time.Now().Before(end) {
		for _, conn := range open { // a byte now and then
			_, _ = io.WriteString(conn, " ")
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// lines sends requests that never end, and a large one.
func lines([]string) {
	for range 8 {
		conn := dial()
		defer conn.Close()
		chunk := bytes.Repeat([]byte("x"), 1<<20)
		_, _ = io.WriteString(conn, `{"version":3,"tool":"`)
		for range 64 {
			if _, err := conn.Write(chunk); err != nil {
				break
			}
		}
		printFrames(conn)
	}
	conn := dial()
	defer conn.Close()
	_, err := conn.Write(append(request("/", "", "gog", "cat"), bytes.Repeat([]byte("y"), 1<<20)...)) // a line after the request
	if err == nil {
		printFrames(conn)
	}
}

// stuff runs a tool that reads nothing, sends as much input as it can, and leaves.
func stuff(args []string) {
	conn := dial()
	_, err := conn.Write(request(args[0], "", args[1:]...))
	must(err)
	chunk := base64.StdEncoding.EncodeToString(make([]byte, 32<<10))
	must(conn.SetWriteDeadline(time.Now().Add(2 * time.Second)))
	for err == nil {
		_, err = io.WriteString(conn, `{"type":"stdin","data":"`+chunk+`"}`+"\n")
	}
	conn.Close()
}

func must(err error) {
	if err != nil {
		fmt.Println("hostile:", err)
		os.Exit(1)
	}
}
