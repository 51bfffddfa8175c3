package language_test

import (
	"errors"
	"strings"
	"testing"

	"grundy/internal/judge/language"

	"pgregory.net/rapid"
)

func builtin(t testing.TB) *language.Table {
	t.Helper()
	table, err := language.Load()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestDetect(t *testing.T) {
	table := builtin(t)
	tests := []struct {
		name   string
		files  map[string]string
		source language.Source
		want   string
	}{
		{name: "ending", files: map[string]string{"a.cpp": ""}, want: "cpp"},
		{name: "capital C is C++", files: map[string]string{"a.C": ""}, want: "cpp"},
		{name: "small c is C", files: map[string]string{"a.c": ""}, want: "c"},
		{name: "capitals", files: map[string]string{"A.JAVA": ""}, want: "java"},
		{name: "headers follow C", files: map[string]string{"a.c": "", "b.h": "", "c.h": ""}, want: "c"},
		{name: "headers follow C++", files: map[string]string{"a.cc": "", "b.h": "", "in.txt": ""}, want: "cpp"},
		{name: "majority", files: map[string]string{"a.py": "", "b.py": "", "gen.sh": ""}, want: "python3"},
		{name: "entry point decides", files: map[string]string{"a.py": "", "b.cpp": ""}, source: language.Source{Entrypoint: "b.cpp"}, want: "cpp"},
		{name: "given", files: map[string]string{"a.py": ""}, source: language.Source{Language: "pypy3"}, want: "pypy3"},

		{name: "py is 3", files: map[string]string{"a.py": "#!/usr/bin/python2\n"}, want: "python3"},
		{name: "py2", files: map[string]string{"a.py2": ""}, want: "python2"},
		{name: "legacy py", files: map[string]string{"a.py": "print(1)\n"}, source: language.Source{Legacy: true}, want: "python3"},
		{name: "legacy py 2", files: map[string]string{"a.py": "#!/usr/bin/env python2.7\n"}, source: language.Source{Legacy: true}, want: "python2"},
		{name: "legacy py 3", files: map[string]string{"a.py": "#!/usr/bin/python3\n"}, source: language.Source{Legacy: true}, want: "python3"},

		{name: "first line", files: map[string]string{"solve": "#!/bin/bash\n"}, want: "bash"},
		{name: "first line of a file with .exe", files: map[string]string{"solve.exe": "#!/bin/bash\n"}, want: "bash"},
		{name: "first line with env", files: map[string]string{"solve": "#!/usr/bin/env -S A=1 node --flag\r\n"}, want: "javascript"},
		{name: "first line with version", files: map[string]string{"solve": "#! /usr/local/bin/python3.11"}, want: "python3"},
		{name: "first line among data", files: map[string]string{"solve": "#!/usr/bin/perl -w\n", "notes": "text", "1.in": "1"}, want: "perl"},

		{name: "Perl", files: map[string]string{"a.pl": "use strict;\nmy $x = <STDIN>;\n"}, want: "perl"},
		{name: "Perl by first line", files: map[string]string{"a.pl": "#!/usr/bin/perl\n1;\n"}, want: "perl"},
		{name: "Prolog", files: map[string]string{"a.pl": "main :-\n    read(X),\n    write(X).\n"}, want: "prolog"},
		{name: "Prolog directive", files: map[string]string{"a.pl": "% comment\n:- initialization(main).\n"}, want: "prolog"},
		{name: "F#", files: map[string]string{"a.fs": "open System\nlet f x = x\n"}, want: "fsharp"},
		{name: "Forth", files: map[string]string{"a.fs": ": main ( -- ) 1 . ;\nmain\n"}, want: "forth"},
		{name: "Objective-C", files: map[string]string{"a.m": "#import <Foundation/Foundation.h>\n"}, want: "objectivec"},
		{name: "Octave", files: map[string]string{"a.m": "x = input('');\ndisp(x)\n"}, want: "octave"},

		{name: "scripts", files: map[string]string{"build": "#!/bin/sh\n", "a.cpp": ""}, want: "scripts"},
		{name: "run alone is its language", files: map[string]string{"run": "#!/usr/bin/python3\n"}, want: "python3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := test.source
			s.Files = source(test.files).Files
			row, err := table.Detect(s)
			if err != nil {
				t.Fatal(err)
			}
			if row.ID != test.want {
				t.Errorf("got %s, want %s", row.ID, test.want)
			}
		})
	}
}

