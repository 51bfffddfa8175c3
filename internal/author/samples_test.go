package author

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/pkgfmt/problem"
)

func TestVerifySamples(t *testing.T) {
	const md, tex = "problem.en.md", "problem.en.tex"
	others := map[string][]string{"olymp.sty, differing": {
		`statements warning: problem.en.tex:1:1: \begin{example} is not closed`, `statements warning: problem.en.tex:4:9: the { of \exmp is not closed`,
	}}
	for _, test := range []struct{ name, file, text, want string }{
		{"nothing quoted", md, "# Nim\n\n```\n3\n```\n", ""},
		{"as they are", md, "## Sample Input 1\n\n```\n3 4  \n5\n```\n\n## Sample Output 1\n\n```\nFIRST\n```\n", ""},
		{"another input", md, "text\n## Sample Input 1\n```\n3 4\n```\n", "4: the quoted input matches no sample"},
		{"another output", md, "## Sample Input\n```\n3 4\n5\n```\n## Sample Output\n~~~\nSECOND\n~~~\n", "8: the quoted output differs from the sample's"},
		{"the output of another sample", md, "## Example\n\nInput:\n```\n3 4\n5\n```\nOutput:\n```\nLAST\n```\n", "10: the quoted output differs from the sample's"},
		{"by its info string", md, "```sample-input\n9\n```\n", "2: the quoted input matches no sample"},
		{"prose about examples", md, "## Input\n\nThis is an example of how such a line may look:\n```\n9\n```\n", ""},
		{"a block without an end", md, "## Sample Input\n```\n9\n", "3: the quoted input matches no sample"},
		{"asks for as many as there are", md, "{{nextsample}}\n{{nextsample}}\n", ""},
		{"asks for too many", md, "{{nextsample}}\n\n{{ nextsample }}\n{{nextsample}}\n", "4: asks for sample 3, of which there are 2"},
		{"asks for too many in LaTeX", tex, "\\nextsample\n\\nextsample \\nextsample", "2: asks for sample 3, of which there are 2"},
		{"olymp.sty", tex, "\\begin{example}\n\\exmp{3 4\n5\n}{FIRST}%\n\\exmp{1\n}%\n{\nLAST\n}\n\\end{example}", ""},
		{"olymp.sty, differing", tex, "\\begin{example}\n\\exmp{1\n}%\n{2}\\exmp{", "4: the quoted output differs from the sample's"},
		{"verbatim", tex, "\\section*{Sample Input}\n\\begin{verbatim}\n2\n\\end{verbatim}\n", "3: the quoted input matches no sample"},
		{"a replaced sample", md, "## Sample Input\n```\nshown\n```\n", ""},
		{"a PDF", "problem.en.pdf", "## Sample Input\n```\n9\n```\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newPackage(t)
			file := func(name, text string) string {
				path := filepath.Join(p.Dir, name)
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				return path
			}
			p.Data.Groups[0].Cases = []*problem.Case{
				{Name: "sample/1", Sample: true, Input: file("1.in", "3 4\n5\n"), Answer: file("1.ans", "FIRST\n")},
				{Name: "sample/2", Sample: true, Input: file("2.in", "1\n"), Answer: file("2.ans", "LAST\n"), ShownInput: file("2.in.statement", "shown\n")},
			}
			p.Statements = []problem.Statement{{Language: "en", Path: file(test.file, test.text), Kind: strings.TrimPrefix(filepath.Ext(test.file), ".")}}
			f, err := verify(t, p, newJudge(), &fakeValidator{}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			if test.want != "" {
				want = []string{"samples warning: " + test.file + ":" + test.want}
			}
			want = append(want, others[test.name]...)
			if diff := cmp.Diff(want, f.texts()); diff != "" {
				t.Errorf("faults differ (-want +got):\n%s", diff)
			}
		})
	}
}

func FuzzQuotes(f *testing.F) {
	f.Add("## Sample Input\n```\n1\n```\n", "md")
	f.Add("\\exmp{1}{2}\\exmp{\\}", "tex")
	f.Fuzz(func(t *testing.T, text, kind string) {
		lines := 1 + strings.Count(text, "\n")
		for _, q := range quotes(text, kind) {
			if q.line < 1 || q.line > lines+1 {
				t.Errorf("a quote in line %d of %d", q.line, lines)
			}
		}
	})
}
