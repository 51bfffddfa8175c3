package exchange

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"grundy/internal/pkgfmt/problemset"
)

// exportedSet exports two small problems as one set, with files beside them.
func exportedSet(t *testing.T, target Target, labels [2]string, names [2]string, beside map[string]string) (*Package, error) {
	t.Helper()
	dir := folder(t, beside)
	set := &problemset.Set{Dir: dir, Name: "The set", List: "problems.yaml"}
	var entries []Entry
	for i, label := range labels {
		files := maps.Clone(scored)
		if i > 0 {
			files["problem.yaml"] = strings.Replace(files["problem.yaml"], "time_limit: 1, ", "", 1)
		}
		p := load(t, folder(t, files))
		p.ID = names[i]
		made, err := Export(t.Context(), p, target, noCompiler, "")
		if err != nil {
			t.Fatal(err)
		}
		member := problemset.Member{ID: names[i], Label: label}
		if i == 0 {
			member.Color, member.RGB = "red", "#ff0000"
		}
		entries = append(entries, Entry{Member: member, Problem: p, Package: made})
	}
	return ExportSet(set, entries, target)
}

func TestSets(t *testing.T) {
	tests := []struct {
		name    string
		target  Target
		beside  map[string]string
		contest string
		notes   []string // all notes that begin with neither problem's name
	}{
		{
			name: "nothing is said of the contest", target: ICPC,
			beside:  map[string]string{"problems.yaml": "[]\n", "banner.png": "png", "notes.txt": "x", "first/problem.yaml": "", ".hidden": "x", "deep/banner.svg": ""},
			contest: "id: package\nname: The set\nscoreboard_type: score\n",
			notes:   []string{"deep: left out: judges do not read it as part of a contest", "notes.txt: left out: judges do not read it as part of a contest"},
		},
		{
			name: "all is said", target: DOMjudge,
			beside:  map[string]string{"contest.yaml": "# words\nid: c\nname: C1\nstart_time: s\nduration: d\nscoreboard_type: pass-fail\npenalty_time: 20\n"},
			contest: "# words\nid: c\nname: C1\nstart_time: s\nduration: d\nscoreboard_type: pass-fail\npenalty_time: 20\n",
		},
		{
			name: "in other words, and with the problems", target: DOMjudge,
			beside:  map[string]string{"contest.yaml": "short-name: c\nname: C1\nstart-time: s\nproblems: []\n"},
			contest: "short-name: c\nname: C1\nstart-time: s\nscoreboard_type: score\n",
			notes:   []string{"contest.yaml: DOMjudge makes no contest without duration: add duration: '5:00:00'"},
		},
		{
			name: "half of it", target: DOMjudge,
			beside:  map[string]string{"contest.yaml": "name: C1\nduration: 5:00:00\nscoreboard_type: pass-fail\npenalty_time: 1:05:00\n"},
			contest: "id: package\nname: C1\nduration: \"5:00:00\"\nscoreboard_type: pass-fail\npenalty_time: 65\n",
			notes:   []string{"contest.yaml: DOMjudge makes no contest without start_time: add start_time: '2030-05-01T10:00:00+02:00'"},
		},
		{
			name: "no time is needed elsewhere", target: Legacy,
			beside:  map[string]string{"contest.yaml": "id: c\nscoreboard_type: pass-fail\n"},
			contest: "id: c\nname: The set\nscoreboard_type: pass-fail\npenalty_time: \"0:20:00\"\n",
			notes:   []string{"contest.yaml: penalty_time: 0:20:00 is added, as at contests of the ICPC"},
		},
		{
			name: "minutes become a time", target: Legacy,
			beside:  map[string]string{"contest.yaml": "id: c\nname: C1\nscoreboard_type: pass-fail\npenalty_time: 15\n"},
			contest: "id: c\nname: C1\nscoreboard_type: pass-fail\npenalty_time: \"0:15:00\"\n",
		},
		{
			name: "a penalty that is none", target: DOMjudge,
			beside:  map[string]string{"contest.yaml": "id: c\nname: C1\nstart_time: s\nduration: d\nscoreboard_type: pass-fail\npenalty_time: 20:00\n"},
			contest: "id: c\nname: C1\nstart_time: s\nduration: d\nscoreboard_type: pass-fail\npenalty_time: 20:00\n",
			notes:   []string{"contest.yaml: penalty_time: write a time such as 0:20:00"},
		},
	}
	const limits = "  memory_limit: 64\n  output_limit: 8\n  code_limit: 128\n  test_data_count: 4\n  max_score: 100.0\n"
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			made, err := exportedSet(t, tt.target, [2]string{"A", "B"}, [2]string{"first", "second"}, tt.beside)
			if err != nil {
				t.Fatal(err)
			}
			var notes []string
			for _, note := range made.Notes {
				if !strings.HasPrefix(note.File, "first/") && !strings.HasPrefix(note.File, "second/") {
					notes = append(notes, note.String())
				}
			}
			if got, want := strings.Join(notes, "\n"), strings.Join(tt.notes, "\n"); got != want {
				t.Errorf("notes\n%s\nwant\n%s", got, want)
			}
			if !hasNote(made, "first/problem.yaml: embargo_until") && tt.target != ICPC {
				t.Errorf("the notes of the problems are gone: %v", made.Notes)
			}
			var shown []string
			for _, name := range made.names() {
				if !strings.Contains(name, "/") {
					shown = append(shown, name)
				}
			}
			want := []string{"contest.yaml", "problems.yaml", "problemset.yaml"}
			if tt.beside["banner.png"] != "" {
				want = append([]string{"banner.png"}, want...)
			}
			if strings.Join(shown, " ") != strings.Join(want, " ") {
				t.Errorf("files %v, want %v", shown, want)
			}
			dir := written(t, made, nil)
			for name, want := range map[string]string{
				"contest.yaml": tt.contest,
				"problems.yaml": "- id: first\n  label: A\n  name: Scored\n  ordinal: 0\n  color: red\n  rgb: \"#ff0000\"\n  time_limit: 1.0\n" + limits +
					"- id: second\n  label: B\n  name: Scored\n  ordinal: 1\n" + limits,
				"problemset.yaml": "problems:\n  - letter: A\n    short-name: first\n    color: red\n    rgb: \"#ff0000\"\n  - letter: B\n    short-name: second\n",
			} {
				if got := content(t, dir, name); got != want {
					t.Errorf("%s is\n%s, want\n%s", name, got, want)
				}
			}
			content(t, dir, filepath.Join("second", "data", "sample", "1.in"))
		})
	}
	if _, err := exportedSet(t, ICPC, [2]string{"A", "B"}, [2]string{"a-b", "ab"}, map[string]string{"x": ""}); err == nil ||
		!strings.Contains(err.Error(), "a-b and ab would both be called ab") {
		t.Errorf("error %v, want that two would have the same name", err)
	}
}
