package scaffold

import (
	"crypto/rand"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"text/template"

	"grundy/internal/base/fsutil"
	"grundy/internal/statement"
)

// Package describes a new package. Templates use its fields and methods.
type Package struct {
	ID, Title, UUID string
	Kind            Kind
	Language        Language
	Visualizer      bool // whether it has a program that draws test cases
	Scoring         bool // whether its test groups have points
	Legacy          bool // whether it is of the legacy version of the format
}

// Kind says who judges the output.
type Kind string

// The kinds; each has a directory of templates.
const (
	Comparison Kind = "comparison" // the built-in comparison, for a single right output
	Checker    Kind = "checker"    // a program of the package
	Interactor Kind = "interactor" // a program of the package that also converses with the submission
)

// Language is the language of the package's own programs: the ending of their names.
type Language string

// The languages. A package in Python or C++ contains nothing in Go. Programs in C++ include testlib.h, which is not in
// the package.
const (
	Go     Language = "go"
	Python Language = "py"
	Cpp    Language = "cpp"
)

// templates hold the files of every package and those of each kind, each file with the ending .tmpl, and its programs
// in all languages.
//
//go:embed all:templates
var templates embed.FS

// Write makes the directory dir with the package in it, all of it or nothing. It fails with fs.ErrExist if the
// name is taken. The statement of a legacy package is in LaTeX, which all tools for legacy read.
func Write(dir string, p Package) error {
	return fsutil.CreateDirectory(dir, func(to *os.Root) error {
		for _, part := range []string{"every", string(p.Kind)} {
			if err := p.write(to, path.Join("templates", part)); err != nil {
				return err
			}
		}
		return nil
	})
}

// write fills in the templates of a directory.
func (p Package) write(to *os.Root, from string) error {
	return fs.WalkDir(templates, from, func(name string, entry fs.DirEntry, err error) error {
		below := strings.TrimSuffix(strings.TrimPrefix(name, from+"/"), ".tmpl")
		if err != nil || entry.IsDir() || !p.has(below) {
			return err
		}
		text, err := templates.ReadFile(name)
		if err != nil {
			return err
		}
		content, err := p.fill(name, string(text))
		if err != nil || content == "" {
			return err
		}
		top, rest, _ := strings.Cut(below, "/")
		target, err := p.fill(name, path.Join(p.Directory(top), rest))
		if err != nil {
			return err
		}
		if p.Legacy && strings.HasPrefix(below, "statement/") {
			target = strings.TrimSuffix(target, ".md") + ".tex"
			content = string(statement.LaTeX([]byte(content), statement.LaTeXOptions{Name: p.Title}))
		}
		if err := to.MkdirAll(path.Dir(target), 0o755); err != nil {
			return err
		}
		return to.WriteFile(target, []byte(content), 0o644)
	})
}

// fill executes a template. A file whose template comes out empty is not part of the package.
func (p Package) fill(name, text string) (string, error) {
	parsed, err := template.New(name).Parse(text)
	if err != nil {
		return "", err
	}
	var filled strings.Builder
	err = parsed.Execute(&filled, p)
	return filled.String(), err
}

// has reports whether a file belongs to a package in this language. Submissions may be in Python in any
// case.
func (p Package) has(name string) bool {
	if strings.HasPrefix(name, "input_visualizer/") && !p.Visualizer {
		return false
	}
	switch ending := strings.TrimPrefix(path.Ext(name), "."); Language(ending) {
	case Go, Cpp:
		return p.Language == Language(ending)
	case Python:
		return p.Language == Python || strings.HasPrefix(name, "submissions/")
	}
	return true
}

// legacyDirectories are the names that directories have in the legacy version.
var legacyDirectories = map[string]string{"statement": "problem_statement", "output_validator": "output_validators"}

// Directory returns what the package's version of the format calls a directory of 2025-09.
func (p Package) Directory(name string) string {
	if legacy := legacyDirectories[name]; p.Legacy && legacy != "" {
		return legacy
	}
	return name
}

// QuotedTitle returns the title as a scalar of YAML.
func (p Package) QuotedTitle() string { return yamlText(p.Title) }

// Type returns the lines of problem.yaml that say how the judge works, or "" for the default.
func (p Package) Type() string {
	interactive := p.Kind == Interactor
	switch {
	case p.Legacy:
		var lines string
		if p.Scoring {
			lines = "type: scoring\n"
		}
		if interactive {
			return lines + "validation: custom interactive\n"
		}
		if p.Kind == Checker {
			return lines + "validation: custom\n"
		}
		return lines
	case p.Scoring && interactive:
		return "type: [scoring, interactive]\n"
	case p.Scoring:
		return "type: scoring\n"
	case interactive:
		return "type: interactive\n"
	}
	return ""
}

// Partial returns the directory of the submission that gets the points of the first group alone.
func (p Package) Partial() string {
	if p.Legacy && p.Scoring {
		return "partially_accepted"
	}
	return "wrong_answer"
}

// Generator returns the name of the generator in generators.yaml: that of the file, as BAPCtools wants it. Export moves
// one in C++ to a directory, where testlib.h is beside it.
func (p Package) Generator() string {
	if p.Language == Cpp {
		return "random_case"
	}
	return "random_case." + string(p.Language)
}

// Samples returns the settings in generators.yaml of the samples. In legacy they would inherit grader_flags that only
// data/testdata.yaml may have.
func (p Package) Samples() string {
	if !p.Legacy || !p.Scoring {
		return ""
	}
	return `    testdata.yaml:
      grader_flags: sum
`
}

// Sum returns the settings in generators.yaml of the directory above the groups. In 2025-09 the defaults will do.
func (p Package) Sum() string {
	if !p.Legacy {
		return ""
	}
	return `    testdata.yaml:
      on_reject: continue
      grader_flags: sum accept_if_any_accepted
      range: 0 100
`
}

// Group returns the settings in generators.yaml of a group with points for all of its cases or none. The arguments go
// to the input validator.
func (p Package) Group(points int, arguments ...string) string {
	var settings strings.Builder
	line := func(format string, values ...any) {
		fmt.Fprintf(&settings, "        "+format+"\n", values...)
	}
	if p.Legacy {
		line("testdata.yaml:")
		line("  range: 0 %d", points)
		line("  accept_score: %d", points)
		line("  grader_flags: min")
		line("  on_reject: break")
	} else {
		line("test_group.yaml:")
		line("  max_score: %d", points)
	}
	switch {
	case len(arguments) == 0:
	case p.Legacy:
		line("  input_validator_flags: %s", strings.Join(arguments, " "))
	default:
		line("  input_validator_args: [%s]", strings.Join(arguments, ", "))
	}
	return settings.String()
}

// yamlText writes a text as a double-quoted scalar unless it is surely a plain one.
func yamlText(s string) string {
	plain := strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz ") == "" && strings.TrimSpace(s) == s
	switch strings.ToLower(s) {
	case "", "null", "true", "false", "yes", "no", "on", "off", "y", "n":
		plain = false
	}
	if plain {
		return s
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(s) + `"`
}

// NewUUID returns a random identifier for a package (RFC 9562, version 4).
func NewUUID() string {
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
