package enumerate

import (
	"slices"
	"testing"
)

// Varied inputs are those without a part, with other values, and small ones of the layout; never the known ones.
func TestVaried(t *testing.T) {
	known := [][]byte{[]byte("4 3\n1 2\n2 3\n3 4\n"), []byte("3 1\n1 2\n"), []byte("5 2\n4 2\n1 3\n")}
	var got []string
	for _, input := range Varied(known, 2000) {
		got = append(got, string(input))
	}
	for _, want := range []string{"4 2\n1 2\n3 4\n", "4 3\n1 2\n2 1\n3 4\n", "2 1\n1 2\n"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is missing among %d inputs", want, len(got))
		}
	}
	for _, input := range known {
		if slices.Contains(got, string(input)) {
			t.Errorf("%q is known", input)
		}
	}
	if sorted := slices.Sorted(slices.Values(got)); len(slices.Compact(sorted)) != len(got) {
		t.Error("some inputs are made twice")
	}
	if again := Varied(known, 2000); len(again) != len(got) || string(again[len(again)-1]) != got[len(got)-1] {
		t.Error("the same known inputs give others")
	}
	if few := Varied(known, 5); len(few) != 5 {
		t.Errorf("want 5 inputs, got %d", len(few))
	}
	if none := Varied([][]byte{nil, []byte("\n")}, 5); len(none) != 0 {
		t.Errorf("inputs without values give %q", none)
	}
}
