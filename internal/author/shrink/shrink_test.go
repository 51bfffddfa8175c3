package shrink

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// always turns a predicate into an oracle.
func always(fails func([]byte) bool) Try {
	return func(_ context.Context, candidate []byte) (bool, error) { return fails(candidate), nil }
}

func shrink(t testing.TB, input []byte, fails func([]byte) bool) Result {
	t.Helper()
	result, err := Shrink(context.Background(), input, always(fails), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// everyStep yields all candidates for an input.
func everyStep(input []byte, yield func(Kind, []byte) bool) {
	for r := range parse(input).reductions(stages[len(stages)-1]) {
		for _, candidate := range r.candidates(cursor{}, stages[len(stages)-1].fineness) {
			if !yield(r.kind(), candidate) {
				return
			}
		}
	}
}

// checkMinimal fails the test if a step from a result succeeds.
func checkMinimal(t interface{ Fatalf(string, ...any) }, input []byte, fails func([]byte) bool) {
	everyStep(input, func(kind Kind, candidate []byte) bool {
		if smaller(candidate, input) && fails(candidate) {
			t.Fatalf("%q is not minimal: %s leads to %q", input, kind.Name, candidate)
		}
		return true
	})
}

// TestStructures has one small input for each known structure.
func TestStructures(t *testing.T) {
	// list accepts a count and, as the second line, that many numbers.
	list := func(fails func([]int64) bool) func([]byte) bool {
		return func(input []byte) bool {
			in := newReader(input)
			n := in.int(in.next(1)[0], 1, 1000)
			values := in.ints(int(n), -1e18, 1e18)
			return in.end() && fails(values)
		}
	}
	for _, test := range []struct {
		name, input string
		fails       func([]byte) bool
		want        string
	}{
		{
			"list", "6\n5 9 12 0 7 7\n",
			list(func(v []int64) bool { return len(v) >= 3 && slices.Max(v) >= 7 }), "3\n0 0 7\n",
		},
		{
			"least length", "7\n5 9 12 0 7 7 1\n",
			list(func(v []int64) bool { return len(v) >= 5 }), "5\n0 0 0 0 0\n",
		},
		{
			"bisection", "1\n123456789012345\n",
			list(func(v []int64) bool { return v[0] >= 31337 }), "1\n31337\n",
		},
		{
			// A double cannot hold this; half of the numbers above the least one pass.
			"low bits that matter", "2\n9876543210987655 77\n",
			list(func(v []int64) bool { return int64(float64(v[0])) != v[0] }), "1\n9007199254740993\n",
		},
		{
			"negative numbers", "3\n-17 -999999 4\n",
			list(func(v []int64) bool { return slices.Min(v) <= -8 }), "1\n-8\n",
		},
		{
			"the sign is dropped", "2\n-17 4\n",
			list(func(v []int64) bool { return slices.ContainsFunc(v, func(n int64) bool { return n >= 5 || n <= -5 }) }), "1\n5\n",
		},
		{
			"equal numbers", "5\n812 3 812 77 812\n",
			list(func(v []int64) bool {
				slices.Sort(v)
				return len(v) >= 3 && v[len(v)-1] > 3 && v[len(v)-1] == v[len(v)-2] && v[len(v)-2] == v[len(v)-3]
			}), "3\n4 4 4\n",
		},
		{
			"distances", "2\n1000 1003\n",
			list(func(v []int64) bool { return len(v) == 2 && v[1]-v[0] == 3 }), "2\n0 3\n",
		},
		{
			"a sum of two", "3\n70 80 150\n",
			list(func(v []int64) bool { return len(v) == 3 && v[0] > 0 && v[1] > 0 && v[0]+v[1] == v[2] }), "3\n1 1 2\n",
		},
		{
			"ranks", "4\n500 800 100 300\n",
			list(func(v []int64) bool {
				return len(v) == 4 && v[1] > v[0] && v[0] > v[3] && v[3] > v[2]
			}), "4\n2 3 0 1\n",
		},
		{
			"no numbers left", "3\n1 2 3\n",
			func(input []byte) bool {
				in := newReader(input)
				n := in.int(in.next(1)[0], 0, 9)
				in.ints(int(n), 0, 9)
				return in.end()
			}, "0\n\n",
		},
		{
			"count in the line of its list", "3\n3 7 8 9\n1 4\n2 5 6\n",
			func(input []byte) bool {
				in, found := newReader(input), false
				for range in.int(in.next(1)[0], 1, 9) {
					row := in.next(-1)
					if len(row) == 0 || in.int(row[0], 0, 9) != int64(len(row)-1) {
						return false
					}
					found = found || slices.Contains(row[1:], "8")
				}
				return in.end() && found
			}, "1\n1 8\n",
		},
		{
			"list over several lines", "7\n1 2 3\n4 5 6\n7\n",
			func(input []byte) bool {
				words := strings.Fields(string(input))
				return len(words) > 0 && words[0] == fmt.Sprint(len(words)-1) && slices.Contains(words[1:], "5") &&
					!bytes.Contains(input, []byte("\n\n")) && bytes.Count(input, []byte("\n")) >= 2
			}, "1\n5\n",
		},
		{
			"pairs in a line", "3\n1 2 5 6 3 4\n",
			func(input []byte) bool {
				in := newReader(input)
				n := in.int(in.next(1)[0], 1, 9)
				row := in.ints(int(2*n), 0, 9)
				for i := range row {
					if i%2 == 0 && row[i]+row[i+1] >= 11 {
						return in.end()
					}
				}
				return false
			}, "1\n5 6\n",
		},
		{
			"lists of the same width", "3\n10\n20\n30\n2\n7\n8\n1\n9\n",
			func(input []byte) bool {
				in := newReader(input)
				var most [3]int64
				for i := range most {
					for range in.int(in.next(1)[0], 1, 9) {
						most[i] = max(most[i], in.int(in.next(1)[0], 1, 99))
						if in.bad {
							return false
						}
					}
				}
				return in.end() && most[0] > 20 && most[1] > 6 && most[2] > 4
			}, "1\n21\n1\n7\n1\n5\n",
		},
		{
			"two counts in one line", "3 2\n1 5\n2 6\n3 7\n4 8\n5 9\n",
			func(input []byte) bool {
				in := newReader(input)
				head := in.ints(2, 1, 9)
				var most [2]int64
				for i, n := range head {
					for range n {
						most[i] = max(most[i], slices.Max(append(in.ints(2, 0, 9), 0)))
					}
				}
				return in.end() && most[0] >= 6 && most[1] >= 8
			}, "1 1\n0 6\n0 8\n",
		},
		{
			"a bound that follows the count", "9 8\n1 2 3 4 5 6 7 8 9\n",
			func(input []byte) bool {
				in := newReader(input)
				head := in.ints(2, 1, 99)
				in.ints(int(head[0]), 0, 9)
				return in.end() && head[1] <= head[0] && head[0] >= 2 && head[1] >= head[0]-1
			}, "2 1\n0 0\n",
		},
		{
			"queries for indices", "6 2\n4 5 6 7 8 9\n1 3\n5 6\n",
			func(input []byte) bool {
				in := newReader(input)
				head := in.ints(2, 1, 99)
				list := in.ints(int(head[0]), 0, 9)
				wrong := false
				for range head[1] {
					q := in.ints(2, 1, head[0])
					if in.bad || q[0] > q[1] {
						return false
					}
					wrong = wrong || q[0] > 1 && q[1] > q[0] && list[q[0]-1] >= 8
				}
				return in.end() && wrong
			}, "3 1\n0 8 0\n2 3\n",
		},
		{
			"permutation from 0", "6\n3 0 5 1 4 2\n",
			func(input []byte) bool {
				in := newReader(input)
				n := in.int(in.next(1)[0], 1, 99)
				list := in.ints(int(n), 0, n-1)
				if !in.end() {
					return false
				}
				seen := map[int64]bool{}
				for _, v := range list {
					if seen[v] {
						return false
					}
					seen[v] = true
				}
				return n >= 2 && list[0] > list[1]
			}, "2\n1 0\n",
		},
		{
			"permutation as a column", "5\n3 30\n5 10\n1 20\n4 50\n2 40\n",
			func(input []byte) bool {
				in := newReader(input)
				n := in.int(in.next(1)[0], 1, 99)
				seen := map[int64]bool{}
				wrong := false
				for range n {
					row := in.ints(2, 0, 99)
					if in.bad || row[0] < 1 || row[0] > n || seen[row[0]] {
						return false
					}
					wrong = wrong || row[1] >= 45
					seen[row[0]] = true
				}
				return in.end() && wrong
			}, "1\n1 45\n",
		},
		{
			"cases in cases", "2\n2\n3\n1 2 3\n1\n4\n1\n2\n5 6\n",
			func(input []byte) bool {
				in, wrong := newReader(input), false
				for range in.int(in.next(1)[0], 1, 9) {
					for range in.int(in.next(1)[0], 1, 9) {
						n := in.int(in.next(1)[0], 1, 9)
						list := in.ints(int(n), 0, 9)
						if in.bad {
							return false
						}
						wrong = wrong || len(list) >= 2 && list[0] >= 5
					}
				}
				return in.end() && wrong
			}, "1\n1\n2\n5 0\n",
		},
		{
			"cases until zeros", "3 4\n1 2\n5 6\n0 0\n",
			func(input []byte) bool {
				in, wrong := newReader(input), false
				for row := in.ints(2, 0, 9); !in.bad; row = in.ints(2, 0, 9) {
					if row[0] == 0 && row[1] == 0 {
						return in.end() && wrong
					}
					wrong = wrong || row[1] >= 5
				}
				return false
			}, "0 5\n0 0\n",
		},
		{
			"tree with the root as its own parent", "5\n3 1 3 3 4\n",
			func(input []byte) bool {
				in := newReader(input)
				n := in.int(in.next(1)[0], 1, 99)
				up := in.ints(int(n), 1, n)
				if !in.end() {
					return false
				}
				for v, p := range up {
					steps := 0
					for at := int64(v + 1); up[at-1] != at; at = up[at-1] {
						if steps++; steps > len(up) {
							return false
						}
					}
					if steps == 2 && p != 0 {
						return true
					}
				}
				return false
			}, "3\n3 1 3\n",
		},
		{
			"fractions", "2\n3.75 12.50\n",
			func(input []byte) bool {
				in := newReader(input)
				n := in.int(in.next(1)[0], 1, 9)
				in.next(int(n))
				return in.end() && slices.ContainsFunc(in.row, func(w string) bool { return w >= "3" && len(w) > 0 && w[0] < '4' })
			}, "1\n3\n",
		},
		{
			"words", "3\nhello world wonder\n",
			func(input []byte) bool {
				in := newReader(input)
				n := in.int(in.next(1)[0], 1, 9)
				return slices.ContainsFunc(in.next(int(n)), func(w string) bool {
					return len(w) >= 3 && strings.Contains(w[1:], "o")
				}) && in.end()
			}, "1\naao\n",
		},
		{
			"grid of signs", "3 4\n#..#\n.##.\n#.#.\n",
			func(input []byte) bool {
				in := newReader(input)
				head := in.ints(2, 1, 9)
				var rows []string
				for range head[0] {
					rows = append(rows, in.next(1)[0])
					if in.bad || len(rows[len(rows)-1]) != int(head[1]) || strings.Trim(rows[len(rows)-1], ".#") != "" {
						return false
					}
				}
				for i := range rows[1:] {
					for j := range rows[i] {
						if rows[i][j] == '#' && j > 0 && rows[i+1][j-1] == '#' {
							return in.end()
						}
					}
				}
				return false
			}, "2 2\n.#\n#.\n",
		},
		{
			"text", "the first line\nthe second one\n\nthe third\n",
			func(input []byte) bool {
				return bytes.Contains(input, []byte("sec")) && bytes.HasSuffix(input, []byte("\n"))
			},
			"sec\n",
		},
		{
			"no newline at the end", "3\n4 5 6",
			func(input []byte) bool {
				return len(input) > 0 && list(func(v []int64) bool { return slices.Max(v) >= 5 })(append(slices.Clip(input), '\n'))
			}, "1\n5",
		},
		{
			"carriage returns", "3\r\n4 5 6\r\n",
			func(input []byte) bool {
				return bytes.Count(input, []byte("\r\n")) == 2 &&
					list(func(v []int64) bool { return slices.Max(v) >= 5 })(bytes.ReplaceAll(input, []byte("\r"), nil))
			}, "1\r\n5\r\n",
		},
		{
			"binary", "\x00\x01abc\xff\xfe\x00xyz\x02",
			func(input []byte) bool {
				return bytes.Contains(input, []byte{0xff}) && bytes.Count(input, []byte{0}) >= 2
			},
			"\x00\xff\x00",
		},
		{"nothing at all", "", func([]byte) bool { return true }, ""},
		{"everything goes", "3\n1 2 3\n", func([]byte) bool { return true }, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			result := shrink(t, []byte(test.input), test.fails)
			if string(result.Input) != test.want {
				t.Errorf("got %q, want %q\nsteps %v", result.Input, test.want, result.Steps)
			}
			if !result.Minimal {
				t.Error("not minimal")
			}
			checkMinimal(t, result.Input, test.fails)
		})
	}
}

// failing makes a failing input of a format.
func (f format) failing(t testing.TB, tokens int) []byte {
	t.Helper()
	for seed := range uint64(100) {
		if input := f.random(rand.New(rand.NewPCG(seed, 1)), tokens); f.fails(input) {
			return input
		}
	}
	t.Fatalf("no random input of format %q fails", f.name)
	return nil
}

// TestLarge bounds the tries, and the bytes in them, for inputs of a hundred thousand tokens.
func TestLarge(t *testing.T) {
	const size = 100_000
	for _, f := range formats {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			input := f.failing(t, size)
			volume := 0
			result, err := Shrink(context.Background(), input, func(_ context.Context, candidate []byte) (bool, error) {
				volume += len(candidate)
				return f.fails(candidate), nil
			}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !result.Minimal || !f.fails(result.Input) {
				t.Errorf("not minimal, or it does not fail: %q", result.Input)
			}
			if len(result.Input) != len(f.want) {
				t.Errorf("got %q, want one as small as %q", result.Input, f.want)
			}
			if result.Tries > 1500 {
				t.Errorf("%d tries", result.Tries)
			}
			if volume > 40*len(input) {
				t.Errorf("tried %d times the input's length", volume/len(input))
			}
		})
	}
}

