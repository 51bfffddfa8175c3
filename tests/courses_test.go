package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"grundy/tests/suite"
)

// TestCoursesPage tries the example of docs/courses.md: its files make a course, and its commands print what the page
// shows.
func TestCoursesPage(t *testing.T) {
	needsLanguages(t, "bash")
	page, err := os.ReadFile(filepath.Join("..", "docs", "courses.md"))
	if err != nil {
		t.Fatal(err)
	}
	files := regexp.MustCompile("(?m)^`(mycourse/[^`]+)`:\n\n```[a-z]*\n((?s:.*?))^```$").FindAllStringSubmatch(string(page), -1)
	commands := regexp.MustCompile("(?m)^```\n(\\$ (?s:.*?))^```$").FindStringSubmatch(string(page))
	if len(files) < 5 || commands == nil {
		t.Fatalf("the page has %d files and the commands %q", len(files), commands)
	}
	var script strings.Builder
	for line := range strings.Lines(commands[1]) {
		if command, found := strings.CutPrefix(line, "$ "); found {
			script.WriteString("exec " + strings.ReplaceAll(command, `"`, "'"))
		} else {
			script.WriteString("stdout '^" + regexp.QuoteMeta(strings.TrimSuffix(line, "\n")) + "$'\n")
		}
	}
	for _, file := range files {
		script.WriteString("-- " + file[1] + " --\n" + file[2])
	}
	dir := t.TempDir()
	suite.Write(t, filepath.Join(dir, "courses.txtar"), script.String())
	runScripts(t, testscript.Params{Dir: dir}, nil)
}
