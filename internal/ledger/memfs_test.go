package ledger

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// memFS is a disk behind a page cache: what programs see is not what survives a power cut.
// Names survive once their directory was synced, bytes once their file was. A failed sync marks
// its pages clean, so that a later one does not store them.
type memFS struct {
	mu     sync.Mutex
	seen   map[string]*memFile
	disk   map[string]*memFile // the names that survive a power cut
	life   int                 // handles from an earlier life are dead
	locked bool
	// fault is called before each operation, which is "write", "sync", "create", "truncate",
	// "rename", "remove", "syncdir" or "seal".
	fault func(op, name string) fault
	// after, which may be nil, is called when a write is done, before it returns.
	after func(name string)
	count map[string]int // of each operation
}

// fault is how an operation goes wrong.
type fault struct {
	err       error
	persisted bool // the operation took effect nevertheless
	short     bool // half of the write took effect
}

type memFile struct {
	seen, disk []byte
	dirty      []span
	sealed     bool
}

type span struct{ from, to int }

var errDead = errors.New("the process is dead")

func newMemFS() *memFS {
	return &memFS{seen: map[string]*memFile{}, disk: map[string]*memFile{}, count: map[string]int{}}
}

// ask is called with mu held.
func (m *memFS) ask(op, name string) fault {
	m.count[op]++
	if m.fault == nil {
		return fault{persisted: true}
	}
	f := m.fault(op, filepath.Base(name))
	if f.err == nil {
		f.persisted = true
	}
	return f
}

func (m *memFS) Mkdir(string) error { return nil }

func (m *memFS) Lock(string) (io.Closer, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.locked {
		return nil, ErrInUse
	}
	m.locked = true
	return &memLock{m, m.life}, nil
}

type memLock struct {
	m    *memFS
	life int
}

func (l *memLock) Close() error {
	l.m.mu.Lock()
	defer l.m.mu.Unlock()
	if l.life == l.m.life {
		l.m.locked = false
	}
	return nil
}

func (m *memFS) List(string) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var names []string
	for name := range m.seen {
		names = append(names, filepath.Base(name))
	}
	return names, nil
}

func (m *memFS) Open(name string, flag int) (File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f := m.seen[name]
	if flag&os.O_CREATE != 0 {
		fault := m.ask("create", name)
		if fault.persisted && f == nil {
			f = new(memFile)
			m.seen[name] = f
		}
		if fault.err != nil {
			return nil, fault.err
		}
	}
	if f == nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if f.sealed && flag&os.O_RDWR != 0 {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	if flag&os.O_TRUNC != 0 {
		f.resize(0)
	}
	return &memHandle{m: m, f: f, name: name, life: m.life}, nil
}

func (m *memFS) Rename(from, to string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	fault := m.ask("rename", to)
	if fault.persisted {
		m.seen[to] = m.seen[from]
		delete(m.seen, from)
	}
	return fault.err
}

func (m *memFS) Remove(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	fault := m.ask("remove", name)
	if fault.persisted {
		delete(m.seen, name)
	}
	return fault.err
}

func (m *memFS) SyncDir(dir string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	fault := m.ask("syncdir", dir)
	if fault.persisted {
		m.disk = maps.Clone(m.seen)
	}
	return fault.err
}

// kill ends the process: the page cache stays.
func (m *memFS) kill() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.life++
	m.locked, m.fault = false, nil
}

// cut takes the power away. left says for each sector that was not synced whether it survives,
// and for each file whether its new size does.
func (m *memFS) cut(left func() bool) {
	m.kill()
	m.mu.Lock()
	defer m.mu.Unlock()
	for name, f := range m.seen {
		if left() {
			m.disk[name] = f
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m.disk)) {
		f := m.disk[name]
		for _, s := range f.dirty {
			for from := s.from; from < s.to; {
				to := min(s.to, from/512*512+512)
				if left() {
					f.store(span{from, to})
				}
				from = to
			}
		}
		if left() {
			f.disk = resized(f.disk, len(f.seen))
		}
		f.seen, f.dirty = slices.Clone(f.disk), nil
	}
	m.seen = maps.Clone(m.disk)
}

func (f *memFile) store(s span) {
	if s.to = min(s.to, len(f.seen)); s.from >= s.to {
		return
	}
	f.disk = resized(f.disk, max(len(f.disk), s.to))
	copy(f.disk[s.from:s.to], f.seen[s.from:s.to])
}

func (f *memFile) resize(n int) { f.seen = resized(f.seen, n) }

func resized(b []byte, n int) []byte {
	if n <= len(b) {
		return b[:n:n]
	}
	return append(b, make([]byte, n-len(b))...)
}

type memHandle struct {
	m    *memFS
	f    *memFile
	name string
	life int
}

func (h *memHandle) begin() (func(), error) {
	h.m.mu.Lock()
	if h.life != h.m.life {
		h.m.mu.Unlock()
		return nil, errDead
	}
	return h.m.mu.Unlock, nil
}

func (h *memHandle) ReadAt(b []byte, at int64) (int, error) {
	end, err := h.begin()
	if err != nil {
		return 0, err
	}
	defer end()
	if at >= int64(len(h.f.seen)) {
		return 0, io.EOF
	}
	n := copy(b, h.f.seen[at:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

func (h *memHandle) WriteAt(b []byte, at int64) (int, error) {
	if after := h.m.after; after != nil {
		defer after(h.name)
	}
	end, err := h.begin()
	if err != nil {
		return 0, err
	}
	defer end()
	fault := h.m.ask("write", h.name)
	if fault.short {
		b = b[:len(b)/2]
	} else if !fault.persisted {
		return 0, fault.err
	}
	s := span{int(at), int(at) + len(b)}
	h.f.resize(max(len(h.f.seen), s.to))
	copy(h.f.seen[at:], b)
	h.f.dirty = append(h.f.dirty, s)
	return len(b), fault.err
}

func (h *memHandle) Size() (int64, error)       { return int64(len(h.f.seen)), nil }
func (h *memHandle) Stat() (fs.FileInfo, error) { return nil, errors.ErrUnsupported }

func (h *memHandle) Truncate(n int64) error {
	end, err := h.begin()
	if err != nil {
		return err
	}
	defer end()
	fault := h.m.ask("truncate", h.name)
	if fault.persisted {
		h.f.resize(int(n))
	}
	return fault.err
}

func (h *memHandle) Sync() error {
	end, err := h.begin()
	if err != nil {
		return err
	}
	defer end()
	fault := h.m.ask("sync", h.name)
	if fault.persisted {
		for _, s := range h.f.dirty {
			h.f.store(s)
		}
		h.f.disk = resized(h.f.disk, len(h.f.seen))
	}
	h.f.dirty = nil
	return fault.err
}

func (h *memHandle) Seal() error {
	end, err := h.begin()
	if err != nil {
		return err
	}
	defer end()
	fault := h.m.ask("seal", h.name)
	h.f.sealed = h.f.sealed || fault.persisted
	return fault.err
}

func (h *memHandle) Close() error { return nil }
