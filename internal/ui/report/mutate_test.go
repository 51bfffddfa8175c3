package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"grundy/internal/author/mutate"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/ui/report"
	"grundy/internal/ui/terminal"
)

func mutateFormats() map[string]func(io.Writer) event.Sink {
	show := func(screen terminal.Screen, verbose bool) func(io.Writer) event.Sink {
		return func(w io.Writer) event.Sink { return text(w, screen, event.Begin{Command: "mutate", Verbose: verbose}) }
	}
	return map[string]func(io.Writer) event.Sink{
		"text":    show(terminal.Screen{Width: 80}, false),
		"color":   show(terminal.Screen{Width: 80, Color: true}, false),
		"verbose": show(terminal.Screen{Width: 80}, true),
		"json":    func(w io.Writer) event.Sink { return report.NewJSON(w) },
	}
}

func mutant(id string, operator event.Operator, line int, before, after string) event.Mutant {
	return event.Mutant{
		ID: id, Operator: operator, File: "nim.go", Line: line, Before: strings.TrimSpace(before), After: strings.TrimSpace(after),
		Hunks: []event.Hunk{{
			Line: line, Before: []string{before}, After: []string{after},
			Above: []string{"\tfor i := range heaps {"}, Below: []string{"\t}"},
		}},
	}
}

// mutation is what mutate.Run sends for a solution of which two mutants survive.
func mutation() []event.Event {
	long := "\t\tx := " + strings.Repeat("y + ", 30) + "%s + " + strings.Repeat("z + ", 30) + "1"
	everywhere := mutant("0badcafe", mutate.Overflow, 14, "\theaps := make([]int64, n)", "\theaps := make([]int32, n)")
	for i := range 4 {
		everywhere.Hunks = append(everywhere.Hunks, event.Hunk{Line: 20 + 3*i, Before: []string{"var a int64"}, After: []string{"var a int32"}})
	}
	results := []event.MutantResult{
		{Mutant: mutant("11111111", mutate.Symbol, 18, "\t\tsum ^= heap", "\t\tsum |= heap"), Outcome: event.Killed, Verdict: verdict.WA, Case: "secret/01", Reason: "wrong answer"},
		{Mutant: mutant("22222222", mutate.Boundary, 9, "\t\tif left < heap {", "\t\tif left <= heap {\x1b[31m"), Outcome: event.Survived},
		{Mutant: everywhere, Outcome: event.Survived},
		{Mutant: mutant("33333333", mutate.Constant, 18, fmt.Sprintf(long, "0"), fmt.Sprintf(long, "1")), Outcome: event.Survived},
		{Mutant: mutant("44444444", mutate.Constant, 30, "\tx := 1", "\tx := 2"), Outcome: event.Explained, Reason: "nobody reads x"},
		{Mutant: mutant("55555555", mutate.Offset, 31, "\tfor i := range a {", "\tfor i := range a-1 {"), Outcome: event.Stillborn, Reason: "exit code 1"},
		{Mutant: mutant("66666666", mutate.Flow, 32, "\tbreak", "\tcontinue"), Outcome: event.Equivalent},
		{Mutant: mutant("77777777", mutate.Flow, 33, "\tbreak", "\tcontinue"), Outcome: event.Unjudged, Reason: "the disk is full"},
	}
	summary := event.Mutation{
		Problem: "nim", Solution: "accepted/nim.go", Language: "go", Kills: map[verdict.Verdict]int{verdict.WA: 1},
		Stale: []event.Stale{{
			Explanation: `accepted/nim.go: constant of "x := 7"`,
			Why:         "no such mutant is made any more",
		}},
	}
	events := []event.Event{
		event.MutationStarted{Problem: "nim", Solution: "accepted/nim.go"},
		event.Mutants{
			Problem: "nim", Solution: "accepted/nim.go", Language: "go", Made: 40, Chosen: len(results), Tests: 26,
			Slowest: 22 * time.Millisecond, Limit: 500 * time.Millisecond,
		},
	}
	for _, operator := range mutate.Operators() {
		row := event.OperatorRow{Operator: operator}
		for i, r := range results {
			if r.Mutant.Operator == operator {
				results[i].Place = "accepted/nim.go"
				row.Add(r.Outcome)
				if r.Outcome == event.Survived {
					results[i].KillCommand = "grundy stress mutants/nim-" + r.Mutant.ID + ".go --problem nim"
				}
			}
		}
		if row.Made > 0 {
			summary.Rows = append(summary.Rows, row)
		}
	}
	for i, r := range results {
		events = append(events, event.MutantJudged{Result: r, Count: i + 1, Total: len(results)})
		switch r.Outcome {
		case event.Survived:
			summary.Survivors = append(summary.Survivors, r)
		case event.Unjudged:
			summary.Failures = append(summary.Failures, r)
		}
	}
	return append(events, event.Mutated{Summary: summary})
}

