package checktestdata

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// machine is one run of a program.
type machine struct {
	ctx       context.Context
	input     *input
	variables []variable
	current   *step

	left   int64 // remaining steps
	check  int64 // how many remain at the next check of ctx
	memory budget

	matcher matcher
	regexes map[string]*regex // by source, for expressions that are not constants
	states  int               // states of the cached regexes

	// explaining makes tests describe what they found. It is on while a failed test is repeated.
	explaining bool
	found      string

	reached []reached // by variable, nil unless requested

	scratch []byte
}

// checkSteps is how many steps lie between checks of ctx.
const checkSteps = 1 << 14

func newMachine(ctx context.Context, names int, data io.Reader, limits Limits) *machine {
	m := &machine{
		ctx: ctx, variables: make([]variable, names), regexes: map[string]*regex{},
		left:   cmp.Or(limits.Steps, DefaultSteps),
		memory: budget{int64(cmp.Or(limits.Memory, DefaultMemory))},
	}
	m.check = m.left
	m.input = newInput(data, &m.memory)
	return m
}

func (m *machine) runAll(steps []step) error {
	for i := range steps {
		m.current = &steps[i]
		if err := m.spend(1); err != nil {
			return err
		}
		if err := m.current.do.run(m); err != nil {
			return err
		}
	}
	return nil
}

// spend counts steps.
func (m *machine) spend(steps int64) error {
	m.left -= steps
	if m.left > m.check {
		return nil
	}
	m.check = m.left - checkSteps
	if m.ctx.Err() != nil {
		return context.Cause(m.ctx)
	}
	if m.left < 0 {
		return m.fault(m.current.at, errSteps)
	}
	return nil
}

// mismatch rejects the next input.
func (m *machine) mismatch(want, found string) error {
	if err := m.readFailure(); err != nil {
		return err
	}
	return &MismatchError{
		Data: m.input.at, Want: want, Found: found, Command: m.current.name, Program: m.current.at,
	}
}

// fault stops the program.
func (m *machine) fault(at Position, err error) error {
	return &FaultError{Program: at, Message: err.Error(), Data: m.input.at, Limit: isLimit(err)}
}

// readFailure distinguishes the end of the data from a read error.
func (m *machine) readFailure() error {
	switch err := m.input.failure(); {
	case err == nil:
		return nil
	case errors.Is(err, errMemory):
		return m.fault(m.current.at, err)
	default:
		return fmt.Errorf("read the data: %w", err)
	}
}

// explain records what a test found, if requested.
func (m *machine) explain(found func() string) {
	if m.explaining {
		m.found = found()
	}
}

// index returns the indices of a variable as text: "1,2". The result is valid until the next call.
func (m *machine) index(p *variableRef) ([]byte, error) {
	if err := m.spend(1 + int64(len(p.indices))); err != nil {
		return nil, err
	}
	if len(p.indices) == 0 {
		return nil, nil
	}
	values := make([]value, 0, 4)
	for _, e := range p.indices {
		v, err := e.eval(m)
		if err != nil {
			return nil, err
		}
		if !v.isInteger() {
			return nil, m.fault(p.at, fmt.Errorf("an index of %s is %v: want an integer", p.name, v))
		}
		values = append(values, v)
	}
	text := m.scratch[:0]
	for i, v := range values {
		if i > 0 {
			text = append(text, ',')
		}
		if v.x == nil {
			text = strconv.AppendInt(text, v.n, 10)
			continue
		}
		if err := m.spend(v.words() * v.words()); err != nil {
			return nil, err
		}
		text = v.int().Append(text, 10)
	}
	m.scratch = text
	return text, nil
}

// evalString evaluates an expression that must be a string.
func (m *machine) evalString(at Position, what string, e expression) (string, error) {
	v, err := e.eval(m)
	if err != nil {
		return "", err
	}
	s, ok := v.x.(string)
	if !ok {
		return "", m.fault(at, fmt.Errorf("%s of %v: want a string", what, v))
	}
	return s, nil
}

// evalInteger evaluates an expression that must be an integer.
func (m *machine) evalInteger(what string, e expression) (value, error) {
	v, err := e.eval(m)
	if err == nil && !v.isInteger() {
		err = m.fault(m.current.at, fmt.Errorf("%s is %v: want an integer", what, v))
	}
	return v, err
}

// evalNumber evaluates an expression that must be an integer or a float.
func (m *machine) evalNumber(what string, e expression) (value, error) {
	v, err := e.eval(m)
	if err == nil && v.isString() {
		err = m.fault(m.current.at, fmt.Errorf("%s is %v: want a number", what, v))
	}
	return v, err
}

// cachedStates bounds the cached regular expressions.
const cachedStates = 2 * maxStates

// compile compiles a regular expression that the program computed, or returns it from the cache.
func (m *machine) compile(source string) (*regex, error) {
	if re, found := m.regexes[source]; found {
		return re, nil
	}
	if err := m.spend(int64(len(source))); err != nil {
		return nil, err
	}
	re, err := compile(source)
	if err != nil {
		return nil, m.fault(m.current.at, err)
	}
	if err := m.spend(int64(len(re.states))); err != nil {
		return nil, err
	}
	if m.states += len(re.states) + len(source); m.states > cachedStates {
		clear(m.regexes)
		m.states = 0
	}
	m.regexes[source] = re
	return re, nil
}
