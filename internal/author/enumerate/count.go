package enumerate

import "slices"

// numberPosition is the position of a number.
type numberPosition struct{ line, column int }

// relation is a quantity that a number may count, up to a constant.
type relation int

const (
	ofLines     relation = iota // lines of the input
	ofTokens                    // tokens of its own line
	ofNext                      // tokens of the line below
	ofAfterNext                 // tokens of the line below that
	ofLetters                   // letters of the first word of the line below
	relations
)

// counts finds the numbers that state the length of the input: those that did so in every known input.
type counts struct {
	// offsets has, for each spot and relation, the difference between the number and the quantity, as long as it has
	// been constant.
	offsets map[numberPosition][relations]*int
	// values are the first distinct values seen at a spot, as many as evidence requires.
	values map[numberPosition][]int
	broken map[numberPosition][relations]bool
}

// evidence is how many distinct values a number must have had before it is taken for a count. With fewer, other
// numbers match by chance, and a number taken for a count is not varied.
const evidence = 3

func newCounts() *counts {
	return &counts{offsets: map[numberPosition][relations]*int{}, values: map[numberPosition][]int{}, broken: map[numberPosition][relations]bool{}}
}

// addInput adds an input to the statistics.
func (c *counts) addInput(lines [][]string) {
	widths := func(i int) int {
		if i < len(lines) {
			return len(lines[i])
		}
		return -1
	}
	for i, words := range lines {
		for j, word := range words {
			value, isNumber := number(word)
			at := numberPosition{i, j}
			if !isNumber {
				c.broken[at] = [relations]bool{true, true, true, true, true}
				continue
			}
			if seen := c.values[at]; len(seen) < evidence && !slices.Contains(seen, value) {
				c.values[at] = append(seen, value)
			}
			letters := -1
			if widths(i+1) > 0 {
				letters = len(lines[i+1][0])
			}
			offsets, broken := c.offsets[at], c.broken[at]
			for r, of := range [relations]int{len(lines), len(words), widths(i + 1), widths(i + 2), letters} {
				offset := value - of
				switch {
				case of < 0:
					broken[r] = true
				case offsets[r] == nil:
					offsets[r] = &offset
				case *offsets[r] != offset:
					broken[r] = true
				}
			}
			c.offsets[at], c.broken[at] = offsets, broken
		}
	}
}

// markCounts marks the counts in a layout.
func (c *counts) markCounts(l layout) {
	widths := func(i int) int {
		if i < len(l) {
			return len(l[i])
		}
		return 0
	}
	for i, line := range l {
		for j := range line {
			at := numberPosition{i, j}
			if line[j].letters > 0 || line[j].known || len(c.values[at]) < evidence {
				continue
			}
			letters := 0
			if widths(i+1) > 0 {
				letters = l[i+1][0].letters
			}
			for r, of := range [relations]int{len(l), len(line), widths(i + 1), widths(i + 2), letters} {
				if relation(r) == ofLetters && widths(i+1) > 0 && l[i+1][0].known {
					continue
				}
				if !c.broken[at][r] && c.offsets[at][r] != nil {
					line[j].count, line[j].value = true, of+*c.offsets[at][r]
					break
				}
			}
		}
	}
}
