package cli

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/disk"
	"grundy/internal/hint"
	"grundy/internal/problem"
)

// templates are solutions to start from, named by language: template.EXT.
//
//go:embed templates
var templates embed.FS

func newCommand() *command {
	return &command{
		do:           newSolution,
		namesProblem: true,
		Command: cli.Command{
			Name:      "new",
			Usage:     "start a solution",
			ArgsUsage: "PROBLEM",
			Description: `Writes solutions/PROBLEM/PROBLEM.EXT from a template. A file of your own named
template.EXT in the configuration folder is used instead of the built-in one. The samples
are put beside it, as files in solutions/PROBLEM/samples. Nothing is overwritten.

   grundy new nim
   grundy new nim --language python3 --name second`,
			Flags: []cli.Flag{
				fromVariable("GRUNDY_LANGUAGE", &cli.StringFlag{Name: "language", Aliases: []string{"l"}, Value: "cpp", Usage: "write it in `CODE`: " + strings.Join(templateCodes(), ", ")}),
				&cli.StringFlag{Name: "name", Usage: "call the file `NAME` (default: the problem's)"},
				libraryFlag(),
			},
		},
	}
}

// samplesFolder is where the samples of a problem lie beside solutions. Test cases are looked for there.
const samplesFolder = "samples"

// templateEndings maps language codes to the endings of their templates.
var templateEndings = map[string]string{
	"c": "c", "cpp": "cpp", "go": "go", "java": "java", "javascript": "js", "kotlin": "kt", "python3": "py", "rust": "rs",
}

func templateCodes() []string {
	return slices.Sorted(maps.Keys(templateEndings))
}

func newSolution(_ context.Context, c *call) error {
	if c.NArg() != 1 {
		return hint.Errorf("grundy list shows the problems", "new: name one problem")
	}
	id := c.Args().First()
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	library := w.Problems()
	if !library.Has(id) {
		return library.Unknown(id)
	}
	code := cmp.Or(c.String("language"), "cpp")
	ending, found := templateEndings[code]
	if !found {
		return hint.Errorf("grundy new PROBLEM --language python3", "--language %q: there are templates for %s", code, strings.Join(templateCodes(), ", "))
	}
	name := cmp.Or(c.String("name"), id)
	if name != filepath.Base(name) || strings.HasPrefix(name, ".") {
		return hint.Errorf("it is written into solutions/PROBLEM", "--name %q: want the name of a file without folders", name)
	}
	text, err := template(ending, w.Template(ending))
	if err != nil {
		return err
	}
	p, err := library.Named(id)
	if err != nil {
		return err
	}
	path := filepath.Join("solutions", id, name+"."+ending)
	if err := writeNew(path, fill(text, p, name)); err != nil {
		return err
	}
	c.made(path)
	beside := filepath.Join("solutions", id, samplesFolder)
	samples, _, err := attach(beside, sampleFiles(p))
	if err != nil {
		return fmt.Errorf("write the samples: %w", err)
	}
	where := ""
	if c.IsSet("problems") {
		where = "--problems " + hint.Quote(c.String("problems")) + " "
	}
	if len(samples) > 0 {
		c.advise("its samples: %s", beside)
	}
	c.advise("read it with: grundy show %s%s\njudge it with: grundy test %s%s", where, id, where, hint.Quote(path))
	return nil
}

// template reads the person's own template for an ending, if there is that file, or the built-in one.
func template(ending, own string) (string, error) {
	if own != "" {
		text, err := os.ReadFile(own)
		if err == nil {
			return string(text), nil
		}
		if !errors.Is(err, os.ErrNotExist) {
			return "", fmt.Errorf("read your own template: %w", err)
		}
	}
	text, err := templates.ReadFile("templates/template." + ending + ".tmpl")
	return string(text), err
}

// fill puts the problem into a template.
func fill(text string, p *problem.Problem, name string) string {
	return strings.NewReplacer("{{problem}}", p.ID, "{{title}}", p.Name(), "{{name}}", name).Replace(text)
}

// writeNew writes a file that must not exist yet, whole or not at all.
func writeNew(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	err := disk.Create(path, 0o644, disk.Text([]byte(text)))
	if errors.Is(err, os.ErrExist) {
		return hint.Errorf("--name gives it another name", "%s exists already", path)
	}
	return err
}
