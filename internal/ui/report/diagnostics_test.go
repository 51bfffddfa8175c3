package report_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	app "grundy/internal/app/verify"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/report"
	"grundy/internal/ui/terminal"
)

// TestEachDiagnosticIsInEachFace makes each diagnostic that the source of the loaders can make, and finds it in what each face writes
// of a verification and of a judgement, and in the counts.
func TestEachDiagnosticIsInEachFace(t *testing.T) {
	made := allDiagnostics(t)
	errors, warnings := made.Count(problem.Error), made.Count(problem.Warning)
	if errors < 150 || warnings < 30 { // as many there were at least
		t.Fatalf("the scan finds %d errors and %d warnings: does it still know how diagnostics are made?", errors, warnings)
	}
	judged := []event.Event{event.Begin{Command: "test", Directory: "/work"}}
	workspace.Report(workspace.Following(t.Context(), func(e event.Event) { judged = append(judged, e) }), "/work/nim", made)
	judged = append(judged, event.Plan{Submission: "a.py"}, event.Test{Submission: "a.py", Test: "1"}, event.Done{Submission: "a.py"}, event.End{})

	unusable := []event.Event{event.Begin{Command: "verify", Directory: "/work", Verbose: true}}
	_, err := app.Run(t.Context(), nil, job.Client{}, app.Options{
		Packages: []app.Package{{ID: "nim", Dir: "/work/nim", Faults: made, Unusable: true}},
	}, func(e event.Event) { unusable = append(unusable, e) })
	if err != nil {
		t.Fatal(err)
	}
	summary := unusable[len(unusable)-1].(event.Verified).Summary
	if summary.Faults != errors || summary.Warnings != warnings {
		t.Errorf("%d errors and %d warnings are counted, want %d and %d", summary.Faults, summary.Warnings, errors, warnings)
	}
	verified := func(faults problem.Diagnostics) []event.Event {
		return []event.Event{
			unusable[0],
			event.Verifying{Problem: "nim", Path: "/work/nim"},
			event.DataChecked{Problem: "nim", Check: event.Package, Faults: faults},
			event.Verified{Summary: summary},
		}
	}
	harmless := slices.DeleteFunc(slices.Clone(made), func(d problem.Diagnostic) bool { return d.Level == problem.Error })
	for name, run := range map[string]struct {
		events []event.Event
		faults problem.Diagnostics
	}{
		"judged": {judged, made}, "unusable": {unusable, made}, "verified": {verified(made), made}, "sound": {verified(harmless), harmless},
	} {
		for _, format := range report.Formats("verify") {
			t.Run(name+"/"+format, func(t *testing.T) {
				wantAll(t, run.faults, written(t, format, run.events))
			})
		}
	}
	words := fmt.Sprintf("%d problems found, %d warnings", errors, warnings)
	for _, format := range []string{report.TextFormat, report.GitHubFormat} {
		if out := written(t, format, verified(made)); !strings.Contains(out, words) {
			t.Errorf("%s: no %q in\n%s", format, words, out)
		}
	}
}

// TestLeftOutIsInEachFace finds test cases that are left out in what each face writes.
func TestLeftOutIsInEachFace(t *testing.T) {
	left := event.LeftOut{Problem: "nim", Tests: []string{"secret/2"}, Judged: 1, Reason: "Go: go was not found", Help: "install Go"}
	for _, format := range report.Formats("test") {
		out := written(t, format, []event.Event{
			event.Begin{Command: "test"}, left, event.Plan{Submission: "a.py"}, event.Done{Submission: "a.py"}, event.End{},
		})
		for _, want := range []string{left.Problem, left.Reason, left.Help} {
			if !strings.Contains(out, want) {
				t.Errorf("%s: no %q in\n%s", format, want, out)
			}
		}
	}
}

// TestNotesAreInEachFace finds the notes on a file that was written, and the file, in what each face writes.
func TestNotesAreInEachFace(t *testing.T) {
	notes := problem.Diagnostics{
		{Level: problem.Note, File: "problem.yaml", Message: "version has no place in legacy"},
		{Level: problem.Warning, Message: "a contest needs a duration", Help: "state one"},
	}
	for _, command := range []string{"import", "export", "statement"} {
		events := []event.Event{event.Begin{Command: command, Directory: "/work"}}
		for _, note := range notes {
			events = append(events, event.Note{Path: "spring", Diagnostic: note})
		}
		events = append(events, event.Written{Path: "spring.zip", Notes: 1, Warnings: 1}, event.End{})
		for _, format := range report.Formats(command) {
			out := written(t, format, events)
			wantAll(t, notes, out)
			level := "note"
			if format == report.GitHubFormat {
				level = "::notice"
			}
			for _, want := range []string{level, "warning", "state one"} {
				if !strings.Contains(out, want) {
					t.Errorf("%s, %s: no %q in\n%s", command, format, want, out)
				}
			}
			if format != report.GCCFormat && !strings.Contains(out, "spring.zip") {
				t.Errorf("%s, %s: it does not say what was written:\n%s", command, format, out)
			}
		}
	}
}

