package web_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grundy/tests/suite"
)

// openBench serves a place whose problem has a laboratory.
func openBench(t *testing.T, lab string) *browser {
	t.Helper()
	needsBash(t)
	p := newPlace(t)
	p.write(t, "problems/double/submissions/accepted/right.sh", right)
	p.write(t, "problems/double/solution/laboratory.yaml", lab)
	return p.open(t)
}

const doubled = `axes:
  - {name: n, about: the <b>number, from: 1, to: 12}
  - {name: m, from: 0, to: 1}
  - {name: kind, of: [one, two]}
cell: ["{n mod 4 + m}"]
where: n > m
`

// explore follows what comes of a laboratory.
func (b *browser) explore(address string) []message {
	b.Helper()
	status, _, text := b.ask("POST", address, "")
	var begun struct{ Stream int }
	if err := json.Unmarshal([]byte(text), &begun); err != nil || status != http.StatusAccepted {
		b.Fatalf("%s: %d %s", address, status, text)
	}
	return b.follow(begun.Stream, "", "")
}

// TestLaboratory holds that the model and a program answer a grid, that its rows' periods are told, and what a conjecture says.
func TestLaboratory(t *testing.T) {
	b := openBench(t, doubled)
	b.ask("PUT", "/api/files/double/a.sh", wrong, "If-None-Match", "*")
	for path, wants := range map[string][]string{
		"/p/double":                       {`href="laboratory/double"`},
		"/laboratory":                     {`href="laboratory/double"`, "the &lt;b&gt;number × m"},
		"/laboratory/double":              {`data-query="by=a.sh&amp;kind=one"`, `data-place="n = 12, m = 1, kind = one"`, "the &lt;b&gt;number"},
		"/laboratory/double?kind=two&by=": {`data-query="by=&amp;kind=two"`, `<option selected>two</option>`},
	} {
		status, _, page := b.ask("GET", path, "")
		for _, want := range wants {
			if status != http.StatusOK || !strings.Contains(page, want) {
				t.Errorf("%s: %d, no %q in\n%s", path, status, want, page)
			}
		}
		if strings.Contains(page, `data-place="n = 1, m = 1`) {
			t.Errorf("%s has a cell that is none", path)
		}
	}
	for range 2 { // the second time, the model's answers are known
		told := b.explore("/api/laboratory/double?by=a.sh&kind=one")
		model, program := "", ""
		for _, m := range told {
			switch {
			case strings.Contains(m.data, `"who":"model"`):
				model += m.data
			case strings.Contains(m.data, `"who":"program"`):
				program += m.data
			}
		}
		if !strings.Contains(model, `{"cell":13,"answer":"6","called":"6","sign":"6","look":"level-5"}`) || strings.Count(model, `"cell":`) != 23 {
			t.Errorf("the model says %s", model)
		}
		if !strings.Contains(program, `{"cell":13,"answer":"4",`) || strings.Count(program, `"cell":`) != 23 {
			t.Errorf("the program says %s", program)
		}
		if periods := find(told, "periods"); periods != `{"rows":["period 4",""]}` {
			t.Errorf("periods are %s", periods)
		}
	}
	for query, want := range map[string]string{
		"claim?kind=one&claim=2*n":     `{"cells":[{"cell":0,"answer":"2"},{"cell":1,"answer":"4"},`,
		"claim?kind=one&claim=2*":      `{"error":"column 3: want a number, a name or a bracket before the end"}`,
		"claim?kind=one&claim=n%3E1":   `{"error":"column 1: want the answer, this is only true or false","hint":"such as n"}`,
		"claim?kind=one&claim=1/(n-3)": `{"error":"for n = 3, m = 0, kind = one, column 2: 1 is divided by 0"}`,
		"cell?kind=one&cell=13":        `{"input":"3\n"}`,
		"cell?kind=one&cell=12":        `there is no such page`, // n = 1, m = 1
		"cell?kind=three&cell=13":      `kind has no value \"three\"`,
		"claim?color=red&claim=1":      `\"color\" is not held`,
	} {
		if _, _, text := b.ask("GET", "/api/laboratory/double/"+query, ""); !strings.HasPrefix(text, want) && !strings.Contains(text, want) {
			t.Errorf("%s: %.200s, want %s", query, text, want)
		}
	}
}

