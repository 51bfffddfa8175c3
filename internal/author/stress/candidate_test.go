package stress_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grundy/internal/author/stress"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

// Solutions of the problem "print the sum of the numbers, of which the first one is the count", and its generator.
var sources = map[string]string{
	"gen.sh":     "echo $((1 + $1 % 5)); for i in $(seq $((1 + $1 % 5))); do echo -n \"$(((i * $1) % 20)) \"; done; echo\n",
	"right.sh":   "read n; s=0; read -a v; for x in ${v[@]}; do s=$((s + x)); done; echo $s\n",
	"wrong.sh":   "read n; s=0; read -a v; for x in ${v[@]}; do [ $x = 18 ] || s=$((s + x)); done; echo $s\n",
	"crash.sh":   "read n; read -a v; for x in ${v[@]}; do [ $x = 18 ] && kill -SEGV $$; done; exec bash right.sh\n",
	"exits.sh":   "read n; read -a v; for x in ${v[@]}; do [ $x = 18 ] && exit 3; done; echo 1\n",
	"loop.sh":    "read n; [ $n = 4 ] && while :; do :; done; echo 1\n",
	"flood.sh":   "read n; [ $n = 4 ] && head -c 100000000 /dev/zero; echo 1\n",
	"broken.sh":  "exit 7\n",
	"nogen.sh":   "[ $1 = 3 ] && { echo no seed three >&2; exit 1; }; echo 1; echo 1\n",
	"filegen.sh": "echo 2 > $2.in; echo 18 $1 >> $2.in\n",
	"valid.sh":   "read n; read -a v; [ $n = ${#v[@]} ] || { echo want $n numbers; exit 43; }; exit 42\n",
	"small.sh":   "read n; [ $n -lt 4 ] || { echo too many: $n; exit 43; }; exit 42\n",
}

func TestHuntFindsTheFirstFailure(t *testing.T) {
	dir := files(t, sources)
	for _, test := range []struct {
		name, tried, trusted string
		want                 verdict.Verdict
		seed                 event.Seed
	}{
		{"wrong answer", "wrong.sh", "right.sh", verdict.WA, 9},
		{"crash alone", "exits.sh", "", verdict.RTE, 9},
		{"endless", "loop.sh", "", verdict.TLE, 3},
		{"too much output", "flood.sh", "", verdict.OLE, 3},
		{"nothing", "right.sh", "right.sh", verdict.AC, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := setup(t, dir, test.tried, test.trusted, "gen.sh {seed}")
			s.Problem.Limits.Time = 200 * time.Millisecond
			for _, slots := range []int{1, 3} {
				trial := open(t, newExecutor(t, slots), s)
				found, done, err := trial.Search(t.Context(), stress.Limits{Seed: 1, Count: 12}, ignore)
				if err != nil {
					t.Fatal(err)
				}
				if done.Verdict != test.want || done.Seed != test.seed {
					t.Fatalf("%d slots: %s with seed %d, want %s with %d", slots, done.Verdict, done.Seed, test.want, test.seed)
				}
				if found == nil {
					if done.Cases != 12 {
						t.Errorf("%d cases passed, want 12", done.Cases)
					}
					continue
				}
				if found.Call != "gen.sh "+itoa(test.seed) || len(found.Input) == 0 {
					t.Errorf("called %q, input %q", found.Call, found.Input)
				}
				// The seed alone reproduces the case.
				again, _, err := trial.Search(t.Context(), stress.Limits{Seed: test.seed, Count: 1}, ignore)
				if err != nil || again == nil || !bytes.Equal(again.Input, found.Input) {
					t.Errorf("again: %+v, %v", again, err)
				}
			}
		})
	}
}

func itoa(seed event.Seed) string {
	digits := []byte{}
	for ; seed > 0 || len(digits) == 0; seed /= 10 {
		digits = append([]byte{byte('0' + seed%10)}, digits...)
	}
	return string(digits)
}

