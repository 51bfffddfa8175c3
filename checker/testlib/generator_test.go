package testlib

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestGenerate(t *testing.T) {
	draw := func(out io.Writer, r *Rand) { fmt.Fprintln(out, r.Int(0, 1<<40)) }
	first := Case{Name: "01-one", Description: `a "tricky" one: # é`, Write: draw}
	second := Case{Name: "02-two", Description: "another", Write: draw}

	dir := t.TempDir()
	if err := generate([]string{"-o", dir}, io.Discard, []Case{first, second}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"01-one.yaml": "description: \"a \\\"tricky\\\" one: # é\"\n",
		"02-two.yaml": "description: \"another\"\n",
	} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s = %q, %v, want %q", name, got, err, want)
		}
	}
	saved, err := os.ReadFile(filepath.Join(dir, "02-two.in"))
	if err != nil {
		t.Fatal(err)
	}
	// A case depends neither on the cases beside it nor on how it is asked for.
	var printed bytes.Buffer
	if err := generate([]string{"02-two"}, &printed, []Case{second}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(printed.Bytes(), saved) {
		t.Errorf("printed %q, saved %q", printed.Bytes(), saved)
	}
}

func TestGenerateErrors(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	one := Case{Name: "one", Write: func(io.Writer, *Rand) {}}
	for _, args := range [][]string{nil, {"two"}, {"-o", missing}, {"a", "b", "c"}} {
		if err := generate(args, io.Discard, []Case{one}); err == nil {
			t.Errorf("generate %q gave no error", args)
		}
	}
}
