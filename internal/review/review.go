// Package review says what the prompts of a ledger have cost their owner, and which narrow rule
// would spare them: with what a replay forecasts, and only where it lets no attack in.
//
// It decides nothing: package replay does, by the daemon's own rules. It opens no file, and
// writes none; a Rule says where it belongs in a policy file's text.
package review
