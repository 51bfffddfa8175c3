package history

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/rogpeppe/go-internal/diff"
)

// CaseChange is a test whose results differ between two runs.
type CaseChange struct{ Before, After Case }

// noticed is the smallest difference in time that is reported; smaller ones may be chance.
const noticed = 10 * time.Millisecond

// Changed returns the tests whose verdicts differ, or whose times differ by more than half.
func Changed(before, after []Case) []CaseChange {
	later := map[string]Case{}
	for _, tc := range after {
		later[tc.Test] = tc
	}
	var changed []CaseChange
	for _, old := range before {
		now, found := later[old.Test]
		least, most := min(old.CPU, now.CPU), max(old.CPU, now.CPU)
		if found && (old.Verdict != now.Verdict || most-least > noticed && 2*most > 3*least) {
			changed = append(changed, CaseChange{old, now})
		}
	}
	return changed
}

// Changes returns the differences between the sources of two runs as line diffs, one text per changed file.
func (s *Store) Changes(ctx context.Context, before, after int64) ([]string, error) {
	var files [2]map[string]string
	names := map[string]bool{}
	for i, id := range []int64{before, after} {
		source, err := s.Source(ctx, id)
		if err != nil {
			return nil, err
		}
		files[i] = map[string]string{}
		for _, file := range source {
			files[i][file.Name], names[file.Name] = file.Text, true
		}
	}
	var changes []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		text := diff.Diff(fmt.Sprintf("%d/%s", before, name), []byte(files[0][name]), fmt.Sprintf("%d/%s", after, name), []byte(files[1][name]))
		// Drop the first line, which names a command that was not run.
		if _, shown, found := bytes.Cut(text, []byte("\n")); found {
			changes = append(changes, string(shown))
		}
	}
	return changes, nil
}
