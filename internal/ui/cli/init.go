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

	"grundy/internal/author/generate"
	"grundy/internal/author/scaffold"
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
			Description: `Writes a small but complete package: a statement with a sample, an input validator, a
generator and its rules, a right solution and wrong ones, the explanation; with --checker or
--interactive also the program that judges outputs or converses, with --visualizer one that
draws test cases. grundy verify passes it at once; change it piece by piece into your own.
It is made in ./problems if there is such a folder, else here.

   grundy init takeaway
   grundy init takeaway --interactive --visualizer --language python

Exit code: 0 when the package is written, 2 for mistakes in the command; when its test data
cannot be generated on this machine, the package is there and the message says so.`,
			Flags: slices.Concat([]cli.Flag{
				switchFlag("checker", "several outputs are right: a program of the package judges"),
				switchFlag("interactive", "the solution converses with a program of the package"),
				switchFlag("visualizer", "a program of the package draws test cases"),
				&cli.StringFlag{Name: "language", Aliases: []string{"l"}, Value: "go", Usage: "write the package's programs in `CODE`: go or python"},
				&cli.StringFlag{Name: "title", Usage: "call the problem `TITLE` (default: made of its name)"},
			}, judgeFlags()),
		},
	}
}

// packageID are the names that the format allows for a package.
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
		c.complain(fmt.Errorf("the package is written, but not its test data: %w", err))
		c.advise("generate it when that is mended: grundy generate %s", dir)
		return nil
	}
	c.advise(`try it on itself:        grundy verify %[1]s
make it yours:           statement/, submissions/, input_validators/, generators/generators.yaml
make the tests anew:     grundy generate %[1]s
add a single one:        grundy add %[1]s --text '…'
look for a failing one:  grundy stress --problem %[1]s SOLUTION`, dir)
	return nil
}

// scaffolded reads what the package is to be.
func scaffolded(c *call) (scaffold.Package, error) {
	p := scaffold.Package{UUID: scaffold.NewUUID(), Kind: scaffold.Comparison, Visualizer: c.Bool("visualizer")}
	if c.NArg() != 1 {
		return p, hint.Errorf("grundy init takeaway", "init: name the problem")
	}
	p.ID = strings.TrimPrefix(filepath.ToSlash(c.Args().First()), "problems/")
	if !packageID().MatchString(p.ID) {
		return p, hint.Errorf("use lower case letters and digits only: takeaway", "%q is no name of a problem package", c.Args().First())
	}
	title := strings.TrimSpace(c.String("title"))
	if c.IsSet("title") && (title == "" || strings.ContainsAny(title, "\n\r\t")) {
		return p, hint.Errorf("leave it out to have one made of the name", "--title %q: want a line of text", c.String("title"))
	}
	p.Title = cmp.Or(title, strings.ToUpper(p.ID[:1])+p.ID[1:])
	switch {
	case c.Bool("checker") && c.Bool("interactive"):
		return p, hint.Errorf("the interactor of an interactive problem judges too", "--checker and --interactive exclude each other")
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
	default:
		return p, hint.Errorf("programs in other languages can be put in later", "--language %q: want go or python", code)
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
	p, err := generate.Open(ctx, w.Problems(), dir)
	if err != nil {
		return err
	}
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	var fault error
	summary, err := generate.New(client, w.Cache(), p.Problem, p.Rules).Fill(ctx, generate.Options{}, func(e event.Event) {
		if made, ok := e.(event.CaseMade); ok && made.Fault != "" && fault == nil {
			fault = hint.Errorf(made.Help, "%s: %s", made.Case, made.Fault)
		}
	})
	if err != nil {
		return judging(err)
	}
	if summary.Failed > 0 {
		return fault
	}
	return nil
}
