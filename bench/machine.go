package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Facts say where and when the figures were measured.
type Facts struct {
	Date       string            `json:"date"`
	Commit     string            `json:"commit"`
	Full       bool              `json:"full"`
	Processor  string            `json:"processor"`
	Processors int               `json:"processors"`
	Kernel     string            `json:"kernel"`
	Go         string            `json:"go"`
	FileSystem string            `json:"fileSystem"` // of the state directory
	Rivals     map[string]string `json:"rivals"`
	LoadBefore string            `json:"loadBefore"`
	LoadAfter  string            `json:"loadAfter"`
}

func (b *bench) facts(ctx context.Context) Facts {
	f := Facts{
		Date: time.Now().UTC().Format(time.DateTime) + " UTC", Full: b.Full, Commit: b.commit(ctx),
		Processor: processor(), Processors: runtime.NumCPU(), Go: runtime.Version(),
		FileSystem: fileSystem(os.TempDir()), Rivals: map[string]string{}, LoadBefore: loadAverage(),
	}
	var u unix.Utsname
	if unix.Uname(&u) == nil {
		f.Kernel = unix.ByteSliceToString(u.Sysname[:]) + " " + unix.ByteSliceToString(u.Release[:])
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if name, ok := rivalModules[d.Path]; ok {
				f.Rivals[name] = d.Version
			}
		}
	}
	return f
}

var rivalModules = map[string]string{
	"github.com/open-policy-agent/opa": "Open Policy Agent",
	"github.com/cedar-policy/cedar-go": "cedar-go",
}

func (f Facts) String() string {
	mode := ""
	if f.Full {
		mode = ", with the long parts"
	}
	rivals := ""
	for _, name := range []string{"Open Policy Agent", "cedar-go"} {
		rivals += ", " + name + " " + f.Rivals[name]
	}
	return fmt.Sprintf("Measured %s at %s%s, on %d × %s, %s, %s, state on %s%s. Load average (1, 5, 15 minutes) before: %s, after: %s.",
		f.Date, f.Commit, mode, f.Processors, f.Processor, f.Kernel, f.Go, f.FileSystem, rivals, f.LoadBefore, f.LoadAfter)
}

func (b *bench) commit(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "git", "-C", b.Root, "describe", "--always", "--dirty").Output()
	if err != nil {
		return "no commit"
	}
	return strings.TrimSpace(string(out))
}

func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

func fileSystem(dir string) string {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return "an unknown file system"
	}
	switch st.Type {
	case unix.EXT4_SUPER_MAGIC:
		return "ext4"
	case unix.TMPFS_MAGIC:
		return "tmpfs"
	case unix.BTRFS_SUPER_MAGIC:
		return "btrfs"
	case unix.XFS_SUPER_MAGIC:
		return "xfs"
	case unix.OVERLAYFS_SUPER_MAGIC:
		return "overlayfs"
	}
	return fmt.Sprintf("file system %#x", st.Type)
}

func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(text))[:3], " ")
}
