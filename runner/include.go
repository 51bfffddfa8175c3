package runner

import (
	"fmt"
	"slices"

	"grundy/internal/job"
	"grundy/internal/judge/harness"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// complete adds to a submission what its problem includes. If the problem wants a function, it makes a program of it. The error is a
// *language.CompileError if the submission does not define the function.
func complete(p *problem.Problem, lang *language.Language, source language.Source) (language.Source, error) {
	if p.Entry != nil {
		var err error
		if source, err = harness.Wrap(source, lang, p.Entry.Function); err != nil {
			return source, err
		}
	}
	included, err := includes(p, lang)
	source.Includes = included
	return source, err
}

// includes lists the files that a problem adds to submissions in a language: those for all languages, then those for
// this one, with constants substituted.
func includes(p *problem.Problem, lang *language.Language) ([]language.File, error) {
	var files []language.File
	for _, key := range []string{"default", lang.Code} {
		dir, found := p.Includes[key]
		if !found {
			continue
		}
		more, err := language.FolderFiles(dir)
		if err != nil {
			return nil, fmt.Errorf("include: %w", err)
		}
		if err := job.WithConstants(p, more); err != nil {
			return nil, fmt.Errorf("include: %w", err)
		}
		files = slices.DeleteFunc(files, func(f language.File) bool {
			return slices.ContainsFunc(more, func(m language.File) bool { return m.Name == f.Name })
		})
		files = append(files, more...)
	}
	return files, nil
}