// wantAll finds the messages of diagnostics in a text, whose lines may be broken.
func wantAll(t *testing.T, made problem.Diagnostics, text string) {
	t.Helper()
	bare := func(text string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) || r == '"' || r == '\\' { // JSON and YAML escape quotes
				return -1
			}
			return r
		}, text)
	}
	text = bare(text)
	for _, d := range made {
		if !strings.Contains(text, bare(d.Message)) {
			t.Errorf("no %s %q", d.Level, d.Message)
		}
	}
}

// written is what a face and standard error show of events, having passed through a record.
func written(t *testing.T, format string, events []event.Event) string {
	t.Helper()
	var record, out bytes.Buffer
	encoder := event.NewEncoder(&record)
	for _, e := range events {
		if err := encoder.Encode(e); err != nil {
			t.Fatal(err)
		}
	}
	face := event.Tee{report.New(format, &out, terminal.Screen{Width: 100})}
	if format == report.TextFormat {
		face = append(face, report.NewNotices(&out, false))
	}
	decoder := event.NewDecoder(&record)
	for range events {
		e, err := decoder.Decode()
		if err != nil {
			t.Fatal(err)
		}
		face.Event(e)
	}
	if err := face.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// loaders are the packages that find what is wrong with the files of a problem package.
var loaders = []string{"icpc", "plain", "generators", "../base/yamldoc"}

// messages are the functions that make a diagnostic: its level, and the place of the message among the arguments.
var messages = map[string]struct {
	level    problem.Level
	practice bool
	place    int
}{
	"Fail": {problem.Error, false, 2}, "Lack": {problem.Error, true, 2}, "Warn": {problem.Warning, false, 2},
	"Fault": {problem.Error, false, 1}, "Want": {problem.Error, false, 0}, "fault": {problem.Error, false, 1},
	"fail": {problem.Error, false, 2}, "warn": {problem.Warning, false, 2}, "add": {problem.Warning, false, 1},
}

// allDiagnostics are those that the source of the loaders can make, each with its line in the source for a place.
func allDiagnostics(t *testing.T) problem.Diagnostics {
	t.Helper()
	var all problem.Diagnostics
	files := token.NewFileSet()
	for _, loader := range loaders {
		dir := filepath.Join("../../pkgfmt", loader)
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(names) == 0 {
			t.Fatalf("no source in %s: %v", dir, err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(files, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				if d, makes := diagnosticOf(n); makes {
					d.File, d.Line = filepath.Base(dir)+"/"+filepath.Base(name), files.Position(n.Pos()).Line
					all = append(all, d)
				}
				return true
			})
		}
	}
	return all
}

// diagnosticOf is the diagnostic that an expression makes.
func diagnosticOf(n ast.Node) (problem.Diagnostic, bool) {
	switch n := n.(type) {
	case *ast.CallExpr:
		name, receiver := calledName(n)
		made, makes := messages[name]
		if name == "Warn" && receiver == "v" { // a value of a YAML file, which knows its place
			made.place = 1
		}
		if !makes || len(n.Args) <= made.place {
			return problem.Diagnostic{}, false
		}
		text, found := messageOf(n.Args[made.place])
		return problem.Diagnostic{Level: made.level, Practice: made.practice, Message: text, Help: "mend it"}, found
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Message" {
			text, found := messageOf(n.Value)
			return problem.Diagnostic{Level: problem.Warning, Message: text, Help: "mend it"}, found
		}
	}
	return problem.Diagnostic{}, false
}

// calledName is the name of a function that is called, and of its receiver.
func calledName(call *ast.CallExpr) (name, receiver string) {
	switch called := call.Fun.(type) {
	case *ast.Ident:
		return called.Name, ""
	case *ast.SelectorExpr:
		if of, ok := called.X.(*ast.Ident); ok {
			receiver = of.Name
		}
		return called.Sel.Name, receiver
	}
	return "", ""
}

var verb = regexp.MustCompile(`%[a-z]`)

// messageOf is a message with words in place of what is only known later; false where nothing is known of it.
func messageOf(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return verb.ReplaceAllString(text, "something"), err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, isLeft := messageOf(e.X)
		right, isRight := messageOf(e.Y)
		return left + right, isLeft || isRight
	case *ast.CallExpr: // fmt.Sprintf
		if len(e.Args) > 0 {
			return messageOf(e.Args[0])
		}
	}
	return "", false
}
