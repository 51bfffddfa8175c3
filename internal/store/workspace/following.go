package workspace

import (
	"context"
	"slices"
	"sync"

	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

// follower is told of the faults of packages that are opened.
type follower struct {
	mutex sync.Mutex
	emit  func(event.Event)
	told  map[string][]string // what was wrong with a package when it was last opened, by its path
}

// followerKey is the key of the follower of a context.
type followerKey struct{}

// Following returns a context in which emit is given an event.Diagnostic for each fault of a package that is opened, one at a time.
// A fault that the package had when it was last opened in this context is not repeated. Without a follower nothing is reported.
func Following(ctx context.Context, emit func(event.Event)) context.Context {
	return context.WithValue(ctx, followerKey{}, &follower{emit: emit, told: map[string][]string{}})
}

// Report emits the faults of a package that it can be used with all the same.
func Report(ctx context.Context, path string, faults problem.Diagnostics) {
	f, followed := ctx.Value(followerKey{}).(*follower)
	if !followed {
		return
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	before := f.told[path]
	f.told[path] = nil
	for _, fault := range faults {
		words := fault.String()
		f.told[path] = append(f.told[path], words)
		if !slices.Contains(before, words) {
			f.emit(event.Diagnostic{Path: path, Diagnostic: fault})
		}
	}
}