func TestDetectFaults(t *testing.T) {
	table := builtin(t)
	tests := []struct {
		name          string
		source        language.Source
		message, help string
	}{
		{"empty", language.Source{}, "the submission is empty", "give a source file"},
		{"unknown ending", source(map[string]string{"a.xyz": ""}), "unknown language", "--language"},
		{"no ending", source(map[string]string{"a": "text"}), "unknown language", "--language"},
		{"odd interpreter", source(map[string]string{"a": "#!/opt/odd\n"}), "unknown language", "--language"},
		{"empty first line", source(map[string]string{"a": "#!"}), "unknown language", "--language"},
		{"headers only", source(map[string]string{"a.h": "", "b.hpp": ""}), "there is no source file in a known language among ", "--language"},
		{"unknown ID", language.Source{Files: source(map[string]string{"a.c": ""}).Files, Language: "klingon"}, `unknown language "klingon"`, "cobol, cpp"},
		{"misspelt ID", language.Source{Files: source(map[string]string{"a.c": ""}).Files, Language: "pyhton3"}, `unknown language "pyhton3", did you mean "python3"?`, "cobol, cpp"},
		{"name of a language for an ID", language.Source{Files: source(map[string]string{"a.c": ""}).Files, Language: "c++"}, `unknown language "c++", did you mean "cpp"?`, "cobol, cpp"},
		{"ending for an ID", language.Source{Files: source(map[string]string{"a.c": ""}).Files, Language: "rs"}, `unknown language "rs", did you mean "rust"?`, "cobol, cpp"},
		{"interpreter for an ID", language.Source{Files: source(map[string]string{"a.c": ""}).Files, Language: "python"}, `unknown language "python", did you mean "python3"?`, "cobol, cpp"},
		{"mixed", source(map[string]string{"a.c": "", "b.py": ""}), "the files are in several languages: C (a.c), Python 3 (b.py)", "--language"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := table.Detect(test.source)
			var fault *language.SourceError
			if !errors.As(err, &fault) {
				t.Fatalf("got %v", err)
			}
			if !strings.HasPrefix(fault.Message, test.message) || !strings.Contains(fault.Help, test.help) {
				t.Errorf("message %q\nhelp    %q", fault.Message, fault.Help)
			}
		})
	}
}

// Every ending of a built-in row leads to a row that claims it, and to the same one whatever unclaimed files are
// beside it.
func TestEndingsLeadToTheirRows(t *testing.T) {
	table := builtin(t)
	var endings []string
	for _, row := range table.Languages() {
		endings = append(endings, row.Extensions...)
	}
	rapid.Check(t, func(t *rapid.T) {
		ending := rapid.SampledFrom(endings).Draw(t, "ending")
		text := rapid.String().Draw(t, "text")
		alone, err := table.Detect(source(map[string]string{"a" + ending: text}))
		if err != nil {
			t.Fatal(err)
		}
		among, err := table.Detect(source(map[string]string{"a" + ending: text, "a.h": "", "1.in": text}))
		if err != nil || among != alone {
			t.Fatalf("%v among others, %s alone, %v", among, alone.ID, err)
		}
	})
}

func FuzzDetect(f *testing.F) {
	table := builtin(f)
	f.Add("solve", "#!/usr/bin/env python3.9 -u\n", true)
	f.Add("a.PL", ":- foo.\n", false)
	f.Add(".py", "#!", true)
	f.Fuzz(func(t *testing.T, name, text string, legacy bool) {
		s := source(map[string]string{name: text})
		s.Legacy = legacy
		row, err := table.Detect(s)
		var fault *language.SourceError
		if (row == nil) != errors.As(err, &fault) {
			t.Errorf("row %v, error %v", row, err)
		}
	})
}
