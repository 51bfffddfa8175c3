package adversarial

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/judge/sandbox"
)

// outcome is what came of judging a program.
type outcome struct {
	done    event.Done
	compile event.Compile
	tests   []event.Test
	last    sandbox.Result // of the program's last run, or of its compiler
}

// maxLog is more than what a builder keeps of what a compiler prints.
const maxLog = 65 * bytesize.KiB

// check compares with a clause.
func (o outcome) check(t *testing.T, c clause) {
	t.Helper()
	if !slices.Contains(c.verdicts, o.done.Verdict) {
		t.Errorf("got %s, want %s", o, c)
	}
	if size := bytesize.Size(len(o.compile.Log)); size > maxLog {
		t.Errorf("the compiler's log has %s", size)
	}
	for _, f := range c.facts {
		if o.done.Verdict == verdict.CE || f.name == "log" {
			o.checkFact(t, f, event.Test{Reason: o.compile.Failed})
			continue
		}
		if len(o.tests) == 0 {
			t.Errorf("%s: there is no test case", f)
		}
		for _, test := range o.tests {
			o.checkFact(t, f, test)
		}
	}
}

// checkFact compares one fact of one test case.
func (o outcome) checkFact(t *testing.T, f fact, test event.Test) {
	t.Helper()
	if factKinds[f.name] == text {
		got := map[string]string{"reason": test.Reason, "log": o.compile.Log, "stderr": test.Stderr, "output": test.Output}[f.name]
		if f.op == equal && got != f.text || f.op == part && !strings.Contains(got, f.text) {
			t.Errorf("got %s %.300q, want %s: %s", f.name, got, f, o)
		}
		return
	}
	got := map[string]int64{
		"exit": int64(test.Exit), "signal": int64(test.Signal), "survivors": int64(o.last.Survivors),
		"oom-kills": int64(o.last.OOMKills), "cpu": int64(test.CPU), "wall": int64(test.Wall), "peak": int64(test.Memory),
	}[f.name]
	if f.op == equal && got != f.number || f.op == atMost && got > f.number || f.op == atLeast && got < f.number {
		t.Errorf("got %s, want %s: %s", fact{f.name, equal, got, ""}, f, o)
	}
}

// checkSecrets looks for what no program and no compiler can know.
func (o outcome) checkSecrets(t *testing.T) {
	t.Helper()
	said := o.compile.Log + o.compile.Failed
	for _, test := range o.tests {
		said += test.Output + test.Stderr + test.Message
	}
	secrets := []string{secret}
	if o.done.Verdict == verdict.CE {
		secrets = append(secrets, "585987", "271828")
	}
	if shadow, err := os.ReadFile("/etc/shadow"); err == nil {
		for line := range bytes.Lines(shadow) {
			secrets = append(secrets, string(bytes.TrimSpace(line)))
		}
	}
	for _, s := range secrets {
		if strings.Contains(said, s) {
			t.Errorf("a secret got out: %.300q", said)
		}
	}
}

var numbers = regexp.MustCompile(`\d+(\.\d+)?( (ms|s|B|[KMG]iB)\b)?`)

// atLimit are the two ends at the memory limit. Which comes first, the kernel's kill or the judge's of a program that the
// kernel keeps there without end, depends on what pages it finds to take back.
var atLimit = strings.NewReplacer("reached the limit of", "killed by the kernel at")

// shape is the judgement without its measurements: what has to be the same each time.
func (o outcome) shape() string {
	reason := o.compile.Failed
	if o.done.Verdict != verdict.CE && len(o.tests) > 0 {
		reason = o.tests[len(o.tests)-1].Reason
	}
	return fmt.Sprintf("%s (%s)", o.done.Verdict, numbers.ReplaceAllString(atLimit.Replace(reason), "N"))
}

// String is for messages.
func (o outcome) String() string {
	text := fmt.Sprintf("%s %q", o.done.Verdict, o.done.Reason)
	for _, test := range o.tests {
		text += fmt.Sprintf("\n\t%s %q: exit %d, signal %d, cpu %v, wall %v, memory %s, output %.200q, stderr %.200q, message %.200q",
			test.Verdict, test.Reason, test.Exit, test.Signal, test.CPU, test.Wall, test.Memory, test.Output, test.Stderr, test.Message)
	}
	if o.compile.Failed != "" {
		text += fmt.Sprintf("\n\tcompiler: %s: %.500q", o.compile.Failed, o.compile.Log)
	}
	return text + fmt.Sprintf("\n\tlast run: %+v", o.last)
}
