package patch

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// parseStarred reads the form that begins with "*** Begin Patch".
func parseStarred(lines []string) ([]File, error) {
	end := len(lines) - 1
	if strings.TrimSpace(lines[end]) != "*** End Patch" {
		return nil, fmt.Errorf("the patch does not end with %q", "*** End Patch")
	}
	var ops []File
	for at := 1; at < end; {
		header := strings.TrimSpace(lines[at])
		at++
		op := File{}
		if path, ok := strings.CutPrefix(header, "*** Add File: "); ok {
			op.Kind, op.Path = Add, path
			var added strings.Builder
			for ; at < end && strings.HasPrefix(lines[at], "+"); at++ {
				added.WriteString(lines[at][1:])
				added.WriteByte('\n')
			}
			op.Added = added.String()
		} else if path, ok := strings.CutPrefix(header, "*** Delete File: "); ok {
			op.Kind, op.Path = Delete, path
		} else if path, ok := strings.CutPrefix(header, "*** Update File: "); ok {
			op.Kind, op.Path = Update, path
			if to, ok := strings.CutPrefix(strings.TrimSpace(lines[at]), "*** Move to: "); ok {
				op.MoveTo = to
				at++
			}
			n, err := op.starredHunks(lines[at:end])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", at+n+1, err)
			}
			at += n
		} else if header != "" {
			return nil, fmt.Errorf("line %d names no file: %q", at, header)
		} else {
			continue
		}
		ops = append(ops, op)
	}
	return ops, nil
}

// starredHunks reads an update's hunks and returns how many lines they took.
func (op *File) starredHunks(lines []string) (int, error) {
	var h *hunk
	flush := func() {
		if h != nil && len(h.old)+len(h.new) > 0 {
			op.hunks = append(op.hunks, *h)
		}
	}
	for i, line := range lines {
		context, marked := strings.CutPrefix(line, "@@")
		switch {
		case marked:
			if h == nil || len(h.old)+len(h.new) > 0 {
				flush()
				h = &hunk{}
			}
			if context = strings.TrimPrefix(context, " "); context != "" {
				h.context = append(h.context, context)
			}
			continue
		case strings.TrimSpace(line) == "*** End of File":
			if h != nil {
				h.atEnd = true
			}
			continue
		case strings.HasPrefix(line, "***"):
			flush()
			return i, op.hasHunks()
		}
		if h == nil {
			if line == "" {
				continue
			}
			h = &hunk{}
		}
		if err := h.add(line); err != nil {
			return i, err
		}
	}
	flush()
	return len(lines), op.hasHunks()
}

func (op *File) hasHunks() error {
	if len(op.hunks) == 0 && op.MoveTo == "" {
		return fmt.Errorf("the update of %s changes nothing", op.Path)
	}
	return nil
}

// add takes one line of a hunk. An empty line is an empty context line whose leading space got
// lost.
func (h *hunk) add(line string) error {
	if line == "" {
		line = " "
	}
	switch line[0] {
	case ' ':
		h.old, h.new = append(h.old, line[1:]), append(h.new, line[1:])
	case '-':
		h.old = append(h.old, line[1:])
	case '+':
		h.new = append(h.new, line[1:])
	default:
		return fmt.Errorf("%q starts with none of space, - and +", line)
	}
	return nil
}

var hunkHeader = regexp.MustCompile(`^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@`)

// parseUnified reads a unified diff, of git or of diff -u.
func parseUnified(lines []string) ([]File, error) {
	var ops []File
	var from, to string // of git's rename headers
	rename := func() {
		if from != "" && to != "" {
			ops = append(ops, File{Path: from, MoveTo: to})
		}
		from, to = "", ""
	}
	for at := 0; at < len(lines); {
		line := lines[at]
		switch {
		case strings.HasPrefix(line, "diff --git "):
			rename()
		case strings.HasPrefix(line, "rename from "):
			from = diffName(line[len("rename from "):])
		case strings.HasPrefix(line, "rename to "):
			to = diffName(line[len("rename to "):])
		case strings.HasPrefix(line, "copy from "), strings.HasPrefix(line, "Binary files "), line == "GIT binary patch":
			return nil, fmt.Errorf("line %d: copies and binary files are not supported", at+1)
		case strings.HasPrefix(line, "@@"):
			return nil, fmt.Errorf("line %d: a hunk before the name of its file", at+1)
		case strings.HasPrefix(line, "--- ") && at+1 < len(lines) && strings.HasPrefix(lines[at+1], "+++ "):
			op := unifiedOp(diffName(line[4:]), diffName(lines[at+1][4:]))
			if from != "" && to != "" {
				op.Path, op.MoveTo = from, to
				from, to = "", ""
			}
			n, err := op.unifiedHunks(lines[at+2:])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", at+n+3, err)
			}
			ops = append(ops, op)
			at += n + 1
		}
		at++
	}
	rename()
	return ops, nil
}

// unifiedOp recognises additions and deletions by /dev/null, and drops the a/ and b/ that git
// puts before the names.
func unifiedOp(from, to string) File {
	const none = "/dev/null"
	a, okA := strings.CutPrefix(from, "a/")
	b, okB := strings.CutPrefix(to, "b/")
	if (okA || from == none) && (okB || to == none) {
		from, to = a, b
	}
	switch {
	case from == none:
		return File{Kind: Add, Path: to}
	case to == none:
		return File{Kind: Delete, Path: from}
	}
	return File{Kind: Update, Path: to}
}

// diffName is a name in a header: everything up to a tab, or a C string.
func diffName(s string) string {
	s, _, _ = strings.Cut(s, "\t")
	if name, err := strconv.Unquote(s); err == nil {
		return name
	}
	return strings.TrimSpace(s)
}

// unifiedHunks reads the hunks of one file and returns how many lines they took.
func (op *File) unifiedHunks(lines []string) (int, error) {
	at := 0
	for at < len(lines) {
		m := hunkHeader.FindStringSubmatch(lines[at])
		if m == nil {
			break
		}
		first, olds, news := number(m[1], 0), number(m[2], 1), number(m[4], 1)
		h := hunk{numbered: true, line: max(first-1, 0)}
		if olds == 0 {
			h.line = first // an insertion's header names the line before it
		}
		for at++; len(h.old) < olds || len(h.new) < news; at++ {
			if at == len(lines) {
				return at, errors.New("the hunk is cut off")
			}
			if strings.HasPrefix(lines[at], `\`) {
				continue // about the old side: the one about the new side comes last
			}
			if err := h.add(lines[at]); err != nil {
				return at, err
			}
		}
		if len(h.old) != olds || len(h.new) != news {
			return at, fmt.Errorf("the hunk has %d and %d lines, its header says %d and %d", len(h.old), len(h.new), olds, news)
		}
		if at < len(lines) && strings.HasPrefix(lines[at], `\`) {
			h.noEOL = !strings.HasPrefix(lines[at-1], "-")
			at++
		}
		op.hunks = append(op.hunks, h)
	}
	if len(op.hunks) == 0 && op.Kind == Update && op.MoveTo == "" {
		return at, fmt.Errorf("the update of %s changes nothing", op.Path)
	}
	if op.Kind == Add {
		data, err := applyHunks("", op.hunks)
		if err != nil {
			return at, err
		}
		op.Added, op.hunks = data, nil
	}
	return at, nil
}

// number reads digits that the pattern has already checked.
func number(s string, absent int) int {
	if s == "" {
		return absent
	}
	n, _ := strconv.Atoi(s)
	return n
}
