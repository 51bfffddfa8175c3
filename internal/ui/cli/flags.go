package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/checker"
	"grundy/internal/base/bytesize"
	"grundy/internal/base/hint"
	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/backend"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/config"
	"grundy/internal/ui/report"
)

// judgeFlags are the flags of all commands that run programs.
func judgeFlags() []cli.Flag {
	return []cli.Flag{
		settingFlag(config.Jobs, "run `N` programs at a time, each on a core of its own", "j"),
		settingFlag(config.Sandbox, "use a sandbox of `KIND`: auto, namespaces, no-cgroup, landlock or process"),
		settingFlag(config.RequireIsolation, "refuse to run programs unless the sandbox is of `TIER` or stronger: "+tierNames()),
	}
}

// problemFlag names the problem whose tests, limits or inputs are taken.
func problemFlag(usage string) cli.Flag {
	return &cli.StringFlag{Name: "problem", Aliases: []string{"p"}, Usage: usage}
}

// languageFlag names the language of what is compiled.
func languageFlag(what string) cli.Flag {
	return &cli.StringFlag{Name: "language", Aliases: []string{"l"}, Usage: "compile the " + what + " as language `CODE`, one of grundy languages"}
}

// profileFlag names the site whose compilers and limits apply.
func profileFlag() cli.Flag {
	return settingFlag(config.Profile, "build and judge as the site `NAME` does, such as codeforces or atcoder; none for no site")
}

// limitFlags replace the limits of the problem. Time says what is allowed the CPU time.
func limitFlags(time string) []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "time-limit", Aliases: []string{"t"}, Usage: "allow " + time + ", such as 500ms or 2s"},
		&cli.StringFlag{Name: "memory-limit", Aliases: []string{"m"}, Usage: "allow `SIZE` of memory, such as 256MiB"},
	}
}

func outputLimitFlag() cli.Flag {
	return &cli.StringFlag{Name: "output-limit", Usage: "allow `SIZE` of output"}
}

// solutionFlags choose solutions, what judges them, and their limits.
func solutionFlags() []cli.Flag {
	return append([]cli.Flag{
		problemFlag("judge against `ID|DIR|ZIP`"),
		&cli.StringFlag{Name: "pattern", Usage: "find test files by `PATTERN`, such as %s.%e, in the directory --problem or beside the source"},
		languageFlag("source"),
		profileFlag(),
	}, limitFlags("`TIME` of CPU time per test")...)
}

// checkerFlags replace what decides whether an output is right.
func checkerFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "checker", Usage: "judge outputs with the checker `FILE` instead of the problem's own"},
		interactorFlag("let solutions talk with the interactor `FILE`, which decides"),
		dialectFlag(),
		&cli.StringFlag{Name: "checker-args", Usage: "pass `ARGS` to the checker instead of the problem's arguments: \"case_sensitive float_tolerance 1e-6\""},
		switchFlag("ignore-case", "ignore case when comparing outputs; this is the default for packages, but not for plain directories of tests"),
	}
}

// interactorFlag names a program that talks with solutions.
func interactorFlag(usage string) cli.Flag { return &cli.StringFlag{Name: "interactor", Usage: usage} }

func dialectFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "checker-dialect", DefaultText: "what the source looks like",
		Usage: "call the checker or the interactor by the conventions of `DIALECT`: icpc, testlib, plain (exit code 0 accepts), cms, sinol, oj or peg",
	}
}

func idlenessFlag() cli.Flag {
	return switchFlag("idleness", "distinguish waiting forever (ILE) from computing for too long (TLE)")
}

func noRerunFlag() cli.Flag {
	return switchFlag("no-rerun", "do not repeat runs that came near the time limit")
}

// reportFlags say how a command reports. Verbose says what --verbose shows.
func reportFlags(command, verbose string) []cli.Flag {
	return append(streamFlags(command), switchFlag("verbose", "show "+verbose, "v"))
}

// streamFlags say where the events of a command go.
func streamFlags(command string) []cli.Flag { return []cli.Flag{formatFlag(command), recordFlag()} }

// caseFlags choose test cases.
func caseFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "filter", Usage: "run only the tests whose name matches or contains `GLOB`"},
		switchFlag("samples", "run only the samples"),
	}
}

func libraryFlag() cli.Flag {
	return settingFlag(config.Problems, "look for problems in `DIR`")
}

// keepFlag bounds the history.
func keepFlag() cli.Flag {
	return settingFlag(config.HistoryKeep, "keep the last `N` judgements in the history; 0 stores no new ones")
}

