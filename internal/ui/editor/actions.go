package editor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"grundy/internal/app/practice"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

// The commands of code lenses and actions. Their first argument is the URI of the file.
const (
	runAll     = "grundy.run"
	runSamples = "grundy.runSamples"
	runFailed  = "grundy.runFailed"
	runTest    = "grundy.runTest" // the second argument is the name of a test
	askWhy     = "grundy.why"
	stopAll    = "grundy.stop"
	addSmall   = "grundy.addFound" // adds the smallest failing input as a test
	explain    = "grundy.explain"  // says why a file cannot be judged
)

func commandNames() []string {
	return []string{runAll, runSamples, runFailed, runTest, askWhy, stopAll, addSmall, explain}
}

// codeLenses returns the lenses in the first line of a solution: what can be run, and the last result. Other files have none.
func (s *Server) codeLenses(ctx context.Context, params documentParams) ([]codeLens, error) {
	d := s.document(params.TextDocument.URI)
	if d == nil {
		return []codeLens{}, nil
	}
	lenses := []codeLens{}
	add := func(title, name string) {
		lenses = append(lenses, codeLens{Command: &command{title, name, []any{d.uri}}})
	}
	session, err := s.session(ctx, d, practice.Cases{})
	switch {
	case errors.Is(err, workspace.ErrNoProblem):
		add("grundy: no tests", explain)
		return lenses, nil
	case err != nil:
		return lenses, nil // it is no solution
	}
	cases, samples := session.Entries[0].Against.Data.AllCases(), 0
	for _, tc := range cases {
		if tc.Sample {
			samples++
		}
	}
	add(fmt.Sprintf("▶ run %s", terminal.Count(len(cases), "test")), runAll)
	if samples > 0 && samples < len(cases) {
		add(terminal.Count(samples, "sample"), runSamples)
	}
	d.mutex.Lock()
	done := d.done
	d.mutex.Unlock()
	if done != nil {
		if done.Failed > 0 {
			add(fmt.Sprintf("%d failed", done.Failed), runFailed)
		}
		if practice.Asks(*done) {
			add("why?", askWhy)
		}
		add(outcome(done), runAll)
	}
	return lenses, nil
}

// codeActions offers what can be done about failed tests.
func (s *Server) codeActions(_ context.Context, params codeActionParams) ([]codeAction, error) {
	actions := []codeAction{}
	uri := params.TextDocument.URI
	var tests []string
	for _, told := range params.Context.Diagnostics {
		if told.Data == nil || told.Source != "grundy" || slices.Contains(tests, told.Data.Test) {
			continue
		}
		test := told.Data.Test
		tests = append(tests, test)
		actions = append(actions, codeAction{
			"Run " + test + " again", "quickfix", []diagnostic{told}, &command{"Run " + test + " again", runTest, []any{uri, test}},
		})
	}
	offer := func(title, name string) {
		actions = append(actions, codeAction{title, "quickfix", nil, &command{title, name, []any{uri}}})
	}
	if len(tests) > 0 {
		offer("Find the smallest input on which it fails", askWhy)
	}
	if d := s.document(uri); d != nil {
		d.mutex.Lock()
		defer d.mutex.Unlock()
		if d.found != nil {
			offer("Add the smallest failing input as a test", addSmall)
		}
	}
	return actions, nil
}

// command does what a lens or an action stands for. Errors are shown to the user.
func (s *Server) command(ctx context.Context, params executeCommandParams) (any, error) {
	var words []string
	for _, argument := range params.Arguments {
		var word string
		if err := json.Unmarshal(argument, &word); err != nil {
			return nil, fmt.Errorf("%s: want texts as arguments, got %s", params.Command, argument)
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("%s: the first argument is the URI of a file", params.Command)
	}
	uri := words[0]
	var err error
	switch params.Command {
	case runAll:
		_, err = s.run(ctx, runParams{URI: uri})
	case runSamples:
		_, err = s.run(ctx, runParams{URI: uri, Samples: true})
	case runFailed:
		_, err = s.run(ctx, runParams{URI: uri, Failed: true})
	case runTest:
		_, err = s.run(ctx, runParams{URI: uri, Tests: words[1:]})
	case askWhy:
		_, err = s.why(ctx, fileParams{uri})
	case stopAll:
		_, err = s.stopRun(ctx, fileParams{uri})
	case addSmall:
		_, err = s.addFound(ctx, fileParams{uri})
	case explain:
		var d *document
		if d, err = s.named(uri); err == nil {
			_, err = s.session(ctx, d, practice.Cases{})
		}
	default:
		return nil, fmt.Errorf("no command %q", params.Command)
	}
	if err != nil {
		s.show(messageWarning, err)
	}
	return nil, nil
}
