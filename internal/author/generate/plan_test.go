package generate

import (
	"path/filepath"
	"strings"
	"testing"

	"grundy/internal/event"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

// TestCompare checks what happens to a file, given its states in the package, the record and the rules.
func TestCompare(t *testing.T) {
	const name = "data/secret/1.in"
	for about, tt := range map[string]struct {
		now, recorded, wanted string // texts; "" means absent
		unshipped, force      bool
		want                  event.FileChangeKind
	}{
		"new":                       {"", "", "a", false, false, event.FileAdded},
		"as wanted":                 {"a", "a", "a", false, false, ""},
		"as wanted, not recorded":   {"a", "", "a", false, false, ""},
		"generated before":          {"a", "a", "b", false, false, event.FileChanged},
		"edited":                    {"c", "a", "b", false, false, event.FileEdited},
		"never generated":           {"c", "", "b", false, false, event.FileEdited},
		"edited, forced":            {"c", "a", "b", false, true, event.FileChanged},
		"lost":                      {"", "a", "a", false, false, event.FileAdded},
		"stale":                     {"a", "a", "", false, false, event.FileRemoved},
		"stale and edited":          {"c", "a", "", false, false, ""},
		"by hand":                   {"c", "", "", false, false, ""},
		"unshipped":                 {"", "a", "a", true, false, ""},
		"shipped before":            {"a", "a", "a", true, false, event.FileRemoved},
		"edited, unshipped by now":  {"c", "a", "b", true, false, event.FileEdited},
		"unshipped, changed, stale": {"", "a", "b", true, false, ""},
	} {
		t.Run(about, func(t *testing.T) {
			dir := t.TempDir()
			if tt.now != "" {
				suite.Write(t, filepath.Join(dir, filepath.FromSlash(name)), tt.now)
			}
			record := generators.Record{Sums: map[string]string{}}
			if tt.recorded != "" {
				record.Sums[name] = sumText(tt.recorded)
			}
			var files []file
			if tt.wanted != "" {
				files = append(files, file{name: name, text: tt.wanted, sum: sumText(tt.wanted), owner: "secret/1", shipped: !tt.unshipped})
			}
			g := New(nil, nil, &problem.Problem{Dir: dir}, &generators.Rules{Dir: dir})
			var summary event.Generation
			todo, err := g.compare(files, record, Options{Force: tt.force}, &summary)
			if err != nil {
				t.Fatal(err)
			}
			got := event.FileChangeKind("")
			if len(summary.Changes) > 0 {
				got = summary.Changes[0].Kind
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if written := len(todo.write) == 1; written != (tt.want == event.FileAdded || tt.want == event.FileChanged) {
				t.Errorf("written %v", written)
			}
			if removed := len(todo.remove) == 1; removed != (tt.want == event.FileRemoved) {
				t.Errorf("removed %v", removed)
			}
			if _, kept := todo.record.Sums[name]; kept != (tt.wanted != "" && (tt.want != event.FileEdited || tt.recorded != "")) {
				t.Errorf("recorded %v", kept)
			}
		})
	}
}

func TestDifferent(t *testing.T) {
	large := strings.Repeat("x", 200_000)
	for _, tt := range []struct {
		a, b map[string]string
		want string
	}{
		{map[string]string{"x": large}, map[string]string{"x": large}, ""},
		{map[string]string{"x": large}, map[string]string{"x": large + "y"}, "x"},
		{map[string]string{"x": large + "z"}, map[string]string{"x": large + "y"}, "x"},
		{map[string]string{"x": "", "y": ""}, map[string]string{"x": ""}, "y"},
		{map[string]string{"x": ""}, map[string]string{"x": "", "y": ""}, "y"},
	} {
		a, b := suite.WriteAll(t, t.TempDir(), tt.a), suite.WriteAll(t, t.TempDir(), tt.b)
		if got, err := different(a, b); got != tt.want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, tt.want)
		}
	}
}
