package testlib

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
)

// heaps is a generator with all kinds of arguments.
func heaps(g *Generator) {
	kind := g.Word("kind", "random", "equal")
	n := g.Int("n", 1, 5)
	share := g.Float("share", 0, 1)
	r := g.Rand("seed")
	for i := range n {
		fmt.Fprintln(g, kind, i, share, r.Int(0, 99))
	}
	for g.More() {
		fmt.Fprintln(g, g.Word("anything"))
	}
}

func TestGenerate(t *testing.T) {
	var once, twice, other bytes.Buffer
	for _, run := range []struct {
		out  *bytes.Buffer
		seed string
	}{{&once, "7"}, {&twice, "7"}, {&other, "8"}} {
		if end := generate([]string{"random", "3", "0.5", run.seed, "a", "b"}, run.out, heaps); end.exit != 0 || end.message != "" {
			t.Fatalf("%+v", end)
		}
	}
	if once.String() != twice.String() {
		t.Errorf("the same arguments gave %q and %q", once.String(), twice.String())
	}
	if once.String() == other.String() {
		t.Error("another seed gave the same input")
	}
	if !strings.HasPrefix(once.String(), "random 0 0.5 ") || !strings.HasSuffix(once.String(), "\na\nb\n") {
		t.Errorf("got %q", once.String())
	}
}

func TestGenerateRefusesArguments(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"", "argument 1: kind is missing"},
		{"other", `argument 1: kind: want random or equal, got "other"`},
		{"random 6", `argument 2: n: want an integer from 1 to 5, got "6"`},
		{"random x", `argument 2: n: want an integer from 1 to 5, got "x"`},
		{"random 5 NaN", `argument 3: share: want a number from 0 to 1, got "NaN"`},
		{"random 0", `argument 2: n: want an integer from 1 to 5, got "0"`},
		{"random 1 1.5", `argument 3: share: want a number from 0 to 1, got "1.5"`},
		{"random 5 -0.1", `argument 3: share: want a number from 0 to 1, got "-0.1"`},
		{"random 5 0", "argument 4: seed is missing"},
		{"random 5 1", "argument 4: seed is missing"},
		{"random 5 0.5", "argument 4: seed is missing"},
	} {
		end := generate(strings.Fields(tt.args), &bytes.Buffer{}, heaps)
		if end.exit != exitFailed || end.message != tt.want {
			t.Errorf("arguments %q: got %+v, want %q", tt.args, end, tt.want)
		}
	}
	end := generate([]string{"1"}, &bytes.Buffer{}, func(*Generator) {})
	if end.exit != exitFailed || end.message != `argument 1: want no more, got "1"` {
		t.Errorf("got %+v", end)
	}
}

func TestGenerateAnswer(t *testing.T) {
	t.Chdir(t.TempDir())
	end := generate(nil, &bytes.Buffer{}, func(g *Generator) { fmt.Fprintln(g.Answer(), "FIRST") })
	if end.exit != 0 {
		t.Fatalf("%+v", end)
	}
	if answer, err := os.ReadFile("testcase.ans"); err != nil || string(answer) != "FIRST\n" {
		t.Errorf("testcase.ans = %q, %v", answer, err)
	}
}
