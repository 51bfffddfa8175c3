package checktestdata

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"grundy/internal/base/bytesize"
	"pgregory.net/rapid"
)

// graphs describes graphs without loops or double edges, with a weight for each edge and a name for each vertex.
const graphs = `
INT(1, 50, n) SPACE INT(0, n*(n-1)/2, m) NEWLINE
REPI(i, n, NEWLINE)
  REGEX("[a-z]{1,10}", vertex[i])
END
ASSERT(UNIQUE(vertex)) NEWLINE
REPI(i, m)
  INT(1, n, a[i]) SPACE INT(a[i]+1, n, b[i]) SPACE FLOATP(0, 1, 1, 3, w[i], FIXED) NEWLINE
  ASSERT(w[i] > 0 || a[i] == 1)
END
IF(m > 0) ASSERT(UNIQUE(a, b)) END
`

// drawGraph generates data that matches the program.
func drawGraph(t *rapid.T) string {
	n := rapid.IntRange(1, 12).Draw(t, "n")
	names := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z]{1,10}`), n, n, rapid.ID[string]).Draw(t, "names")
	var edges []string
	for a := 1; a <= n; a++ {
		for b := a + 1; b <= n; b++ {
			if rapid.Bool().Draw(t, "edge") {
				edges = append(edges, fmt.Sprintf("%d %d 0.%d\n", a, b, rapid.IntRange(1, 999).Draw(t, "weight")))
			}
		}
	}
	return fmt.Sprintf("%d %d\n%s\n%s", n, len(edges), strings.Join(names, "\n"), strings.Join(edges, ""))
}

// TestGeneratedData accepts generated data, and rejects it after it was corrupted.
func TestGeneratedData(t *testing.T) {
	p, err := Parse([]byte(graphs))
	if err != nil {
		t.Fatal(err)
	}
	run := func(data string) error { return p.Run(t.Context(), strings.NewReader(data), Limits{}) }
	rapid.Check(t, func(t *rapid.T) {
		data := drawGraph(t)
		if err := run(data); err != nil {
			t.Fatalf("%q: %v", data, err)
		}
		at := rapid.IntRange(0, len(data)).Draw(t, "at")
		for name, spoilt := range map[string]string{
			"a space more":        data[:at] + " " + data[at:],
			"a carriage return":   data[:at] + "\r" + data[at:],
			"cut off":             data[:min(at, len(data)-1)],
			"something behind":    data + "x",
			"a zero in front":     "0" + data,
			"a letter in capital": strings.Replace(data, "\n", "\nA", 1),
		} {
			var mismatch *MismatchError
			if err := run(spoilt); !errors.As(err, &mismatch) {
				t.Errorf("%s, %q: got %v, want a mismatch", name, spoilt, err)
			}
		}
	})
}

// TestSearch compares UNIQUE and INARRAY with a search through a list that sets and overwrites the same values.
func TestSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var program strings.Builder
		list := map[int]int{}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			index, v := rapid.IntRange(0, 5).Draw(t, "index"), rapid.IntRange(0, 9).Draw(t, "value")
			list[index] = v
			occurs := map[int]bool{}
			for _, v := range list {
				occurs[v] = true
			}
			sought := rapid.IntRange(0, 9).Draw(t, "sought")
			fmt.Fprintf(&program, "SET(a[%d] = %d) ASSERT(%sINARRAY(%d, a)) ASSERT(%sUNIQUE(a))\n",
				index, v, negated(!occurs[sought]), sought, negated(len(occurs) < len(list)))
		}
		p, err := Parse([]byte(program.String()))
		if err == nil {
			err = p.Run(context.Background(), strings.NewReader(""), Limits{})
		}
		if err != nil {
			t.Errorf("%s%v", &program, err)
		}
	})
}

func negated(yes bool) string {
	if yes {
		return "!"
	}
	return ""
}

// FuzzParse looks for programs that are neither accepted nor rejected.
func FuzzParse(f *testing.F) {
	f.Add(graphs)
	f.Add(`FLOAT(-1.5e3, 2, x, FIXED) STRING("\101\n\"") WHILEI(i, !MATCH("a") && ISEOF, SPACE) END UNSET(a, b)`)
	f.Add(`IF(!INARRAY(3, a) || STRLEN("a") == -2^2%3) ELSE SET(a[1, 2] = (3)) END REGEX("[^a]{2,3}|(b*)") #`)
	f.Fuzz(func(t *testing.T, source string) {
		_, err := Parse([]byte(source))
		var syntax *SyntaxError
		if err != nil && !errors.As(err, &syntax) {
			t.Errorf("%v is no *SyntaxError", err)
		}
		if syntax != nil && (syntax.At.Line < 1 || syntax.At.Column < 1) {
			t.Errorf("%v lies nowhere", err)
		}
	})
}

