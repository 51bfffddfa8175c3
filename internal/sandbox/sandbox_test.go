package sandbox_test

import (
	"testing"

	"grundy/internal/sandbox"
)

func TestAtLeast(t *testing.T) {
	tiers := sandbox.Tiers()
	for i, tier := range tiers {
		for j, other := range tiers {
			if got, want := tier.AtLeast(other), i <= j; got != want {
				t.Errorf("%s is at least %s: got %v, want %v", tier, other, got, want)
			}
		}
	}
}
