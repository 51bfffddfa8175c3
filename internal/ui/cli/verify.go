package cli

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/verify"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

func verifyCommand() *command {
	return &command{
		do: verifyPackages,
		Command: cli.Command{
			Name:      "verify",
			Usage:     "try problem packages on themselves",
			ArgsUsage: "[PROBLEM]...",
			Description: `Checks a package as its author must: its files against the format, every input against the
validators, the answers against the checker, the checker against nonsense, and every submission,
on all test cases, against what is expected of it. Shows which test kills which submission and
what it alone kills, which bounds no test reaches, and whether the time limit fits. PROBLEM is a
problem of grundy list, a folder or an archive; without any it is the package in the present
folder. A folder that holds packages, such as that of a contest, stands for all of them: a table
at the end shows what came of each, and what is wrong with them beside one another, such as two
problems of one name.

   grundy verify problems/nim
   grundy verify contest                 its packages, in the order of its problems.yaml
   grundy verify --all                   every problem of grundy list, one after the other
   grundy verify --stop --format json problems/*
   grundy verify --changed-since origin/main problems      what this branch changes
   grundy verify --sanitize coins        its programs in C and C++ under the sanitizers, too
   grundy verify --repeat 10 coins       does its checker say the same of the same each time?
   grundy verify --all --on hub.json     the workers of a hub judge

Exit code: 0 when everything is as it should be, 1 when it is not, 2 when the package is
too faulty to be judged, 3 when the judge failed.`,
			Flags: slices.Concat([]cli.Flag{
				formatFlag("verify"),
				recordFlag(),
				&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "show everything in full"},
				switchFlag("all", "verify all problems of grundy list"),
				switchFlag("again", "measure everything anew, also what is known from earlier runs"),
				switchFlag("stop", "judge each submission up to the first test that it fails: faster, but what each test kills stays unknown"),
				&cli.StringFlag{
					Name: "changed-since", Usage: "verify only the packages that differ from the commit `REF` of their Git repository, changes that are not committed included",
				},
				switchFlag("sanitize", "run the programs in C and C++ under the address and undefined-behaviour sanitizers, too"),
				&cli.StringFlag{
					Name: "repeat", Usage: "have validators, checkers, interactors and generators do the same `N` times: what differs is a finding",
				},
				onFlag(),
				classFlag(),
				libraryFlag(),
			}, judgeFlags()),
		},
	}
}

// maxRepeats bounds how often programs do the same: more would take days.
const maxRepeats = 1000

// repeatFlag is how often programs are to do the same, 0 for not at all.
func repeatFlag(c *call) (int, error) {
	if !c.IsSet("repeat") {
		return 0, nil
	}
	times, err := strconv.Atoi(c.String("repeat"))
	if err != nil || times < 2 || times > maxRepeats {
		return 0, hint.Errorf("ten times show almost certainly what differs every other time",
			"--repeat %q: want a number from 2 to %d", c.String("repeat"), maxRepeats)
	}
	return times, nil
}

func verifyPackages(ctx context.Context, c *call) error {
	repeats, err := repeatFlag(c)
	if err != nil {
		return err
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	names, err := wantedPackages(c)
	if err != nil {
		return err
	}
	chosen, err := selectPackages(ctx, w.Problems(), names)
	if err != nil {
		return err
	}
	unchanged, err := unchangedOf(ctx, c, chosen.paths())
	if err != nil {
		return err
	}
	exit, begin := exitOK, event.Begin{}
	options := verify.Options{
		Stop: c.Bool("stop"), Again: c.Bool("again"), Sanitize: c.Bool("sanitize"), Repeat: repeats, Set: chosen.set(),
		Complete: func(ctx context.Context, p *problem.Problem) error { return c.complete(ctx, w, p, nil) },
		Fault: func(err error) {
			err = judging(err)
			c.complain(err)
			exit = max(exit, exitCode(err))
		},
	}
	for i, member := range chosen.members {
		p, err := verify.Open(ctx, w.Problems(), member.path)
		if err != nil {
			return err
		}
		p.Unchanged, p.Label, p.Place = unchanged[i], member.label, member.place
		options.Packages = append(options.Packages, p)
		if p.Problem != nil {
			begin.Names = append(begin.Names, p.Problem.SubmissionNames()...)
		}
	}
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	return c.streaming(begin, func(out *stream) error {
		outcome, err := verify.Run(ctx, w, client, options, out.Event)
		if err != nil {
			return judging(err)
		}
		return outcomeOf(max(exit, exitOfVerification[outcome]))
	})
}

// exitOfVerification is the exit code that an outcome asks for.
var exitOfVerification = map[verify.Outcome]int{
	verify.Sound: exitOK, verify.Faulty: exitFailed, verify.Unusable: exitUsage, verify.Unjudged: exitJudge,
}

// absolute is a path from the root on, as it is where the present folder is not known.
func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil && path != "" {
		return whole
	}
	return path
}
