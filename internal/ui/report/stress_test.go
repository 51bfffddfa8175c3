package report_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/ui/report"
	"grundy/internal/ui/terminal"
)

// search is what a search sends that finds a wrong answer.
func search() []event.Event {
	finding := event.Counterexample{
		Problem: "sum", Solution: "a.cpp", Index: 4182, Seed: 4182, Size: 6, Generator: "gen.py {seed} {n}", Call: "gen.py 4182 6",
		Test:  event.Test{Verdict: verdict.WA, Reason: "line 1, token 1: expected 9, got 8", Output: "8\n"},
		Input: []byte("6\n1 2 3 1 1 1\n"), Bytes: 14, Tokens: 7, Answer: "9\n",
	}
	smaller := finding
	smaller.Input, smaller.Answer, smaller.Test.Output = []byte("3\n2 1 \x1b[2J\n"), "4\n", "3\n"
	return []event.Event{
		event.Stress{
			Problem: "sum", Solution: "a.cpp", Against: "brute.cpp", Decision: event.ByAnswer, Generators: []string{"gen.py {seed} {n}"},
			TimeLimit: time.Second, Compiles: []event.Compile{{Command: "g++ a.cpp", Time: 1210 * time.Millisecond}, {Command: "g++ brute.cpp", Cached: true}},
		},
		event.StressProgress{Cases: 4000, Seed: 4001, Bound: 7, Bytes: 20, Elapsed: 12 * time.Second},
		finding,
		event.Shrinking{Tries: 5, From: 14, To: 12, Elapsed: time.Second},
		event.Shrinking{Tries: 20, From: 14, To: 9, Elapsed: 11 * time.Second},
		event.Shrunk{Finding: smaller, From: 7, To: 4, FromBytes: 14, ToBytes: 9, Tries: 41, Elapsed: 1640 * time.Millisecond, Minimal: true},
		event.Kept{Input: "/state/failure.in", Answer: "/state/failure.ans"},
		event.Stressed{
			Problem: "sum", Solution: "a.cpp", Cases: 4181, Elapsed: 13 * time.Second, Verdict: verdict.WA, Seed: 4182, Call: "gen.py 4182 6",
			Replay: "grundy stress a.cpp --seed 4182 --count 1",
		},
	}
}

const searchText = `  compile  g++ a.cpp                     1.21 s
  sum      against brute.cpp · gen.py {seed} {n} · no input validator
           limit 1 s
  seed 4001   333/s  n≤7   ✓ 4000   0:12
  ✗ WA  seed 4182   gen.py 4182 6   7 tokens
     shrinking: 14 bytes → 9   20 tries   0:11
     shrunk from 7 tokens to 4   (41 tries, 1.64 s)
     no input validator looked at it: it is like the other inputs, no more
     input: 3⏎2 1 ␛[2J     expected 4   yours 3
     input   /state/failure.in
     answer  /state/failure.ans

  ✗ wrong answer on gen.py 4182 6 after 4181 cases passed   322/s   0:13
  again    grundy stress a.cpp --seed 4182 --count 1
`

func TestStressText(t *testing.T) {
	var out bytes.Buffer
	text := text(&out, terminal.Screen{Width: 80}, event.Begin{Command: "stress"})
	for _, e := range search() {
		text.Event(e)
	}
	if err := text.Close(); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != searchText {
		t.Errorf("printed\n%s\nwant\n%s", got, searchText)
	}
}

func TestStressTextLiveShowsNoProgressThatStays(t *testing.T) {
	var out bytes.Buffer
	text := text(&out, terminal.Screen{Live: true, Width: 80}, event.Begin{Command: "stress"})
	for _, e := range search() {
		text.Event(e)
	}
	if err := text.Close(); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); strings.Contains(got, "4000\n") || strings.Contains(got, "20 tries\n") || !strings.HasSuffix(got, "--count 1\n") {
		t.Errorf("printed %q", got)
	}
}

