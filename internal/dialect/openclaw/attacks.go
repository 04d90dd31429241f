package openclaw

import _ "embed"

// attacks are sessions in which somebody else's words have the agent do something, in calls of
// this host's tools.
//
//go:embed attacks.txt
var attacks string
