package checker

import (
	"bytes"
	"io"
)

// Mismatch is the first position where output and answer differ.
type Mismatch struct {
	Kind MismatchKind
	// Output and Answer are offsets in bytes. They lie in the tokens, or in the runs of white space, that differ, or at
	// their ends.
	Output, Answer int64
}

// MismatchKind says what differs.
type MismatchKind string

// The kinds of mismatch.
const (
	TokenDiffers  MismatchKind = "token"
	NumberDiffers MismatchKind = "number" // both are numbers, but not within the tolerance
	SpaceDiffers  MismatchKind = "space"  // white space, where it matters
	OutputEnds    MismatchKind = "short"  // the answer has more tokens
	OutputGoesOn  MismatchKind = "long"   // the output has more tokens
)

// Compare checks an output by the rules of the default output validator of the ICPC package format. It returns nil if
// the output is right. An error comes from the readers, or from tolerances that are not numbers.
//
// Both sides are split at white space and compared token by token, ignoring the case of ASCII letters unless case
// matters. Where white space matters, its runs must be equal byte for byte, including leading and trailing ones.
// Under a float tolerance, a token of the answer that is a decimal number (no inf, nan, hexadecimal or dangling
// exponent) requires a number within the tolerance, bounds included, decided exactly. Any other token is compared as
// text.
//
// Memory is constant, however long files and tokens are.
func Compare(output, answer io.Reader, options Options) (*Mismatch, error) {
	mismatch, _, err := walk(output, answer, options)
	return mismatch, err
}

// walk is Compare. It also reports whether the files are equal byte for byte.
func walk(output, answer io.Reader, options Options) (mismatch *Mismatch, equal bool, err error) {
	tolerance, err := options.tolerance()
	if err != nil {
		return nil, false, err
	}
	c := comparison{
		output:    source{reader: output},
		answer:    source{reader: answer},
		fold:      !options.CaseSensitive,
		spaces:    options.SpaceChangeSensitive,
		numbers:   tolerance.absolute != nil || tolerance.relative != nil,
		tolerance: tolerance,
	}
	mismatch, err = c.run()
	return mismatch, !c.differed, err
}

// comparison walks over both sides at once. Most of the time they are equal byte for byte, and it skips runs of equal
// bytes at the speed of memory. It looks at tokens only where the sides differ. So both sides are always in the same
// token and, unless numbers are compared, at the same offset in it.
type comparison struct {
	output, answer source
	fold           bool // ignore the case of letters
	spaces         bool // white space matters
	numbers        bool // there is a tolerance
	tolerance      tolerance

	// differed reports that some byte differed.
	differed bool
	// inToken reports that the byte before is part of a token, on both sides.
	inToken bool
	// token is the part of the present token that both sides share; it is kept only if numbers are compared.
	token number
	// other is the answer's version of a token in which the sides differ.
	other number
}

func (c *comparison) run() (*Mismatch, error) {
	for {
		a, err := c.output.peek()
		if err != nil {
			return nil, err
		}
		b, err := c.answer.peek()
		if err != nil {
			return nil, err
		}
		n := min(len(a), len(b))
		if !bytes.Equal(a[:n], b[:n]) {
			c.differed = true
			if i, j := c.skim(a, b); i+j > 0 {
				c.output.pass(i)
				c.answer.pass(j)
				continue
			}
			n = commonPrefix(a, b)
		}
		if n > 0 {
			c.passCommon(a[:n])
			continue
		}
		if len(a) == 0 && len(b) == 0 {
			return nil, nil
		}
		c.differed = true
		if mismatch, err := c.step(a, b); mismatch != nil || err != nil {
			return mismatch, err
		}
	}
}

// step continues where the next bytes differ or one side has ended.
func (c *comparison) step(a, b []byte) (*Mismatch, error) {
	// The end of a file ends a token, like white space.
	aSpace, bSpace := len(a) == 0 || isSpace(a[0]), len(b) == 0 || isSpace(b[0])
	switch {
	case !aSpace && !bSpace || c.inToken && aSpace != bSpace:
		switch {
		case c.numbers:
			return c.finishToken()
		case c.fold && len(a) > 0 && len(b) > 0 && lower(a[0]) == lower(b[0]):
			c.inToken = true
			c.output.pass(1)
			c.answer.pass(1)
			return nil, nil
		}
		return c.mismatch(TokenDiffers), nil
	case len(a) == 0 && !bSpace:
		return c.mismatch(OutputEnds), nil
	case len(b) == 0 && !aSpace:
		return c.mismatch(OutputGoesOn), nil
	case c.spaces:
		return c.mismatch(SpaceDiffers), nil
	}
	c.inToken = false
	c.token.reset()
	if err := c.output.skipSpace(); err != nil {
		return nil, err
	}
	return nil, c.answer.skipSpace()
}

// passCommon skips bytes that both sides share.
func (c *comparison) passCommon(run []byte) {
	if c.numbers {
		c.trackToken(run)
	}
	c.inToken = !isSpace(run[len(run)-1])
	c.output.pass(len(run))
	c.answer.pass(len(run))
}

// trackToken updates the present token with bytes that both sides share.
func (c *comparison) trackToken(run []byte) {
	if last := lastSpace(run); last >= 0 {
		c.token.reset()
		run = run[last+1:]
	}
	c.token.feed(run)
}

// finishToken reads the rest of a token in which the sides differ, and compares the token as a number or as text.
func (c *comparison) finishToken() (*Mismatch, error) {
	mismatch := c.mismatch(TokenDiffers)
	got, want := &c.token, &c.other
	want.copyFrom(got)
	same := true
	for {
		a, err := c.output.peekToken()
		if err != nil {
			return nil, err
		}
		b, err := c.answer.peekToken()
		if err != nil {
			return nil, err
		}
		if len(a) == 0 && len(b) == 0 {
			break
		}
		if len(a) > 0 && len(b) > 0 {
			n := min(len(a), len(b))
			a, b = a[:n], b[:n]
			same = same && equalFold(a, b, c.fold)
		} else {
			same = false
		}
		got.feed(a)
		want.feed(b)
		c.output.pass(len(a))
		c.answer.pass(len(b))
	}
	switch {
	case !want.valid() && !same || want.valid() && !got.valid():
		return mismatch, nil
	case want.valid() && !c.tolerance.allows(got, want):
		mismatch.Kind = NumberDiffers
		return mismatch, nil
	}
	c.token.reset()
	c.inToken = true
	return nil, nil
}

func (c *comparison) mismatch(kind MismatchKind) *Mismatch {
	return &Mismatch{Kind: kind, Output: c.output.offset, Answer: c.answer.offset}
}

// commonPrefix returns the length of the common prefix of two different blocks.
func commonPrefix(a, b []byte) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
