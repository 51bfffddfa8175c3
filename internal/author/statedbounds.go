package author

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
	"grundy/internal/statement/formula"
)

// statedBounds are the bounds that statements state, by the key of their quantity.
type statedBounds struct {
	names map[string]string // as the first statement writes them
	low   map[string][]*big.Rat
	high  map[string][]*big.Rat
	order []string // of the keys
}

// boundKey is the same for a quantity in a formula and in a validator: a_i and a[i] are elements of a, |s| the length of s.
func boundKey(name string) string {
	key := strings.Trim(name, "|∣ ~")
	if end := strings.IndexAny(key, "_[({"); end > 0 {
		key = key[:end]
	}
	return key
}

// readBounds reads the bounds of all statements. Statements in several languages state the same ones.
func (v *verification) readBounds() (*statedBounds, error) {
	stated := &statedBounds{names: map[string]string{}, low: map[string][]*big.Rat{}, high: map[string][]*big.Rat{}}
	for _, text := range v.problem.Statements {
		if text.Kind == "pdf" {
			continue
		}
		source, err := fsutil.ReadWithin(v.problem.Dir, text.Path)
		if err != nil {
			return nil, fmt.Errorf("read the statement: %w", err)
		}
		for _, bound := range statement.Bounds(source, text.Kind, v.problem.Constants, v.problem.FilesOf(text)) {
			stated.add(bound)
		}
	}
	return stated, nil
}

func (s *statedBounds) add(bound formula.Bound) {
	key := boundKey(bound.Name)
	if _, known := s.names[key]; !known {
		s.names[key] = bound.Name
		s.order = append(s.order, key)
	}
	if bound.Low != nil {
		s.low[key] = append(s.low[key], bound.Low)
	}
	if bound.High != nil {
		s.high[key] = append(s.high[key], bound.High)
	}
}

// widest is the widest range of a quantity; groups of test cases may narrow it.
func (s *statedBounds) widest(key string) (low, high *big.Rat) {
	if all := s.low[key]; len(all) > 0 {
		low = slices.MinFunc(all, (*big.Rat).Cmp)
	}
	if all := s.high[key]; len(all) > 0 {
		high = slices.MaxFunc(all, (*big.Rat).Cmp)
	}
	return low, high
}

// boundRange writes a range.
func boundRange(low, high *big.Rat) *event.BoundRange {
	write := func(value *big.Rat) string {
		switch {
		case value == nil:
			return ""
		case value.IsInt():
			return value.Num().String()
		}
		digits, exact := value.FloatPrec()
		if !exact {
			return value.RatString()
		}
		return value.FloatString(digits)
	}
	return &event.BoundRange{Low: write(low), High: write(high)}
}

// compareBounds lays the bounds of the statements beside those of validators with a log. What both say of a quantity
// with the same name must be the same.
func (s *statedBounds) compareBounds(program problem.Program, seen *overview) (rows []event.BoundRow, faults problem.Diagnostics) {
	for _, name := range slices.Sorted(maps.Keys(seen.variables)) {
		variable := seen.variables[name]
		if variable.constant == 0 || variable.constant < variable.logs {
			continue // its bounds depend on the input
		}
		accepted := s.row(program, name, variable.lo, variable.hi)
		if accepted.Agreement == event.BoundsDiffer {
			faults = append(faults, problem.Diagnostic{
				Level: problem.Warning, File: program.Name,
				Message: fmt.Sprintf("%s is from %s to %s here, but %s in the statement", strings.Trim(name, "~"), accepted.Validator.Low, accepted.Validator.High, inWords(accepted.Statement)),
				Help:    "correct one of them",
			})
		}
		rows = append(rows, accepted)
	}
	return rows, faults
}

func inWords(r *event.BoundRange) string {
	switch {
	case r.Low == "":
		return "up to " + r.High
	case r.High == "":
		return "from " + r.Low
	}
	return "from " + r.Low + " to " + r.High
}

// row compares what a validator accepts for a variable with what the statements say of it.
func (s *statedBounds) row(program problem.Program, name, lo, hi string) event.BoundRow {
	low, _ := new(big.Rat).SetString(lo)
	high, _ := new(big.Rat).SetString(hi)
	row := event.BoundRow{Name: strings.Trim(name, "~"), Program: program.Name, Validator: boundRange(low, high), Agreement: event.OnlyValidator}
	key := boundKey(name)
	written, known := s.names[key]
	if !known {
		return row
	}
	row.Name, row.Statement, row.Agreement = written, boundRange(s.widest(key)), event.BoundsAgree
	differs := func(accepted *big.Rat, stated []*big.Rat) bool {
		return accepted != nil && len(stated) > 0 && !slices.ContainsFunc(stated, func(other *big.Rat) bool { return other.Cmp(accepted) == 0 })
	}
	if differs(low, s.low[key]) || differs(high, s.high[key]) {
		row.Agreement = event.BoundsDiffer
	}
	return row
}

// Bounds of the trials for validators without a log.
const (
	triedTokens = 8  // of an input
	triedBounds = 12 // different bounds
	triedInput  = 64 << 10
	triedCases  = 2
)

