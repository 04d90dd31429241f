package server

import (
	"fmt"
	"os"
	"time"

	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/store"
)

// Status is what the owner sees of a running daemon.
type Status struct {
	Version       string            `json:"version"`
	PID           int               `json:"pid"`
	StartedAt     time.Time         `json:"startedAt"`
	UptimeSeconds int64             `json:"uptimeSeconds"`
	RuntimeDir    string            `json:"runtimeDir"`
	StateDir      string            `json:"stateDir"`
	Policy        PolicyStatus      `json:"policy"`
	Sessions      int               `json:"sessions"`
	Pending       int               `json:"pending"`
	Blocked       int               `json:"blocked"`
	Staging       store.Room        `json:"staging"`
	Connections   Connections       `json:"connections"`
	Decisions     Decisions         `json:"decisions"`
	Answers       engine.Answers    `json:"answers"` // of the owner, since the start
	Refused       Refused           `json:"refused"`
	OnFailure     string            `json:"onFailure"`
	Journal       JournalStatus     `json:"journal"`
	Halts         []engine.HaltView `json:"halts"`  // that stand: no call of these sessions runs
	Alarms        []string          `json:"alarms"` // what the owner should look at now

	Authentication []engine.AuthStats `json:"authentication"` // by agent, since the start
}

// PolicyStatus is the policy in force.
type PolicyStatus struct {
	Path      string       `json:"path"`
	Preset    string       `json:"preset"`
	Hash      string       `json:"hash"`
	LoadedAt  time.Time    `json:"loadedAt"`
	Warnings  []string     `json:"warnings"`
	LastError *PolicyError `json:"lastError"` // of the latest load; null if it succeeded
}

// PolicyError is a load that failed and changed nothing.
type PolicyError struct {
	At      time.Time `json:"at"`
	Message string    `json:"message"`
}

// Connections counts the open ones.
type Connections struct {
	Gateway int `json:"gateway"`
	Admin   int `json:"admin"`
	Tools   int `json:"tools"`
}

// Decisions counts tool calls by verdict.
type Decisions struct {
	Allow   uint64 `json:"allow"`
	Confirm uint64 `json:"confirm"` // denied with a code for the owner
	Deny    uint64 `json:"deny"`
}

// JournalStatus is the state of the ledger.
type JournalStatus struct {
	File     int        `json:"file"` // the current ledger file
	Entries  uint64     `json:"entries"`
	Durable  bool       `json:"durable"`  // always true: entries survive the daemon
	Buffered int        `json:"buffered"` // bytes waiting to be written
	Unsynced int        `json:"unsynced"` // entries that a power cut would lose
	LastSync *time.Time `json:"lastSync"` // null before the first
	Failing  string     `json:"failing"`  // why writing fails; empty if it does not
}

// StatusSource is what Server.Status needs besides the server itself.
type StatusSource struct {
	Version    string
	Started    time.Time
	RuntimeDir string
	StateDir   string
	Owner      Owner
	Blocked    Blocked
	Policy     PolicyFile
	Journal    func() JournalStatus
	Alarms     func() []string
}

// Status collects the current state of the daemon.
func (s *Server) Status(src StatusSource) (Status, error) {
	blocked, err := src.Blocked.List()
	if err != nil {
		return Status{}, fmt.Errorf("list staged writes: %w", err)
	}
	pol, known, own := src.Policy.Current(), src.Owner.Stats(), s.Stats()
	st := Status{
		Version: src.Version, PID: os.Getpid(),
		StartedAt: src.Started.UTC(), UptimeSeconds: int64(s.now().Sub(src.Started) / time.Second),
		RuntimeDir: src.RuntimeDir, StateDir: src.StateDir,
		Policy: PolicyStatus{
			Path: src.Policy.Path(), Preset: pol.Preset, Hash: pol.Hash,
			LoadedAt: src.Policy.LoadedAt().UTC(), Warnings: pol.Warnings,
		},
		Sessions: known.Sessions, Pending: known.Pending, Blocked: len(blocked), Staging: src.Blocked.Room(),
		Connections: Connections{
			Gateway: own.Connections["gateway"], Admin: own.Connections["admin"], Tools: own.Connections["tools"],
		},
		Decisions: Decisions{Allow: known.Allowed, Confirm: known.Held, Deny: known.Denied},
		Answers:   known.Answers,
		Refused:   own.Refused,
		OnFailure: pol.OnFailure.String(),
		Journal:   src.Journal(),
		Halts:     src.Owner.Halts(),
		Alarms:    src.Alarms(),

		Authentication: known.Authentication,
	}
	if at, err := src.Policy.LastError(); err != nil {
		st.Policy.LastError = &PolicyError{At: at.UTC(), Message: err.Error()}
	}
	return st, nil
}
