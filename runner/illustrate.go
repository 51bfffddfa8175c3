package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"grundy/checker"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/verdict"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement/svgsafe"
)

// The base names of pictures: an input visualizer leaves its picture in its working directory; validators and output
// visualizers leave theirs in the feedback directory (2025-09, section "Reporting additional feedback").
const (
	inputPicture = generators.Base
	judgePicture = "judgeimage"
	teamPicture  = "teamimage"
)

// maxDrawing bounds a visualizer's time where validators may take longer, since a user waits for the picture.
const maxDrawing = 10 * time.Second

// IllustrateCase has the input visualizer draw a case. The result says why there is no picture; the error is a
// *job.PackageError if the visualizer cannot be built.
func (j *Judge) IllustrateCase(ctx context.Context, p *problem.Problem, tc *problem.Case) (result job.Illustrated, err error) {
	if p.InputVisualizer == nil {
		return result, fmt.Errorf("problem %q has no input visualizer", p.ID)
	}
	program, err := j.outputValidator(ctx, p, *p.InputVisualizer, urgent)
	if err != nil {
		return result, err
	}
	err = j.slots.with(ctx, urgent, func(s *slot) error {
		dir, err := os.MkdirTemp(s.dir, "picture")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		if err := s.rewind(); err != nil {
			return err
		}
		work, err := j.drawing(ctx, s, p, tc, program)
		if err != nil {
			return err
		}
		work.Args, work.Export = append(work.Args, tc.InputVisualizerArgs...), dir
		ran, err := s.run(ctx, work)
		if err != nil {
			return err
		}
		result = findPicture(dir, ran, fmt.Sprintf("want a file %s.svg in the working directory", inputPicture), inputPicture)
		return nil
	})
	return result, err
}

// IllustrateOutput has the checker judge the given output of a case, and then the output visualizer draw it.
func (j *Judge) IllustrateOutput(ctx context.Context, p *problem.Problem, tc *problem.Case, output io.Reader) (result job.Illustrated, err error) {
	sub := &Submission{judge: j, problem: p, checkers: make([]*language.Program, len(p.Output.Programs))}
	for i, program := range p.Output.Programs {
		if sub.checkers[i], err = j.outputValidator(ctx, p, program, urgent); err != nil {
			return result, err
		}
	}
	return sub.illustrate(ctx, tc, func(s *slot, a *attempt) error {
		if err := errors.Join(s.forget(), s.rewind()); err != nil {
			return err
		}
		if _, err := s.fill(output, p.Limits.Output); err != nil {
			return err
		}
		return sub.check(ctx, s, tc, tc.Input, a)
	})
}

// IllustrateSubmission runs a submission on a case and has the output visualizer draw the result.
func (j *Judge) IllustrateSubmission(ctx context.Context, sub *Submission, tc *problem.Case) (job.Illustrated, error) {
	return sub.illustrate(ctx, tc, func(s *slot, a *attempt) error {
		if err := s.forget(); err != nil {
			return err
		}
		*a = sub.newAttempt(tc)
		return sub.passes(ctx, s, tc, a)
	})
}

// illustrate draws an output that judge leaves in a slot, together with the checkers' feedback. An interactive
// problem has only the feedback (2025-09, section "Output visualizer").
func (sub *Submission) illustrate(ctx context.Context, tc *problem.Case, judge func(*slot, *attempt) error) (result job.Illustrated, err error) {
	p := sub.problem
	var program *language.Program
	if p.OutputVisualizer != nil {
		if program, err = sub.judge.outputValidator(ctx, p, *p.OutputVisualizer, urgent); err != nil {
			return result, err
		}
	}
	err = sub.judge.slots.with(ctx, urgent, func(s *slot) error {
		defer s.release()
		var a attempt
		var failed *checker.JudgeError
		switch err := judge(s, &a); {
		case errors.As(err, &failed):
			result.Fault, result.Detail = "the output validator failed: "+failed.Reason, failed.Detail
			return nil
		case err != nil:
			return err
		case a.Verdict != verdict.AC && a.Verdict != verdict.WA:
			result.Fault = fmt.Sprintf("there is no output to draw: the submission gets %s (%s)", a.Verdict, a.Reason)
			return nil
		}
		var ran ToolResult
		want := "the output validator writes none, and there is no output visualizer"
		if program != nil {
			if ran, err = sub.draw(ctx, s, tc, program); err != nil {
				return err
			}
			want = fmt.Sprintf("want a file %s.svg in the feedback directory", judgePicture)
		}
		result = findPicture(s.feedback, ran, want, judgePicture, teamPicture)
		return nil
	})
	return result, err
}

