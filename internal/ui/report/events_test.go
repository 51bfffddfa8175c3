package report_test

import (
	"fmt"
	"io"
	"strings"
	"time"

	"grundy/checker"
	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/judge/sandbox"
	"grundy/internal/ui/report"
	"grundy/internal/ui/terminal"
)

// text is a Text for a command, which has begun.
func text(w io.Writer, screen terminal.Screen, begin event.Begin) *report.Text {
	t := report.NewText(w, screen)
	t.Event(begin)
	return t
}

// begun is a sink that was told how the stream begins.
func begun(sink event.Sink, begin event.Begin) event.Sink {
	sink.Event(begin)
	return sink
}

// recordings are streams of events as the runner sends them, by name. Each output format has a golden file for each.
var recordings = map[string][]event.Event{
	"accepted":    accepted("a.cpp"),
	"verdicts":    everyVerdict(),
	"compile":     compileError("bad.cpp"),
	"skipped":     skipped("nim.rs"),
	"interrupted": interrupted(),
	"scoring":     scoring(),
	"interactive": interactive(),
	"hostile":     hostile(),
	"wide":        wide(),
	"names":       longNames(),
	"none":        {plan("empty.py", 0), done("empty.py", verdict.AC, 0, 0, 0)},
	"judge":       judgeError(),
	"counted":     counted(),
	"near":        near("a.cpp"),
	"growing":     growing("a.cpp"),
	"scores":      scores(),
	"many": concat(
		accepted("nim/nim.go"), wrong("nim/greedy.cpp"), skipped("nim/nim.rs"), compileError("nim/bad.cpp"), accepted("nim/other.py"),
	),
}

// growing is a submission whose growth is known.
func growing(submission string) []event.Event {
	events := accepted(submission)
	last := len(events) - 1
	return concat(events[:last], []event.Event{quadratic(submission)}, events[last:])
}

func quadratic(submission string) event.Growth {
	grown := event.Growth{
		Submission: submission, Function: "n²", Ties: []string{"n√n"}, Measure: "tokens", Base: 0.0012, Factor: 25e-9, Margin: 0.042,
		TimeLimit: time.Second, LimitReached: 6320,
	}
	for n := 10.0; n < 4000; n *= 2 {
		grown.Points = append(grown.Points, event.GrowthPoint{N: n, Cost: grown.Base + grown.Factor*n*n})
	}
	return grown
}

func concat(streams ...[]event.Event) []event.Event {
	var all []event.Event
	for _, stream := range streams {
		all = append(all, stream...)
	}
	return all
}

func plan(submission string, tests int) event.Plan {
	return event.Plan{
		Problem: "nim", ProblemName: "Nim", Submission: submission, Path: "/home/ada/problems/nim/" + submission, Language: "cpp", Tests: tests,
		TimeLimit: time.Second, TimeLimitSource: "problem.yaml",
		MemoryLimit: 256 * bytesize.MiB, OutputLimit: 8 * bytesize.MiB, Tier: sandbox.CgroupV2, Slots: 2,
	}
}

// longNames are of tests whose names need more room than most.
func longNames() []event.Event {
	const submission = "nim.py"
	plan := plan(submission, 2)
	plan.Names = []string{"sample/1", "secret/10-least-not-largest"}
	return []event.Event{
		plan, test(submission, "sample/1", 1, verdict.AC), test(submission, "secret/10-least-not-largest", 2, verdict.AC),
		done(submission, verdict.AC, 2, 2, 0),
	}
}

func compile(submission string) event.Compile {
	return event.Compile{Submission: submission, Language: "C++", Command: "g++ -O2 -std=c++20", Time: 1210 * time.Millisecond}
}

func test(submission, name string, index int, v verdict.Verdict) event.Test {
	return event.Test{
		Submission: submission, Test: name, Index: index, Sample: strings.HasPrefix(name, "sample/"),
		Verdict: v, Reason: v.Words(), CPU: 31 * time.Millisecond, Wall: 33 * time.Millisecond,
		TimeLimit: time.Second, MemoryLimit: 256 * bytesize.MiB, Memory: 4 * bytesize.MiB, Tier: sandbox.CgroupV2, Passes: 1,
		Input: "/home/ada/problems/nim/data/" + name + ".in", Answer: "/home/ada/problems/nim/data/" + name + ".ans",
	}
}

