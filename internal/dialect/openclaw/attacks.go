package openclaw

import _ "embed"

// attacks are sessions in which someone else's words make the agent act, in calls of this host's
// tools.
//
//go:embed attacks.txt
var attacks string
