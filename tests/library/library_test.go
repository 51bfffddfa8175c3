package library_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// accepts is the exit code by which validators say yes, in the dialect of the ICPC package format.
const accepts = 42

// TestBruteForce compares the accepted Go solution of a problem with its brute force on instances that are always the
// same, and has the input validator read each of them.
func TestBruteForce(t *testing.T) {
	tests := []struct {
		problem    string
		solution   string
		bruteForce func(*testing.T) program
		instance   func(*rand.Rand) string
		instances  int
		judge      func(*testing.T) judge
	}{
		{
			"nim", "nim.go",
			func(t *testing.T) program {
				return pythonProgram(t, "problems/nim/submissions/brute_force/exhaustive.py")
			},
			heaps, 300, sameOutput,
		},
		{
			"wallgame", "wallgame.go",
			func(t *testing.T) program {
				return goProgram(t, "problems/wallgame/submissions/brute_force/all_walls.go")
			},
			board, 600, sameOutput,
		},
		{
			"wallgamebuild", "wallgamebuild.go",
			func(t *testing.T) program {
				return goProgram(t, "problems/wallgamebuild/submissions/brute_force/all_walls.go")
			},
			board, 600,
			func(t *testing.T) judge {
				return outputValidator(t, "problems/wallgamebuild/output_validator/check.go")
			},
		},
		{
			"mousetrap", "mousetrap.go",
			func(t *testing.T) program {
				return goProgram(t, "problems/mousetrap/submissions/brute_force/game_search.go")
			},
			maze, 600, sameOutput,
		},
	}
	for _, tt := range tests {
		t.Run(tt.problem, func(t *testing.T) {
			t.Parallel()
			slow := tt.bruteForce(t)
			fast := goProgram(t, "problems/"+tt.problem+"/submissions/accepted/"+tt.solution)
			validator := goProgram(t, "problems/"+tt.problem+"/input_validators/validate.go")
			agree := tt.judge(t)
			random := rand.New(rand.NewPCG(1, 2))
			for i := range tt.instances {
				input := tt.instance(random)
				if said := validator.run(t, input); said.exit != accepts {
					t.Fatalf("instance %d is not valid: %s\ninput:\n%s", i, said, input)
				}
				want, got := slow.run(t, input), fast.run(t, input)
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

// judge says why an output is wrong, given the input and the brute force's answer; it says nothing when it is right.
type judge func(t *testing.T, input, answer, output string) string

func sameOutput(*testing.T) judge {
	return func(_ *testing.T, _, answer, output string) string {
		if output != answer {
			return "the outputs differ"
		}
		return ""
	}
}

// outputValidator asks the problem's own validator.
func outputValidator(t *testing.T, source string) judge {
	validator := goProgram(t, source)
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
