package cli

import (
	"fmt"
	"os"
	"strings"

	"grundy/internal/base/crashreport"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

// crashError is a crash of the judge.
type crashError struct {
	words   string // the runtime's
	details string // the file with the full traces, "" for none
}

func (e *crashError) Error() string { return crashreport.What(e.words) }

func (e *crashError) Hint() string {
	remedy := "this is a bug in grundy: please report it with what you did"
	if e.details != "" {
		remedy += " and the file " + e.details
	}
	return remedy
}

// reportCrash reports in one line why the command panicked and keeps the details. It returns the exit code.
func (a *application) reportCrash(args []string, words string) int {
	crash := &crashError{words: words}
	report := fmt.Sprintf("%s\n%s\n\n%s", strings.Join(args, " "), version(), words)
	crash.details, _ = workspace.KeepCrash(a.ownConfig(), a.now(), report) // if nothing can be written, the line has to do
	if terminal.Is(a.err) {
		fmt.Fprint(a.err, "\r\x1b[K") // the last line drawn may be incomplete
	}
	a.complain(&workspace.JudgeError{Err: crash})
	return exitJudge
}

// keepCrashes keeps the traces of crashes that bypass reportCrash for the next start, and reports the previous crash.
// Go's runtime ends the process itself when another goroutine than the command's panics, and on faults such as
// concurrent map writes.
func (a *application) keepCrashes() {
	traces, earlier, err := workspace.OpenTraces(a.ownConfig(), a.now())
	if err != nil {
		return // if nothing can be written, the traces on standard error have to do
	}
	defer traces.Close()
	_ = a.copyTraces(traces)
	if earlier == "" {
		return
	}
	words, _ := os.ReadFile(earlier)
	crash := &crashError{string(words), earlier}
	a.log.Warn("grundy broke down earlier: "+crash.Error(), "remedy", crash.Hint())
}

// ownConfig is the configuration that locates the judge's own files.
func (a *application) ownConfig() workspace.Config {
	return workspace.Config{Environment: a.environment, Log: a.log}
}
