package memguard_test

import (
	"path"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/memguard"
)

func TestOutside(t *testing.T) {
	// A home directory, and a link that leads out of the notes.
	resolve := func(p string) string {
		if rest, ok := strings.CutPrefix(p, "~/"); ok {
			p = "/home/me/" + rest
		}
		p = path.Clean(p)
		if rest, ok := strings.CutPrefix(p, "/home/me/notes/out"); ok && (rest == "" || rest[0] == '/') {
			p = "/etc" + rest
		}
		return p
	}
	notes := []string{"~/notes", "drafts"}
	for _, c := range []struct {
		tool, params string
		want         bool
	}{
		{"write", `{"path":"/home/me/notes/a.md"}`, false},
		{"write", `{"path":"~/notes/a.md"}`, false},
		{"write", `{"path":"~/notes"}`, false},
		{"write", `{"path":"drafts/a.md"}`, false},
		{"write", `{"path":"/ws/drafts/sub/a.md"}`, false},
		{"read", `{"file_path":"/home/me/notes/a b.md"}`, false},
		{"read", `{"file_path":"/home/me/notes/"}`, false},

		{"read", `{"file_path":"/home/me/.ssh/id"}`, true},
		{"write", `{"path":"a.md"}`, true},
		{"write", `{"path":"~/notes/../.ssh/id"}`, true},
		{"write", `{"path":"drafts/../../etc/passwd"}`, true},
		{"write", `{"path":"~/notes/out/passwd"}`, true},
		{"write", `{"path":"~/notesmore/a.md"}`, true},
		{"write", `{"path":"/home/me/Notes/a.md"}`, true},
		{"write", `{"path":"file:///etc/passwd"}`, true},
		{"write", `{"path":"file:///home/me/notes/%2e%2e/.ssh/id"}`, true},
		{"write", `{"path":"drafts\\..\\..\\etc"}`, true},
		{"write", `{"path":"/home/me/notes/a.md","filePath":"/etc/passwd"}`, true},
		{"copy", `{"files":["~/notes/a.md",{"path":"/etc/passwd"}]}`, true},
		{"apply_patch", `{"input":"*** Begin Patch\n*** Update File: /etc/passwd\n*** End Patch"}`, true},
		{"apply_patch", `{"input":"*** Begin Patch\n*** Update File: drafts/a.md\n*** End Patch"}`, false},
		{"write", `"{\"path\":\"/etc/passwd\"}"`, true},

		{"ls", `{"path":"~"}`, true},
		{"ls", `{"path":"~root"}`, true},
		{"fs__move_file", `{"source":"drafts/a.md","destination":"/etc/passwd"}`, true},
		{"fs__move_file", `{"source":"/etc/passwd","destination":"drafts/a.md"}`, true},
		{"fs__move_file", `{"source":"drafts/a.md","destination":"drafts/b.md"}`, false},

		{"image", `{"image":"/etc/passwd.png","prompt":"what is it?"}`, true},
		{"image", `{"images":["drafts/a.png","~/.ssh/id.png"]}`, true},
		{"image", `{"images":["drafts/a.png","https://example.com/b.png"," DATA:image/png;base64,aGk="]}`, false},
		{"pdf", `{"pdf":"file:///etc/a.pdf"}`, true},
		{"pdf", `{"pdf":"x://../../../etc/a.pdf"}`, true},
		{"message", `{"action":"send","media":"/etc/passwd"}`, true},
		{"video_generate", `{"video":"/etc/a.mp4"}`, true},
		{"video_generate", `{"videos":["drafts/a.mp4","https://example.com/b.mp4"],"audio":"drafts/a.mp3"}`, false},
		{"music_generate", `{"audio":"~/voice.mp3"}`, true},
		{"message", `{"action":"send","attachments":["/etc/passwd"]}`, true},
		{"message", `{"action":"send","attachment":{"name":"a","path":"/etc/passwd"}}`, true},
		{"sessions_spawn", `{"attachments":[{"name":"a.md","content":"/etc/passwd","encoding":"utf8"}]}`, false},
		{"fs__list", `{"directory":"/"}`, true},
		{"fs__copy", `{"src":"drafts/a.md","dst":"/etc/passwd"}`, true},
		{"fs__copy", `{"src":"drafts/a.md","dst":"drafts/b.md"}`, false},
		{"fs__copy", `{"src":"https://../../../etc/passwd","dst":"drafts/b.md"}`, true},

		{"exec", `{"command":"cat /etc/passwd"}`, false},
		{"web_fetch", `{"url":"https://example.com/"}`, false},
		{"write", ``, false},
	} {
		require.Equal(t, c.want, memguard.Outside(notes, c.tool, jsontext.Value(c.params), "/ws", resolve), "%s %s", c.tool, c.params)
	}
	require.True(t, memguard.Outside([]string{"."}, "ls", jsontext.Value(`{"path":"~"}`), "/ws", resolve), "no file of the workspace")
	require.False(t, memguard.Outside([]string{"~/"}, "ls", jsontext.Value(`{"path":"~"}`), "/ws", resolve))
	require.True(t, memguard.Outside([]string{"."}, "ls", jsontext.Value(`{"path":"~root/.ssh"}`), "/ws", resolve))
	inside := jsontext.Value(`{"path":"drafts/a.md"}`)
	require.True(t, memguard.Outside(notes, "write", inside, "", resolve), "nobody knows where that is")
	require.False(t, memguard.Outside([]string{"."}, "write", inside, "/ws", resolve))
	require.True(t, memguard.Outside(nil, "write", inside, "/ws", resolve))
	require.False(t, memguard.Outside([]string{"/"}, "write", inside, "/ws", resolve))
	require.True(t, memguard.Outside([]string{"/ws"}, "write", jsontext.Value(`{"path":"`+strings.Repeat("a/", 1<<14)+`"}`), "/ws", resolve))
	var each strings.Builder
	for i := range 1001 {
		each.WriteString(strings.Repeat("a", i%30+1) + "/" + strings.Repeat("b", i/30+1) + `","`)
	}
	require.True(t, memguard.Outside([]string{"."}, "read", jsontext.Value(`{"paths":["`+each.String()+`"]}`), "/ws", resolve), "too many")
}
