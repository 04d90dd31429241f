package shell

import (
	"strings"
	"testing"
)

// A later row of a table would silently replace an earlier one of the same name.
func TestANameStandsInOneRow(t *testing.T) {
	tables := map[string][]string{}
	add := func(table, names string) { tables[table] = append(tables[table], strings.Fields(names)...) }
	for _, b := range builtin {
		add("builtin", b.names)
	}
	for _, l := range leadRows {
		add("leadRows", l.names)
	}
	for table, names := range tables {
		once := map[string]bool{}
		for _, name := range names {
			if once[name] {
				t.Errorf("%s: %s stands in two rows", table, name)
			}
			once[name] = true
		}
		if len(once) < 50 {
			t.Errorf("%s: only %d names were looked at", table, len(once))
		}
	}
}
