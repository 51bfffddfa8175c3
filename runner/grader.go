package runner

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"grundy/internal/base/verdict"
	"grundy/internal/job"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
)

// grade has the package's grader combine outcomes. The grader reads a line with verdict and score for each, and
// prints such a line for the group (legacy, section "Graders"). Any failure is a judge error.
func (sub *Submission) grade(ctx context.Context, group *problem.Group, outcomes []verdict.Grade) verdict.Grade {
	if sub.grader == nil {
		return verdict.Grade{Verdict: verdict.JE, Reason: "the grading is custom, but the package has no grader"}
	}
	var outcome verdict.Grade
	err := sub.judge.slots.with(ctx, urgent, func(s *slot) (err error) {
		outcome, err = sub.gradeIn(ctx, s, group, outcomes)
		return err
	})
	if err != nil {
		return verdict.Grade{Verdict: verdict.JE, Reason: "the grader: " + err.Error()}
	}
	return outcome
}

func (sub *Submission) gradeIn(ctx context.Context, s *slot, group *problem.Group, outcomes []verdict.Grade) (verdict.Grade, error) {
	if err := s.rewind(); err != nil {
		return verdict.Grade{}, err
	}
	var lines strings.Builder
	for _, o := range outcomes {
		fmt.Fprintf(&lines, "%s %s\n", legacyCode(o.Verdict), strconv.FormatFloat(o.Score, 'f', -1, 64))
	}
	results := filepath.Join(s.dir, "results")
	if err := os.WriteFile(results, []byte(lines.String()), 0o644); err != nil {
		return verdict.Grade{}, err
	}
	ran, err := s.run(ctx, ToolRun{
		Program: sub.grader, Args: group.Grading.Flags, Stdin: sandbox.FromPath(results), Stdout: s.output,
		Limits: sub.judge.toolLimits(sub.problem.Limits),
	})
	if err != nil {
		return verdict.Grade{}, err
	}
	if ran.Broken != nil {
		sub.graderFault = &job.SanitizerError{Program: sub.problem.Grader.Name, Breakdown: *ran.Broken}
		return verdict.Grade{}, sub.graderFault
	}
	if fault := ran.Fault(); fault != "" {
		return verdict.Grade{}, errors.New(strings.TrimSuffix(fault+": "+firstLine(ran.Stderr), ": "))
	}
	graded, err := parseGraded(excerpt(s.output))
	if err != nil {
		return verdict.Grade{}, err
	}
	// The score of a rejected group is ignored, and so is every score in pass-fail problems.
	if graded.Verdict != verdict.AC || !sub.problem.Type.Scoring {
		graded.Score = 0
	}
	return graded, nil
}

// legacyCode returns the verdict in the grader's vocabulary, which has a single word for all limits except time.
func legacyCode(v verdict.Verdict) string {
	switch v {
	case verdict.AC, verdict.WA, verdict.TLE:
		return v.String()
	case verdict.ILE:
		return verdict.TLE.String()
	}
	return verdict.RTE.String()
}

// parseGraded parses the grader's output.
func parseGraded(printed string) (verdict.Grade, error) {
	words := strings.Fields(printed)
	if len(words) == 2 && strings.Trim(words[1], "+-.eE0123456789") == "" {
		v, unknown := verdict.Parse(words[0])
		score, err := strconv.ParseFloat(words[1], 64)
		if unknown == nil && err == nil && !math.IsInf(score, 0) && v != verdict.JE {
			return verdict.Grade{Verdict: v, Score: score}, nil
		}
	}
	return verdict.Grade{}, fmt.Errorf("want a line such as \"AC 10\", got %.60q", printed)
}
