package author

import (
	"bytes"
	"context"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

// stated is a problem whose statement states some bounds, with one input.
func stated(t *testing.T, text, input string) *problem.Problem {
	t.Helper()
	dir := t.TempDir()
	suite.Write(t, filepath.Join(dir, "problem.en.md"), text)
	suite.Write(t, filepath.Join(dir, "1.in"), input)
	return &problem.Problem{
		ID: "sum", Dir: dir, Statements: []problem.Statement{{Kind: "md", Language: "en", Path: filepath.Join(dir, "problem.en.md")}},
		InputValidators: []problem.Program{{Name: "validate"}},
		Data: &problem.Group{Groups: []*problem.Group{{Name: "secret", Cases: []*problem.Case{
			{Name: "secret/1", Input: filepath.Join(dir, "1.in")},
		}}}},
	}
}

// logging is a validator that logs its bounds.
type logging struct {
	Validator
	log string
}

func (l logging) Survey(context.Context, *problem.Problem, job.Survey) (job.Surveyed, error) {
	return job.Surveyed{Log: l.log}, nil
}

// accepting is a validator without a log that accepts inputs of two numbers, of which it bounds the second.
type accepting struct{ Validator }

func (accepting) Survey(context.Context, *problem.Problem, job.Survey) (job.Surveyed, error) {
	return job.Surveyed{}, nil
}

func (accepting) Validate(_ context.Context, _ *problem.Problem, j job.Validation) (job.Validated, error) {
	var text []byte
	for _, file := range j.Made.Files {
		if file.Name == ".in" {
			text = file.Data
		}
	}
	words := bytes.Fields(text)
	x, err := strconv.Atoi(string(words[1]))
	return job.Validated{Valid: err == nil && string(words[0]) == "1" && x >= 0 && x <= 5000}, nil
}

// TestBoundsTable compares statements with validators that keep a log and with one that keeps none.
func TestBoundsTable(t *testing.T) {
	const log = "\"n\": min-value-hit max-value-hit\nconstant-bounds \"n\": 1 100000\n" +
		"\"a\": min-value-hit max-value-hit\nconstant-bounds \"a\": 0 1000\n\"k\": min-value-hit max-value-hit\nconstant-bounds \"k\": 2 3\n" +
		"\"d\": min-value-hit max-value-hit\n\"p\": min-value-hit max-value-hit\nconstant-bounds \"p\": 0.0 0.5\n"
	text := "Read $1 \\le n \\le 10^5$ and $0 \\le a_i \\le 10^9$; $1 \\le d \\le n$; $0 \\le p \\le 0.5$; $m \\le 7$.\n\n- group 1: $n \\le 50$\n"
	v := &verification{problem: stated(t, text, "1 7\n"), validator: logging{log: log}, options: Options{Bounds: true, Jobs: 1}}
	_, faults, err := v.checkBounds(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if want := "validate: a is from 0 to 1000 here, but from 0 to 1000000000 in the statement"; len(faults) != 1 || faults[0].String() != want || faults[0].Level != problem.Warning {
		t.Errorf("got %v, want %s", faults, want)
	}
	r := func(low, high string) *event.BoundRange { return &event.BoundRange{Low: low, High: high} }
	want := []event.BoundRow{
		{Name: "n", Statement: r("1", "100000"), Validator: r("1", "100000"), Program: "validate", Agreement: event.BoundsAgree},
		{Name: "a_i", Statement: r("0", "1000000000"), Validator: r("0", "1000"), Program: "validate", Agreement: event.BoundsDiffer},
		{Name: "d", Statement: r("1", ""), Agreement: event.OnlyStatement},
		{Name: "p", Statement: r("0", "0.5"), Validator: r("0", "0.5"), Program: "validate", Agreement: event.BoundsAgree},
		{Name: "m", Statement: r("", "7"), Agreement: event.OnlyStatement},
		{Name: "k", Validator: r("2", "3"), Program: "validate", Agreement: event.OnlyValidator},
	}
	if diff := cmp.Diff(want, v.bounds.Rows); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// TestTriedBounds checks that bounds are tried where the validator keeps no log.
func TestTriedBounds(t *testing.T) {
	for _, test := range []struct {
		text string
		want event.BoundRow
	}{
		{"$0 \\le x \\le 5000$", event.BoundRow{Name: "x", Statement: &event.BoundRange{Low: "0", High: "5000"}, Validator: &event.BoundRange{Low: "0", High: "5000"}, Agreement: event.BoundsAgree}},
		{"$0 \\le x \\le 4000$", event.BoundRow{Name: "x", Statement: &event.BoundRange{Low: "0", High: "4000"}, Validator: &event.BoundRange{Low: "0"}, Agreement: event.BoundsDiffer}},
		{"$y \\le 10^6$", event.BoundRow{Name: "y", Statement: &event.BoundRange{High: "1000000"}, Agreement: event.OnlyStatement}},
	} {
		v := &verification{problem: stated(t, test.text, "1 7\n"), validator: accepting{}, options: Options{Bounds: true, Jobs: 1}}
		if _, _, err := v.checkBounds(t.Context()); err != nil {
			t.Fatal(err)
		}
		test.want.Tried = true
		if diff := cmp.Diff([]event.BoundRow{test.want}, v.bounds.Rows); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.text, diff)
		}
	}
}
