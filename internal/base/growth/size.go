package growth

import (
	"bufio"
	"errors"
	"io"
	"strconv"
)

// Measure is what n counts.
type Measure string

// The measures, in order of preference if several explain the cost about as well. Tokens follow the number of
// things in an input. Bytes also count the digits of each, and so grow a little faster; texts are few tokens of
// many bytes. If an input is a few numbers, only their values grow.
const (
	Tokens Measure = "tokens"
	Bytes  Measure = "bytes"
	First  Measure = "first number"
)

func measures() []Measure { return []Measure{Tokens, Bytes, First} }

// Sizes are the sizes of an input by each measure. First is 0 if the input does not begin with a number of at
// least 1.
type Sizes struct{ Tokens, Bytes, First float64 }

// By returns the size by a measure.
func (s Sizes) By(m Measure) float64 {
	switch m {
	case Tokens:
		return s.Tokens
	case Bytes:
		return s.Bytes
	default:
		return s.First
	}
}

// maxNumber is how many bytes of a token are read to decide whether it is a number.
const maxNumber = 32

// SizesOf reads an input to its end. The error is that of reading.
func SizesOf(input io.Reader) (Sizes, error) {
	var (
		sizes  Sizes
		first  []byte
		inside bool
		reader = bufio.NewReaderSize(input, 64<<10)
	)
	for {
		chunk, err := reader.Peek(reader.Size())
		for _, b := range chunk {
			space := b == ' ' || '\t' <= b && b <= '\r'
			if !space && !inside {
				sizes.Tokens++
			}
			if !space && sizes.Tokens == 1 && len(first) < maxNumber {
				first = append(first, b)
			}
			inside = !space
		}
		sizes.Bytes += float64(len(chunk))
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return sizes, err
		}
		if _, err := reader.Discard(len(chunk)); err != nil {
			return sizes, err
		}
	}
	if number, err := strconv.ParseFloat(string(first), 64); err == nil && number >= 1 {
		sizes.First = number
	}
	return sizes, nil
}
