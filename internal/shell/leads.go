package shell

import "strings"

// lead is a word after which another command begins: a program that runs one, or
// a word of the shell's.
type lead struct {
	options string   // short options whose value is a word of its own
	shell   bool     // takes command lines: after -c, and from its input
	operand bool     // a word of its own comes before the command
	host    bool     // that word is a machine, even one called mail
	slash   bool     // options begin with a slash
	long    bool     // long options begin with one dash
	inside  bool     // it runs commands elsewhere, after exec, run or shell; with an operand, that is a container, or an image
	says    bool     // no lead at all: what it is given, it says
	format  bool     // the first of that is a format
	text    bool     // what it is given is a command line
	args    bool     // what it reads are arguments of what it runs
	lines   bool     // without a command, what it reads are some
	stdin   bool     // it reads its commands whatever else it is given
	asks    bool     // it says where a program is: of an option's value, or of its arguments
	defines bool     // its arguments give names to command lines
	awk     bool     // its arguments are code of awk
	sed     bool     // they are code of sed, as far as they are code
	codes   []string // behind one of these stands code in another language
	marks   []string // behind one of these, in its arguments and its input, stands a command line
	pairs   []string // options whose value are two words
	runs    []string // no lead at all, but with one of these words, a command follows
	out     output   // a program whose output is known; no lead at all, but for those inside
}

