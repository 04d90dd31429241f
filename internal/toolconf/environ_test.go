package toolconf

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatNoRequestMaySet(t *testing.T) {
	for name, want := range map[string]bool{
		"LD_PRELOAD": true, "https_proxy": true, "GIT_SSH": true, "EDITOR": true, "SSH_ASKPASS": true, "RSYNC_RSH": true, "CURL_CA_BUNDLE": true,
		"GH_PAGER": true, "PSQL_EDITOR": true, "BORG_PASSCOMMAND": true, "RESTIC_PASSWORD_COMMAND": true, "TAR_OPTIONS": true, "LESS": true,
		"npm_config_registry": true, "Npm_Config_Registry": true, "AWS_ENDPOINT_URL_S3": true,
		"LANG": false, "TZ": false, "NO_COLOR": false, "COLUMNS": false, "PAGERS": false, "AWS_REGION": false,
	} {
		require.Equal(t, want, denied(name), name)
	}
}
