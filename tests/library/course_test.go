package library_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"grundy/problems"
)

// TestCourse checks that the course in docs/library.md visits every problem once, with the title and level of its
// package.
func TestCourse(t *testing.T) {
	course, err := os.ReadFile(filepath.Join(root, "docs", "library.md"))
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\| \\[`([a-z]+)`\\]\\(\\.\\./problems/([a-z]+)/solution/solution\\.en\\.md\\) \\| ([^|]+) \\| ([0-9]+) \\|")
	rows, order := map[string][]string{}, ""
	for _, found := range row.FindAllStringSubmatch(string(course), -1) {
		if rows[found[1]] != nil || found[1] != found[2] {
			t.Errorf("%s stands there twice, or leads to %s", found[1], found[2])
		}
		rows[found[1]] = found[3:]
		order += found[1] + "\n"
	}
	if listed, err := fs.ReadFile(problems.Library, "course.txt"); err != nil || string(listed) != order {
		t.Errorf("problems/course.txt, which grundy list goes by, is not in the order of the course: %v; want\n%s", err, order)
	}
	ids := packages(t)
	for id, told := range rows {
		if !slices.Contains(ids, id) {
			t.Errorf("the course has %s, which is no problem", id)
			continue
		}
		metadata := readFile(t, filepath.Join(root, "problems", id, "problem.yaml"))
		for i, field := range []*regexp.Regexp{title, level} {
			if found := field.FindStringSubmatch(metadata); found != nil && found[1] != told[i] { // TestComplete reports what is missing
				t.Errorf("%s: the course says %q, the package %q", id, told[i], found[1])
			}
		}
	}
}

// The fields title and level of problem.yaml.
var (
	title = regexp.MustCompile(`(?m)^name: "?(.*?)"?$`)
	level = regexp.MustCompile(`"difficulty:([0-9]+)"`)
)

// TestSize bounds what the library adds to the binary.
func TestSize(t *testing.T) {
	const most = 5 << 20
	var size int64
	err := fs.WalkDir(problems.Library, ".", func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if err != nil || size > most {
		t.Errorf("the problems take %d bytes of the binary, want at most %d: %v", size, most, err)
	}
}
