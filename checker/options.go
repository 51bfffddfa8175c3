package checker

import (
	"fmt"
	"strconv"
	"strings"
)

// Options are the flags of the built-in comparison. The zero value compares tokens, ignores case and white space, and
// treats numbers as text.
type Options struct {
	CaseSensitive        bool
	SpaceChangeSensitive bool
	// FloatAbsolute and FloatRelative are tolerances as written, such as "1e-6"; "" means none. With both, a number
	// is right if it is within either.
	FloatAbsolute, FloatRelative string
}

// The flags, as the ICPC package format spells them (section "Default output validator specification").
const (
	CaseFlag          = "case_sensitive"
	flagSpace         = "space_change_sensitive"
	FloatFlag         = "float_tolerance"
	flagFloatRelative = "float_relative_tolerance"
	flagFloatAbsolute = "float_absolute_tolerance"
)

// ParseOptions parses the flags of the built-in comparison. Errors name the flag.
func ParseOptions(args []string) (Options, error) {
	var options Options
	tolerances := map[string]string{}
	for i := 0; i < len(args); i++ {
		switch flag := args[i]; flag {
		case CaseFlag:
			options.CaseSensitive = true
		case flagSpace:
			options.SpaceChangeSensitive = true
		case FloatFlag, flagFloatRelative, flagFloatAbsolute:
			if _, again := tolerances[flag]; again {
				return Options{}, fmt.Errorf("output comparison: %s is given twice", flag)
			}
			i++
			if i == len(args) {
				return Options{}, fmt.Errorf("output comparison: %s needs a value such as 1e-6", flag)
			}
			if _, err := parseTolerance(args[i]); err != nil {
				return Options{}, fmt.Errorf("output comparison: %s: %w", flag, err)
			}
			tolerances[flag] = args[i]
		default:
			return Options{}, fmt.Errorf("output comparison: unknown flag %q (want %s)", flag,
				strings.Join([]string{CaseFlag, flagSpace, FloatFlag, flagFloatRelative, flagFloatAbsolute}, ", "))
		}
	}
	options.FloatAbsolute, options.FloatRelative = tolerances[flagFloatAbsolute], tolerances[flagFloatRelative]
	if both, given := tolerances[FloatFlag]; given {
		for _, other := range []string{flagFloatRelative, flagFloatAbsolute} {
			if _, given := tolerances[other]; given {
				return Options{}, fmt.Errorf("output comparison: %s cannot stand beside %s", FloatFlag, other)
			}
		}
		options.FloatAbsolute, options.FloatRelative = both, both
	}
	return options, nil
}

// Loose returns a tolerance with which nearly every number is right, as written, or "" if there is none. It is one of 1
// or more, which people write for 1e-6.
func (o Options) Loose() string {
	for _, word := range []string{o.FloatRelative, o.FloatAbsolute} {
		if value, err := strconv.ParseFloat(word, 64); err == nil && value >= 1 {
			return word
		}
	}
	return ""
}

func parseTolerance(word string) (*number, error) {
	n := parseNumber(word)
	if !n.valid() || n.negative {
		return nil, fmt.Errorf("want a number such as 1e-6, got %q", word)
	}
	return n, nil
}

// tolerance returns the tolerances in the form used for comparison.
func (o Options) tolerance() (t tolerance, err error) {
	if o.FloatAbsolute != "" {
		if t.absolute, err = parseTolerance(o.FloatAbsolute); err != nil {
			return tolerance{}, fmt.Errorf("absolute tolerance: %w", err)
		}
	}
	if o.FloatRelative != "" {
		if t.relative, err = parseTolerance(o.FloatRelative); err != nil {
			return tolerance{}, fmt.Errorf("relative tolerance: %w", err)
		}
	}
	return t, nil
}
