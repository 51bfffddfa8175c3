package local

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/ui/terminal"
	"grundy/runner"
)

// executed does an Execution without streams.
func (e *Executor) executed(ctx context.Context, p *problem.Problem, j job.Execution, emit func(event.Event)) (result job.Executed, err error) {
	output, err := e.newOutput()
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, output.remove()) }()
	if j.Input.Data != nil {
		input := filepath.Join(output.dir, "in")
		if err := os.WriteFile(input, j.Input.Data, 0o644); err != nil {
			return result, err
		}
		j.Input = language.File{Path: input}
	}
	var said bytes.Buffer
	streams := job.Streams{Out: output.File, Err: &said}
	if j.Follow {
		emit = serial(emit)
		streams.Err = io.MultiWriter(&said, &reporter{emit: emit, toErrors: true})
		defer follow(output, &reporter{emit: emit})()
	}
	if result, err = e.Execute(ctx, p, j, streams, emit); err != nil {
		return result, err
	}
	printed, err := output.content()
	if err != nil {
		return result, err
	}
	if bytesize.Size(printed.Size()+int64(said.Len())) > job.MaxContent {
		return result, &job.ContentError{What: "the output of the program"}
	}
	result.Errors = said.Bytes()
	result.Output, err = io.ReadAll(printed)
	return result, err
}

// Execute compiles a program and runs it once, connected with streams.
func (e *Executor) Execute(ctx context.Context, p *problem.Problem, j job.Execution, s job.Streams, emit func(event.Event)) (result job.Executed, err error) {
	limits := sandbox.Limits{CPU: j.TimeLimit, Memory: j.MemoryLimit, Output: j.OutputLimit}
	run := runner.Execution{Source: j.Source, Build: j.Build, Limits: limits, Args: j.Args, Stdin: sandbox.FromPath(j.Input.Path), Stdout: s.Out, Stderr: s.Err}
	if s.In != nil {
		run.Stdin = sandbox.FromFile(s.In)
	}
	if j.Within {
		run.Problem = p
	}
	var (
		ended sandbox.Result
		hides string
	)
	e.watch("", emit, func(emit func(event.Event)) {
		ended, err = e.judge.Run(ctx, run, func(program *language.Program) {
			hides = program.Hides
			emit(event.Compile{Command: program.Command, Cached: program.Cached, Time: program.Time, Log: program.Log})
		})
	})
	if err != nil {
		return result, err
	}
	result = job.Executed{
		Exit: ended.Exit, Signal: int(ended.Signal), CPU: ended.CPU, Wall: ended.Wall, Memory: ended.Memory, Tier: ended.Tier,
	}
	result.Verdict, result.Reason = runner.Classify(ended, limits)
	if result.Verdict == verdict.RTE && hides != "" {
		result.Reason += ": " + terminal.Line(hides)
	}
	return result, nil
}

// watch does work, and meanwhile reports languages that are made ready. Work gets its own emit, so that the two never
// emit at the same time.
func (e *Executor) watch(submission string, emit func(event.Event), work func(emit func(event.Event))) {
	say := serial(emit)
	e.judge.Watch(func() { work(say) }, func(language string) { say(event.Preparing{Submission: submission, Language: language}) })
}

// serial returns an emit that may be called concurrently.
func serial(emit func(event.Event)) func(event.Event) {
	var speaking sync.Mutex
	return func(e event.Event) {
		speaking.Lock()
		defer speaking.Unlock()
		emit(e)
	}
}
