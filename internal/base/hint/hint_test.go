package hint

import (
	"errors"
	"fmt"
	"testing"
)

func TestOf(t *testing.T) {
	cause := errors.New("cause")
	tests := []struct {
		name string
		err  error
		want string
	}{
		{"nothing", nil, ""},
		{"an error without a hint", cause, ""},
		{"a hint", Errorf("do this", "failed"), "do this"},
		{"a hint below", fmt.Errorf("context: %w", Errorf("do this", "failed")), "do this"},
		{"the outer one wins", Errorf("do that", "context: %w", Errorf("do this", "failed")), "do that"},
		{"an empty one says nothing", Errorf("", "context: %w", Errorf("do this", "failed")), "do this"},
		{"one of several", errors.Join(cause, Errorf("do this", "failed")), "do this"},
		{"given to another's error", With("do this", cause), "do this"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Of(test.err); got != test.want {
				t.Errorf("Of(%v) = %q, want %q", test.err, got, test.want)
			}
		})
	}
	if err := Errorf("do this", "context: %w", cause); !errors.Is(err, cause) || err.Error() != "context: cause" {
		t.Errorf("got %v, which hides its cause", err)
	}
}
