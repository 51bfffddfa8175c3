package play

import (
	"fmt"
	"strconv"
	"strings"

	"grundy/internal/ui/terminal"
)

// integers reads the given number of integers.
func integers(text string, count int) ([]int, error) {
	words := strings.Fields(text)
	if len(words) != count {
		return nil, fmt.Errorf("want %s, got %q", terminal.Count(count, "number"), text)
	}
	numbers := make([]int, count)
	for i, word := range words {
		var err error
		if numbers[i], err = strconv.Atoi(word); err != nil {
			return nil, fmt.Errorf("%q is not a number", word)
		}
	}
	return numbers, nil
}

// side reads one of the two sides of a game, in any case and abbreviated.
func side(text string, sides ...string) (string, error) {
	for _, side := range sides {
		if text != "" && strings.HasPrefix(side, strings.ToUpper(text)) {
			return side, nil
		}
	}
	return "", fmt.Errorf("%q is not a side: choose %s", text, strings.Join(sides, " or "))
}

// chosen takes the side that a player sent, and reports whether it is the first of the two.
func chosen(line, first, second string) (isFirst bool, err error) {
	if line != first && line != second {
		return false, fmt.Errorf("choose %s or %s", first, second)
	}
	return line == first, nil
}

// number writes a number with the word for one or for several things.
func number(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}

// folded breaks lines between words so that none is longer than the given columns.
func folded(text string, columns int) string { return strings.Join(terminal.Wrap(text, columns), "\n") }

// sideInWords words a choice of sides; any other line stays unchanged.
func sideInWords(line string) string {
	switch line {
	case "FIRST":
		return "move first"
	case "SECOND":
		return "move second"
	case "FLIES":
		return "be the flies"
	case "SPIDERS":
		return "be the spiders"
	}
	return line
}

// upTo returns the numbers from 1 on, each after a prefix.
func upTo(most int, before string) []string {
	var all []string
	for i := range most {
		all = append(all, before+strconv.Itoa(i+1))
	}
	return all
}
