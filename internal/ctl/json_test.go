package ctl

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// members are the names that values of a type have in JSON, at any depth.
func members(t reflect.Type) (names []string) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return members(t.Elem())
	case reflect.Struct:
		for f := range t.Fields() {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
				names = append(names, name)
			}
			names = append(names, members(f.Type)...)
		}
	}
	return names
}

func TestScriptsAreToldWhatTheyGet(t *testing.T) {
	page, err := os.ReadFile("../../docs/OPERATIONS.md")
	require.NoError(t, err)
	_, section, _ := strings.Cut(string(page), "\n## Scripts\n")
	rows := map[string]string{}
	for row := range strings.Lines(section) {
		if command, told, ok := strings.Cut(row, " | "); ok {
			rows[command] = told
		}
	}
	for command, v := range map[string]any{
		"| `approvals`, `withdraw`": approvalRow{}, "| `audit verify`": verified{}, "| `audit summary`": summary{},
		"| `scan`": scanned{}, "| `doctor`": finding{}, "| `review`": reviewed{}, "| `simulate`": simulatedScript{},
	} {
		require.NotEmpty(t, members(reflect.TypeOf(v)))
		for _, name := range members(reflect.TypeOf(v)) {
			require.Contains(t, rows[command], "`"+name+"`", command)
		}
	}
	sessions := members(reflect.TypeFor[sessionRow]())
	for _, name := range members(reflect.TypeFor[watched]()) {
		if !strings.Contains(strings.Join(sessions, " "), name) { // which docs/PROTOCOL-ADMIN.md has
			require.Contains(t, rows["| `top`"], "`"+name+"`")
		}
	}
}
