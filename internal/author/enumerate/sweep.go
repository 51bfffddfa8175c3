package enumerate

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"grundy/internal/author/shrink"
)

// Try reports whether an input is valid, and whether something fails on it. It is called concurrently.
type Try func(ctx context.Context, input []byte) (valid, fails bool, err error)

// answer is the result of Try on an input.
type answer struct{ valid, fails bool }

// Sweep tries inputs that are smaller than a failing one. It first removes parts of that input, and gives each
// remainder all small values. Only values that are valid while the others stay unchanged are combined, so a number
// that counts the others is left alone.
type Sweep struct {
	grammar *Grammar
	jobs    int
	answers map[string]answer
	forms   map[string]*form
	// queue holds inputs whose parts have not all been removed yet.
	queue    [][]byte
	complete bool
}

// NewSweep makes a Sweep that learns from known inputs and tries the given number concurrently.
func NewSweep(known [][]byte, jobs int) *Sweep {
	s := &Sweep{grammar: Learn(known), jobs: max(1, jobs), answers: map[string]answer{}, forms: map[string]*form{}}
	s.queue = slices.DeleteFunc(slices.Clone(known), func(input []byte) bool { return len(input) > mostParted })
	slices.SortStableFunc(s.queue, func(a, b []byte) int { return len(a) - len(b) })
	s.queue = s.queue[:min(len(s.queue), beginnings)]
	return s
}

// The successive bounds of values, and how many inputs a form may have for each to be tried.
var (
	bounds  = []int{1, 2, 3, 4, 6, 9, 20, 50}
	budgets = []int{16, 64, 256, 1024, 4096}
)

const (
	// allDigits is the largest number with one digit.
	allDigits = 9
	// mostAtoms is the largest number of values of an input whose form is used.
	mostAtoms = 64
	// beginnings is how many known inputs have their parts removed. mostParted is the largest size in bytes for that:
	// a large input has many parts, which are too large themselves.
	beginnings, mostParted = 8, 512
)

// Below returns an input with fewer bytes on which something fails, too; nil if there is none or it cannot make
// one. The next call does not repeat answered questions.
func (s *Sweep) Below(ctx context.Context, failing []byte, try Try) ([]byte, error) {
	s.complete = false
	found, err := s.removeParts(ctx, failing, try)
	if found != nil || err != nil {
		return found, err
	}
	var forms []*form
	least := map[*form]int{}
	for _, f := range s.forms {
		if least[f] = f.least(s.grammar); least[f] < len(failing) {
			forms = append(forms, f)
		}
	}
	slices.SortFunc(forms, func(a, b *form) int { return cmp.Or(least[a]-least[b], strings.Compare(a.name, b.name)) })
	for _, budget := range budgets {
		complete := true
		for _, f := range forms {
			found, all, err := s.vary(ctx, f, budget, len(failing), try)
			if found != nil || err != nil {
				return found, err
			}
			complete = complete && all
		}
		if complete {
			s.complete = true
			break
		}
	}
	return nil, nil
}

// Complete reports whether the last call found nothing and tried, in all known forms, all values up to allDigits
// that are valid by themselves.
func (s *Sweep) Complete() bool { return s.complete }

// removeParts removes parts of an input, then parts of the valid remainders, and so on: once for each form.
func (s *Sweep) removeParts(ctx context.Context, failing []byte, try Try) ([]byte, error) {
	if f := s.grammar.form(failing); f != nil && len(f.atoms) <= mostAtoms && s.forms[f.name] == nil {
		s.forms[f.name] = f
	}
	if len(failing) <= mostParted {
		s.queue = append([][]byte{failing}, s.queue...)
	}
	for ; len(s.queue) > 0; s.queue = s.queue[1:] {
		var fresh []*form
		var inputs [][]byte
		consider := func(left []byte) {
			if f := s.grammar.form(left); f != nil && len(f.atoms) <= mostAtoms && s.forms[f.name] == nil && f.least(s.grammar) < len(failing) {
				fresh, inputs = append(fresh, f), append(inputs, left)
			}
		}
		consider(s.queue[0])
		for left := range shrink.Parts(s.queue[0]) {
			consider(left)
		}
		found, err := s.first(ctx, inputs, len(failing), try)
		if found != nil || err != nil {
			return found, err
		}
		for i, f := range fresh {
			if s.answers[string(inputs[i])].valid && s.forms[f.name] == nil {
				s.forms[f.name] = f
				s.queue = append(s.queue, inputs[i])
			}
		}
	}
	return nil, nil
}

