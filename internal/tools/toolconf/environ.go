package toolconf

import (
	"regexp"
	"slices"
	"strings"
)

// A family is variables that no request may set, in any letter case, because they could change what
// a program does. The owner may set them, in env and forcedEnv.
type family struct {
	does     string   // follows "by which programs"
	names    string   // separated by spaces
	prefixes string   // of variables of one program or library
	suffixes []string // endings that tell a variable's purpose in any program
}

// harmless are the variables that a request may set: output format, language, time zone. The owner
// must allow any other name in allowUnsafeEnv.
const harmless = `
	LANG LANGUAGE TZ TERM COLUMNS LINES
	NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLORTERM COLORFGBG TERM_PROGRAM TERM_PROGRAM_VERSION
	LS_COLORS GREP_COLOR GREP_COLORS GCC_COLORS JQ_COLORS CARGO_TERM_COLOR
	BLOCKSIZE BLOCK_SIZE DF_BLOCK_SIZE DU_BLOCK_SIZE LS_BLOCK_SIZE TIME_STYLE QUOTING_STYLE POSIXLY_CORRECT
	SOURCE_DATE_EPOCH CI PYTHONUNBUFFERED PYTHONUTF8 PYTHONIOENCODING RUST_BACKTRACE`

var harmlessLocale = regexp.MustCompile(`^LC_[A-Z]+$`)

