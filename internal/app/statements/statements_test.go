package statements_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/app/statements"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/store/workspace"
	"grundy/internal/store/workspace/workspacetest"
	"grundy/tests/suite"
)

const sumPackage = `
-- problem.yaml --
problem_format_version: 2025-09
name:
  en: Sum
  de: Summe
uuid: 5c1b7f3e-88a3-4f0e-9c6f-5d8c8f1e2a21
license: cc0
-- statement/problem.en.tex --
Print \textbf{the sum. \includegraphics{old.eps}
-- statement/old.eps --
%!PS
-- statement/problem.de.md --
Gib die Summe aus.
-- solution/solution.en.md --
Add them up.
-- data/secret/1.in --
1 2
-- data/secret/1.ans --
3
`

// contest is a workspace, in whose directory is a contest of one problem.
func contest(t *testing.T) *workspace.Workspace {
	t.Helper()
	w, _ := workspacetest.Open(t)
	t.Chdir(t.TempDir())
	suite.Unpack(t, "spring/sum", sumPackage)
	suite.Write(t, "spring/problems.yaml", "- id: sum\n  label: A\n")
	return w
}

// TestWrite checks what is written under which name, and that what readers would not see is emitted and counted.
func TestWrite(t *testing.T) {
	w := contest(t)
	for _, test := range []struct {
		name    string
		options statements.Options
		want    event.Written
		holds   string
		faults  int // of the texts
	}{
		{"a statement", statements.Options{Path: "spring/sum"}, event.Written{Path: "sum.html", Warnings: 1}, "Gib die Summe aus", 1},
		{"one language", statements.Options{Path: "spring/sum", Language: "de", File: "de.html"}, event.Written{Path: "de.html"}, "<title>Summe</title>", 0},
		{"a solution", statements.Options{Path: "spring/sum", Solution: true}, event.Written{Path: "sum-solution.html"}, "Add them up", 0},
		{"slides", statements.Options{Path: "spring/sum", Slides: true}, event.Written{Path: "sum-slides.html"}, "Add them up", 0},
		{"a contest", statements.Options{Path: "spring"}, event.Written{Path: "spring.html", Warnings: 1}, "Problem set (1 problem)", 1},
		{"a list", statements.Options{List: "spring/problems.yaml", File: "list.html"}, event.Written{Path: "list.html", Warnings: 1}, "Problem set (1 problem)", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			faults, notes, ends := 0, 0, 0
			written, err := statements.Write(t.Context(), w, test.options, func(e event.Event) {
				switch e := e.(type) {
				case event.Diagnostic:
					faults++
				case event.Note:
					notes++
				case event.Written:
					if ends++; e != test.want {
						t.Errorf("emitted %+v, want %+v", e, test.want)
					}
				}
			})
			if err != nil || written != test.want {
				t.Fatalf("wrote %+v, %v, want %+v", written, err, test.want)
			}
			if faults != test.faults || notes != test.want.Warnings || ends != 1 {
				t.Errorf("emitted %d faults of texts, want %d; %d notes; %d ends", faults, test.faults, notes, ends)
			}
			if text, err := os.ReadFile(test.want.Path); err != nil || !strings.Contains(string(text), test.holds) {
				t.Errorf("%s does not hold %q, %v", test.want.Path, test.holds, err)
			}
		})
	}
	var out bytes.Buffer
	options := statements.Options{Path: "spring/sum", File: event.StandardOutput, Output: &out}
	if _, err := statements.Write(t.Context(), w, options, func(event.Event) {}); err != nil || !strings.Contains(out.String(), "<title>Sum</title>") {
		t.Errorf("standard output has %q, %v", out.String(), err)
	}
}

// TestRefused checks that nothing is written of what cannot be, and that nothing is replaced unasked.
func TestRefused(t *testing.T) {
	w := contest(t)
	suite.Write(t, "sum.html", "mine\n")
	for want, options := range map[string]statements.Options{
		"exists already":            {Path: "spring/sum"},
		"no statement in the":       {Path: "spring/sum", Language: "sv"},
		"works with --pdf only":     {Path: "spring/sum", Printer: "latex"},
		"no such printer":           {Path: "spring/sum", PDF: true, Printer: "quill"},
		"want problems.yaml":        {List: "spring/sum/problem.yaml"},
		"--contest spring/none.yml": {List: "spring/none.yml"},
	} {
		_, err := statements.Write(t.Context(), w, options, func(e event.Event) {
			if written, is := e.(event.Written); is {
				t.Errorf("%s: %s was written", want, written.Path)
			}
		})
		if err == nil || !strings.Contains(err.Error(), want) || hint.Of(err) == "" {
			t.Errorf("want %q with a remedy, the error is %v", want, err)
		}
	}
	files, _ := filepath.Glob("*.*")
	if text, err := os.ReadFile("sum.html"); err != nil || string(text) != "mine\n" || !cmp.Equal(files, []string{"sum.html"}) {
		t.Errorf("there is %q, and sum.html has %q, %v", files, text, err)
	}
}

// TestRewrite checks that the file follows its sources, and that a faulty source leaves it as it was.
func TestRewrite(t *testing.T) {
	w := contest(t)
	ctx, end := context.WithCancel(t.Context())
	var happened []string
	err := statements.Rewrite(ctx, w, statements.Options{Path: "spring/sum"}, func(e event.Event) {
		if _, is := e.(event.Written); !is {
			return
		}
		text, err := os.ReadFile("sum.html")
		switch {
		case err != nil:
			t.Error(err)
		case strings.Contains(string(text), "Gib die Summe aus"):
			happened = append(happened, "first")
			suite.Write(t, "spring/sum/problem.yaml", "name: [\n")
		case ctx.Err() == nil && strings.Contains(string(text), "Gib sie aus"):
			happened = append(happened, "second")
			end()
		}
	}, func(error) {
		if len(happened) == 1 { // each of the two saves below may be seen alone
			happened = append(happened, "faulty")
			suite.Unpack(t, "spring/sum", strings.Replace(sumPackage, "die Summe", "sie", 1))
		}
	})
	if diff := cmp.Diff([]string{"first", "faulty", "second"}, happened); diff != "" || err != nil {
		t.Errorf("%v, happened (-want +got):\n%s", err, diff)
	}
}
