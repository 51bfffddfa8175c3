package adversarial

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/judge/sandbox"
)

// header is the first line of a program. See the package's documentation.
type header struct {
	settings settings
	general  clause
	special  []tierClause
}

// settings are how a program is judged; the zero value of each is the usual one.
type settings struct {
	limit, compileLimit              time.Duration
	memory, maxOutput, compileMemory bytesize.Size
	runs                             int
	idle, interactive, quick         bool
}

// clause is what must come of it.
type clause struct {
	verdicts []verdict.Verdict
	facts    []fact
}

// tierClause is a clause for some tiers.
type tierClause struct {
	tier string
	clause
}

// fact is one comparison. Durations are in nanoseconds and sizes in bytes.
type fact struct {
	name   string
	op     operator
	number int64
	text   string // of the kind text
}

// operator is how a fact compares.
type operator string

const (
	equal   operator = "="
	atMost  operator = "<="
	atLeast operator = ">="
	part    operator = "~"
)

// kind is what the value of a fact or a setting is.
type kind int

const (
	count kind = iota
	duration
	size
	text
)

var factKinds = map[string]kind{
	"exit": count, "signal": count, "survivors": count, "oom-kills": count,
	"cpu": duration, "wall": duration,
	"peak":   size,
	"reason": text, "log": text, "stderr": text, "output": text,
}

// tierNames are the names in headers, with the tiers that they stand for.
var tierNames = map[string][]sandbox.Tier{
	"cgroup-v2":  {sandbox.CgroupV2},
	"cgroup-v1":  {sandbox.CgroupV1},
	"namespaces": {sandbox.Namespaces},
	"rootless":   {sandbox.Rootless},
	"cgroup":     {sandbox.CgroupV2, sandbox.CgroupV1},
	"no-cgroup":  {sandbox.Namespaces, sandbox.Rootless, sandbox.Landlock},

	"landlock":     {sandbox.Landlock},
	"not-isolated": {sandbox.NotIsolated},
}

// forTier gives what is expected in a tier.
func (h header) forTier(tier sandbox.Tier) clause {
	for _, special := range h.special {
		if slices.Contains(tierNames[special.tier], tier) {
			return special.clause
		}
	}
	return h.general
}

// parseHeader reads the first line of a program.
func parseHeader(line string) (header, error) {
	var h header
	body, found := cutComment(line)
	if !found {
		return h, errors.New(`the first line is no comment that starts with "expect: "`)
	}
	p := &parser{rest: body}
	var err error
	if h.general, err = p.clause(&h.settings); err != nil {
		return h, err
	}
	for p.rest != "" {
		name, after, found := strings.Cut(strings.TrimPrefix(p.rest, "; "), ": ")
		if _, known := tierNames[name]; !found || !known {
			return h, fmt.Errorf("want a tier and a colon at %q", p.rest)
		}
		for _, earlier := range h.special {
			for _, tier := range tierNames[earlier.tier] {
				if slices.Contains(tierNames[name], tier) {
					return h, fmt.Errorf("%s: there are two clauses for %s", name, tier)
				}
			}
		}
		p.rest = after
		special, err := p.clause(nil)
		if err != nil {
			return h, fmt.Errorf("%s: %w", name, err)
		}
		h.special = append(h.special, tierClause{name, special})
	}
	return h, nil
}

// comments are how the languages of programs begin and end one.
var comments = []struct{ begin, end string }{
	{"//", ""}, {"#", ""}, {"--", ""}, {";", ""}, {"%", ""}, {"(*", " *)"}, {"<?php //", ""},
}

func cutComment(line string) (body string, found bool) {
	for _, comment := range comments {
		if body, found := strings.CutPrefix(line, comment.begin+" expect: "); found {
			return strings.CutSuffix(body, comment.end)
		}
	}
	return "", false
}

// parser holds what is left of the line.
type parser struct{ rest string }

// clause reads up to a semicolon or the end. Settings are refused without a place for them.
func (p *parser) clause(s *settings) (clause, error) {
	var c clause
	word, err := p.word()
	if err != nil {
		return c, err
	}
	for name := range strings.SplitSeq(word, "|") {
		v, err := verdict.Parse(name)
		if err != nil || v == verdict.None || v == verdict.JE {
			return c, fmt.Errorf("%q is no verdict of a program", name)
		}
		if slices.Contains(c.verdicts, v) {
			return c, fmt.Errorf("%s stands twice", v)
		}
		c.verdicts = append(c.verdicts, v)
	}
	for {
		after, more := strings.CutPrefix(p.rest, " ")
		if !more {
			break
		}
		p.rest = after
		word, err := p.word()
		if err != nil {
			return c, err
		}
		if s != nil {
			taken, err := s.set(word)
			if err != nil {
				return c, err
			}
			if taken {
				continue
			}
		}
		f, err := parseFact(word)
		if err != nil {
			return c, err
		}
		if slices.Contains(c.facts, f) {
			return c, fmt.Errorf("%s stands twice", word)
		}
		c.facts = append(c.facts, f)
	}
	if p.rest != "" && !strings.HasPrefix(p.rest, "; ") {
		return c, fmt.Errorf("want one space or a semicolon and one space at %q", p.rest)
	}
	return c, nil
}

