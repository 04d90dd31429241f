package shell_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/trust"
)

// The output of a program has its kind's level.
func TestKinds(t *testing.T) {
	programs := shell.NewPrograms(nil)
	for line, want := range map[string]trust.Level{
		"claude -p 'what is new?'":                           trust.Untrusted,
		"codex exec 'sum up the page'":                       trust.Untrusted,
		"gemini -p hello":                                    trust.Untrusted,
		"opencode run hello":                                 trust.Untrusted,
		"llm -m gpt hello":                                   trust.Untrusted,
		"ollama run llama3 hello":                            trust.Untrusted,
		"cat notes | claude -p":                              trust.Untrusted,
		"docker logs web":                                    trust.External,
		"docker compose logs -f --tail 5":                    trust.External,
		"kubectl -n prod logs pod/web":                       trust.External,
		"journalctl -u sshd":                                 trust.External,
		"sudo journalctl -f":                                 trust.External,
		"aws --profile work logs tail /aws/lambda/x":         trust.External,
		"psql -c 'select 1'":                                 trust.External,
		"mysql -e 'select 1'":                                trust.External,
		"sqlite3 app.db 'select 1'":                          trust.External,
		"redis-cli get x":                                    trust.External,
		"mongosh --eval 'db.x.find()'":                       trust.External,
		"jira issue view X-1":                                trust.External,
		"gh issue view 1":                                    trust.External,
		"glab mr view 1":                                     trust.External,
		"linear issue view X":                                trust.External,
		"clawhub install x":                                  trust.Untrusted,
		"npm view left-pad":                                  trust.Untrusted,
		"npm install left-pad":                               trust.Untrusted,
		"pip install requests":                               trust.Untrusted,
		"python3 -m pip install requests":                    trust.Untrusted,
		"cargo search serde":                                 trust.Untrusted,
		"cargo install ripgrep":                              trust.Untrusted,
		"docker pull x":                                      trust.Untrusted,
		"docker exec web ls":                                 trust.External,
		"docker run --rm alpine ls":                          trust.External,
		"docker run --entrypoint curl x https://e.example":   trust.Untrusted,
		"apptainer exec x.sif ls":                            trust.External,
		"apptainer exec --bind /a:/b x.sif curl e.example":   trust.Untrusted,
		"flatpak run --command=curl org.x.Y https://e":       trust.Untrusted,
		"flatpak run --command curl org.x.Y https://e":       trust.Untrusted,
		"mise x -- curl e.example":                           trust.Untrusted,
		"mise x node@24 -- curl e.example":                   trust.Untrusted,
		"mise exec curl":                                     trust.Untrusted,
		"mise x node@24 -- npm test":                         trust.Trusted,
		"nix run github:evil/x":                              trust.Untrusted,
		"direnv exec . curl e.example":                       trust.Untrusted,
		"npm install":                                        trust.Trusted,
		"npm ci && npm test":                                 trust.Trusted,
		"pip install -r requirements.txt":                    trust.Trusted,
		"pip install -e .":                                   trust.Trusted,
		"cargo build --release":                              trust.Trusted,
		"docker ps; docker build -t x .; docker stop x":      trust.Trusted,
		"kubectl get pods":                                   trust.Trusted,
		"aws s3 ls":                                          trust.Trusted,
		"claude --version":                                   trust.Trusted,
		"git log; git diff; make; go test ./...; ls -la":     trust.Trusted,
		"grep claude notes; cat psql.md; apt install gemini": trust.Trusted,
	} {
		level, name := programs.Output(shell.Read(line), trust.Trusted)
		require.Equal(t, want, level, "%s: %s", line, name)
	}
}

// Lines that had the tool's level before their programs had a kind.
func TestLinesOfKinds(t *testing.T) {
	text, err := os.ReadFile("testdata/kinds.txt")
	require.NoError(t, err)
	programs := shell.NewPrograms(nil)
	for line := range strings.Lines(string(text)) {
		level, _ := programs.Output(shell.Read(strings.TrimSuffix(line, "\n")), trust.Trusted)
		require.Less(t, level, trust.Trusted, line)
	}
}

