package icpc

import "testing"

func TestValidSeconds(t *testing.T) {
	const year = 366 * 24 * 3600
	for x, want := range map[float64]bool{1e-6: true, 1: true, year: true, 9e-7: false, 0: false, -1: false, year + 1: false} {
		if got := validSeconds(x); got != want {
			t.Errorf("%g: %v, want %v", x, got, want)
		}
	}
}

func TestIsCaseName(t *testing.T) {
	for name, want := range map[string]bool{
		"secret/1": true, "sample/a.b": true, "secret/group/1": true, "invalid_input/x": true,
		"secret": false, "other/1": false, "secret/": false, "secret//1": false, "secret/../1": false, "/secret/1": false, "secret/a b": false, "": false,
	} {
		if got := (&loader{}).isCaseName(name); got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
}
