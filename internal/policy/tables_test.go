package policy

import (
	"strings"
	"testing"
)

// A later row of a table would silently replace an earlier one of the same name.
func TestANameStandsInOneRow(t *testing.T) {
	tables := map[string][]string{}
	add := func(table, names string) { tables[table] = append(tables[table], strings.Fields(names)...) }
	for _, b := range builtins {
		add("builtins", b.name)
	}
	for _, p := range presets {
		add("presets", p.name)
	}
	for table, names := range tables {
		once := map[string]bool{}
		for _, name := range names {
			if once[name] {
				t.Errorf("%s: %s stands in two rows", table, name)
			}
			once[name] = true
		}
		if len(once) < 5 {
			t.Errorf("%s: only %d names were looked at", table, len(once))
		}
	}
}
