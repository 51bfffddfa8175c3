package icpc

import (
	"errors"
	"fmt"
	"path"

	"grundy/internal/pkgfmt/checktestdata"
	"grundy/internal/pkgfmt/problem"
)

// IsGrammar reports whether a file describes data in a language of its own and is not compiled: Checktestdata or Viva.
func IsGrammar(name string) bool {
	return path.Ext(name) == checktestdata.Ext || path.Ext(name) == viva
}

// viva is the ending of programs for Viva.
const viva = ".viva"

// dataValidators lists the validators of inputs or answers in a directory. Besides programs, there may be Checktestdata
// programs, which are checked here because they are not compiled.
func (l *loader) dataValidators(name string) []problem.Program {
	var validators []problem.Program
	for _, program := range l.programs(name) {
		l.validators[name] = append(l.validators[name], path.Base(program.Name))
		switch script := l.script(program); path.Ext(script) {
		case viva:
			l.Warn(problem.Position{File: script}, "add a validator that is a program or is written in Checktestdata",
				"a Viva file needs the Java program Viva, which is not part of this judge; it is ignored")
			continue
		case checktestdata.Ext:
			l.checkScript(script)
			program.Path = l.abs(script)
		}
		validators = append(validators, program)
	}
	return validators
}

// outputValidators lists the validators of outputs, which cannot be files that describe data.
func (l *loader) outputValidators(name string) []problem.Program {
	var validators []problem.Program
	for _, program := range l.programs(name) {
		l.validators[name] = append(l.validators[name], path.Base(program.Name))
		script := l.script(program)
		if IsGrammar(script) {
			l.Warn(problem.Position{File: script}, "add a validator that is a program", "a %s file cannot judge outputs; it is ignored", path.Ext(script))
			continue
		}
		validators = append(validators, program)
	}
	return validators
}

// script returns the file of a program that consists of one file, alone or in a directory, else "".
func (l *loader) script(program problem.Program) string {
	if l.isFile(program.Name) {
		return program.Name
	}
	script := ""
	for _, e := range l.entries(program.Name) {
		switch {
		case support().MatchString(e.name):
		case e.isDir || script != "":
			return ""
		default:
			script = e.path
		}
	}
	return script
}

func (l *loader) checkScript(name string) {
	text, ok := l.read(name)
	if !ok {
		return
	}
	_, err := checktestdata.Parse(l.p.WithConstants(text))
	var syntax *checktestdata.SyntaxError
	if errors.As(err, &syntax) {
		l.Lack(problem.Position{File: name, Line: syntax.At.Line}, "correct the validator", "%s",
			fmt.Sprintf("column %d: %s", syntax.At.Column, syntax.Message))
	}
}
