package statement_test

import (
	"regexp"
	"strings"
	"testing"

	"grundy/internal/statement"
)

var element = regexp.MustCompile(`<[^>]*>`)

func TestSlides(t *testing.T) {
	long := strings.Repeat("word ", 200)
	for _, test := range []struct {
		name, source, kind string
		want               []string // what stands on each slide
	}{
		{"short sections share a slide", "## Idea\n\nfirst\n\n## Proof\n\nlast", "md", []string{"Idea first Proof last"}},
		{"long ones do not", "## Idea\n\n" + long + "\n\n## Proof\n\nshort\n\n### Part\n\nlast", "md", []string{"Idea " + strings.TrimSpace(long), "Proof short Part last"}},
		{"frames have their own", "\\section*{Idea}\nfirst\n\\section*{Proof}\nlast", "tex", []string{"Idea first", "Proof last"}},
		{"the name of the problem is not repeated", "\\section*{Nim}\nfirst\n\\section*{nim}\nlast", "tex", []string{"first", "last"}},
		{"nothing", "", "md", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			slides, err := statement.HTMLSlides([]byte(test.source), test.kind, "Nim", statement.HTMLOptions{})
			if err != nil || len(slides) != len(test.want) {
				t.Fatalf("%d slides %q, want %d (%v)", len(slides), slides, len(test.want), err)
			}
			for i, slide := range slides {
				if got := strings.Join(strings.Fields(element.ReplaceAllString(string(slide), " ")), " "); got != test.want[i] {
					t.Errorf("slide %d is %s, want %s", i+1, got, test.want[i])
				}
			}
			options := statement.TeXOptions{}
			tex, err1 := statement.TeXSlides([]byte(test.source), test.kind, "Nim", options)
			typst, err2 := statement.TypstSlides([]byte(test.source), test.kind, "Nim", options)
			if len(tex) != len(slides) || len(typst) != len(slides) || err1 != nil || err2 != nil {
				t.Errorf("TeX has %d slides, Typst %d, want %d (%v, %v)", len(tex), len(typst), len(slides), err1, err2)
			}
		})
	}
}
