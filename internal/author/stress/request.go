package stress

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Request is what the user asks to try.
type Request struct {
	// Solution is a file, or a submission of the package that Search names.
	Solution string
	Search   workspace.Search
	// Beside applies when the solution belongs to no other problem: tests beside it are taken for tests of its
	// problem.
	Beside bool
	// Against is the reference solution, a file or a submission of the package: "" for the model solution, "none" for
	// none.
	Against string
	// Validator is a program of the user that checks every input too, "" for none.
	Validator string
	// Judge replaces how the problem judges, unless it is nil.
	Judge   *problem.OwnJudge
	Options job.Options
}

// trustedTime is the least CPU time limit of the reference solution, which need not be fast.
const trustedTime = 10 * time.Second

// Prepare finds the solution, its problem and the reference solution. The judge of the workspace must be
// open.
func Prepare(ctx context.Context, w *workspace.Workspace, r Request) (workspace.Solution, Setup, error) {
	find := w.Unattached
	if r.Beside {
		find = w.Solution
	}
	s, err := find(ctx, r.Search, r.Solution)
	if errors.Is(err, workspace.ErrNoProblem) {
		s, err = w.Unattached(ctx, r.Search, r.Solution)
	}
	if err != nil {
		return s, Setup{}, err
	}
	p, err := s.Problem(ctx)
	if err != nil {
		return s, Setup{}, err
	}
	setup, err := r.Setup(w, &s, p)
	return s, setup, err
}

// Setup says how to try a solution of a problem. The judge of the workspace must be open.
func (r *Request) Setup(w *workspace.Workspace, s *workspace.Solution, p *problem.Problem) (Setup, error) {
	adjusted, err := p.JudgedBy(r.Judge)
	if err != nil {
		return Setup{}, fmt.Errorf("%s: %w", s.Name, err)
	}
	if r.Validator != "" {
		if err := workspace.Readable(r.Validator); err != nil {
			return Setup{}, fmt.Errorf("--validator %w", err)
		}
		path, err := filepath.Abs(r.Validator)
		if err != nil {
			return Setup{}, err
		}
		adjusted.InputValidators = append(slices.Clip(adjusted.InputValidators), problem.Program{Name: r.Validator, Path: path})
	}
	scratch, err := w.Scratch()
	if err != nil {
		return Setup{}, err
	}
	setup := Setup{Problem: adjusted, Folder: scratch, Setup: job.Setup{
		Solution: job.Judgement{Name: s.Name, Source: s.Source, Options: r.Options}, Template: UsualCase(p),
	}}
	setup.Solution.Source.Legacy = p.Format.IsLegacy()
	setup.Trusted, err = r.trusted(w, adjusted, s)
	return setup, err
}

// trusted finds the reference solution: the one that is named, that of the package, or a brute force beside the solution. It
// returns one without a name when there is none, or when the model solution is the one being tried.
func (r *Request) trusted(w *workspace.Workspace, p *problem.Problem, tried *workspace.Solution) (job.Judgement, error) {
	var submission *problem.Submission
	against := r.Against
	switch against {
	case "none":
		return job.Judgement{}, nil
	case "":
		if submission = p.Model(tried.Path); submission != nil {
			break
		}
		if p.Format == problem.Plain {
			against = w.ReferenceBeside(tried)
		}
		if against == "" {
			return job.Judgement{}, nil
		}
	default:
		submission = p.Submission(against)
	}
	trusted := job.Judgement{Name: against}
	var err error
	if submission != nil {
		trusted, err = job.ReadReference(p, submission)
	} else if _, missing := os.Stat(against); errors.Is(missing, fs.ErrNotExist) {
		err = fmt.Errorf("--against %w", workspace.NoSubmission(p, against))
	} else if trusted.Source, err = workspace.ReadSource(against, ""); err != nil {
		err = fmt.Errorf("--against %w", err)
	}
	if err != nil {
		return trusted, err
	}
	trusted.Source.Legacy = p.Format.IsLegacy()
	builder, err := w.Builder()
	if err != nil {
		return trusted, err
	}
	if _, err := builder.Table.Detect(trusted.Source); err != nil {
		return trusted, fmt.Errorf("%s: %w", trusted.Name, err)
	}
	trusted.Options = r.Options
	trusted.Options.TimeLimit = max(r.Options.TimeLimit, p.Limits.Time, trustedTime)
	return trusted, nil
}

// UsualCase is a case with the usual arguments and files of the problem: those of the first secret case, else of
// the first case. In a problem with scores it is the last one, since arguments restrict the inputs of earlier groups.
func UsualCase(p *problem.Problem) problem.Case {
	all := p.Data.AllCases()
	i := slices.IndexFunc(all, func(tc *problem.Case) bool { return !tc.Sample })
	if p.Type.Scoring && i >= 0 {
		i = len(all) - 1
	}
	if i < 0 && len(all) > 0 {
		i = 0
	}
	if i < 0 && p.Data.Template != nil {
		return problem.Case{OutputArgs: p.Data.Template.OutputArgs}
	}
	if i < 0 {
		return problem.Case{}
	}
	template := Template(all[i])
	template.Files = "" // the files may belong to its input
	return template
}

// Template returns what another input needs to be judged like a case: its arguments, which are the same for all
// steps, and its files.
func Template(tc *problem.Case) problem.Case {
	return problem.Case{
		Args: tc.Args, InputArgs: tc.InputArgs, InputArgsFor: tc.InputArgsFor, OutputArgs: tc.OutputArgs, Files: tc.Files,
	}
}
