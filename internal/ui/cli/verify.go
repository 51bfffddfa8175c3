package cli

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"grundy/internal/author"
	"grundy/internal/author/generate"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
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
	packages, exit, err := openPackages(ctx, c, w.Problems(), chosen.paths(), unchanged)
	if err != nil {
		return err
	}
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	return c.streaming(event.Begin{Names: nameWidth(packages)}, func(out *stream) error {
		v := verifier{call: c, workspace: w, client: client, out: out, repeats: repeats}
		set := event.SetVerified{Set: chosen.name}
		for i, p := range packages {
			if unchanged[i] {
				out.Event(event.Verifying{Problem: p.ID, Path: p.Dir, Unchanged: true})
				set.Packages = append(set.Packages, event.SetRow{Problem: p.ID, Label: chosen.members[i].label, Unchanged: true})
				continue
			}
			summary, code, err := v.verify(ctx, p)
			if err != nil && (ctx.Err() != nil || !chosen.isSet()) {
				return err
			}
			if err != nil {
				c.complain(err) // the others are verified all the same
				code = exitCode(err)
			}
			exit = max(exit, code)
			set.Packages = append(set.Packages, setRow(p, summary, chosen.members[i].label))
		}
		if chosen.isSet() {
			exit = max(exit, v.compare(chosen, packages, set))
		}
		return outcomeOf(exit)
	})
}

// openedPackage is a package that was opened.
type openedPackage struct {
	*problem.Problem
	// faults are what its author must mend: a statement that is missing, rules for test data that are faulty. An unusable
	// package cannot be judged for them.
	faults   problem.Diagnostics
	unusable bool
}

// openPackages loads packages. Those that cannot be judged are complained of; the exit code tells. Of those that are unchanged
// nothing is said.
func openPackages(ctx context.Context, c *call, library *workspace.Library, paths []string, unchanged []bool) (packages []openedPackage, exit int, err error) {
	for i, path := range paths {
		p, faults, err := library.Open(ctx, path)
		var faulty *problem.FaultError
		if err != nil && !errors.As(err, &faulty) {
			return nil, exitUsage, err
		}
		errs := faults.Fatal(false)
		if len(faults.Fatal(true)) > 0 || err != nil {
			// All faults are shown already, so there is nothing to hint at.
			if !unchanged[i] {
				c.complain(errors.New((&problem.FaultError{Package: path, Diagnostics: errs}).Error()))
				exit = exitUsage
			}
			if p == nil {
				p = &problem.Problem{ID: filepath.Base(path), Dir: path, Data: &problem.Group{}}
			}
			packages = append(packages, openedPackage{p, errs, true})
			continue
		}
		if unchanged[i] {
			packages = append(packages, openedPackage{Problem: p})
			continue
		}
		library.Warn(path, slices.DeleteFunc(slices.Clone(faults), func(d problem.Diagnostic) bool { return d.Level == problem.Error }))
		if p.Format != problem.Plain {
			_, unruly := generators.Read(p)
			errs = append(errs, unruly...)
		}
		packages = append(packages, openedPackage{p, errs, false})
	}
	return packages, exit, nil
}

// verifier verifies packages one after the other.
type verifier struct {
	*call
	workspace *workspace.Workspace
	client    job.Client
	out       event.Sink
	repeats   int // how often programs do the same, see author.Options
}