// FuzzRun looks for programs and data that make a run panic, or exceed its limits.
func FuzzRun(f *testing.F) {
	f.Add(graphs, "2 1\na\nb\n1 2 0.5\n")
	f.Add("WHILE(1==1) SET(x = 3^3^3) END", "")
	f.Add(`SET(x=2.5) REP(1000) SET(x=x*x/3) END`, "")
	f.Add(`REGEX("((a*)*|b)*", r) REGEX(r) ASSERT(r != "")`, "aabab")
	f.Add(`REPI(i[0], 5, REP(2) SPACE END) FLOATP(0, 10^i[0], 0, i[0], f[i[0], -1]) END`, "1  2.5")
	f.Fuzz(func(t *testing.T, source, data string) {
		p, err := Parse([]byte(source))
		if err != nil {
			return
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		err = p.Run(ctx, strings.NewReader(data), Limits{Steps: 1_000_000, Memory: bytesize.MiB})
		var mismatch *MismatchError
		var fault *FaultError
		switch {
		case err == nil:
		case errors.As(err, &mismatch):
			if mismatch.Want == "" || mismatch.Found == "" || mismatch.Data.Line < 1 || mismatch.Data.Column < 1 {
				t.Errorf("says too little: %+v", mismatch)
			}
		case !errors.As(err, &fault):
			t.Errorf("got %v", err)
		}
	})
}

// BenchmarkNumbers reads a hundred thousand numbers into an array and tests whether they are distinct.
func BenchmarkNumbers(b *testing.B) {
	p, err := Parse([]byte("INT(1, 10^6, n) NEWLINE REPI(i, n, SPACE) INT(1, 10^9, a[i]) END NEWLINE ASSERT(UNIQUE(a))"))
	if err != nil {
		b.Fatal(err)
	}
	const n = 100_000
	data := fmt.Sprintln(n) + strings.Trim(fmt.Sprint(rand.New(rand.NewPCG(1, 2)).Perm(n)), "[]") + "\n"
	data = strings.Replace(data, " 0 ", " 1000000 ", 1)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if err := p.Run(b.Context(), strings.NewReader(data), Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}

func TestSurvey(t *testing.T) {
	p, err := Parse([]byte("INT(1, 5, n) NEWLINE REPI(i, n, SPACE) INT(1, n, a[i]) END SPACE INT(0, 9) SPACE FLOAT(0, 1, f)"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Survey(t.Context(), strings.NewReader("5\n2 1 3 4 5 5 0.5"), Limits{})
	want := []Bounds{
		{Name: "n", Max: true, Low: "1", High: "5"},
		{Name: "a", Min: true, Max: true, Low: "1", High: "5"},
		{Name: "f", Low: "0", High: "1"},
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	p, err = Parse([]byte("REPI(i, 2, SPACE) INT(i, 9, a[i]) END"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err = p.Survey(t.Context(), strings.NewReader("5 1"), Limits{}); err != nil || !slices.Equal(got, []Bounds{{Name: "a", Min: true}}) {
		t.Errorf("got %+v, %v, want bounds that vary", got, err)
	}
	if got, err = p.Survey(t.Context(), strings.NewReader("5 0"), Limits{}); err == nil || got != nil {
		t.Errorf("got %+v, %v, want a mismatch", got, err)
	}
}
