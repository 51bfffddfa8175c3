package edit

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// nameCharacters matches the names that the format allows (2025-09, section "Test data").
var nameCharacters = lazyregexp.New(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`)

// longestName leaves room for the extensions of a case's files.
const longestName = 200

// numbered matches a name with a number: "07-small", "test12", "3".
var numbered = lazyregexp.New(`^([^0-9]*)([0-9]{1,9})((?:[-_.].*)?)$`)

// numbering is how a directory numbers its cases.
type numbering struct {
	prefix string
	width  int
	first  int
	last   int
	// dense means that no number is missing or used twice; bare means that the names consist of numbers
	// only.
	dense, bare bool
}

// numberingOf infers how the names of one directory are numbered. It returns false when a name has no
// number.
func numberingOf(bases []string) (numbering, bool) {
	var n numbering
	seen := map[int]bool{}
	for i, base := range bases {
		m := numbered().FindStringSubmatch(base)
		if m == nil || i > 0 && m[1] != n.prefix {
			return n, false
		}
		number, _ := strconv.Atoi(m[2]) // at most nine digits
		if i == 0 {
			n = numbering{prefix: m[1], width: len(m[2]), first: number, last: number, bare: true}
		}
		n.width, n.first, n.last = min(n.width, len(m[2])), min(n.first, number), max(n.last, number)
		n.bare = n.bare && m[3] == ""
		seen[number] = true
	}
	n.dense = len(seen) == len(bases) && n.last-n.first == len(bases)-1
	return n, len(bases) > 0
}

// number is the number of a name, or -1.
func numberOf(base string) int {
	m := numbered().FindStringSubmatch(base)
	if m == nil {
		return -1
	}
	number, _ := strconv.Atoi(m[2])
	return number
}

// with returns a name with its number replaced.
func (n numbering) with(number int, base string) string {
	rest := ""
	if m := numbered().FindStringSubmatch(base); m != nil {
		rest = m[3]
	}
	return fmt.Sprintf("%s%0*d%s", n.prefix, n.width, number, rest)
}

// next returns a name for another case.
func (n numbering) next(slug string) string {
	name := fmt.Sprintf("%s%0*d", n.prefix, n.width, n.last+1)
	if slug != "" {
		name += "-" + slug
	}
	return name
}

// basesIn returns the base names of the cases directly in a directory.
func basesIn(all []string, folder string) []string {
	var bases []string
	for _, name := range all {
		if path.Dir(name) == folder {
			bases = append(bases, path.Base(name))
		}
	}
	slices.SortStableFunc(bases, func(a, b string) int { return cmp.Compare(numberOf(a), numberOf(b)) })
	return bases
}

// newName returns the full name for a new case: the wished name, after the number that the directory's convention
// requires. Without a wish the name is made from the hint, and changed if it is taken.
func newName(all []string, folder, wish, hint string) (string, error) {
	bases := basesIn(all, folder)
	n, isNumbered := numberingOf(bases)
	isNumbered = isNumbered && (n.prefix == "" || n.bare && wish == "")
	base := wish
	switch {
	case wish != "" && isNumbered && numbered().FindString(wish) == "":
		base = n.next(wish)
	case wish == "" && isNumbered && n.bare:
		base = n.next("")
	case wish == "" && isNumbered:
		base = n.next(Slug(hint))
	case wish == "":
		base = cmp.Or(Slug(hint), "case")
		for i := 2; slices.Contains(bases, base); i++ {
			base = fmt.Sprintf("%s-%d", cmp.Or(Slug(hint), "case"), i)
		}
	}
	if err := checkName(base); err != nil {
		return "", err
	}
	if slices.Contains(bases, base) {
		return "", refuse("give another --name", "there is a case %s/%s", folder, base)
	}
	return folder + "/" + base, nil
}

// Slug makes the name of a case from a text: lower case letters, digits and dashes.
func Slug(text string) string {
	const longest = 40
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	slug := strings.Join(words, "-")
	if len(slug) > longest {
		slug = slug[:longest]
		if end := strings.LastIndex(slug, "-"); end > 0 {
			slug = slug[:end]
		}
	}
	return slug
}