// verify verifies one package and gives the exit code that it asks for.
func (v *verifier) verify(ctx context.Context, p openedPackage) (event.Verification, int, error) {
	v.out.Event(event.Verifying{Problem: p.ID, Path: p.Dir, Unusable: p.unusable})
	if p.unusable {
		summary := event.Verification{Problem: p.ID, Faults: len(p.faults)}
		v.out.Event(event.DataChecked{Problem: p.ID, Check: event.Package, Faults: p.faults})
		v.out.Event(event.Verified{Summary: summary})
		return summary, exitUsage, nil
	}
	if err := v.complete(ctx, v.workspace, p.Problem, nil); err != nil {
		return event.Verification{Failed: true}, exitJudge, err
	}
	hidden, err := v.workspace.Hidden(ctx, p.Problem)
	if err != nil {
		return event.Verification{Failed: true}, exitJudge, err
	}
	options := author.Options{
		Faults: append(p.faults, hidden...), Jobs: v.client.Slots(), Stop: v.Bool("stop"), Again: v.Bool("again"), Used: v.client.Usage,
		Visualizer: v.client, Trier: v.client,
	}
	if err := v.tryPrograms(ctx, p.Problem, &options); err != nil {
		return event.Verification{Failed: true}, exitJudge, err
	}
	summary, err := author.Verify(ctx, v.client, v.client, p.Problem, options, v.out.Event)
	switch {
	case err != nil:
		return summary, exitJudge, judging(err)
	case summary.JudgeErrors > 0:
		return summary, exitJudge, nil
	case !summary.OK():
		return summary, exitFailed, nil
	}
	return summary, exitOK, nil
}

// tryPrograms says what of the trials of programs is wanted.
func (v *verifier) tryPrograms(ctx context.Context, p *problem.Problem, options *author.Options) error {
	options.Repeat = v.repeats
	if v.Bool("sanitize") {
		builder, err := v.workspace.Builder()
		if err != nil {
			return err
		}
		options.Sanitizable = func(source language.Source) bool {
			source.Sanitize, source.Legacy = true, p.Format.IsLegacy()
			_, err := builder.Table.Detect(source)
			return err == nil
		}
	}
	if p.Format == problem.Plain || options.Repeat == 0 && !v.Bool("sanitize") {
		return nil
	}
	scratch, err := v.workspace.Scratch()
	if err != nil {
		return err
	}
	judge, err := v.workspace.Judge(ctx)
	if err != nil {
		return err
	}
	rules, _ := generators.Read(p) // whose faults are reported with the package
	options.Generators = generate.New(judge, v.workspace.Cache(), p, rules).Rehearsals(scratch)
	return nil
}

// compare tells what is wrong with the packages of a set beside one another, and what came of all.
func (v *verifier) compare(chosen *selection, packages []openedPackage, set event.SetVerified) int {
	v.out.Event(event.Verifying{Problem: set.Set, Path: absolute(chosen.dir), Set: true})
	var neighbours []author.Neighbour
	for i, p := range packages {
		if !p.unusable {
			neighbours = append(neighbours, author.Neighbour{Problem: p.Problem, Place: chosen.members[i].place})
		}
	}
	var checks []event.DataChecked
	if chosen.listed > 0 || len(chosen.faults) > 0 {
		checks = append(checks, event.DataChecked{Problem: set.Set, Check: event.SetList, Checked: len(packages), Faults: chosen.faults})
	}
	for _, check := range append(checks, author.Compare(set.Set, neighbours)...) {
		v.out.Event(check)
		for _, fault := range check.Faults {
			switch fault.Level {
			case problem.Error:
				set.Faults++
			case problem.Warning:
				set.Warnings++
			}
		}
	}
	v.out.Event(set)
	if set.Faults > 0 {
		return exitFailed
	}
	return exitOK
}

// setRow is what came of a package, for the table of its set.
func setRow(p openedPackage, summary event.Verification, label string) event.SetRow {
	return event.SetRow{
		Problem: p.ID, Label: label, Unusable: p.unusable, Unfinished: summary.Failed || summary.Interrupted, Tests: len(summary.Cases),
		Faults: summary.Faults, Warnings: summary.Warnings, Met: summary.Met, Unmet: summary.Unmet, Skipped: summary.Skipped,
		TimeLimit: summary.TimeLimit,
	}
}

// absolute is a path from the root on, as it is where the present folder is not known.
func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil && path != "" {
		return whole
	}
	return path
}

// nameWidth is the width of the longest name of a submission.
func nameWidth(packages []openedPackage) int {
	width := 0
	for _, p := range packages {
		for _, submission := range p.Submissions {
			width = max(width, terminal.Width(submission.Name))
		}
	}
	return width
}
