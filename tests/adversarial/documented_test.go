package adversarial

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocumented compares docs/sandbox.md with what there is: each program has its class, each class its line in the table of what
// was tried, and each line of that either programs or the names of tests.
func TestDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/sandbox.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## What was tried\n")
	section, _, _ = strings.Cut(section, "\n## ")
	tried, classes, found := strings.Cut(section, "\n### ")
	if !found {
		t.Fatal("the table of what was tried or the list of programs is missing")
	}

	list := programs(t)
	classOf, hasPrograms := map[string]string{}, map[string]bool{}
	for _, row := range tableRows(classes) {
		class := row[0]
		hasPrograms[class] = true
		for _, match := range quoted.FindAllStringSubmatch(row[1], -1) {
			pattern := match[1]
			if !strings.Contains(pattern, "/") {
				pattern = "run/" + pattern
			}
			some := false
			for _, program := range list {
				if matches, err := path.Match(pattern, strings.TrimSuffix(program.name, path.Ext(program.name))); err != nil {
					t.Fatalf("%s: %v", pattern, err)
				} else if !matches {
					continue
				}
				some = true
				if other, found := classOf[program.name]; found {
					t.Errorf("%s: %s is listed below %s as well", class, program.name, other)
				}
				classOf[program.name] = class
			}
			if !some {
				t.Errorf("%s: no program is called %s", class, match[1])
			}
		}
	}
	for _, program := range list {
		if classOf[program.name] == "" {
			t.Errorf("%s has no class", program.name)
		}
	}

	tests := testNames(t)
	for _, row := range tableRows(tried) {
		class, _, _ := strings.Cut(row[0], ":")
		named := namedTest.FindAllString(row[0], -1)
		for _, name := range named {
			if !tests[name] {
				t.Errorf("%s: there is no %s", class, name)
			}
		}
		if len(named) == 0 && !hasPrograms[class] {
			t.Errorf("%s: neither programs nor tests", class)
		}
		delete(hasPrograms, class)
	}
	for class := range hasPrograms {
		t.Errorf("%s: the table of what was tried has no such line", class)
	}
}

var (
	quoted    = regexp.MustCompile("`([^`]+)`")
	namedTest = regexp.MustCompile(`\bTest\w+|\b\w+\.txtar`)
	testFunc  = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
)

// tableRows are the cells of a table's rows below its head.
func tableRows(text string) (rows [][]string) {
	_, body, _ := strings.Cut(text, "\n|---")
	for line := range strings.Lines(body) {
		if !strings.HasPrefix(line, "| ") {
			continue
		}
		var cells []string
		for cell := range strings.SplitSeq(strings.Trim(line, "| \n"), "|") {
			cells = append(cells, strings.TrimSpace(cell))
		}
		rows = append(rows, cells)
	}
	return rows
}

// testNames are the tests of all packages, and the scripts.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	err := fs.WalkDir(os.DirFS("../.."), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case strings.HasSuffix(name, ".txtar"):
			names[entry.Name()] = true
		case strings.HasSuffix(name, "_test.go"):
			text, err := os.ReadFile(filepath.Join("../..", name))
			for _, match := range testFunc.FindAllStringSubmatch(string(text), -1) {
				names[match[1]] = true
			}
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
