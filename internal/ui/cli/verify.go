package cli

import (
	"context"
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
			Usage:     "check problem packages with their own submissions",
			ArgsUsage: "[PROBLEM]...",
			Description: `Checks a package as its author must: the files, the validators, the checker, the time limit, and
every submission on all test cases.

   grundy verify problems/nim
   grundy verify contest                 its packages, in the order of its problems.yaml
   grundy verify contest --summary       only failures and the table
   grundy verify --all                   every problem of grundy list, one after the other
   grundy verify --stop --format json problems/*
   grundy verify --changed-since origin/main problems      only what this branch changes
   grundy verify --sanitize coins        also run its C and C++ programs under the sanitizers
   grundy verify --repeat 10 coins       does its checker decide the same each time?
   grundy verify --bounds coins          does its validator accept what the statement promises?
   grundy verify --all --on hub.json     the workers of a hub judge

It checks the files against the format, every input with the validators, the answers with the
checker, the checker with nonsense, and every submission against its expected verdict. The report
shows which test case catches which submission, and which one alone catches it, which bounds no test
case reaches, and whether the time limit fits. PROBLEM is a problem of grundy list, a directory or
an archive. Without it, the package is the current directory. A directory of packages, such as a
contest, stands for all of them: a table at the end shows the result of each, and problems of the
set as a whole, such as two packages with the same name.

Exit code: 0 when everything is as expected, 1 when it is not, 2 when the package is too faulty to
be judged, 3 when the judge failed.`,
			Flags: slices.Concat([]cli.Flag{
				switchFlag("all", "verify all problems of grundy list"),
				switchFlag("fresh", "measure everything anew, ignoring results of earlier runs"),
				switchFlag("stop", "judge each submission only up to its first failure: faster, but it stays unknown what each test case catches"),
				&cli.StringFlag{
					Name: "changed-since", Usage: "verify only the packages that differ from the commit `REF` of their Git repository, including uncommitted changes",
				},
				switchFlag("bounds", "also show the bounds that the statement states beside those that the input validators accept"),
				switchFlag("summary", "show only failures and the table of packages"),
				switchFlag("sanitize", "also run the C and C++ programs under the address and undefined-behaviour sanitizers"),
				&cli.StringFlag{
					Name: "repeat", Usage: "run validators, checkers, interactors and generators `N` times on the same input, and report differences",
				},
				onFlag(),
				classFlag(),
				libraryFlag(),
			}, reportFlags("verify", "everything in full"), judgeFlags()),
		},
	}
}

// maxRepeats bounds how often programs repeat a case: more would take days.
const maxRepeats = 1000

// repeatFlag is how often programs repeat a case, 0 for not at all.
func repeatFlag(c *call) (int, error) {
	if !c.IsSet("repeat") {
		return 0, nil
	}
	times, err := strconv.Atoi(c.String("repeat"))
	if err != nil || times < 2 || times > maxRepeats {
		return 0, hint.Errorf("ten runs show almost certainly a result that differs every other time",
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
	chosen, err := w.Problems().Select(ctx, names)
	if err != nil {
		return err
	}
	unchanged, err := unchangedOf(ctx, c, chosen.Members)
	if err != nil {
		return err
	}
	exit, begin := exitOK, event.Begin{Summary: c.Bool("summary")}
	options := verify.Options{
		Stop: c.Bool("stop"), Again: c.Bool("fresh"), Sanitize: c.Bool("sanitize"), Repeat: repeats, Bounds: c.Bool("bounds"), Set: comparedSet(chosen),
		Complete: func(ctx context.Context, p *problem.Problem) error { return c.complete(ctx, w, p, nil) },
		Fault:    c.noting(&exit),
	}
	for i, member := range chosen.Members {
		p, err := verify.Open(ctx, w.Problems(), member.Path)
		if err != nil {
			return err
		}
		p.Unchanged, p.Label, p.Place = unchanged[i], member.Label, member.Place
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

// exitOfVerification is the exit code of each result.
var exitOfVerification = map[verify.Result]int{
	verify.Sound: exitOK, verify.Faulty: exitFailed, verify.Unusable: exitUsage, verify.Unjudged: exitJudge,
}