// TestLaboratoryFaults holds that whatever is wrong with a program or a package is said.
func TestLaboratoryFaults(t *testing.T) {
	b := openBench(t, "axes: [{name: n, from: 1, to: 4}]\ninput: [\"{cells}\"]\ncell: [\"{n}\"]\n")
	// The model answers one cell at most.
	told := b.explore("/api/laboratory/double")
	if cells := all(told, "cells"); strings.Count(cells, `"cell":`) != 4 {
		t.Errorf("where several cells cannot be asked about at once: %s", cells)
	}
	b.ask("PUT", "/api/files/double/a.sh", "read t; [ $t = 1 ] && read n && [ $n != 3 ] && echo $n", "If-None-Match", "*")
	told = b.explore("/api/laboratory/double?by=a.sh")
	if cells := all(told, "cells"); !strings.Contains(cells, `{"cell":2,"answer":"","fault":"RTE, exit code 1"`) || !strings.Contains(cells, `{"cell":3,"answer":"4"`) {
		t.Errorf("a program that breaks down: %s", cells)
	}
	if failed := find(b.explore("/api/laboratory/double?by=b.sh"), "failed"); !strings.Contains(failed, "there is no such solution") {
		t.Errorf("a program that is not there: %s", failed)
	}
	for path, want := range map[string]string{
		"/laboratory/none":       "No problem",
		"/laboratory/double?n=1": "is not held",
	} {
		if status, _, page := b.ask("GET", path, ""); status != http.StatusNotFound || !strings.Contains(page, want) {
			t.Errorf("%s: %d, want %q in\n%s", path, status, want, page)
		}
	}
	faulty := openBench(t, "axes: [{name: n, to: 4}]\n")
	if status, _, page := faulty.ask("GET", "/laboratory/double", ""); status != http.StatusNotFound || !strings.Contains(page, "cell is missing") {
		t.Errorf("a faulty description: %d\n%s", status, page)
	}
	if _, _, page := faulty.ask("GET", "/laboratory", ""); !strings.Contains(page, "its description is faulty") {
		t.Errorf("a faulty description in the list:\n%s", page)
	}
}

// all joins everything of a kind that was told.
func all(told []message, kind string) string {
	text := ""
	for _, m := range told {
		if m.kind == kind {
			text += m.data
		}
	}
	return text
}

// TestFirstCompile holds that a laboratory and a game say what they wait for while a language is made ready for the first time.
func TestFirstCompile(t *testing.T) {
	suite.NeedsAll(t, "it waits longer than a page does")
	needsBash(t)
	p := newPlace(t)
	p.write(t, ".config/grundy/languages.yaml", "slow:\n  name: Slow\n  extensions: [.slow]\n  run: bash {program}/{main}\n  prepare: {command: sleep 4}\n")
	p.write(t, "problems/double/submissions/accepted/right.sh", right)
	p.write(t, "problems/double/solution/laboratory.yaml", doubled)
	p.write(t, "solutions/double/a.slow", right)
	if err := os.CopyFS(filepath.Join(p.dir, "problems/nimduel"), os.DirFS("../../../problems/nimduel")); err != nil {
		t.Fatal(err)
	}
	b := p.open(t)
	if told := b.explore("/api/laboratory/double?by=a.slow&kind=one"); !strings.Contains(all(told, "preparing"), "Compiling what all programs in Slow share, once …") {
		t.Errorf("the laboratory says %s", told)
	}
	const words = "Compiling what all programs in Go share, once …" // for the judge of the game
	page := ""
	for end := time.Now().Add(time.Minute); !strings.Contains(page, words); {
		if _, _, page = b.ask("GET", ownNim, ""); !strings.Contains(page, "data-waiting") || time.Now().After(end) {
			t.Fatalf("the game does not say what it waits for:\n%s", page)
		}
	}
}
