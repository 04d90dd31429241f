package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
)

// The agent's memory is files, so a note has the level of its file. The owner looks at those below
// trusted, and accepts or drops them.

// MemoryNote is a memory file with its content.
type MemoryNote struct {
	FileView
	Text string `json:"text"` // its beginning
}

// MemoryDropped is a removed memory file, and where it is kept.
type MemoryDropped struct {
	Path string `json:"path"`
	ID   string `json:"id"` // of the staged write that would restore it
}

// Memory lists the memory files below trusted and, unless tainted is set, the others in the known
// workspaces, by path.
func (e *Engine) Memory(tainted bool) ([]FileView, error) {
	pol := e.opt.Policy.Load()
	list := []FileView{}
	for after := ""; ; {
		page, err := e.Labels("", after, maxFilesShown)
		if err != nil {
			return nil, err
		}
		for i := range page {
			if _, is := pol.MemoryFiles.Guarded(page[i].Path, "", nil); is {
				list = append(list, page[i])
			}
		}
		if len(page) < maxFilesShown || len(list) >= maxFilesShown {
			break
		}
		after = page[len(page)-1].Path
	}
	if tainted || e.opt.Disk == nil {
		return list, nil
	}
	for _, workspace := range e.workspaces() {
		for _, at := range pol.MemoryFiles.Known(workspace) {
			paths, isDir := e.opt.Disk.ChangedSince(e.resolve(at), time.Time{}, maxBelow)
			if !isDir {
				paths = []string{e.resolve(at)}
			}
			for _, p := range paths {
				if _, is := e.opt.Disk.Look(p); !is || slices.ContainsFunc(list, func(f FileView) bool { return f.Path == p }) || len(list) >= maxFilesShown {
					continue
				}
				f, err := e.Label(p)
				if err != nil {
					return nil, err
				}
				f.Path = p
				list = append(list, f)
			}
		}
	}
	slices.SortFunc(list, func(a, b FileView) int { return strings.Compare(a.Path, b.Path) })
	return list, nil
}

// workspaces returns those in which agents have worked since the start, and the policy's.
func (e *Engine) workspaces() (all []string) {
	e.skills.mu.Lock()
	defer e.skills.mu.Unlock()
	if own := e.opt.Policy.Load().WorkspaceDir; own != "" {
		all = append(all, own)
	}
	for _, p := range e.skills.seen {
		if p.Workspace != "" && !slices.Contains(all, p.Workspace) {
			all = append(all, p.Workspace)
		}
	}
	return all
}

// memoryFile finds a memory file: by its path, or by the end of the path of one below trusted.
func (e *Engine) memoryFile(which string) (FileView, error) {
	if !strings.HasPrefix(which, "/") && !strings.HasPrefix(which, "~/") {
		list, err := e.Memory(true)
		if err != nil {
			return FileView{}, err
		}
		var paths []string
		for i := range list {
			if strings.HasSuffix(list[i].Path, "/"+which) {
				paths = append(paths, list[i].Path)
			}
		}
		switch len(paths) {
		case 0:
			return FileView{}, decide.Absent(texts.NoMemory(which))
		case 1:
			which = paths[0]
		default:
			return FileView{}, decide.Refused(texts.SeveralMemories(which, paths))
		}
	}
	at := e.resolve(which)
	if _, is := e.opt.Policy.Load().MemoryFiles.Guarded(at, "", nil); !is {
		return FileView{}, decide.Refused(texts.NoMemoryFile(at))
	}
	f, err := e.Label(at)
	f.Path = at
	return f, err
}

// MemoryNote returns one memory file.
func (e *Engine) MemoryNote(which string) (MemoryNote, error) {
	f, err := e.memoryFile(which)
	if err != nil || e.opt.Disk == nil {
		return MemoryNote{FileView: f}, err
	}
	return MemoryNote{f, strings.ToValidUTF8(string(e.opt.Disk.Read(f.Path)), "\uFFFD")}, nil
}

