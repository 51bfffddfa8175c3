package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

// showPicture writes the picture of a test case or of a submission's output on it.
func (c *call) showPicture(ctx context.Context, w *workspace.Workspace, named string, p *problem.Problem) error {
	tc, err := c.caseNamed(p)
	if err != nil {
		return err
	}
	drawn, by, err := c.illustrate(ctx, w, named, p, tc)
	if err != nil {
		return err
	}
	if drawn.Fault != "" {
		remedy := "docs/visualizers.md says what a visualizer must do"
		if file := c.String("submission"); file != "" {
			remedy = "grundy test --problem " + hint.Quote(named) + " " + hint.Quote(file) + " judges the submission; " + remedy
		}
		return &failedError{hint.Errorf(remedy, "%s", undrawn(by, tc.Name, drawn))}
	}
	file := cmp.Or(c.String("output"), p.ID+"-"+strings.ReplaceAll(strings.TrimPrefix(tc.Name, "secret/"), "/", "-")+drawn.Extension)
	if file == "-" {
		_, err := c.out.Write(drawn.Picture)
		return err
	}
	c.compareEnding(file, drawn)
	if err := workspace.WriteOutput(file, drawn.Picture, c.Bool("force")); err != nil {
		return err
	}
	c.made(file)
	return nil
}

// undrawn says why there is no picture.
func undrawn(by, of string, drawn job.Illustrated) string {
	text := fmt.Sprintf("%s drew no picture of %s: %s", by, of, drawn.Fault)
	if drawn.Detail != "" {
		text += "\n" + strings.TrimRight(terminal.Text(drawn.Detail), "\n")
	}
	return text
}

// compareEnding warns if a file's extension belongs to another picture format.
func (c *call) compareEnding(file string, drawn job.Illustrated) {
	if filepath.Ext(file) != drawn.Extension {
		c.log.Warn(fmt.Sprintf("%s: the picture is %s, although the name says otherwise", file, strings.ToUpper(drawn.Extension[1:])))
	}
}

// pictures writes the input visualizer's picture of a found input into a file or an existing directory. A failing
// visualizer only causes a warning: the input is reported anyway.
func (t *examination) pictures(at string) (func(context.Context, event.Counterexample) string, error) {
	p := t.Setup.Problem
	if p.InputVisualizer == nil {
		return nil, hint.Errorf("leave out --picture", "%s cannot draw inputs: it has no input_visualizer/", p.ID)
	}
	info, err := os.Stat(at)
	isFolder := err == nil && info.IsDir()
	if !isFolder {
		if above, err := os.Stat(filepath.Dir(at)); err != nil || !above.IsDir() || at == "-" || strings.HasSuffix(at, "/") {
			return nil, hint.Errorf("name a file in an existing directory, or the directory", "--picture: cannot write a picture to %q", at)
		}
	}
	return func(ctx context.Context, found event.Counterexample) string {
		file := at
		drawn, err := t.Illustrate(ctx, found)
		if isFolder {
			name := filepath.Base(t.Solution.Path)
			file = filepath.Join(at, p.ID+"-"+strings.TrimSuffix(name, filepath.Ext(name))+drawn.Extension)
		}
		if err == nil && drawn.Fault != "" {
			t.log.Warn(undrawn(p.InputVisualizer.Name, "the input", drawn))
			return ""
		}
		if err == nil {
			err = fsutil.Replace(file, 0o644, fsutil.Text(drawn.Picture))
		}
		if err != nil {
			t.log.Warn("there is no picture", "reason", err)
			return ""
		}
		t.compareEnding(file, drawn)
		return file
	}, nil
}

// caseNamed is the test case that --case names, by default the first one.
func (c *call) caseNamed(p *problem.Problem) (*problem.Case, error) {
	cases := slices.DeleteFunc(p.Data.AllCases(), func(tc *problem.Case) bool { return tc.Input == "" })
	if len(cases) == 0 {
		return nil, hint.Errorf("a picture shows a test case", "%s has no test cases", p.ID)
	}
	name := c.String("case")
	if name == "" {
		return cases[0], nil
	}
	var names []string
	for _, tc := range cases {
		if tc.Name == name {
			return tc, nil
		}
		names = append(names, tc.Name)
	}
	return nil, hint.Errorf("it has "+someOf(names), "%s has no test case %q%s", p.ID, name, hint.DidYouMean(name, names))
}

// illustrate returns the picture and the name of its source. If a submission is named, the picture shows its output.
// Otherwise it shows the case: drawn by the input visualizer, shipped in the package, or drawn by the output
// visualizer from the answer.
func (c *call) illustrate(ctx context.Context, w *workspace.Workspace, named string, p *problem.Problem, tc *problem.Case) (drawn job.Illustrated, by string, err error) {
	submission := c.String("submission")
	answerIsOutput := !p.Type.Interactive && !p.Type.MultiPass && tc.Answer != ""
	order := job.Illustration{Case: tc.Name}
	switch {
	case submission != "" && (p.OutputVisualizer != nil || len(p.Output.Programs) > 0):
		solution, err := w.Solution(ctx, workspace.Search{Problem: named}, submission)
		if err != nil {
			return drawn, "", err
		}
		order.Submission = &job.Judgement{Name: solution.Name, Source: solution.Source}
		by = programName(p.OutputVisualizer, "the output validator")
	case submission != "":
		return drawn, "", hint.Errorf("leave out --submission for a picture of the case", "%s cannot draw outputs: it has no output_visualizer/", p.ID)
	case p.InputVisualizer != nil:
		by = p.InputVisualizer.Name
	case tc.Picture != "":
		drawn, err = job.OwnPicture(p, tc)
		return drawn, "the package", err
	case p.OutputVisualizer != nil && answerIsOutput:
		order.Output = &job.File{Case: tc.Name, Part: job.Answer}
		by = p.OutputVisualizer.Name
	case p.OutputVisualizer != nil:
		return drawn, "", hint.Errorf("--submission FILE draws what a submission prints", "%s can draw outputs only: it has no input_visualizer/", p.ID)
	default:
		return drawn, "", hint.Errorf("docs/visualizers.md says how to write a program that draws it", "%s has no pictures: neither input_visualizer/ nor output_visualizer/", p.ID)
	}
	if err := c.complete(ctx, w, p, problem.Named([]string{tc.Name})); err != nil {
		return drawn, "", err
	}
	client, err := w.Executor(ctx)
	if err != nil {
		return drawn, "", err
	}
	drawn, err = client.Illustrate(ctx, p, order)
	return drawn, by, judging(err)
}

// programName is the name of a program, or otherwise if it is nil.
func programName(program *problem.Program, otherwise string) string {
	if program == nil {
		return otherwise
	}
	return program.Name
}
