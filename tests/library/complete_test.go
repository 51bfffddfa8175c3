package library_test

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grundy/internal/games/laboratory"
	"grundy/internal/games/prebuilt"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
)

// part is what every problem of the library has: files of the package, or an entry elsewhere in the repository.
type part struct {
	files  string // a pattern below the package
	remedy string
}

var parts = []part{
	{"problem.yaml", "write it, or begin with: grundy init ID"},
	{"statement/problem.en.md", "write the statement in English (docs/writing-problems.md)"},
	{"solution/solution.en.md", "write four hints, called what to try, the idea, an example and the proof, and the editorial"},
	{"submissions/accepted/*.go", "write a fast solution in Go, from which tests learn the answers"},
	{"submissions/brute_force/*", "write a solution that follows the rules literally, in Go or Python"},
	{"submissions/wrong_answer/*", "add the wrong ideas that people have, each as a submission"},
	{"input_validators/validate.go", "write a validator with checker/testlib"},
	{"data/sample/*.in", "add samples: grundy add DIRECTORY --group sample --text '…'"},
	{"data/invalid_input/*.in", "add inputs that the validator must reject"},
	{"generators/generators.yaml", "write the rules by which the tests and the inputs for searches are made (docs/generators.md)"},
	{"generators/generated.sha256", "run: grundy generate DIRECTORY"},
}

// TestComplete lists what a problem of the library lacks, and what to do about it. The other tests of this package
// rely on these parts.
func TestComplete(t *testing.T) {
	folders, err := os.ReadDir(filepath.Join(root, "problems"))
	if err != nil {
		t.Fatal(err)
	}
	course := readFile(t, filepath.Join(root, "docs", "library.md"))
	order := readCourse(t).Problems()
	counterexamples := readKnown(t)
	for _, folder := range folders {
		if !folder.IsDir() || folder.Name() == "course" {
			continue
		}
		id, dir := folder.Name(), filepath.Join(root, "problems", folder.Name())
		lacks := func(what, remedy string) {
			t.Errorf("problems/%s lacks %s: %s", id, what, strings.NewReplacer("ID", id, "DIRECTORY", "problems/"+id).Replace(remedy))
		}
		for _, part := range parts {
			if found, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(part.files))); err != nil || len(found) == 0 {
				lacks(part.files, part.remedy)
			}
		}
		metadata, err := os.ReadFile(filepath.Join(dir, "problem.yaml"))
		if err != nil {
			continue // reported above
		}
		if !title.Match(metadata) {
			lacks("a name", "add to problem.yaml: name: TITLE")
		}
		if !level.Match(metadata) {
			lacks("a level", `add to the keywords of problem.yaml, from 1 to 10: "difficulty:3"`)
		}
		if !slices.Contains(order, id) {
			lacks("its place in problems/course.yaml", "add it to a chapter, where its level belongs")
		}
		if !strings.Contains(course, "| [`"+id+"`](../problems/") {
			lacks("its row in docs/library.md", "add it to a table of the course, with title, level and what the problem teaches")
		}
		if _, err := laboratory.Read(&problem.Problem{ID: id, Dir: dir}); errors.Is(err, laboratory.ErrNone) && withoutLaboratory[id] == "" {
			lacks("a grid of small positions", "write one (docs/laboratory.md), or why there is none into withoutLaboratory of tests/library")
		}
		programs, err := filepath.Glob(filepath.Join(dir, "*", "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		p, faults := icpc.Load(dir)
		if p == nil {
			t.Fatal(faults)
		}
		if model := p.Model(""); model == nil || path.Ext(model.Path) != ".go" {
			lacks("a model solution in Go, which becomes a part of the binary", "name it in submissions/submissions.yaml: model_solution: true")
		} else {
			programs = append(programs, model.Path)
		}
		for _, program := range programs {
			if _, found := prebuilt.Find([]byte(readFile(t, program))); !found {
				lacks(filepath.Base(program)+" as a part of the binary", "run: go run ./internal/tools/prebuilt")
			}
		}
		if isDialogue(t, id) {
			continue
		}
		if !slices.ContainsFunc(comparisons(), func(c comparison) bool { return c.problem == id }) {
			lacks("a comparison with its brute force", "add one to a list of comparisons in tests/library, with random instances")
		}
		unknown := slices.DeleteFunc(failing(t, id), func(name string) bool {
			_, known := counterexamples[wrong{id, name}]
			return known
		})
		if len(unknown) > 0 {
			lacks("the smallest known counterexamples to "+strings.Join(unknown, ", "),
				"run: GRUNDY_TESTS=campaign go test ./tests/library -run 'TestWhy/ID$' -why-write")
		}
	}
}