var families = []family{
	{
		does: "get what the daemon gives them", // see toolexec
		names: `PATH HOME USER LOGNAME USERNAME SHELL PWD OLDPWD TMPDIR TMP TEMP TEMPDIR HOSTNAME MAIL
			TERMINFO TERMINFO_DIRS TERMCAP CREDENTIALS_DIRECTORY NOTIFY_SOCKET LISTEN_FDS LISTEN_PID LISTEN_FDNAMES`,
		prefixes: `PROVENANCE_ XDG_ SYSTEMD_ JOURNAL_ DBUS_`,
	},
	{
		does: "load code", // the loader, the C library, interpreters and their packages
		names: `GCONV_PATH GETCONF_DIR HOSTALIASES LOCALDOMAIN LOCPATH NIS_PATH NLSPATH RES_OPTIONS RESOLV_HOST_CONF TZDIR
			CLASSPATH VIRTUAL_ENV PHPRC PHP_INI_SCAN_DIR MYVIMRC EXINIT SDKROOT DEVELOPER_DIR PSMODULEPATH
			BIBINPUTS BSTINPUTS MFINPUTS MPINPUTS XMODIFIERS DEBUGINFOD_URLS`,
		prefixes: `LD_ DYLD_ GLIBC_ MALLOC_ LIBC_ ASAN_ LSAN_ MSAN_ TSAN_ UBSAN_ VALGRIND_ GDB LIBGL_ MESA_ EGL_ __EGL __GLX VK_ OCL_ OPENCL_
			CUDA_ NVIDIA_ GTK GDK_ GIO_ GST_ GI_ G_ GLIB GSETTINGS_ GNOME_ QT_ QML KDE ALSA_ PULSE_ PIPEWIRE_ JACK_ SDL_ LADSPA_ LV2_
			FONTCONFIG_ MAGICK_ GS_ TEX LIBVIRT_ QEMU_
			PYTHON PYENV PYTEST_ CONDA MAMBA_ PIPX_ IPYTHON JUPYTER NODE DENO_ BUN_ NVM_ VOLTA_ FNM_ RUBY RBENV_ GEM_ BUNDLE_ JRUBY_
			PERL PHP_ COMPOSER_ JAVA_ _JAVA JDK_ JRE_ JVM_ KOTLIN_ GROOVY_ SCALA_ SBT_ LEIN_ CLOJURE_ LUA LUAROCKS_ TCL
			DOTNET_ CORECLR_ COMPLUS_ MSBUILD NUGET_ POWERSHELL_ R_ RENV_ JULIA_ OCAML CAML OPAM ERL_ ELIXIR_ MIX_ HEX_ GHC CABAL_ STACK_
			SWIFT_ GUILE_ RACKET_ PLT SBCL_ ELECTRON_ CHROME_ PUPPETEER_ PLAYWRIGHT_ SELENIUM_ AWK EMACS VIM NVIM_ ASDF_ MISE_ DIRENV_ NIX_`,
		suffixes: []string{"_PRELOAD", "_MODULE", "_MODULES", "_PLUGIN", "_PLUGINS", "_EXTENSIONS", "_LIB", "_LIBS", "_LIBRARY", "_PROFILER", "_AGENT_PATH"},
	},
	{
		does: "start other programs", // shells, build tools, editors, pagers, interpreters by name
		names: `IFS CDPATH PROMPT_COMMAND ENV SHELLOPTS FPATH ZDOTDIR FIGNORE GLOBIGNORE EXECIGNORE HISTFILE INPUTRC
			PS0 PS1 PS2 PS3 PS4 VISUAL BROWSER OPENER FCEDIT
			CC CXX CPP AR AS LD NM RANLIB STRIP OBJCOPY OBJDUMP LEX YACC BISON FLEX FC F77 GFORTRAN LIBTOOL M4 INSTALL CONFIG_SITE
			CPATH LIBRARY_PATH COMPILER_PATH COLLECT_GCC_OPTIONS GOFLAGS GOPATH GOROOT GOBIN GOTOOLCHAIN GOTOOLDIR GOENV GODEBUG GOTRACEBACK
			GOEXPERIMENT GOWORK GOCACHE GOMODCACHE GOCACHEPROG GOTMPDIR GOVCS GOAUTH GOOS GOARCH
			ANT_OPTS ANT_ARGS GREP_OPTIONS TAR_OPTIONS ZIPOPT UNZIP GZIP XZ_OPT BZIP2 MORE MANOPT ACKRC MAILRC MAILCAPS SCREENRC TMUX LYNX_CFG`,
		prefixes: `BASH ZSH_ KSH FISH_ GIT_ HG SVN_ CVS BZR_ P4 JJ_ FOSSIL_ MAKE MFLAGS CMAKE_ CTEST_ NINJA_ MESON_ BAZEL BUCK_ CCACHE_ DISTCC_ SCCACHE_
			GCC_ PKG_CONFIG AUTOCONF AUTOMAKE ACLOCAL AUTOM4TE CGO_ CARGO_ RUST MAVEN_ MVN_ GRADLE_ ANT_ NPM_ YARN_ PNPM_ PIP_ UV_ POETRY_ PIPENV_
			TOX_ TWINE_ FLIT_ HATCH_ LESS MAN GROFF_ FZF_ BAT_ DELTA_ RIPGREP_ SSH_ RSYNC_ BORG_ RESTIC_ RCLONE_ KOPIA_ DUPLICITY_ PASSWORD_STORE_
			ANSIBLE_ CHEF_ PUPPET_ SALT_ PACKER_ VAGRANT_ TF_ TERRAFORM_ TERRAGRUNT_ PULUMI_ PRE_COMMIT_ BUILDAH_ BUILDKIT_ BUILDX_ SNAPCRAFT_`,
		suffixes: []string{
			"PAGER", "EDITOR", "_BROWSER", "_SHELL", "_RSH", "_ASKPASS", "_COMMAND", "_CMD", "_PASSCOMMAND", "_WRAPPER", "_LAUNCHER", "_RUNNER", "_LINKER",
			"_COMPILER", "_INTERPRETER", "_EXECUTABLE", "_EXEC", "_BINARY", "_BIN", "_PROGRAM", "_PYTHON", "_RUBY", "_PERL", "_NODE", "_JAVA", "_HOOK", "_HOOKS",
			"_OPTS", "_OPTIONS", "_FLAGS", "_ARGS", "_ADDOPTS", "_STARTUP", "FLAGS",
		},
	},
	{
		does: "reach servers",
		names: `DISPLAY XAUTHORITY ICEAUTHORITY XENVIRONMENT XAPPLRESDIR NNTPSERVER TWO_TASK TNS_ADMIN SQLPATH WWW_HOME
			GOPROXY GONOPROXY GOSUMDB GONOSUMDB GONOSUMCHECK GOINSECURE GOPRIVATE`,
		prefixes: `WAYLAND_ PG PSQL POSTGRES MYSQL MARIADB MONGO REDIS SQLITE ORACLE_ ODBC CASSANDRA CQLSH INFLUX KAFKA RABBITMQ AMQP_ NATS_ ELASTIC
			CURL WGET HTTP_ HTTPS_ FTP_ LFTP_ IRC DOCKER COMPOSE_ PODMAN_ CONTAINER KUBE HELM_ REGISTRY_
			VAULT_ CONSUL_ NOMAD_ BOUNDARY_ GH_ GITHUB_ GITLAB_ GLAB_ GITEA_ BITBUCKET_ HUB_ JIRA_ SLACK_ SENTRY_ DD_ DATADOG_ OTEL_ NEW_RELIC_
			OPENAI_ ANTHROPIC_ CLAUDE_ CODEX_ GEMINI_ HF_ HUGGINGFACE_ OLLAMA_ LLM_ OPENCLAW_`,
		suffixes: []string{
			"_PROXY", "_URL", "_URLS", "_URI", "_ENDPOINT", "_ENDPOINTS", "_ADDR", "_ADDRESS", "_HOST", "_HOSTS", "_HOSTNAME", "_HOSTADDR", "_SERVER", "_SERVERS",
			"_PORT", "_SOCKET", "_SOCK", "_DSN", "_REGISTRY", "_MIRROR", "_INDEX", "_BROKER", "_BROKERS", "_DOMAIN", "_GATEWAY", "_CONNECTION",
		},
	},
	{
		does: "take credentials",
		prefixes: `AWS_ AMAZON_ BOTO S3_ GOOGLE_ GCLOUD_ CLOUDSDK_ GCP_ GCE_ FIREBASE_ AZURE_ ARM_ MSI_ IDENTITY_ OCI_ IBMCLOUD_ DIGITALOCEAN_ HCLOUD_
			LINODE_ OS_ CLOUDFLARE_ CF_ HEROKU_ FLY_ VERCEL_ NETLIFY_ GNUPG GPG_ KRB5 GSS SASL_ LDAP ACTIONS_ SPIFFE_`,
		suffixes: []string{
			"_TOKEN", "_KEY", "_APIKEY", "_SECRET", "_PASSWORD", "_PASSWD", "_PASSPHRASE", "_PASS", "_CREDENTIALS", "_CREDENTIAL", "_AUTH", "_COOKIE",
			"_ACCOUNT", "_PROFILE", "_IDENTITY", "_ROLE", "_USER", "_USERNAME", "_LOGIN",
		},
	},
	{
		does:     "trust certificates",
		names:    `SSLKEYLOGFILE`,
		prefixes: `SSL_ OPENSSL_ GNUTLS_ NSS_ P11_ PKCS11 SOFTHSM REQUESTS_`,
		suffixes: []string{
			"_CA", "_CACERT", "_CAPATH", "_CA_BUNDLE", "_CERT", "_CERTS", "_CERT_FILE", "_CERT_DIR", "_CERTIFICATE", "_CERTIFICATES", "_TRUSTSTORE", "_KEYSTORE",
			"_INSECURE", "_UNAUTHORIZED", "_VERIFY", "_TLS_VERIFY", "_SKIP_VERIFY", "_SSL",
		},
	},
	{
		does:     "find files and settings",
		names:    `NETRC EMAIL`,
		prefixes: `MUTT MAILDIR RC_`,
		suffixes: []string{
			"_PATH", "_PATHS", "_HOME", "_DIR", "_DIRS", "_DIRECTORY", "_ROOT", "_PREFIX", "_FILE", "_FILES", "_CONFIG", "_CONF", "_CFG", "_RC", "RCPATH", "_SETTINGS",
			"_CACHE", "_STORE", "_DATABASE", "_DB", "_LOG", "_LOGFILE", "_OUTPUT", "_TMPDIR", "_WORKSPACE", "_INCLUDE", "_TEMPLATE", "_THEME",
		},
	},
}

var harmlessNames = strings.Fields(harmless)

// denied returns what programs do with a variable that no request may set: does of its first
// family, or "".
func denied(name string) (does string) {
	if known(name) {
		return ""
	}
	folded := strings.ToUpper(name)
	for i := range families {
		f := &families[i]
		if slices.Contains(strings.Fields(f.names), folded) ||
			slices.ContainsFunc(strings.Fields(f.prefixes), func(p string) bool { return strings.HasPrefix(folded, p) }) ||
			slices.ContainsFunc(f.suffixes, func(s string) bool { return strings.HasSuffix(folded, s) }) {
			return f.does
		}
	}
	return ""
}

// known reports whether a request may set a variable without the owner's permission.
func known(name string) bool {
	return slices.Contains(harmlessNames, name) || harmlessLocale.MatchString(name)
}
