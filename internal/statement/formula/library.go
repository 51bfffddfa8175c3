package formula

import (
	_ "embed"
	"slices"
	"strings"
	"time"
)

// library are the formulas of the library's statements, read ahead: a line each, a key and what the program says of it. A test
// of the statements writes it.
//
//go:embed library.txt
var library string

// ofLibrary returns what the program says of a formula of the library.
func ofLibrary(key string) (value string, found bool) {
	_, rest, found := strings.Cut(library, "\n"+key+" ")
	if !found {
		return "", false
	}
	value, _, _ = strings.Cut(rest, "\n")
	return value, true
}

// Ahead reads formulas and returns what library.txt says of them: those that depend on others are left out.
func Ahead(sources []Source) string {
	lines := []string{"\n"}
	for part := range slices.Chunk(sources, 20) {
		s := session{deadline: time.Now().Add(maxDocument)}
		for i, value := range s.readAll(part) {
			if !stateful().MatchString(part[i].TeX) {
				lines = append(lines, keyOf(part[i])+" "+string(value)+"\n")
			}
		}
		s.end()
	}
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), "")
}
