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

// Exploration runs a program on each of several inputs. Preparing events say what its build waits for. The error is a
// *CompileError if the program cannot be built, a *PackageError if a validator or a checker cannot.
type Exploration struct {
	// Program answers the inputs; without a name no program runs.
	Program Judgement
	Inputs  []Made
	// Validate runs the input validators on each input first, and leaves out rejected ones.
	Validate bool
	// Most bounds how much of each output is returned, in bytes; 0 means all of it.
	Most int64
}

// Explored are the results of the inputs, in the order of the job.
type Explored struct{ Answers []Answered }

// Answered is the result of one input.
type Answered struct {
	// Refused is the validator that rejects the input, "" for none, and Message what it said.
	Refused, Message string
	// Test is the run of the program. Its verdict is AC if the program ended well; if an interactor judges, the
	// verdict is that of a judgement.
	Test event.Test
	// Output is what the program printed, unless save received it. With an interactor there is none.
	Output []byte
}

// Save receives the output on an input, which is named by its index.
type Save func(index int, output io.Reader) error

func (Exploration) job() {}

// sentAtOnce bounds, in bytes, the inputs that one job takes to another machine if there are several.
const sentAtOnce = 2 << 20

// Explore runs a program on inputs. It passes each output to save, in any order and one at a time; nil discards them.
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

// parted splits inputs into parts that can be sent, by the index of the first.
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
