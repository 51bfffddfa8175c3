package language

import (
	"grundy/internal/base/environment"
	"grundy/internal/judge/sandbox"
)

// Tool is a command of this machine that compiles nothing of a submission, as boxes can run it.
type Tool struct {
	Name   string // "xelatex"
	Path   string
	Mounts []sandbox.Mount // the folders outside the system's that it consists of
}

// FindTool finds the first of several commands in PATH, "xelatex|pdflatex". Data of a tool lies in further folders, as far as they
// are there: boxes see those too, unless they hold a person's own things.
func FindTool(environment environment.Variables, names string, data ...string) (tool Tool, found bool) {
	t := Toolchain{environment: environment}
	command, found := t.lookUp(names)
	if !found {
		return Tool{}, false
	}
	command = t.locate(command, nil)
	for _, dir := range data {
		t.addRoot(dir)
	}
	return Tool{command.Name, command.Path, t.mounts("tool")}, true
}
