package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/hint"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/backend"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

func doctorCommand() *command {
	return &command{
		do: examine,
		Command: cli.Command{
			Name:  "doctor",
			Usage: "check what the judge needs on this machine",
			Description: `Reports which sandbox this machine allows and why, what it does not enforce, and how to get
a better one. Tests its limits, and checks the directories and toolchains that judging uses.

   grundy doctor
   grundy doctor --sandbox no-cgroup     the same without control groups

Exit code: 0 when solutions can be judged, 3 when they cannot.`,
			Flags: judgeFlags(),
		},
	}
}

// weaknesses lists what each tier cannot guarantee.
var weaknesses = map[sandbox.Tier][]string{
	sandbox.CgroupV2: nil,
	sandbox.CgroupV1: nil,
	sandbox.Namespaces: {
		"memory is sampled every few milliseconds instead of being limited: a program can take some tens of megabytes more before it is stopped",
		"the peak memory of a program that ends within milliseconds is unknown",
	},
	sandbox.Rootless: {
		"memory is sampled every few milliseconds instead of being limited: a program can take some tens of megabytes more before it is stopped",
		"the peak memory of a program that ends within milliseconds is unknown",
	},
	sandbox.Landlock: {
		"without namespaces, programs see which processes and files exist, but neither what these hold nor the processes' command lines",
		"locks of files that several programs may read reach from one to another; programs have no shared memory and semaphores with a name, and no /dev/zero",
		"clocks, process numbers and the load of the machine are those of all, so that one run can tell the next one something",
		"memory and files are sampled every few milliseconds instead of being limited: a program can take some tens of megabytes more before it is stopped",
		"if the judge and the first process of a box are killed together, their programs may live on",
	},
	sandbox.NotIsolated: {
		"programs can read and write everything that you can, and use the network: judge only programs that you trust",
		"processes that leave their process group may survive",
		"memory is sampled, not limited",
	},
}

// doctorReport prints findings.
type doctorReport struct {
	out    io.Writer
	pen    terminal.Pen
	width  int
	failed bool
}

func (r *doctorReport) good(what, format string, args ...any) {
	r.line(r.pen.Draw(terminal.Good, "✓"), what, format, args...)
}

func (r *doctorReport) weak(what, format string, args ...any) {
	r.line(r.pen.Draw(terminal.Slow, "!"), what, format, args...)
}

func (r *doctorReport) bad(what, format string, args ...any) {
	r.failed = true
	r.line(r.pen.Draw(terminal.Bad, "✗"), what, format, args...)
}

// line prints a finding, or with a blank mark more about the previous one; long lines are folded.
func (r *doctorReport) line(mark, what, format string, args ...any) {
	head := mark + " " + terminal.Pad(what, 11)
	for _, line := range terminal.WrapWords(terminal.Text(fmt.Sprintf(format, args...)), max(20, r.width-13)) {
		fmt.Fprintln(r.out, head+line)
		head = strings.Repeat(" ", 13)
	}
}

