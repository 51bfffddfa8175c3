package adversarial

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"grundy/internal/base/verdict"
	"grundy/internal/judge/sandbox"
)

// TestDocumented compares docs/results/hostile-programs.md with the suite: each program has its class, each class its row in the table
// of what was tried, and each row of that either programs or the names of tests.
func TestDocumented(t *testing.T) {
	tried, classes := documented(t, "hostile-programs.md", "What was tried")

	list := hostile(t)
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

// TestSameDocumented compares the programs that must get the same verdict in each tier with docs/results/same-in-each-tier.md: each
// expects one verdict, the page explains each tier that may give another, and its table of results has them all, as expected.
func TestSameDocumented(t *testing.T) {
	differences, measured := documented(t, "same-in-each-tier.md", "Exceptions")
	explained := map[string]string{} // the program and the tier
	for _, row := range tableRows(differences) {
		for _, match := range quoted.FindAllStringSubmatch(row[0], -1) {
			explained[match[1]+" in "+strings.Trim(row[1], "`")] = strings.ReplaceAll(row[2], " or ", "|")
		}
	}
	list := map[string]program{}
	for _, p := range programs(t, same) {
		name := strings.TrimPrefix(p.name, same+"/")
		list[name] = p
		if len(p.general.verdicts) != 1 {
			t.Errorf("%s: want one verdict, got %s", name, p.general)
		}
		for _, special := range p.special {
			what := name + " in " + special.tier
			if got, want := explained[what], (clause{verdicts: special.verdicts}).String(); got != want {
				t.Errorf("%s: explained as %q, but its first line says %s", what, got, want)
			}
			delete(explained, what)
		}
	}
	for what := range explained {
		t.Errorf("%s: explained, but its first line says nothing of it", what)
	}

	head, _, _ := strings.Cut(measured[strings.Index(measured, "| program |"):], "\n")
	tiers := quoted.FindAllStringSubmatch(head, -1)
	for _, row := range tableRows(measured) {
		name := strings.Trim(row[0], "`")
		p, known := list[name]
		if !known {
			t.Errorf("%s: there is no such program", name)
		}
		delete(list, name)
		for i, cell := range row[1:] {
			if cell == "skipped" {
				continue // the machine had no toolchain
			}
			v, err := verdict.Parse(strings.Fields(cell)[0])
			if tier := sandbox.Tier(tiers[i][1]); known && (err != nil || !slices.Contains(p.forTier(tier).verdicts, v)) {
				t.Errorf("%s: came to %s in %s", name, cell, tier)
			}
		}
	}
	for name := range list {
		t.Errorf("%s: the table does not say what came of it", name)
	}
}

var (
	quoted    = regexp.MustCompile("`([^`]+)`")
	namedTest = regexp.MustCompile(`\bTest\w+|\b\w+\.txtar`)
	testFunc  = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
)

// documented returns a section of a page in docs/results, up to the heading within it and from there on.
func documented(t *testing.T, file, heading string) (text, detail string) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("../../docs/results", file))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## "+heading+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	text, detail, found := strings.Cut(section, "\n### ")
	if !found {
		t.Fatalf("%s: the section or the one within it is missing", heading)
	}
	return text, detail
}

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
