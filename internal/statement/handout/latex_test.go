package handout

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestComplaints(t *testing.T) {
	for _, test := range []struct {
		name, log string
		want      []string
	}{
		{"nothing", "This is XeTeX\nOverfull \\hbox\n", nil},
		{"XeLaTeX lacks characters", "Missing character: There is no 漢 in font [lmroman10-regular]:mapping=tex-text;!\nMissing character: There is no ★ in font x!\nMissing character: There is no 漢 in font x!\n", []string{"its fonts lack 漢 ★"}},
		{"newer engines", "Missing character: There is no 漢 (U+6F22) in font x!\n", []string{"its fonts lack 漢"}},
		{"pdfLaTeX lacks characters", "! LaTeX Error: Unicode character 漢 (U+6F22)\n               not set up for use with LaTeX.\n", []string{"its fonts lack 漢"}},
		{"errors", "! Double superscript.\nl.7 a^b\n! Emergency stop.\n", []string{"it says: Double superscript."}},
		{"hostile", "! \x1b[31mred\n", []string{"it says: ␛[31mred"}},
	} {
		if diff := cmp.Diff(test.want, complaints(test.log)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}
