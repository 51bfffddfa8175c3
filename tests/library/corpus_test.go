package library_test

import (
	stdzip "archive/zip"
	_ "embed"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"grundy/tests/suite"
)

//go:embed testdata/corpus.txt
var corpus string

// smallest are minimal packages of both formats without faults.
var smallest = map[string]map[string]string{
	"legacy": {
		"problem.yaml":                  "name: Twice\n",
		"problem_statement/problem.tex": "\\problemname{Twice}\nPrint twice the number.\n",
	},
	"2025-09": {
		"problem.yaml":            "problem_format_version: 2025-09\nname: Twice\nuuid: 6a4f8a1e-2f65-4a2e-9d3b-0f2a7d6a5c24\nlimits: {time_limit: 2}\n",
		"statement/problem.en.md": "Print twice the number.\n",
	},
}

// common is what both minimal packages share.
var common = map[string]string{
	"input_validators/validate.sh":      "read n; [ \"$n\" -gt 0 ] 2>/dev/null && exit 42; exit 43\n",
	"data/sample/1.in":                  "1\n",
	"data/sample/1.ans":                 "2\n",
	"data/secret/1.in":                  "2\n",
	"data/secret/1.ans":                 "4\n",
	"data/secret/2.in":                  "3\n",
	"data/secret/2.ans":                 "6\n",
	"submissions/accepted/right.sh":     "read n; echo $((2 * n))\n",
	"submissions/wrong_answer/wrong.sh": "read n; echo $((n + 1))\n",
}

// described is a package of the corpus.
type described struct {
	name, format string
	exit         int
	said         []string
	files        map[string]string // by name; write explains "!", " -> ", " crlf" and " bom" in names
	zipped       bool
	needs        string // a program, or ""
}

var (
	packageLine = regexp.MustCompile(`^== (\w+) (\S+) (\d)( zip)?(?: needs (\S+))?$`)
	fileLine    = regexp.MustCompile(`^-- (.+) --$`)
)

func readCorpus(t *testing.T) []described {
	t.Helper()
	var packages []described
	file := ""
	for line := range strings.Lines(corpus) {
		text := strings.TrimSuffix(line, "\n")
		if match := packageLine.FindStringSubmatch(text); match != nil {
			exit, _ := strconv.Atoi(match[3])
			packages = append(packages, described{
				name: match[1], format: match[2], exit: exit, zipped: match[4] != "", needs: match[5], files: map[string]string{},
			})
			file = ""
			continue
		}
		if len(packages) == 0 {
			continue
		}
		p := &packages[len(packages)-1]
		match := fileLine.FindStringSubmatch(text)
		switch {
		case match != nil:
			file = match[1]
			p.files[file] = ""
		case file != "":
			p.files[file] += line
		case strings.HasPrefix(text, "? "):
			p.said = append(p.said, strings.TrimPrefix(text, "? "))
		}
	}
	return packages
}

// write makes the package. A name "!NAME" removes a file, "NAME -> TARGET" is a link; the suffix " crlf" writes
// Windows' line ends, and " bom" a byte order mark.
func (p described) write(t *testing.T, dir string) {
	t.Helper()
	put := func(name, text string) {
		name, target, isLink := strings.Cut(name, " -> ")
		name, asWindows := strings.CutSuffix(name, " crlf")
		name, marked := strings.CutSuffix(name, " bom")
		if asWindows {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		if marked {
			text = "\ufeff" + text
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		switch {
		case err != nil:
		case isLink:
			_ = os.Remove(path) // the minimal package may have a file there
			err = os.Symlink(target, path)
		default:
			err = os.WriteFile(path, []byte(text), 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, files := range []map[string]string{common, smallest[p.format]} {
		for name, text := range files {
			put(name, text)
		}
	}
	for name, text := range p.files {
		if gone, isGone := strings.CutPrefix(name, "!"); isGone {
			if err := os.Remove(filepath.Join(dir, filepath.FromSlash(gone))); err != nil {
				t.Fatal(err)
			}
			continue
		}
		put(name, text)
	}
}

// zip makes an archive of a directory beside it, and returns its name.
func zip(t *testing.T, dir string) string {
	t.Helper()
	file, err := os.Create(dir + ".zip")
	if err != nil {
		t.Fatal(err)
	}
	archive := stdzip.NewWriter(file)
	if err := errors.Join(archive.AddFS(os.DirFS(dir)), archive.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	return file.Name()
}

// TestCorpus verifies small packages with the traits of public ones: grundy reads each as its author means it.
func TestCorpus(t *testing.T) {
	grundy := grundyProgram(t)
	isolate(t)
	for i, p := range readCorpus(t) {
		t.Run(p.format+"/"+p.name, func(t *testing.T) {
			if i%5 != 0 {
				suite.NeedsTurn(t, 2, "verifies all of some eighty small packages")
			}
			if _, err := exec.LookPath(p.needs); p.needs != "" && err != nil {
				t.Skip(err)
			}
			dir := filepath.Join(t.TempDir(), "folder", "twice")
			p.write(t, dir)
			if p.zipped {
				dir = zip(t, filepath.Dir(dir))
			}
			done := grundy.run(t, "", "verify", "--stop", dir)
			if done.exit != p.exit {
				t.Errorf("exit code %d, want %d", done.exit, p.exit)
			}
			for _, text := range p.said {
				if !strings.Contains(done.stdout+done.stderr, text) {
					t.Errorf("%q is not said", text)
				}
			}
			if t.Failed() {
				t.Log(done)
			}
		})
	}
}