// TestIrreducible needs many elements: the search must not try much more often than there are
// elements.
func TestIrreducible(t *testing.T) {
	const least = 1000
	input := fmt.Appendf(nil, "%d\n%s\n", 3*least, join(rand.New(rand.NewPCG(1, 1)).Perm(3*least)))
	result := shrink(t, input, func(candidate []byte) bool {
		in := newReader(candidate)
		n := in.int(in.next(1)[0], 1, 1e6)
		in.ints(int(n), 0, 1e6)
		return in.end() && n >= least
	})
	if want := fmt.Sprintf("%d\n%s\n", least, join(make([]int, least))); string(result.Input) != want {
		t.Errorf("got %d bytes, want %d zeros: %.80q", len(result.Input), least, result.Input)
	}
	if result.Tries > 6*least {
		t.Errorf("%d tries", result.Tries)
	}
}

// drawFailing draws a failing input of some format.
func drawFailing(t *rapid.T) (format, []byte) {
	f := rapid.SampledFrom(formats).Draw(t, "format")
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	input := f.random(r, rapid.IntRange(24, 400).Draw(t, "tokens"))
	if !f.fails(input) {
		t.Skip("passes")
	}
	return f, input
}

func TestResultIsMinimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, input := drawFailing(t)
		asked := map[string]bool{}
		result, err := Shrink(context.Background(), input, func(_ context.Context, candidate []byte) (bool, error) {
			if asked[string(candidate)] {
				t.Fatalf("asked twice about %q", candidate)
			}
			asked[string(candidate)] = true
			return f.fails(candidate), nil
		}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if result.Tries != len(asked) {
			t.Fatalf("%d tries, asked %d times", result.Tries, len(asked))
		}
		if !f.fails(result.Input) {
			t.Fatalf("%q does not fail", result.Input)
		}
		if smaller(input, result.Input) {
			t.Fatalf("%q is larger than %q", result.Input, input)
		}
		size := len(input)
		for _, s := range result.Steps {
			if s.Size > size {
				t.Fatalf("a step made it larger: %v", result.Steps)
			}
			size = s.Size
		}
		if !result.Minimal {
			t.Fatalf("not minimal")
		}
		checkMinimal(t, result.Input, f.fails)
	})
}

func TestJobsDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, input := drawFailing(t)
		limit := rapid.SampledFrom([]int{0, 0, 1, 7, 50}).Draw(t, "tries")
		var results []string
		for _, jobs := range []int{1, 4} {
			var progress []Progress
			var asked atomic.Int64
			result, err := Shrink(context.Background(), input, func(ctx context.Context, candidate []byte) (bool, error) {
				if asked.Add(1)%3 == 0 {
					time.Sleep(10 * time.Microsecond)
				}
				return f.fails(candidate), nil
			}, Options{Jobs: jobs, MaxTries: limit, Progress: func(p Progress) { progress = append(progress, p) }})
			if err != nil {
				t.Fatal(err)
			}
			if limit > 0 && result.Tries > limit {
				t.Fatalf("%d tries of %d", result.Tries, limit)
			}
			results = append(results, fmt.Sprintf("%q %d %v %v %v", result.Input, result.Tries, result.Minimal, result.Steps, progress))
		}
		if results[0] != results[1] {
			t.Fatalf("one job:\n%s\nfour jobs:\n%s", results[0], results[1])
		}
	})
}

// Test cases of different widths after a graph are found.
func TestCasesBehindAGraph(t *testing.T) {
	input := []byte("4 3\n1 2\n2 3\n3 4\n7\nask 1\nask 1 2 3\nask 4 4\nask 2\nfail 3 1\nask 1 4 2 3\nask 3\n")
	fails := func(candidate []byte) bool {
		lines := strings.Split(strings.TrimSuffix(string(candidate), "\n"), "\n")
		if len(lines) < 6 || lines[4] != strconv.Itoa(len(lines)-5) || !strings.HasPrefix(string(candidate), "4 3\n1 2\n2 3\n3 4\n") {
			return false
		}
		valid := regexp.MustCompile(`^[a-z]+( [1-4])+$`)
		return !slices.ContainsFunc(lines[5:], func(line string) bool { return !valid.MatchString(line) }) && slices.Contains(lines[5:], "fail 3 1")
	}
	result, err := Shrink(context.Background(), input, always(fails), Options{})
	if want := "4 3\n1 2\n2 3\n3 4\n1\nfail 3 1\n"; err != nil || string(result.Input) != want {
		t.Errorf("got %q, %v", result.Input, err)
	}
}

