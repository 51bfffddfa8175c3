package mutate

import (
	"fmt"
	"slices"
	"strings"
)

// family is a set of languages that are mutated in the same way.
type family struct {
	languages []string // IDs of rows of the language table
	endings   []string // endings of the files to change
	changes   func(text []byte) ([]change, error)
}

func families() []family {
	return []family{
		{[]string{"go"}, []string{".go"}, goChanges},
		{
			[]string{"cpp", "c", "cppgmp", "cgmp"},
			[]string{".cpp", ".cc", ".cxx", ".c++", ".C", ".c", ".h", ".hpp", ".hh", ".hxx"},
			cChanges,
		},
		{[]string{"python3", "pypy3", "python2", "pypy2"}, []string{".py", ".py3", ".py2"}, pythonChanges},
	}
}

func familyOf(languageID string) (family, error) {
	for _, f := range families() {
		if slices.Contains(f.languages, languageID) {
			return f, nil
		}
	}
	return family{}, &LanguageError{languageID}
}

// Mutable reports whether sources in a language, given by the ID of its row, can be mutated.
func Mutable(languageID string) bool {
	_, err := familyOf(languageID)
	return err == nil
}

// LanguageError says that sources in a language cannot be mutated.
type LanguageError struct{ Language string }

func (e *LanguageError) Error() string {
	return fmt.Sprintf("no mutants can be made of sources in %s, only of Go, C, C++ and Python", e.Language)
}

// Hint returns the remedy.
func (e *LanguageError) Hint() string { return "name a solution in one of these" }

// swaps maps symbols to their replacements, the same in all languages that have them.
var swaps = map[string]string{
	"+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "&": "|", "|": "&", "^": "|", "&^": "&", "<<": ">>", ">>": "<<",
	"&&": "||", "||": "&&", "==": "!=", "!=": "==", "++": "--", "--": "++", "and": "or", "or": "and",
	"+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "%=": "*=", "&=": "|=", "|=": "&=", "^=": "|=", "&^=": "&=",
	"<<=": ">>=", ">>=": "<<=",
}

// boundaries maps comparisons to those that differ only in case of equality.
var boundaries = map[string]string{"<": "<=", "<=": "<", ">": ">=", ">=": ">"}

// opposites maps names to their replacements.
var opposites = map[string]string{"min": "max", "max": "min"}

// orderIrrelevant reports whether exchanging the arguments of a call changes nothing, or only what no compiler
// accepts.
func orderIrrelevant(function string) bool {
	return slices.Contains([]string{"append", "copy", "delete", "make", "new", "min", "max", "gcd", "__gcd", "lcm", "swap", "print"},
		function[1+strings.LastIndexAny(function, ".:"):])
}