func done(submission string, v verdict.Verdict, tests, passed, failed int) event.Done {
	return event.Done{
		Problem: "nim", Submission: submission, Language: "cpp", Verdict: v, Reason: v.Words(),
		Tests: tests, Passed: passed, Failed: failed, NotRun: tests - passed - failed,
		Slowest: 612 * time.Millisecond, SlowestTest: "secret/02", TimeLimit: time.Second,
		Memory: 4 * bytesize.MiB, Wall: 3 * time.Second, Tier: sandbox.CgroupV2,
	}
}

func accepted(submission string) []event.Event {
	return []event.Event{
		plan(submission, 3),
		compile(submission),
		event.Start{Submission: submission, Test: "sample/1"},
		test(submission, "sample/1", 1, verdict.AC),
		event.Start{Submission: submission, Test: "secret/01"},
		test(submission, "secret/01", 2, verdict.AC),
		event.Start{Submission: submission, Test: "secret/02"},
		test(submission, "secret/02", 3, verdict.AC),
		done(submission, verdict.AC, 3, 3, 0),
	}
}

// near is a submission with a test that was run again, as it came near the time limit.
func near(submission string) []event.Event {
	events := accepted(submission)
	slow := events[len(events)-2].(event.Test)
	slow.CPU = 960 * time.Millisecond
	slow.Runs = []time.Duration{1080 * time.Millisecond, slow.CPU, 1010 * time.Millisecond}
	end := events[len(events)-1].(event.Done)
	end.Slowest, end.SlowestRuns = slow.CPU, slow.Runs
	return append(events[:len(events)-2],
		event.Start{Submission: submission, Test: slow.Test, Rerun: 1},
		event.Start{Submission: submission, Test: slow.Test, Rerun: 2},
		slow, end)
}

func difference() *checker.Difference {
	line := func(number int, spans ...checker.Span) *checker.Side {
		return &checker.Side{Line: number, Spans: spans}
	}
	same := func(text string) checker.Span { return checker.Span{Text: text} }
	changed := func(text string) checker.Span { return checker.Span{Text: text, Changed: true} }
	return &checker.Difference{
		OutputLine: 3, OutputToken: 2, AnswerLine: 3, AnswerToken: 2,
		Expected: "8", Got: "4", Reason: "expected 8, got 4",
		Rows: []checker.Row{
			{Expected: line(2, same("1 2 3")), Got: line(2, same("1 2 3"))},
			{Expected: line(3, same("6 "), changed("8"), same(" 10 12")), Got: line(3, same("6 "), changed("4"), same(" 10  12 "))},
			{Expected: line(4, changed("end")), Got: nil},
		},
	}
}

func wrong(submission string) []event.Event {
	failed := test(submission, "secret/01", 2, verdict.WA)
	failed.Difference = difference()
	failed.Message = failed.Difference.Reason // as the built-in comparison has it
	end := done(submission, verdict.WA, 2, 1, 1)
	end.First, end.Reason = "secret/01", "wrong answer on secret/01"
	return []event.Event{plan(submission, 2), compile(submission), test(submission, "sample/1", 1, verdict.AC), failed, end}
}

