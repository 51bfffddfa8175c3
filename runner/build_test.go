package runner

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/resultcache"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/checktestdata"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/cache"
)

// A file included for a language replaces a file of the same name that is included for all.
func TestIncludesOfALanguage(t *testing.T) {
	dir := writeFiles(t, "all/a.h", "all", "all/b.h", "all", "own/b.h", "own", "own/c.h", "own")
	p := &problem.Problem{Includes: map[string]string{"default": filepath.Join(dir, "all"), "c": filepath.Join(dir, "own")}}
	alone := &problem.Problem{Includes: map[string]string{"c": filepath.Join(dir, "own")}}
	for _, test := range []struct {
		problem    *problem.Problem
		code, want string
	}{
		{p, "c", "a.h all, b.h own, c.h own, "}, {p, "go", "a.h all, b.h all, "}, {alone, "c", "b.h own, c.h own, "}, {alone, "go", ""},
	} {
		files, err := includes(test.problem, &language.Language{Code: test.code})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, file := range files {
			text, err := file.Read()
			if err != nil {
				t.Fatal(err)
			}
			got += file.Name + " " + string(text) + ", "
		}
		if got != test.want {
			t.Errorf("for %s of %v: %s; want %s", test.code, test.problem.Includes, got, test.want)
		}
	}
}

// A preparation serves only the judgement that it was begun for, and only once.
func TestPreparationsServeOneJudgement(t *testing.T) {
	file := language.File{Name: "a.c", Path: "/a.c", Data: []byte("x")}
	prepared := job.Judgement{Name: "a", Source: language.Source{Files: []language.File{file}, Language: "c", Entrypoint: "a"}}
	p := &problem.Problem{}
	for _, test := range []struct {
		name    string
		problem *problem.Problem
		change  func(submitted *job.Judgement)
		found   bool
	}{
		{"the same", p, func(*job.Judgement) {}, true},
		{"another problem", &problem.Problem{}, func(*job.Judgement) {}, false},
		{"another name", p, func(s *job.Judgement) { s.Name = "b" }, false},
		{"another language", p, func(s *job.Judgement) { s.Source.Language = "cpp" }, false},
		{"another entry point", p, func(s *job.Judgement) { s.Source.Entrypoint = "b" }, false},
		{"another format", p, func(s *job.Judgement) { s.Source.Legacy = true }, false},
		{"with sanitizers", p, func(s *job.Judgement) { s.Source.Sanitize = true }, false},
		{"another file", p, func(s *job.Judgement) {
			s.Source.Files = []language.File{{Name: "b.c", Path: "/a.c", Data: []byte("x")}}
		}, false},
		{"another place", p, func(s *job.Judgement) {
			s.Source.Files = []language.File{{Name: "a.c", Path: "/b.c", Data: []byte("x")}}
		}, false},
		{"another text", p, func(s *job.Judgement) {
			s.Source.Files = []language.File{{Name: "a.c", Path: "/a.c", Data: []byte("y")}}
		}, false},
		{"more files", p, func(s *job.Judgement) { s.Source.Files = []language.File{file, file} }, false},
	} {
		var all preparations
		begun := &preparation{problem: p, job: prepared}
		all.add(&preparation{problem: p, job: job.Judgement{Name: "other"}})
		all.add(begun)
		asked := prepared
		test.change(&asked)
		want := map[bool]*preparation{true: begun}[test.found]
		if got := all.take(test.problem, asked); got != want {
			t.Errorf("%s: %v, want %v", test.name, got, want)
		}
		if again := all.take(test.problem, asked); again != nil {
			t.Errorf("%s: it serves twice", test.name)
		}
		all.remove(begun)
		if len(all.begun) != 1 {
			t.Errorf("%s: %d are left, want the other one", test.name, len(all.begun))
		}
		if all.take(p, job.Judgement{Name: "other"}) == nil {
			t.Errorf("%s: the other one serves no judgement", test.name)
		}
	}
}

