package toolconf

import (
	"slices"
	"strings"
)

// Names that no request may set, because programs run code, find code or trust
// certificates by them. The owner may, in env and forcedEnv.
var (
	deniedPrefixes = []string{"LD_", "DYLD_", "BASH_FUNC_", "GIT_", "PROVENANCE_", "XDG_", "AWS_ENDPOINT_URL"}

	// In any letter case: npm takes its settings so, and programs name what they start
	// after themselves, as GH_PAGER and BORG_PASSCOMMAND.
	deniedBeginning = "npm_config_"
	deniedEnds      = []string{"_proxy", "_pager", "_editor", "_browser", "_rsh", "_askpass", "_passcommand", "_password_command", "_ca_bundle"}

	deniedNames = set(
		// What this daemon gives.
		"PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERMINFO", "TERMINFO_DIRS", "TERMCAP", "TMPDIR", "CREDENTIALS_DIRECTORY",
		// Shells.
		"IFS", "CDPATH", "PROMPT_COMMAND", "ENV", "BASH_ENV", "SHELLOPTS", "BASHOPTS", "BASH_XTRACEFD", "BASH_LOADABLES_PATH",
		"PS0", "PS1", "PS2", "PS3", "PS4", "FPATH", "ZDOTDIR", "FIGNORE", "GLOBIGNORE", "EXECIGNORE", "HISTFILE", "INPUTRC",
		// What programs start.
		"EDITOR", "VISUAL", "PAGER", "MANPAGER", "BROWSER", "LESS", "LESSOPEN", "LESSCLOSE", "LESSSECURE", "LESSEDIT", "LESSKEYIN", "HGEDITOR",
		"SSH_AUTH_SOCK", "SVN_SSH", "TAR_OPTIONS", "MAKEFLAGS", "MAKEFILES", "RIPGREP_CONFIG_PATH", "FZF_DEFAULT_COMMAND", "FZF_DEFAULT_OPTS",
		"RCLONE_CONFIG", "HGRCPATH", "PSQLRC", "MAILRC", "TF_CLI_CONFIG_FILE", "ANSIBLE_CONFIG", "HELM_PLUGINS", "GH_CONFIG_DIR", "GH_HOST",
		// The C library.
		"GCONV_PATH", "GETCONF_DIR", "HOSTALIASES", "LOCALDOMAIN", "LOCPATH", "MALLOC_TRACE", "NIS_PATH", "NLSPATH",
		"RES_OPTIONS", "RESOLV_HOST_CONF", "TZDIR", "GLIBC_TUNABLES",
		// Language runtimes.
		"PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "PYTHONINSPECT", "PYTHONUSERBASE", "PYTHONEXECUTABLE", "PYTHONWARNINGS",
		"PYTHONBREAKPOINT", "PYTHONPLATLIBDIR", "PYTHONPYCACHEPREFIX", "NODE_OPTIONS", "NODE_PATH", "NODE_REPL_EXTERNAL_MODULE",
		"DENO_DIR", "BUN_OPTIONS", "RUBYOPT", "RUBYLIB", "RUBYPATH", "RUBYSHELL", "GEM_HOME", "GEM_PATH", "BUNDLE_GEMFILE",
		"PERL5OPT", "PERL5LIB", "PERLLIB", "PERL5DB", "PERL5SHELL", "PERLIO_DEBUG", "PERL_HASH_SEED_DEBUG",
		"JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "JAVA_HOME", "JAVA_OPTS", "CLASSPATH",
		"GOFLAGS", "GOPATH", "GOROOT", "GOTOOLCHAIN", "GOENV", "GODEBUG", "GOTRACEBACK", "RUSTC_WRAPPER", "CARGO_HOME",
		"PHPRC", "PHP_INI_SCAN_DIR", "LUA_INIT", "LUA_PATH", "LUA_CPATH", "TCLLIBPATH", "DOTNET_STARTUP_HOOKS",
		"CORECLR_PROFILER_PATH", "CORECLR_ENABLE_PROFILING", "COMPLUS_PROFAPI_PROFILERCOMPATIBILITYSETTING",
		"R_PROFILE", "R_PROFILE_USER", "R_ENVIRON", "R_ENVIRON_USER", "ERL_FLAGS", "ERL_AFLAGS", "ERL_ZFLAGS",
		"ELECTRON_RUN_AS_NODE", "AWKPATH", "AWKLIBPATH", "EMACSLOADPATH", "VIMINIT", "EXINIT",
		// Certificates and configuration of connections.
		"SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS",
		"NODE_TLS_REJECT_UNAUTHORIZED", "SSLKEYLOGFILE", "CURL_HOME", "WGETRC", "NETRC",
		"OPENSSL_CONF", "OPENSSL_ENGINES", "OPENSSL_MODULES", "PIP_CERT", "PIP_CONFIG_FILE", "PIP_INDEX_URL",
		"GNUPGHOME", "KUBECONFIG", "DOCKER_CONFIG", "DOCKER_HOST", "KRB5_CONFIG", "CLOUDSDK_CONFIG", "BOTO_CONFIG",
		"AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE", "PGSERVICEFILE", "PGSYSCONFDIR",
	)
)

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}

// denied reports whether no request may set the variable of that name.
func denied(name string) bool {
	folded := strings.ToLower(name)
	return deniedNames[name] || strings.HasPrefix(folded, deniedBeginning) ||
		slices.ContainsFunc(deniedEnds, func(s string) bool { return strings.HasSuffix(folded, s) }) ||
		slices.ContainsFunc(deniedPrefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}