func everyVerdict() []event.Event {
	const submission = "a.cpp"
	at := func(index int, v verdict.Verdict, change func(*event.Test)) event.Event {
		e := test(submission, fmt.Sprintf("secret/%02d", index), index, v)
		if change != nil {
			change(&e)
		}
		return e
	}
	end := done(submission, verdict.WA, 10, 2, 8)
	end.First, end.Reason = "secret/02", "wrong answer on secret/02"
	end.Slowest = 1200 * time.Millisecond
	return []event.Event{
		plan(submission, 10),
		compile(submission),
		at(1, verdict.AC, nil),
		at(2, verdict.WA, func(e *event.Test) { e.Difference = difference() }),
		at(3, verdict.TLE, func(e *event.Test) {
			e.CPU, e.Wall, e.Reason = 1200*time.Millisecond, 1300*time.Millisecond, "killed at 1.2 s of CPU time; the limit is 1 s"
			e.Runs = []time.Duration{1200 * time.Millisecond, 1190 * time.Millisecond}
			e.Signal, e.Exit, e.Breach, e.Leftovers = 9, -1, sandbox.CPUBreach, 3
		}),
		at(4, verdict.MLE, func(e *event.Test) {
			e.Memory, e.Reason, e.Signal, e.Exit = 256*bytesize.MiB, "killed by the kernel at 256 MiB", 9, -1
			e.Breach, e.OOMKills = sandbox.MemoryBreach, 1
		}),
		at(5, verdict.RTE, func(e *event.Test) {
			e.Reason, e.Signal, e.Exit = "killed by signal 11 (segmentation fault)", 11, -1
			e.Stderr = "Traceback (most recent call last):\n" + strings.Repeat("  File \"a.py\", line 3, in f\n", 20) + "IndexError: list index out of range\n"
		}),
		at(6, verdict.OLE, func(e *event.Test) { e.Reason = "wrote more than 8 MiB" }),
		at(7, verdict.ILE, func(e *event.Test) { e.Reason = "blocked for 2 s and used 1 ms of CPU time" }),
		at(8, verdict.JE, func(e *event.Test) {
			e.Reason, e.Message = "the output validator ended with exit code 1, neither 42 nor 43", "assertion failed: n > 0"
		}),
		at(9, verdict.WA, func(e *event.Test) {
			e.Message, e.TeamMessage, e.Output = "the walls leave no exit", "check your walls", "3 4\n5 6\n"
		}),
		at(10, verdict.AC, nil),
		end,
	}
}

func compileError(submission string) []event.Event {
	build := compile(submission)
	build.Failed = "exit code 1"
	build.Log = submission + ":3:5: error: expected ';' before '}' token\n    3 |     x\n      |     ^\n"
	end := done(submission, verdict.CE, 3, 0, 0)
	end.Reason, end.Memory, end.Slowest, end.SlowestTest = "compile error: exit code 1", 0, 0, ""
	return []event.Event{plan(submission, 3), build, end}
}

func skipped(submission string) []event.Event {
	end := done(submission, verdict.None, 3, 0, 0)
	end.Language, end.Skipped, end.Reason, end.Memory, end.Slowest = "rust", true, "rustc was not found", 0, 0
	return []event.Event{
		plan(submission, 3),
		event.Compile{Submission: submission, Language: "Rust", Skipped: true, Failed: "rustc was not found", Help: "apt install rustc"},
		end,
	}
}

func interrupted() []event.Event {
	end := done("a.cpp", verdict.None, 3, 1, 0)
	end.Interrupted, end.Reason = true, "interrupted"
	return []event.Event{
		plan("a.cpp", 3), compile("a.cpp"), test("a.cpp", "sample/1", 1, verdict.AC),
		event.Start{Submission: "a.cpp", Test: "secret/01"},
		end,
	}
}

// scoring is a submission that its package accepts with 30 of 100 points; the last group was not judged.
func scoring() []event.Event {
	first, second := test("a.cpp", "secret/g1/01", 1, verdict.AC), test("a.cpp", "secret/g2/01", 2, verdict.WA)
	first.Score, second.Score = points(30), points(0)
	end := scored(done("a.cpp", verdict.AC, 2, 1, 1), 30)
	end.First = "secret/g2/01"
	return []event.Event{
		plan("a.cpp", 2), compile("a.cpp"),
		first,
		event.GroupDone{Submission: "a.cpp", Group: "secret/g1", Verdict: verdict.AC, Score: 30, MaxScore: points(30)},
		second,
		event.GroupDone{Submission: "a.cpp", Group: "secret/g2", Verdict: verdict.WA, Score: 0, MaxScore: points(50)},
		event.GroupDone{Submission: "a.cpp", Group: "secret/g3", MaxScore: points(20)},
		end,
	}
}

// scores are submissions with all points, a part of them and none.
func scores() []event.Event {
	whole, none := accepted("nim/nim.go"), wrong("nim/greedy.cpp")
	for events, score := range map[*[]event.Event]float64{&whole: 100, &none: 0} {
		last := len(*events) - 1
		(*events)[last] = scored((*events)[last].(event.Done), score)
	}
	return concat(whole, scoring(), none)
}

