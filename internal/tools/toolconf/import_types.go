package toolconf

import (
	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/redact"
)

// clawFile is claw-wrap's configuration. Rest has all unknown keys.
type clawFile struct {
	Proxy       clawProxy                 `yaml:"proxy"`
	Security    map[string]any            `yaml:"security"`
	HTTPProxy   map[string]any            `yaml:"http_proxy"`
	Audit       map[string]any            `yaml:"audit"`
	Credentials map[string]clawCredential `yaml:"credentials"`
	Tools       map[string]clawTool       `yaml:"tools"`
	Rest        map[string]any            `yaml:",inline"`
}

type clawProxy struct {
	Timeout         string         `yaml:"timeout"`
	MaxOutputSize   string         `yaml:"max_output_size"`
	PassBinary      string         `yaml:"pass_binary"`
	OPBinary        string         `yaml:"op_binary"`
	BWBinary        string         `yaml:"bw_binary"`
	VaultBinary     string         `yaml:"vault_binary"`
	AgeIdentityFile string         `yaml:"age_identity_file"`
	Rest            map[string]any `yaml:",inline"`
}

type clawCredential struct {
	Source string         `yaml:"source"`
	Type   string         `yaml:"type"`
	Rest   map[string]any `yaml:",inline"`
}

type clawTool struct {
	Binary        string            `yaml:"binary"`
	Timeout       string            `yaml:"timeout"`
	Env           map[string]string `yaml:"env"`
	ForcedEnv     map[string]string `yaml:"forced_env"`
	Mode          string            `yaml:"mode"`
	BlockedArgs   []clawRule        `yaml:"blocked_args"`
	AllowedArgs   []clawRule        `yaml:"allowed_args"`
	RedactOutput  []any             `yaml:"redact_output"`
	MaxOutputSize string            `yaml:"max_output_size"`
	ConfigFile    *clawConfig       `yaml:"config_file"`
	UseProxy      bool              `yaml:"use_proxy"`
	UsePTY        *bool             `yaml:"use_pty"`
	UseStdin      *bool             `yaml:"use_stdin"`
	WorkingDir    string            `yaml:"working_dir"`
	RequestEnv    *[]string         `yaml:"request_env"`
	Rest          map[string]any    `yaml:",inline"`
}

type clawRule struct {
	Pattern string   `yaml:"pattern"`
	Message string   `yaml:"message"`
	Match   string   `yaml:"match"`
	Argv    []string `yaml:"argv"`
}

type clawConfig struct {
	XDGSubdir   string   `yaml:"xdg_subdir"`
	Filename    string   `yaml:"filename"`
	Template    string   `yaml:"template"`
	Credentials []string `yaml:"credentials"`
}

// wrapper is a tool in our configuration.
type wrapper struct {
	Binary      string            `yaml:"binary"`
	Credentials map[string]source `yaml:"credentials,omitempty"`
	Env         map[string]string `yaml:"env,omitempty"`
	ForcedEnv   map[string]string `yaml:"forcedEnv,omitempty"`
	RequestEnv  []string          `yaml:"requestEnv,flow,omitempty"`
	ConfigFile  *configFile       `yaml:"configFile,omitempty"`
	BlockedArgs []argRule         `yaml:"blockedArgs,omitempty"`
	AllowedArgs []argRule         `yaml:"allowedArgs,omitempty"`
	ArgPatterns []shape           `yaml:"argPatterns,omitempty"`
	WorkingDir  string            `yaml:"workingDir,omitempty"`
	Timeout     string            `yaml:"timeout,omitempty"`
	MaxOutput   string            `yaml:"maxOutput,omitempty"`
	Redact      redact.Level      `yaml:"redact"`
	Stdin       *bool             `yaml:"stdin,omitempty"`
	PTY         bool              `yaml:"pty,omitempty"`
}

type source struct {
	File     string   `yaml:"file,omitempty"`
	Env      string   `yaml:"env,omitempty"`
	Pass     string   `yaml:"pass,omitempty"`
	Age      string   `yaml:"age,omitempty"`
	Identity string   `yaml:"identity,omitempty"`
	Binary   string   `yaml:"binary,omitempty"`
	Command  []string `yaml:"command,flow,omitempty"`
	Field    string   `yaml:"field,omitempty"`
}

type configFile struct {
	Path     string `yaml:"path"`
	Template string `yaml:"template"`
}

type argRule struct {
	Match   string `yaml:"match,omitempty"`
	Command string `yaml:"command,omitempty"`
	Message string `yaml:"message,omitempty"`
}

type shape []string

func (s shape) MarshalYAML() (any, error) {
	n := &yaml.Node{}
	err := n.Encode([]string(s))
	n.Style = yaml.FlowStyle
	return n, err
}
