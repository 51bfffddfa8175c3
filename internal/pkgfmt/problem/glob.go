package problem

import (
	"fmt"
	"strings"
)

// Match reports whether a pattern of submissions.yaml matches a slash-separated name or one of its parent directories,
// so "accepted" matches "accepted/nim.go" and "" matches everything. "*" matches any characters but "/", and "{a,b}"
// one of its alternatives, which may be empty and may nest. An invalid pattern matches nothing.
//
// Source: 2025-09, section "Glob patterns".
func Match(pattern, name string) bool {
	if pattern == "" {
		return true
	}
	if ValidGlob(pattern) != nil {
		return false
	}
	start := make([]bool, len(name)+1)
	start[0] = true
	for end, reached := range advance(pattern, name, start) {
		if reached && (end == len(name) || name[end] == '/') {
			return true
		}
	}
	return false
}

// advance returns the positions in name that a valid pattern reaches from the given ones. Following all positions at
// once keeps the cost at len(pattern)·len(name), however many combinations the braces have.
func advance(pattern, name string, from []bool) []bool {
	places := from
	for len(pattern) > 0 {
		next := make([]bool, len(places))
		switch pattern[0] {
		case '*':
			for i, reached := range places {
				next[i] = reached || i > 0 && next[i-1] && name[i-1] != '/'
			}
			pattern = pattern[1:]
		case '{':
			alternatives, rest := splitBraces(pattern)
			for _, alternative := range alternatives {
				for i, reached := range advance(alternative, name, places) {
					next[i] = next[i] || reached
				}
			}
			pattern = rest
		default:
			for i := range len(name) {
				next[i+1] = places[i] && name[i] == pattern[0]
			}
			pattern = pattern[1:]
		}
		places = next
	}
	return places
}

// splitBraces takes a pattern that begins with a balanced group, and returns its alternatives, without surrounding
// spaces, and the rest of the pattern.
func splitBraces(pattern string) (alternatives []string, rest string) {
	depth, start := 0, 1
	for i := range len(pattern) {
		switch pattern[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return append(alternatives, strings.TrimSpace(pattern[start:i])), pattern[i+1:]
			}
		case ',':
			if depth == 1 {
				alternatives = append(alternatives, strings.TrimSpace(pattern[start:i]))
				start = i + 1
			}
		}
	}
	return alternatives, ""
}

// ValidGlob returns an error that names what the format does not allow in a pattern: "**", "[", "]", "?", "\", an
// unbalanced brace, and a "/" at either end.
func ValidGlob(pattern string) error {
	if strings.Contains(pattern, "**") {
		return fmt.Errorf("pattern %q: ** is not supported, a * stands for part of one name", pattern)
	}
	if i := strings.IndexAny(pattern, `[]?\`); i >= 0 {
		return fmt.Errorf("pattern %q: %q is not supported, only * and {a,b} are", pattern, pattern[i:i+1])
	}
	if strings.HasPrefix(pattern, "/") || strings.HasSuffix(pattern, "/") {
		return fmt.Errorf("pattern %q: want no / at the start or end", pattern)
	}
	depth := 0
	for i := range len(pattern) {
		switch pattern[i] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth < 0 {
			return fmt.Errorf("pattern %q: } without {", pattern)
		}
	}
	if depth > 0 {
		return fmt.Errorf("pattern %q: { without }", pattern)
	}
	return nil
}
