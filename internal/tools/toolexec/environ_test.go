package toolexec

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func TestWhatAToolFinds(t *testing.T) {
	r := newRunner(t)
	tool := shell(`env | grep -v ^PWD= | sort; ulimit -c; grep -a NoNewPrivs /proc/self/status; ls -l /proc/self/fd | grep -c socket
		tr '\0' ' ' </proc/$PPID/cmdline; cat /proc/$PPID/environ 2>/dev/null | wc -c; awk '{print $1 == $5}' /proc/$$/stat`)
	tool.Env["MODE"] = "plain"
	tool.Env["LANG"] = "C"
	tool.ForcedEnv = map[string]string{"READONLY": "1", "LD_LIBRARY_PATH": "/owner"}
	tool.RequestEnv = []string{"LANG", "TZ", "READONLY", "ZERO"}
	_, stdout, _ := run(t, r, Request{Tool: tool, Env: map[string]string{
		"LANG": "de", "TZ": "UTC", "LD_PRELOAD": "x", "READONLY": "0", "HOME": "/tmp", "ZERO": "a\x00b", "OTHER": "x", "PROVENANCE_TICKET": "x", "PROVENANCE_WAIT": "1",
	}}, "")
	require.Equal(t, strings.Join([]string{
		"HOME=/home/of", "LANG=de", "LD_LIBRARY_PATH=/owner", "MODE=plain", "PATH=" + safePath, "READONLY=1", "TERM=dumb", "TZ=UTC", "USER=daemon",
		"0", "NoNewPrivs:\t1", "0", "provenanced supervise-tool 0", "1", "",
	}, "\n"), stdout)
}

// Descriptors that the daemon inherited are not for tools.
func TestAToolHasNoDescriptorsButItsOwn(t *testing.T) {
	left, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer left.Close()
	inherited, err := unix.FcntlInt(left.Fd(), unix.F_DUPFD, 200) // open across exec
	require.NoError(t, err)
	defer unix.Close(inherited)
	_, stdout, _ := run(t, newRunner(t), Request{Tool: shell(`exec ls /proc/self/fd`)}, "")
	require.Equal(t, []string{"0", "1", "2"}, strings.Fields(stdout)[:3])
	require.NotContains(t, strings.Fields(stdout), strconv.Itoa(inherited))
}

// At a core limit of 0, crash collectors still get a program's memory, environment included.
func TestNobodyCollectsAToolsCrash(t *testing.T) {
	var limit unix.Rlimit
	require.NoError(t, unix.Getrlimit(unix.RLIMIT_CORE, &limit))
	_, stdout, _ := run(t, newRunner(t), Request{Tool: shell(`grep "Max core" /proc/self/limits; kill -s SEGV $$`), Cwd: t.TempDir()}, "")
	said := strings.Fields(stdout)
	if limit.Max == 0 && said[4] == "0" {
		return // without permission to raise it, the limit stays
	}
	require.Equal(t, []string{"Max", "core", "file", "size", "1", "1", "bytes"}, said)
}
