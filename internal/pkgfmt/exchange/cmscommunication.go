package exchange

import (
	"cmp"
	"fmt"

	"grundy/internal/base/lazyregexp"
)

// findManager detects a communication task, which has a manager instead of a checker, or task-maker's controller.
func (ci *cmsImport) findManager() error {
	ci.controller = ci.program("check/controller")
	ci.manager = cmp.Or(ci.program("check/manager"), ci.program("cor/manager"), ci.controller)
	if ci.manager == "" {
		ci.processes = 1
		return nil
	}
	ci.interactive = true
	return ci.findProcesses()
}

// writesToFirst matches programs that write to the first of their two pipes and read from the second, as CMS once
// required. Its documentation ("Task types", Communication) has the opposite order.
var writesToFirst = lazyregexp.New(`argv\[1\]\s*,\s*"w|ofstream\s+\w+\s*[({]\s*argv\[1\]|open\((sys\.)?argv\[1\],\s*["']w`)

// cmsManagerRun calls a manager of CMS, with the names of the pipes in its order.
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

// cmsControllerRun calls a controller of task-maker.
const cmsControllerRun = `#!/bin/sh
# Calls a controller of task-maker by the ICPC protocol: INPUT ANSWER FEEDBACK/, the conversation at standard input and output,
# exit code 42 or 43. It has the input as input.txt. It asks for a process of the solution by a line START_SOLUTION, and is
# told the descriptors to write to and to read from.
here=$(cd "$(dirname "$0")" && pwd) || exit 1
feedback=$(cd "$3" && pwd) || exit 1
message=$feedback/judgemessage.txt
box=$feedback/controller.cms
mkdir "$box" && cp "$1" "$box/input.txt" && cd "$box" || exit 1
trap '' PIPE # a solution may end early
exec 3<&0 4>&1
echo 4 3 | "$here/manager" >requests.txt 2>report.txt
code=$?
exec 3<&- 4>&- >/dev/null
processes=$(grep -c '^START_SOLUTION' requests.txt)
score=$(sed -n 's/^SCORE: *//p' report.txt)
sed '/^SCORE:/d; s/^[A-Z]*_MESSAGE: *//' report.txt >"$message"
cd "$feedback" && rm -rf "$box"
if [ "$processes" -gt 1 ]; then
	echo "the controller asks for several processes of the solution; this script starts one" >&2
	exit 1
fi
[ "$code" -eq 0 ] || exit 1
`

// communication makes an interactor from the manager or the controller.
func (ci *cmsImport) communication() error {
	switch ci.manager {
	case "":
		return nil
	case ci.controller:
		ci.note(ci.controller, "it can start one process of a solution, no more")
		return ci.judge(ci.controller, "manager", cmsControllerRun+ci.verdictScript())
	}
	pipes := "from to"
	if text, err := ci.tree.read(ci.manager); err == nil && writesToFirst().Match(text) {
		pipes = "to from"
	}
	run := fmt.Sprintf(cmsManagerRun, pipes)
	if ci.processes > 1 {
		run = fmt.Sprintf(cmsManagerOfSeveralRun, ci.processes, pipes)
	}
	if err := ci.judge(ci.manager, "manager", run+ci.verdictScript()); err != nil {
		return err
	}
	return ci.severalProcesses()
}
