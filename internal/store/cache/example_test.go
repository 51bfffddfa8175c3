package cache_test

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"grundy/internal/store/cache"
)

// What a build depends on names its entry, so an entry is never out of date.
func ExampleCache_Put() {
	dir, err := os.MkdirTemp("", "grundy-example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	store := cache.Open(filepath.Join(dir, "cache"), dir, slog.New(slog.DiscardHandler))
	defer store.Close()
	key := cache.NewHash("build").Text("gcc 14").Bytes([]byte("int main(void) {}")).Key()
	for range 2 {
		built, found := store.Get(key)
		if !found {
			built, err = store.Put(key, func(dir string) error { return os.WriteFile(filepath.Join(dir, "program"), []byte("built"), 0o700) })
		}
		text, readErr := os.ReadFile(filepath.Join(built, "program"))
		fmt.Println(found, string(text), err, readErr)
	}
	// Output:
	// false built <nil> <nil>
	// true built <nil> <nil>
}
