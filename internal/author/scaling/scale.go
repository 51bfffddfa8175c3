package scaling

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// least is the smallest argument of a command that may be a size. Smaller numbers are counts of other things,
// percentages and the like.
const least = 32

// numbers returns the positions of the arguments of a command that are numbers from least on.
func numbers(words []string, least int64) []int {
	var positions []int
	for i, word := range words {
		if n, err := strconv.ParseInt(word, 10, 64); i > 0 && err == nil && n >= least {
			positions = append(positions, i)
		}
	}
	return positions
}

// scaled multiplies the numbers at some positions of a command by a factor; each becomes at least 1.
func scaled(words []string, positions []int, factor float64) string {
	words = slices.Clone(words)
	for _, i := range positions {
		if n, err := strconv.ParseInt(words[i], 10, 64); err == nil {
			words[i] = strconv.FormatInt(max(1, rounded(float64(n)*factor)), 10)
		}
	}
	return strings.Join(words, " ")
}

// rounded is the nearest representable integer.
func rounded(x float64) int64 {
	if x >= math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(math.Round(x))
}

// The sizes of a series.
const (
	perDecade = 5
	decades   = 3
)

// steps returns the distinct commands of a series, the largest first.
func steps(words []string, positions []int) []string {
	var commands []string
	for k := range perDecade*decades + 1 {
		command := scaled(words, positions, math.Pow(10, -float64(k)/perDecade))
		if !slices.Contains(commands, command) {
			commands = append(commands, command)
		}
	}
	return commands
}
