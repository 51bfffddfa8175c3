package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/checker"
	"grundy/internal/bytesize"
	"grundy/internal/hint"
	"grundy/internal/problem"
	"grundy/internal/sandbox"
	"grundy/internal/sandbox/backend"
)

// judgeFlags are those of all commands that run programs.
func judgeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "jobs", Aliases: []string{"j"}, DefaultText: "the number of cores", Usage: "run `N` programs at a time, each on a core of its own"},
		fromVariable("GRUNDY_SANDBOX", &cli.StringFlag{Name: "sandbox", Value: string(backend.Best), Usage: "isolate by `KIND`: auto, namespaces, no-cgroup or process"}),
		fromVariable("GRUNDY_REQUIRE_ISOLATION", &cli.StringFlag{Name: "require-isolation", Usage: "run nothing unless the sandbox is of `TIER` or stronger: " + tierNames()}),
	}
}

func libraryFlag() cli.Flag {
	return fromVariable("GRUNDY_PROBLEMS", &cli.StringFlag{Name: "problems", Usage: "look for problems in `DIR` (default: ./problems, or those that are built in)"})
}

// formatFlag chooses the form of a report.
func formatFlag() cli.Flag {
	return &cli.StringFlag{Name: "format", Aliases: []string{"f"}, Value: "text", Usage: "print `FORMAT`: text, json (one event a line), junit or tap"}
}

// switchFlag is a flag without a value.
func switchFlag(name, usage string, aliases ...string) cli.Flag {
	return &cli.BoolFlag{Name: name, Aliases: aliases, Usage: usage, DisableDefaultText: true}
}

// ignoreCaseFlag is that of the commands that compare the output of a solution.
func ignoreCaseFlag() cli.Flag {
	return switchFlag("ignore-case", "take upper for lower case, as packages do unless they say otherwise and plain folders do not")
}

// timeFlag reads a flag that is a time, in seconds where it has no unit; 0 when it is not given.
func timeFlag(c *call, name string) (time.Duration, error) {
	if !c.IsSet(name) {
		return 0, nil
	}
	text := c.String(name)
	if strings.Trim(text, "0123456789.") == "" {
		text += "s"
	}
	duration, err := time.ParseDuration(text)
	if err != nil || duration < time.Millisecond {
		return 0, hint.Errorf("write seconds, or a unit too: 2, 0.5, 500ms, 1m30s", "--%s %q: want a time of at least 1ms", name, c.String(name))
	}
	return duration, nil
}

// sizeFlag reads a flag that is a size, 0 when it is not given.
func sizeFlag(c *call, name string) (bytesize.Size, error) {
	if !c.IsSet(name) {
		return 0, nil
	}
	text := c.String(name)
	size, err := bytesize.Parse(text)
	// A number alone would be bytes, which nobody means.
	if err != nil || size == 0 || strings.Trim(text, "0123456789. ") == "" {
		return 0, hint.Errorf("write the unit too: 64KiB, 256MiB, 1GiB", "--%s %q: want a size", name, text)
	}
	return size, nil
}

// jobs reads --jobs, 0 when it is not given.
func jobs(c *call) (int, error) {
	if !c.IsSet("jobs") {
		return 0, nil
	}
	text := c.String("jobs")
	jobs, err := strconv.Atoi(text)
	if err != nil || jobs < 1 {
		return 0, hint.Errorf("leave it out to use all cores", "--jobs %q: want a number from 1 on", text)
	}
	return jobs, nil
}

// wish reads --sandbox; commands without it wish for the best.
func wish(c *call) (backend.Wish, error) {
	switch wish := backend.Wish(c.String("sandbox")); wish {
	case "", backend.Best, backend.Isolated, backend.NoCgroup, backend.Bare:
		return wish, nil
	default:
		return "", hint.Errorf("grundy doctor says what this machine allows",
			"--sandbox %q: want %s, %s, %s or %s", wish, backend.Best, backend.Isolated, backend.NoCgroup, backend.Bare)
	}
}

// requiredTier reads --require-isolation; without it the weakest tier will do.
func requiredTier(c *call) (sandbox.Tier, error) {
	tier := sandbox.Tier(c.String("require-isolation"))
	if tier != "" && !slices.Contains(sandbox.Tiers(), tier) {
		return "", hint.Errorf("grundy doctor says which one this machine has", "--require-isolation %q: want %s", tier, tierNames())
	}
	return tier, nil
}

// tierNames are those that can be asked for, from strong to weak; the weakest is always there.
func tierNames() string {
	var names []string
	for _, tier := range sandbox.Tiers() {
		if tier != sandbox.NotIsolated {
			names = append(names, string(tier))
		}
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// checkerFlag reads --checker and --checker-dialect, nil when the problem's own way of judging stays.
func checkerFlag(c *call) (*problem.OutputJudge, error) {
	file := c.String("checker")
	if file == "" {
		if c.IsSet("checker-dialect") {
			return nil, hint.Errorf("name the program with --checker", "--checker-dialect without --checker")
		}
		return nil, nil
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil {
		return nil, hint.Errorf("name the source of the checker, which is compiled and run in the sandbox", "--checker %s: no such file", file)
	}
	dialect := checker.Dialect(c.String("checker-dialect"))
	if !slices.Contains(dialects, dialect) {
		return nil, hint.Errorf("leave it out for a checker that is written with testlib.h", "--checker-dialect %q: want icpc, testlib, cms, sinol, oj or peg", dialect)
	}
	return &problem.OutputJudge{Programs: []problem.Program{{Name: file, Path: path}}, Dialect: dialect}, nil
}

var dialects = []checker.Dialect{
	checker.ICPC, checker.Testlib, checker.CMS, checker.Sinol, checker.OJ, checker.Peg,
}

// formatError is about a list that is text or JSON.
func formatError(format string) error {
	return hint.Errorf("leave it out for text that people read", "--format %q: want text or json", format)
}

// globHint says how cases are named by patterns.
const globHint = `write a name, or a pattern such as "secret/2*"`
