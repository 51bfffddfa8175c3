package icpc

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"grundy/checker"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

// loadPrograms finds the validators and the included files.
func (l *loader) loadPrograms() {
	l.loadInputValidators()
	l.p.AnswerValidators = l.dataValidators(answerValidators)
	if l.is2025() {
		l.p.Output.Dialect = checker.ICPC
		l.loadOutputValidator()
		l.loadStaticValidator()
	} else {
		l.p.Output.Dialect = checker.Legacy
		l.loadOutputValidators()
		l.loadGrader()
	}
	l.p.InputVisualizer = l.visualizer("input_visualizer")
	l.p.OutputVisualizer = l.visualizer("output_visualizer")
	l.loadIncludes()
}

func (l *loader) loadInputValidators() {
	const deprecated = "input_format_validators"
	if l.isDir(deprecated) {
		l.Warn(problem.Position{File: deprecated}, "rename the directory to "+inputValidators, "the directory's name is deprecated")
		l.p.InputValidators = l.dataValidators(deprecated)
		l.validators[inputValidators] = l.validators[deprecated]
	}
	l.p.InputValidators = append(l.p.InputValidators, l.dataValidators(inputValidators)...)
	if len(l.validators[inputValidators]) == 0 {
		l.Lack(problem.Position{File: inputValidators}, "add a program that exits with 42 for valid input", "the input validator is missing")
	}
}

// The directories of validators; legacy keeps those of outputs in one.
const (
	inputValidators  = "input_validators"
	answerValidators = "answer_validators"
	outputValidators = "output_validators"
)

// validatorName finds the validator that a package refers to by the name of its file or directory, with or without the
// extension. It reports unknown names.
func (l *loader) validatorName(name problem.Position, folder, called string) (string, bool) {
	known := l.validators[folder]
	if slices.Contains(known, called) {
		return called, true
	}
	i := slices.IndexFunc(known, func(own string) bool { return strings.TrimSuffix(own, path.Ext(own)) == called })
	if i >= 0 {
		return known[i], true
	}
	help := "remove it, or add the program"
	if len(known) > 0 {
		help = "write " + yamldoc.QuoteAll(known)
	}
	l.Fail(name, cmp.Or(yamldoc.Suggest(called, known), help), "there is no %s/%s", folder, called)
	return "", false
}

// loadOutputValidator finds the validator of 2025-09, which the directory alone activates.
func (l *loader) loadOutputValidator() {
	const older = outputValidators
	folder := "output_validator"
	if l.draft && l.isDir(older) && !l.isDir(folder) {
		l.Lack(problem.Position{File: older}, "rename the directory to "+folder, "2025-09 keeps its one validator in %s/", folder)
		folder = older
	} else if l.isDir(older) {
		l.Fail(problem.Position{File: older}, "rename the directory to output_validator", "2025-09 keeps its one validator in output_validator/")
	}
	if validator, ok := l.theProgram(folder); ok {
		l.p.Output.Programs = []problem.Program{validator}
	}
	if len(l.p.Output.Programs) > 0 || l.isDir(folder) || l.isDir(older) {
		return
	}
	for _, need := range []struct {
		is   bool
		name string
	}{{l.p.Type.Interactive, "interactive"}, {l.p.Type.MultiPass, "multi-pass"}} {
		if need.is {
			l.Fail(problem.Position{File: "output_validator"}, "add the validator", "the output validator is missing; a problem that is %s needs one", need.name)
		}
	}
}

// loadOutputValidators finds the validators of legacy, which validation: custom activates.
func (l *loader) loadOutputValidators() {
	const folder, newer = outputValidators, "output_validator"
	validators := l.outputValidators(folder)
	if len(validators) == 0 && l.legacy.custom {
		if validator, ok := l.theProgram(newer); ok {
			l.Warn(problem.Position{File: newer}, "rename the directory to "+folder, "legacy keeps validators in %s/", folder)
			validators = []problem.Program{validator}
		}
	}
	switch {
	case l.legacy.custom && len(validators) == 0:
		l.Fail(problem.Position{File: folder}, "add the validator, or write validation: default", "validation is custom, but the output validator is missing")
	case !l.legacy.custom && len(validators) > 0:
		l.Lack(problem.Position{File: folder}, "write validation: custom in problem.yaml, or remove the directory",
			"validation is default, but there is an output validator; it is ignored")
	default:
		l.p.Output.Programs = validators
	}
}

// loadGrader finds the program that grades groups with custom grading; there may be one (legacy, section "Graders").
func (l *loader) loadGrader() {
	const folder = "graders"
	graders := l.programs(folder)
	if len(graders) > 1 {
		l.Fail(problem.Position{File: folder}, "keep one of them", "want one grader, got %d", len(graders))
	}
	if len(graders) > 0 {
		l.p.Grader = &graders[0]
	}
}

func (l *loader) loadStaticValidator() {
	validator, ok := l.theProgram("static_validator")
	if !ok {
		return
	}
	if l.p.Type.SubmitAnswer {
		l.Fail(problem.Position{File: "static_validator"}, "remove the directory", "a submit-answer problem has no source code to validate")
		return
	}
	l.p.StaticValidator = &validator
}

// visualizer finds a program that draws pictures; nil if there is none. Legacy does not have visualizers, but BAPCtools
// runs them there too. They do not affect judging, so a directory without a program is only a warning: 2025-09 lets it
// contain documentation alone.
func (l *loader) visualizer(folder string) *problem.Program {
	isProgram := func(e entry) bool {
		return !support().MatchString(e.name) && !stray().MatchString(e.name) && (e.isDir || !built().MatchString(e.name))
	}
	if l.isDir(folder) && !slices.ContainsFunc(l.entries(folder), isProgram) {
		l.Warn(problem.Position{File: folder}, "add a program that draws, or remove the directory", "the directory holds no program; it is ignored")
		return nil
	}
	program, found := l.theProgram(folder)
	if !found {
		return nil
	}
	return &program
}

func (l *loader) loadIncludes() {
	l.p.Includes = map[string]string{}
	for _, e := range l.entries("include") {
		at := problem.Position{File: e.path}
		switch {
		case !e.isDir:
			l.Warn(at, "move it to include/default/", "the file is in no language's directory; it is ignored")
		case e.name != "default" && !slices.Contains(languageCodes, e.name):
			l.Lack(at, cmp.Or(yamldoc.Suggest(e.name, languageCodes), "name it default, or by the code of a language"), "unknown language %q", e.name)
		case len(l.p.Languages) > 0 && e.name != "default" && !slices.Contains(l.p.Languages, e.name):
			l.Fail(at, "add the language to languages in problem.yaml, or remove the directory", "submissions may not use %s", e.name)
		default:
			if len(l.entries(e.path)) == 0 {
				l.Warn(at, "add files or remove the directory", "the directory is empty")
			}
			l.p.Includes[e.name] = l.abs(e.path)
		}
	}
}
