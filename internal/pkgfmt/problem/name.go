package problem

import (
	"strings"

	"grundy/internal/base/lazyregexp"
)

// nameCharacters matches the file names that the package format allows (2025-09, section "General requirements"). A
// length bound in the expression would take longer to compile at each start than all other expressions together.
var nameCharacters = lazyregexp.New(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`)

// IsFileName reports whether a file of a package may have this name.
func IsFileName(name string) bool { return len(name) <= 255 && nameCharacters().MatchString(name) }

// MaxDepth bounds the nesting of a package's directories. The system finds each by walking down from the top.
const MaxDepth = 40

// ShortName shortens a path of a package for a message.
func ShortName(name string) string {
	const shown = 200
	if len(name) <= shown {
		return name
	}
	return strings.ToValidUTF8(name[:shown], "") + "…"
}

// DataFolders returns the directories of data/ that the package format knows.
func DataFolders() []string {
	return []string{
		"sample", "secret", string(InvalidInput), string(InvalidAnswer), string(InvalidOutput), string(ValidOutput),
	}
}

// CaseExtensions returns the extensions of the files of a test case; none ends in an earlier one.
func CaseExtensions() []string {
	return append([]string{
		".in.statement", ".ans.statement", ".in.download", ".ans.download",
		".in", ".ans", ".out", ".interaction", ".yaml", ".hint", ".desc",
	}, ImageExtensions()...)
}

// ImageExtensions returns the extensions of illustrations of a test case.
func ImageExtensions() []string { return []string{".png", ".jpg", ".jpeg", ".svg"} }

var constantSequence = lazyregexp.New(`\{\{[a-zA-Z_][a-zA-Z0-9_]*(\.[a-zA-Z_][a-zA-Z0-9_]*)?\}\}`)

// WithConstants replaces {{name}} and {{name.variant}} in a text by the problem's constants. Other names in braces stay
// as they are.
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