// AcceptMemory records that the owner has looked at a memory file, which becomes trusted.
func (e *Engine) AcceptMemory(ctx context.Context, which, by string) ([]string, error) {
	f, err := e.memoryFile(which)
	if err != nil {
		return nil, err
	}
	return e.ClearLabels(ctx, f.Path, by)
}

// DropMemory removes a memory file that is below trusted. Its content is staged, so that the owner
// can restore it.
func (e *Engine) DropMemory(ctx context.Context, which, by string) (MemoryDropped, error) {
	f, err := e.memoryFile(which)
	if err != nil {
		return MemoryDropped{}, err
	}
	if f.Level == trust.Trusted {
		return MemoryDropped{}, decide.Refused(texts.TrustedMemory(f.Path))
	}
	if e.opt.Disk == nil {
		return MemoryDropped{}, decide.Absent(texts.NoMemory(f.Path))
	}
	id, is := e.opt.Disk.Look(f.Path)
	if !is {
		return MemoryDropped{}, decide.Absent(texts.NoMemory(f.Path))
	}
	text := e.opt.Disk.Read(f.Path)
	if int64(len(text)) != id.Size || !utf8.Valid(text) {
		return MemoryDropped{}, decide.Refused(texts.UnkeptMemory(f.Path))
	}
	params, err := json.Marshal(map[string]string{"path": f.Path, "content": string(text)})
	if err != nil {
		return MemoryDropped{}, err
	}
	staged, err := decide.StageID(e.opt.Rand)
	if err != nil {
		return MemoryDropped{}, err
	}
	key := e.fileKey(f.Path)
	dropped := MemoryDropped{f.Path, staged}
	err = e.opt.Staging.Stage(ctx, decide.BlockedWrite{
		ID: dropped.ID, Session: session.Subject{Kind: session.AFile, Name: key}.Key(), Tool: texts.MemoryDrop, Operation: memguard.Write,
		Path: f.Path, Paths: []string{f.Path}, Params: params, Level: f.Level, Reason: texts.DroppedBy(by), At: e.opt.Now(),
	})
	if err != nil {
		return MemoryDropped{}, err
	}
	if err := e.ownFiles(ctx, key, session.Changes{&session.Staged{ID: dropped.ID, What: session.Preview(key, 200)}}); err != nil {
		return MemoryDropped{}, err
	}
	if err := e.opt.Disk.Remove(f.Path); err != nil {
		return MemoryDropped{}, fmt.Errorf("drop a memory file: %w", err)
	}
	return dropped, nil
}

// reviewMemory answers the owner's commands about the memory in chat. In a group others can read
// the answer.
func (e *Engine) reviewMemory(ctx context.Context, r decide.Review, alone bool) (string, error) {
	if !alone {
		return "", decide.Refused(texts.LabelsAlone)
	}
	switch r.Action {
	case "show":
		note, err := e.MemoryNote(r.Path)
		if err != nil {
			return "", err
		}
		return texts.LabelLine(note.Path, note.Level, note.Reason, false) + "\n" + fenced(note.Text), nil
	case "accept":
		paths, err := e.AcceptMemory(ctx, r.Path, "owner")
		if err != nil {
			return "", err
		}
		return texts.Unlabelled(paths), nil
	case "drop":
		dropped, err := e.DropMemory(ctx, r.Path, "owner")
		if err != nil {
			return "", err
		}
		return texts.MemoryDropped(dropped.Path, dropped.ID), nil
	}
	list, err := e.Memory(true)
	if err != nil {
		return "", err
	}
	var lines []string
	for i := range list[:min(len(list), mostListed)] {
		lines = append(lines, texts.LabelLine(list[i].Path, list[i].Level, list[i].Reason, list[i].Whole))
	}
	return texts.TaintedMemory(len(list), lines), nil
}