// The next build drops builds older than an hour, except those that have not succeeded yet or are under way.
func TestOldBuildsAreForgotten(t *testing.T) {
	var all programs
	recent, old, unmade, busy := all.build("recent"), all.build("old"), all.build("unmade"), all.build("busy")
	recent.ended, old.ended, busy.ended = time.Now().Add(-programAge/2), time.Now().Add(-2*programAge), time.Now().Add(-2*programAge)
	busy.mu.Lock()
	if all.build("old") != old {
		t.Error("what is wanted itself was forgotten")
	}
	all.build("new")
	busy.mu.Unlock()
	for _, test := range []struct {
		name cache.Key
		was  *programBuild
		kept bool
	}{{"recent", recent, true}, {"old", old, false}, {"unmade", unmade, true}, {"busy", busy, true}} {
		if kept := all.builds[test.name] == test.was; kept != test.kept {
			t.Errorf("%s: kept %v, want %v", test.name, kept, test.kept)
		}
	}
}

// The key of a package's program depends on all of its files, on included files, and on how it is built.
func TestKeyOfAProgram(t *testing.T) {
	dir := writeFiles(t, "a.c", "on the disk")
	j, _ := scripted(t, nil)
	seen := map[cache.Key]string{}
	for _, test := range []struct {
		name   string
		source language.Source
		limits language.Limits
	}{
		{"nothing", language.Source{}, language.Limits{}},
		{"a language", language.Source{Language: "c"}, language.Limits{}},
		{"an entry point", language.Source{Entrypoint: "c"}, language.Limits{}},
		{"legacy", language.Source{Legacy: true}, language.Limits{}},
		{"sanitizers", language.Source{Sanitize: true}, language.Limits{}},
		{"time", language.Source{}, language.Limits{Time: 1}},
		{"memory", language.Source{}, language.Limits{Memory: 1}},
		{"a file", language.Source{Files: []language.File{{Name: "a.c", Data: []byte("x")}}}, language.Limits{}},
		{"another text", language.Source{Files: []language.File{{Name: "a.c", Data: []byte("y")}}}, language.Limits{}},
		{"another name", language.Source{Files: []language.File{{Name: "b.c", Data: []byte("x")}}}, language.Limits{}},
		{"a file of the disk", language.Source{Files: []language.File{{Name: "a.c", Path: filepath.Join(dir, "a.c")}}}, language.Limits{}},
		{"a file and one that is included", language.Source{
			Files: []language.File{{Name: "a.c", Data: []byte("x")}}, Includes: []language.File{{Name: "b.h", Data: []byte("x")}},
		}, language.Limits{}},
	} {
		key, err := j.programKey(test.source, test.limits)
		if other, found := seen[key]; err != nil || found {
			t.Errorf("%s has the key of %s, %v", test.name, other, err)
		}
		seen[key] = test.name
	}
	if _, err := j.programKey(language.Source{Files: []language.File{{Name: "b.c", Path: filepath.Join(dir, "b.c")}}}, language.Limits{}); err == nil {
		t.Error("a file that is not there has a key")
	}
}

