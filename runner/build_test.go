package runner

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"grundy/internal/bytesize"
	"grundy/internal/cache"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/language"
	"grundy/internal/problem"
	"grundy/internal/sandbox"
	"grundy/internal/verdict"
)

// What is included for a language takes the place of what is included for all, by its name.
func TestIncludesOfALanguage(t *testing.T) {
	dir := writeFiles(t, "all/a.h", "all", "all/b.h", "all", "own/b.h", "own", "own/c.h", "own")
	p := &problem.Problem{Includes: map[string]string{"default": filepath.Join(dir, "all"), "c": filepath.Join(dir, "own")}}
	for code, want := range map[string]string{"c": "a.h all, b.h own, c.h own, ", "go": "a.h all, b.h all, "} {
		files, err := includes(p, &language.Language{Code: code})
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
		if got != want {
			t.Errorf("for %s: %s; want %s", code, got, want)
		}
	}
}

// A preparation serves the very judgement that it was begun for, once.
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
	}
}

// Builds of an hour ago are forgotten once another one is wanted, but for those that nobody has made yet or that somebody makes now.
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

// What a program of a package is made of names its build: all of its files, those that are included, and how it is built.
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

// A case is known by what its files hold and by its arguments, whatever they are called. One of which a file is missing, or that has
// anything but files beside it, is not.
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

// What another run could judge otherwise is not certain: near a limit, where the kernel killed something, or where the judge failed.
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
}

// What people ask of a run outside any problem bounds it, and what they leave open is as in a judgement; without a limit of CPU time
// there is none by the clock.
func TestLimitsOfAnExecution(t *testing.T) {
	j := &Judge{machineLoad: func() float64 { return 1 }}
	for _, test := range []struct{ asked, want sandbox.Limits }{
		{sandbox.Limits{}, sandbox.Limits{}},
		{sandbox.Limits{CPU: 2 * time.Second}, sandbox.Limits{CPU: 2 * time.Second, Wall: 5 * time.Second, Idle: 3 * time.Second}},
		{sandbox.Limits{CPU: 2 * time.Second, Wall: time.Second}, sandbox.Limits{CPU: 2 * time.Second, Wall: time.Second}},
		{sandbox.Limits{Memory: bytesize.GiB, Output: 7}, sandbox.Limits{Memory: bytesize.GiB, Output: 7, AddressSpace: 3 * bytesize.GiB}},
	} {
		test.want.Processes, test.want.OpenFiles = 256, 256
		if got := j.executionLimits(test.asked); got != test.want {
			t.Errorf("%+v: %+v, want %+v", test.asked, got, test.want)
		}
	}
}