// tryBounds tries which of the stated bounds the input validators hold: an input with the bound in the place of a number
// is valid, and one beyond the bound is not. It tells nothing of a bound that no place of the tried inputs accepts.
func (v *verification) tryBounds(ctx context.Context, s *statedBounds) ([]event.BoundRow, error) {
	cases, err := smallCases(v.problem, func(c *problem.Case) string { return c.Input }, triedInput, triedCases)
	if err != nil {
		return nil, err
	}
	t := &boundTrial{v: v, known: map[string]boundFound{}}
	for _, c := range cases {
		text, err := fsutil.ReadWithin(v.problem.Dir, c.Input)
		if err != nil {
			return nil, err
		}
		t.cases, t.texts = append(t.cases, c), append(t.texts, text)
	}
	var lowest, highest *big.Rat
	for _, key := range s.order {
		low, high := s.widest(key)
		if low != nil && (lowest == nil || low.Cmp(lowest) < 0) {
			lowest = low
		}
		if high != nil && (highest == nil || high.Cmp(highest) > 0) {
			highest = high
		}
	}
	var rows []event.BoundRow
	for _, key := range s.order {
		low, high := s.widest(key)
		row := event.BoundRow{Name: s.names[key], Statement: boundRange(low, high), Tried: true, Agreement: event.OnlyStatement}
		holdsLow, err := t.try(ctx, low, -1)
		if err != nil {
			return nil, err
		}
		holdsHigh, err := t.try(ctx, high, 1)
		if err != nil {
			return nil, err
		}
		accepted := event.BoundRange{}
		if holdsLow == boundHeld {
			accepted.Low = row.Statement.Low
		}
		if holdsHigh == boundHeld {
			accepted.High = row.Statement.High
		}
		if accepted != (event.BoundRange{}) {
			row.Validator, row.Agreement = &accepted, event.BoundsAgree
		}
		// Another quantity may reach beyond a bound, but not beyond the outermost one.
		if holdsLow == boundPassed && low.Cmp(lowest) == 0 || holdsHigh == boundPassed && high.Cmp(highest) == 0 {
			row.Validator, row.Agreement = &accepted, event.BoundsDiffer
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// boundFound is what trials of a bound found.
type boundFound byte

const (
	boundUnseen boundFound = iota // no place accepts it
	boundPassed                   // some place accepts it and what lies beyond
	boundHeld                     // some place accepts it and nothing beyond
)

// boundTrial tries bounds in the inputs of cases.
type boundTrial struct {
	v     *verification
	cases []*problem.Case
	texts [][]byte
	known map[string]boundFound
}

// someNumber matches an integer that is a word.
var someNumber = lazyregexp.New(`(?m)(?:^|[ \t])(-?[0-9]+)(?:$|[ \t\r])`)

// try tries a bound and, beyond it, the next number in a direction.
func (t *boundTrial) try(ctx context.Context, bound *big.Rat, direction int64) (boundFound, error) {
	if bound == nil || !bound.IsInt() {
		return boundUnseen, nil
	}
	key := fmt.Sprint(bound, direction)
	found, known := t.known[key]
	if known || len(t.known) >= triedBounds {
		return found, nil
	}
	beyond := new(big.Int).Add(bound.Num(), big.NewInt(direction)).String()
	for i, text := range t.texts {
		for _, place := range places(text) {
			with := func(value string) []byte { return slices.Concat(text[:place[0]], []byte(value), text[place[1]:]) }
			accepted, err := t.v.acceptsForged(ctx, t.v.problem.InputValidators, t.cases[i], "input", with(bound.Num().String()))
			if err != nil {
				return boundUnseen, err
			}
			if !accepted {
				continue
			}
			if accepted, err = t.v.acceptsForged(ctx, t.v.problem.InputValidators, t.cases[i], "input", with(beyond)); err != nil {
				return boundUnseen, err
			}
			if !accepted {
				t.known[key] = boundHeld
				return boundHeld, nil
			}
			found = max(found, boundPassed)
		}
	}
	t.known[key] = found
	return found, nil
}

// places are the places of some numbers of an input: the first two of each of its first lines.
func places(text []byte) [][2]int {
	const ofLine = 2
	var all [][2]int
	at := 0
	for line := range bytes.Lines(text) {
		for rest, taken := 0, 0; taken < ofLine; taken++ {
			match := someNumber().FindSubmatchIndex(line[rest:])
			if match == nil {
				break
			}
			all = append(all, [2]int{at + rest + match[2], at + rest + match[3]})
			rest += match[3]
		}
		if at += len(line); len(all) >= triedTokens {
			break
		}
	}
	return all[:min(len(all), triedTokens)]
}

// boundsTable completes the rows of validators with a log by the quantities that only the statements name. Without such
// rows the stated bounds are tried.
func (v *verification) boundsTable(ctx context.Context, s *statedBounds, rows []event.BoundRow) (*event.BoundsCompared, error) {
	table := &event.BoundsCompared{Problem: v.problem.ID, Rows: rows}
	if len(rows) == 0 && len(v.problem.InputValidators) > 0 {
		tried, err := v.tryBounds(ctx, s)
		table.Rows = tried
		return table, err
	}
	position := map[string]int{}
	for i, key := range s.order {
		position[key] = i + 1
		if !slices.ContainsFunc(rows, func(row event.BoundRow) bool { return boundKey(row.Name) == key }) {
			table.Rows = append(table.Rows, event.BoundRow{Name: s.names[key], Statement: boundRange(s.widest(key)), Agreement: event.OnlyStatement})
		}
	}
	slices.SortStableFunc(table.Rows, func(a, b event.BoundRow) int {
		last := len(s.order) + 1
		return cmp.Compare(cmp.Or(position[boundKey(a.Name)], last), cmp.Or(position[boundKey(b.Name)], last))
	})
	return table, nil
}
