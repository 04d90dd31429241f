package redact

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestColumnsOfQuotedCells(t *testing.T) {
	got, _ := Text("id,name,db_password,ok\n1,ann,\"kU7qLx2Zf9\",true\n2,bo,\"\",false\n", Standard)
	require.Equal(t, "id,name,db_password,ok\n1,ann,\"[REDACTED:password]\",true\n2,bo,\"\",false\n", got)
}
