package report

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"grundy/internal/event"
	"grundy/internal/judge/diagnose"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/ui/terminal"
)

// GitHub writes output for GitHub Actions: the text, folded for each problem or solution, followed by an annotation for
// each error and warning with its line. Paths in the repository are relative to it. Texts of programs and packages
// cannot issue commands.
type GitHub struct {
	out  *untilError
	text *Text
	gcc  *GCC // finds the positions

	group       string // the open one
	annotations []string
}

// textColumns is the width of the text; a log has room for it.
const textColumns = 120

// NewGitHub returns a GitHub that writes to w.
func NewGitHub(w io.Writer) *GitHub {
	g := &GitHub{out: &untilError{out: w}, gcc: NewGCC(io.Discard)}
	g.text = NewText(&harmless{out: g.out}, terminal.Screen{Width: textColumns})
	g.gcc.point = g.annotate
	return g
}

// Event takes an event in.
func (g *GitHub) Event(e event.Event) {
	switch e := e.(type) {
	case event.Begin:
		if e.Repository != "" {
			e.Directory = e.Repository
		}
		g.gcc.Event(e)
		g.text.Event(e)
		return
	case event.LeftOut:
		g.annotations = append(g.annotations, "::warning title=grundy::"+escapeData(terminal.Line(Warning(e)))+"\n")
	case event.Note:
		if e.Level == problem.Note {
			g.annotations = append(g.annotations, "::notice title=grundy::"+escapeData(terminal.Line(Warning(e)))+"\n")
		}
	case event.Plan:
		g.open(e.Submission)
	case event.Verifying:
		if !e.Unchanged {
			g.open(e.Problem)
		}
	}
	g.gcc.Event(e)
	g.text.Event(e)
	switch e.(type) {
	case event.Done, event.Verified, event.SetVerified, event.End:
		g.close()
	}
}

// Close closes what is open and returns the first error of writing.
func (g *GitHub) Close() error {
	g.close()
	if err := g.text.Close(); g.out.err == nil {
		return err
	}
	return g.out.err
}

func (g *GitHub) open(group string) {
	g.close()
	g.group = group
	g.print("::group::" + escapeData(terminal.Line(group)) + "\n")
}

// close ends a group. Annotations follow it, so that they are visible without opening it.
func (g *GitHub) close() {
	if g.group != "" {
		g.print("::endgroup::\n")
	}
	g.group = ""
	for _, line := range g.annotations {
		g.print(line)
	}
	g.annotations = nil
}

// annotate writes an annotation for an error or a warning; notes are only in the text.
func (g *GitHub) annotate(file string, line, column int, severity diagnose.Severity, message string) {
	if severity != diagnose.Error && severity != diagnose.Warning {
		return
	}
	title := "grundy"
	if g.group != "" {
		title += ": " + g.group
	}
	g.annotations = append(g.annotations, fmt.Sprintf("::%s file=%s,line=%d,col=%d,title=%s::%s\n", severity, escapeProperty(terminal.Line(filepath.ToSlash(file))),
		line, column, escapeProperty(terminal.Line(title)), escapeData(terminal.Line(message))))
}

func (g *GitHub) print(text string) {
	_, _ = io.WriteString(g.out, text) // Close reports the first error
}

// untilError stops writing after an error.
type untilError struct {
	out io.Writer
	err error
}

func (u *untilError) Write(p []byte) (n int, err error) {
	if u.err == nil {
		n, u.err = u.out.Write(p)
	}
	return n, u.err
}

// escapeData and escapeProperty write text into commands of a workflow.
func escapeData(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

func escapeProperty(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(escapeData(text))
}

// harmless keeps lines from being read as commands: those that begin with two colons, and those that contain "##[".
type harmless struct {
	out     io.Writer
	pending string // the beginning of a line
}

func (h *harmless) Write(p []byte) (int, error) {
	lines := strings.SplitAfter(h.pending+string(p), "\n")
	h.pending = lines[len(lines)-1]
	var text strings.Builder
	for _, line := range lines[:len(lines)-1] {
		if bare := strings.TrimLeft(line, " \t\v\f\r"); strings.HasPrefix(bare, "::") {
			line = line[:len(line)-len(bare)] + ": " + bare[1:]
		}
		text.WriteString(strings.ReplaceAll(line, "##[", "## ["))
	}
	_, err := io.WriteString(h.out, text.String())
	return len(p), err
}