// wellTested is a solution of which every mutant is killed, interruptedMutation one that was stopped.
func wellTested() []event.Event {
	row := event.OperatorRow{Operator: mutate.Boundary, Made: 1, Outcomes: event.OutcomeCounts{Killed: 1}}
	return []event.Event{
		event.MutationStarted{Problem: "sum", Solution: "sum.cpp"},
		event.Mutants{Problem: "sum", Solution: "sum.cpp", Language: "cpp", Made: 1, Chosen: 1, Tests: 1, Slowest: time.Second, Limit: 2 * time.Second},
		event.Mutated{Summary: event.Mutation{
			Problem: "sum", Solution: "sum.cpp", Rows: []event.OperatorRow{row}, Kills: map[verdict.Verdict]int{verdict.TLE: 1},
		}},
	}
}

func interruptedMutation() []event.Event {
	row := event.OperatorRow{Operator: mutate.Boundary, Made: 3, Outcomes: event.OutcomeCounts{Killed: 1, NotRun: 2}}
	return []event.Event{
		event.MutationStarted{Problem: "sum", Solution: "sum.cpp"},
		event.Mutants{Problem: "sum", Solution: "sum.cpp", Language: "cpp", Made: 3, Chosen: 3, Tests: 1, Limit: 2 * time.Second},
		event.Mutated{Summary: event.Mutation{
			Problem: "sum", Solution: "sum.cpp", Rows: []event.OperatorRow{row}, Interrupted: true, Kills: map[verdict.Verdict]int{verdict.WA: 1},
		}},
	}
}

func mutated(t *testing.T, to event.Sink, events []event.Event) {
	t.Helper()
	for _, e := range events {
		to.Event(e)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestMutateGolden(t *testing.T) {
	for recording, events := range map[string][]event.Event{
		"two": append(mutation(), wellTested()...), "interrupted": interruptedMutation(),
	} {
		for format, open := range mutateFormats() {
			t.Run(recording+"/"+format, func(t *testing.T) {
				var out bytes.Buffer
				mutated(t, open(&out), events)
				golden(t, "mutate-"+recording+"."+format, out.Bytes())
			})
		}
	}
}

func TestMutateJSON(t *testing.T) {
	var out bytes.Buffer
	mutated(t, mutateFormats()["json"](&out), mutation())
	found := map[string]int{}
	for line := range strings.Lines(out.String()) {
		var object struct {
			Event, Outcome string
			KillCommand    string `json:"kill_command"`
		}
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if (object.KillCommand != "") != (object.Outcome == "survived") {
			t.Errorf("survivors, and they alone, have a command that searches for an input: %s", line)
		}
		found[object.Event]++
	}
	if fmt.Sprint(found) != "map[mutant:8 mutants:1 mutated:1 mutating:1]" {
		t.Errorf("objects %v", found)
	}
}

func TestMutateLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		text := text(&out, terminal.Screen{Live: true, Width: 80}, event.Begin{Command: "mutate"})
		expect := func(want string) {
			t.Helper()
			synctest.Wait()
			lines, hidden := screen(t, out.String(), 80)
			if last := lines[len(lines)-1]; !hidden || !strings.Contains(last, want) {
				t.Errorf("hidden cursor = %v, live line %q, want %q", hidden, last, want)
			}
		}
		for _, e := range mutation() {
			text.Event(e)
			time.Sleep(time.Second)
			switch e := e.(type) {
			case event.MutationStarted:
				expect("judging the original")
			case event.MutantJudged:
				if e.Count == 4 {
					expect("4/8 mutants  ▕█████     ▏ 0:05 left  3 survived")
				}
			}
		}
		if err := text.Close(); err != nil {
			t.Fatal(err)
		}
		lines, hidden := screen(t, out.String(), 80)
		if hidden || lines[len(lines)-1] != "" {
			t.Errorf("hidden cursor = %v, last line %q", hidden, lines[len(lines)-1])
		}
	})
}
