package workspace

import (
	"slices"
	"strings"
	"testing"

	"grundy/internal/store/cache"
)

// TestTopics holds that no two problems of the course look alike in a list: each has a word of its own, or others beside it.
func TestTopics(t *testing.T) {
	l := &Library{unpacked: cache.OpenFolders(t.TempDir())}
	found, err := l.Index(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	topics, same := TopicsOf(found), map[string]string{}
	for _, listed := range found {
		words := slices.Sorted(slices.Values(topics.About(&listed)))
		about := strings.Join(words, ", ")
		if other := same[about]; other != "" || about == "" {
			t.Errorf("%s and %s are both about %q", other, listed.ID, about)
		}
		same[about] = listed.ID
	}
}