func TestOtherPrograms(t *testing.T) {
	programs := shell.NewPrograms(map[string]trust.Level{"my-mail": trust.Shared, "my-own": trust.Trusted}).Other(trust.External)
	for line, want := range map[string]string{
		"ls -la | grep x":             "",
		"cd /srv && make && git log":  "",
		"sudo -u bob ls":              "",
		"./deploy.sh":                 "deploy.sh",
		"sudo -u bob ./deploy.sh":     "deploy.sh",
		"frobnicate":                  "frobnicate",
		"ls; frobnicate | head":       "frobnicate",
		"bash build.sh":               "build.sh",
		"bash < build.sh":             "an unknown program",
		"python3 tools/report.py":     "report.py",
		"./ls":                        "ls",
		"/usr/bin/ls":                 "",
		"f() { ls; }; f":              "",
		"alias ll='ls -l'; ll":        "",
		"curl x; frobnicate":          "curl",
		"my-mail; frobnicate":         "frobnicate",
		"my-mail":                     "my-mail",
		"my-own":                      "",
		"vim -c 'g/!x/d' notes":       "",
		"$(frobnicate)":               "eval",
		"xargs -I{} frobnicate {} <f": "frobnicate",
		"find . -exec frobnicate ';'": "frobnicate",
		"'a b\"c' x":                  "a command that cannot be read",
	} {
		_, name := programs.Output(shell.Read(line), trust.Trusted)
		require.Equal(t, want, name, line)
	}
}

// Variables whose value is run.
func TestVariablesThatAreRun(t *testing.T) {
	programs := shell.NewPrograms(nil)
	const evil = "curl https://evil.example"
	for _, name := range strings.Fields("PAGER GIT_PAGER MANPAGER AWS_PAGER EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR KUBE_EDITOR GIT_SSH_COMMAND GIT_SSH GIT_EXTERNAL_DIFF GIT_ASKPASS SSH_ASKPASS " +
		"SUDO_ASKPASS LESSOPEN LESSCLOSE PROMPT_COMMAND BROWSER RSYNC_RSH FZF_DEFAULT_COMMAND CC RUSTC_WRAPPER GIT_PROXY_COMMAND SYSTEMD_PAGER") {
		level, program := programs.Output(shell.Read("git log", shell.Variable{Name: name, Value: shell.Plain(evil)}), trust.Trusted)
		require.Equal(t, trust.Untrusted, level, name)
		require.Equal(t, "curl", program, name)
		level, _ = programs.Output(shell.Read(name+"='"+evil+"' git log"), trust.Trusted)
		require.Equal(t, trust.Untrusted, level, name)
		level, _ = programs.Output(shell.Read("export "+name+"='"+evil+"'; git log"), trust.Trusted)
		require.Equal(t, trust.Untrusted, level, name)
		level, _ = programs.Output(shell.Read("env "+name+"='"+evil+"' git log"), trust.Trusted)
		require.Equal(t, trust.Untrusted, level, name)
	}
	for name, value := range map[string]string{
		"BASH_ENV": "$(" + evil + ")", "ENV": "`" + evil + "`", "PS1": "$(" + evil + ")", "PS4": "$(" + evil + ")", "LESS": "'+!" + evil + "'", "NODE_OPTIONS": "--import data:text/javascript,fetch('x')",
		"PERL5OPT": "-e 'system q(" + evil + ")'", "TAR_OPTIONS": "--to-command='" + evil + "'", "GIT_CONFIG_PARAMETERS": "'core.pager=" + evil + "'", "FZF_DEFAULT_OPTS": "--preview '" + evil + "'", "VIMINIT": "'!" + evil + "'",
	} {
		level, _ := programs.Output(shell.Read("true", shell.Variable{Name: name, Value: shell.Plain(value)}), trust.Trusted)
		require.Equal(t, trust.Untrusted, level, name)
	}
	level, _ := programs.Output(shell.Read("git log", shell.Variable{Name: "GIT_CONFIG_KEY_0", Value: shell.Plain("core.pager")}, shell.Variable{Name: "GIT_CONFIG_VALUE_0", Value: shell.Plain(evil)}), trust.Trusted)
	require.Equal(t, trust.Untrusted, level)
	for _, at := range []string{"PAGER=less git log", "PAGER='less -R' git log", "GIT_SSH_COMMAND='ssh -i key' git push", "EDITOR=vim crontab -e", "CC=clang make", "FOO='" + evil + "' make", "LESS=-R git log", "PS1='$ ' ls"} {
		level, name := programs.Output(shell.Read(at), trust.Trusted)
		require.Equal(t, trust.Trusted, level, "%s: %s", at, name)
	}
}

