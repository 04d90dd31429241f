package daemon

import (
	sd "github.com/coreos/go-systemd/v22/daemon"
	"go.uber.org/zap"
)

// notify informs the service manager about the daemon's state, in the protocol of sd_notify(3)
// with Type=notify-reload. Without a service manager it does nothing.
type notify struct{ log *zap.Logger }

func (n notify) ready(status string) { n.send(sd.SdNotifyReady + "\nSTATUS=" + status) }

// reloading must be followed by ready, whether the reload worked or not.
func (n notify) reloading() {
	n.send(sd.SdNotifyReloading + "\n" + sd.SdNotifyMonotonicUsec())
}

func (n notify) stopping() { n.send(sd.SdNotifyStopping + "\nSTATUS=Stopping") }

func (n notify) status(status string) { n.send("STATUS=" + status) }

func (n notify) send(state string) {
	if _, err := sd.SdNotify(false, state); err != nil {
		n.log.Warn("notify the service manager", zap.Error(err))
	}
}
