package decide

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
	"github.com/provenanced/provenanced/internal/wire/wiretest"
)

func testMark(domain, text string) session.Mark {
	sum := sha256.Sum256([]byte(domain + "\n" + text))
	return session.Mark(sum[:16])
}

var (
	owner    = wire.Ctx{AgentID: "main", MessageProvider: "telegram", SenderID: "111", SenderIsOwner: wire.Yes, WorkspaceDir: "/ws"}
	stranger = wire.Ctx{AgentID: "main", MessageProvider: "telegram", SenderID: "222", SenderIsOwner: wire.No, WorkspaceDir: "/ws"}
)

type msg struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

var raw, user = wiretest.Raw, wiretest.User

func testTicket(session string, level trust.Level, _ time.Time) string {
	return "ticket of " + session + " at " + level.String()
}

func testCode(nonce string) string {
	sum := sha256.Sum256([]byte(nonce))
	return hex.EncodeToString(sum[:4])
}
