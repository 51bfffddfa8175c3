package icpc

import (
	"cmp"
	"slices"

	"grundy/checker"
	"grundy/internal/problem"
	"grundy/internal/yamldoc"
)

// loadPrograms finds the validators and the included files.
func (l *loader) loadPrograms() {
	l.loadInputValidators()
	l.p.AnswerValidators = l.dataValidators("answer_validators")
	l.p.Output.Dialect = checker.ICPC
	if l.is2025() {
		l.loadOutputValidator()
		l.loadStaticValidator()
	} else {
		l.loadOutputValidators()
	}
	l.loadIncludes()
}

func (l *loader) loadInputValidators() {
	const deprecated = "input_format_validators"
	if l.isDir(deprecated) {
		l.Warn(problem.Place{File: deprecated}, "rename the folder to input_validators", "the folder's name is deprecated")
		l.p.InputValidators = l.dataValidators(deprecated)
	}
	l.p.InputValidators = append(l.p.InputValidators, l.dataValidators("input_validators")...)
	if len(l.p.InputValidators) == 0 {
		l.Lack(problem.Place{File: "input_validators"}, "add a program that exits with 42 for valid input", "the input validator is missing")
	}
}

// loadOutputValidator finds the validator of 2025-09: the folder alone activates it.
func (l *loader) loadOutputValidator() {
	const older = "output_validators"
	if l.isDir(older) {
		l.Fail(problem.Place{File: older}, "rename the folder to output_validator", "2025-09 keeps its one validator in output_validator/")
	}
	if validator, ok := l.theProgram("output_validator"); ok {
		l.p.Output.Programs = []problem.Program{validator}
	}
	if len(l.p.Output.Programs) > 0 || l.isDir("output_validator") || l.isDir(older) {
		return
	}
	for _, need := range []struct {
		is   bool
		name string
	}{{l.p.Type.Interactive, "interactive"}, {l.p.Type.MultiPass, "multi-pass"}} {
		if need.is {
			l.Fail(problem.Place{File: "output_validator"}, "add the validator", "the output validator is missing; a problem that is %s needs one", need.name)
		}
	}
}

// loadOutputValidators finds the validators of legacy, which validation: custom activates.
func (l *loader) loadOutputValidators() {
	const folder, newer = "output_validators", "output_validator"
	validators := l.outputValidators(folder)
	if len(validators) == 0 && l.legacy.custom {
		if validator, ok := l.theProgram(newer); ok {
			l.Warn(problem.Place{File: newer}, "rename the folder to "+folder, "legacy keeps validators in %s/", folder)
			validators = []problem.Program{validator}
		}
	}
	switch {
	case l.legacy.custom && len(validators) == 0:
		l.Fail(problem.Place{File: folder}, "add the validator, or write validation: default", "validation is custom, but the output validator is missing")
	case !l.legacy.custom && len(validators) > 0:
		l.Fail(problem.Place{File: folder}, "write validation: custom in problem.yaml, or remove the folder",
			"validation is default, but there is an output validator")
	default:
		l.p.Output.Programs = validators
	}
}

func (l *loader) loadStaticValidator() {
	validator, ok := l.theProgram("static_validator")
	if !ok {
		return
	}
	if l.p.Type.SubmitAnswer {
		l.Fail(problem.Place{File: "static_validator"}, "remove the folder", "a submit-answer problem has no source code to validate")
		return
	}
	l.p.StaticValidator = &validator
}

func (l *loader) loadIncludes() {
	l.p.Includes = map[string]string{}
	for _, e := range l.entries("include") {
		at := problem.Place{File: e.path}
		switch {
		case !e.isDir:
			l.Warn(at, "move it to include/default/", "the file is in no language's folder; it is ignored")
		case e.name != "default" && !slices.Contains(languageCodes, e.name):
			l.Fail(at, cmp.Or(yamldoc.Suggest(e.name, languageCodes), "name it default, or by the code of a language"), "unknown language %q", e.name)
		case len(l.p.Languages) > 0 && e.name != "default" && !slices.Contains(l.p.Languages, e.name):
			l.Fail(at, "add the language to languages in problem.yaml, or remove the folder", "submissions may not use %s", e.name)
		default:
			if len(l.entries(e.path)) == 0 {
				l.Warn(at, "add files or remove the folder", "the folder is empty")
			}
			l.p.Includes[e.name] = l.abs(e.path)
		}
	}
}
