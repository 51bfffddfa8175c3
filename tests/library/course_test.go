package library_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grundy/internal/games/play"
	"grundy/internal/pkgfmt/course"
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
	rows := map[string][]string{}
	var order []string
	for _, found := range row.FindAllStringSubmatch(string(course), -1) {
		if rows[found[1]] != nil || found[1] != found[2] {
			t.Errorf("%s stands there twice, or leads to %s", found[1], found[2])
		}
		rows[found[1]] = found[3:]
		order = append(order, found[1])
	}
	if listed := readCourse(t).Problems(); !slices.Equal(listed, order) {
		t.Errorf("docs/library.md is not in the order of problems/course.yaml; want\n%s", strings.Join(listed, "\n"))
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

// readCourse reads the course of the library.
func readCourse(t *testing.T) *course.Course {
	t.Helper()
	read, faults := course.Read(problems.Library, packages(t))
	for _, fault := range faults {
		t.Errorf("%s: %s", fault, fault.Help)
	}
	if read == nil {
		t.Fatal("problems has no course.yaml")
	}
	return read
}

// TestLevelsRise holds that levels rise within each chapter, and that no chapter begins with an easier problem than the
// one before it.
func TestLevelsRise(t *testing.T) {
	levelOf := func(id string) int {
		found := level.FindStringSubmatch(readFile(t, filepath.Join(root, "problems", id, "problem.yaml")))
		if found == nil {
			return 0 // TestComplete reports it
		}
		n, _ := strconv.Atoi(found[1])
		return n
	}
	begins := 0
	for _, chapter := range readCourse(t).Chapters {
		last := begins
		for i, id := range chapter.Problems {
			if now := levelOf(id); now < last {
				t.Errorf("chapter %s: %s has level %d after one of %d", chapter.ID, id, now, last)
			} else if last = now; i == 0 {
				begins = now
			}
		}
		if len(chapter.Exercises) < 2 {
			t.Errorf("chapter %s: want two exercises or more", chapter.ID)
		}
	}
}

// TestExercises holds that every exercise of the course can be asked, and that the board knows its answer.
func TestExercises(t *testing.T) {
	for _, chapter := range readCourse(t).Chapters {
		for i := range chapter.Exercises {
			e := &chapter.Exercises[i]
			if e.Kind != course.Move {
				continue
			}
			id := uuid.FindStringSubmatch(readFile(t, filepath.Join(root, "problems", e.Problem, "problem.yaml")))
			q, err := play.NewQuestion(id[1], e.Position)
			if err != nil {
				t.Errorf("%s:%d: %s: %v", e.At.File, e.At.Line, e.ID, err)
				continue
			}
			answer := q.Table.Hint()
			if right, says, err := q.Check(answer); strings.Contains(answer, " wins") != (err != nil) || err == nil && !right {
				t.Errorf("%s: the board's own move %q is wrong: %s, %v", e.ID, answer, says, err)
			}
		}
	}
}

// The fields title, uuid and level of problem.yaml.
var (
	title = regexp.MustCompile(`(?m)^name: "?(.*?)"?$`)
	uuid  = regexp.MustCompile(`(?m)^uuid: (\S+)$`)
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
