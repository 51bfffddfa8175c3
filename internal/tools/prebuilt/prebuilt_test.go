package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCurrent checks that the committed file is what the programs of the library make.
func TestCurrent(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	want, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(output)))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the programs in problems make: go run ./internal/tools/prebuilt", output)
	}
}

// TestPrint: names get a prefix wherever they occur, also as embedded fields, and variables get their values in main, in
// the order in which they depend on each other.
func TestPrint(t *testing.T) {
	const source = `// Says where.
package main

import "strings"

// point is a place.
type point struct{ x int }

type named struct {
	*point
	name string
}

const most = 3

var (
	place       = named{&point{width}, letters(most)}
	width, high = 2 * most, "high"
	counts      map[point]int
)

func (n named) shown() string { return n.name + n.point.words() }

func (p *point) words() string { point := high; return point }

func letters(n int) string { return strings.Repeat("x", n) }

func main() { print(place.shown(), counts[*place.point]) }
`
	const want = `
type a_gen_b_point struct{ x int }

type a_gen_b_named struct {
	*a_gen_b_point
	name string
}

const a_gen_b_most = 3

var (
	a_gen_b_place  a_gen_b_named
	a_gen_b_width  int
	a_gen_b_high   string
	a_gen_b_counts map[a_gen_b_point]int
)

func (n a_gen_b_named) shown() string { return n.name + n.a_gen_b_point.words() }

func (p *a_gen_b_point) words() string { point := a_gen_b_high; return point }

func a_gen_b_letters(n int) string { return strings.Repeat("x", n) }

func a_gen_b_main() {
	a_gen_b_width = 2 * a_gen_b_most
	a_gen_b_place = a_gen_b_named{&a_gen_b_point{a_gen_b_width}, a_gen_b_letters(a_gen_b_most)}
	a_gen_b_high = "high"

	print(a_gen_b_place.shown(), a_gen_b_counts[*a_gen_b_place.a_gen_b_point])
}
`
	imports, err := compile(".", []string{"strings"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := read("problems/a/gen/b.go", []byte(source), imports)
	if err != nil {
		t.Fatal(err)
	}
	printed, err := p.print(map[string]string{})
	if err != nil {
		t.Fatal(err)
	}
	if difference := cmp.Diff(want, string(printed)); difference != "" {
		t.Error(difference)
	}
}

// TestBorrow: a program takes declarations from an earlier one if all that they refer to is the same, methods included.
func TestBorrow(t *testing.T) {
	const first = `package main

type point struct{ x int }

func (p point) left() int { return p.x - least }

type tree []tree

func (t tree) first() tree { return t[0] }

const least = 1

var middle = point{least}

func words() string { return "first" + long() }

func long() string { return "same" }

func main() { print(middle.left(), words(), tree{}.first()) }
`
	second := strings.NewReplacer(`"first"`, `"second"`, "t[0]", "t[1]").Replace(first)
	const want = `
type second_tree []second_tree

func (t second_tree) first() second_tree { return t[1] }

func second_words() string { return "second" + first_long() }

func second_main() {
	first_middle = first_point{first_least}

	print(first_middle.left(), second_words(), second_tree{}.first())
}
`
	imports, err := compile(".", []string{"strings"})
	if err != nil {
		t.Fatal(err)
	}
	written := map[string]string{}
	var printed []byte
	for _, program := range []struct{ path, source string }{{"problems/first.go", first}, {"problems/second.go", second}} {
		p, err := read(program.path, []byte(program.source), imports)
		if err != nil {
			t.Fatal(err)
		}
		if printed, err = p.print(written); err != nil {
			t.Fatal(err)
		}
	}
	if difference := cmp.Diff(want, string(printed)); difference != "" {
		t.Error(difference)
	}
}
