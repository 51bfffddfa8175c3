package exchange

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// runAlone builds files without a module and offline, and runs the program.
func runAlone(t *testing.T, files map[string][]byte, stdin string) (output string, exit int) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs Go")
	}
	dir := t.TempDir()
	args := []string{"build", "-o", "program.exe"}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	build := exec.CommandContext(t.Context(), "go", args...)
	build.Dir = dir
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOPROXY=off", "GOFLAGS=", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		for name, text := range files {
			t.Logf("%s:\n%s", name, text)
		}
		t.Fatalf("build: %v\n%s", err, out)
	}
	program := exec.CommandContext(t.Context(), filepath.Join(dir, "program.exe"))
	program.Stdin = strings.NewReader(stdin)
	out, _ := program.Output()
	return string(out), program.ProcessState.ExitCode()
}

const validator = `
func main() {
	testlib.Validate(func(in *testlib.Reader) { in.Int("n", 1, 9); in.Newline() })
}
`

func TestInline(t *testing.T) {
	tests := []struct {
		name   string
		files  map[string]string
		stdin  string
		exit   int
		output string
	}{
		{
			name:  "the only import",
			files: map[string]string{"validate.go": "package main\n\nimport \"grundy/checker/testlib\"\n" + validator},
			stdin: "5\n", exit: 42,
		},
		{
			name:  "refuses still",
			files: map[string]string{"validate.go": "package main\n\nimport (\n\t\"grundy/checker/testlib\"\n)\n" + validator},
			stdin: "10\n", exit: 43,
		},
		{
			name: "another name, and names that the library's imports have",
			files: map[string]string{"validate.go": `package main

import (
	out "fmt" // printing

	lib "grundy/checker/testlib"
)

func strconv() string { return "mine" }

var io, slices = 1, 2

func main() {
	out.Println(strconv(), io, slices)
	testlib := lib.NewRand("seed")
	out.Println(testlib.Int(3, 3))
	lib.Validate(func(in *lib.Reader) { in.Int("n", 1, 9); in.Newline() })
}
`},
			stdin: "5\n", exit: 42, output: "mine 1 2\n3\n",
		},
		{
			name: "a dot, and a type that is embedded",
			files: map[string]string{"main.go": `package main

import (
	"fmt"
	. "grundy/checker/testlib"
)

type dice struct{ *Rand }

func main() {
	d := dice{Rand: NewRand("a")}
	fmt.Println(d.Rand.Int(6, 6), d.Int(1, 1), Choose(d.Rand, 4))
}
`},
			output: "6 1 4\n",
		},
		{
			name: "several files, of which two use it",
			files: map[string]string{
				"a.go": "package main\n\nimport \"fmt\"\n\nfunc show(n int) { fmt.Println(n) }\n",
				"b.go": "package main\n\nimport \"grundy/checker/testlib\"\n\nfunc draw(r *testlib.Rand) int { return r.Int(2, 2) }\n",
				"c.go": "package main\n\nimport \"grundy/checker/testlib\"\n\nfunc main() { show(draw(testlib.NewRand())) }\n",
			},
			output: "2\n",
		},
		{
			name: "a name with the prefix",
			files: map[string]string{"main.go": `package main

import "grundy/checker/testlib"

func testlib_NewRand() int { return 7 }

func main() { println(testlib_NewRand(), testlib.NewRand("x").Int(1, 1)) }
`},
		},
		{
			name: "a type of the library as an argument of an imported one",
			files: map[string]string{"main.go": `package main

import (
	"iter"
	"maps"

	"grundy/checker/games/nim"
)

func moves(list []nim.Move) iter.Seq2[int, nim.Move] {
	return func(yield func(int, nim.Move) bool) { yield(0, list[0]) }
}

func main() {
	for _, move := range moves(nim.Winning([]int{1})) {
		println(move.Stones, len(maps.Clone(map[string]nim.Move{})))
	}
}
`},
		},
		{
			name: "two libraries",
			files: map[string]string{"main.go": `package main

import (
	"grundy/checker/games/nim"
	"grundy/checker/testlib"
)

func main() {
	r := testlib.NewRand("x")
	println(len(nim.Winning([]int{r.Int(3, 3), 4, 5})))
	var _ nim.Move
}
`},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			files := map[string][]byte{}
			for name, text := range test.files {
				files[name] = []byte(text)
			}
			in := &inliner{}
			inlined, changed, err := in.inline(files)
			if err != nil || !changed {
				t.Fatalf("changed %v, error %v", changed, err)
			}
			output, exit := runAlone(t, inlined, test.stdin)
			if output != test.output || exit != test.exit {
				t.Errorf("output %q, exit code %d, want %q, %d", output, exit, test.output, test.exit)
			}
		})
	}
}

func TestInlineLeavesOthersAlone(t *testing.T) {
	in := &inliner{}
	for _, text := range []string{
		"package main\n\nfunc main() {}\n",
		"package main\n\n// not with grundy/checker/testlib\nfunc main() {}\n",
	} {
		if _, changed, err := in.inline(map[string][]byte{"a.go": []byte(text)}); changed || err != nil {
			t.Errorf("%q: changed %v, error %v", text, changed, err)
		}
	}
	_, _, err := in.inline(map[string][]byte{"a.go": []byte("package main\n\nimport \"grundy/checker/testlib\"\n\nfunc {")})
	if err == nil || !strings.Contains(err.Error(), "a.go:5") {
		t.Errorf("error %v, want one that names a.go:5", err)
	}
}

func TestInlineTakesWhatIsUsed(t *testing.T) {
	in := &inliner{}
	inlined, _, err := in.inline(map[string][]byte{"validate.go": []byte("package main\n\nimport \"grundy/checker/testlib\"\n" + validator)})
	if err != nil {
		t.Fatal(err)
	}
	text := string(inlined["validate.go"])
	for _, unused := range []string{"Interactor", "testlib_Rand", "grundy/checker/testlib\""} {
		if strings.Contains(text, unused) {
			t.Errorf("the validator holds %s:\n%s", unused, text)
		}
	}
}
