package checktestdata

// matcher runs regular expressions: all ways to match at the same time, byte by byte, in order of preference. Its
// time is bounded by the number of bytes times that of states and counts; it never backtracks.
type matcher struct {
	now, then []thread
	// seen has the round in which each state was last entered.
	seen  []uint64
	round uint64
}

// thread is one way to match: a state, and how many bytes a repetition has consumed.
type thread struct{ state, count int32 }

// match returns how many bytes of the input an expression matches, false if it does not match. The preferred way
// counts, not the longest.
func (m *matcher) match(re *regex, in *input, spend func(int64) error) (length int, found bool, err error) {
	if len(m.seen) < len(re.states) {
		m.seen = make([]uint64, len(re.states))
	}
	m.now = m.now[:0]
	m.round++
	m.now = m.enter(re, m.now, 0)
	for ahead := 0; ; ahead++ {
		for i, t := range m.now {
			if re.states[t.state].op == accept {
				length, found = ahead, true
				m.now = m.now[:i]
				break
			}
		}
		if len(m.now) == 0 {
			return length, found, nil
		}
		c := in.peek(ahead)
		if c < 0 {
			return length, found, nil
		}
		if err := spend(int64(len(m.now))); err != nil {
			return 0, false, err
		}
		m.step(re, byte(c))
	}
}

// step advances all threads by a byte. Two threads never have the same state and count: only one thread continues
// a count, and a state is entered once per round.
func (m *matcher) step(re *regex, c byte) {
	m.then = m.then[:0]
	m.round++
	for _, t := range m.now {
		s := &re.states[t.state]
		if !s.set.has(c) {
			continue
		}
		count := t.count + 1
		if count < s.b {
			m.then = append(m.then, thread{t.state, count})
		}
		if count >= s.a {
			m.then = m.enter(re, m.then, t.state+1)
		}
	}
	m.now, m.then = m.then, m.now
}

// enter adds the threads that begin at a state.
func (m *matcher) enter(re *regex, threads []thread, at int32) []thread {
	for m.seen[at] != m.round {
		m.seen[at] = m.round
		s := &re.states[at]
		switch s.op {
		case jump:
			at += s.a
		case fork:
			threads = m.enter(re, threads, at+s.a)
			at += s.b
		case accept:
			return append(threads, thread{state: at})
		case repeat:
			threads = append(threads, thread{state: at})
			if s.a > 0 {
				return threads
			}
			at++
		}
	}
	return threads
}
