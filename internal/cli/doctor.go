package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/internal/bytesize"
	"grundy/internal/language"
	"grundy/internal/sandbox"
	"grundy/internal/sandbox/backend"
	"grundy/internal/terminal"
)

func (s *streams) doctorCommand() *cli.Command {
	return &cli.Command{
		Name:  "doctor",
		Usage: "look at what the judge needs on this machine",
		Description: `Says which sandbox was found, why, what is weaker for it and how to get a better one;
tries its limits; and looks at the folders and toolchains that judging uses.

   grundy doctor
   grundy doctor --sandbox no-cgroup     what it would be without control groups

Exit code: 0 when solutions can be judged, 3 when they cannot.`,
		Flags:  judgeFlags(),
		Action: s.doctor,
	}
}

// weaknesses says what each tier cannot hold.
var weaknesses = map[sandbox.Tier][]string{
	sandbox.CgroupV2: nil,
	sandbox.CgroupV1: nil,
	sandbox.Namespaces: {
		"memory is watched every few milliseconds instead of being bounded: a program can take some tens of megabytes more before it is stopped",
		"the peak of a program that ends within milliseconds is not known",
	},
	sandbox.Rootless: {
		"memory is watched every few milliseconds instead of being bounded: a program can take some tens of megabytes more before it is stopped",
		"the peak of a program that ends within milliseconds is not known",
	},
	sandbox.NotIsolated: {
		"programs can read and write everything that you can, and use the network: judge only what you trust",
		"processes that leave their group may survive",
		"memory is watched, not bounded",
	},
}

// doctorReport prints findings.
type doctorReport struct {
	streams *streams
	pen     terminal.Pen
	width   int
	failed  bool
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

// line prints a finding, or with a blank mark more about the one before; long ones are folded.
func (r *doctorReport) line(mark, what, format string, args ...any) {
	head := mark + " " + terminal.Pad(what, 11)
	for _, line := range terminal.Wrap(fmt.Sprintf(format, args...), max(20, r.width-13)) {
		fmt.Fprintln(r.streams.out, head+line)
		head = strings.Repeat(" ", 13)
	}
}

func (s *streams) doctor(c *cli.Context) error {
	screen := s.screen(c, s.out.File)
	r := &doctorReport{streams: s, pen: terminal.Pen{Color: screen.Color}, width: min(screen.Width, maxHelpWidth)}
	r.good("grundy", "%s, %s/%s, %d cores", version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	if dir, err := cacheDir(); err != nil {
		r.weak("cache", "no folder for it: %v", err)
	} else if !writable(dir) {
		r.weak("cache", "%s cannot be written: everything is compiled anew in each run", dir)
		r.line(" ", "  better", "make it writable, or set GRUNDY_CACHE to a folder that is")
	} else {
		r.good("cache", "%s", dir)
	}
	w, err := s.setUp(c.Context, c, plainBuilder)
	var (
		weak   *isolationError
		failed *judgeFailure
	)
	if errors.As(err, &weak) {
		r.bad("sandbox", "%s, and --require-isolation asks for %s", weak.tier, weak.required)
		r.tier(weak.tier, weak.choice)
		return outcome(exitJudge)
	}
	if errors.As(err, &failed) && c.Context.Err() == nil {
		r.bad("sandbox", "%v", failed.err)
		return outcome(exitJudge)
	}
	if err != nil {
		return err
	}
	defer w.Close()
	r.good("scratch", "%s", temporaryRoot())
	r.sandbox(w)
	if err := r.limits(c.Context, w); err != nil {
		return err
	}
	r.languages(w.builder.Inspect(c.Context))
	if r.failed {
		return outcome(exitJudge)
	}
	return nil
}

// sandbox explains the tier.
func (r *doctorReport) sandbox(w *workshop) {
	tier := w.choice.Host.Tier()
	report := r.good
	if len(weaknesses[tier]) > 0 {
		report = r.weak
	}
	report("sandbox", "%s", tier)
	r.tier(tier, w.choice)
	if err := backend.CountsInstructions(); tier == sandbox.NotIsolated {
		r.line(" ", "counter", "instructions are counted in an isolating sandbox only")
	} else if err != nil {
		r.line(" ", "counter", "no instruction counts: %v", err)
	} else {
		r.good("counter", "instructions are counted beside the time")
	}
	if bounds := backend.Bounds(); len(bounds) > 0 {
		r.weak("ulimit", "%s %s", bounded, strings.Join(bounds, ", "))
		r.line(" ", "  better", "%s", boundsRemedy)
	}
}

// What is said of limits that the judge was started with; the remedy names those who set them.
const (
	bounded      = "started with limits that it may not lift, the judge gives programs at most"
	boundsRemedy = "raise them where they are set: a shell's ulimit, /etc/security/limits.conf, systemd's Limit…=, docker run --ulimit"
)

// tier says why it is the one, what is weaker for it, and how to get a better one.
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

// trial is a program that must meet a limit.
type trial struct {
	name   string
	script string
	limits sandbox.Limits
	want   sandbox.Breach
}

var trials = []trial{
	{"CPU time", "while :; do :; done", sandbox.Limits{CPU: 200 * time.Millisecond, Wall: 10 * time.Second}, sandbox.CPUBreach},
	{"wall time", "sleep 10", sandbox.Limits{Wall: 200 * time.Millisecond}, sandbox.WallBreach},
	{"memory", `x=xxxxxxxxxxxxxxxx; while :; do x="$x$x"; done`, sandbox.Limits{Memory: 32 * bytesize.MiB, Wall: 10 * time.Second, CPU: 10 * time.Second}, sandbox.MemoryBreach},
}

// limits tries the limits with programs that pass them.
func (r *doctorReport) limits(ctx context.Context, w *workshop) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	for _, t := range trials {
		result, err := w.Try(ctx, []string{"sh", "-c", t.script}, t.limits)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			r.bad(t.name, "%v", err)
		case result.Breach != t.want:
			r.weak(t.name, "the limit did not hold as it should (breach %q, CPU %v, wall %v, memory %v, signal %d)", result.Breach, result.CPU, result.Wall, result.Memory, result.Signal)
		default:
			r.good(t.name, "stopped after %v of CPU time, %v, at %v", result.CPU.Round(time.Millisecond), result.Wall.Round(time.Millisecond), result.Memory)
		}
	}
	return nil
}

// languages sums the toolchains up.
func (r *doctorReport) languages(statuses []language.Status) {
	var found []string
	for _, status := range statuses {
		if status.Missing == "" && status.Err == nil {
			found = append(found, status.Language.ID)
		}
	}
	if len(found) == 0 {
		r.bad("languages", "no toolchain at all; grundy languages says how to install some")
		return
	}
	r.good("languages", "%s", joined(found))
	r.line(" ", "", "%d more are known: grundy languages", len(statuses)-len(found))
}
