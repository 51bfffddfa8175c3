package author

import "testing"

func TestSaid(t *testing.T) {
	for message, want := range map[string]string{
		" \n":                     "",
		"want 3 numbers\nbut 4\n": ": want 3 numbers",
		"Traceback (most recent call last):\n  File \"/x/v.py\", line 3, in <module>\n    1/0\nZeroDivisionError: division by zero\n": ": ZeroDivisionError: division by zero",
	} {
		if got := quotedMessage(message); got != want {
			t.Errorf("of %q it tells %q, want %q", message, got, want)
		}
	}
}
