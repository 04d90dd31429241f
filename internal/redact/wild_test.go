package redact

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWild(t *testing.T) {
	root := os.Getenv("WILD")
	if root == "" {
		t.Skip()
	}
	exts := os.Getenv("WILDEXT")
	total, n := 0, 0
	lv, _ := ParseLevel(cmpOr(os.Getenv("REDACTION_LEVEL"), "standard"))
	filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		if exts != "" && !strings.Contains(exts, filepath.Ext(p)+",") {
			return nil
		}
		b, err := os.ReadFile(p)
		if err != nil || len(b) > 2<<20 {
			return nil
		}
		total += len(b)
		for _, f := range Find(b, lv) {
			n++
			l := max(0, f.Start-40)
			r := min(len(b), f.End+20)
			fmt.Printf("%s\t%s\t%q\t%q\t%s\n", f.Type, f.Rule, b[f.Start:min(f.End, f.Start+70)], b[l:r], strings.TrimPrefix(p, root))
		}
		return nil
	})
	fmt.Printf("TOTAL %d findings in %d MB\n", n, total>>20)
}
