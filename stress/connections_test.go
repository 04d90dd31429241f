//go:build stress

package stress_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

const most = 4096 // connections on one socket, by default

// As many connections as the daemon accepts are all served; one more is refused, and does not
// affect the others.
func TestAsManyConnectionsAsItTakesAreServed(t *testing.T) {
	roomForDescriptors(t, 2*most)
	d := start(t, "")
	rest := d.vitals()
	peers := make([]*peer, most)
	for i := range peers {
		peers[i] = d.dial("gateway")
	}
	round := func(hook, event string) {
		t.Helper()
		for i, p := range peers {
			_, err := p.Write(p.line(hook, fmt.Sprintf("agent:main:%d", i), event))
			require.NoError(t, err)
		}
		for i, p := range peers {
			p.SetReadDeadline(time.Now().Add(20 * time.Second))
			a, err := p.read()
			require.NoError(t, err, "connection %d", i)
			require.Equal(t, "decision", a.Type, "connection %d: %+v", i, a)
			d.receipts.add(a)
		}
	}
	round("after_tool_call", after("web_fetch", "c", "a page"))
	full := d.vitals()
	require.Equal(t, most, full.connections)
	t.Logf("with %d connections: %s", most, full)

	for range 10 {
		p := d.dial("gateway")
		p.SetDeadline(time.Now().Add(5 * time.Second))
		a, err := p.read()
		require.NoError(t, err)
		require.Equal(t, "overloaded", a.Code, "one too many, and none of the others is idle")
		_, err = p.read()
		require.ErrorIs(t, err, io.EOF)
	}
	round("before_tool_call", before("exec", "c", `{"command":"ls"}`))

	for i, p := range peers {
		if i%2 == 0 {
			p.Close()
		}
	}
	require.Eventually(t, func() bool { return d.ping() == nil }, 5*time.Second, 10*time.Millisecond, "there is room again")
	for _, p := range peers {
		p.Close()
	}
	require.Equal(t, 2*most, d.receipts.count())
	t.Logf("afterwards: %s", d.settles(rest, 30))
	d.whole()
}

func roomForDescriptors(t *testing.T, n uint64) {
	t.Helper()
	var limit unix.Rlimit
	require.NoError(t, unix.Getrlimit(unix.RLIMIT_NOFILE, &limit))
	require.GreaterOrEqual(t, limit.Max, n, "this test holds %d sockets: raise the limit of descriptors, ulimit -Hn", n)
	limit.Cur = limit.Max
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &limit))
}

// Clients that write a byte at a time, or do not read their answers, are cut off after their time,
// and nobody else waits for them meanwhile.
func TestSlowReadersAndWritersDelayNobody(t *testing.T) {
	const patience = 3 * time.Second
	d := start(t, "", "--line-timeout", patience.String(), "--write-timeout", patience.String())
	rest := d.vitals()
	honest := d.crowd(4, noFailure(t))

	var slow sync.WaitGroup
	for i := range 200 {
		slow.Go(func() { dribble(t, d, patience) })
		slow.Go(func() { glut(t, d, fmt.Sprintf("agent:main:glut%d", i), patience) })
	}
	slow.Wait()
	honest.stop()
	took := honest.took()
	t.Logf("%d questions beside 400 slow clients: p50 %s, p99 %s", len(took), percentile(took, 50), percentile(took, 99))
	require.Greater(t, len(took), 200, "too little happened for this to mean anything")
	require.Less(t, percentile(took, 99), time.Second)
	honest.hangUp()
	t.Logf("afterwards: %s", d.settles(rest, 30))
	d.whole()
}

// dribble writes a line a byte at a time, and requires to be cut off for it.
func dribble(t *testing.T, d *daemon, patience time.Duration) {
	p, err := d.try("gateway")
	if err != nil {
		t.Error(err)
		return
	}
	defer p.Close()
	line := p.line("ping", "", "{}")
	began := time.Now()
	for i := 0; ; i++ {
		if _, err := p.Write(line[i : i+1]); err != nil {
			return
		}
		if time.Since(began) > patience+5*time.Second {
			t.Error("whoever writes a byte at a time is waited for")
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// glut asks without reading the answers, and requires to be cut off for it. Then it reads what
// there is.
func glut(t *testing.T, d *daemon, session string, patience time.Duration) {
	p, err := d.try("gateway")
	if err != nil {
		t.Error(err)
		return
	}
	defer p.Close()
	call := before("read", "c", `{"path":"x"}`)
	for err == nil {
		p.SetWriteDeadline(time.Now().Add(patience + 20*time.Second))
		_, err = p.Write(p.line("before_tool_call", session, call))
	}
	if !errors.Is(err, unix.EPIPE) && !errors.Is(err, unix.ECONNRESET) {
		t.Errorf("whoever takes no answer is not cut off: %v", err)
		return
	}
	for {
		a, err := p.read()
		if err != nil {
			return // an answer that was cut in the middle was not acknowledged
		}
		d.receipts.add(a)
	}
}

// Clients that are killed in the middle of a line, or while an answer is on its way, leave nothing
// behind.
func TestClientsThatDieMidLineAndMidFrameLeaveNothing(t *testing.T) {
	d := start(t, "defaults: {redaction: standard}\n")
	rest := d.vitals()
	honest := d.crowd(4, noFailure(t))
	for range 3 {
		self, err := os.Executable()
		require.NoError(t, err)
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), asVictim+"="+d.path("run"))
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		said, err := bufio.NewReader(out).ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, "in the middle\n", said)
		held := d.vitals()
		require.NoError(t, cmd.Process.Kill())
		cmd.Wait()
		require.GreaterOrEqual(t, held.connections, victims, "too little happened for this to mean anything")
	}
	honest.stop()
	honest.hangUp()
	t.Logf("afterwards: %s", d.settles(rest, 30))
	d.whole()
}

const (
	asVictim = "STRESS_VICTIM" // makes this program the victim, for a daemon in that directory
	victims  = 300             // connections that die with it
)

// victim opens connections, sends half a request on each, and waits to be killed.
func victim(runtime string) int {
	secret := `"aws_secret_access_key = kT9/3bXqLm0Zr5uYvW2eNs7JhGf8PdAoCi1Qx4Rt "`
	for i := range victims {
		p, err := connect(runtime, "gateway")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer p.Close() // by the kernel, when this process is killed
		switch i % 3 {
		case 0: // in the middle of a line
			line := p.line("before_tool_call", "agent:main:victim", before("read", "c", `{"path":"x"}`))
			_, err = p.Write(line[:1+i%(len(line)-2)])
		case 1: // in the middle of a long line
			_, err = p.Write(p.line("after_tool_call", "agent:main:victim", after("read", "c", strings.Repeat("long ", 100_000)))[:200_000])
		case 2: // in the middle of a frame that does not fit into the socket
			_, err = p.Write(p.line("after_tool_call", "agent:main:victim", after("read", "c", secret+strings.Repeat("long ", 200_000))))
			if err == nil {
				_, err = io.ReadFull(p.in, make([]byte, 100))
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	fmt.Println("in the middle")
	time.Sleep(time.Minute)
	return 0
}