// vary tries the inputs of a form that have fewer bytes than under, with the greatest bound for which they are not
// too many. All reports whether that bound reached allDigits.
func (s *Sweep) vary(ctx context.Context, f *form, budget, under int, try Try) (found []byte, all bool, err error) {
	if len(f.atoms)*len(f.atoms) > 8*budget { // finding the values that are valid by themselves would take longer
		return nil, false, nil
	}
	var choices [][]string
	for _, n := range bounds {
		wider, found, err := s.validAlone(ctx, f, n, under, try)
		if found != nil || err != nil {
			return found, false, err
		}
		product := 1
		for _, values := range wider {
			product = bounded(product, len(values))
		}
		if product > budget {
			break
		}
		choices, all = wider, n >= allDigits
	}
	if choices == nil {
		return nil, false, nil
	}
	var inputs [][]byte
	combine(choices, nil, func(values []string) {
		if input := f.with(values); len(input) < under {
			inputs = append(inputs, input)
		}
	})
	found, err = s.first(ctx, inputs, under, try)
	return found, all, err
}

// combine calls yield with each combination of choices.
func combine(choices [][]string, values []string, yield func([]string)) {
	if len(choices) == 0 {
		yield(values)
		return
	}
	for _, value := range choices[0] {
		combine(choices[1:], append(values, value), yield)
	}
}

// validAlone returns, for each atom of a form, the values up to n that are valid while the others stay unchanged; if
// there are none, the atom's own value.
func (s *Sweep) validAlone(ctx context.Context, f *form, n, under int, try Try) (choices [][]string, found []byte, err error) {
	own := f.values()
	var inputs [][]byte
	each := func(do func(atom int, value string, input []byte)) {
		for i, a := range f.atoms {
			values := slices.Clone(own)
			for _, value := range s.grammar.upTo(a.kind, n) {
				values[i] = value
				do(i, value, f.with(values))
			}
		}
	}
	each(func(_ int, _ string, input []byte) { inputs = append(inputs, input) })
	if err := s.ask(ctx, inputs, try); err != nil {
		return nil, nil, err
	}
	choices = make([][]string, len(f.atoms))
	each(func(i int, value string, input []byte) {
		said := s.answers[string(input)]
		if said.fails && len(input) < under && (found == nil || len(input) < len(found)) {
			found = input
		}
		if said.valid {
			choices[i] = append(choices[i], value)
		}
	})
	for i := range choices {
		if choices[i] == nil {
			choices[i] = []string{own[i]}
		}
	}
	return choices, found, nil
}

// first tries inputs, and returns the first with fewer bytes than under on which something fails.
func (s *Sweep) first(ctx context.Context, inputs [][]byte, under int, try Try) ([]byte, error) {
	for some := range slices.Chunk(inputs, 4*s.jobs) {
		if err := s.ask(ctx, some, try); err != nil {
			return nil, err
		}
		for _, input := range some {
			if len(input) < under && s.answers[string(input)].fails {
				return input, nil
			}
		}
	}
	return nil, nil
}

// ask tries the inputs that have no answer yet, several concurrently.
func (s *Sweep) ask(ctx context.Context, inputs [][]byte, try Try) error {
	var fresh [][]byte
	for _, input := range inputs {
		if _, known := s.answers[string(input)]; !known {
			s.answers[string(input)] = answer{}
			fresh = append(fresh, input)
		}
	}
	answers := make([]answer, len(fresh))
	group, asking := errgroup.WithContext(ctx)
	group.SetLimit(s.jobs)
	for i, input := range fresh {
		group.Go(func() (err error) {
			if asking.Err() != nil {
				return context.Cause(asking)
			}
			answers[i].valid, answers[i].fails, err = try(asking, input)
			return err
		})
	}
	err := group.Wait()
	for i, input := range fresh {
		if err != nil {
			delete(s.answers, string(input)) // an unfinished question has no answer
			continue
		}
		s.answers[string(input)] = answers[i]
	}
	return err
}
