package scaffold

import (
	"crypto/rand"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"grundy/internal/base/fsutil"
)

// Package describes a new package.
type Package struct {
	ID, Title, UUID string
	Kind            Kind
	Language        Language
	Visualizer      bool // whether it has a program that draws test cases
}

// Kind says who judges the output.
type Kind string

// The kinds; each has a directory of templates.
const (
	Comparison Kind = "comparison" // the built-in comparison, for a single right output
	Checker    Kind = "checker"    // a program of the package
	Interactor Kind = "interactor" // a program of the package that also converses with the submission
)

// Language is the language of the package's own programs.
type Language string

// The languages. A package in Python contains nothing in Go, so it needs no other toolchain.
const (
	Go     Language = "go"
	Python Language = "py"
)

// templates hold a package for each kind, each file with the ending .tmpl, and its programs in all languages.
//
//go:embed all:templates
var templates embed.FS

// Write makes the directory dir with the package in it, all of it or nothing. It fails with fs.ErrExist if the
// name is taken.
func Write(dir string, p Package) error {
	return fsutil.CreateDirectory(dir, p.writeTo)
}

func (p Package) writeTo(to *os.Root) error {
	root := path.Join("templates", string(p.Kind))
	fill := strings.NewReplacer("{{id}}", p.ID, "{{title}}", yamlText(p.Title), "{{uuid}}", p.UUID, "{{ending}}", string(p.Language))
	return fs.WalkDir(templates, root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		below := strings.TrimSuffix(strings.TrimPrefix(name, root+"/"), ".tmpl")
		if !p.has(below) {
			return nil
		}
		text, err := templates.ReadFile(name)
		if err != nil {
			return err
		}
		target := fill.Replace(below)
		if err := to.MkdirAll(path.Dir(target), 0o755); err != nil {
			return err
		}
		return to.WriteFile(target, []byte(fill.Replace(string(text))), 0o644)
	})
}

// has reports whether a file belongs to a package in this language. Submissions may be in Python in any
// case.
func (p Package) has(name string) bool {
	if strings.HasPrefix(name, "input_visualizer/") && !p.Visualizer {
		return false
	}
	switch path.Ext(name) {
	case ".go":
		return p.Language == Go
	case ".py":
		return p.Language == Python || strings.HasPrefix(name, "submissions/")
	}
	return true
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
