package checktestdata

import "fmt"

// assertion is ASSERT.
type assertion struct {
	test test
	text string // source text
}

func (a *assertion) run(m *machine) error {
	holds, err := a.test.holds(m)
	if err != nil || holds {
		return err
	}
	m.explaining = true
	if _, err := a.test.holds(m); err != nil {
		return err
	}
	return m.mismatch(a.text, m.found)
}

// assignment is an assignment of SET.
type assignment struct {
	place *variableRef
	value expression
}

type assignments []assignment

func (s assignments) run(m *machine) error {
	for _, a := range s {
		v, err := a.value.eval(m)
		if err != nil {
			return err
		}
		if err := a.place.assign(m, v); err != nil {
			return err
		}
	}
	return nil
}

// unset is UNSET.
type unset struct{ names []*variableRef }

func (u *unset) run(m *machine) error {
	for _, p := range u.names {
		v := &m.variables[p.slot]
		if err := m.spend(int64(len(v.values))); err != nil {
			return err
		}
		v.unset(&m.memory)
	}
	return nil
}

// loop is REP, REPI, WHILE or WHILEI.
type loop struct {
	counter   *variableRef // of REPI and WHILEI, or nil
	count     expression   // of REP and REPI, or nil
	condition test         // of WHILE and WHILEI, or nil
	separator []step       // a command, or none
	body      []step
}

// run leaves the number of repetitions in the counter, where the separator and the condition see it,
// too.
func (l *loop) run(m *machine) error {
	self := m.current
	var times int64
	for i := int64(0); ; i++ {
		m.current = self
		if err := m.spend(1); err != nil {
			return err
		}
		if l.counter != nil {
			if err := l.counter.assign(m, integer(i)); err != nil {
				return err
			}
		}
		if i == 0 && l.count != nil {
			var err error
			if times, err = l.times(m); err != nil {
				return err
			}
		}
		more, err := i < times, error(nil)
		if l.condition != nil {
			more, err = l.condition.holds(m)
		}
		if err != nil || !more {
			return err
		}
		if i > 0 {
			if err := m.runAll(l.separator); err != nil {
				return err
			}
		}
		if err := m.runAll(l.body); err != nil {
			return err
		}
	}
}

// times computes the count, an unsigned integer of 32 bits.
func (l *loop) times(m *machine) (int64, error) {
	v, err := m.evalInteger("the count", l.count)
	if err == nil && (v.x != nil || v.n < 0 || v.n >= 1<<32) {
		err = m.fault(m.current.at, fmt.Errorf("the count is %v: want 0 to 2^32-1", v))
	}
	return v.n, err
}

// choice is IF.
type choice struct {
	condition test
	then      []step
	otherwise []step
}

func (c *choice) run(m *machine) error {
	holds, err := c.condition.holds(m)
	if err != nil {
		return err
	}
	if holds {
		return m.runAll(c.then)
	}
	return m.runAll(c.otherwise)
}
