package checker

import (
	"io"
	"os"
	"slices"
	"strings"
)

// usualTolerance is that of most problems whose answers are real numbers.
const usualTolerance = "1e-6"

// maxSorted bounds, in bytes of each side, the files whose words are compared in any order.
const maxSorted = 1 << 20

// excuse finds out which of the rules that problems often have would accept a rejected output. fromStart reads a file anew.
func (d *Difference) excuse(output, answer *os.File, options Options, fromStart func(*os.File) io.Reader) error {
	accepts := func(options Options) (bool, error) {
		mismatch, err := Compare(fromStart(output), fromStart(answer), options)
		return err == nil && mismatch == nil, err
	}
	if !options.CaseSensitive {
		return d.tolerate(accepts, options)
	}
	folded := options
	folded.CaseSensitive = false
	var err error
	if d.CaseOnly, err = accepts(folded); err != nil || d.CaseOnly {
		return err
	}
	if err := d.tolerate(accepts, options); err != nil || d.Within != "" || options.SpaceChangeSensitive {
		return err
	}
	want, err := sortedWords(fromStart(answer))
	if err != nil || want == nil {
		return err
	}
	got, err := sortedWords(fromStart(output))
	d.OrderOnly = slices.Equal(got, want)
	return err
}

// tolerate tries the usual tolerance where the sides differ in a number that is not whole on both: nearly all large whole
// numbers are within it.
func (d *Difference) tolerate(accepts func(Options) (bool, error), options Options) error {
	if options.FloatAbsolute+options.FloatRelative != "" || !strings.ContainsAny(d.Expected+d.Got, ".eE") ||
		!parseNumber(d.Expected).valid() || !parseNumber(d.Got).valid() {
		return nil
	}
	options.FloatAbsolute, options.FloatRelative = usualTolerance, usualTolerance
	accepted, err := accepts(options)
	if accepted {
		d.Within = usualTolerance
	}
	return err
}

// sortedWords returns the words of a text in order, or nil if it is too large.
func sortedWords(from io.Reader) ([]string, error) {
	text, err := io.ReadAll(io.LimitReader(from, maxSorted+1))
	if err != nil || len(text) > maxSorted {
		return nil, err
	}
	found := strings.Fields(string(text))
	slices.Sort(found)
	return found, nil
}
