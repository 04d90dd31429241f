package daemon

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/peercred"
)

func TestConnectionsLeaveDescriptorsForTheDaemon(t *testing.T) {
	listed := peercred.Allow{Exes: []string{"/usr/bin/node"}}
	for _, tc := range []struct {
		descriptors uint64
		who         []peercred.Allow
		want        int
	}{
		{16384, nil, 4096}, // as in the unit files
		{16384, []peercred.Allow{{}, listed, {}}, 2048},
		{1024, []peercred.Allow{{}, {}, {}}, 256},
		{3, nil, 1},
		{1<<64 - 1, nil, 1 << 28}, // no limit
	} {
		require.Equal(t, tc.want, connectionsWithin(tc.descriptors, tc.who...), "%+v", tc)
	}
}
