package cli

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/internal/bytesize"
	"grundy/internal/sandbox/backend"
)

// judgeFlags are those of all commands that run programs.
func judgeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "jobs", Aliases: []string{"j"}, DefaultText: "the number of cores", Usage: "run `N` programs at a time, each on a core of its own"},
		&cli.StringFlag{Name: "sandbox", Value: string(backend.Best), EnvVars: []string{"GRUNDY_SANDBOX"}, Usage: "isolate by `KIND`: auto, namespaces, no-cgroup or process"},
	}
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
	case jobs > len(cores):
		return nil, usageErrorf(fmt.Sprintf("--jobs %d is the most: two programs on one core would disturb each other's time", len(cores)),
			"--jobs %d: there are %d cores to run on", jobs, len(cores))
	}
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
