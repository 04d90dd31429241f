// Package supervisor is the process between the daemon and one tool. It makes sure that nothing the
// tool started outlives it or the daemon: any process that forks, starts its own session or loses
// its parent becomes the supervisor's child, and the supervisor exits only when it has no children
// left. It knows no credentials by name, no policy and no output: the tool's descriptors lead
// straight to the daemon.
//
// It is the same program, started again with Argument as its only argument, and takes over during
// package initialisation: a program that runs tools only has to import this package. Go initialises
// packages in the order of their import paths as soon as their imports are initialised, so with few
// imports this one runs before the large ones, which take half of a start (2 ms of 4; an empty Go
// program takes 1). Hence it imports no package of this module and nothing large; a test in package
// toolexec checks that.
//
// What it cannot end: a process that it may not signal. No program started here can change its user
// (no_new_privs). A tool can kill its supervisor, which runs as the same user; the tool itself then
// dies at once, and its descendants become children of the daemon, which ends those with the Mark.
// If the daemon is killed at the same time, processes that left the tool's process group survive,
// unless a service manager ends the whole cgroup.
package supervisor

import (
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Argument makes this program a supervisor.
const Argument = "supervise-tool"

// Control is the descriptor for messages with the daemon. Those before it become the tool's.
const Control = 3

// Mark is the limit that distinguishes a tool's processes: its hard value is lower than the
// daemon's. All descendants inherit it and none can raise it. Linux does not enforce this limit
// (getrlimit(2)).
const Mark = unix.RLIMIT_RSS

const (
	again  = 5 * time.Millisecond // between attempts to kill what is left
	giveUp = 10 * time.Second     // on processes that are stuck in the kernel
)

func init() {
	if len(os.Args) == 2 && os.Args[1] == Argument {
		syscall.Exit(run()) // there is nothing to flush, and the race detector would wait for a second
	}
}

// run runs on the process's main thread, since attributes of threads and the tool's parent death
// signal depend on it. That thread lives as long as the process.
func run() int {
	control := os.NewFile(Control, "control")
	syscall.CloseOnExec(Control)
	spec, err := readSpec(control)
	if err != nil {
		os.Stderr.WriteString("provenanced " + Argument + ": only the daemon starts this: " + err.Error() + "\n")
		return 2
	}
	// Before the tool runs, so that no signal to the whole group kills the supervisor.
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT)

	tool, refused := start(spec)
	if refused.Kind != 0 {
		return report(control, refused, Message{Kind: Gone})
	}
	// Only the tool and its descendants may hold the other ends.
	if null, err := syscall.Open(os.DevNull, syscall.O_RDWR|syscall.O_CLOEXEC, 0); err == nil {
		for fd := range Control {
			_ = syscall.Dup3(null, fd, syscall.O_CLOEXEC)
		}
		_ = syscall.Close(null)
	}
	_ = Message{Started, uint32(tool)}.Write(control) // the loop below notices if the daemon has gone
	return supervise(control, stop, tool, spec.KillAfter)
}

func report(control *os.File, messages ...Message) int {
	for _, m := range messages {
		if m.Write(control) != nil {
			return 1
		}
	}
	return 0
}

// start starts the tool and returns its process id, or the message that says why it could not.
func start(s *Spec) (pid int, refused Message) {
	if err := protect(); err != nil {
		return 0, Message{NotStarted, errno(err)}
	}
	if err := syscall.Chdir(s.Dir); err != nil {
		return 0, Message{NoDir, errno(err)}
	}
	sys := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if s.Terminal {
		sys = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0, Pdeathsig: syscall.SIGKILL}
	}
	pid, err := syscall.ForkExec(s.Path, s.Args, &syscall.ProcAttr{Env: s.Env, Files: []uintptr{0, 1, 2}, Sys: sys})
	if err != nil {
		return 0, Message{NotStarted, errno(err)}
	}
	return pid, Message{}
}

// protect sets up the supervisor, and protects its environment and the tool's from debuggers and
// core dumps, and the daemon's from the tool.
func protect() error {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return err
	}
	if err := mark(); err != nil {
		return err
	}
	// At a limit of 0 a program that collects crashes (core(5)) still gets them, at 1 it does not;
	// no file is that small. If the limit may not be raised to 1, or a seccomp filter forbids it,
	// the owner has already set limits.
	if unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{Cur: 1, Max: 1}) != nil {
		_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	}
	return closeOnExec()
}

func mark() error {
	var limit unix.Rlimit
	if err := unix.Getrlimit(Mark, &limit); err != nil || limit.Max == 0 {
		return err
	}
	limit.Max--
	limit.Cur = min(limit.Cur, limit.Max)
	return unix.Setrlimit(Mark, &limit)
}

// closeOnExec keeps inherited descriptors from the tool: the daemon's parent may have left some
// open.
func closeOnExec() error {
	dir, err := os.Open("/proc/self/fd")
	if err != nil {
		return err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	for _, name := range names {
		if fd, err := strconv.Atoi(name); err == nil && fd > Control {
			syscall.CloseOnExec(fd)
		}
	}
	return err
}

func errno(err error) uint32 {
	if e, ok := err.(syscall.Errno); ok {
		return uint32(e)
	}
	return uint32(syscall.EINVAL)
}

// ended is a child that has ended.
type ended struct {
	pid    int
	status syscall.WaitStatus
	last   bool // there are no other children
}

// supervise returns when no descendant is left, or none can be ended.
func supervise(control *os.File, stop <-chan os.Signal, tool int, killAfter time.Duration) int {
	orders := make(chan Message)
	go func() {
		defer close(orders) // the daemon has gone
		for {
			m, err := Read(control)
			if err != nil {
				return
			}
			orders <- m
		}
	}()
	children := make(chan ended)
	go reap(children)

	var kill, look, abandon <-chan time.Time
	ending := false
	end := func() {
		if !ending {
			ending, kill = true, time.After(killAfter)
			terminate()
		}
	}
	for {
		select {
		case m, ok := <-orders:
			switch {
			case !ok:
				orders = nil
				end()
			case m.Kind == End:
				end()
			case m.Kind == Signal && tool != 0:
				_ = syscall.Kill(-tool, syscall.Signal(m.Value)) // it may have ended
			}
		case <-stop:
			end()
		case c, ok := <-children:
			if !ok {
				return report(control, Message{Kind: Gone})
			}
			if c.pid == tool {
				tool = 0 // its number may have been reused
				_ = fate(c.status).Write(control)
				if !c.last { // scanning all processes takes as long as the rest of a short run
					end()
				}
			}
		case <-kill:
			look, abandon = time.After(0), time.After(giveUp)
		case <-look:
			destroy()
			look = time.After(again)
		case <-abandon:
			return report(control, Message{Gone, uint32(len(descendants()))})
		}
	}
}

// fate converts the tool's wait status.
func fate(status syscall.WaitStatus) Message {
	if status.Signaled() {
		return Message{Killed, uint32(status.Signal())}
	}
	return Message{Exited, uint32(status.ExitStatus())}
}

// reap sends each child that ends, adopted ones too, and closes children when none is left: without
// a child there is no descendant, and so never will be.
func reap(children chan<- ended) {
	defer close(children)
	for {
		var c ended
		var err error
		c.pid, err = syscall.Wait4(-1, &c.status, 0, nil)
		switch err {
		case nil:
			c.last = unix.Waitid(unix.P_ALL, 0, nil, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil) == unix.ECHILD
			children <- c
		case syscall.EINTR:
		default:
			return
		}
	}
}
