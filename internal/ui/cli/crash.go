package cli

import (
	"cmp"
	"fmt"
	"strings"

	"grundy/internal/base/crashreport"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

// crashError is why the process broke down that this one has taken the place of.
type crashError struct {
	words   string // the runtime's
	details string // the file with the whole of them, "" when there is none
}

func (e *crashError) Error() string { return crashreport.What(e.words) }

func (e *crashError) Hint() string {
	fault := "this is a fault of grundy: please report it with what you did"
	if e.details != "" {
		fault = fmt.Sprintf("this is a fault of grundy: please report it with what you did and the file %s", e.details)
	}
	return cmp.Or(crashreport.Remedy(e.words), fault)
}

// reportCrash says in a line why the process broke down, keeps the details, and sweeps up.
func (a *application) reportCrash(args []string, words string) int {
	config := workspace.Config{Environment: a.environment, Log: a.log}
	fault := &crashError{words: words}
	if crashreport.Remedy(words) == "" {
		report := fmt.Sprintf("%s\n%s\n\n%s", strings.Join(args, " "), version(), words)
		fault.details, _ = workspace.KeepCrash(config, a.now(), report) // where nothing can be written the line has to do
	}
	if terminal.Is(a.err) {
		fmt.Fprint(a.err, "\r\x1b[K") // what was last drawn there may be half a line
	}
	a.complain(&workspace.JudgeError{Err: fault})
	workspace.SweepUp(config)
	return exitJudge
}
