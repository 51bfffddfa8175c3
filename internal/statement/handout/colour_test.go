package handout

import "testing"

func TestColours(t *testing.T) {
	for name, want := range map[string]colour{
		"#FF7109": {"FF7109", "000000"}, "#ff7109": {"FF7109", "000000"}, "orange": {"FFA500", "000000"}, "Navy": {"000080", "FFFFFF"},
		"dark green": {"006400", "FFFFFF"}, "white": {"FFFFFF", "000000"}, "#000000": {"000000", "FFFFFF"},
	} {
		if got := colourOf(name); got == nil || *got != want {
			t.Errorf("%q is %v, want %v", name, got, want)
		}
	}
	for _, name := range []string{"", "#fff", "#FF71091", "#GG0000", "strange", "red; }"} {
		if got := colourOf(name); got != nil {
			t.Errorf("%q is %v, want no colour", name, *got)
		}
	}
}
