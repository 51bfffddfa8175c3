package language

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// javaFile is what the build needs to know about a Java source: the class that the file must be named after, and the
// classes that can be started.
type javaFile struct {
	pkg    string
	public string   // the public top-level class, or ""
	mains  []string // top-level classes with a main method
	// implicit reports that main stands outside any class; the class is then named after the file (Java 25).
	implicit bool
}

var (
	javaPackage = lazyregexp.New(`^\s*package\s+([\pL\pN_$.\s]+?)\s*;`)
	javaClass   = lazyregexp.New(`(\bpublic\s+)?(?:\b(?:abstract|final|sealed|strictfp|static)\s+)*\b(?:class|interface|enum|record)\s+([\pL\pM\pN_$]+)`)
	javaMain    = lazyregexp.New(`\bvoid\s+main\s*\(`)
)

// parseJava finds the top-level classes and their direct declarations. It knows no more of the syntax: in a source
// that does not compile it may find anything.
func parseJava(text string) javaFile {
	var file javaFile
	// Only text outside braces, and directly inside those of a top-level class, matters.
	var outside, inside strings.Builder
	current, depth := "", 0
	closeClass := func() {
		if current != "" && javaMain().MatchString(inside.String()) {
			file.mains = append(file.mains, current)
		}
		inside.Reset()
		current = ""
	}
	for _, char := range stripJava(text) {
		switch {
		case char == '{':
			if depth == 0 {
				for _, match := range javaClass().FindAllStringSubmatch(outside.String(), -1) {
					current = match[2]
					if match[1] != "" {
						file.public = cmp.Or(file.public, current)
					}
				}
				if match := javaPackage().FindStringSubmatch(outside.String()); match != nil {
					file.pkg = strings.Join(strings.Fields(match[1]), "")
				}
				file.implicit = file.implicit || javaMain().MatchString(outside.String())
				outside.Reset()
			}
			depth++
		case char == '}':
			if depth = max(depth-1, 0); depth == 0 {
				closeClass()
			}
		case depth == 0:
			outside.WriteRune(char)
		case depth == 1:
			inside.WriteRune(char)
		}
	}
	closeClass()
	return file
}

// stripJava replaces comments, strings and characters by spaces.
func stripJava(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); {
		rest := text[i:]
		var end int
		switch {
		case strings.HasPrefix(rest, "//"):
			end = strings.IndexByte(rest, '\n')
		case strings.HasPrefix(rest, "/*"):
			if end = strings.Index(rest[2:], "*/"); end >= 0 {
				end += 4
			}
		case strings.HasPrefix(rest, `"""`):
			end = literalEnd(rest, `"""`)
		case rest[0] == '"' || rest[0] == '\'':
			end = literalEnd(rest, rest[:1])
		default:
			out.WriteByte(rest[0])
			i++
			continue
		}
		if end < 0 {
			break // not closed; javac will report it
		}
		out.WriteByte(' ')
		i += end
	}
	return out.String()
}

// literalEnd returns the length of the literal that text begins with, or -1.
func literalEnd(text, quote string) int {
	for i := len(quote); i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case strings.HasPrefix(text[i:], quote):
			return i + len(quote)
		}
	}
	return -1
}

// qualified returns a class with the file's package.
func (f javaFile) qualified(class string) string {
	if f.pkg == "" {
		return class
	}
	return f.pkg + "." + class
}

// placeJava names every file after its public class, as javac requires, and finds the class to start: the given one,
// else Main, else the first public one with a main method, else the first with a main method. It returns "" if there
// is none. The class to start is in none of the files beside, which are named. With such files a file lies in the
// directory of its package, where javac looks for the others.
func placeJava(files []File, beside []string, entrypoint string) string {
	wanted := strings.TrimSuffix(path.Base(entrypoint), ".java")
	best, rank := "", 0
	for i, file := range files {
		if path.Ext(file.Name) != ".java" {
			continue
		}
		java := parseJava(string(file.Data))
		dir, name := path.Split(file.Name)
		if java.public != "" {
			name = java.public + ".java"
		}
		if len(beside) > 0 && java.pkg != "" {
			dir = strings.ReplaceAll(java.pkg, ".", "/")
		}
		files[i].Name = path.Join(dir, name)
		if slices.Contains(beside, file.Name) {
			continue
		}
		if java.implicit {
			java.mains = append(java.mains, stem(path.Base(file.Name)))
		}
		for _, main := range java.mains {
			class := java.qualified(main)
			var value int
			switch {
			case entrypoint != "" && class != entrypoint && main != wanted:
				value = 0
			case main == "Main":
				value = 3
			case main == java.public:
				value = 2
			default:
				value = 1
			}
			if value > rank {
				best, rank = class, value
			}
		}
	}
	return best
}
