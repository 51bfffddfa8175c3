package report

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/judge/diagnose"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/ui/terminal"
)

// GCC writes errors as compilers do, "file:line:column: error: message", so that editors find the position. An error
// without a position in the source is reported in the first line of the solution; notes point to the input and to the
// first difference in the answer. Faults of a package are errors, warnings or notes in its files. Lines without a
// position say when a judgement begins and ends. Paths below the directory of the run are relative.
type GCC struct {
	out io.Writer
	err error
	// From Begin.
	folder, command string

	name  string                // of the solution, or of the verified problem
	path  string                // its path
	found *event.Counterexample // reported at the end of a search
	log   string                // compiler output for the verified submission
	// point writes a message about a position.
	point func(file string, line, column int, severity diagnose.Severity, message string)
}

// NewGCC returns a GCC that writes to w, each line at once.
func NewGCC(w io.Writer) *GCC {
	g := &GCC{out: w}
	g.point = func(file string, line, column int, severity diagnose.Severity, message string) {
		g.print(fmt.Sprintf("%s:%d:%d: %s: %s\n", terminal.Line(file), line, column, severity, terminal.Line(message)))
	}
	return g
}

// NewPlaces returns a sink that hands each message about a position to point, with absolute paths unless Begin names a
// directory. Severities are those of GCC; lines, and columns in bytes, count from 1.
func NewPlaces(point func(file string, line, column int, severity diagnose.Severity, message string)) event.Sink {
	g := NewGCC(io.Discard)
	g.point = point
	return g
}

// Event takes an event in.
func (g *GCC) Event(e event.Event) {
	switch e := e.(type) {
	case event.Begin:
		g.folder, g.command = e.Directory, e.Command
	case event.Plan:
		g.name, g.path = e.Submission, e.Path
		g.say("judging")
	case event.Compile:
		g.compiled(e)
	case event.Test:
		g.tested(e)
	case event.Done:
		g.done(e)
	case event.Diagnostic:
		g.diagnosed(e)
	case event.Note:
		g.diagnosed(event.Diagnostic(e))
	case event.LeftOut:
		g.print("grundy: warning: " + terminal.Line(Warning(e)) + "\n")
	case event.Verifying, event.DataChecked, event.LimitChecked, event.Running, event.SubmissionChecked, event.Verified:
		g.verified(e)
	default:
		g.searched(e)
	}
}

// Close returns the first error of writing.
func (g *GCC) Close() error { return g.err }

func (g *GCC) compiled(e event.Compile) {
	complaints := diagnose.Complaints(e.Log)
	for _, c := range complaints {
		g.write(g.own(c.File), c.Line, c.Column, c.Severity, c.Text)
	}
	switch {
	case e.Skipped:
		g.atTop(diagnose.Warning, "skipped: "+skipReason(e))
	case e.Failed != "" && len(complaints) == 0:
		message, log := buildFailure(e)
		if e.Log != "" {
			message += ": " + log[len(log)-1]
		}
		g.atTop(diagnose.Error, message)
	}
}

func (g *GCC) tested(e event.Test) {
	if !e.Failed() && e.Verdict != verdict.JE {
		return
	}
	g.failed(e.Test+": "+headline(e), e.Breakdown)
	if d := e.Difference; d != nil && e.Answer != "" {
		g.write(e.Answer, max(1, d.AnswerLine), max(1, d.AnswerColumn), diagnose.Note, fmt.Sprintf("%s: %s (%s)", e.Test, d.Reason, g.name))
	}
	if e.Input != "" {
		g.write(e.Input, 1, 1, diagnose.Note, fmt.Sprintf("%s: the input (%s)", e.Test, g.name))
	}
}

// failed reports the error of a test, in the line of the source that failed if it is known.
func (g *GCC) failed(message string, b event.Breakdown) {
	if b.Fault != "" && !strings.Contains(message, b.Fault) {
		message += ": " + b.Fault
	}
	if b.FaultFile == "" {
		g.atTop(diagnose.Error, message)
		return
	}
	message = strings.Replace(message, b.Fault, b.Cause(), 1) // the line begins with the position
	g.write(g.own(b.FaultFile), max(1, b.FaultLine), 1, diagnose.Error, message)
}

func (g *GCC) done(e event.Done) {
	switch {
	case e.Interrupted, e.Verdict == verdict.CE, e.Skipped, e.Tests == 0 && e.Verdict == verdict.AC:
	case e.Passed+e.Failed+e.Unjudged == 0:
		g.atTop(diagnose.Error, e.Reason)
	case e.Score != nil && e.Credit() != verdict.FullCredit:
		g.atTop(diagnose.Error, e.PointsWords())
	}
	g.say(Outcome(e))
}

