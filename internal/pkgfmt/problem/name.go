package problem

import (
	"strings"

	"grundy/internal/base/lazyregexp"
)

// nameCharacters are what the package format allows in file names (2025-09, section "General requirements"). A bound in
// the expression would take longer to compile at each start than all others together.
var nameCharacters = lazyregexp.New(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`)

// IsFileName tells whether a file of a package may be called so.
func IsFileName(name string) bool { return len(name) <= 255 && nameCharacters().MatchString(name) }

// MaxDepth is how many folders of a package may lie in each other. The system finds each by walking down from the top.
const MaxDepth = 40

// ShortName is a path of a package for a message, which a path may be too long for.
func ShortName(name string) string {
	const shown = 200
	if len(name) <= shown {
		return name
	}
	return strings.ToValidUTF8(name[:shown], "") + "…"
}

// DataFolders are the folders of data/ that the package format knows.
func DataFolders() []string {
	return []string{
		"sample", "secret", string(InvalidInput), string(InvalidAnswer), string(InvalidOutput), string(ValidOutput),
	}
}

// CaseExtensions are those of the files that a test case may consist of; none ends in an earlier one.
func CaseExtensions() []string {
	return append([]string{
		".in.statement", ".ans.statement", ".in.download", ".ans.download",
		".in", ".ans", ".out", ".interaction", ".yaml", ".hint", ".desc",
	}, ImageExtensions()...)
}

// ImageExtensions are those of illustrations of a test case.
func ImageExtensions() []string { return []string{".png", ".jpg", ".jpeg", ".svg"} }

var constantSequence = lazyregexp.New(`\{\{[a-zA-Z_][a-zA-Z0-9_]*(\.[a-zA-Z_][a-zA-Z0-9_]*)?\}\}`)

// WithConstants is a text in which the problem's constants stand for {{name}} and {{name.variant}}. Other names in braces stay as
// they are.
func (p *Problem) WithConstants(text []byte) []byte {
	if len(p.Constants) == 0 {
		return text
	}
	return constantSequence().ReplaceAllFunc(text, func(sequence []byte) []byte {
		if constant, ok := p.Constants[string(sequence[2:len(sequence)-2])]; ok {
			return []byte(constant)
		}
		return sequence
	})
}
