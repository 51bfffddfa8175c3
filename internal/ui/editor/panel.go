package editor

import (
	"context"
	"errors"
	"html/template"
	"time"

	"grundy/internal/app/practice"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
)

// panel is what an editor shows beside a file: its problem, and the test cases by which it is judged.
type panel struct {
	File     string `json:"file"` // as the user would type it
	Language string `json:"language,omitempty"`
	// Problem is null if the file has none; Reason says why, and Help what to do about it.
	Problem *panelProblem `json:"problem"`
	Reason  string        `json:"reason,omitempty"`
	Help    string        `json:"help,omitempty"`
}

type panelProblem struct {
	ID          string  `json:"id"`
	Name        string  `json:"name"`
	Directory   string  `json:"directory"`
	URL         string  `json:"url,omitempty"` // the problem's page on its site
	TimeLimit   float64 `json:"time_limit_seconds"`
	MemoryLimit int64   `json:"memory_limit_bytes"`
	Interactive bool    `json:"interactive"`
	// Plain reports that the cases are files in a directory of the user's own, which may change them.
	Plain bool `json:"plain"`
	// Statement is the statement as safe HTML, "" if there is none.
	Statement template.HTML `json:"statement,omitempty"`
	Cases     []panelCase   `json:"cases"`
}

type panelCase struct {
	Name   string `json:"name"`
	Sample bool   `json:"sample"`
	// Input and Answer are the beginnings of the files at InputPath and AnswerPath. A case without an answer is run but not judged.
	Input      string `json:"input"`
	Answer     string `json:"answer,omitempty"`
	InputPath  string `json:"input_path,omitempty"`
	AnswerPath string `json:"answer_path,omitempty"`
	// Cut reports that one of the texts is longer than shown.
	Cut bool `json:"cut,omitempty"`
}

const (
	// maxCaseText bounds, in bytes, the shown part of an input or an answer of a list, and maxCases the cases whose texts are shown.
	maxCaseText = 16 << 10
	maxCases    = 200
)

// openPanel returns the problem of a file. A file without one is no error: the panel says why.
func (s *Server) openPanel(ctx context.Context, params fileParams) (panel, error) {
	d, err := s.named(params.URI)
	if err != nil {
		return panel{}, err
	}
	shown := panel{File: workspace.ShortPath(d.path)}
	solution, err := s.solution(ctx, d)
	if err == nil {
		shown.Language = s.languageOf(solution)
		var p *problem.Problem
		if p, err = solution.Problem(ctx); err == nil {
			shown.Problem = s.describe(d, p)
			return shown, nil
		}
	}
	shown.Reason, shown.Help = err.Error(), hint.Of(err)
	return shown, nil
}

// languageOf returns the name of a solution's language for people.
func (s *Server) languageOf(solution workspace.Solution) string {
	builder, err := s.Workspace.Builder()
	if err != nil {
		return ""
	}
	language, err := builder.Table.Detect(solution.Source)
	if err != nil {
		return ""
	}
	return language.Name
}

func (s *Server) describe(d *document, p *problem.Problem) *panelProblem {
	shown := &panelProblem{
		ID: p.ID, Name: p.Name(), Directory: p.Dir, URL: plain.Address(d.path), TimeLimit: p.Limits.Time.Round(time.Millisecond).Seconds(),
		MemoryLimit: int64(p.Limits.Memory), Interactive: p.Type.Interactive, Plain: p.Format == problem.Plain, Cases: []panelCase{},
	}
	if text, err := practice.ReadText(s.Workspace, p, p.Statements, ""); err == nil && text != nil {
		// A statement that cannot be shown leaves the panel without it; grundy show says why.
		shown.Statement, _ = text.HTML(statement.HTMLOptions{})
	}
	for i, tc := range p.Data.AllCases() {
		one := panelCase{Name: tc.Name, Sample: tc.Sample, InputPath: tc.Input, AnswerPath: tc.Answer}
		if i < maxCases {
			var cut bool
			one.Input, one.Cut = excerpt(p.Dir, tc.Input)
			one.Answer, cut = excerpt(p.Dir, tc.Answer)
			one.Cut = one.Cut || cut
		}
		shown.Cases = append(shown.Cases, one)
	}
	return shown
}

// excerpt returns the beginning of a file of a package; "" for one that cannot be read, which running the case reports.
func excerpt(dir, path string) (text string, cut bool) {
	file, err := fsutil.OpenWithin(dir, path)
	if err != nil {
		return "", false
	}
	defer file.Close()
	buffer := make([]byte, maxCaseText+1)
	n, _ := file.Read(buffer)
	return beginning(buffer[:min(n, maxCaseText)]), n > maxCaseText
}

// earlierRun is a judgement of the file in the history.
type earlierRun struct {
	Run     int64     `json:"run"`
	At      time.Time `json:"at"`
	Verdict string    `json:"verdict"`
	Passed  int       `json:"passed"`
	Tests   int       `json:"tests"`
	CPU     float64   `json:"cpu_seconds"`
}

// mostRuns bounds how many judgements the editor lists.
const mostRuns = 100

// history returns the latest judgements of a file, the newest first.
func (s *Server) history(ctx context.Context, params fileParams) ([]earlierRun, error) {
	d, err := s.named(params.URI)
	if err != nil {
		return nil, err
	}
	runs, err := s.Workspace.History().Runs(ctx, history.Query{Path: d.path, Last: mostRuns})
	if err != nil {
		return nil, err
	}
	shown := []earlierRun{}
	for _, run := range runs {
		verdict := run.Verdict
		if run.Interrupted {
			verdict = ""
		}
		shown = append(shown, earlierRun{run.ID, run.At, verdict, run.Passed, run.Tests, run.Slowest.Seconds()})
	}
	return shown, nil
}

// versionParams name a judgement in the history.
type versionParams struct {
	Run int64 `json:"run"`
}

// sourceVersion is the source of an earlier judgement.
type sourceVersion struct {
	Text string `json:"text"`
}

// errNoSource reports a judgement whose source the history does not keep.
var errNoSource = errors.New("the history does not keep the source of this run")

// version returns the source of an earlier judgement.
func (s *Server) version(ctx context.Context, params versionParams) (sourceVersion, error) {
	files, err := s.Workspace.History().Source(ctx, params.Run)
	if err != nil {
		return sourceVersion{}, err
	}
	for _, file := range files {
		if !file.Beside {
			return sourceVersion{file.Text}, nil
		}
	}
	return sourceVersion{}, errNoSource
}
