package daemon

import (
	"crypto/rand"
	"errors"
	"fmt"

	"go.uber.org/zap"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/hmacauth"
)

// undumpable keeps the keys in this process's memory out of core dumps, and keeps other
// processes of the same user from reading them (prctl(2), PR_SET_DUMPABLE).
func undumpable() error {
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return fmt.Errorf("keep memory private: %w", err)
	}
	return nil
}

// signingKey makes the key that vouches for messages (seed 002, "Key management"). It exists in
// memory only. If the system refuses to lock the memory it may reach swap: that is worth a
// warning, but no reason to leave the agent unguarded.
func signingKey(log *zap.Logger) (*hmacauth.MemoryKey, error) {
	key, err := hmacauth.NewMemoryKey(rand.Reader)
	if errors.Is(err, hmacauth.ErrNotLocked) {
		log.Warn("the signing key may be swapped out", zap.Error(err))
		return key, nil
	}
	if err != nil {
		return nil, fmt.Errorf("signing key: %w", err)
	}
	return key, nil
}
