package generators

import (
	"path/filepath"
	"strings"
	"testing"
)

// FuzzRecord reads whatever a package has for a record: the files that it names, which may be replaced and removed, lie
// below data/.
func FuzzRecord(f *testing.F) {
	const sum = "0123456789012345678901234567890123456789012345678901234567890123  "
	f.Add([]byte("# ship limit: 5 MiB\n" + sum + "data/secret/1.in\n"))
	f.Add([]byte(sum + "data/../problem.yaml\n"))
	f.Add([]byte(sum + "./data//1.in\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		record, _, err := ParseRecord(text)
		if err != nil {
			return
		}
		for name := range record.Sums {
			if !filepath.IsLocal(name) || !strings.HasPrefix(name, "data/") {
				t.Errorf("the record names %q", name)
			}
		}
	})
}
