package backend

import "testing"

func TestCompeting(t *testing.T) {
	for loadavg, want := range map[string]float64{
		"0.20 0.18 0.12 1/80 11206\n": 1,
		"5.50 1.00 0.50 2/80 11206\n": 5.5,
		"0.00 0.00 0.00 9/80 11206\n": 9,
		"0.20 0.18 0.12 9/80":         9,
		"0.20 0.18 0.12":              0,
		"":                            0,
		"strange":                     0,
	} {
		if got := competing(loadavg); got != want {
			t.Errorf("%q: got %v, want %v", loadavg, got, want)
		}
	}
	for loadavg, want := range map[string]float64{"5.50 1.00 0.50 2/80 11206\n": 2.75, "1.00 0.18 0.12 1/80 11206\n": 1, "": 1} {
		if got := perProcessor(loadavg, 2); got != want {
			t.Errorf("%q: got %v for each of two processors, want %v", loadavg, got, want)
		}
	}
	if got := Load(); got < 1 {
		t.Errorf("the load of this machine is %v", got)
	}
}