func TestInputPasses(t *testing.T) {
	result, err := Shrink(context.Background(), []byte("1\n"), always(func([]byte) bool { return false }), Options{})
	if !errors.Is(err, ErrPasses) || string(result.Input) != "1\n" || result.Tries != 1 {
		t.Errorf("got %+v, %v", result, err)
	}
}

func TestTryBreaksDown(t *testing.T) {
	broken := errors.New("the judge is broken")
	for _, jobs := range []int{1, 4} {
		result, err := Shrink(context.Background(), []byte("4\n1 2 3 4\n"), func(_ context.Context, candidate []byte) (bool, error) {
			if len(candidate) < 6 {
				return false, broken
			}
			return bytes.HasPrefix(candidate, []byte("4")) || bytes.HasPrefix(candidate, []byte("2")), nil
		}, Options{Jobs: jobs})
		if !errors.Is(err, broken) || result.Minimal {
			t.Errorf("%d jobs: got %+v, %v", jobs, result, err)
		}
	}
}

// A candidate tried ahead must neither end the search by its error nor count before its turn.
func TestErrorsAheadOfTheirTurn(t *testing.T) {
	input := []byte("a\nb\nc\nd\n")
	result, err := Shrink(context.Background(), input, func(ctx context.Context, candidate []byte) (bool, error) {
		if len(candidate) > 0 && !bytes.Equal(candidate, input) {
			<-ctx.Done()
			return false, ctx.Err()
		}
		time.Sleep(time.Millisecond)
		return true, nil
	}, Options{Jobs: 4})
	if err != nil || len(result.Input) != 0 || !result.Minimal {
		t.Errorf("got %+v, %v", result, err)
	}
}

