package practice

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
)

// SelfReference is what a text in LaTeX may say of its problem, by commands of BAPCtools.
type SelfReference struct {
	Title     string
	Label     string // in a problem set
	Authors   string
	TimeLimit string // "1.5 s"
}

// ReferenceTo returns what a text in a language may say of a problem outside of a problem set.
func ReferenceTo(p *problem.Problem, language string) SelfReference {
	r := SelfReference{Title: cmp.Or(p.Names[language], p.Name()), Authors: strings.Join(p.Credits, ", ")}
	if p.Limits.Time > 0 {
		r.TimeLimit = p.Limits.TimeText()
	}
	return r
}

// Define defines the commands in a source in LaTeX, on no line of their own, and returns others as they are. Numbers of submissions
// are placed below a slide instead.
func (r SelfReference) Define(source []byte, kind string) []byte {
	if kind != "tex" {
		return source
	}
	var b bytes.Buffer
	for _, command := range []struct{ name, text string }{
		{"problemtitle", r.Title},
		{"problemyamlname", r.Title},
		{"fullproblemtitle", r.Title},
		{"problemlabel", r.Label},
		{"problemauthor", r.Authors},
		{"timelimit", strings.TrimSuffix(r.TimeLimit, " s")},
		{"solvestats", ""},
		{"activitychart", ""},
	} {
		fmt.Fprintf(&b, "\\newcommand{\\%s}{%s}", command.name, statement.TeXText(command.text))
	}
	return append(b.Bytes(), source...)
}
