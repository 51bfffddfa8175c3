package author

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"grundy/checker"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// strangeWords are printed by programs in place of a number. A checker that parses them as numbers and rejects
// only large differences accepts the first ones for any number. A checker that does not test for numbers reads the
// last ones as 0.
var strangeWords = []string{"nan", "inf", "1e400", "-0", "", "none"}

// numeral is a number in an answer.
type numeral struct {
	tc         *problem.Case
	answer     []byte
	start, end int
	line, word int // position in the answer, both from 1
}

func (n *numeral) text() string { return string(n.answer[n.start:n.end]) }

// with returns the answer with another word in place of the number.
func (n *numeral) with(word string) []byte {
	return slices.Concat(n.answer[:n.start], []byte(word), n.answer[n.end:])
}

// without returns the answer without the number and the white space before it, or after it at the
// beginning.
func (n *numeral) without() []byte {
	if n.start == 0 {
		return bytes.TrimLeft(n.answer[n.end:], " \n")
	}
	return slices.Concat(bytes.TrimRight(n.answer[:n.start], " \n"), n.answer[n.end:])
}

// other returns a number that is far from this one.
func (n *numeral) other() string {
	const far = "1000003"
	if n.text() == far {
		return "-" + far
	}
	return far
}

func (n *numeral) isZero() bool { return !strings.ContainsAny(significand(n.text()), "123456789") }

func (n *numeral) isWhole() bool { return !strings.ContainsAny(n.text(), ".eE") }

func significand(number string) string {
	digits, _, _ := strings.Cut(strings.ToLower(number), "e")
	return digits
}

// decimalWord matches a decimal number.
var decimalWord = lazyregexp.New(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$`)

// trialScan bounds the part of an answer, in bytes, that is searched for numbers.
const trialScan = 64 << 10

// numeralsOf returns the numbers at the beginning of an answer.
func numeralsOf(tc *problem.Case, answer []byte) []*numeral {
	var found []*numeral
	end := 0
	for i, line := range bytes.Split(answer[:min(len(answer), trialScan)], []byte("\n")) {
		start := end
		for j, word := range bytes.Fields(line) {
			start += bytes.Index(answer[start:], word)
			if decimalWord().Match(word) && start+len(word) < trialScan {
				found = append(found, &numeral{tc, answer, start, start + len(word), i + 1, j + 1})
			}
			start += len(word)
		}
		end += len(line) + 1
	}
	return found
}

// chosenNumerals picks numbers that a checker is likely to parse in different ways: the first one with a decimal
// point and the last number of the same answer, the first zero, and the first integer.
func chosenNumerals(dir string, cases []*problem.Case) ([]*numeral, error) {
	var first, last, zero, whole *numeral
	for _, tc := range cases {
		answer, err := fsutil.ReadWithin(dir, tc.Answer)
		if err != nil {
			return nil, err
		}
		var end *numeral
		for _, n := range numeralsOf(tc, answer) {
			switch {
			case n.isZero():
				zero = cmp.Or(zero, n)
			case n.isWhole():
				whole = cmp.Or(whole, n)
			default:
				first, end = cmp.Or(first, n), n
			}
		}
		last = cmp.Or(last, end)
	}
	var chosen []*numeral
	for _, n := range []*numeral{first, last, zero, whole} {
		if n != nil && !slices.Contains(chosen, n) {
			chosen = append(chosen, n)
		}
	}
	return chosen, nil
}

// tryNumerals replaces numbers by strange words. It returns how many words were tried.
func (v *verification) tryNumerals(ctx context.Context, p *problem.Problem) (tried int, results []validatorTestResult, err error) {
	if p.Type.Interactive || p.Type.MultiPass { // a single pass does not decide the verdict
		return 0, nil, nil
	}
	cases, err := casesToTry(p)
	if err != nil {
		return 0, nil, err
	}
	chosen, err := chosenNumerals(p.Dir, cases)
	if err != nil {
		return 0, nil, err
	}
	accepted := make([][]bool, len(chosen))
	failures := make([]validatorTestResult, len(chosen)*len(strangeWords))
	group, below := errgroup.WithContext(ctx)
	group.SetLimit(v.options.Jobs)
	for i, n := range chosen {
		accepted[i] = make([]bool, len(strangeWords))
		for j, word := range strangeWords {
			group.Go(func() (err error) {
				accepted[i][j], failures[i*len(strangeWords)+j], err = v.tryNumeral(below, p, n, n.with(word))
				return err
			})
		}
	}
	if err := group.Wait(); err != nil {
		return 0, nil, err
	}
	for i, n := range chosen {
		var words []string
		for j, word := range strangeWords {
			if !accepted[i][j] {
				continue
			}
			wrong, err := v.isWrong(ctx, p, n, word)
			if err != nil {
				return 0, nil, err
			}
			if wrong {
				words = append(words, cmp.Or(word, "an empty word"))
			}
		}
		if len(words) > 0 {
			failures = append(failures, n.acceptedFault(p, words))
		}
	}
	return len(chosen) * len(strangeWords), slices.DeleteFunc(failures, func(r validatorTestResult) bool { return r.message == "" }), nil
}

// tryNumeral gives the checker an answer with a replaced number. The checker may crash on it.
func (v *verification) tryNumeral(ctx context.Context, p *problem.Problem, n *numeral, output []byte) (accepted bool, failure validatorTestResult, err error) {
	if cancelled := context.Cause(ctx); cancelled != nil {
		return false, failure, cancelled
	}
	checked, err := v.validator.CheckOutput(ctx, p, job.OutputCheck{Case: n.tc.Name, Output: job.File{Part: job.MadeUp, Content: output}})
	var broken *checker.JudgeError
	if errors.As(err, &broken) {
		message := "another word in place of a number: " + broken.Reason + quotedMessage(broken.Detail)
		return false, validatorTestResult{problem.Error, n.tc.Input, message, failureHelp}, nil
	}
	if err != nil {
		return false, failure, fmt.Errorf("%s: %w", v.problem.Place(n.tc.Answer), err)
	}
	return checked.Accepted, failure, nil
}

// isWrong reports whether a word that is accepted in place of a number should have been rejected. That is so where
// another number is rejected too, which shows that the checker reads this position. Zero may be close enough to
// the number, whatever its sign, and an answer with one number less may be right.
func (v *verification) isWrong(ctx context.Context, p *problem.Problem, n *numeral, word string) (bool, error) {
	harmless := [][]byte{n.with(n.other())}
	switch word {
	case "-0":
		harmless = append(harmless, n.with("0"))
	case "":
		harmless = append(harmless, n.without())
	}
	for _, output := range harmless {
		accepted, _, err := v.tryNumeral(ctx, p, n, output)
		if accepted || err != nil {
			return false, err
		}
	}
	return true, nil
}

// acceptedFault is the finding about a number that may be replaced by words.
func (n *numeral) acceptedFault(p *problem.Problem, words []string) validatorTestResult {
	var checkers []string
	for _, program := range p.Output.Programs {
		checkers = append(checkers, program.Name)
	}
	return validatorTestResult{
		problem.Warning, n.tc.Answer,
		fmt.Sprintf("%s for %s (line %d, word %d): accepted by %s", strings.Join(words, ", "), n.text(), n.line, n.word, strings.Join(checkers, " and ")),
		"let it reject everything but finite numbers: accept only if the difference is at most the tolerance",
	}
}
