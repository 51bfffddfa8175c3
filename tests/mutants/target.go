//go:build unix

package main

import "regexp"

// target is code whose tests are measured.
type target struct {
	name string
	// packages are changed, in the files that match (all without a pattern).
	packages []string
	files    *regexp.Regexp
	// tests are the packages whose tests run; a pattern of -test.run after a colon selects some of them.
	tests []string
	// all includes tests that only make test-all runs.
	all bool
	// timed reports that tests wait and measure, so that a busy machine may make them fail or hang: only failing
	// twice kills.
	timed bool
	// explained are files in which every survivor needs an explanation.
	explained *regexp.Regexp
}

var targets = []target{
	{
		name:     "verdict",
		packages: []string{"internal/base/verdict"},
		tests:    []string{"internal/base/verdict"}, explained: regexp.MustCompile(`.`),
	},
	{
		name:     "checker",
		packages: []string{"checker"},
		tests:    []string{"checker"},
		explained: regexp.MustCompile(
			`^checker/(compare|skim|number|source|options|outcome|dialect|icpc|testlib|legacy|cms|oj|peg|sinol)\.go`),
	},
	{
		name:     "testlib",
		packages: []string{"checker/testlib"},
		tests:    []string{"checker/testlib"},
	},
	{
		name:     "games",
		packages: []string{"checker/games/compound", "checker/games/mousetrap", "checker/games/nim", "checker/games/oddstones", "checker/games/spiders"},
		tests:    []string{"checker/games/compound", "checker/games/mousetrap", "checker/games/nim", "checker/games/oddstones", "checker/games/spiders"},
	},
	{
		name:     "edit",
		packages: []string{"internal/author/edit"},
		tests:    []string{"internal/author/edit", "tests:^TestScripts$/^(add|rm_mv|links_out|odd_names|plain_folders)$"},
	},
	{
		name:     "problem",
		packages: []string{"internal/pkgfmt/problem", "internal/pkgfmt/generators", "internal/pkgfmt/icpc", "internal/pkgfmt/plain"},
		tests:    []string{"internal/pkgfmt/problem", "internal/pkgfmt/generators", "internal/pkgfmt/icpc", "internal/pkgfmt/plain"},
	},
	{
		name:     "exchange",
		packages: []string{"internal/pkgfmt/exchange"},
		tests:    []string{"internal/pkgfmt/exchange", "tests:^TestScripts$/^(import_.*|export.*)$"},
		all:      true,
	},
	{
		name:     "sandbox",
		packages: []string{"internal/judge/sandbox", "internal/judge/sandbox/backend", "internal/judge/sandbox/process", "internal/judge/sandbox/activity"},
		tests:    []string{"internal/judge/sandbox", "internal/judge/sandbox/backend", "internal/judge/sandbox/process", "internal/judge/sandbox/activity"},
		timed:    true,
	},
	{
		// The code that makes boxes is left out: with a mistake in it, tests mount and kill on the machine itself.
		name:      "namespaces",
		packages:  []string{"internal/judge/sandbox/namespaces"},
		files:     regexp.MustCompile(`/(activity|breach|coreescape|eventcounter|message|process|procfs|remedy|stopwatch|watch|wire)_linux\.go$`),
		tests:     []string{"internal/judge/sandbox/namespaces:^Test(SetBreach|Candidates|Refuge|Obstacle|Remedy|Reasons.*|Errors.*|EveryField.*|Tally.*|SharedCounter.*|NoCounter|Box.*|Inherited.*|OpenWhile.*|Rootless|Remaining|Patience|LostTime|Time(That|Of|Since).*|Peak(Above|With).*|ReadProcess|Proportional|Weigh.*|BeatsCost|OpenFlags|ShareOf.*|Buffers.*|Leading.*|ReportsKeep.*|WhatIsTold|Stopwatch)$"},
		explained: regexp.MustCompile(`/breach_linux\.go$`),
		timed:     true,
	},
	{
		name:      "limits",
		packages:  []string{"runner"},
		files:     regexp.MustCompile(`/runner/(classify|groupscore|limits)\.go$`),
		tests:     []string{"runner:^Test(Classify|Near|LimitsFor|Spec|ToolLimits|Seconds|Explained|Tally.*)$"},
		explained: regexp.MustCompile(`.`),
	},
	{
		name:     "runner",
		packages: []string{"runner"},
		tests: []string{"runner", "tests:^TestScripts$/^(answers|checkers_of_others|external_checker|faulty_checker|feedback|" +
			"generate|graders|pictures|play|run|sanitize|verdicts|verify_repeat|verify_sanitize)$"},
		all:       true,
		timed:     true,
		explained: regexp.MustCompile(`^runner/(answer|attempt|check|classify|grader|groupscore|interactive|limits|repeat|static)\.go`),
	},
}