// verified reports the findings of a verification.
func (g *GCC) verified(e event.Event) {
	switch e := e.(type) {
	case event.Verifying:
		g.name, g.path = e.Problem, e.Path
		if !e.Set {
			g.say("verifying")
		}
	case event.DataChecked:
		g.faults(e.Faults)
	case event.LimitChecked:
		g.faults(e.Faults)
	case event.Running:
		if compile, ok := e.Event.(event.Compile); ok {
			g.log = compile.Log
		}
	case event.SubmissionChecked:
		g.checked(e)
	case event.Verified:
		words := terminal.Count(e.Summary.Faults, "problem") + " found"
		if e.Summary.Interrupted {
			words = "interrupted, " + words
		}
		g.say(words)
	}
}

// faults reports the faults of a package, or of a set of packages.
func (g *GCC) faults(faults problem.Diagnostics) {
	for _, f := range faults {
		g.fault(g.inPackage(cmp.Or(f.File, "problem.yaml")), f)
	}
}

// fault writes what is wrong with a file.
func (g *GCC) fault(file string, f problem.Diagnostic) {
	severities := map[problem.Level]diagnose.Severity{problem.Error: diagnose.Error, problem.Warning: diagnose.Warning, problem.Note: diagnose.Note}
	message := f.Message
	if f.Help != "" {
		message += " (" + f.Help + ")"
	}
	g.write(file, max(1, f.Line), max(1, f.Column), severities[f.Level], message)
}

// diagnosed writes what is wrong with a package that something else is judged by: an error, too, is only a warning then.
func (g *GCC) diagnosed(e event.Diagnostic) {
	if e.Level == problem.Error {
		e.Level = problem.Warning
	}
	file := filepath.FromSlash(e.File)
	if !filepath.IsAbs(file) {
		file = filepath.Join(e.Path, file)
	}
	g.fault(file, e.Diagnostic)
}

// inPackage returns the path of a file of the package.
func (g *GCC) inPackage(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(g.path, filepath.FromSlash(file))
}

// checked reports an unexpected result of a submission; if it does not compile, in the lines that the compiler names.
func (g *GCC) checked(e event.SubmissionChecked) {
	path := g.inPackage("submissions/" + e.Submission)
	switch {
	case e.Skipped:
		g.write(path, 1, 1, diagnose.Warning, "skipped: "+UnjudgedReason(e))
	case !e.Met():
		if e.Done.Verdict == verdict.CE {
			inside := GCC{path: path}
			for _, c := range diagnose.Complaints(g.log) {
				g.write(inside.own(c.File), c.Line, c.Column, c.Severity, c.Text)
			}
		}
		f := findings(e)[0]
		g.write(path, 1, 1, diagnose.Error, strings.Join(append([]string{f.message}, f.detail...), "; "))
	}
}

// searched collects the result of a search for a failing input. It is reported at the end, when the input is as small
// as possible.
func (g *GCC) searched(e event.Event) {
	switch e := e.(type) {
	case event.Stress:
		g.name, g.path, g.found = e.Solution, e.Path, nil
		if g.command != "watch" { // watch continues after a finished judgement, whose errors stay
			g.say("judging")
		}
	case event.Counterexample:
		g.found = &e
	case event.Shrunk:
		g.found = &e.Finding
	case event.Kept:
		if g.found != nil { // its files are gone after the run
			g.found.Test.Input, g.found.Test.Answer = e.Input, e.Answer
		}
	case event.Explanation:
		if g.found != nil && e.Fault != "" {
			g.found.Test.Breakdown = e.Breakdown
		}
	case event.Stressed:
		if g.found != nil {
			test := g.found.Test
			test.Test = inputWords(g.found)
			g.tested(test)
		}
		if g.command != "watch" {
			g.say(e.Verdict.String())
		}
	}
}

// inputWords shows a short input itself.
func inputWords(f *event.Counterexample) string {
	input := strings.TrimSpace(string(f.Input))
	if input != "" && !strings.Contains(input, "\n") && terminal.Width(input) <= inlineInput {
		return "input " + input
	}
	return "an input of " + terminal.Count(f.Tokens, "token")
}

// own returns the path of a file of the solution, given the name that the solution or a compiler uses.
func (g *GCC) own(file string) string {
	switch {
	case filepath.IsAbs(file) || g.path == "":
		return file
	case filepath.Base(file) == filepath.Base(g.path):
		return g.path // a single file
	}
	return filepath.Join(g.path, file)
}

// atTop reports something about the solution as a whole.
func (g *GCC) atTop(severity diagnose.Severity, message string) {
	file := g.path
	if file == "" {
		file = g.name
	}
	g.write(file, 1, 1, severity, message)
}

// write writes one line about a position.
func (g *GCC) write(file string, line, column int, severity diagnose.Severity, message string) {
	g.point(relative(file, g.folder), line, column, severity, message)
}

// say writes one line without a position.
func (g *GCC) say(what string) {
	g.print(fmt.Sprintf("grundy: %s: %s\n", terminal.Line(g.name), what))
}

func (g *GCC) print(text string) {
	if g.err == nil {
		_, g.err = io.WriteString(g.out, text)
	}
}
