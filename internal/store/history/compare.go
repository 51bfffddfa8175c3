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

// CaseChange is a test of which the results in two runs differ.
type CaseChange struct{ Before, After Case }

// noticed is how much slower or faster a test must be to be told: beyond what chance makes of short runs.
const noticed = 10 * time.Millisecond

// Changed are the tests of which verdicts differ, or times by more than half.
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

// Changes are the differences between the sources of two runs by lines, a text for each file that differs.
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
		// The first line names a command that nobody has run.
		if _, shown, found := bytes.Cut(text, []byte("\n")); found {
			changes = append(changes, string(shown))
		}
	}
	return changes, nil
}
