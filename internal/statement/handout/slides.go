package handout

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"grundy/internal/app/practice"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
)

// show gathers the slides of a set: those of the problems, unless only solutions are wanted, then those of the solutions.
func (w *writer) show(v *view, set Set) error {
	if !w.options.Solution {
		for i, p := range set.Problems {
			slides, err := w.problemSlides(p, fmt.Sprintf("p%d", i+1))
			if err != nil {
				return err
			}
			v.Texts = append(v.Texts, slides...)
		}
	}
	var missing *NoTextError
	var solutions []text
	shown := 0
	for i, p := range set.Problems {
		slides, err := w.solutionSlides(p, fmt.Sprintf("s%d", i+1), set.statistics(p.Label))
		if errors.As(err, &missing) && (len(set.Problems) > 1 || !w.options.Solution) {
			w.note("%v", missing)
			continue
		}
		if err != nil {
			return err
		}
		solutions = append(solutions, slides...)
		shown++
	}
	if v.Cover != nil && len(v.Texts) > 0 && len(solutions) > 0 {
		v.Texts = append(v.Texts, text{Words: wordsOf("en"), Code: "en", Anchor: "solutions", Name: "Solutions", solution: true})
	}
	v.Texts = append(v.Texts, solutions...)
	if len(v.Texts) == 0 {
		return missing
	}
	if !w.options.Solution {
		shown = len(set.Problems)
	}
	if v.Cover != nil {
		v.Cover.Kind = w.kindOf(shown)
	}
	return nil
}

// slideName matches the slides that present a problem before a contest, in one of slideFolders, as BAPCtools has them.
var (
	slideName    = lazyregexp.New(`^problem-slide(?:\.([A-Za-z]{2,3}(?:-[A-Za-z]{2})?))?\.(tex|md)$`)
	slideFolders = []string{"problem_slide", "statement", "problem_statement"}
)

// presentations returns the sources of the slides that present a problem.
func presentations(p *problem.Problem) (sources []problem.Statement) {
	for _, folder := range slideFolders {
		entries, err := os.ReadDir(filepath.Join(p.Dir, folder))
		if err != nil {
			continue // packages need not have it
		}
		for _, entry := range entries {
			if match := slideName().FindStringSubmatch(entry.Name()); match != nil {
				sources = append(sources, problem.Statement{
					Language: cmp.Or(match[1], "en"), Path: filepath.Join(p.Dir, folder, entry.Name()), Kind: match[2],
				})
			}
		}
	}
	return sources
}

// problemSlides returns the slides that present a problem, one with its name if the package has none.
func (w *writer) problemSlides(p Problem, anchor string) ([]text, error) {
	chosen, found := practice.Statement(presentations(p.Problem), w.language())
	if !found {
		one := newText(p, w.languageOf(p.Problem))
		one.Anchor = anchor
		return []text{one}, nil
	}
	of := newText(p, chosen.Language)
	of.Anchor = anchor
	return w.slidesOf(p, chosen, of)
}

// language is the one language of slides.
func (w *writer) language() string { return cmp.Or(w.options.Language, "en") }

// languageOf is the language of a problem's slide that has only its name.
func (w *writer) languageOf(p *problem.Problem) string {
	if chosen, found := practice.Statement(p.Statements, w.language()); found {
		return chosen.Language
	}
	return w.language()
}

// solutionSlides returns the slides that explain the solution of a problem, with its statistics on the last one.
func (w *writer) solutionSlides(p Problem, anchor, statistics string) ([]text, error) {
	chosen, found := practice.Statement(p.Editorials, w.language())
	if !found {
		return nil, &NoTextError{p.Problem, true}
	}
	of := newText(p, chosen.Language)
	of.Anchor, of.solution = anchor, true
	slides, err := w.slidesOf(p, chosen, of)
	if len(slides) > 0 {
		slides[len(slides)-1].Statistics = statistics
	}
	return slides, err
}

// slidesOf returns the slides of a source.
func (w *writer) slidesOf(p Problem, chosen problem.Statement, of text) ([]text, error) {
	source, with, err := w.source(p.Problem, chosen)
	if err != nil {
		return nil, err
	}
	slides, err := w.medium.slides(of, of.reference().Define(explains(source, chosen.Kind), chosen.Kind), chosen.Kind, with)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", chosen.Path, err)
	}
	if len(slides) == 0 {
		return []text{of}, nil
	}
	for i := range slides[1:] {
		slides[i+1].Anchor += fmt.Sprintf("-%d", i+2)
	}
	return slides, nil
}

// explains returns the part of a source that explains a problem, without hints.
func explains(source []byte, kind string) []byte {
	if kind == "tex" {
		return source
	}
	return statement.Divide(source, kind).Solution
}

// reference is what the text may say of its problem.
func (t text) reference() practice.SelfReference {
	return practice.SelfReference{Title: t.Name, Label: t.Label, Authors: t.Credits, TimeLimit: t.TimeLimit}
}

// statisticsFile has a contest's numbers of submissions where BAPCtools puts them, and statisticsOf matches those of a problem.
const statisticsFile = "solve_stats/problem_stats.tex"

var statisticsOf = lazyregexp.New(`\\newcommand\s*\{?\\solvestats([A-Za-z]+)\}?\s*\{\s*\\printsolvestats\s*\{(\d+)\}\s*\{(\d+)\}\s*\{(\d+)\}`)

// statistics says how many submissions a problem had in its contest, "" if that is unknown.
func (s Set) statistics(label string) string {
	if s.Contest == nil {
		return ""
	}
	source, err := fsutil.ReadWithin(s.Contest.Dir, filepath.Join(s.Contest.Dir, filepath.FromSlash(statisticsFile)))
	if err != nil {
		return "" // before the contest there is none
	}
	all := statisticsOf().FindAllStringSubmatch(string(source), -1)
	if i := slices.IndexFunc(all, func(match []string) bool { return match[1] == label }); i >= 0 {
		return fmt.Sprintf("%s submissions, %s accepted, %s unknown", all[i][2], all[i][3], all[i][4])
	}
	return ""
}
