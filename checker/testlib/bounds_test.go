package testlib

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestOverview(t *testing.T) {
	integer := func(name string) func(in *Reader) {
		return func(in *Reader) { in.Int(name, 1, 9); in.Newline() }
	}
	tests := []struct {
		name, input string
		check       func(in *Reader)
		want        string
	}{
		{"least", "1\n", integer("n"), "\"n\": min-value-hit\nconstant-bounds \"n\": 1 9\n"},
		{"greatest", "9\n", integer("n"), "\"n\": max-value-hit\nconstant-bounds \"n\": 1 9\n"},
		{"neither", "5\n", integer("n"), "\"n\":\nconstant-bounds \"n\": 1 9\n"},
		{"least excused", "5\n", integer("~n"), "\"n\": min-value-hit\nconstant-bounds \"n\": 1 9\n"},
		{"greatest excused", "5\n", integer("n~"), "\"n\": max-value-hit\nconstant-bounds \"n\": 1 9\n"},
		{"both excused", "5\n", integer("~n~"), "\"n\": min-value-hit max-value-hit\nconstant-bounds \"n\": 1 9\n"},
		{"no name", "1\n", integer(""), ""},
		{"one of many", "1\n", integer("a[3]"), ""},
		{
			"all values of a name count", "1 5 9\n", func(in *Reader) { in.Ints("a", 3, 1, 9); in.Newline() },
			"\"a\": min-value-hit max-value-hit\nconstant-bounds \"a\": 1 9\n",
		},
		{
			"bounds that vary, in the order of names", "2\n2\n2", func(in *Reader) {
				n := in.Int("n", 1, 9)
				in.Newline()
				in.Int("k", 1, n)
				in.Newline()
				in.Int("k", n, 9)
			}, "\"k\": min-value-hit max-value-hit\n\"n\":\nconstant-bounds \"n\": 1 9\n",
		},
		{
			"a lower bound that varies", "2\n2\n", func(in *Reader) {
				in.Int("k", 1, 9)
				in.Newline()
				in.Int("k", 2, 9)
				in.Newline()
			}, "\"k\": min-value-hit\n",
		},
		{
			"an upper bound that varied once", "2\n2\n2\n", func(in *Reader) {
				for _, hi := range []int{9, 8, 9} {
					in.Int("k", 1, hi)
					in.Newline()
				}
			}, "\"k\":\n",
		},
		{
			"lengths", "ab x\n", func(in *Reader) {
				in.Word("name", 1, 2, "")
				in.Space()
				in.Word("letter", 1, 1, "")
				in.Newline()
			}, "\"name\": max-value-hit\nconstant-bounds \"name\": 1 2\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			log := filepath.Join(t.TempDir(), "log")
			if end := validate(strings.NewReader(test.input), log, test.check); end.exit != exitAccepted {
				t.Fatalf("validate = %+v", end)
			}
			got, err := os.ReadFile(log)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestOverviewOfInvalidInput(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	end := validate(strings.NewReader("10\n"), log, func(in *Reader) { in.Int("~n~", 1, 9) })
	if want := (outcome{exitRejected, `line 1, column 1: n: want an integer from 1 to 9, got "10"`}); end != want {
		t.Errorf("validate = %+v, want %+v", end, want)
	}
	if _, err := os.Stat(log); !os.IsNotExist(err) {
		t.Errorf("an input that is not valid has a log (%v)", err)
	}
	end = validate(strings.NewReader(""), filepath.Join(log, "below", "a", "file"), func(*Reader) {})
	if end.exit != exitFailed || !strings.Contains(end.message, "write the log of bounds") {
		t.Errorf("a log that cannot be written: %+v", end)
	}
}

func TestTakeOverviewFlag(t *testing.T) {
	for _, test := range []struct{ args, rest, file string }{
		{"validate", "validate", ""},
		{"validate 3 --testOverviewLogFileName log", "validate 3", "log"},
		{"validate --testOverviewLogFileName log x y", "validate x y", "log"},
		{"--testOverviewLogFileName log", "", "log"},
		{"validate --testOverviewLogFileName", "validate --testOverviewLogFileName", ""},
	} {
		rest, file := takeOverviewFlag(strings.Fields(test.args))
		if !slices.Equal(rest, strings.Fields(test.rest)) || file != test.file {
			t.Errorf("%s: got %q and %q", test.args, rest, file)
		}
	}
}