func TestEndedEarly(t *testing.T) {
	f := formats[1]
	input := f.failing(t, 1000)
	ctx, cancel := context.WithCancelCause(context.Background())
	enough := errors.New("enough")
	result, err := Shrink(ctx, input, always(f.fails), Options{Jobs: 2, Progress: func(p Progress) {
		if p.Size < len(input)/2 {
			cancel(enough)
		}
	}})
	if !errors.Is(err, enough) || result.Minimal {
		t.Errorf("got %d tries, minimal %v, %v", result.Tries, result.Minimal, err)
	}
	if len(result.Input) >= len(input)/2 || !f.fails(result.Input) {
		t.Errorf("what was reached is lost: %d of %d bytes", len(result.Input), len(input))
	}
}

func TestProgress(t *testing.T) {
	f := formats[0]
	var all []Progress
	result, err := Shrink(context.Background(), f.failing(t, 300), always(f.fails), Options{
		Progress: func(p Progress) { all = append(all, p) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != result.Tries || all[0].Last != "" {
		t.Errorf("%d reports of %d tries, the first is %+v", len(all), result.Tries, all[0])
	}
	want := Progress{Tries: result.Tries, Size: len(result.Input), Last: result.Steps[len(result.Steps)-1].Text}
	if got := all[len(all)-1]; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if text := result.Steps[0].Text; text != "removed 297 of 299 elements" {
		t.Errorf("the first step is %q", text)
	}
}

// FuzzShrink reduces any bytes; an input fails if it contains a few of them.
func FuzzShrink(f *testing.F) {
	for _, format := range formats {
		f.Add(format.random(rand.New(rand.NewPCG(1, 1)), 40), byte('1'), uint8(3))
	}
	f.Add([]byte("3 2 2\n1 2\n2 3\n-1 0.5 -0\n 07 \r\n\n2\n#.\n.#"), byte(' '), uint8(2))
	f.Add([]byte("\xff\x00\xc3\x28"), byte(0), uint8(1))
	f.Fuzz(func(t *testing.T, input []byte, needle byte, count uint8) {
		if len(input) > 2000 {
			t.Skip()
		}
		fails := func(candidate []byte) bool { return bytes.Count(candidate, []byte{needle}) >= int(count) }
		result, err := Shrink(context.Background(), input, always(fails), Options{MaxTries: 2000})
		if !fails(input) {
			if !errors.Is(err, ErrPasses) {
				t.Fatal(err)
			}
			return
		}
		if err != nil || !fails(result.Input) || smaller(input, result.Input) {
			t.Fatalf("%q became %q, %v", input, result.Input, err)
		}
		if result.Minimal {
			checkMinimal(t, result.Input, fails)
		}
	})
}

func BenchmarkShrink(b *testing.B) {
	for _, f := range formats {
		b.Run(strings.ReplaceAll(f.name, " ", "-"), func(b *testing.B) {
			input := f.failing(b, 100_000)
			tries, volume := 0, 0
			for b.Loop() {
				result, err := Shrink(context.Background(), input, func(_ context.Context, candidate []byte) (bool, error) {
					volume += len(candidate)
					return f.fails(candidate), nil
				}, Options{})
				if err != nil {
					b.Fatal(err)
				}
				tries += result.Tries
			}
			b.ReportMetric(float64(tries)/float64(b.N), "tries/op")
			b.ReportMetric(float64(volume)/float64(b.N)/float64(len(input)), "inputs/op")
		})
	}
}
