package shell

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// hostile texts slow down readers that look at something repeatedly; the test repeats them up to
// the longest line that is read.
var hostile = []string{
	"ssh h ", "sudo ", "env ", "xargs ", "nice ", "sh -c ", "docker exec c ", "docker run i ", "kubectl exec p -- ", "flock f ", "timeout 5 ", "find . -exec ", "git remote bisect run ", "rsync -e ",
	"nix run -c ", "sudo -u ", "eval ", "eval eval ", `sh -c "`, "sh -c '", "echo x | sh; ", "echo x | ", "| sh ", "cat <<A\nA\n", "<<A ", "<<A <<B\nA\n", "a=`ls` $(cat b) 'a' ", "$(", "(", "((", "$((", "{ ", "{a,b} ", "{", "`",
	"if ", "while ", "case a in b) ", "f() ", "! ", "[[ ( ", "${a:-", "${a[", "$((a?", "((-", "((!", "$[", "a[", "<(", "\"$(", "\"", "'", "$", "\\", "a=b ", "A=$A$A; ", "A=aaaaaaaa;$A ", "$A ", "$EDITOR ", "${EDITOR} ", "X=$EDITOR;", "get $x; ",
	"curl a ", "curl -o a ", "curl --version;", "rm a ", "cp a b ", "tar -C a ", "mv -t a b ", "cp -aaaa", "sed -i 'w a' ", "awk '{print > \"a\"}' ", "awk '{print > ", "git -o archive ", "npm install a ", "pip install -r ", "uv tool ", "duckdb '", "psql \\! ", "vim -c ! ", "vim -c '!a' ", "awk '{system(\"a\")}' ", "awk '|getline' ", "sed e ", "sed s/a/b/e ", "python -c a ", "perl -e ",
	"alias a=b ", "alias a=a;", "which a ", "$(which a) ", "export A=b ", "GIT_PAGER=a ", "PAGER='a' ", "GIT_CONFIG_VALUE_0=a ", "ls | ", "ls && ", "ls;", "a\\\n", "# ", "-exec ", "{ { ", "a ", "http://a ", "\x01", "\r", "é", "\xff",
}

// A line of 64 KB takes about 30 ms at most: the number of bytes parsed and of words examined is
// bounded.
func TestWorkIsBounded(t *testing.T) {
	for _, piece := range hostile {
		for _, line := range []string{strings.Repeat(piece, maxLine/len(piece)), strings.Repeat(piece, maxLine/2/len(piece)) + "ls"} {
			r := reader{Line: &Line{}, whole: line}
			r.inner(line, stream{}, false)
			require.LessOrEqual(t, r.parsed, maxParsed, "%q", piece)
			require.LessOrEqual(t, r.work, maxWork, "%q", piece)
			require.LessOrEqual(t, len(r.sources), maxSources+1, "%q", piece)
		}
	}
}

// BenchmarkHostile measures the slowest of them.
func BenchmarkHostile(b *testing.B) {
	for _, piece := range hostile {
		line := strings.Repeat(piece, maxLine/len(piece))
		b.Run(piece, func(b *testing.B) {
			for b.Loop() {
				Read(line)
			}
		})
	}
}
