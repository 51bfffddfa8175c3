package language

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
)

// OneFile returns a source as one text, for sites that take no more: its own headers in place of their includes, for C and
// C++. The error says why other sources with several files cannot become one.
func (s Source) OneFile() ([]byte, error) {
	if len(s.Files) != 1 {
		return nil, hint.Errorf("name one file", "%d files, but sites accept only one", len(s.Files))
	}
	text, err := s.Files[0].Read()
	if err != nil || len(s.Beside) == 0 {
		return text, err
	}
	if !slices.Contains(cEndings, strings.ToLower(path.Ext(s.Files[0].Name))) {
		return nil, hint.Errorf("put what it needs into the file", "it needs %s, but sites accept only one file; only headers of C and C++ are put into it",
			strings.Join(namesOf(s.Beside), ", "))
	}
	m := merger{files: map[string]File{}, once: map[string]bool{}, merged: map[string]bool{}}
	for _, file := range s.Beside {
		m.files[file.Name] = file
	}
	if err := m.add(string(text), s.Files[0].Name); err != nil {
		return nil, err
	}
	text = []byte(m.out.String())
	for _, file := range s.Beside {
		if line := namesByMacro().Find(text); line != nil && !m.merged[file.Name] {
			return nil, hint.Errorf("include "+file.Name+" by its name", "it may need %s at %q, which only the compiler can tell", file.Name, bytes.TrimSpace(line))
		}
	}
	return text, nil
}

// cEndings are those of sources in C and C++.
var cEndings = []string{".c", ".cpp", ".cc", ".cxx", ".c++"}

// merger puts headers into a source. Include guards go along, so that a header in a guard may stand twice; one with #pragma
// once is left out the second time, as the compiler does.
type merger struct {
	files map[string]File
	once  map[string]bool
	// merged are the files that were put in.
	merged map[string]bool
	// inside are the files that are being put in, from the outside.
	inside []string
	out    strings.Builder
}

var (
	pragmaOnce = lazyregexp.New(`^[ \t]*#[ \t]*pragma[ \t]+once\b`)
	// namesByMacro matches a directive whose file only the compiler knows, and one that is not text.
	namesByMacro = lazyregexp.New(`(?m)^[ \t]*#[ \t]*(?:include[ \t]+[A-Za-z_]|embed\b).*`)
	importsOnce  = lazyregexp.New(`^[ \t]*#[ \t]*import\b`)
)

// mostIncluded bounds how deep headers may include others. More is a header that includes itself with other macros.
const mostIncluded = 200

func (m *merger) add(text, from string) error {
	if len(m.inside) == mostIncluded {
		return fmt.Errorf("%s: more than %d headers include each other", from, mostIncluded)
	}
	m.inside, m.merged[from] = append(m.inside, from), true
	comment := false
	for line := range strings.Lines(text) {
		began := comment
		comment = opensComment(line, comment)
		switch match := cInclude().FindStringSubmatch(line); {
		case began:
			m.out.WriteString(line)
		case pragmaOnce().MatchString(line):
			m.once[from] = true
		case match != nil:
			if err := m.include(line, match, from); err != nil {
				return err
			}
		default:
			m.out.WriteString(line)
		}
	}
	if !strings.HasSuffix(text, "\n") && text != "" {
		m.out.WriteString("\n")
	}
	m.inside = m.inside[:len(m.inside)-1]
	return nil
}

// include puts a header in place of the line that includes it, unless it is one of the compiler's.
func (m *merger) include(line string, match []string, from string) error {
	for _, name := range includedFiles(match, from) {
		file, own := m.files[path.Clean(name)]
		if !own {
			continue
		}
		text, err := file.Read()
		if err != nil {
			return err
		}
		if m.once[file.Name] || slices.Contains(m.inside, file.Name) && pragmaOnce().MatchString(string(text)) {
			return nil
		}
		m.once[file.Name] = importsOnce().MatchString(line)
		return m.add(string(text), file.Name)
	}
	m.out.WriteString(line)
	return nil
}

// opensComment reports whether a comment of several lines goes on after a line, given whether one went on before it.
func opensComment(line string, inside bool) bool {
	for line != "" {
		if inside {
			_, rest, ends := strings.Cut(line, "*/")
			if !ends {
				return true
			}
			line, inside = rest, false
			continue
		}
		at := strings.IndexAny(line, `/"`)
		switch {
		case at < 0 || strings.HasPrefix(line[at:], "//"):
			return false
		case strings.HasPrefix(line[at:], "/*"):
			line, inside = line[at+2:], true
		case line[at] == '"':
			end := literalEnd(line[at:], `"`)
			if end < 0 {
				return false
			}
			line = line[at+end:]
		default:
			line = line[at+1:]
		}
	}
	return inside
}
