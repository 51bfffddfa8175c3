package author

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/pkgfmt/problem"
)

// idleTolerance notes a tolerance of the built-in comparison where all answers are whole numbers: it accepts wrong ones, or
// does nothing.
func (v *verification) idleTolerance(ctx context.Context) (problem.Diagnostics, error) {
	if len(v.problem.Output.Programs) > 0 {
		return nil, nil
	}
	var first *problem.Case
	numbers := 0
	for _, c := range v.problem.Data.AllCases() {
		if c.Answer == "" || !slices.ContainsFunc(c.OutputArgs, func(arg string) bool { return strings.HasPrefix(arg, "float_") && strings.HasSuffix(arg, "tolerance") }) {
			continue
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		text, err := fsutil.ReadWithin(v.problem.Dir, c.Answer)
		if err != nil {
			return nil, err
		}
		for word := range bytes.FieldsSeq(text) {
			if _, err := strconv.ParseFloat(string(word), 64); err != nil {
				continue
			}
			if bytes.ContainsAny(word, ".eEnN") {
				return nil, nil
			}
			numbers++
		}
		if first == nil {
			first = c
		}
	}
	if numbers == 0 {
		return nil, nil
	}
	return problem.Diagnostics{{
		Level: problem.Note, File: v.problem.Place(first.Answer), Message: "all numbers of the answers are whole, but outputs are compared with a tolerance",
		Help: "leave the tolerance out, or write the answers with a point",
	}}, nil
}
