package statement

import (
	"strings"

	"grundy/internal/base/lazyregexp"
)

// placeholder matches what older versions of BAPCtools replace in a text before LaTeX reads it.
var placeholder = lazyregexp.New(`\{%(problemlabel|problemyamlname|problemauthor|timelimit|problemdir|problemdirname|builddir)%\}`)

// usePlaceholders puts commands in the place of placeholders, which LaTeX takes for comments. The text keeps its length.
func (r *reading) usePlaceholders() {
	if strings.Contains(r.text, "{%") {
		r.text = placeholder().ReplaceAllString(r.text, `{\$1 }`)
	}
}

// problemDirectory matches the way to a text's own directory from that of all problems.
var problemDirectory = lazyregexp.New(`^\{\\(?:problemdir|builddir) \}/(?:problem_statement|statement|solution|problem_slide)/`)

// besideText is the name of a file as its text would write it without placeholders.
func besideText(file string) string { return problemDirectory().ReplaceAllString(file, "") }
