//go:build stress

package stress_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A daemon that is told to stop under load answers what it has read, and every answer that it sent
// is kept: in the ledger, and in the memory of the next one.
func TestSIGTERMUnderLoadLosesNoAcknowledgedAnswer(t *testing.T) {
	const rounds = 8
	d := start(t, "approvalTtlSeconds: 3600\n")
	stopping := func(a *agent, err error) bool {
		if errors.Is(err, errWrong) {
			t.Errorf("%s: %v", a.session, err)
		}
		return false
	}
	c := d.crowd(64, stopping)
	for range rounds {
		had := d.receipts.count()
		time.Sleep(time.Second)
		acknowledged := d.receipts.count() - had
		began := time.Now()
		d.stop()
		took := time.Since(began)
		c.done.Wait()
		t.Logf("stopped in %s, after %d answers with receipts", took.Round(time.Millisecond), acknowledged)
		require.Greater(t, acknowledged, 500, "too little happened for this to mean anything")
		require.Less(t, took, 5*time.Second)
		d.verified()
		d.start()
		c.remembered(d)
		c.work(stopping)
	}
	c.stop()
	d.whole()
}