// The key of a case depends on the content of its files and on its arguments, not on names. A case with a missing
// file, or with anything but files beside it, has no key.
func TestKeyOfACase(t *testing.T) {
	dir := writeFiles(t, "1.in", "1", "2.in", "2", "same.in", "1", "1.files/a", "x", "same.files/a", "x", "2.files/a", "y", "3.files/b", "x", "4.files/c/a", "x", "5.files/a", "x", "6.files/a", "x")
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.Chmod(at("5.files/a"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a", at("6.files/link")); err != nil {
		t.Fatal(err)
	}
	j, _ := scripted(t, nil)
	sub := &Submission{judge: j, problem: &problem.Problem{Format: problem.V2025, Dir: dir}}
	key := func(it item) cache.Key { return sub.caseKey(&it) }
	plain := problem.Case{Input: at("1.in"), Answer: at("1.in")}
	with := func(change func(*problem.Case)) *problem.Case {
		tc := plain
		change(&tc)
		return &tc
	}
	if key(item{tc: &plain}) != key(item{tc: with(func(tc *problem.Case) { tc.Name, tc.Input = "2", at("same.in") }), index: 7}) {
		t.Error("the same under another name has another key")
	}
	if key(item{tc: with(func(tc *problem.Case) { tc.Files = at("1.files") })}) != key(item{tc: with(func(tc *problem.Case) { tc.Files = at("same.files") })}) {
		t.Error("the same files in another folder have another key")
	}
	seen := map[cache.Key]string{}
	for _, test := range []struct {
		name string
		tc   *problem.Case
	}{
		{"plain", &plain},
		{"another input", with(func(tc *problem.Case) { tc.Input = at("2.in") })},
		{"another answer", with(func(tc *problem.Case) { tc.Answer = at("2.in") })},
		{"no answer", with(func(tc *problem.Case) { tc.Answer = "" })},
		{"arguments", with(func(tc *problem.Case) { tc.Args = []string{"x"} })},
		{"arguments of the checker", with(func(tc *problem.Case) { tc.OutputArgs = []string{"x"} })},
		{"files", with(func(tc *problem.Case) { tc.Files = at("1.files") })},
		{"files with another text", with(func(tc *problem.Case) { tc.Files = at("2.files") })},
		{"files with another name", with(func(tc *problem.Case) { tc.Files = at("3.files") })},
		{"files in a folder", with(func(tc *problem.Case) { tc.Files = at("4.files") })},
		{"files that may be executed", with(func(tc *problem.Case) { tc.Files = at("5.files") })},
	} {
		k := key(item{tc: test.tc})
		if other, found := seen[k]; k == "" || found {
			t.Errorf("%s has the key %q of %q", test.name, k, other)
		}
		seen[k] = test.name
	}
	for name, it := range map[string]item{
		"static validation": {tc: &plain, static: true},
		"no input":          {tc: with(func(tc *problem.Case) { tc.Input = at("none.in") })},
		"a lost answer":     {tc: with(func(tc *problem.Case) { tc.Answer = at("none.ans") })},
		"a link":            {tc: with(func(tc *problem.Case) { tc.Files = at("6.files") })},
		"no files":          {tc: with(func(tc *problem.Case) { tc.Files = at("none.files") })},
	} {
		if k := key(it); k != "" {
			t.Errorf("%s has the key %q", name, k)
		}
	}
}

// A result is not certain near a limit, where the kernel killed something, or where the judge failed.
func TestCertain(t *testing.T) {
	sub := &Submission{limits: limits{time: time.Second, overrun: nearLimit, memory: 100 * bytesize.MiB}} // 3.5 s on the clock, 2 s idle
	for _, test := range []struct {
		name string
		test event.Test
		want bool
	}{
		{"accepted", event.Test{Verdict: verdict.AC}, true},
		{"the judge failed", event.Test{Verdict: verdict.JE}, false},
		{"not judged", event.Test{}, false},
		{"run again", event.Test{Verdict: verdict.AC, Runs: []time.Duration{1}}, false},
		{"something was killed", event.Test{Verdict: verdict.RTE, OOMKills: 1}, false},
		{"near the time limit", event.Test{Verdict: verdict.AC, CPU: 750 * time.Millisecond}, false},
		{"much memory", event.Test{Verdict: verdict.AC, Memory: 75 * bytesize.MiB}, false},
		{"less memory", event.Test{Verdict: verdict.AC, Memory: 74 * bytesize.MiB}, true},
		{"killed for time", event.Test{Verdict: verdict.TLE, CPU: 2 * time.Second, Wall: time.Minute, Breach: sandbox.CPUBreach}, true},
		{"killed by the clock", event.Test{Verdict: verdict.TLE, Breach: sandbox.WallBreach}, false},
		{"wrote too much", event.Test{Verdict: verdict.OLE, Breach: sandbox.OutputBreach}, false},
		{"long on the clock", event.Test{Verdict: verdict.AC, CPU: 1300 * time.Millisecond, Wall: 2700 * time.Millisecond}, false},
		{"waits for long", event.Test{Verdict: verdict.AC, CPU: 100 * time.Millisecond, Wall: 1600 * time.Millisecond}, false},
		{"waits", event.Test{Verdict: verdict.AC, CPU: 100 * time.Millisecond, Wall: 1599 * time.Millisecond}, true},
	} {
		if got := sub.certain(test.test); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
	sub.limits.memory = 0
	if !sub.certain(event.Test{Verdict: verdict.AC, Memory: bytesize.GiB}) {
		t.Error("much memory is near no limit")
	}
}

// The user's limits bound a run outside any problem; limits left open are as in a judgement. Without a CPU limit
// there is no wall limit.
func TestLimitsOfAnExecution(t *testing.T) {
	j := &Judge{machineLoad: func() float64 { return 1 }}
	for _, test := range []struct{ asked, want sandbox.Limits }{
		{sandbox.Limits{}, sandbox.Limits{}},
		{sandbox.Limits{CPU: 2 * time.Second}, sandbox.Limits{CPU: 2 * time.Second, Wall: 5 * time.Second, Idle: 3 * time.Second}},
		{sandbox.Limits{CPU: 2 * time.Second, Wall: time.Second}, sandbox.Limits{CPU: 2 * time.Second, Wall: time.Second}},
		{sandbox.Limits{Memory: bytesize.GiB, Output: 7}, sandbox.Limits{Memory: bytesize.GiB, Output: 7}},
	} {
		test.want.Processes, test.want.OpenFiles = 256, 256
		if got := j.executionLimits(test.asked); got != test.want {
			t.Errorf("%+v: %+v, want %+v", test.asked, got, test.want)
		}
	}
}

// failingBuilder fails, and cancels the context first if told to.
type failingBuilder struct {
	scriptedBuilder
	stop context.CancelCauseFunc
	err  error
}

func (b failingBuilder) Build(context.Context, sandbox.Box, language.Source, language.Limits) (*language.Program, error) {
	if b.stop != nil {
		b.stop(errSettled)
	}
	return nil, b.err
}

// A source that does not compile and a missing toolchain are reported. Any other failure is an error, and so is the
// end of the judgement, whatever the compiler says then.
func TestBuildsThatFail(t *testing.T) {
	broken := errors.New("the box fell apart")
	for _, test := range []struct {
		name    string
		err     error
		stopped bool
		failed  string
		skipped bool
		want    error
	}{
		{"a faulty source", &language.CompileError{Reason: "exit code 1", Log: "line 1"}, false, "exit code 1", false, nil},
		{"no toolchain", &language.MissingError{Reason: "rustc was not found"}, false, "rustc was not found", true, nil},
		{"a failure", broken, false, "", false, broken},
		{"stopped", broken, true, "", false, errSettled},
		{"a faulty source, and stopped", &language.CompileError{Reason: "exit code 1"}, true, "", false, errSettled},
	} {
		j, _ := scripted(t, nil)
		ctx, stop := context.WithCancelCause(t.Context())
		builder := failingBuilder{err: test.err}
		if test.stopped {
			builder.stop = stop
		}
		j.builder = builder
		told, program, err := j.compileSubmission(ctx, &problem.Problem{}, scriptedJob(job.Options{}), &language.Language{Name: "Shell", Code: "sh"}, urgent)
		if told.Failed != test.failed || told.Skipped != test.skipped || told.Language != "Shell" || program != nil || !errors.Is(err, test.want) || test.want == nil && err != nil {
			t.Errorf("%s: %+v, %v, want %q, %v", test.name, told, err, test.failed, test.want)
		}
		stop(nil)
	}
}

// A language that the problem does not allow is not compiled.
func TestLanguagesThatAreAllowed(t *testing.T) {
	for _, test := range []struct {
		allowed []string
		failed  string
	}{{nil, ""}, {[]string{"c", "sh"}, ""}, {[]string{"c"}, "the problem does not allow Shell"}} {
		j, _ := scripted(t, nil)
		told, program, err := j.compileSubmission(
			t.Context(), &problem.Problem{Languages: test.allowed}, scriptedJob(job.Options{}), &language.Language{Name: "Shell", Code: "sh"}, urgent,
		)
		if told.Failed != test.failed || (program == nil) != (test.failed != "") || err != nil {
			t.Errorf("%v: %+v, %v, want %q", test.allowed, told, err, test.failed)
		}
	}
}

// Built programs and scripts have a key that depends on their sources; a submitted answer has none.
func TestKeysOfWhatIsBuilt(t *testing.T) {
	program := builtProgram("a.sh")
	program.Key = "program"
	if got := (&Validator{program: program}).Key(); got != "program" {
		t.Errorf("a validator that was built has the key %q", got)
	}
	if got := (&Validator{script: &script{key: "script"}}).Key(); got != "script" {
		t.Errorf("a script has the key %q", got)
	}
	if got := (&Submission{program: program}).Key(); got != "program" {
		t.Errorf("a submission has the key %q", got)
	}
	if got := (&Submission{}).Key(); got != "" {
		t.Errorf("an answer has the key %q", got)
	}
}

// keptVerdicts are those of one submission.
type keptVerdicts map[cache.Key]resultcache.Known

func (k keptVerdicts) Known(cache.Key) map[cache.Key]resultcache.Known { return k }

func (k keptVerdicts) Keep(_ cache.Key, cases map[cache.Key]resultcache.Known) {
	clear(k)
	maps.Copy(k, cases)
}

// Results of a judgement are stored together with earlier results of other cases, as far as there is room. Results
// that are not certain are not used again.
func TestMemoryIsBounded(t *testing.T) {
	for _, test := range []struct{ known, learnt, want int }{
		{10, 3, 13}, {maxKnown - 3, 3, maxKnown}, {maxKnown, 3, maxKnown}, {0, maxKnown + 1, maxKnown + 1}, {7, 0, 7},
	} {
		kept := keptVerdicts{"x0": {Test: event.Test{Verdict: verdict.WA}}}
		m := knownResults{verdicts: kept, earlier: map[cache.Key]resultcache.Known{}, seen: map[cache.Key]resultcache.Known{}, learnt: test.learnt > 0}
		for i := range test.known {
			m.earlier[cache.Key(fmt.Sprint("x", i))] = resultcache.Known{}
		}
		for i := range test.learnt {
			m.seen[cache.Key(fmt.Sprint("y", i))] = resultcache.Known{Test: event.Test{Verdict: verdict.AC}}
		}
		m.keep()
		if test.learnt == 0 {
			test.want = 1 // as before
		}
		if len(kept) != test.want {
			t.Errorf("%d known and %d learnt: %d are kept, want %d", test.known, test.learnt, len(kept), test.want)
		}
	}
	j, _ := scripted(t, nil)
	p := scriptedProblem(t, "a")
	sub := &Submission{judge: j, problem: p, limits: limits{time: time.Second, overrun: nearLimit}, name: "now"}
	it := &item{tc: p.Data.Cases[0]}
	for _, was := range []event.Test{{Verdict: verdict.AC, Submission: "then"}, {Verdict: verdict.JE}, {Verdict: verdict.AC, CPU: time.Second}} {
		score := 2.5
		m := knownResults{sub: sub, earlier: map[cache.Key]resultcache.Known{sub.caseKey(it): {Test: was, Score: &score}}, seen: map[cache.Key]resultcache.Known{}}
		a, found := m.recall(it)
		if want := sub.certain(was); found != want || len(m.seen) != map[bool]int{true: 1}[want] {
			t.Errorf("%+v is recalled %v, want %v", was, found, want)
		} else if found && (a.Submission != "now" || !a.Earlier || a.outcome.Score != &score) {
			t.Errorf("%+v becomes %+v", was, a)
		}
		m = knownResults{sub: sub, earlier: map[cache.Key]resultcache.Known{"another": {Test: was}}}
		if _, found := m.recall(it); found {
			t.Error("another case is recalled")
		}
	}
}

// A script reports bounds as testlib does: for values with both bounds, and which of them the input reaches.
func TestBoundsInWordsOfTestlib(t *testing.T) {
	got := inWordsOfTestlib([]checktestdata.Bounds{
		{Name: "a", Low: "1", High: "9", Min: true}, {Name: "b", Low: "1", Max: true}, {Name: "c", High: "9"}, {Name: "d", Min: true, Max: true},
	})
	want := "constant-bounds \"a\": 1 9\n\"a\": min-value-hit\n\"b\": max-value-hit\n\"c\":\n\"d\": min-value-hit max-value-hit\n"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
