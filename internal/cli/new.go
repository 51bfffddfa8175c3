package cli

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/problem"
)

// templates are solutions to start from, named by language: template.EXT.
//
//go:embed templates
var templates embed.FS

func (s *streams) newCommand() *cli.Command {
	return &cli.Command{
		Name:         "new",
		Usage:        "start a solution",
		ArgsUsage:    "PROBLEM",
		BashComplete: s.completeProblems,
		Description: `Writes solutions/PROBLEM/PROBLEM.EXT from a template. A file of your own named
template.EXT in the configuration folder is used instead of the built-in one. Nothing
is overwritten.

   grundy new nim
   grundy new nim --language python3 --name second`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "language", Aliases: []string{"l"}, Value: "cpp", EnvVars: []string{"GRUNDY_LANGUAGE"}, Usage: "write it in `CODE`: " + strings.Join(templateCodes(), ", ")},
			&cli.StringFlag{Name: "name", Usage: "call the file `NAME` (default: the problem's)"},
			libraryFlag(),
		},
		Action: s.newSolution,
	}
}

// templateEndings maps language codes to the endings of their templates.
var templateEndings = map[string]string{
	"c": "c", "cpp": "cpp", "go": "go", "java": "java", "javascript": "js", "kotlin": "kt", "python3": "py", "rust": "rs",
}

func templateCodes() []string {
	return slices.Sorted(maps.Keys(templateEndings))
}

func (s *streams) newSolution(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageErrorf("grundy list shows the problems", "new: name one problem")
	}
	id := c.Args().First()
	lib, err := s.library(c)
	if err != nil {
		return err
	}
	if !lib.has(id) {
		return usageErrorf("grundy list shows the problems", "no problem %q%s", id, lib.near(id))
	}
	code := cmp.Or(c.String("language"), "cpp")
	ending, found := templateEndings[code]
	if !found {
		return usageErrorf("", "--language %q: there are templates for %s", code, strings.Join(templateCodes(), ", "))
	}
	name := cmp.Or(c.String("name"), id)
	if name != filepath.Base(name) || strings.HasPrefix(name, ".") {
		return usageErrorf("", "--name %q: want the name of a file without folders", name)
	}
	text, err := template(ending)
	if err != nil {
		return err
	}
	location, err := lib.path(id)
	if err != nil {
		return &judgeFailure{err}
	}
	p, err := s.load(lib, location)
	if err != nil {
		return err
	}
	path := filepath.Join("solutions", id, name+"."+ending)
	if err := writeNew(path, fill(text, p, name)); err != nil {
		return err
	}
	fmt.Fprintln(s.out, path)
	where := ""
	if c.IsSet("problems") {
		where = "--problems " + quoted(c.String("problems")) + " "
	}
	fmt.Fprintf(s.err, "read it with: grundy show %s%s\njudge it with: grundy test %s%s\n", where, id, where, quoted(path))
	return nil
}

// template reads the person's template for an ending, or the built-in one.
func template(ending string) (string, error) {
	name := "template." + ending
	if dir, err := os.UserConfigDir(); err == nil {
		own, err := os.ReadFile(filepath.Join(dir, "grundy", name))
		if err == nil {
			return string(own), nil
		}
		if !errors.Is(err, os.ErrNotExist) {
			return "", usageErrorf("", "read your own template: %v", err)
		}
	}
	text, err := templates.ReadFile("templates/" + name + ".tmpl")
	return string(text), err
}

// fill puts the problem into a template.
func fill(text string, p *problem.Problem, name string) string {
	return strings.NewReplacer("{{problem}}", p.ID, "{{title}}", p.Name(), "{{name}}", name).Replace(text)
}

// writeNew writes a file that must not exist yet, whole or not at all.
func writeNew(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return usageErrorf("", "%v", err)
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return usageErrorf("", "%v", err)
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.WriteString(text)
	if err := errors.Join(err, temporary.Chmod(0o644), temporary.Close()); err != nil {
		return usageErrorf("", "%v", err)
	}
	// A link, unlike a rename, fails when the name is taken.
	if err := os.Link(temporary.Name(), path); errors.Is(err, os.ErrExist) {
		return usageErrorf("--name gives it another name", "%s exists already", path)
	} else if err != nil {
		return usageErrorf("", "%v", err)
	}
	return nil
}
