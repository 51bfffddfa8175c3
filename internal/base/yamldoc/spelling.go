package yamldoc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/hint"
)

// Suggest returns "did you mean X?" for the candidate nearest to a misspelt word, "" if none is near.
func Suggest(word string, candidates []string) string {
	if near := hint.Nearest(word, slices.Sorted(slices.Values(candidates))); near != "" {
		return fmt.Sprintf("did you mean %s?", near)
	}
	return ""
}

// QuoteAll lists words for a message: "a", "b".
func QuoteAll(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = strconv.Quote(word)
	}
	return strings.Join(quoted, ", ")
}
