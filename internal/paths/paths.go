// Package paths says where the daemon keeps its sockets, state and policy, so that
// the daemon, its clients and its documentation agree; seven packages ask it. It creates
// nothing that the daemon would have to trust, with one exception: the fallback directory of a user
// without a runtime directory.
package paths

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Names inside the runtime directory. A key of one socket is worth nothing on
// another.
const (
	GatewaySocket = "gateway.sock"
	GatewayKey    = "gateway.key"
	ToolsSocket   = "tools.sock"
	ToolsKey      = "tools.key"
	AdminSocket   = "admin.sock"
	AdminKey      = "admin.key"
	SandboxDir    = "sandbox"      // holds ToolsSocket and ToolsKey too, to be mounted as a whole
	ConfigsDir    = "configs"      // configuration files of running tools, with their credentials
	RuntimeLock   = "runtime.lock" // held by the running daemon; the file stays
)

// Names inside the state and configuration directories.
const (
	PolicyFile = "policy.yaml"
	ToolsDir   = "tools.d"     // beside the policy file: wrapped tools
	RunsDir    = "runs"        // buffered output of running tools
	BlockedDir = "blocked"     // staged writes
	SkillsDir  = "skills"      // the agent's skills as their owner has accepted them
	LedgerDir  = "ledger"      // the hash chain
	LedgerKey  = "ledger.key"  // signs the ledger's head mark and approval codes
	LedgerSeen = "ledger.seen" // which key and which entries have existed
	StoreDir   = "store"
	IndexFile  = "index.db"         // in StoreDir; can be rebuilt from the ledger
	StateLock  = "state.lock"       // held by the running daemon; the file stays
	PastDir    = "policies"         // those that were in force, by their hashes
	ReviewFile = "review.json"      // what the owner was suggested last, and what they changed by it
	LastPolicy = "policy.last.yaml" // the last good policy, for a start without a readable one
)

const app = "provenanced"

// ErrUnsafe says that a fallback directory does not belong to the caller alone. The caller
// should stop and name the directory: another user may have planted it.
var ErrUnsafe = errors.New("not a private directory of this user")

// Runtime is the directory of sockets and keys: systemd's RUNTIME_DIRECTORY, else
// XDG_RUNTIME_DIR/provenanced, else /run/provenanced for root. A user without a runtime
// directory gets a private one under the temp directory. It is created here, because only
// creating it proves that it is private; if another user created it first, Runtime fails with
// ErrUnsafe.
func Runtime() (string, error) {
	if dir := systemd("RUNTIME_DIRECTORY"); dir != "" {
		return dir, nil
	}
	if dir := xdg("XDG_RUNTIME_DIR"); dir != "" {
		return filepath.Join(dir, app), nil
	}
	uid := os.Getuid()
	if uid == 0 {
		return "/run/" + app, nil
	}
	return private(filepath.Join(os.TempDir(), app+"-"+strconv.Itoa(uid)), uid)
}

// State is the directory of what must outlive the daemon: systemd's STATE_DIRECTORY, else
// XDG_STATE_HOME/provenanced or its default in the home directory, else /var/lib/provenanced
// for root without a home.
func State() (string, error) {
	return lasting("STATE_DIRECTORY", "XDG_STATE_HOME", ".local/state", "/var/lib")
}

// Policy is the policy file: policy.yaml in systemd's CONFIGURATION_DIRECTORY, else in
// XDG_CONFIG_HOME/provenanced or its default in the home directory, else in /etc/provenanced
// for root without a home.
func Policy() (string, error) {
	dir, err := lasting("CONFIGURATION_DIRECTORY", "XDG_CONFIG_HOME", ".config", "/etc")
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, PolicyFile), nil
}

func lasting(systemdVar, xdgVar, inHome, forRoot string) (string, error) {
	if dir := systemd(systemdVar); dir != "" {
		return dir, nil
	}
	if dir := xdg(xdgVar); dir != "" {
		return filepath.Join(dir, app), nil
	}
	if home := xdg("HOME"); home != "" {
		return filepath.Join(home, inHome, app), nil
	}
	if os.Getuid() == 0 {
		return filepath.Join(forRoot, app), nil
	}
	return "", fmt.Errorf("no directory to use: set %s or HOME", xdgVar)
}

// systemd reads a variable that names a directory. A unit that asks for several gets them
// joined by colons; the first is its main one.
func systemd(name string) string {
	dir, _, _ := strings.Cut(os.Getenv(name), ":")
	return absolute(dir)
}

func xdg(name string) string { return absolute(os.Getenv(name)) }

// absolute ignores a relative path, as the XDG base directory specification demands.
func absolute(dir string) string {
	if !filepath.IsAbs(dir) {
		return ""
	}
	return filepath.Clean(dir)
}

// private creates dir, or accepts one that already belongs to uid alone. Anyone may create
// names in the temp directory, so a symlink, another owner or a loose mode means that another
// user took the name.
func private(dir string, uid int) (string, error) {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return "", fmt.Errorf("runtime directory: %w", err)
	}
	var st unix.Stat_t
	if err := unix.Lstat(dir, &st); err != nil {
		return "", fmt.Errorf("runtime directory %s: %w", dir, err)
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR || int(st.Uid) != uid || st.Mode&0o077 != 0 {
		return "", fmt.Errorf("runtime directory %s: %w", dir, ErrUnsafe)
	}
	return dir, nil
}
