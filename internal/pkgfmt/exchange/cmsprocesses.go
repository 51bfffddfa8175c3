package exchange

import (
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/hint"
)

// A manager may talk to several processes of a solution at once, but a judge of packages starts only one. That
// process starts the others: a source that is compiled into each solution forks before its main function, and the
// conversations share the standard streams. On the other side a program of the same kind connects them to the
// manager.
var (
	//go:embed assets/cms_relay.h
	cmsRelay string
	//go:embed assets/cms_manager.c
	cmsManager string
	//go:embed assets/cms_processes.c
	cmsProcesses string
)

// maxCMSProcesses leaves room below the 256 processes and threads that a run may have.
const maxCMSProcesses = 100

// cmsManagerOfSeveralRun calls a manager of CMS for several processes.
const cmsManagerOfSeveralRun = `#!/bin/sh
# Calls a manager of CMS by the ICPC protocol: INPUT ANSWER FEEDBACK/, the conversations of all processes at standard input and
# output, exit code 42 or 43. It has the input as input.txt and at standard input, and talks through two named pipes a process.
here=$(cd "$(dirname "$0")" && pwd) || exit 1
feedback=$(cd "$3" && pwd) || exit 1
message=$feedback/judgemessage.txt
box=$feedback/manager.cms
mkdir "$box" && cp "$1" "$box/input.txt" && cd "$box" || exit 1
"$here/relay" %d %s "$here/manager" 2>"$message"
code=$?
exec >/dev/null
score=$(cat score.txt)
cd "$feedback" && rm -rf "$box"
[ "$code" -eq 0 ] || exit 1
`

// severalProcesses adds the sources for several processes to the solutions and the manager.
func (ci *cmsImport) severalProcesses() error {
	if ci.processes == 1 {
		return nil
	}
	launcher := fmt.Sprintf(cmsProcesses, ci.processes)
	for _, part := range []struct{ name, text string }{
		{"include/c/cms_relay.h", cmsRelay},
		{"include/c/cms_processes.c", launcher},
		{"include/cpp/cms_relay.h", cmsRelay},
		{"include/cpp/cms_processes.cpp", launcher},
		{"output_validator/cms_relay.h", cmsRelay},
		{"output_validator/cms_manager.c", cmsManager},
	} {
		if err := ci.text(part.name, part.text); err != nil {
			return err
		}
	}
	const build = "output_validator/build"
	script, found := ci.files[build]
	if !found {
		script = file{data: []byte(buildScript), runnable: true}
	}
	script.data = append(script.data, "${CC:-gcc} -O2 -o relay cms_manager.c\n"...)
	ci.files[build] = script
	ci.note("task.yaml", "num_processes: solutions in C and C++ are started as %d processes of one run, which share its processor time and memory", ci.processes)
	return nil
}

// canRunAsSeveral reports whether a solution can run as the processes that the task requires.
func (ci *cmsImport) canRunAsSeveral(solution string) bool {
	return ci.processes == 1 || isCpp(solution) || path.Ext(solution) == ".c"
}

// findProcesses reads how many processes of a solution the manager talks to: a key of task.yaml, or the first
// parameter. The last parameter says how solutions get their pipes.
func (ci *cmsImport) findProcesses() error {
	ci.processes = 1
	parameters, _ := get(ci.task, "task_type_parameters").([]any)
	key, text := "num_processes", ci.value("num_processes")
	if text == "" && len(parameters) > 0 {
		key, text = "task_type_parameters", fmt.Sprint(parameters[0])
	}
	if len(parameters) > 2 && ci.value("user_io") == "" {
		set(&ci.task, "user_io", fmt.Sprint(parameters[2]))
	}
	if text == "" {
		return nil
	}
	if _, err := fmt.Sscanf(text, "%d", &ci.processes); err != nil || ci.processes < 1 || ci.processes > maxCMSProcesses {
		return hint.Errorf(fmt.Sprintf("write an integer from 1 to %d", maxCMSProcesses), "task.yaml: %s: the manager cannot talk with %q processes", key, text)
	}
	return nil
}

// isStandardIO reports whether solutions use their standard streams rather than named pipes.
func (ci *cmsImport) isStandardIO() bool {
	return ci.controller != "" || ci.value("user_io") == "std_io"
}

// solutionArgs are the arguments of solutions of a communication task: the names of the pipes to read and to
// write, which here are those of their standard streams. With several processes, there is room for each one's
// number.
func (ci *cmsImport) solutionArgs() []string {
	if ci.manager == "" {
		return nil
	}
	var args []string
	if !ci.isStandardIO() {
		args = []string{"/dev/stdin", "/dev/stdout"}
		if slices.ContainsFunc(ci.tree.in("sol"), func(name string) bool {
			text, err := ci.tree.root.ReadFile(name)
			return err == nil && writesToFirst().Match(text)
		}) {
			slices.Reverse(args)
		}
	}
	if ci.processes > 1 {
		args = append(args, strings.Repeat("0", len(fmt.Sprint(ci.processes-1))))
	}
	return args
}
