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

// proposal is something that the user may do with a solution.
type proposal struct {
	lens    string // in the first line; "" for none
	action  string // in a menu; "" for none
	command string
}

// proposals returns what can be done with the solution of a document as a whole. For other files that is nothing.
func (s *Server) proposals(ctx context.Context, d *document) []proposal {
	session, err := s.session(ctx, d, practice.Cases{})
	switch {
	case errors.Is(err, workspace.ErrNoProblem):
		return []proposal{{"grundy: no tests", "Say why there are no tests", explain}}
	case err != nil:
		return nil // it is no solution
	}
	cases, samples := session.Entries[0].Against.Data.AllCases(), 0
	for _, tc := range cases {
		if tc.Sample {
			samples++
		}
	}
	run := "run " + terminal.Count(len(cases), "test")
	all := []proposal{{"▶ " + run, "R" + run[1:], runAll}}
	if samples > 0 && samples < len(cases) {
		all = append(all, proposal{terminal.Count(samples, "sample"), "Run " + terminal.Count(samples, "sample"), runSamples})
	}
	d.mutex.Lock()
	done := d.done
	d.mutex.Unlock()
	if done != nil {
		if done.Failed > 0 {
			all = append(all, proposal{fmt.Sprintf("%d failed", done.Failed), "Run " + terminal.Count(done.Failed, "failed test"), runFailed})
		}
		if practice.Asks(*done) {
			all = append(all, proposal{"why?", "Find the smallest input on which it fails", askWhy})
		}
		all = append(all, proposal{outcome(done), "", runAll})
	}
	if d.busy() {
		all = append(all, proposal{"", "Stop", stopAll})
	}
	return all
}

// codeLenses returns the lenses in the first line of a solution: what can be run, and the last result. Other files have none.
func (s *Server) codeLenses(ctx context.Context, params documentParams) ([]codeLens, error) {
	lenses := []codeLens{}
	if d := s.document(params.TextDocument.URI); d != nil {
		for _, p := range s.proposals(ctx, d) {
			if p.lens != "" {
				lenses = append(lenses, codeLens{Command: &command{p.lens, p.command, []any{d.uri}}})
			}
		}
	}
	return lenses, nil
}

// codeActions offers what can be done about the failed tests at a place, and with the solution as a whole. The editor need not send our
// diagnostics back: some send none, others send parts.
func (s *Server) codeActions(ctx context.Context, params codeActionParams) ([]any, error) {
	offered := []any{}
	d := s.document(params.TextDocument.URI)
	if d == nil {
		return offered, nil
	}
	offer := func(kind string, about []diagnostic, title, name string, more ...any) {
		does := &command{title, name, append([]any{d.uri}, more...)}
		if s.editor.literals {
			offered = append(offered, codeAction{title, kind, about, does})
		} else {
			offered = append(offered, does)
		}
	}
	asks := false
	if wants(params.Context.Only, quickFix) {
		d.mutex.Lock()
		told, found := d.marks.of(d.uri), d.found
		d.mutex.Unlock()
		var tests []string
		for _, one := range told {
			if one.test != "" && one.Range.overlaps(params.Range) && !slices.Contains(tests, one.test) {
				tests = append(tests, one.test)
				offer(quickFix, []diagnostic{one}, "Run "+one.test+" again", runTest, one.test)
			}
		}
		if asks = len(tests) > 0 && found == nil; asks {
			offer(quickFix, nil, "Find the smallest input on which it fails", askWhy)
		}
		if found != nil {
			offer(quickFix, nil, "Add the smallest failing input as a test", addSmall)
		}
	}
	// These are for editors without lenses, and not worth a mark beside each line.
	if wants(params.Context.Only, sourceAction) && params.Context.TriggerKind != triggerAutomatic {
		for _, p := range s.proposals(ctx, d) {
			if p.action != "" && !(asks && p.command == askWhy) {
				offer(sourceAction, nil, p.action, p.command)
			}
		}
	}
	return offered, nil
}

// wants reports whether an editor that asks for some kinds of actions asks for this one. A kind contains those that its name begins.
func wants(kinds []string, kind string) bool {
	return kinds == nil || slices.Contains(kinds, "") || slices.Contains(kinds, kind)
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
	uri, err := s.subject(words)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", params.Command, err)
	}
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

// errNoSubject reports a command for no file.
var errNoSubject = errors.New("the first argument is the URI of a file")

// subject returns the URI of the file for which a command is: its first argument. Some editors let their users choose commands, which then
// have no arguments and are for the file that the editor named last.
func (s *Server) subject(words []string) (string, error) {
	if len(words) > 0 {
		return words[0], nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.latest == nil {
		return "", errNoSubject
	}
	return s.latest.uri, nil
}
