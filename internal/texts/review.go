package texts

import (
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// NotStaged is for an unknown id.
func NotStaged(id string) string {
	return "Nothing is staged as " + name(id) + " here. /provenance staged lists what is"
}

// Dropped answers /provenance drop.
func Dropped(id string) string { return "Dropped " + id + "." }

// Written answers /provenance accept; written and left are lines of Files.
func Written(written, left string) string {
	text := "Written:" + written
	if left != "" {
		text += "\nNot written:" + left
	}
	return text
}

// File is one staged file.
func File(path, what string) string { return "\n- " + session.Preview(path, 300) + " (" + what + ")" }

// MoreFiles ends a list that is too long.
func MoreFiles(n int) string { return "\n… and " + itoa(n) + " more" }

// StagedHead is one line about something staged.
func StagedHead(id, operation, path string, level trust.Level, at time.Time) string {
	return id + ": " + operation + " of " + session.Preview(path, 300) + ", " + level.String() + ", " + minutes(at)
}

// OfOther follows it if another session staged it.
func OfOther(session string) string { return ", of " + name(session) }

// Staged answers /provenance staged; its rows are heads with their files.
func Staged(n int, rows []string) string {
	if n == 0 {
		return NothingStaged
	}
	return itoa(n) + " staged:\n" + strings.Join(rows, "\n") + "\n/provenance show <id>, then /provenance accept <id> or /provenance drop <id>"
}

// MoreBytes ends a text that is too long.
func MoreBytes(n int, id string) string {
	return "\n… " + itoa(n) + " bytes more: provenancectl blocked show " + id
}
