package checker

import (
	"encoding/binary"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// Obviously equal text is skipped without a step for each token.
func TestSkimPasses(t *testing.T) {
	for _, test := range []struct {
		a, b string
		o    Options
		i, j int
		// behind reports whether the byte before is part of a token.
		behind bool
	}{
		{"ABCDEFGH", "abcdefgh", Options{}, 8, 8, true},
		{"ABCDEFGH", "abcdefgh", Options{CaseSensitive: true}, 0, 0, false},
		{"ABCDEFGHabcdefg ", "abcdefghabcdefg ", Options{}, 16, 16, false},
		{"abcd fghijklmno", "abcd\nfghijklmno", Options{}, 13, 13, true},
		{"abcd fghijklmno", "abcd\r\nfghijklmno", Options{}, 13, 14, true},
		{"abcd fghijklmno", "abcd\r\nfghijklmno", Options{SpaceChangeSensitive: true}, 4, 4, true},
		{"abcd fghijklmno", "abcdefghijklmno", Options{}, 4, 4, true},
		{"abcdefghi", "abcdefg hi", Options{}, 7, 7, true},
		{"abc x\tghijk", "abc   x ghijk", Options{}, 4, 6, false}, // fewer than eight are left
		{"\tabcdefghi", "abcdefghi", Options{}, 9, 8, true},
		{"1 2\t3 4", "1\n2.0 3 5 ", Options{FloatAbsolute: "0.1"}, 6, 8, false},
		{"1 2\t3 4 5", "1\n2.0 3 x ", Options{FloatAbsolute: "0.1"}, 6, 8, false},
		{"1 2\tx 4", "1\n2.0 3 x ", Options{FloatAbsolute: "0.1"}, 4, 6, false},
		{"10 ", "11 ", Options{FloatRelative: "0.5"}, 3, 3, false},
		{"1\t", "1 ", Options{FloatAbsolute: "0.1", SpaceChangeSensitive: true}, 0, 0, false},
		// This close to a bound, doubles are not sure.
		{"2 ", "1 ", Options{FloatAbsolute: "1"}, 0, 0, false},
	} {
		bounds, err := test.o.tolerance()
		if err != nil {
			t.Fatal(err)
		}
		c := comparison{
			fold: !test.o.CaseSensitive, spaces: test.o.SpaceChangeSensitive,
			numbers: bounds != tolerance{}, tolerance: bounds,
		}
		if i, j := c.skim([]byte(test.a), []byte(test.b)); i != test.i || j != test.j || c.inToken != test.behind {
			t.Errorf("%q and %q with %+v: passed %d and %d, in a token %v; want %d and %d, %v",
				test.a, test.b, test.o, i, j, c.inToken, test.i, test.j, test.behind)
		}
	}
}

// The case bit may be ignored only in ASCII letters, at any position and next to any bytes.
func TestCaseBits(t *testing.T) {
	for _, beside := range []byte{0, 'a', 'Z', 0x7F, 0x80, 0xFF} {
		for place := range 8 {
			for c := range 256 {
				var text [8]byte
				for i := range text {
					text[i] = beside
				}
				text[place] = byte(c)
				var want [8]byte
				for i, c := range text {
					if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
						want[i] = 0x20
					}
				}
				if got := caseBits(binary.LittleEndian.Uint64(text[:])); got != binary.LittleEndian.Uint64(want[:]) {
					t.Fatalf("%q: %016x, want %q", text, got, want)
				}
			}
		}
	}
}

func TestPlainNumber(t *testing.T) {
	for _, test := range []struct {
		text   string
		value  float64
		length int
	}{
		{"0 ", 0, 1},
		{"9\n", 9, 1},
		{"-12.50\t3", -12.5, 6},
		{".5 ", 0.5, 2},
		{"-.5 ", -0.5, 3},
		{"5. ", 5, 2},
		{"123456789012345678 ", 123456789012345678, 18},
		{"0.00000000000000001 ", 1e-17, 19},
		// Left to the slower, exact code:
		{"1234567890123456789 ", 0, 0},
		{"0.000000000000000001 ", 0, 0},
		{"1", 0, 0},
		{"", 0, 0},
		{"-", 0, 0},
		{"- ", 0, 0},
		{". ", 0, 0},
		{" ", 0, 0},
		{"1.2.3 ", 0, 0},
		{".1. ", 0, 0},
		{"1-2 ", 0, 0},
		{"+1 ", 0, 0},
		{"1e2 ", 0, 0},
		{"1: ", 0, 0},
		{"1/ ", 0, 0},
	} {
		if value, length := plainNumber([]byte(test.text)); value != test.value || length != test.length {
			t.Errorf("%q: %v of %d bytes, want %v of %d", test.text, value, length, test.value, test.length)
		}
	}
}

