package exchange

import (
	"cmp"
	"fmt"

	"grundy/internal/hint"
	"grundy/internal/lazyregexp"
)

// findManager tells whether a task is a communication task: then it has a manager in place of a checker.
func (ci *cmsImport) findManager() error {
	ci.manager = cmp.Or(ci.program("check/manager"), ci.program("cor/manager"))
	if processes := ci.value("num_processes"); ci.manager != "" && processes != "" && processes != "1" {
		return hint.Errorf("rewrite the task for one process", "task.yaml: num_processes: the manager talks with %s processes of a solution, and a package has one", processes)
	}
	return nil
}

// writesToFirst finds programs that write to the first of the two pipes that they are given and read from the second, as CMS once
// had it. Its documentation ("Task types", Communication) has it the other way round.
var writesToFirst = lazyregexp.New(`argv\[1\]\s*,\s*"w|ofstream\s+\w+\s*[({]\s*argv\[1\]|open\((sys\.)?argv\[1\],\s*["']w`)

// cmsManagerRun calls a manager of CMS. The names of the pipes come in the order in which it wants them.
const cmsManagerRun = `#!/bin/sh
# Calls a manager of CMS by the ICPC protocol: INPUT ANSWER FEEDBACK/, the conversation at standard input and output, exit code
# 42 or 43. It has the input as input.txt and at standard input, and talks through two named pipes.
here=$(cd "$(dirname "$0")" && pwd) || exit 1
feedback=$(cd "$3" && pwd) || exit 1
message=$feedback/judgemessage.txt
box=$feedback/manager.cms
mkdir "$box" && cp "$1" "$box/input.txt" && mkfifo "$box/from" "$box/to" && cd "$box" || exit 1
exec 3<&0 4>&1 >/dev/null
cat <&3 >from &
reader=$!
cat <to >&4 &
exec 3<&- 4>&-
score=$("$here/manager" %s <input.txt 2>"$message")
code=$?
: <>to # lets go whoever waits for a manager that never opened it
kill "$reader" 2>/dev/null
wait
cd "$feedback" && rm -rf "$box"
[ "$code" -eq 0 ] || exit 1
`

// communication makes an interactor of the manager.
func (ci *cmsImport) communication() error {
	if ci.manager == "" {
		return nil
	}
	pipes := "from to"
	if text, err := ci.tree.read(ci.manager); err == nil && writesToFirst().Match(text) {
		pipes = "to from"
	}
	return ci.judge(ci.manager, "manager", fmt.Sprintf(cmsManagerRun, pipes)+cmsVerdict)
}

// solutionArgs are what solutions of a communication task are given: the names of the pipes to read and to write, which are
// those of their standard streams here.
func (ci *cmsImport) solutionArgs() []string {
	if ci.manager == "" || ci.value("user_io") == "std_io" {
		return nil
	}
	args := []string{"/dev/stdin", "/dev/stdout"}
	for _, name := range ci.tree.in("sol") {
		text, err := ci.tree.root.ReadFile(name)
		if err == nil && writesToFirst().Match(text) {
			return []string{args[1], args[0]}
		}
	}
	return args
}
