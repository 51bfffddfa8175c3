package runner

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"

	"grundy/checker"
	"grundy/internal/problem"
	"grundy/internal/sandbox"
	"grundy/internal/verdict"
)

// validateStatically has the package's static validator look at the sources (2025-09, section "Static validator"): in
// its working directory, with the language, the entry point and the feedback folder as arguments.
func (sub *Submission) validateStatically(ctx context.Context, s *slot, tc *problem.Case, a *attempt) error {
	if sub.static == nil {
		return &checker.JudgeError{Reason: "the package asks for static validation but has no static validator"}
	}
	if err := s.forget(); err != nil {
		return err
	}
	if err := s.rewind(); err != nil {
		return err
	}
	box, err := s.judge(ctx)
	if err != nil {
		return err
	}
	view := checker.View{Box: box, Scratch: s.checker}
	feedback, err := view.Folder("feedback", s.feedback)
	if err != nil {
		return err
	}
	entry := ""
	if sub.program != nil {
		entry = sub.program.Entry
	}
	spec := describe(box, sub.static, "checker", sub.judge.toolLimits(sub.problem))
	spec.Args = append(spec.Args, sub.language.Code, entry, feedback+"/")
	spec.Args = append(spec.Args, tc.OutputArgs...)
	spec.Mounts = append(spec.Mounts, view.Mounts()...)
	spec.Stdout, spec.Stderr = s.output, s.stderr
	if spec.Copies, err = sub.sources(s); err != nil {
		return err
	}
	result, err := box.Run(ctx, spec)
	if err != nil {
		return err
	}
	outcome, err := checker.ICPC.Interpret(result, nil, beginning(s.stderr), s.feedback)
	if err != nil {
		return err
	}
	sub.take(a, outcome)
	if a.Verdict != verdict.AC && outcome.Message == "" {
		a.Reason = "rejected by the static validator"
	}
	return nil
}

// sources are the files that were submitted. Those in memory are written where the box can take them from.
func (sub *Submission) sources(s *slot) ([]sandbox.Copy, error) {
	dir := filepath.Join(s.dir, "sources")
	if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o700)); err != nil {
		return nil, err
	}
	var copies []sandbox.Copy
	for i, file := range sub.source.Files {
		from := file.Path
		if file.Data != nil {
			from = filepath.Join(dir, strconv.Itoa(i))
			if err := os.WriteFile(from, file.Data, 0o644); err != nil {
				return nil, err
			}
		}
		copies = append(copies, sandbox.Copy{Host: from, To: file.Name, Mode: 0o644})
	}
	return copies, nil
}
