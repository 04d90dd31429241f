package supervisor

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// terminate asks every descendant to end, also those that are stopped.
func terminate() {
	for _, pid := range descendants() {
		_ = syscall.Kill(pid, syscall.SIGTERM)
		_ = syscall.Kill(pid, syscall.SIGCONT)
	}
}

// rounds of stopping before what was found is killed. What forks and ends at once
// can be new each time; it is met again in the next call.
const rounds = 50

// destroy kills every descendant. All are stopped first: what is killed one by one
// can fork faster than that, and what is stopped keeps its place in the table of
// processes, so that in a table that is full nothing forks any more.
func destroy() {
	stopped := make(map[int]bool)
	running := true
	for n := 0; running && n < rounds; n++ {
		running = false
		for _, pid := range descendants() {
			if !stopped[pid] {
				stopped[pid], running = true, true
				_ = syscall.Kill(pid, syscall.SIGSTOP)
			}
		}
	}
	for pid := range stopped {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// descendants lists every process below this one. It needs a /proc that shows them,
// as the daemon does to know its peers. Between the look and a signal a number could
// go to a stranger only if all others were used up in that moment.
func descendants() []int {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	children := make(map[int][]int)
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		if parent, ok := parent(name); ok {
			children[parent] = append(children[parent], pid)
		}
	}
	found := children[os.Getpid()]
	for i := 0; i < len(found); i++ {
		found = append(found, children[found[i]]...)
	}
	return found
}

// parent reads the parent's id of a live process; there is nothing to signal in a
// dead one.
func parent(pid string) (ppid int, ok bool) {
	b, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0, false
	}
	// pid (name) state ppid …, where the name holds whatever its process likes.
	fields := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
	if len(fields) < 2 {
		return 0, false
	}
	ppid, err = strconv.Atoi(string(fields[1]))
	return ppid, err == nil
}
