package plain

import (
	"grundy/checker"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// NewJudge describes a checker or an interactor of one's own. Its source decides about the dialect, unless that is given: a
// program with testlib.h speaks testlib, one with the exit codes of output validators ICPC. Any other checker is called as
// testlib's are. Any other interactor accepts with exit code 0.
func NewJudge(name, path string, dialect checker.Dialect, interactive bool) (*problem.OwnJudge, error) {
	if dialect == "" {
		source, err := language.ReadWithBeside(path)
		if err != nil {
			return nil, err
		}
		if dialect, err = dialectOf(source, interactive); err != nil {
			return nil, err
		}
	}
	return &problem.OwnJudge{
		Output:      problem.OutputJudge{Programs: []problem.Program{{Name: name, Path: path}}, Dialect: dialect},
		Interactive: interactive,
	}, nil
}

func dialectOf(source language.Source, interactive bool) (checker.Dialect, error) {
	if testlib, err := source.UsesTestlib(); testlib || err != nil {
		return checker.Testlib, err
	}
	accepts, err := source.Mentions(acceptingCode())
	if err != nil {
		return "", err
	}
	rejects, err := source.Mentions(rejectingCode())
	switch {
	case err != nil:
		return "", err
	case accepts && rejects:
		return checker.ICPC, nil
	case interactive:
		return checker.OJ, nil
	}
	return checker.Testlib, nil
}

// The exit codes of output validators, or the library that knows them.
var (
	acceptingCode = lazyregexp.New(`\b42\b|"grundy/checker/testlib"`)
	rejectingCode = lazyregexp.New(`\b43\b|"grundy/checker/testlib"`)
)
