package metrics

import (
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Process adds what every process reports about itself, under the names that dashboards expect.
func (r *Registry) Process(version string, started time.Time) {
	r.Read("provenanced_build_info", "The version that runs; always 1.", Gauge, []string{"version", "goversion"}, func(tell func(float64, ...string)) {
		tell(1, version, runtime.Version())
	})
	r.Value("process_start_time_seconds", "When the process started, in Unix time.", Gauge, func() float64 {
		return float64(started.UnixMilli()) / 1000
	})
	r.Value("process_cpu_seconds_total", "Processor time used, user and system.", Counter, cpuSeconds)
	r.Read("process_resident_memory_bytes", "Memory that is in RAM.", Gauge, nil, func(tell func(float64, ...string)) {
		if b, err := os.ReadFile("/proc/self/statm"); err == nil {
			if fields := strings.Fields(string(b)); len(fields) > 1 {
				if pages, err := strconv.ParseUint(fields[1], 10, 64); err == nil {
					tell(float64(pages) * float64(os.Getpagesize()))
				}
			}
		}
	})
	r.Read("process_open_fds", "Open file descriptors.", Gauge, nil, func(tell func(float64, ...string)) {
		if fds, err := os.ReadDir("/proc/self/fd"); err == nil {
			tell(float64(len(fds) - 1)) // without the directory's own
		}
	})
	r.Read("process_max_fds", "File descriptors that may be open.", Gauge, nil, func(tell func(float64, ...string)) {
		var limit unix.Rlimit
		if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err == nil {
			tell(float64(limit.Cur))
		}
	})
	r.Value("go_goroutines", "Goroutines.", Gauge, func() float64 { return float64(runtime.NumGoroutine()) })
	r.Value("go_memory_heap_objects_bytes", "Memory of live objects, and of dead ones that are not swept yet.", Gauge, func() float64 {
		s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}} // unlike MemStats, this does not stop the world
		metrics.Read(s)
		if s[0].Value.Kind() != metrics.KindUint64 {
			return 0
		}
		return float64(s[0].Value.Uint64())
	})
}

func cpuSeconds() float64 {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}