// draw runs the output visualizer on the content of a slot.
func (sub *Submission) draw(ctx context.Context, s *slot, tc *problem.Case, program *language.Program) (ToolResult, error) {
	if err := fsutil.Renew(&s.stderr); err != nil {
		return ToolResult{}, err
	}
	work, err := sub.judge.drawing(ctx, s, sub.problem, tc, program)
	if err != nil {
		return ToolResult{}, err
	}
	box, err := s.judge(ctx)
	if err != nil {
		return ToolResult{}, err
	}
	feedback := checker.View{Box: box}
	shown := feedback.Folder("feedback", s.feedback)
	work.Mounts = append(work.Mounts, feedback.Mounts()...)
	work.Args = append(append(work.Args, shown+"/"), tc.OutputVisualizerArgs...)
	if !sub.problem.Type.Interactive {
		work.Stdin = sandbox.FromPath(s.output.Name())
	}
	return s.run(ctx, work)
}

// drawing describes a run of a visualizer on a case, except for its further arguments. The working directory holds
// the visualizer's own files.
func (j *Judge) drawing(ctx context.Context, s *slot, p *problem.Problem, tc *problem.Case, program *language.Program) (ToolRun, error) {
	box, err := s.judge(ctx)
	if err != nil {
		return ToolRun{}, err
	}
	view := checker.View{Box: box, Scratch: s.checker, Within: p.Dir}
	work := ToolRun{Program: program, Copies: program.Sources, Limits: j.drawingLimits(p.Limits)}
	for _, file := range []struct{ name, path string }{{"input", tc.Input}, {"answer", tc.Answer}} {
		shown, err := view.File(file.name, file.path)
		if err != nil {
			return ToolRun{}, err
		}
		work.Args = append(work.Args, shown)
	}
	work.Mounts = view.Mounts()
	return work, nil
}

func (j *Judge) drawingLimits(l problem.Limits) sandbox.Limits {
	l.ValidationTime, l.ValidationOutput = min(l.ValidationTime, maxDrawing), svgsafe.MaxSize
	return j.toolLimits(l)
}

// findPicture finds a visualizer's picture in a directory: the first of the given base names that exists. want names the
// expected file in the message if there is none.
func findPicture(dir string, ran ToolResult, want string, names ...string) job.Illustrated {
	if fault := ran.Fault(); fault != "" {
		return job.Illustrated{Fault: fault, Detail: ran.Stderr}
	}
	for _, name := range names {
		for _, extension := range svgsafe.Extensions() {
			file := name + extension
			found, err := readPicture(dir, file)
			if errors.Is(err, os.ErrNotExist) {
				continue
			}
			if err == nil {
				found, err = svgsafe.Take(extension, found)
			}
			if err != nil {
				return job.Illustrated{Fault: fmt.Sprintf("%s: %v", file, err), Detail: ran.Stderr}
			}
			return job.Illustrated{Picture: found, Extension: extension}
		}
	}
	return job.Illustrated{Fault: "no picture was written: " + want, Detail: ran.Stderr}
}

// readPicture reads a file up to one byte more than a picture may have.
func readPicture(dir, name string) ([]byte, error) {
	file, err := fsutil.OpenWithin(dir, filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, int64(svgsafe.MaxSize)+1))
}
