package mutate

import (
	"fmt"
	"slices"
	"strings"

	"grundy/internal/event"
)

// The operators. docs/mutation.md has a table of what each does in each language.
const (
	Boundary  event.Operator = "boundary"  // < and <=, > and >=
	Symbol    event.Operator = "operator"  // + and -, == and !=, && and ||, a removed sign
	Constant  event.Operator = "constant"  // one more, one less, true and false
	Statement event.Operator = "statement" // a removed statement
	Condition event.Operator = "condition" // negated, always, never
	Overflow  event.Operator = "overflow"  // a smaller or an unsigned type
	Offset    event.Operator = "offset"    // a loop or a slice that is longer or shorter by one
	Argument  event.Operator = "argument"  // two arguments exchanged, min and max
	Flow      event.Operator = "flow"      // break and continue, a loop or a function that ends early
)

// Operators lists all operators, in the order of reports.
func Operators() []event.Operator {
	return []event.Operator{Boundary, Symbol, Constant, Statement, Condition, Overflow, Offset, Argument, Flow}
}

// ParseOperators reads a comma-separated list: "boundary,overflow".
func ParseOperators(list string) ([]event.Operator, error) {
	var operators []event.Operator
	for name := range strings.SplitSeq(list, ",") {
		operator := event.Operator(strings.TrimSpace(name))
		if !slices.Contains(Operators(), operator) {
			return nil, fmt.Errorf("no operator %q, there are %s", operator, names(Operators()))
		}
		operators = append(operators, operator)
	}
	return operators, nil
}

func names(operators []event.Operator) string {
	var words []string
	for _, operator := range operators {
		words = append(words, string(operator))
	}
	return strings.Join(words, ", ")
}