// disagreement compares many pairs of texts with the reference.
func disagreement(t *testing.T, o Options, draw func(*rand.Rand) (output, answer string)) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	accepted := 0
	const pairs = 3000
	for range pairs {
		output, answer := draw(random)
		got, want := compare(t, output, answer, o) == nil, accepts(output, answer, o)
		if got != want {
			t.Fatalf("%q vs %q with %+v: accepted %v, want %v", output, answer, o, got, want)
		}
		if got {
			accepted++
		}
	}
	if accepted < pairs/50 || accepted > pairs-pairs/50 {
		t.Errorf("with %+v: %d of %d are accepted, which tries little", o, accepted, pairs)
	}
}

// Texts are skipped eight bytes at a time, whatever their letters and wherever white space shifts the sides.
func TestLongTextsAgreeWithReference(t *testing.T) {
	// The neighbours of letters, characters that differ from others by the case bit, and bytes that are not ASCII.
	const alphabet = "aAzZmM@`[{^~09-\xc1\xe1\x00"
	gaps := []string{" ", "\n", "\r\n", "  ", "\t", "\v", "\f"}
	for _, o := range []Options{{}, {CaseSensitive: true}, {SpaceChangeSensitive: true}, {CaseSensitive: true, SpaceChangeSensitive: true}} {
		disagreement(t, o, func(random *rand.Rand) (output, answer string) {
			var parts []string
			for range random.IntN(6) {
				word := make([]byte, 1+random.IntN(14))
				for i := range word {
					word[i] = alphabet[random.IntN(len(alphabet))]
				}
				parts = append(parts, string(word), gaps[random.IntN(len(gaps))])
			}
			if random.IntN(2) == 0 {
				parts = append([]string{gaps[random.IntN(len(gaps))]}, parts...)
			}
			answer = strings.Join(parts, "")
			for range random.IntN(3) {
				if len(parts) == 0 {
					break
				}
				at := random.IntN(len(parts))
				part := []byte(parts[at])
				switch i := random.IntN(len(part)); {
				case isSpace(part[0]) && random.IntN(5) == 0:
					part = nil // two words become one
				case isSpace(part[0]):
					part = []byte(gaps[random.IntN(len(gaps))])
				case random.IntN(6) == 0:
					part[i] = alphabet[random.IntN(len(alphabet))]
				case random.IntN(6) == 0:
					part = append(part[:i:i], append([]byte(" "), part[i:]...)...)
				case part[i]&0x40 != 0 && part[i] < 0x80:
					part[i] ^= 0x20 // changes the case of a letter
				}
				if len(part) == 0 {
					parts = append(parts[:at:at], parts[at+1:]...)
				} else {
					parts[at] = string(part)
				}
			}
			return strings.Join(parts, ""), answer
		})
	}
}

// Numbers of few digits are compared as doubles if these are sure.
func TestShortNumbersAgreeWithReference(t *testing.T) {
	for _, o := range []Options{
		{FloatAbsolute: "0.25"},
		{FloatRelative: "0.25"},
		{FloatAbsolute: "0.001", FloatRelative: "0.5"},
		{FloatAbsolute: "0"},
		{FloatAbsolute: "0.25", SpaceChangeSensitive: true},
	} {
		disagreement(t, o, func(random *rand.Rand) (output, answer string) {
			var got, want []string
			for range 1 + random.IntN(4) {
				value := big.NewRat(random.Int64N(1<<random.IntN(60)+1)-random.Int64N(2), 1<<random.IntN(4))
				if random.IntN(2) == 0 {
					value.Neg(value)
				}
				other := new(big.Rat).Set(value)
				if random.IntN(6) == 0 {
					// Just within, at and just beyond the bounds.
					off := big.NewRat(random.Int64N(2001)+24_000*random.Int64N(2), 100_000)
					other.Add(other, off.Sub(off, big.NewRat(1_000, 100_000)))
				}
				text := other.FloatString(3 + random.IntN(4))
				switch random.IntN(12) {
				case 0:
					text = strings.TrimRight(text, "0")
				case 1:
					text = strings.TrimRight(strings.TrimRight(text, "0"), ".") + "e0"
				case 2:
					text = strings.Replace(text, "0.", ".", 1)
				case 3:
					text += []string{"x", ".", "-", ":", "/", "e"}[random.IntN(6)]
				}
				got, want = append(got, text), append(want, value.FloatString(3))
			}
			space := []string{" ", "\n", "  "}[random.IntN(3)]
			before := []string{"", "", " "}[random.IntN(3)]
			return before + strings.Join(got, space) + space, strings.Join(want, " ") + " "
		})
	}
}
