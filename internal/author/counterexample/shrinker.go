package counterexample

import (
	"context"

	"grundy/internal/author/shrink"
	"grundy/internal/author/stress"
)

// Shrinker adapts package shrink to package stress. Jobs is how many candidates are tried concurrently.
func Shrinker(jobs int) stress.Shrinker {
	return func(ctx context.Context, input []byte, try stress.Try, show func(tries, size int)) (stress.Smaller, error) {
		fails := func(ctx context.Context, candidate []byte) (bool, error) {
			_, fails, err := try(ctx, candidate)
			return fails, err
		}
		result, err := shrink.Shrink(ctx, input, fails, shrink.Options{Jobs: jobs, Progress: func(p shrink.Progress) { show(p.Tries, p.Size) }})
		return stress.Smaller{Input: result.Input, Tries: result.Tries, Minimal: result.Minimal}, err
	}
}