// leadRows are the leads by what they are. A name stands in one row.
var leadRows = []struct {
	names string
	lead  lead
}{
	// Words of shells and programs that the command follows at once.
	{"if then else elif while until do ! { coproc trap and or not begin", lead{}},
	{"eatmydata tsocks winpty linux32 linux64 dumb-init valgrind entr", lead{}},
	{"run-one chronic retry pkgx kitty heaptrack daemonize catchsegv arch box64 wine qemu-x86_64 qemu-aarch64", lead{}},
	{"ld.so ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 ld-linux-armhf.so.3 ld-musl-x86_64.so.1 ld-musl-aarch64.so.1", lead{}},
	{"corepack nohup builtin setsid busybox toybox unbuffer torsocks torify firejail caffeinate noglob nocorrect", lead{}},
	{"pkexec systemd-inhibit dbus-run-session call", lead{}},
	{"=", lead{}}, // $page = iwr …, of PowerShell
	{"command", lead{options: "vV", asks: true}}, // -v only asks where a program is
	{"exec", lead{options: "a"}},
	{"time", lead{options: "fo"}},
	{"start", lead{slash: true}},
	{"start-process saps", lead{long: true}},
	{"repeat", lead{operand: true}}, // of zsh

	// As another user, or in another environment.
	{"sudo", lead{options: "CDghpRrTtUu"}},
	{"doas", lead{options: "Cu"}},
	{"env genv", lead{options: "uC"}},
	{"sshpass", lead{options: "pfdP"}},
	{"unshare", lead{options: "GRSw"}},
	{"nsenter", lead{options: "GStW"}},
	{"proxychains proxychains4", lead{options: "f"}},
	{"fakeroot", lead{options: "lsib"}},
	{"xvfb-run", lead{options: "efnsp"}},
	{"systemd-run", lead{options: "HMptuE"}},
	{"chroot gosu su-exec setuidgid", lead{operand: true}},
	{"setpriv prlimit flatpak-spawn", lead{}},
	{"setarch", lead{operand: true}},
	{"numactl", lead{options: "CNPim"}},
	{"lxc-attach", lead{options: "fnP"}},
	{"systemd-nspawn", lead{options: "DEMiu"}},
	{"wsl", lead{options: "du"}},
	{"run0", lead{options: "ugD"}},
	{"runcon", lead{options: "urtl", operand: true}},
	{"bwrap", lead{pairs: strings.Fields("--bind --bind-try --dev-bind --dev-bind-try --ro-bind --ro-bind-try --symlink --setenv --chmod --bind-fd --ro-bind-fd --file --bind-data --ro-bind-data")}},

	// Sooner or later, more often, more slowly, or watched.
	{"nice gnice", lead{options: "n"}},
	{"ionice", lead{options: "cnpPu"}},
	{"stdbuf", lead{options: "ioe"}},
	{"strace dtruss", lead{options: "aeopsuEPO"}},
	{"ltrace", lead{options: "aeopsu"}},
	{"watch", lead{options: "nq"}},
	{"parallel sem", lead{options: "aCdEIjLNnPSs", lines: true}},
	{":::", lead{lines: true}}, // parallel ::: 'make a' 'make b'
	{"xargs", lead{options: "adEILnPs", args: true}},
	{"timeout gtimeout", lead{options: "ks", operand: true}},
	{"chrt", lead{options: "pTPD", operand: true}},
	{"taskset", lead{operand: true}},
	{"faketime", lead{options: "f", operand: true}},
	{"rr", lead{operand: true}},
	{"perf", lead{options: "CFGceop", operand: true}}, // stat, record
	{"rlwrap", lead{options: "CDFHOPSbfglmpqstz"}},
	{"hyperfine", lead{options: "DLMPScmnprsw"}},
	{"watchexec", lead{options: "deforsw"}},
	{"cpulimit", lead{options: "lpe"}},
	{"trickle timelimit", lead{options: "dulLtTsS"}},
	{"envdir", lead{operand: true}},
	{"dtach abduco", lead{options: "aAcenN"}},
	{"tmux", lead{options: "FLSTcefnstxy", operand: true}}, // new-session, send-keys
	{"screen", lead{options: "STXcehpst"}},

	// What takes command lines.
	{"sh bash dash ash zsh ksh mksh fish csh tcsh rbash yash osh ysh nu elvish xonsh", lead{options: shellOptions, shell: true}},
	{"pwsh powershell", lead{shell: true, long: true}},
	{"cmd", lead{shell: true, slash: true}},
	{"eval iex invoke-expression", lead{shell: true, text: true}},
	{"source .", lead{shell: true}},
	{"su", lead{options: "gGsTw", shell: true}},
	{"runuser", lead{options: "gGsuw", shell: true}},
	{"sg", lead{shell: true, operand: true}},
	{"script", lead{options: "EIOBTmo", shell: true}},
	{"flock", lead{options: "wE", shell: true, operand: true}},
	{"ssh", lead{options: "BbcDEeFIiJLlmOopQRSWw", shell: true, operand: true, host: true}},
	{"docker docker-compose podman nerdctl kubectl oc crictl lxc incus multipass machinectl limactl ip", lead{options: "acefHhlmnpuvw", inside: true, operand: true, out: unread}},
	{"aws-vault chamber", lead{options: "acefHhlmnpuvw", inside: true, operand: true}},
	{"at", lead{options: "fqt", shell: true, operand: true, stdin: true}},
	{"batch", lead{shell: true, stdin: true}},
	{"poetry pipenv pdm hatch rye uv bundle snap heroku toolbox op doppler infisical dotenvx", lead{options: "acefmnp", inside: true}},

	// No leads, unless they are told to run something.
	{"fd fdfind", lead{runs: strings.Fields("-x --exec -X --exec-batch"), out: unread}},
	{"nix-shell", lead{runs: strings.Fields("--run --command"), out: unread}},
	{"nix", lead{runs: strings.Fields("-c --command"), out: unread}},
	{"guix distrobox devbox gum onchange dotenv env-cmd", lead{runs: strings.Fields("--"), out: unread}},
	{"vagrant gcloud fly flyctl", lead{runs: strings.Fields("-c -C --command --"), out: unread}},
	{"adb", lead{runs: strings.Fields("shell"), out: unread}},
	{"ansible", lead{runs: strings.Fields("-a --args"), out: unread}},
	{"salt", lead{runs: strings.Fields("cmd.run"), out: unread}},
	{"gdb lldb", lead{runs: strings.Fields("--args"), marks: ofGDB, codes: inEditors, out: unread}},
	{"bpftrace", lead{runs: strings.Fields("-c"), marks: ofTracers, out: unread}},
	{"cmake", lead{runs: strings.Fields("-E"), out: unread}}, // env, time
	{"xterm uxterm urxvt konsole alacritty foot gnome-terminal ptyxis xfce4-terminal", lead{runs: strings.Fields("-e -x --command --"), out: unread}},
	{"nodemon", lead{runs: strings.Fields("-x --exec"), out: unread}},
	{"start-stop-daemon", lead{runs: strings.Fields("-x --exec -a --startas"), out: unread}},
	{"tar gtar bsdtar", lead{runs: strings.Fields("-I --use-compress-program --to-command -F --info-script --new-volume-script --checkpoint-action --rsh-command"), out: unread}},
	{"sort", lead{runs: strings.Fields("--compress-program"), out: unread}},
	{"split gsplit", lead{runs: strings.Fields("--filter"), out: unread}},
	{"zip", lead{runs: strings.Fields("-TT --unzip-command"), out: unread}},
	{"rg", lead{runs: strings.Fields("--pre"), out: unread}},
	{"fzf sk", lead{runs: strings.Fields("--preview"), out: unread}},
	{"bat batcat delta", lead{runs: strings.Fields("--pager"), out: unread}},
	{"just", lead{runs: strings.Fields("-c --command"), out: unread}},
	{"forfiles", lead{runs: strings.Fields("/c /C"), out: unread}},
	{"capsh", lead{runs: strings.Fields("-- --shell"), out: unread}},
	{"man", lead{runs: strings.Fields("-P --pager"), out: unread}},
	{"make gmake bmake", lead{runs: strings.Fields("-E --eval -f --file --makefile"), out: unread}},
	{"awk gawk mawk nawk", lead{awk: true, out: unread}},
	{"sed gsed", lead{sed: true, out: unread}},
	{"vi vim view nvim gvim vimdiff ex ed less most dc", lead{marks: ofEditors, codes: inEditors, out: unread}},
	{"psql", lead{marks: ofPsql, out: unread}},
	{"sqlite3 sqlite duckdb", lead{marks: ofSQLite, out: unread}},
	{"mysql mariadb", lead{marks: ofMySQL, out: unread}},
	{"expect", lead{marks: ofExpect, out: unread}},
	{"m4", lead{marks: ofM4, out: unread}},

	// No leads: what they say may be read by a shell.
	{"echo write-output", lead{says: true}},
	{"printf", lead{says: true, format: true}},
	{"cat tee head tail tac get-content gc", lead{out: filed}},
	// What sets up an environment is asked for a shell's commands of its own; the
	// others say where a program is.
	{"ssh-agent fnm brew dircolors zoxide starship minikube docker-machine rustup xcrun realpath readlink", lead{out: own}},
	{"which", lead{asks: true, out: own}},
	{"alias", lead{defines: true, out: own}},
	{"pyenv rbenv nodenv jenv goenv mise asdf opam conda micromamba", lead{options: "np", inside: true, out: own}},
	{"direnv", lead{inside: true, operand: true, out: own}},
}

var leads = func() map[string]*lead {
	byName := map[string]*lead{}
	for i := range leadRows {
		for name := range strings.FieldsSeq(leadRows[i].names) {
			byName[name] = &leadRows[i].lead
		}
	}
	return byName
}()

// output is what a command may say to a shell that reads it.
type output uint8

const (
	silent output = iota
	own           // what the program itself has to say to a shell
	filed         // what stands in a file, as a script would
	said          // words of the line, as long as nothing else comes between
	unread        // nobody knows what
)

// shellOptions are the options of shells whose value is a word of its own.
const shellOptions = "oO"
