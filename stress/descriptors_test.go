//go:build stress

package stress_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// little is a limit on descriptors. The daemon uses three quarters of them for connections: a third
// of that on each socket.
const (
	little = 128
	places = little / 4
)

func withFewDescriptors(t *testing.T) *daemon {
	t.Helper()
	d := prepare(t, "")
	d.with = []string{"sh", "-c", fmt.Sprintf(`ulimit -n %d && exec "$@"`, little), "sh"}
	d.start("--ledger-max-entries", "500")
	require.Equal(t, float64(little), d.metric("process_max_fds"))
	return d
}

// opensFiles requires that the daemon can still open the files it needs: a saved policy, the next
// file of the ledger.
func (d *daemon) opensFiles(work func()) {
	d.t.Helper()
	for i := range 3 {
		file := d.metric("provenanced_ledger_file")
		d.save(fmt.Sprintf("approvalTtlSeconds: %d\n", 1000+i))
		out, code := d.ctl("reload")
		require.Zero(d.t, code, out)
		require.Eventually(d.t, func() bool { work(); return d.metric("provenanced_ledger_file") > file }, 20*time.Second, time.Millisecond, "the ledger is not rotated")
	}
}

// However many clients connect and stay silent, those at work continue, the owner and new clients
// who can sign are accepted, and the daemon still opens its own files.
func TestSilentStrangersTakeNoDescriptorThatIsNeeded(t *testing.T) {
	d := withFewDescriptors(t)
	rest := d.vitals()
	var silent []*peer
	strangers := func(socket string) {
		for range 200 {
			p, err := d.try(socket)
			require.NoError(t, err)
			silent = append(silent, p)
		}
	}
	strangers("admin")
	working := d.crowd(20, noFailure(t))
	time.Sleep(time.Second) // until each has proven who it is
	strangers("gateway")
	t.Logf("with %d strangers: %s", len(silent), d.vitals())
	for range 50 {
		require.NoError(t, d.ping(), "a newcomer")
	}
	d.opensFiles(func() {})
	for _, p := range silent {
		p.Close()
	}
	working.stop()
	working.hangUp()
	t.Logf("%d answers with receipts, %.0f ledger files; afterwards: %s", d.receipts.count(), d.metric("provenanced_ledger_file"), d.settles(rest, 30))
	d.whole()
}

// When clients who can sign have taken every place, the next is refused, they continue, the daemon
// still opens its own files, and a place that is freed is available again.
func TestMembersTakeNoDescriptorThatIsNeeded(t *testing.T) {
	d := withFewDescriptors(t)
	rest := d.vitals()
	var members []*peer
	for range places {
		p := d.dial("gateway")
		_, err := p.ask("ping", "", "{}")
		require.NoError(t, err)
		members = append(members, p)
	}
	for range 100 {
		p, err := d.try("gateway")
		require.NoError(t, err)
		p.SetDeadline(time.Now().Add(5 * time.Second))
		a, err := p.read()
		require.NoError(t, err)
		require.Equal(t, "overloaded", a.Code)
		p.Close()
	}
	t.Logf("with %d members: %s", len(members), d.vitals())
	fetched := after("web_fetch", "c", "a page")
	asked := 0
	d.opensFiles(func() {
		for i, p := range members {
			p.SetDeadline(time.Now().Add(5 * time.Second))
			a, err := p.ask("after_tool_call", fmt.Sprintf("agent:main:%d", i), fetched)
			require.NoError(t, err)
			require.NotNil(t, a.Receipt, "question %d: %+v", asked, a)
			d.receipts.add(a)
			asked++
		}
	})
	members[0].Close()
	require.Eventually(t, func() bool { return d.ping() == nil }, time.Second, time.Millisecond, "a place was given up")
	for _, p := range members {
		p.Close()
	}
	t.Logf("afterwards: %s", d.settles(rest, 30))
	d.whole()
}