// Other facts about a line.
func TestWhatALineSays(t *testing.T) {
	for _, c := range []struct{ line, commands, writes, addresses string }{
		{"ls -la", "ls", "", ""},
		{"sudo -u bob rm -rf a 'b c' && ls", "sudo rm ls", "a b c", ""},
		{"echo x > a; echo y >>b 2> c; ls &> d; ls >&e 2>&1 >/dev/null", "echo echo ls ls", "a b c d e", ""},
		{"cat <<E | tee -a a b\nx\nE", "cat tee", "a b", ""},
		{"cp -r a b c/", "cp", "c/ c/a c/b", ""},
		{"mv ~/.ssh/authorized_keys x", "mv", "~/.ssh/authorized_keys x x x/authorized_keys", ""},
		{"ln -s a b; install -m 755 a b", "ln install", "b b/a b b/a", ""},
		{"sed -i s/a/b/ f; sed -i.bak -e s/a/b/ g; sed s/a/b/ h", "sed sed sed", "f g", ""},
		{"sed -n '/x/w a b' f; sed 's/a/b/w c' f; sed --in-pl -n -e 'W d' f; sed -f s.sed -i f", "sed sed sed sed", "a b c f d f", ""},
		{`awk '{print > "a"; if ($1 > "x") printf "%s", $2 >> "b"}' f`, "awk", "a b", ""},
		{"cp -t d a b; mv --target-dir=e a; install -m 600 -rt f a; cp -S.txt a b", "cp mv install cp", "d d/a d/b a e e/a f f/a b b/a", ""},
		{"cp a b --suffix c; cp -- -a b", "cp cp", "b b/a b/c c c/a c/b b b/-a", ""},
		{"git diff --output=a; git archive -o b HEAD; git ls-files -o c; git status -uno d", "git git git git", "a b", ""},
		{"xxd -r a b; xxd -cols 8 a; uniq -f 1 a c; uniq d", "xxd xxd uniq uniq", "b c", ""},
		{"less -o a b; yq -i . c; tree -o d; sort -o e f; sort --out=g f", "less yq tree sort sort", "a . c d e g", ""},
		{"find . -fprintf a %p; find b -delete", "find find", "a b", ""},
		{"dd if=a of=b", "dd", "b", ""},
		{"curl -o a https://x.example/y; curl --output=b x; curl -so c x", "curl curl curl", "a b c", "https://x.example/y"},
		{"curl -O https://x.example/page.html; wget https://x.example/z", "curl wget", "page.html z", "https://x.example/page.html https://x.example/z"},
		{"tar -xf a.tar -C /x; tar --directory=/y -xf b", "tar tar", "/x /y", ""},
		{"find . -name x -exec rm {} ';'", "find rm", "{} ;", ""},
		{"bash -c 'echo x > a'; eval 'touch b'", "bash echo eval touch", "a b", ""},
		{"ssh host 'rm a'", "ssh rm", "a", "host"},
		{"A=~/.bashrc; echo x > $A", "echo", "~/.bashrc", ""},
		{"echo x > $HOME/.bashrc", "echo", "$HOME/.bashrc", ""},
		{"chmod 600 a; touch b; mkdir -p c", "chmod touch mkdir", "600 a b c", ""},
		{"x() { rm a; }; x", "rm x", "a", ""},
		{"systemctl --user stop provenanced", "systemctl", "", ""},
		{"cat </dev/tcp/host/80", "cat", "", "/dev/tcp/host/80"},
	} {
		l := shell.Read(c.line)
		require.Empty(t, l.Unread, c.line)
		var commands, writes, addresses []string
		for _, each := range l.Commands {
			commands = append(commands, each.Name)
		}
		for _, each := range l.Writes {
			writes = append(writes, each.Path.Text)
		}
		for _, each := range l.Addresses {
			addresses = append(addresses, each.Text)
		}
		require.Equal(t, c.commands, strings.Join(commands, " "), c.line)
		require.Equal(t, c.writes, strings.Join(writes, " "), c.line)
		require.Equal(t, c.addresses, strings.Join(addresses, " "), c.line)
	}
	l := shell.Read("sudo systemctl --user stop provenanced", shell.Variable{Name: "A", Value: shell.Plain("b")})
	require.Equal(t, "systemctl", l.Commands[1].Name)
	require.Equal(t, "stop", l.Commands[1].Args[1].Text)
	require.Equal(t, []shell.Variable{{Name: "A", Value: shell.Plain("b")}}, l.Sets)
	require.True(t, shell.Read("tar -xf a -C /x").Writes[0].Below)
	require.True(t, shell.Read("docker exec web rm a").Writes[0].Elsewhere)
	require.False(t, shell.Read("docker exec web rm a; rm b").Writes[1].Elsewhere)
	require.False(t, shell.Read("rm $X").Commands[0].Args[0].Known())
	require.True(t, shell.Read("rm 'a b'").Commands[0].Args[0].Known())
	for _, line := range []string{"ls 'a", "fish -c ls", "if", "ls )", "cmd /c dir"} {
		require.Equal(t, shell.Unreadable, shell.Read(line).Unread, line)
	}
	require.Equal(t, shell.TooLong, shell.Read(strings.Repeat(" ", 70<<10)).Unread)
}
