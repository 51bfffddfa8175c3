package handout

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestComplaints(t *testing.T) {
	texts := sources{{"problem.en.md", []byte("a\n漢 漢")}, {"problem.de.md", []byte("漢 ★")}}
	for _, test := range []struct {
		name, log string
		want      []string
	}{
		{"nothing", "This is XeTeX\nOverfull \\hbox\n", nil},
		{"XeLaTeX lacks characters", "Missing character: There is no 漢 in font [lmroman10-regular]:mapping=tex-text;!\nMissing character: There is no ★ in font x!\nMissing character: There is no 漢 in font x!\n", []string{"its fonts lack 漢 ★ (problem.en.md:2, problem.de.md:1)"}},
		{"newer engines", "Missing character: There is no 漢 (U+6F22) in font x!\n", []string{"its fonts lack 漢 (problem.en.md:2)"}},
		{"pdfLaTeX lacks characters", "! LaTeX Error: Unicode character 漢 (U+6F22)\n               not set up for use with LaTeX.\n", []string{"its fonts lack 漢 (problem.en.md:2)"}},
		{"letters of a sample", "Missing character: There is no 字 in font x!\n", []string{"its fonts lack 字"}},
		{"errors", "! Double superscript.\nl.7 a^b\n! Emergency stop.\n", []string{"it says: Double superscript."}},
		{"hostile", "! \x1b[31mred\n", []string{"it says: ␛[31mred"}},
	} {
		if diff := cmp.Diff(test.want, complaints(test.log, texts)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}
