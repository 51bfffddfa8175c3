package author

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/checker/testlib"
	"grundy/internal/pkgfmt/problem"
)

// TestVerifyTriesNumerals runs typical checkers on words that are not numbers.
func TestVerifyTriesNumerals(t *testing.T) {
	const answer = "3\n2.5 0.0 7.25\n"
	compare := func(near func(got, want string) bool) func(string) (bool, error) {
		return func(output string) (bool, error) {
			got, want := strings.Fields(output), strings.Fields(answer)
			if len(got) != len(want) || got[0] != want[0] {
				return false, nil
			}
			for i := range want[1:] {
				if !near(got[i+1], want[i+1]) {
					return false, nil
				}
			}
			return true, nil
		}
	}
	const eps = 1e-6
	const place, takes = "trials warning: data/sample-1.ans: ", ": accepted by output_validator/check.go"
	for _, test := range []struct {
		name  string
		judge func(output string) (bool, error)
		want  []string
	}{
		{"the library's comparison", compare(func(got, want string) bool {
			g, err := strconv.ParseFloat(got, 64)
			w, _ := strconv.ParseFloat(want, 64)
			return err == nil && testlib.Near(g, w, eps)
		}), nil},
		{"rejects what differs by too much", compare(func(got, want string) bool {
			g, err := strconv.ParseFloat(got, 64)
			w, _ := strconv.ParseFloat(want, 64)
			return err == nil && !(math.Abs(g-w) > eps)
		}), []string{
			place + "nan for 2.5 (line 2, word 1)" + takes,
			place + "nan for 7.25 (line 2, word 3)" + takes,
			place + "nan for 0.0 (line 2, word 2)" + takes,
		}},
		{"rejects what differs by too much in relation to what it got", compare(func(got, want string) bool {
			g, _ := strconv.ParseFloat(got, 64)
			w, _ := strconv.ParseFloat(want, 64)
			return !(math.Abs(g-w) > eps*max(1, math.Abs(g)))
		}), []string{
			place + "nan, inf, 1e400 for 2.5 (line 2, word 1)" + takes,
			place + "nan, inf, 1e400 for 7.25 (line 2, word 3)" + takes,
			place + "nan, inf, 1e400, none for 0.0 (line 2, word 2)" + takes,
		}},
		{"splits at each space, and takes for 0 what is not a number", func(output string) (bool, error) {
			lines := strings.Split(output, "\n")
			if len(lines) < 2 || lines[0] != "3" {
				return false, nil
			}
			got := strings.Split(lines[1], " ")
			for i, want := range []float64{2.5, 0, 7.25} {
				if i >= len(got) {
					return false, nil
				}
				if g, _ := strconv.ParseFloat(got[i], 64); !(math.Abs(g-want) <= eps) {
					return false, nil
				}
			}
			return len(got) == 3, nil
		}, []string{place + "an empty word, none for 0.0 (line 2, word 2)" + takes}},
		{"lets 0 be near enough", compare(func(got, want string) bool {
			g, err := strconv.ParseFloat(got, 64)
			w, _ := strconv.ParseFloat(want, 64)
			return err == nil && testlib.Near(g, w, 100)
		}), nil},
		{"does not look at the numbers", func(output string) (bool, error) { return strings.HasPrefix(output, "3\n"), nil }, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newPackage(t)
			p.Output.Programs = []problem.Program{{Name: "output_validator/check.go"}}
			for _, c := range p.Data.AllCases() {
				if err := os.WriteFile(c.Answer, []byte(answer), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			f, err := verify(t, p, newJudge(), &fakeChecker{judge: test.judge}, Options{Jobs: 3})
			if err != nil {
				t.Fatal(err)
			}
			var warnings []string
			for _, text := range f.texts() {
				if !strings.HasPrefix(text, "trials note") {
					warnings = append(warnings, text)
				}
			}
			if diff := cmp.Diff(test.want, warnings); diff != "" {
				t.Errorf("faults differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNumeralsOf(t *testing.T) {
	for _, test := range []struct {
		answer string
		want   []string
	}{
		{"", nil},
		{"YES no 0x10 1e nan\n", nil},
		{"  1 -2.5\n\nx 1\t1e-9\r\n.5", []string{"1:1 1", "1:2 -2.5", "3:2 1", "3:3 1e-9", "4:1 .5"}},
	} {
		var got []string
		for _, n := range numeralsOf(nil, []byte(test.answer)) {
			got = append(got, strconv.Itoa(n.line)+":"+strconv.Itoa(n.word)+" "+n.text())
			if with := string(n.with("@")); strings.Count(with, "@") != 1 || strings.Replace(with, "@", n.text(), 1) != test.answer {
				t.Errorf("%q with another word for %s is %q", test.answer, n.text(), with)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.answer, diff)
		}
	}
}
