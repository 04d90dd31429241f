package supervisor

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// terminate asks every descendant to end, including stopped ones.
func terminate() {
	for _, pid := range descendants() {
		_ = syscall.Kill(pid, syscall.SIGTERM)
		_ = syscall.Kill(pid, syscall.SIGCONT)
	}
}

// rounds bounds the rounds of stopping before killing. Processes that fork and exit at once can be
// new in each round; the next call handles them.
const rounds = 50

// destroy kills every descendant. It stops all of them first: killing one by one is slower than
// forking, and stopped processes keep their places in the process table, so that nothing can fork
// once it is full.
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

// descendants returns the pids of all processes below this one. It needs a readable /proc, as the
// daemon does to know its peers. A pid can be reused between this and a signal only if all others
// are used up in that moment.
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

// parent returns the parent of a live process; dead ones need no signal.
func parent(pid string) (ppid int, ok bool) {
	b, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0, false
	}
	// The line is "pid (name) state ppid …", where a process may choose any name.
	fields := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
	if len(fields) < 2 {
		return 0, false
	}
	ppid, err = strconv.Atoi(string(fields[1]))
	return ppid, err == nil
}