func TestFaults(t *testing.T) {
	dir := files(t, sources)
	for _, test := range []struct {
		name, trusted, gen, validator string
		want                          []string
	}{
		{"generator fails", "right.sh", "nogen.sh", "", []string{"the generator failed on nogen.sh 3: exit code 1", "no seed three"}},
		{"trusted fails", "broken.sh", "gen.sh", "", []string{"the trusted solution broken.sh failed on gen.sh 1: RTE", "input:"}},
		{"invalid input", "right.sh", "gen.sh", "small.sh", []string{"gen.sh 3: the input validator small.sh refuses its input", "too many: 4"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := setup(t, dir, "right.sh", test.trusted, test.gen)
			if test.validator != "" {
				s.Problem.InputValidators = []problem.Program{{Name: test.validator, Path: filepath.Join(dir, test.validator)}}
			}
			_, _, err := open(t, newExecutor(t, 2), s).Search(t.Context(), stress.Limits{Seed: 1, Count: 10}, ignore)
			var fault *job.Fault
			if !errors.As(err, &fault) {
				t.Fatalf("error %v, want a Fault", err)
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q lacks %q", err, want)
				}
			}
		})
	}
}

func TestAGeneratorMayWriteAFile(t *testing.T) {
	s := setup(t, files(t, sources), "wrong.sh", "right.sh", "filegen.sh {seed} {name}")
	found, _, err := open(t, newExecutor(t, 1), s).Search(t.Context(), stress.Limits{Seed: 5, Count: 1}, ignore)
	if err != nil || found == nil || string(found.Input) != "2\n18 5\n" || strings.TrimSpace(found.Answer) != "23" {
		t.Errorf("found %+v, %v", found, err)
	}
}

