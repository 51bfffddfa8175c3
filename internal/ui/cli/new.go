package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/practice"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/store/config"
)

func newCommand() *command {
	return &command{
		do:           newSolution,
		namesProblem: true,
		Command: cli.Command{
			Name:      "new",
			Usage:     "start a solution",
			ArgsUsage: "PROBLEM",
			Description: `Writes solutions/PROBLEM/PROBLEM.EXT from a template, and the samples beside it in
solutions/PROBLEM/samples.

   grundy new nim
   grundy new nim --language python3 --name second
   grundy new nim --edit                 also open it in your editor

To replace the built-in template, put a file template.EXT into the configuration directory.
Existing files are never overwritten.`,
			Flags: []cli.Flag{
				settingFlag(config.Language, "start it in the language `CODE`: "+strings.Join(practice.TemplateLanguages(), ", "), "l"),
				&cli.StringFlag{Name: "name", Usage: "call the file `NAME` (default: the problem's)"},
				settingFlag(config.Solutions, "write below `DIR`"),
				settingFlag(config.Templates, "look for your own templates in `DIR`"),
				switchFlag("edit", "open it in your editor", "e"),
				settingFlag(config.Editor, "edit with `COMMAND`"),
				libraryFlag(),
			},
		},
	}
}

// samplesFolder is where the samples of a problem lie beside solutions. The judge looks for test cases there.
const samplesFolder = "samples"

func newSolution(ctx context.Context, c *call) error {
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
	ending, err := c.templateEnding("grundy new PROBLEM --language python3")
	if err != nil {
		return err
	}
	edit := func(string) error { return nil }
	if c.Bool("edit") {
		if edit, err = c.editor(ctx); err != nil {
			return err
		}
	}
	name := cmp.Or(c.String("name"), id)
	if name != filepath.Base(name) || strings.HasPrefix(name, ".") {
		return hint.Errorf("the file is written into solutions/PROBLEM", "--name %q: want the name of a file without directories", name)
	}
	p, err := library.Named(ctx, id)
	if err != nil {
		return err
	}
	text, err := practice.Template(w, p, name, ending)
	if err != nil {
		return err
	}
	folder := filepath.Join(c.solutionsFolder(), id)
	path := filepath.Join(folder, name+"."+ending)
	if err := writeNew(path, text); err != nil {
		return err
	}
	c.made(path)
	beside := filepath.Join(folder, samplesFolder)
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
	c.advise("read it with:  grundy show %s%s\njudge it with: grundy test %s%s", where, id, where, hint.Quote(path))
	return edit(path)
}

// templateEnding is the file extension for new solutions.
func (c *call) templateEnding(remedy string) (string, error) {
	written := c.setting(config.Language)
	ending, found := practice.TemplateEnding(cmp.Or(written.Text, "cpp"))
	if !found {
		return "", hint.Errorf(remedy, "%s %q: there are templates for %s", written.Called(), written.Text, strings.Join(practice.TemplateLanguages(), ", "))
	}
	return ending, nil
}

// solutionsFolder is the directory for new solutions.
func (c *call) solutionsFolder() string {
	setting := c.setting(config.Solutions)
	return cmp.Or(setting.Text, "solutions")
}

// editor finds the command that opens files. It returns a function that opens a file and waits until it is closed.
func (c *call) editor(ctx context.Context) (open func(path string) error, err error) {
	setting := c.setting(config.Editor)
	words := strings.Fields(cmp.Or(setting.Text, c.environment.Get("VISUAL"), c.environment.Get("EDITOR")))
	const remedy = "name your editor with --editor, in config.yaml or in $EDITOR"
	if len(words) == 0 {
		return nil, hint.Errorf(remedy, "--edit: no editor is configured")
	}
	program := words[0]
	if filepath.Base(program) == program {
		if program, err = c.environment.LookPath(program); err != nil {
			return nil, hint.Errorf(remedy, "--edit: cannot find the editor %s", words[0])
		}
	}
	return func(path string) error {
		command := exec.CommandContext(ctx, program, append(words[1:], path)...)
		command.Env, command.Stdin, command.Stdout, command.Stderr = c.environment, c.in, c.out.File, c.err
		if err := command.Run(); err != nil {
			return hint.Errorf(remedy, "--edit: %s: %w", words[0], err)
		}
		return nil
	}, nil
}

// writeNew writes a file that must not exist yet, completely or not at all.
func writeNew(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	err := fsutil.Create(path, 0o644, fsutil.Text([]byte(text)))
	if errors.Is(err, os.ErrExist) {
		return hint.Errorf("--name gives it another name", "%s exists already", path)
	}
	return err
}
