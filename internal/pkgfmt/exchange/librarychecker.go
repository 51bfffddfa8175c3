package exchange

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"grundy/internal/base/hint"
)

// libraryProblem holds the parts of info.toml that can be converted.
type libraryProblem struct {
	Title     string  `toml:"title"`
	TimeLimit float64 `toml:"timelimit"` // in seconds
	Forum     string  `toml:"forum"`
	Checker   string  `toml:"checker"`
	Verifier  string  `toml:"verifier"`
	Tests     []struct {
		Name   string `toml:"name"` // of a generator, or of files: example.in stands for example_00.in, example_01.in, …
		Number int    `toml:"number"`
	} `toml:"tests"`
	Solutions []struct {
		Name     string `toml:"name"`
		Wrong    bool   `toml:"wrong"`
		AllowTLE bool   `toml:"allow_tle"`
		Function bool   `toml:"function"`
	} `toml:"solutions"`
	Params map[string]any `toml:"params"`
}

// libraryImport is one import of a problem of Library Checker.
type libraryImport struct {
	*importer
	about  libraryProblem
	params []string // in the order of info.toml
}

// libraryStandard is the C++ standard of the problems.
const libraryStandard = "gnu++17"

// maxLibraryTests bounds the tests of one line of info.toml; real problems have some hundred altogether.
const maxLibraryTests = 10_000

