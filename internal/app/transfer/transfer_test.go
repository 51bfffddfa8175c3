package transfer_test

import (
	"archive/zip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grundy/internal/app/transfer"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/exchange"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement/handout"
	"grundy/internal/store/workspace/workspacetest"
	"grundy/tests/suite"
)

const sumPackage = `
-- problem.yaml --
problem_format_version: 2025-09
name: Sum
uuid: 5c1b7f3e-88a3-4f0e-9c6f-5d8c8f1e2a20
license: cc0
-- statement/problem.en.tex --
Print \textbf{the sum.
-- data/secret/1.in --
1 2
-- data/secret/1.ans --
3
`

// TestImport checks that a package is written once, under its own name or another, with notes on what is missing, which are counted.
func TestImport(t *testing.T) {
	w, _ := workspacetest.Open(t)
	var emitted []event.Event
	emit := func(e event.Event) { emitted = append(emitted, e) }
	t.Chdir(t.TempDir())
	tests := suite.WriteAll(t, filepath.Join(t.TempDir(), "sums"), map[string]string{"1.in": "1 2\n", "1.ans": "3\n"})
	written, err := transfer.Import(t.Context(), w, transfer.ImportOptions{Path: tests}, emit)
	if err != nil || written.Path != "sums" || written.Notes == 0 {
		t.Errorf("wrote %+v, %v", written, err)
	}
	if last := len(emitted) - 1; written.Notes+written.Warnings != last || emitted[last] != event.Event(written) {
		t.Errorf("emitted %+v, at the end want %+v", emitted, written)
	}
	for _, e := range emitted[:len(emitted)-1] {
		if note, is := e.(event.Note); !is || note.Path != tests || note.Message == "" {
			t.Errorf("emitted %+v, want a note about %s", e, tests)
		}
	}
	if _, err := os.Stat(filepath.Join("sums", "problem.yaml")); err != nil {
		t.Error(err)
	}
	if _, err := transfer.Import(t.Context(), w, transfer.ImportOptions{Path: tests}, emit); err == nil || hint.Of(err) == "" {
		t.Errorf("the second time the error is %v", err)
	}
	if written, err = transfer.Import(t.Context(), w, transfer.ImportOptions{Path: tests, Dir: "other"}, emit); err != nil || written.Path != "other" {
		t.Errorf("wrote %+v, %v", written, err)
	}
}

// files are the names in an archive.
func files(t *testing.T, archive string) []string {
	t.Helper()
	opened, err := zip.OpenReader(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	var names []string
	for _, file := range opened.File {
		names = append(names, file.Name)
	}
	return names
}

// TestExport checks that a problem and a contest are packed after their cases were completed, and that nothing is replaced unasked.
func TestExport(t *testing.T) {
	w, _ := workspacetest.Open(t)
	t.Chdir(t.TempDir())
	suite.Unpack(t, "contest/sum", sumPackage)
	suite.Write(t, "contest/problems.yaml", "- id: sum\n  label: A\n")
	for path, want := range map[string]string{"contest/sum": "sum.zip", "contest": "contest.zip"} {
		var completed, warnings []string
		emit := func(e event.Event) {
			if fault, is := e.(event.Diagnostic); is {
				warnings = append(warnings, fault.Message)
			}
		}
		options := transfer.ExportOptions{Path: path, To: exchange.ICPC, Complete: func(_ context.Context, p *problem.Problem) error {
			completed = append(completed, p.ID)
			return nil
		}}
		written, err := transfer.Export(t.Context(), w, options, emit)
		if err != nil || written.Path != want || !slices.Equal(completed, []string{"sum"}) {
			t.Fatalf("%s: wrote %+v, %v, completed %q", path, written, err, completed)
		}
		if len(warnings) != 1 || !strings.Contains(warnings[0], "is not closed") {
			t.Errorf("%s: warned %q", path, warnings)
		}
		if names := files(t, want); !slices.ContainsFunc(names, func(name string) bool { return strings.HasSuffix(name, "data/secret/1.in") }) {
			t.Errorf("%s holds %q", want, names)
		}
		if _, err := transfer.Export(t.Context(), w, options, emit); err == nil || hint.Of(err) == "" {
			t.Errorf("the second time the error is %v", err)
		}
		options.Force = true
		if _, err := transfer.Export(t.Context(), w, options, emit); err != nil {
			t.Error(err)
		}
	}
}

// TestExportWithoutPrinter checks that a package for DOMjudge is written although nothing prints its statement, with a
// remedy.
func TestExportWithoutPrinter(t *testing.T) {
	w, _ := workspacetest.Open(t)
	t.Chdir(t.TempDir())
	suite.Unpack(t, "sum", sumPackage)
	var language string
	var notes []event.Note
	_, err := transfer.Export(t.Context(), w, transfer.ExportOptions{
		Path: "sum", To: exchange.DOMjudge, Complete: func(context.Context, *problem.Problem) error { return nil },
		Print: func(_ context.Context, _ handout.Set, asked string) ([]byte, error) {
			language = asked
			return nil, handout.ErrNoPrinter
		},
	}, func(e event.Event) {
		if note, ok := e.(event.Note); ok {
			notes = append(notes, note)
		}
	})
	if err != nil || language != "en" {
		t.Fatalf("printed the language %q, %v", language, err)
	}
	if !slices.ContainsFunc(notes, func(n event.Note) bool {
		return n.Level == problem.Warning && n.File == "problem.pdf" && strings.Contains(n.Message, "install LaTeX")
	}) {
		t.Errorf("no warning with a remedy among %v", notes)
	}
	if names := files(t, "sum.zip"); slices.Contains(names, "problem.pdf") {
		t.Errorf("a PDF in %q", names)
	}
}

// TestExportRefused checks that nothing is written of a problem that cannot be packed.
func TestExportRefused(t *testing.T) {
	w, _ := workspacetest.Open(t)
	t.Chdir(t.TempDir())
	suite.WriteAll(t, "tests", map[string]string{"1.in": "1\n", "1.ans": "1\n"})
	suite.Unpack(t, "sum", sumPackage)
	failed := errors.New("no room")
	for path, want := range map[string]string{"tests": "is not a package", "sum": failed.Error()} {
		_, err := transfer.Export(t.Context(), w, transfer.ExportOptions{
			Path: path, To: exchange.ICPC, Complete: func(context.Context, *problem.Problem) error { return failed },
		}, func(event.Event) {})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: want %q, the error is %v", path, want, err)
		}
	}
	if archives, _ := filepath.Glob("*.zip"); len(archives) > 0 {
		t.Errorf("there is %q", archives)
	}
}
