package toolexec

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/provenanced/provenanced/internal/tools/toolconf"
)

var errNotInYAML = errors.New("a configuration file takes no line breaks, control characters or bytes that are not UTF-8 in a value")

// slot is how a template names a credential.
func slot(name string) string { return "{{" + name + "}}" }

// template replaces credentials in templates, each value written by form.
func (c credentials) template(form func([]byte) string) *strings.Replacer {
	pairs := make([]string, 0, 2*len(c))
	for name, value := range c {
		pairs = append(pairs, slot(name), form(value))
	}
	return strings.NewReplacer(pairs...)
}

func plain(value []byte) string { return string(value) }

// quoted writes value as a single-quoted YAML scalar, in which only the quote has a meaning.
func quoted(value []byte) string {
	return "'" + strings.ReplaceAll(string(value), "'", "''") + "'"
}

// quotable reports whether the scalar can represent value exactly.
func quotable(value []byte) bool {
	return utf8.Valid(value) && !strings.ContainsFunc(string(value), func(r rune) bool {
		return unicode.IsControl(r) && r != '\t' || r == '\u2028' || r == '\u2029' || r == '\ufeff' || r == '\ufffe' || r == '\uffff'
	})
}

// namedInTemplate reports whether a template of t uses a credential, which is then passed in no
// other way.
func namedInTemplate(t *toolconf.Tool, name string) bool {
	if t.ConfigFile != nil && strings.Contains(t.ConfigFile.Template, slot(name)) {
		return true
	}
	for _, text := range t.Env {
		if strings.Contains(text, slot(name)) {
			return true
		}
	}
	return false
}

// writeConfig makes a directory that contains just the tool's configuration file.
func (t *tempDir) writeConfig(c *toolconf.ConfigFile, found credentials) (home string, err error) {
	for name, value := range found {
		if strings.Contains(c.Template, slot(name)) && !quotable(value) {
			return "", fmt.Errorf("%w: %s: %w", ErrCredential, name, errNotInYAML)
		}
	}
	if !filepath.IsLocal(c.Path) {
		return "", &fs.PathError{Op: "write", Path: c.Path, Err: fs.ErrInvalid}
	}
	home, err = os.MkdirTemp(t.path, "config-") // mode 0700
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(home))
		}
	}()
	path := filepath.Join(home, c.Path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	_, err = found.template(quoted).WriteString(f, c.Template)
	return home, errors.Join(err, f.Close())
}