func points(f float64) *float64 { return &f }

// scored adds points of a hundred to the end of a submission, as the runner does.
func scored(end event.Done, score float64) event.Done {
	end.Score, end.MaxScore = points(score), points(100)
	end.Reason = end.PointsWords()
	if end.Verdict != verdict.AC {
		end.Reason += ", " + end.Verdict.Words() + " on " + end.First
	}
	return end
}

func interactive() []event.Event {
	failed := test("a.cpp", "secret/01", 1, verdict.WA)
	failed.Message = "took 3 from a heap of 2"
	for i := range 20 {
		party, text := event.FromInteractor, fmt.Sprintf("%d %d\n", i, i+1)
		if i%2 == 1 {
			party, text = event.FromSubmission, fmt.Sprintf("take %d\n", i)
		}
		failed.Transcript = append(failed.Transcript, event.Exchange{At: time.Duration(i) * time.Millisecond, From: party, Text: text})
	}
	end := done("a.cpp", verdict.WA, 1, 0, 1)
	end.First = "secret/01"
	return []event.Event{plan("a.cpp", 1), compile("a.cpp"), failed, end}
}

// hostile holds what a program, a checker and file names may contain to steer a terminal or break a format.
func hostile() []event.Event {
	const submission = "a # \x1b[2J\"<&.cpp"
	failed := test(submission, "secret/\x1b]0;x\x07]]>", 1, verdict.WA)
	failed.Message = "bytes \xff\xfe\x00 and \x1b[31mred\x1b[0m ]]> \u202e # <b>&amp;"
	failed.Stderr = "50%\r100%\r\n\x1b[A\x9b1A\ufffe"
	failed.Difference = &checker.Difference{
		OutputLine: 1, OutputToken: 1, AnswerLine: 1, AnswerToken: 1, Reason: "expected \"1\", got \"1\\x00\"",
		Rows: []checker.Row{{
			Expected: &checker.Side{Line: 1, Spans: []checker.Span{{Text: "1", Changed: true}}},
			Got:      &checker.Side{Line: 1, Spans: []checker.Span{{Text: "1\x00\x1b[2J\t\xff", Changed: true}, {Text: "\r"}}},
		}},
	}
	end := done(submission, verdict.WA, 1, 0, 1)
	end.First = failed.Test
	return []event.Event{plan(submission, 1), compile(submission), failed, end}
}

func wide() []event.Event {
	failed := test("日本語の解答.cpp", "secret/大きい入力", 1, verdict.WA)
	long := strings.Repeat("漢字かな交じり文", 20)
	failed.Difference = &checker.Difference{
		OutputLine: 100000, OutputToken: 41, AnswerLine: 100000, AnswerToken: 41, Reason: "expected 右, got 左",
		Rows: []checker.Row{{
			Expected: &checker.Side{Line: 100000, Spans: []checker.Span{{Text: long}, {Text: "右", Changed: true}, {Text: long}}},
			Got:      &checker.Side{Line: 100001, Spans: []checker.Span{{Text: long}, {Text: "左", Changed: true}, {Text: long}}},
		}},
	}
	failed.Message = strings.Repeat("a long message of the checker ", 60)
	end := done("日本語の解答.cpp", verdict.WA, 1, 0, 1)
	end.First = failed.Test
	return []event.Event{plan("日本語の解答.cpp", 1), compile("日本語の解答.cpp"), failed, end}
}

// counted is from a machine whose hardware counts instructions.
func counted() []event.Event {
	events := accepted("a.cpp")
	for i, number := range map[int]int64{3: 842, 5: 12_345_678, 7: 999_600_000} {
		e := events[i].(event.Test)
		e.Instructions = number
		events[i] = e
	}
	return events
}

func judgeError() []event.Event {
	end := done("a.cpp", verdict.JE, 3, 0, 0)
	end.Reason, end.Memory, end.Slowest = "open box: mkdir /sys/fs/cgroup/grundy: read-only file system", 0, 0
	return []event.Event{plan("a.cpp", 3), compile("a.cpp"), end}
}
