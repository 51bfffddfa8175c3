package checktestdata

import "fmt"

// character is SPACE or NEWLINE.
type character struct {
	c    byte
	name string // "a space"
}

func (r *character) run(m *machine) error {
	if m.input.peek(0) != int(r.c) {
		return m.mismatch(r.name, m.input.describe())
	}
	m.input.skip(1)
	return nil
}

// endOfFile is EOF.
type endOfFile struct{}

func (endOfFile) run(m *machine) error {
	if m.input.peek(0) >= 0 {
		return m.mismatch("the end of the file", m.input.describe())
	}
	return m.readFailure()
}

// readString is STRING.
type readString struct{ of expression }

func (r *readString) run(m *machine) error {
	s, err := m.evalString(m.current.at, "STRING", r.of)
	if err != nil {
		return err
	}
	if err := m.spend(int64(len(s) / 16)); err != nil {
		return err
	}
	for i := range len(s) {
		if m.input.peek(i) != int(s[i]) {
			m.input.skip(i)
			return m.mismatch(quoted(s[i:]), m.input.describe())
		}
	}
	m.input.skip(len(s))
	return nil
}

// readRegex is REGEX.
type readRegex struct {
	of       expression
	compiled *regex       // set if it is a constant
	into     *variableRef // or nil
}

func (r *readRegex) run(m *machine) error {
	source, err := m.evalString(m.current.at, "REGEX", r.of)
	if err != nil {
		return err
	}
	re := r.compiled
	if re == nil {
		if re, err = m.compile(source); err != nil {
			return err
		}
	}
	length, found, err := m.matcher.match(re, m.input, m.spend)
	if err != nil {
		return err
	}
	if !found {
		return m.mismatch("a match of "+quoted(source), m.input.describe())
	}
	if err := m.readFailure(); err != nil {
		return err
	}
	if r.into == nil {
		m.input.skip(length)
		return nil
	}
	return r.into.assign(m, value{x: m.input.take(length)})
}

// readInteger is INT.
type readInteger struct {
	low, high expression
	into      *variableRef // or nil
}

func (r *readInteger) run(m *machine) error {
	low, err := m.evalInteger("the minimum", r.low)
	if err != nil {
		return err
	}
	high, err := m.evalInteger("the maximum", r.high)
	if err != nil {
		return err
	}
	sign := 0
	if m.input.peek(0) == '-' {
		sign = 1
	}
	digits := m.digits(sign)
	first := m.input.peek(sign)
	if digits == 0 || first == '0' && sign+digits > 1 {
		return m.mismatch(numberBetween("an integer", low, high), m.input.describe())
	}
	return m.take(sign+digits, parseInteger, "an integer", low, high, r.into)
}

// readFloat is FLOAT or FLOATP.
type readFloat struct {
	low, high                expression
	minDecimals, maxDecimals expression   // of FLOATP, or nil
	into                     *variableRef // or nil
	form                     floatForm
}

// floatForm is the notation that a float must have.
type floatForm uint8

const (
	anyForm    floatForm = iota
	fixed                // FIXED
	scientific           // SCIENTIFIC
)

func (f floatForm) String() string {
	return [...]string{"", " in fixed notation", " in scientific notation"}[f]
}

// run reads -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?(0|[1-9][0-9]*))?, with the exponent as the form requires. The
// specification does not say whether leading zeros are permitted; the tests of the original reject them.
func (r *readFloat) run(m *machine) error {
	low, err := m.evalNumber("the minimum", r.low)
	if err != nil {
		return err
	}
	high, err := m.evalNumber("the maximum", r.high)
	if err != nil {
		return err
	}
	fewest, most, detail, err := r.decimals(m)
	if err != nil {
		return err
	}
	what := "a float" + r.form.String() + detail
	length := 0
	refuse := func() error { return m.mismatch(numberBetween(what, low, high), m.input.describe()) }
	if m.input.peek(0) == '-' {
		length++
	}
	first := m.input.peek(length)
	whole := m.digits(length)
	length += whole
	if whole == 0 || whole > 1 && first == '0' {
		return refuse()
	}
	decimals := 0
	point := m.input.peek(length) == '.'
	if point {
		length++
		decimals = m.digits(length)
		length += decimals
		if decimals == 0 {
			return refuse()
		}
	}
	c := m.input.peek(length)
	exponent := r.form != fixed && (c == 'e' || c == 'E')
	if exponent {
		length++
		if c := m.input.peek(length); c == '-' || c == '+' {
			length++
		}
		first := m.input.peek(length)
		digits := m.digits(length)
		length += digits
		if digits == 0 || digits > 1 && first == '0' {
			return refuse()
		}
	}
	switch {
	case r.form == scientific && !exponent,
		decimals < fewest || decimals > most,
		// FLOATP requires exactly one non-zero digit before the point of a scientific number.
		r.minDecimals != nil && exponent && (!point || whole != 1 || first == '0'):
		return refuse()
	}
	return m.take(length, parseFloat, what, low, high, r.into)
}

// decimals returns how many digits may follow the point, and a description of that.
func (r *readFloat) decimals(m *machine) (fewest, most int, detail string, err error) {
	const many = 1 << 30
	if r.minDecimals == nil {
		return 0, many, "", nil
	}
	low, err := m.evalInteger("the least number of decimals", r.minDecimals)
	if err != nil {
		return 0, 0, "", err
	}
	high, err := m.evalInteger("the greatest number of decimals", r.maxDecimals)
	if err != nil {
		return 0, 0, "", err
	}
	if low.x != nil || high.x != nil || low.n < 0 || low.n > high.n || high.n > many {
		return 0, 0, "", m.fault(m.current.at, fmt.Errorf("the numbers of decimals are %v and %v: want 0 <= min <= max <= 2^30", low, high))
	}
	return int(low.n), int(high.n), fmt.Sprintf(" with %v to %v decimals", low, high), nil
}

// digits counts the digits at a distance ahead, at most as many as a number may have.
func (m *machine) digits(ahead int) int {
	n := 0
	for n < maxInteger {
		if c := m.input.peek(ahead + n); c < '0' || c > '9' {
			break
		}
		n++
	}
	return n
}

// take consumes a number of the given length, compares it with its bounds and stores it.
func (m *machine) take(bytes int, parse func(string) (value, error), what string, low, high value, into *variableRef) error {
	// Numbers of usual size cost one step; the time for long ones is quadratic.
	if err := m.spend(1 + int64(bytes/16)*int64(bytes/16)/16); err != nil {
		return err
	}
	digits := string(m.input.buffer[m.input.next : m.input.next+bytes])
	v, err := parse(digits)
	// "1e100000" is short, but expensive to compute and to compare with.
	if err := m.spend(v.words() * max(low.words(), high.words(), v.words()) / 16); err != nil {
		return err
	}
	if err != nil || !between(low, v, high) {
		found := digits[:min(bytes, excerptBytes)]
		if bytes > excerptBytes {
			found += "…"
		}
		if err != nil {
			found += ": " + err.Error()
		}
		return m.mismatch(numberBetween(what, low, high), found)
	}
	m.input.skip(bytes)
	if into == nil {
		return nil
	}
	if m.reached != nil {
		m.reached[into.slot].note(into.name, low, v, high)
	}
	return into.assign(m, v)
}

// between compares numbers.
func between(low, v, high value) bool {
	a, _ := compare(low, v)
	b, _ := compare(v, high)
	return a <= 0 && b <= 0
}

func numberBetween(what string, low, high value) string {
	return fmt.Sprintf("%s from %v to %v", what, low, high)
}
