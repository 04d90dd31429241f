package decide

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/linear"
)

func TestTheNamesOfARepository(t *testing.T) {
	config := func(url string) []byte {
		return []byte("[core]\n\tbare = false\n[remote \"origin\"]\n\turl = " + url + "\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n")
	}
	for url, want := range map[string][]string{
		"https://github.com/ana/quill.git": {"ana/quill"}, "https://github.com/ana/quill": {"ana/quill"}, "https://github.com/ana/quill/": {"ana/quill"},
		"git@github.com:ana/quill.git": {"ana/quill"}, "ssh://git@forge.example:2222/team/sub/quill.git": {"sub/quill"},
		"/srv/git/quill.git": nil, "../quill": nil, "": nil,
	} {
		require.Equal(t, want, RepositoryNames(config(url)), url)
	}
	require.Empty(t, RepositoryNames(nil))
	require.Equal(t, []string{"a/b"}, RepositoryNames(append(config("https://x.example/a/b"), config("git@y.example:a/b.git")...)))
}

func TestAConfigurationIsReadInLinearTime(t *testing.T) {
	linear.Require(t, 16<<10, func(size int) {
		var config []byte
		for i := 0; len(config) < size; i++ {
			config = fmt.Appendf(config, "url=x:a/%d\n", i)
		}
		RepositoryNames(config)
	})
}

func TestDirectoriesAboveAFile(t *testing.T) {
	require.Equal(t, []string{"quill", "quill/src"}, above("quill/src/main.go"))
	require.Equal(t, []string{"/srv"}, above("/srv/main.go"))
	require.Empty(t, above("main.go"))
	require.Len(t, above(strings.Repeat("a/", 1000)+"a"), maxWorks-1)
}
