package mutate

import (
	"fmt"
	"slices"
	"strings"
)

// Operator is a kind of change.
type Operator string

// The operators. docs/mutation.md has a table of what each does in each language.
const (
	Boundary  Operator = "boundary"  // < and <=, > and >=
	Symbol    Operator = "operator"  // + and -, == and !=, && and ||, a sign left out
	Constant  Operator = "constant"  // one more, one less, true and false
	Statement Operator = "statement" // a statement left out
	Condition Operator = "condition" // negated, always, never
	Overflow  Operator = "overflow"  // a smaller or an unsigned type
	Offset    Operator = "offset"    // a loop or a slice that is one longer or shorter
	Argument  Operator = "argument"  // two arguments exchanged, min and max
	Flow      Operator = "flow"      // break and continue, a loop or a function that ends early
)

// Operators lists all of them, in the order of reports.
func Operators() []Operator {
	return []Operator{Boundary, Symbol, Constant, Statement, Condition, Overflow, Offset, Argument, Flow}
}

// ParseOperators reads a list with commas between: "boundary,overflow".
func ParseOperators(list string) ([]Operator, error) {
	var operators []Operator
	for name := range strings.SplitSeq(list, ",") {
		operator := Operator(strings.TrimSpace(name))
		if !slices.Contains(Operators(), operator) {
			return nil, fmt.Errorf("no operator %q, there are %s", operator, names(Operators()))
		}
		operators = append(operators, operator)
	}
	return operators, nil
}

func names(operators []Operator) string {
	var words []string
	for _, operator := range operators {
		words = append(words, string(operator))
	}
	return strings.Join(words, ", ")
}
