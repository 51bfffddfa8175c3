package library_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"grundy/internal/base/fsutil"
	"grundy/tests/suite"
)

var (
	whyTime  = flag.Duration("why-time", 10*time.Second, "how long to look for each counterexample")
	whyWrite = flag.Bool("why-write", false, "keep the sizes of counterexamples that are smaller than the known ones")
)

// known is the file of the smallest known counterexamples. Lines that begin with # describe its columns.
const known = "testdata/counterexamples.txt"

// wrong is a wrong submission of a package.
type wrong struct{ problem, submission string }

// counterexample is what is known of the inputs on which a wrong submission fails.
type counterexample struct {
	size     int           // bytes of the smallest known one; 0 for none
	floor    int           // no valid input with fewer bytes is one (TestSmallest)
	searched time.Duration // how long the longest search took
}

// The bar: this share of the submissions gets a counterexample in time that is at most this much larger than the
// smallest known one.
const (
	whyShare  = 0.98
	whyExcess = 1.25
)

// TestWhy runs grundy why on each wrong submission of a problem that is not interactive.
func TestWhy(t *testing.T) {
	grundy := grundyProgram(t)
	isolate(t)
	smallest := readKnown(t)
	total, good := 0, 0
	for _, problem := range packages(t) {
		if isDialogue(t, problem) {
			continue
		}
		t.Run(problem, func(t *testing.T) {
			suite.NeedsCampaign(t, "looks for a small counterexample to each wrong submission, 10 s for each")
			for _, name := range failing(t, problem) {
				total++
				size, took := why(t, grundy, problem, name)
				best := smallest[wrong{problem, name}]
				within := size > 0 && took <= *whyTime && (best.size == 0 || float64(size) <= whyExcess*float64(best.size))
				if within {
					good++
				}
				t.Logf("%s: %d bytes after %v, the smallest known has %d, none has less than %d: within the bar %t",
					name, size, took, best.size, best.floor, within)
				if size > 0 && (best.size == 0 || size < best.size) {
					best.size = size
				}
				best.searched = max(best.searched, *whyTime)
				smallest[wrong{problem, name}] = best
			}
			if *whyWrite { // after each package, since a search may take days
				writeKnown(t, smallest)
			}
		})
	}
	t.Logf("%d of %d are within the bar", good, total)
	if share := float64(good) / float64(max(total, 1)); suite.IsCampaign() && share < whyShare {
		t.Errorf("%d of %d are within the bar, which is %.1f %%, want %.0f %%", good, total, 100*share, 100*whyShare)
	}
}

// why is the size of what grundy why shows, 0 for nothing, and its total time.
func why(t *testing.T, grundy program, problem, name string) (size int, took time.Duration) {
	t.Helper()
	started := time.Now()
	done := grundy.run(t, "", "why", "--problems", filepath.Join(root, "problems"), "--problem", problem, name,
		"--time", whyTime.String(), "--format", "json")
	took = time.Since(started)
	for _, e := range events(t, done.stdout) {
		if e.Event == "shrunk" {
			size = e.ToBytes
		}
	}
	if size == 0 {
		t.Logf("%s %s: exit code %d: %s", problem, name, done.exit, done.stderr)
	}
	return size, took
}

// failing are the submissions of a package on which the test runs grundy why.
func failing(t *testing.T, problem string) []string {
	t.Helper()
	var names []string
	for _, name := range allSubmissions(t, filepath.Join(root, "problems", problem)) {
		name, err := filepath.Rel("submissions", name)
		if err != nil {
			t.Fatal(err)
		}
		name = filepath.ToSlash(name)
		if folder := path.Dir(name); folder == "wrong_answer" || folder == "run_time_error" {
			names = append(names, name)
		}
	}
	return names
}

func isDialogue(t *testing.T, problem string) bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "problems", problem, "problem.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Contains(text, []byte("type: interactive"))
}

func readKnown(t *testing.T) map[wrong]counterexample {
	t.Helper()
	text, err := os.ReadFile(known)
	if err != nil {
		t.Fatal(err)
	}
	smallest := map[wrong]counterexample{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var w wrong
		var c counterexample
		var searched string
		_, err := fmt.Sscanln(line, &w.problem, &w.submission, &c.size, &c.floor, &searched)
		if err == nil {
			c.searched, err = time.ParseDuration(searched)
		}
		if err != nil || c.floor > c.size {
			t.Fatalf("%s: want problem, submission, size, floor and time, got %q: %v", known, line, err)
		}
		smallest[w] = c
	}
	return smallest
}

// writeKnown keeps the lines at the head of the file.
func writeKnown(t *testing.T, smallest map[wrong]counterexample) {
	t.Helper()
	before, err := os.ReadFile(known)
	if err != nil {
		t.Fatal(err)
	}
	var head, lines []string
	for line := range strings.Lines(string(before)) {
		if strings.HasPrefix(line, "#") {
			head = append(head, line)
		}
	}
	for w, c := range smallest {
		lines = append(lines, fmt.Sprintln(w.problem, w.submission, c.size, c.floor, c.searched))
	}
	slices.Sort(lines)
	text := []byte(strings.Join(slices.Concat(head, lines), ""))
	if err := fsutil.Replace(known, 0o644, fsutil.Text(text)); err != nil {
		t.Fatal(err)
	}
}

// TestWhyTable keeps the table of counterexamples in docs/results/library.md equal to what is known.
func TestWhyTable(t *testing.T) {
	const page = "docs/results/library.md"
	text, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- counterexamples -->\n", "<!-- end of counterexamples -->"
	_, rest, found := strings.Cut(string(text), begin)
	got, _, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no part between %q and %q", page, begin, end)
	}
	if want := whyTable(t); got != want {
		t.Errorf("%s: the table of counterexamples is not what %s says; replace it by\n%s", page, known, want)
	}
}

// whyTable has a row for each problem: the number of wrong submissions; how many of them have a known counterexample;
// how many of these are proved to be the smallest, and how many to be within the bar of it; the size of the median
// and of the largest in bytes; and the submission with the largest.
func whyTable(t *testing.T) string {
	t.Helper()
	smallest := readKnown(t)
	var table strings.Builder
	table.WriteString("| problem | wrong submissions | with a counterexample | proved smallest | proved within the bar | median | largest | of |\n")
	table.WriteString("|---|---|---|---|---|---|---|---|\n")
	var all [4]int
	for _, problem := range packages(t) {
		if isDialogue(t, problem) {
			continue
		}
		names := failing(t, problem)
		counts := [4]int{len(names)}
		var sizes []int
		largest := ""
		for _, name := range names {
			c := smallest[wrong{problem, name}]
			if c.size == 0 {
				continue
			}
			counts[1]++
			if c.floor == c.size {
				counts[2]++
			}
			if float64(c.size) <= whyExcess*float64(c.floor) {
				counts[3]++
			}
			if len(sizes) == 0 || c.size > slices.Max(sizes) {
				largest = name
			}
			sizes = append(sizes, c.size)
		}
		fmt.Fprintf(&table, "| `%s` | %d | %d | %d | %d |", problem, counts[0], counts[1], counts[2], counts[3])
		if len(sizes) == 0 {
			table.WriteString(" | | |\n")
		} else {
			slices.Sort(sizes)
			fmt.Fprintf(&table, " %d | %d | `%s` |\n", sizes[len(sizes)/2], sizes[len(sizes)-1], largest)
		}
		for i, n := range counts {
			all[i] += n
		}
	}
	fmt.Fprintf(&table, "| all | %d | %d | %d | %d | | | |\n", all[0], all[1], all[2], all[3])
	return table.String()
}