// formatFlag chooses the format of a command's report.
func formatFlag(command string) cli.Flag {
	var names []string
	for _, format := range report.Formats(command) {
		switch format {
		case report.JSONFormat:
			format += " (one event per line)"
		case report.GCCFormat:
			format += " (for editors)"
		case report.GitHubFormat:
			format += " (annotations for GitHub Actions)"
		}
		names = append(names, format)
	}
	last := len(names) - 1
	return &cli.StringFlag{
		Name: "format", Aliases: []string{"f"}, Value: report.TextFormat,
		Usage: "print `FORMAT`: " + strings.Join(names[:last], ", ") + " or " + names[last],
	}
}

// hideLevelsFlag hides the level of a problem until it is solved.
func hideLevelsFlag() cli.Flag {
	return switchFlag(config.KeyOf(config.HideLevels).Flag, "hide the levels of problems that you have not solved")
}

// switchFlag is a flag without a value.
func switchFlag(name, usage string, aliases ...string) cli.Flag {
	return &cli.BoolFlag{Name: name, Aliases: aliases, Usage: usage, DisableDefaultText: true}
}

// sanitizeFlag is for the commands that run the user's own programs.
func sanitizeFlag() cli.Flag {
	return switchFlag("sanitize", "build C and C++ with the address and undefined-behaviour sanitizers, which report the line of an error")
}

// timeFlag reads a flag that is a time, in seconds unless it has a unit; 0 if it is absent.
func timeFlag(c *call, name string) (time.Duration, error) {
	if !c.IsSet(name) {
		return 0, nil
	}
	duration, err := config.Time(c.String(name))
	if err != nil {
		return 0, fmt.Errorf("--%s %q: %w", name, c.String(name), err)
	}
	return duration, nil
}

// sizeFlag reads a flag that is a size, 0 if it is absent.
func sizeFlag(c *call, name string) (bytesize.Size, error) {
	if !c.IsSet(name) {
		return 0, nil
	}
	size, err := config.Size(c.String(name))
	if err != nil {
		return 0, fmt.Errorf("--%s %q: %w", name, c.String(name), err)
	}
	return size, nil
}

// wish reads a sandbox preference.
func wish(text string) (backend.Preference, error) {
	switch wish := backend.Preference(text); wish {
	case "", backend.Best, backend.Isolated, backend.NoCgroup, backend.Walled, backend.Bare:
		return wish, nil
	default:
		return "", hint.Errorf("grundy doctor says what this machine allows",
			"want %s, %s, %s, %s or %s", backend.Best, backend.Isolated, backend.NoCgroup, backend.Walled, backend.Bare)
	}
}

// requiredTier reads a tier; without one the weakest will do.
func requiredTier(text string) (sandbox.Tier, error) {
	tier := sandbox.Tier(text)
	if tier != "" && !slices.Contains(sandbox.Tiers(), tier) {
		return "", hint.Errorf("grundy doctor says which tier this machine has", "want %s", tierNames())
	}
	return tier, nil
}

// tierNames are the tiers that a user can require, from strong to weak. The weakest is always available.
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

// judgeFlag reads --checker, --interactor and --checker-dialect, nil to keep the problem's own judge.
func judgeFlag(c *call) (*problem.OwnJudge, error) {
	flag, file := "--checker", c.String("checker")
	interactor := c.String("interactor")
	switch {
	case file != "" && interactor != "":
		return nil, hint.Errorf("an interactor decides alone", "--checker and --interactor: name one of them")
	case interactor != "":
		flag, file = "--interactor", interactor
	case file == "":
		if c.IsSet("checker-dialect") {
			return nil, hint.Errorf("name the program with --checker or --interactor", "--checker-dialect without --checker")
		}
		return nil, nil
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil {
		return nil, hint.Errorf("name the source of the program, which is compiled and run in the sandbox", "%s %s: no such file", flag, file)
	}
	var dialect checker.Dialect
	if name := c.String("checker-dialect"); name != "" {
		if dialect, err = checker.ReadDialect(name); err != nil {
			return nil, hint.Errorf("leave it out: the source shows it", "--checker-dialect %q: %w", name, err)
		}
	}
	judge, err := plain.NewJudge(file, path, dialect, interactor != "")
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", flag, file, err)
	}
	return judge, nil
}

// formatError reports a --format that is neither text nor JSON.
func formatError(format string) error {
	return hint.Errorf("leave it out for readable text", "--format %q: want text or json", format)
}

// globHint says how to name cases by patterns.
const globHint = `give a name, or a pattern such as "secret/2*"`