func TestHuntEnds(t *testing.T) {
	trial := open(t, newExecutor(t, 2), setup(t, files(t, sources), "right.sh", "right.sh", "gen.sh"))
	// A busy machine may try no case in a short time.
	for limit, told := 300*time.Millisecond, 0; told == 0; limit *= 4 {
		_, done, err := trial.Search(t.Context(), stress.Limits{Seed: 1, Time: limit}, func(e event.Event) {
			if p, ok := e.(event.StressProgress); ok && p.Cases > 0 {
				told++
			}
		})
		if err != nil || told > 0 && done.Cases == 0 || limit > time.Minute {
			t.Fatalf("%+v, told %d times, %v", done, told, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, done, err := trial.Search(ctx, stress.Limits{Seed: 1}, ignore); !done.Interrupted || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%+v, %v; want it interrupted", done, err)
	}
}

// halving removes numbers as long as the rest fails.
func halving(ctx context.Context, input []byte, try stress.Try, show func(int, int)) (stress.Smaller, error) {
	best := stress.Smaller{Input: input, Minimal: true}
	for removed := true; removed; {
		removed = false
		words := strings.Fields(string(best.Input))[1:]
		for i := range words {
			fewer := append(append([]string{}, words[:i]...), words[i+1:]...)
			for _, text := range []string{
				"9\n" + strings.Join(fewer, " ") + "\n", // no validator accepts this
				itoa(event.Seed(len(fewer))) + "\n" + strings.Join(fewer, " ") + "\n",
			} {
				best.Tries++
				show(best.Tries, len(best.Input))
				_, ok, err := try(ctx, []byte(text))
				if err != nil {
					return best, err
				}
				if ok {
					best.Input, removed = []byte(text), true
				}
			}
			if removed {
				break
			}
		}
	}
	return best, nil
}

func TestShrinkKeepsTheInputValidAndTheFailure(t *testing.T) {
	dir := files(t, sources)
	s := setup(t, dir, "wrong.sh", "right.sh", "gen.sh")
	s.Problem.InputValidators = []problem.Program{{Name: "valid.sh", Path: filepath.Join(dir, "valid.sh")}}
	trial := open(t, newExecutor(t, 2), s)
	found, err := trial.Examine(t.Context(), "mine.in", []byte("4\n1 18 3 18\n"))
	if err != nil || found == nil || found.Test.Verdict != verdict.WA || found.Call != "mine.in" {
		t.Fatalf("found %+v, %v", found, err)
	}
	shrunk, err := trial.Shrink(t.Context(), found, halving, 0, ignore)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(shrunk.Finding.Input); got != "1\n18\n" || shrunk.From != 5 || shrunk.To != 2 || !shrunk.Minimal || !shrunk.Validated {
		t.Errorf("shrunk to %q: %+v", got, shrunk)
	}
	if strings.TrimSpace(shrunk.Finding.Answer) != "18" || strings.TrimSpace(shrunk.Finding.Test.Output) != "0" {
		t.Errorf("expected %q, yours %q; want 18 and 0", shrunk.Finding.Answer, shrunk.Finding.Test.Output)
	}
	if data, err := os.ReadFile(shrunk.Finding.Test.Input); err != nil || !bytes.Equal(data, shrunk.Finding.Input) {
		t.Errorf("its file holds %q, %v", data, err)
	}
}

func TestExamine(t *testing.T) {
	dir := files(t, sources)
	s := setup(t, dir, "wrong.sh", "right.sh", "")
	s.Problem.InputValidators = []problem.Program{{Name: "valid.sh", Path: filepath.Join(dir, "valid.sh")}}
	trial := open(t, newExecutor(t, 1), s)
	if found, err := trial.Examine(t.Context(), "fine.in", []byte("2\n1 2\n")); found != nil || err != nil {
		t.Errorf("found %+v, %v; want nothing", found, err)
	}
	var fault *job.Fault
	if _, err := trial.Examine(t.Context(), "bad.in", []byte("3\n1 2\n")); !errors.As(err, &fault) || !strings.Contains(err.Error(), "want 3 numbers") {
		t.Errorf("error %v, want that of the validator", err)
	}
}

// guess is interactive: the interactor has a number and says lower or higher.
const guess = `
-- problem.yaml --
problem_format_version: 2025-09
name: Guess
type: interactive
uuid: 8152979a-4dcf-4a9e-9de8-a5078d3c24be
limits: {time_limit: 1}
-- output_validator/validate.sh --
read n < "$1"
for i in 1 2 3 4 5; do
	read x || exit 43
	if [ $x -eq $n ]; then echo right; exit 42; elif [ $x -lt $n ]; then echo higher; else echo lower; fi
done
exit 43
-- data/secret/1.in --
3
-- data/secret/1.ans --
-- halves.sh --
lo=1; hi=20
while :; do
	x=$(((lo + hi) / 2)); echo $x; read answer
	case $answer in right) exit;; higher) lo=$((x + 1));; lower) hi=$((x - 1));; *) exit;; esac
done
-- counts.sh --
for x in $(seq 20); do echo $x; read answer; [ "$answer" = right ] && exit; done
-- gen.sh --
echo $1
`

func TestInteractiveProblems(t *testing.T) {
	dir := suite.Unpack(t, t.TempDir(), guess)
	p, faults := icpc.Load(dir)
	if p == nil {
		t.Fatal(faults)
	}
	for _, test := range []struct {
		tried string
		want  verdict.Verdict
	}{{"counts.sh", verdict.WA}, {"halves.sh", verdict.AC}} {
		s := setup(t, dir, test.tried, "halves.sh", "gen.sh")
		s.Problem = p
		_, done, err := open(t, newExecutor(t, 2), s).Search(t.Context(), stress.Limits{Seed: 1, Count: 8}, ignore)
		if err != nil || done.Verdict != test.want || test.want == verdict.WA && done.Seed != 6 {
			t.Errorf("%s: %+v, %v; want %s on seed 6", test.tried, done, err, test.want)
		}
	}
}

func TestWhatCannotBeBuilt(t *testing.T) {
	dir := files(t, map[string]string{"a.cpp": "int main( {\n", "gen.sh": "echo 1\n"})
	_, err := stress.Open(t.Context(), newExecutor(t, 1), setup(t, dir, "a.cpp", "", "gen.sh"), ignore)
	var compile *job.CompileError
	if !errors.As(err, &compile) && !strings.Contains(err.Error(), "was not found") {
		t.Errorf("error %v, want a CompileError", err)
	}
}
