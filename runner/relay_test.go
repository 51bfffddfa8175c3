package runner

import (
	"io"
	"os"
	"strings"
	"testing"
)

// TestRelay checks that whole lines are changed, and that an incomplete line is forwarded before its end comes.
func TestRelay(t *testing.T) {
	heard, says, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRelay(says, 40, func(text string) string { return strings.ReplaceAll(text, "/box/", "") })
	if err != nil {
		t.Fatal(err)
	}
	write := func(text string) {
		if _, err := r.write.WriteString(text); err != nil {
			t.Fatal(err)
		}
	}
	hear := func(want string) {
		t.Helper()
		got := make([]byte, len(want))
		if _, err := io.ReadFull(heard, got); err != nil || string(got) != want {
			t.Fatalf("heard %q, %v, want %q", got, err, want)
		}
	}
	write("in /box/a.py\ny/n? ")
	hear("in a.py\ny/n? ")
	write("end")
	if over, err := r.end(); over || err != nil {
		t.Errorf("beyond the limit: %v, %v", over, err)
	}
	hear("end")

	r, err = newRelay(says, 3, strings.ToUpper)
	if err != nil {
		t.Fatal(err)
	}
	write("all")
	if over, err := r.end(); over || err != nil {
		t.Errorf("at the limit: %v, %v", over, err)
	}
	hear("ALL")

	r, err = newRelay(says, 40, strings.ToUpper)
	if err != nil {
		t.Fatal(err)
	}
	write(strings.Repeat("a", 41))
	if over, err := r.end(); !over || err != nil {
		t.Errorf("beyond the limit: %v, %v", over, err)
	}
	if err := says.Close(); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(heard); len(rest) > 0 || err != nil {
		t.Errorf("heard %q beyond the limit, %v", rest, err)
	}
}