func examine(ctx context.Context, c *call) error {
	screen := c.screen(c.out.File)
	r := &doctorReport{out: c.out, pen: terminal.Pen{Color: screen.Color}, width: min(screen.Width, maxHelpWidth)}
	r.good("grundy", "%s, %s/%s, %d cores", version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	config, err := c.config()
	if err != nil {
		return err
	}
	config.Log = slog.New(slog.DiscardHandler) // the report contains the warnings
	w, err := workspace.Open(config)
	if err == nil {
		defer w.Close()
		r.cache(w)
		r.history(w)
		_, err = w.Local(ctx)
	}
	var (
		weak   *workspace.IsolationError
		failed *workspace.JudgeError
	)
	if errors.As(err, &weak) {
		r.bad("sandbox", "%s, and --require-isolation asks for %s", weak.Tier, weak.Required)
		r.tier(weak.Tier, weak.Choice)
		return exitVerdict(exitJudge)
	}
	if errors.As(err, &failed) && ctx.Err() == nil {
		r.bad("sandbox", "%v", failed.Err)
		if remedy := hint.Of(failed.Err); remedy != "" {
			r.line(" ", "  better", "%s", remedy)
		}
		return exitVerdict(exitJudge)
	}
	if err != nil {
		return err
	}
	r.good("scratch", "%s", w.TemporaryRoot())
	r.sandbox(w)
	if err := r.limits(ctx, w); err != nil {
		return err
	}
	builder, err := w.Builder()
	if err != nil {
		return err
	}
	r.languages(builder.Inspect(ctx, w.Compiler))
	r.libraries(builder.LibraryPlaces(ctx))
	r.testlib(w.Testlib())
	if r.failed {
		return exitVerdict(exitJudge)
	}
	return nil
}

// cache reports where builds are kept.
func (r *doctorReport) cache(w *workspace.Workspace) {
	dir, err := w.CacheDir()
	switch {
	case err != nil:
		r.weak("cache", "no directory for it: %v", err)
	case !w.CacheWritable():
		r.weak("cache", "%s cannot be written: every run compiles everything again", dir)
		r.line(" ", "  better", "make it writable, or set GRUNDY_CACHE to a directory that is")
	default:
		r.good("cache", "%s", dir)
	}
}

// libraries reports where the user's own libraries lie, and which are not obeyed.
func (r *doctorReport) libraries(places []language.LibraryPlace) {
	for _, place := range places {
		if place.Err != nil {
			r.weak("libraries", "%s: %v", place.Language, place.Err)
			r.line(" ", "  better", "%s", hint.Of(place.Err))
			continue
		}
		r.good("libraries", "%s: %s", place.Language, place.Path)
	}
}

// history reports where the attempts and solved problems are kept.
func (r *doctorReport) history(w *workspace.Workspace) {
	h := w.History()
	switch {
	case h.Path() == "":
		r.weak("history", "no directory for it: judgements are not stored")
	case !h.Writable():
		r.weak("history", "%s cannot be written: judgements are not stored", h.Path())
	case !h.Lockable():
		r.weak("history", "%s lies in a file system without locks: judgements are not stored", h.Path())
		r.line(" ", "  better", "set XDG_DATA_HOME to a directory of a local disk")
	default:
		r.good("history", "%s", h.Path())
	}
}

// sandbox explains the tier.
func (r *doctorReport) sandbox(w *workspace.Workspace) {
	tier := w.Tier()
	report := r.good
	if len(weaknesses[tier]) > 0 {
		report = r.weak
	}
	report("sandbox", "%s", tier)
	r.tier(tier, w.Isolation())
	if tier == sandbox.Landlock {
		r.line(" ", "  holds", "%s", backend.Walls())
	}
	if err := backend.CountsTime(); err != nil && (tier == sandbox.Namespaces || tier == sandbox.Rootless || tier == sandbox.Landlock) {
		r.weak("CPU time", "processes without a waiting parent are sampled every few milliseconds only: counting them is %v", err)
	}
	if err := backend.NumbersProcesses(); err != nil && tier.AtLeast(sandbox.Rootless) {
		r.weak("processes", "process ids continue from run to run, so one run can pass information to the next: %v", err)
	}
	if err := backend.ComparesMemory(); err != nil && tier != sandbox.CgroupV2 && tier != sandbox.CgroupV1 {
		r.weak("memory", "memory that processes share counts several times: %v", err)
	}
	if err := backend.CountsInstructions(); tier == sandbox.NotIsolated {
		r.line(" ", "counter", "only an isolating sandbox counts instructions")
	} else if err != nil {
		r.line(" ", "counter", "no instruction counts: %v", err)
	} else {
		r.good("counter", "the judge counts instructions as well as time")
	}
	if bounds := backend.Bounds(); len(bounds) > 0 {
		r.weak("ulimit", "%s %s", workspace.Bounded, strings.Join(bounds, ", "))
		r.line(" ", "  better", "%s", workspace.BoundedRemedy)
	}
}

// tier explains why this tier was chosen, what it cannot guarantee, and how to get a better one.
func (r *doctorReport) tier(tier sandbox.Tier, choice backend.Choice) {
	if choice.Weaker != "" {
		r.line(" ", "  why", "%s", choice.Weaker)
	}
	for _, weakness := range weaknesses[tier] {
		r.line(" ", "  weaker", "%s", weakness)
	}
	if choice.Remedy != "" {
		r.line(" ", "  better", "%s", choice.Remedy)
	}
}

// limitTest is a program that must hit a limit.
type limitTest struct {
	name   string
	script string
	limits sandbox.Limits
	want   sandbox.Breach
}

var limitTests = []limitTest{
	{"CPU time", "while :; do :; done", sandbox.Limits{CPU: 200 * time.Millisecond, Wall: 10 * time.Second}, sandbox.CPUBreach},
	{"wall time", "sleep 10", sandbox.Limits{Wall: 200 * time.Millisecond}, sandbox.WallBreach},
	{"memory", `x=xxxxxxxxxxxxxxxx; while :; do x="$x$x"; done`, sandbox.Limits{Memory: 32 * bytesize.MiB, Wall: 10 * time.Second, CPU: 10 * time.Second}, sandbox.MemoryBreach},
}

// limits tests the limits with programs that exceed them.
func (r *doctorReport) limits(ctx context.Context, w *workspace.Workspace) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	for _, t := range limitTests {
		result, err := w.Try(ctx, []string{"sh", "-c", t.script}, t.limits)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			r.bad(t.name, "%v", err)
		case result.Breach != t.want:
			r.weak(t.name, "the limit was not enforced (breach %q, CPU %v, wall %v, memory %v, signal %d)", result.Breach, result.CPU, result.Wall, result.Memory, result.Signal)
		default:
			r.good(t.name, "stopped after %v of CPU time, %v, at %v", result.CPU.Round(time.Millisecond), result.Wall.Round(time.Millisecond), result.Memory)
		}
	}
	return nil
}

// testlib reports where the user's own testlib.h is, or how to get it.
func (r *doctorReport) testlib(place string) {
	if _, err := os.Stat(place); err == nil {
		r.good(language.TestlibHeader, "%s", place)
		return
	}
	r.line("·", language.TestlibHeader, "none of your own; only programs that include it without shipping it need one")
	if place != "" {
		fmt.Fprintln(r.out, "               "+terminal.Line(language.FetchTestlib(place))) // unfolded, to be copied
	}
}

// languages summarizes the toolchains.
func (r *doctorReport) languages(statuses []language.Status) {
	var found, broken []string
	for _, status := range statuses {
		switch {
		case status.Err != nil:
		case status.Missing == "":
			found = append(found, status.Language.ID)
		case status.Path != "" && status.Language.Tested:
			broken = append(broken, fmt.Sprintf("%s: %s: %s", status.Language.ID, status.Reason, status.Install))
		}
	}
	if len(found) == 0 {
		r.bad("languages", "no toolchain found; grundy languages says how to install one")
		return
	}
	r.good("languages", "%s", joined(found))
	for _, what := range broken {
		r.line(" ", "  broken", "%s", terminal.Line(what))
	}
	r.line(" ", "", "%d more are known: grundy languages", len(statuses)-len(found))
}