func TestStressTextExplainsOtherFailures(t *testing.T) {
	crash := event.Counterexample{
		Problem: "sum", Solution: "a.cpp", Index: 1, Seed: 1, Call: "gen.py 1", Input: []byte("1\n2\n"), Bytes: 4, Tokens: 2,
		Test: event.Test{Verdict: verdict.RTE, Reason: "killed by SIGSEGV", Stderr: "about to fall\n", Input: "/gone/in"},
	}
	large := crash
	large.Input, large.Bytes, large.Tokens = bytes.Repeat([]byte("1 "), 1000), 2000, 1000
	for _, test := range []struct {
		name       string
		finding    event.Counterexample
		want, miss []string
	}{
		{"crash", crash, []string{"† RTE seed 1   gen.py 1   2 tokens", "input   1\n             2\n", "killed by SIGSEGV", "stderr  about to fall"}, []string{"/gone"}},
		{"large", large, []string{"1000 tokens", "killed by SIGSEGV"}, []string{"input", "1 1 1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			text := text(&out, terminal.Screen{Width: 80}, event.Begin{Command: "stress"})
			text.Event(test.finding)
			text.Event(event.Stressed{Verdict: verdict.RTE, Call: "gen.py 1"})
			if err := text.Close(); err != nil {
				t.Fatal(err)
			}
			for _, want := range test.want {
				if !strings.Contains(out.String(), want) {
					t.Errorf("lacks %q:\n%s", want, &out)
				}
			}
			for _, miss := range test.miss {
				if strings.Contains(out.String(), miss) {
					t.Errorf("has %q:\n%s", miss, &out)
				}
			}
		})
	}
}

func TestStressJSONIsOneObjectALine(t *testing.T) {
	var out bytes.Buffer
	lines := report.NewJSON(&out)
	events := search()
	for _, e := range events {
		lines.Event(e)
	}
	if err := lines.Close(); err != nil {
		t.Fatal(err)
	}
	var names []string
	decoder := json.NewDecoder(&out)
	for {
		var object struct{ Event, Input string }
		if err := decoder.Decode(&object); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		names = append(names, object.Event)
		if object.Event == "shrunk" && object.Input != "3\n2 1 \x1b[2J\n" {
			t.Errorf("input %q", object.Input)
		}
	}
	if got, want := strings.Join(names, " "), "stress progress finding shrinking shrinking shrunk kept stressed"; got != want {
		t.Errorf("events %s, want %s", got, want)
	}
}

// What is known of why comes behind the failing case, in the lines that were drawn.
func TestExplanation(t *testing.T) {
	var out bytes.Buffer
	text := report.NewText(&out, terminal.Screen{Width: 60})
	for _, e := range []event.Event{
		event.Begin{Command: "why"},
		event.Counterexample{
			Call: "1.in", Test: event.Test{Verdict: verdict.WA, Output: "SECOND\n"}, Input: []byte("2\n1 3\n"), Bytes: 6, Tokens: 3, Answer: "FIRST 2 1\n",
		},
		event.Kept{Input: "/state/failure.in"},
		event.Explanation{Breakdown: event.Breakdown{Fault: "index 5 of 5, a.cpp:17"}, Position: "1  ● 1\n2  ●●● 3", Played: "1 1", Winning: "2 2", Why: "The nim-sum is 2."},
		event.Stressed{Verdict: verdict.WA, Elapsed: time.Second},
	} {
		text.Event(e)
	}
	if err := text.Close(); err != nil {
		t.Fatal(err)
	}
	const want = `  ✗ WA  1.in   3 tokens
     input: 2⏎1 3     expected FIRST 2 1   yours SECOND
     input   /state/failure.in
     fault   index 5 of 5, a.cpp:17
     board   1  ● 1
             2  ●●● 3
     played  1 1
     winning 2 2
     why     The nim-sum is 2.

  ✗ wrong answer   0:01
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