// libraryChecker imports a problem of library-checker-problems: info.toml, generators with a number as argument, a
// verifier and a checker written with testlib.h. The shared headers are in common/, beside the directories of the
// problems.
func (im *importer) libraryChecker(dir string) error {
	text, err := im.tree.read("info.toml")
	if err != nil {
		return err
	}
	li := &libraryImport{importer: im}
	read, err := toml.Decode(string(text), &li.about)
	if err != nil {
		return fmt.Errorf("info.toml: %w", err)
	}
	for _, key := range read.Keys() {
		if len(key) == 2 && key[0] == "params" {
			li.params = append(li.params, key[1])
		}
	}
	for _, key := range read.Undecoded() {
		li.note("info.toml", "%s has no place", key)
	}
	im.findHeaders(".", "gen", "sol", "grader", "common")
	if im.given, err = sharedHeaders(dir); err != nil {
		return err
	}
	if im.given["params.h"], err = li.paramsHeader(); err != nil {
		return err
	}
	im.tree.used["params.h"] = true
	for _, step := range []func() error{
		li.statements, li.programs, li.generators, li.tests, li.solutions, li.metadata,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// sharedHeaders reads the shared headers of the repository that contains the problem, if any: those in the
// directory common two levels above, or one.
func sharedHeaders(dir string) (map[string][]byte, error) {
	headers := map[string][]byte{}
	for _, above := range []string{"..", filepath.Join("..", "..")} {
		common := filepath.Join(dir, above, "common")
		entries, err := os.ReadDir(common)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, causeOnly(common, err)
		}
		for _, entry := range entries {
			if !entry.Type().IsRegular() || !isHeader(entry.Name()) {
				continue
			}
			text, err := os.ReadFile(filepath.Join(common, entry.Name()))
			if err != nil {
				return nil, causeOnly(common, err)
			}
			headers[entry.Name()] = text
		}
		break
	}
	return headers, nil
}

// paramsHeader is the header that the repository's script makes from the bounds in info.toml.
func (li *libraryImport) paramsHeader() ([]byte, error) {
	var text bytes.Buffer
	for _, name := range li.params {
		switch value := li.about.Params[name].(type) {
		case int64:
			fmt.Fprintf(&text, "#define %s (long long)%d\n", name, value)
		case float64:
			fmt.Fprintf(&text, "#define %s %s\n", name, strconv.FormatFloat(value, 'g', -1, 64))
		case string:
			fmt.Fprintf(&text, "#define %s %q\n", name, value)
		default:
			return nil, hint.Errorf("write it as one of these", "info.toml: params.%s: want a number or a text", name)
		}
	}
	return text.Bytes(), nil
}

// programs makes the output validator from the checker, and the input validator from the verifier.
func (li *libraryImport) programs() error {
	checker, verifier := cmp.Or(li.about.Checker, "checker.cpp"), cmp.Or(li.about.Verifier, "verifier.cpp")
	if li.tree.has(checker) {
		if err := li.wrap("output_validator", testlibRun(checkerScript, false), compiled{checker, libraryStandard, "checker"}); err != nil {
			return err
		}
	} else {
		li.note(checker, "missing: outputs are compared token by token")
	}
	if !li.tree.has(verifier) {
		return nil
	}
	return li.wrap("input_validators/"+stem(path.Base(verifier)), validatorScript, compiled{verifier, libraryStandard, "validator"})
}

// libraryTest is a test case from a generator or a file.
type libraryTest struct {
	name   string // "random_00"
	source string // "gen/random.cpp", or "gen/example_00.in"
	number int
}

func (t libraryTest) isFile() bool { return path.Ext(t.source) == ".in" }

// folder returns the group of the case: the statement shows the examples.
func (t libraryTest) folder() string {
	if strings.HasPrefix(t.name, "example") {
		return "sample"
	}
	return "secret"
}

// list names all test cases, in the order of info.toml.
func (li *libraryImport) list() ([]libraryTest, error) {
	var tests []libraryTest
	for _, group := range li.about.Tests {
		if group.Number < 0 || group.Number > maxLibraryTests {
			return nil, hint.Errorf("correct the number", "info.toml: %s: want 0 to %d tests, got %d", group.Name, maxLibraryTests, group.Number)
		}
		for number := range group.Number {
			t := libraryTest{name: fmt.Sprintf("%s_%02d", li.safeName(stem(group.Name)), number), source: "gen/" + group.Name, number: number}
			if t.isFile() {
				t.source = fmt.Sprintf("gen/%s_%02d.in", stem(group.Name), number)
			}
			if !li.tree.has(t.source) {
				return nil, hint.Errorf("import the whole directory of the problem", "%s is missing, but info.toml names it", t.source)
			}
			tests = append(tests, t)
		}
	}
	if len(tests) == 0 {
		return nil, hint.Errorf("add [[tests]] with a name and a number", "info.toml names no tests")
	}
	return tests, nil
}

// generators imports the programs that make tests.
func (li *libraryImport) generators() error {
	done := map[string]bool{}
	for _, group := range li.about.Tests {
		if !isCpp(group.Name) || done[group.Name] || !li.tree.has("gen/"+group.Name) {
			continue
		}
		done[group.Name] = true
		folder := "generators/" + stem(li.safeName(group.Name))
		if err := li.wrap(folder, generatorScript, compiled{"gen/" + group.Name, libraryStandard, "generator"}); err != nil {
			return err
		}
	}
	return nil
}

// tests imports the cases that the repository's script made, or writes the rules to make them.
func (li *libraryImport) tests() error {
	tests, err := li.list()
	if err != nil {
		return err
	}
	files := func(t libraryTest) (input, answer string) { return "in/" + t.name + ".in", "out/" + t.name + ".out" }
	made := true
	for _, t := range tests {
		input, answer := files(t)
		made = made && li.tree.has(input) && li.tree.has(answer)
	}
	for _, t := range tests {
		name := t.folder() + "/" + t.name
		switch input, answer := files(t); {
		case made:
			li.tree.used[t.source] = true
			err = li.addCase(testCase{name: name, input: input, answer: answer})
		case t.isFile():
			err = li.addCase(testCase{name: name, input: t.source})
		default:
			err = li.addCase(testCase{name: name, command: fmt.Sprintf("%s %d", stem(li.safeName(path.Base(t.source))), t.number)})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// correctSolution makes the answers.
const correctSolution = "correct.cpp"

// solutions imports the solutions with their expectations: whether each fails, or may be too slow.
func (li *libraryImport) solutions() error {
	name, err := li.submission("accepted", "sol/"+correctSolution)
	if err != nil {
		return err
	}
	li.setModel(name)
	for _, s := range li.about.Solutions {
		source, take := "sol/"+s.Name, li.submission
		if s.Function && !li.tree.has(libraryGrader) {
			li.note(source, "not imported: it is only a function, and %s, which would call it, is missing", libraryGrader)
			li.tree.used[source] = true
			continue
		}
		if s.Function {
			take = li.function
		}
		folder := "accepted"
		var more keys
		switch {
		case s.Wrong:
			folder = "rejected"
		case s.AllowTLE:
			folder = "mixed"
			set(&more, "permitted", []string{"AC", "TLE"})
		}
		name, err := take(folder, source)
		if err != nil {
			return err
		}
		set(&li.submissions, name, more)
	}
	return nil
}

// libraryGrader is the main program for solutions that consist of a function.
const libraryGrader = "grader/grader.cpp"

// function imports a solution that consists of a function, with its main program and the headers of both.
func (li *libraryImport) function(folder, source string) (name string, err error) {
	name = folder + "/" + stem(li.safeName(path.Base(source)))
	to := "submissions/" + name
	for _, part := range []string{source, libraryGrader} {
		if !li.tree.has(part) {
			return "", hint.Errorf("import the whole directory of the problem", "%s is missing, but info.toml names it", part)
		}
		text, err := li.tree.read(part)
		if err != nil {
			return "", err
		}
		if err := li.includeFrom(to, part, text); err != nil {
			return "", err
		}
		if err := li.add(to+"/"+path.Base(part), file{data: li.flat(text)}); err != nil {
			return "", err
		}
	}
	return name, nil
}

func (li *libraryImport) metadata() error {
	m := li.head(nil, cmp.Or(li.about.Title, li.ID), "library-checker", li.ID)
	source := keys{{Key: "name", Value: "Library Checker"}}
	set(&source, "url", li.about.Forum)
	set(&m, "source", source)
	set(&m, "allow_file_writing", true)
	var limits keys
	setTimeLimit(&limits, li.about.TimeLimit)
	set(&m, "limits", limits)
	return li.finish(m)
}
