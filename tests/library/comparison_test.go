package library_test

import (
	"io"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"grundy/checker"
	"grundy/internal/base/fsutil"
	"grundy/tests/suite"
	"grundy/tests/verifiers"
)

// TestOtherComparisons gives random outputs to the default output validators of other judges, which must accept what
// the built-in comparison accepts. It leaves out cases on which they disagree with each other
// (docs/results/comparison.md): tokens that some take for numbers, differences next to the tolerance, and relative
// differences from 0.
func TestOtherComparisons(t *testing.T) {
	if !suite.IsCampaign() { // not in the sample: it would install them each time
		t.Skip(suite.LeftTo + "campaign: installs the verifiers of other judges and compares their comparison with this one")
	}
	validators := defaultValidators(t)
	const pairs = 4000
	random := rand.New(rand.NewPCG(suite.Seed(t), 3))
	dir := t.TempDir()
	answerFile := filepath.Join(dir, "answer")
	accepted := 0
	for range pairs {
		p := randomPair(random)
		if p.disputed() {
			continue
		}
		flags := p.flags()
		options, err := checker.ParseOptions(flags)
		if err != nil {
			t.Fatal(err)
		}
		mismatch, err := checker.Compare(strings.NewReader(p.output), strings.NewReader(p.answer), options)
		if err != nil {
			t.Fatal(err)
		}
		if mismatch == nil {
			accepted++
		}
		if err := os.WriteFile(answerFile, []byte(p.answer), 0o644); err != nil {
			t.Fatal(err)
		}
		for name, validator := range validators {
			command := exec.CommandContext(t.Context(), validator, append([]string{answerFile, answerFile, dir + "/"}, flags...)...)
			command.Stdin = strings.NewReader(p.output)
			_ = command.Run()
			if theirs := command.ProcessState.ExitCode() == accepts; theirs != (mismatch == nil) {
				t.Errorf("output %q, answer %q, flags %v: %s accepts: %v (exit code %d), here %+v",
					p.output, p.answer, flags, name, theirs, command.ProcessState.ExitCode(), mismatch)
			}
		}
	}
	if accepted < pairs/8 || accepted > pairs*7/8 {
		t.Errorf("%d of %d pairs are accepted: too one-sided to tell much", accepted, pairs)
	}
}

// defaultValidators are the programs by their judges: problemtools ships its own compiled, BAPCtools the source.
func defaultValidators(t *testing.T) map[string]string {
	t.Helper()
	root := verifiers.Installed(t)
	return map[string]string{
		"problemtools": inPackage(t, root, "problemtools/support/default_validator"), "BAPCtools": comparisonOfBAPC(t, root),
	}
}

// inPackage is the path of a file in a Python package.
func inPackage(t *testing.T, root, name string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, "lib", "*", "site-packages", filepath.FromSlash(name)))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: %v, %v", name, found, err)
	}
	return found[0]
}

