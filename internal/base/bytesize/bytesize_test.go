package bytesize

import (
	"testing"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		text string
		want Size
	}{
		{"4096", 4096},
		{"0", 0},
		{"1B", 1},
		{"64KiB", 64 << 10},
		{"256MiB", 256 << 20},
		{"1.5 GiB", 3 << 29},
		{" 2GB ", 2_000_000_000},
		{"10mb", 10_000_000},
		{"16m", 16 << 20},
		{"1G", 1 << 30},
	} {
		got, err := Parse(test.text)
		if err != nil || got != test.want {
			t.Errorf("Parse(%q): got %d, %v, want %d", test.text, got, err, test.want)
		}
	}
	for _, text := range []string{"", "MiB", "-1", "1 TB", "1e30", "nan", "inf", "12 34", "0x10"} {
		if got, err := Parse(text); err == nil {
			t.Errorf("Parse(%q): got %d, want an error", text, got)
		}
	}
}

func TestString(t *testing.T) {
	for _, test := range []struct {
		size Size
		want string
	}{
		{0, "0 B"}, {1023, "1023 B"}, {KiB, "1 KiB"}, {1536, "1.5 KiB"}, {256 * MiB, "256 MiB"}, {3 << 29, "1.5 GiB"},
	} {
		if got := test.size.String(); got != test.want {
			t.Errorf("%d: got %q, want %q", int64(test.size), got, test.want)
		}
	}
}

// A formatted size parses to itself, except for the rounding to one decimal.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := Size(rapid.Int64Range(0, 1<<40).Draw(t, "size"))
		got, err := Parse(size.String())
		if err != nil {
			t.Fatal(err)
		}
		if difference := max(got-size, size-got); difference > size/10+1 {
			t.Fatalf("%d was written as %q and read as %d", int64(size), size, int64(got))
		}
	})
}
