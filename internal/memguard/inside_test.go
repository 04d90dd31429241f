package memguard

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/linear"
)

func TestInside(t *testing.T) {
	for _, tt := range []struct {
		patterns, params string
		want             bool
	}{
		{".env", `{"path":".env"}`, true},
		{".env", `{"path":"@.env"}`, true},
		{".env", `{"path":"file:.env"}`, true},
		{".env", `{"path":"file:///home/ann/ws/.env"}`, true},
		{".env", `{"path":"file:///home/ann/ws/%2Eenv?x"}`, true},
		{".env", `{"path":".ENV"}`, true},
		{".env", `{"path":"./x/../.env"}`, true},
		{".env", `{"path":"/home/ann/ws/.env"}`, true},
		{".env", `{"path":"/workspace/.env"}`, true},
		{".env", `{"path":"\".env\" "}`, true},
		{".env", `{"file_path":".env"}`, true},
		{".env", `{"whatever":[{"x":".env"}]}`, true},
		{".env", `{"cwd":"/home/ann","path":"ws/.env"}`, true},
		{".env", `{"cwd":"sub","path":"../.env"}`, true},
		{".env", `{"command":"cat ./.env|sort"}`, true},
		{".env", `{"command":"FOO=.env sh"}`, true},
		{".env", `"{\"path\":\".env\"}"`, true},
		{".env", `{"path":".env.example"}`, false},
		{".env", `{"path":"sub/.env"}`, false},
		{".env", `{"path":"https://example.com/.env"}`, false},
		{".env", `{"message":"what is in .env?"}`, false},
		{".env", `{"message":"` + strings.Repeat("x", 100<<10) + `"}`, false},
		{".env", `{"path":"` + strings.Repeat("./", 40<<10) + `.env"}`, true},
		{".env", `{}`, false},
		{".env", ``, false},
		{"**/.env", `{"path":"sub/deep/.env"}`, true},
		{"**/.env", `{"path":".env"}`, true},
		{"**/.env", `{"path":"/home/ann/other/.env"}`, false},
		{"/**/.env", `{"path":"/home/ann/other/.env"}`, true},
		{"**/*.pem", `{"path":"certs/a.PEM"}`, true},
		{"*.pem", `{"path":"certs/a.pem"}`, false},
		{"secrets", `{"path":"secrets/deep/x"}`, true},
		{"secrets", `{"path":"secrets-not"}`, false},
		{"secrets/**/x", `{"path":"secrets/a/x/b/y"}`, true},
		{"secrets/**/x", `{"path":"secrets/a/b/y"}`, false},
		{"/etc", `{"path":"/etc/passwd"}`, true},
		{"/etc", `{"path":"../../../etc/passwd"}`, true},
		{"~/.ssh", `{"path":"~/.ssh/id"}`, true},
		{"~/.ssh", `{"path":"/root/.ssh/id"}`, true},
		{"~/.ss?", `{"path":"/root/.ssh/id"}`, true},
		{".", `{"path":"x"}`, true},
		{".", `{"path":"/etc/passwd"}`, false},
		{"a b,.env", `{"path":".env"}`, true},
	} {
		resolve := func(p string) string {
			if rest, ok := strings.CutPrefix(p, "~/"); ok {
				p = "/root/" + rest
			}
			return filepath.Clean(p)
		}
		require.Equal(t, tt.want, Inside(strings.Split(tt.patterns, ","), "read", jsontext.Value(tt.params), "/home/ann/ws", resolve), "%s %.200s", tt.patterns, tt.params)
	}
	require.False(t, Inside([]string{".env"}, "write", jsontext.Value(`{"path":"x","content":".env"}`), "/ws", nil), "what is written is no path")
	require.True(t, Inside([]string{".env"}, "apply_patch", jsontext.Value(`{"input":"*** Begin Patch\n*** Add File: .env\n+x\n*** End Patch"}`), "/ws", nil))
	require.True(t, Inside([]string{".env"}, "read", jsontext.Value(`{"path":"/any/.env"}`), "", nil), "the workspace may be there")
	require.True(t, Inside([]string{".env"}, "read", jsontext.Value(`{"path":".env"}`), "", nil))
}

func TestInsideFollowsSymlinks(t *testing.T) {
	ws := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(ws, ".env"), nil, 0o600))
	require.NoError(t, os.Symlink(".env", filepath.Join(ws, "notes.md")))
	resolve := func(p string) string {
		if real, err := filepath.EvalSymlinks(p); err == nil {
			return real
		}
		return filepath.Clean(p)
	}
	require.True(t, Inside([]string{".env"}, "read", jsontext.Value(`{"path":"notes.md"}`), ws, resolve))
}

func TestInsideIsLinear(t *testing.T) {
	for _, unit := range []string{"a ", "../", "a/", "*", "@", "file:"} {
		linear.Require(t, 4<<10, func(size int) {
			Inside([]string{"**/a/**/b/**/c", ".env"}, "exec", jsontext.Value(`{"command":"`+strings.Repeat(unit, size/len(unit))+`"}`), "/ws", nil)
		}, unit)
	}
}
