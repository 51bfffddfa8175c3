package job

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"

	"golang.org/x/sync/errgroup"

	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

// Exploration has a program answer inputs, each for itself. Preparing events tell what its build waits for. The error is a *CompileError
// when the program cannot be built, a *PackageError when a validator or a checker cannot.
type Exploration struct {
	// Program answers; without a name none does.
	Program Judgement
	Inputs  []Made
	// Validate has the input validators look at each input first, and leaves out those that one refuses.
	Validate bool
	// Most bounds, in bytes, what is wanted of each output, 0 for all of it.
	Most int64
}

// Explored is what came of the inputs, in the order of the job.
type Explored struct{ Answers []Answered }

// Answered is what came of one input.
type Answered struct {
	// Refused is the validator that refuses the input, "" for none, and Message what it said.
	Refused, Message string
	// Test is the run of the program. Its verdict is AC when the program ended well; where an interactor judges, that of a judgement.
	Test event.Test
	// Output is what the program printed, as far as nothing took that. Where an interactor judges there is none.
	Output []byte
}

// Save takes the output on an input, which is named by its index.
type Save func(index int, output io.Reader) error

func (Exploration) job() {}

// sentAtOnce bounds, in bytes, the inputs that one job brings to another machine where there are several.
const sentAtOnce = 2 << 20

// Explore has inputs answered. It gives each output to save, in any order and one at a time; nil discards.
func (c Client) Explore(ctx context.Context, p *problem.Problem, j Exploration, save Save, emit func(event.Event)) (Explored, error) {
	if here, ok := c.Executor.(Attached); ok {
		return here.Explore(ctx, p, j, save, emit)
	}
	parts, err := parted(j.Inputs)
	if err != nil {
		return Explored{}, err
	}
	whole := Explored{Answers: make([]Answered, len(j.Inputs))}
	var taking sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(c.Slots())
	for first, inputs := range parts {
		group.Go(func() error {
			part := j
			part.Inputs = inputs
			result, err := do[Explored](ctx, c.Executor, p, part, func(e event.Event) {
				taking.Lock()
				defer taking.Unlock()
				emit(e)
			})
			if err != nil {
				return err
			}
			if len(result.Answers) != len(inputs) {
				return fmt.Errorf("explore %d inputs: %d answers came back", len(inputs), len(result.Answers))
			}
			taking.Lock()
			defer taking.Unlock()
			for i, answer := range result.Answers {
				if save != nil && answer.Refused == "" {
					if err := save(first+i, bytes.NewReader(answer.Output)); err != nil {
						return err
					}
				}
				answer.Output = nil
				whole.Answers[first+i] = answer
			}
			return nil
		})
	}
	return whole, group.Wait()
}

// parted are inputs in parts that can be sent, by the index of the first.
func parted(inputs []Made) (map[int][]Made, error) {
	parts := map[int][]Made{}
	first, size := 0, int64(0)
	for i := range inputs {
		for _, file := range inputs[i].Files {
			of, err := file.Size()
			if err != nil {
				return nil, err
			}
			size += int64(of)
		}
		if i > first && size > sentAtOnce {
			first, size = i, 0
		}
		parts[first] = inputs[first : i+1]
	}
	return parts, nil
}
