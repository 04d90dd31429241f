package policy

import "strings"

// lead is a word after which another command begins: a program that runs one, or
// a word of the shell's.
type lead struct {
	options string // short options whose value is a word of its own
	shell   bool   // takes command lines: behind -c, and from its input
	operand bool   // a word of its own comes before the command
	host    bool   // that word is a machine, even one called mail
	slash   bool   // options begin with a slash
	long    bool   // long options begin with one dash
	inside  bool   // it runs commands in a container, behind exec CONTAINER or run IMAGE
	says    bool   // no lead at all: what it is given, it says
	format  bool   // the first of that is a format
	text    bool   // what it is given is a command line
	args    bool   // what it reads are arguments of what it runs
	out     output // no lead at all: a program whose output is known
}

var leads = func() map[string]*lead {
	all := map[string]lead{
		"sudo": {options: "CDghpRrTtUu"}, "doas": {options: "Cu"}, "su": {options: "gGsTw", shell: true}, "runuser": {options: "gGsuw", shell: true},
		"env": {options: "uC"}, "xargs": {options: "adEILnPs", args: true}, "parallel": {options: "aCdEIjLNnPSs"}, "time": {options: "fo"}, "timeout": {options: "ks", operand: true},
		"nice": {options: "n"}, "ionice": {options: "cnpPu"}, "stdbuf": {options: "ioe"}, "strace": {options: "aeopsuEPO"}, "ltrace": {options: "aeopsu"},
		"command": {options: "vV"}, // -v only asks where a program is
		"exec":    {options: "a"}, "sshpass": {options: "pfdP"}, "watch": {options: "nq"}, "script": {options: "EIOBTmo", shell: true}, "flock": {options: "wE", shell: true, operand: true},
		"chroot": {operand: true}, "taskset": {operand: true}, "unshare": {options: "GRSw"}, "nsenter": {options: "GStW"},
		"eval": {shell: true, text: true}, "iex": {shell: true, text: true}, "invoke-expression": {shell: true, text: true}, "source": {shell: true}, ".": {shell: true}, "cmd": {shell: true, slash: true},
		"ssh": {options: "BbcDEeFIiJLlmOopQRSWw", shell: true, operand: true, host: true}, "sg": {shell: true, operand: true}, "pkexec": {}, "chrt": {options: "pTPD", operand: true},
		"proxychains": {options: "f"}, "proxychains4": {options: "f"}, "gtimeout": {options: "ks", operand: true}, "genv": {options: "uC"}, "gnice": {options: "n"},
		"systemd-run": {options: "HMptuE"}, "systemd-inhibit": {}, "fakeroot": {options: "lsib"}, "xvfb-run": {options: "efnsp"}, "dbus-run-session": {},
		"start": {slash: true}, "call": {}, "=": {}, // $page = iwr …, of PowerShell
	}
	for name := range strings.FieldsSeq("if then else elif while until do ! { coproc trap nohup builtin setsid busybox toybox unbuffer torsocks torify firejail caffeinate chronic noglob nocorrect and or not begin") {
		all[name] = lead{}
	}
	for name := range strings.FieldsSeq("sh bash dash ash zsh ksh mksh fish csh tcsh rbash yash nu elvish xonsh") {
		all[name] = lead{options: shellOptions, shell: true}
	}
	for name := range strings.FieldsSeq("pwsh powershell") {
		all[name] = lead{shell: true, long: true}
	}
	for name := range strings.FieldsSeq("docker docker-compose podman nerdctl kubectl oc crictl lxc incus") {
		all[name] = lead{options: "acefHhlmnpuvw", inside: true}
	}
	for name := range strings.FieldsSeq("echo printf write-output") {
		all[name] = lead{says: true, format: name == "printf"}
	}
	for name := range strings.FieldsSeq("cat tee head tail tac") {
		all[name] = lead{out: filed}
	}
	// What sets up an environment is asked for a shell's commands of its own; the
	// others say where a program is.
	for name := range strings.FieldsSeq("ssh-agent direnv pyenv rbenv nodenv jenv goenv fnm mise asdf brew opam conda micromamba " +
		"dircolors zoxide starship minikube docker-machine which rustup xcrun realpath readlink") {
		all[name] = lead{out: own}
	}
	byName := map[string]*lead{}
	for name, l := range all {
		byName[name] = &l
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