// word reads up to a space or a semicolon outside a string.
func (p *parser) word() (string, error) {
	end := strings.IndexAny(p.rest, ` ;"`)
	switch {
	case end < 0:
		end = len(p.rest)
	case p.rest[end] == '"':
		quoted, err := strconv.QuotedPrefix(p.rest[end:])
		if err != nil {
			return "", fmt.Errorf("want a string of Go at %q", p.rest[end:])
		}
		end += len(quoted)
	}
	word := p.rest[:end]
	if word == "" {
		return "", fmt.Errorf("want a word at %q", p.rest)
	}
	p.rest = p.rest[end:]
	return word, nil
}

// set takes a word that is a setting.
func (s *settings) set(word string) (taken bool, err error) {
	name, value, _ := strings.Cut(word, "=")
	switch word {
	case "idle":
		return true, once(&s.idle, true, word)
	case "interactive":
		return true, once(&s.interactive, true, word)
	case "quick":
		return true, once(&s.quick, true, word)
	}
	switch name {
	case "limit":
		return true, setDuration(&s.limit, name, value)
	case "compile-limit":
		return true, setDuration(&s.compileLimit, name, value)
	case "memory":
		return true, setSize(&s.memory, name, value)
	case "max-output":
		return true, setSize(&s.maxOutput, name, value)
	case "compile-memory":
		return true, setSize(&s.compileMemory, name, value)
	case "runs":
		number, err := parseValue(count, value)
		if err != nil || number < 1 || number > 10 {
			return true, fmt.Errorf("runs: want a number up to 10, got %q", value)
		}
		return true, once(&s.runs, int(number), name)
	}
	return false, nil
}

func setDuration(to *time.Duration, name, value string) error {
	number, err := parseValue(duration, value)
	if err != nil || number == 0 {
		return fmt.Errorf("%s: want a duration above 0, got %q", name, value)
	}
	return once(to, time.Duration(number), name)
}

func setSize(to *bytesize.Size, name, value string) error {
	number, err := parseValue(size, value)
	if err != nil || number == 0 {
		return fmt.Errorf("%s: want a size above 0, got %q", name, value)
	}
	return once(to, bytesize.Size(number), name)
}

// once sets what has its zero value.
func once[T comparable](to *T, value T, name string) error {
	var zero T
	if *to != zero {
		return fmt.Errorf("%s stands twice", name)
	}
	*to = value
	return nil
}

// parseFact reads a word such as cpu>=0.9s.
func parseFact(word string) (fact, error) {
	at := strings.IndexAny(word, "=<>~")
	if at < 0 {
		return fact{}, fmt.Errorf("%q is neither a setting nor a fact", word)
	}
	f := fact{name: word[:at]}
	known, found := factKinds[f.name]
	if !found {
		return f, fmt.Errorf("%q is neither a setting nor a fact", f.name)
	}
	operators := []operator{atMost, atLeast, equal}
	if known == text {
		operators = []operator{part, equal}
	}
	for _, op := range operators {
		value, found := strings.CutPrefix(word[at:], string(op))
		if !found {
			continue
		}
		f.op = op
		var err error
		if known == text {
			f.text, err = strconv.Unquote(value)
			if err == nil && strconv.Quote(f.text) != value {
				err = errors.New("not in the usual quotes")
			}
		} else {
			f.number, err = parseValue(known, value)
		}
		if err != nil {
			return f, fmt.Errorf("%s: %q is no value: %w", f.name, value, err)
		}
		return f, nil
	}
	return f, fmt.Errorf("%s does not compare like that", word)
}

func parseValue(k kind, value string) (int64, error) {
	switch k {
	case duration:
		d, err := time.ParseDuration(value)
		if err == nil && d < 0 {
			err = errors.New("want no sign")
		}
		return int64(d), err
	case size:
		s, err := bytesize.Parse(value)
		return int64(s), err
	default:
		number, err := strconv.ParseUint(value, 10, 31)
		return int64(number), err
	}
}

// String writes the header as parseHeader reads it, after "// ".
func (h header) String() string {
	var b strings.Builder
	b.WriteString("// expect: " + h.general.String() + h.settings.String())
	for _, special := range h.special {
		b.WriteString("; " + special.tier + ": " + special.String())
	}
	return b.String()
}

func (s settings) String() string {
	var b strings.Builder
	for _, d := range []struct {
		name  string
		value time.Duration
	}{{"limit", s.limit}, {"compile-limit", s.compileLimit}} {
		if d.value > 0 {
			fmt.Fprintf(&b, " %s=%s", d.name, d.value)
		}
	}
	for _, d := range []struct {
		name  string
		value bytesize.Size
	}{{"memory", s.memory}, {"max-output", s.maxOutput}, {"compile-memory", s.compileMemory}} {
		if d.value > 0 {
			fmt.Fprintf(&b, " %s=%d", d.name, d.value)
		}
	}
	if s.runs > 0 {
		fmt.Fprintf(&b, " runs=%d", s.runs)
	}
	for _, flag := range []struct {
		name string
		set  bool
	}{{"idle", s.idle}, {"interactive", s.interactive}, {"quick", s.quick}} {
		if flag.set {
			b.WriteString(" " + flag.name)
		}
	}
	return b.String()
}

func (c clause) String() string {
	var words []string
	for _, v := range c.verdicts {
		words = append(words, v.String())
	}
	line := strings.Join(words, "|")
	for _, f := range c.facts {
		line += " " + f.String()
	}
	return line
}

func (f fact) String() string {
	value := strconv.FormatInt(f.number, 10)
	switch factKinds[f.name] {
	case text:
		value = strconv.Quote(f.text)
	case duration:
		value = time.Duration(f.number).String()
	}
	return f.name + string(f.op) + value
}
