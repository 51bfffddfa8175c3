package tests

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"grundy/tests/suite"
)

// TestCoursesPage tries the example of docs/courses.md: the page shows the texts of the course as they are, and its commands
// print what the page shows.
func TestCoursesPage(t *testing.T) {
	needsLanguages(t, "bash")
	const course = "docs/example-course"
	content, err := os.ReadFile("../docs/courses.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(content)
	commands := regexp.MustCompile("(?m)^```\n(\\$ (?s:.*?))^```$").FindStringSubmatch(page)
	if commands == nil || !strings.Contains(commands[1], course) {
		t.Fatalf("the page has the commands %q", commands)
	}
	var script strings.Builder
	for line := range strings.Lines(commands[1]) {
		if command, found := strings.CutPrefix(line, "$ "); found {
			script.WriteString("exec " + strings.ReplaceAll(command, `"`, "'"))
		} else {
			script.WriteString("stdout '^" + regexp.QuoteMeta(strings.TrimSuffix(line, "\n")) + "$'\n")
		}
	}
	files := os.DirFS("../" + course)
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if slices.Contains([]string{"course.yaml", "first.md"}, name) && !strings.Contains(page, "\n"+string(text)+"```\n") {
			t.Errorf("the page does not show %s as it is:\n%s", name, text)
		}
		script.WriteString("-- " + path.Join(course, name) + " --\n" + string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	suite.Write(t, path.Join(dir, "courses.txtar"), script.String())
	runScripts(t, testscript.Params{Dir: dir}, nil)
}