// comparisonOfBAPC is BAPCtools' default validator, compiled at the first call.
func comparisonOfBAPC(t *testing.T, root string) string {
	t.Helper()
	compiled := filepath.Join(root, "bin", "default_output_validator")
	if _, err := os.Stat(compiled); err == nil {
		return compiled
	}
	source := inPackage(t, root, "bapctools/resources/support/default_output_validator.cpp")
	draft := filepath.Join(t.TempDir(), "draft")
	if out, err := exec.CommandContext(t.Context(), "g++", "-std=c++20", "-O2", "-o", draft, source).CombinedOutput(); err != nil {
		t.Skipf("BAPCtools' validator cannot be compiled: %v\n%s", err, out)
	}
	program, err := os.ReadFile(draft)
	if err == nil {
		err = fsutil.Replace(compiled, 0o755, func(to io.Writer) error { _, err := to.Write(program); return err })
	}
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// pair is an output with its answer, and the flags.
type pair struct {
	output, answer                      string
	caseSensitive, spaceChangeSensitive bool
	absolute, relative                  string // tolerances, "" for none
	// numbers are the numbers of output and answer that are compared with each other.
	numbers [][2]string
}

func (p pair) flags() []string {
	var flags []string
	if p.caseSensitive {
		flags = append(flags, "case_sensitive")
	}
	if p.spaceChangeSensitive {
		flags = append(flags, "space_change_sensitive")
	}
	if p.absolute != "" && p.absolute == p.relative {
		return append(flags, "float_tolerance", p.absolute)
	}
	if p.absolute != "" {
		flags = append(flags, "float_absolute_tolerance", p.absolute)
	}
	if p.relative != "" {
		flags = append(flags, "float_relative_tolerance", p.relative)
	}
	return flags
}

// disputed reports whether judges differ on the numbers because of rounding.
func (p pair) disputed() bool {
	for _, n := range p.numbers {
		output, _ := new(big.Rat).SetString(n[0])
		answer, _ := new(big.Rat).SetString(n[1])
		size := new(big.Rat).Abs(answer)
		if p.relative != "" && size.Sign() == 0 {
			return true
		}
		difference := new(big.Rat).Sub(output, answer)
		difference.Abs(difference)
		for _, bound := range []struct {
			tolerance string
			of        *big.Rat
		}{{p.absolute, big.NewRat(1, 1)}, {p.relative, size}} {
			if bound.tolerance == "" {
				continue
			}
			limit, _ := new(big.Rat).SetString(bound.tolerance)
			limit.Mul(limit, bound.of)
			gap := new(big.Rat).Sub(difference, limit)
			noise := new(big.Rat).Mul(new(big.Rat).Add(size, limit), big.NewRat(1, 1e12))
			if gap.Abs(gap).Cmp(noise) <= 0 {
				return true
			}
		}
	}
	return false
}

const (
	spaces  = " \t\n\v\f\r"
	letters = "abYZ@[`{_\xc4"
)

// randomPair is an answer of some tokens, and an output that differs from it in few ways.
func randomPair(random *rand.Rand) pair {
	p := pair{caseSensitive: random.IntN(3) == 0, spaceChangeSensitive: random.IntN(5) == 0}
	tolerances := []string{"", "", "0", "1", "0.5", "1e-6", "1e-9"}
	p.absolute, p.relative = tolerances[random.IntN(len(tolerances))], tolerances[random.IntN(len(tolerances))]
	if random.IntN(3) == 0 {
		p.relative = p.absolute
	}
	var output, answer strings.Builder
	space := func() {
		run := ""
		for range 1 + random.IntN(2) {
			run += string(spaces[random.IntN(len(spaces))])
		}
		answer.WriteString(run)
		if random.IntN(8) == 0 {
			run = string(spaces[random.IntN(len(spaces))])
		}
		output.WriteString(run)
	}
	if random.IntN(4) == 0 {
		space()
	}
	for range random.IntN(5) {
		if random.IntN(2) == 0 {
			number := randomNumber(random)
			other := changedNumber(random, number)
			p.numbers = append(p.numbers, [2]string{other, number})
			answer.WriteString(number)
			output.WriteString(other)
		} else {
			word := randomWord(random)
			answer.WriteString(word)
			output.WriteString(changedWord(random, word))
		}
		space()
	}
	switch random.IntN(20) {
	case 0:
		output.WriteString(randomWord(random))
	case 1:
		answer.WriteString(randomWord(random))
	}
	p.output, p.answer = output.String(), answer.String()
	return p
}

func randomWord(random *rand.Rand) string {
	word := ""
	for range 1 + random.IntN(3) {
		word += string(letters[random.IntN(len(letters))])
	}
	if random.IntN(4) == 0 {
		word += "1.5" // no number for it, behind a letter
	}
	return word
}

func changedWord(random *rand.Rand, word string) string {
	switch random.IntN(12) {
	case 0:
		return strings.ToLower(word)
	case 1:
		return randomWord(random)
	}
	return word
}

func randomNumber(random *rand.Rand) string {
	number := []string{"", "", "-", "+"}[random.IntN(4)]
	digits := func() {
		for range 1 + random.IntN(4) {
			number += string(rune('0' + random.IntN(10)))
		}
	}
	switch random.IntN(4) {
	case 0:
		digits()
		number += "."
	case 1:
		number += "."
		digits()
	case 2:
		digits()
		number += "."
		digits()
	default:
		digits()
	}
	if random.IntN(3) == 0 {
		number += []string{"e", "E"}[random.IntN(2)] + []string{"", "-", "+"}[random.IntN(3)] + string(rune('0'+random.IntN(10)))
	}
	return number
}

// changedNumber is the same, written in another way, or another one that may be within a tolerance.
func changedNumber(random *rand.Rand, number string) string {
	value, _ := new(big.Rat).SetString(number)
	by := []*big.Rat{big.NewRat(1, 3), big.NewRat(2, 1), big.NewRat(1, 3e6), big.NewRat(1, 7e8), big.NewRat(1, 1e11)}[random.IntN(5)]
	switch random.IntN(6) {
	case 0:
		return value.FloatString(20)
	case 1:
		return value.Add(value, by).FloatString(20)
	case 2:
		return value.Mul(value, by.Add(by, big.NewRat(1, 1))).FloatString(20)
	case 3:
		return randomNumber(random)
	}
	return number
}
