package library_test

import (
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"grundy/tests/suite"
)

// accepts is the exit code by which validators accept, in the ICPC package format.
const accepts = 42

// comparison is a solution that is compared with a brute force on many small instances.
type comparison struct {
	problem string
	// solution lies in submissions/accepted.
	solution string
	// bruteForce lies in submissions/brute_force, in Go or Python, and follows the rules.
	bruteForce string
	// tiny are all tiny instances, in as few inputs as the format allows; nil for none.
	tiny iter.Seq[string]
	// instance is a random small one, of as many cases as the format allows.
	instance  func(*rand.Rand) string
	instances int
	judge     func(*testing.T) judge
}

// inputs are all tiny instances of a comparison and random ones: make test uses the first of those of make test-all,
// and make campaign many more and different ones.
func (c *comparison) inputs(t *testing.T) iter.Seq[string] {
	random, instances := rand.New(rand.NewPCG(1, 2)), suite.Instances(c.instances)
	if suite.IsCampaign() {
		random, instances = rand.New(rand.NewPCG(suite.Seed(t), 2)), 50*c.instances
	}
	return func(yield func(string) bool) {
		if c.tiny != nil {
			for input := range c.tiny {
				if !yield(input) {
					return
				}
			}
		}
		for range instances {
			if !yield(c.instance(random)) {
				return
			}
		}
	}
}

// comparisons are those of all problems that are not interactive, and of some that are.
func comparisons() []comparison {
	return slices.Concat(
		firstGames, heapGames, stoneGames, mouseGames, graphGames, knightGames, conjunctiveGames, compoundGames, spiderGames, webGames,
	)
}

// TestBruteForce compares the accepted Go solution of a problem with its brute force, and runs the input validator on
// each instance.
func TestBruteForce(t *testing.T) {
	for _, tt := range comparisons() {
		t.Run(tt.problem, func(t *testing.T) {
			needsAll(t, tt.problem)
			t.Parallel()
			folder := "problems/" + tt.problem
			slow, fast, validator := folder+"/submissions/brute_force/"+tt.bruteForce, folder+"/submissions/accepted/"+tt.solution, folder+"/input_validators/validate.go"
			programs := inBatch(t, slow, fast, validator)
			agree := tt.judge(t)
			i := 0
			for input := range tt.inputs(t) {
				i++
				if said := programs[validator].run(t, input); said.exit != accepts {
					t.Fatalf("instance %d is not valid: %s\ninput:\n%s", i, said, input)
				}
				want, got := programs[slow].run(t, input), programs[fast].run(t, input)
				if want.exit != 0 || got.exit != 0 {
					t.Fatalf("instance %d:\n%s\nbrute force: %s\nsolution: %s", i, input, want, got)
				}
				if reason := agree(t, input, want.stdout, got.stdout); reason != "" {
					t.Fatalf("instance %d: %s\ninput:\n%s\nbrute force:\n%s\nsolution:\n%s", i, reason, input, want.stdout, got.stdout)
				}
			}
		})
	}
}

// judge fails the test if an output is wrong, given the input and the brute force's answer.
type judge func(t *testing.T, input, answer, output string) string

func sameOutput(*testing.T) judge {
	return func(_ *testing.T, _, answer, output string) string {
		if output != answer {
			return "the outputs differ"
		}
		return ""
	}
}

// outputValidator judges by the problem's own validator.
func outputValidator(t *testing.T, source string) judge {
	validator := inBatch(t, source)[source]
	dir := t.TempDir()
	inputFile, answerFile := filepath.Join(dir, "input"), filepath.Join(dir, "answer")
	feedback := filepath.Join(dir, "feedback") + "/" // the format promises the slash
	if err := os.Mkdir(feedback, 0o700); err != nil {
		t.Fatal(err)
	}
	return func(t *testing.T, input, answer, output string) string {
		for file, text := range map[string]string{inputFile: input, answerFile: answer} {
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		said := validator.run(t, output, inputFile, answerFile, feedback)
		if said.exit == accepts {
			return ""
		}
		message, err := os.ReadFile(filepath.Join(feedback, "judgemessage.txt"))
		if err != nil {
			return said.String()
		}
		return string(message)
	}
}
