package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/internal/bytesize"
	"grundy/internal/problem"
	"grundy/internal/sandbox"
	"grundy/internal/sandbox/backend"
)

// judgeFlags are those of all commands that run programs.
func judgeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "jobs", Aliases: []string{"j"}, DefaultText: "the number of cores", Usage: "run `N` programs at a time, each on a core of its own"},
		&cli.StringFlag{Name: "sandbox", Value: string(backend.Best), EnvVars: []string{"GRUNDY_SANDBOX"}, Usage: "isolate by `KIND`: auto, namespaces, no-cgroup or process"},
		&cli.StringFlag{Name: "require-isolation", EnvVars: []string{"GRUNDY_REQUIRE_ISOLATION"}, Usage: "run nothing unless the sandbox is of `TIER` or stronger: " + tierNames()},
	}
}

// formatFlag chooses the form of a report.
func formatFlag() cli.Flag {
	return &cli.StringFlag{Name: "format", Aliases: []string{"f"}, Value: "text", Usage: "print `FORMAT`: text, json (one event a line), junit or tap"}
}

// switchFlag is a flag without a value.
func switchFlag(name, usage string, aliases ...string) cli.Flag {
	return &cli.BoolFlag{Name: name, Aliases: aliases, Usage: usage, DisableDefaultText: true}
}

// timeFlag reads a flag that is a time, 0 when it is not given.
func timeFlag(c *cli.Context, name string) (time.Duration, error) {
	if !c.IsSet(name) {
		return 0, nil
	}
	text := c.String(name)
	duration, err := time.ParseDuration(text)
	if err != nil || duration < time.Millisecond {
		return 0, usageErrorf("write the unit too: 500ms, 2s, 1m30s", "--%s %q: want a time of at least 1ms", name, text)
	}
	return duration, nil
}

// sizeFlag reads a flag that is a size, 0 when it is not given.
func sizeFlag(c *cli.Context, name string) (bytesize.Size, error) {
	if !c.IsSet(name) {
		return 0, nil
	}
	text := c.String(name)
	size, err := bytesize.Parse(text)
	// A number alone would be bytes, which nobody means.
	if err != nil || size == 0 || strings.Trim(text, "0123456789. ") == "" {
		return 0, usageErrorf("write the unit too: 64KiB, 256MiB, 1GiB", "--%s %q: want a size", name, text)
	}
	return size, nil
}

// slots gives the cores that --jobs leaves to the judge, one for each program that runs at the same time.
func slots(c *cli.Context) ([]int, error) {
	cores := backend.Cores()
	if !c.IsSet("jobs") {
		if len(cores) == 0 {
			return []int{-1}, nil
		}
		return cores, nil
	}
	text := c.String("jobs")
	jobs, err := strconv.Atoi(text)
	switch {
	case err != nil || jobs < 1:
		return nil, usageErrorf("leave it out to use all cores", "--jobs %q: want a number from 1 on", text)
	}
	// Two programs on one core would disturb each other's time, so scripts that ask for more get what there is.
	jobs = min(jobs, len(cores))
	return cores[:jobs], nil
}

// wish reads --sandbox.
func wish(c *cli.Context) (backend.Wish, error) {
	switch wish := backend.Wish(c.String("sandbox")); wish {
	case backend.Best, backend.Isolated, backend.NoCgroup, backend.Bare:
		return wish, nil
	default:
		return "", usageErrorf("grundy doctor says what this machine allows",
			"--sandbox %q: want %s, %s, %s or %s", wish, backend.Best, backend.Isolated, backend.NoCgroup, backend.Bare)
	}
}

// requiredTier reads --require-isolation; without it the weakest tier will do.
func requiredTier(c *cli.Context) (sandbox.Tier, error) {
	tier := sandbox.Tier(c.String("require-isolation"))
	if tier == "" {
		return sandbox.NotIsolated, nil
	}
	if !slices.Contains(sandbox.Tiers(), tier) {
		return "", usageErrorf("grundy doctor says which one this machine has", "--require-isolation %q: want %s", tier, tierNames())
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
func checkerFlag(c *cli.Context) (*problem.OutputJudge, error) {
	file := c.String("checker")
	if file == "" {
		if c.IsSet("checker-dialect") {
			return nil, usageErrorf("name the program with --checker", "--checker-dialect without --checker")
		}
		return nil, nil
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil {
		return nil, usageErrorf("", "--checker %s: no such file", file)
	}
	dialect := problem.Dialect(c.String("checker-dialect"))
	if !slices.Contains(dialects, dialect) {
		return nil, usageErrorf("", "--checker-dialect %q: want icpc, testlib, cms, sinol, oj or peg", dialect)
	}
	return &problem.OutputJudge{Programs: []problem.Program{{Name: file, Path: path}}, Dialect: dialect}, nil
}

var dialects = []problem.Dialect{
	problem.DialectICPC, problem.DialectTestlib, problem.DialectCMS, problem.DialectSinol, problem.DialectOJ, problem.DialectPeg,
}
