package language

import (
	"grundy/internal/base/environment"
	"grundy/internal/judge/sandbox"
)

// Tool is a command of this machine that boxes can run, other than a compiler.
type Tool struct {
	Name   string // "xelatex"
	Path   string
	Mounts []sandbox.Mount // its directories outside the system's
}

// FindTool finds the first of several commands in PATH, "xelatex|pdflatex". data names further directories of the
// tool. Boxes see those that exist, unless they hold a user's private files.
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
