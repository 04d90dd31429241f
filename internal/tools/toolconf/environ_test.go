package toolconf

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWhatNoRequestMaySet(t *testing.T) {
	for does, names := range map[string]string{
		"get what the daemon gives them": "PATH HOME TMPDIR XDG_CONFIG_HOME PROVENANCE_TICKET DBUS_SESSION_BUS_ADDRESS",
		"load code": `LD_PRELOAD DYLD_INSERT_LIBRARIES GCONV_PATH GLIBC_TUNABLES PYTHONPATH PYTHONSTARTUP NODE_OPTIONS Node_Options RUBYOPT PERL5LIB
			JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH DOTNET_STARTUP_HOOKS GTK_MODULES GTK_PATH GTK3_MODULES QT_PLUGIN_PATH GIO_EXTRA_MODULES
			GST_PLUGIN_PATH GI_TYPELIB_PATH MAGICK_CODER_MODULE_PATH VK_LAYER_PATH LIBGL_DRIVERS_PATH PHPRC LUA_INIT R_PROFILE JULIA_LOAD_PATH ERL_FLAGS
			VIMINIT EMACSLOADPATH ELECTRON_RUN_AS_NODE SOMETHING_PRELOAD`,
		"start other programs": `BASH_ENV BASH_FUNC_x ENV IFS PS4 PROMPT_COMMAND ZDOTDIR EDITOR VISUAL PAGER MANPAGER GH_PAGER PSQL_EDITOR LESS LESSOPEN
			GIT_SSH GIT_SSH_COMMAND HGRCPATH SSH_ASKPASS SSH_AUTH_SOCK RSYNC_RSH CARGO_BUILD_RUSTC_WRAPPER RUSTC_WRAPPER RUSTFLAGS CC CXX CFLAGS LDFLAGS
			MAVEN_OPTS MAVEN_ARGS GRADLE_OPTS ANT_OPTS MAKEFLAGS CMAKE_TOOLCHAIN_FILE PKG_CONFIG_PATH npm_config_registry Npm_Config_Registry
			PIP_INDEX_URL GOFLAGS GOTOOLCHAIN CGO_CFLAGS BORG_PASSCOMMAND RESTIC_PASSWORD_COMMAND TAR_OPTIONS TF_CLI_ARGS ANSIBLE_CONFIG ANY_WRAPPER ANY_OPTS CLOUDSDK_PYTHON`,
		"reach servers": `VAULT_ADDR PGHOST PGPORT PGSERVICEFILE PSQLRC MYSQL_HOST REDISCLI_AUTH DOCKER_HOST KUBECONFIG https_proxy HTTPS_PROXY all_proxy
			NO_PROXY CURL_HOME WGETRC DISPLAY GOPROXY GH_HOST GITHUB_TOKEN OTEL_EXPORTER_OTLP_ENDPOINT NATS_URL ANY_URL ANY_ENDPOINT ANY_SOCKET TNS_ADMIN`,
		"take credentials": `CLOUDSDK_CONFIG GOOGLE_APPLICATION_CREDENTIALS AWS_PROFILE AWS_ENDPOINT_URL_S3 AWS_CONFIG_FILE AZURE_CONFIG_DIR
			BOTO_CONFIG GNUPGHOME KRB5_CONFIG OS_CLOUD ANY_TOKEN ANY_API_KEY ANY_PASSWORD`,
		"trust certificates":      "SSL_CERT_FILE OPENSSL_CONF REQUESTS_CA_BUNDLE SSLKEYLOGFILE ANY_CA_BUNDLE ANY_CACERT ANY_TLS_VERIFY",
		"find files and settings": "NETRC ANY_CONFIG ANY_HOME ANY_PATH ANY_DIR ANY_CONFIG_FILE ANY_RC",
	} {
		for _, name := range strings.Fields(names) {
			assert.Equal(t, does, denied(name), name)
		}
	}
}

func TestWhatARequestMaySet(t *testing.T) {
	for _, name := range strings.Fields("LANG LANGUAGE LC_ALL LC_CTYPE LC_TIME TZ TERM COLUMNS LINES NO_COLOR FORCE_COLOR CLICOLOR COLORTERM PYTHONUNBUFFERED GCC_COLORS") {
		require.True(t, known(name), name)
		require.Empty(t, denied(name), name)
	}
	for _, name := range strings.Fields("lang LC_ LC_all LC_ALL_PATH PAGERS MY_MODE VERBOSE DEBUG") {
		require.False(t, known(name), name)
	}
	require.Empty(t, denied("MY_MODE"), "it takes the owner's word")
}

// The table has no duplicates, and no spelling that never matches.
func TestTheFamiliesAreAPlainTable(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range families {
		for kind, names := range [][]string{strings.Fields(f.names), strings.Fields(f.prefixes), f.suffixes} {
			for _, name := range names {
				require.Equal(t, strings.ToUpper(name), name)
				key := fmt.Sprint(kind, name)
				require.False(t, seen[key], "%s is there twice", name)
				seen[key] = true
				require.False(t, known(name), name)
			}
		}
	}
}

func TestTheOwnersWordForAVariable(t *testing.T) {
	for _, word := range []string{"true", "[MY_MODE]", "[MY_MODE, LANG]"} {
		table, err := Parse(File{"t.yaml", []byte("wrappers:\n  gog:\n    binary: /bin/gog\n    allowUnsafeEnv: " + word + "\n    requestEnv: [LANG, MY_MODE]\n")})
		require.NoError(t, err, word)
		tool, _ := table.Tool("gog")
		require.Equal(t, []string{"LANG", "MY_MODE"}, tool.RequestEnv)
	}
}
