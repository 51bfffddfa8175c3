package play

import (
	"fmt"
	"strconv"
	"strings"
)

// integers reads so many integers.
func integers(text string, count int) ([]int, error) {
	words := strings.Fields(text)
	if len(words) != count {
		return nil, fmt.Errorf("want %s, got %q", plural(count, "number"), text)
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

// side reads one of the two sides of a game, in any case and however short.
func side(text string, sides ...string) (string, error) {
	for _, side := range sides {
		if text != "" && strings.HasPrefix(side, strings.ToUpper(text)) {
			return side, nil
		}
	}
	return "", fmt.Errorf("%q is no side: choose %s", text, strings.Join(sides, " or "))
}

// plural writes a number of things.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
