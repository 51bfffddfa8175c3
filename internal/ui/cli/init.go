package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/cases"
	"grundy/internal/author/scaffold"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/event"
	"grundy/internal/store/workspace"
)

func initCommand() *command {
	return &command{
		do: initPackage,
		Command: cli.Command{
			Name:      "init",
			Usage:     "start a problem package",
			ArgsUsage: "PROBLEM",
			Description: `Writes a small but complete problem package, for you to change step by step into your own.

   grundy init takeaway
   grundy init takeaway --interactive --visualizer --language python
   grundy init takeaway --scoring --language cpp

It contains a statement with a sample, an input validator, a generator and its rules, a
correct solution and wrong ones, and an explanation. --checker adds a checker, --interactive
an interactor, --visualizer a program that draws test cases. --scoring divides the tests into
groups with points and adds a solution that gets some of them. grundy verify accepts the package
from the start. The command writes it into ./problems if that exists, else into the current
directory.

Programs in C++ use testlib.h, as on Codeforces. The package does not contain it: they find the
one that grundy doctor shows, and grundy export packs it beside them.

Exit code: 0 when the package is written, 2 for mistakes in the command. If this machine
cannot generate its test data, the package is written and the message says so.`,
			Flags: slices.Concat([]cli.Flag{
				switchFlag("checker", "accept several outputs: a checker of the package judges them"),
				switchFlag("interactive", "make it interactive: the solution talks to a program of the package"),
				switchFlag("visualizer", "add a program that draws test cases"),
				switchFlag("scoring", "divide the tests into groups with points"),
				switchFlag("legacy", "write the legacy version of the format instead of 2025-09"),
				&cli.StringFlag{Name: "language", Aliases: []string{"l"}, Value: "go", Usage: "write the package's programs in `CODE`: go, python or cpp"},
				&cli.StringFlag{Name: "title", Usage: "call the problem `TITLE` (default: derived from its name)"},
			}, judgeFlags()),
		},
	}
}

// packageID matches the names that the format allows for a package.
var packageID = lazyregexp.New(`^[a-z0-9]+$`)

func initPackage(ctx context.Context, c *call) error {
	p, err := scaffolded(c)
	if err != nil {
		return err
	}
	dir := p.ID
	if info, err := os.Stat("problems"); err == nil && info.IsDir() {
		dir = filepath.Join("problems", p.ID)
	}
	if err := scaffold.Write(dir, p); errors.Is(err, fs.ErrExist) {
		return hint.Errorf("give the problem another name", "%s exists already", dir)
	} else if err != nil {
		return err
	}
	c.made(dir)
	if err := fillPackage(ctx, c, dir); err != nil {
		if errors.Is(err, context.Canceled) {
			return err
		}
		c.complain(fmt.Errorf("the package is written, but without its test data: %w", err))
		c.advise("fix that, then run: grundy generate %s", dir)
		return nil
	}
	c.advise(`check it:                grundy verify %[1]s
make it yours:           %[2]s/, submissions/, input_validators/, generators/generators.yaml
make the tests again:    grundy generate %[1]s
add one test case:       grundy add %[1]s --text '…'
find a failing input:    grundy stress --problem %[1]s SOLUTION`, dir, p.Directory("statement"))
	return nil
}

// scaffolded reads the kind of package to make.
func scaffolded(c *call) (scaffold.Package, error) {
	p := scaffold.Package{
		UUID: scaffold.NewUUID(), Kind: scaffold.Comparison,
		Visualizer: c.Bool("visualizer"), Scoring: c.Bool("scoring"), Legacy: c.Bool("legacy"),
	}
	if c.NArg() != 1 {
		return p, hint.Errorf("grundy init takeaway", "init: name the problem")
	}
	p.ID = strings.TrimPrefix(filepath.ToSlash(c.Args().First()), "problems/")
	if !packageID().MatchString(p.ID) {
		return p, hint.Errorf("use only lower-case letters and digits, such as takeaway", "%q is not a valid name of a problem package", c.Args().First())
	}
	if fsutil.IsDevice(p.ID) {
		return p, hint.Errorf("give another name: Windows takes this one for a device", "%q is not a valid name of a problem package", p.ID)
	}
	title := strings.TrimSpace(c.String("title"))
	if c.IsSet("title") && (title == "" || strings.ContainsAny(title, "\n\r\t")) {
		return p, hint.Errorf("leave it out to derive one from the name", "--title %q: want one line of text", c.String("title"))
	}
	p.Title = cmp.Or(title, strings.ToUpper(p.ID[:1])+p.ID[1:])
	switch {
	case c.Bool("checker") && c.Bool("interactive"):
		return p, hint.Errorf("an interactor also judges; leave out --checker", "--checker and --interactive exclude each other")
	case c.Bool("checker"):
		p.Kind = scaffold.Checker
	case c.Bool("interactive"):
		p.Kind = scaffold.Interactor
	}
	switch code := c.String("language"); code {
	case "go":
		p.Language = scaffold.Go
	case "python", "python3", "py":
		p.Language = scaffold.Python
	case "cpp", "c++":
		p.Language = scaffold.Cpp
	default:
		return p, hint.Errorf("you can add programs in other languages later", "--language %q: want go, python or cpp", code)
	}
	return p, nil
}

// fillPackage generates the data of a new package.
func fillPackage(ctx context.Context, c *call, dir string) error {
	config, err := c.config()
	if err != nil {
		return err
	}
	config.Problems = filepath.Dir(dir)
	w, err := workspace.Open(config)
	if err != nil {
		return err
	}
	defer w.Close()
	packages, err := cases.Select(ctx, w.Problems(), []string{dir})
	if err != nil {
		return err
	}
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	var fault error
	if _, err := cases.Generate(ctx, w, client, cases.GenerateOptions{Packages: packages}, func(e event.Event) {
		if made, ok := e.(event.CaseMade); ok && made.Fault != "" && fault == nil {
			fault = hint.Errorf(made.Help, "%s: %s", made.Case, made.Fault)
		}
	}); err != nil {
		return judging(err)
	}
	return fault
}
