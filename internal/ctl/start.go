package ctl

import (
	"os"
	"os/exec"
)

// systemdDir exists if systemd runs.
const systemdDir = "/run/systemd/system"

// systemdHere reports whether systemd starts services on this machine, and can be told to. In a
// container its directory may be the host's; then systemctl is missing.
func systemdHere(dir string) bool {
	_, err := os.Stat(dir)
	_, missing := exec.LookPath("systemctl")
	return err == nil && missing == nil
}

// startIt is how a daemon is started, once.
func startIt(systemd bool) string {
	if systemd {
		return "`systemctl --user start provenanced` or `provenanced serve`"
	}
	return "`provenanced serve`, or in the background: `nohup provenanced serve >>provenanced.log 2>&1 &`"
}

// keepIt is how to keep a daemon running without systemd.
const keepIt = "have whatever starts the gateway run `provenanced serve` before it, as the same user, and again whenever it ends: as a service of its own " +
	"(runit, s6, OpenRC, a container's restart policy), or in the start script with `while :; do provenanced serve; sleep 1; done &`"
