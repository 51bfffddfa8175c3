package workspace

import (
	"testing"

	"grundy/internal/store/cache"
)

// BenchmarkIndex measures what a list needs of all built-in problems, one after the other; list reads several at a
// time.
func BenchmarkIndex(b *testing.B) {
	l := &Library{unpacked: cache.OpenFolders(b.TempDir())}
	ids, err := l.IDs()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for _, id := range ids {
			if _, err := l.look(b.Context(), id); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(len(ids)), "problems")
}
