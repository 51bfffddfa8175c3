package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/base/hint"
	"grundy/internal/cluster"
	"grundy/internal/cluster/bus"
	"grundy/internal/store/config"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/web"
	"grundy/internal/ui/web/problems"
)

// serveMemory is the soft bound of the server's own memory: it runs for long and holds what pages may request again.
const serveMemory = 256 << 20

func serveCommand() *command {
	return &command{
		do:     servePages,
		memory: serveMemory,
		Command: cli.Command{
			Name:      "serve",
			Usage:     "practise and verify packages in the browser",
			ArgsUsage: "[COURSE | PACKAGE]...",
			Description: `Serves web pages for reading, solving and judging problems, and opens them in the browser.

   grundy serve
   grundy serve mycourse                 the problems and chapters of a course (course.yaml)
   grundy serve contest                  also verify the packages of a contest
   grundy serve --problems ./problems --solutions ~/contests
   grundy serve --port 8000 --no-open --no-listen
   grundy serve --hub join.json          also show the status of a hub
   grundy serve --new-token              invalidate the addresses of earlier servers

The pages show the statement beside an editor on your own files below solutions/, verdicts as
they come, the smallest input on which a solution fails, and earlier judgements. If no browser
can be opened, the command prints the address. Problems from the browser extension Competitive
Companion become pages too, as with grundy listen.

PACKAGE is a package that you write, or a directory of packages: the page Verify shows what
grundy verify finds in it, and renders its statement whenever you save. Without PACKAGE, it is
the current directory. The problems of grundy list are always there.

Only this machine can reach the pages, and only with the address, which contains a secret. The
address stays the same after a restart on the same port, so bookmarks and open tabs keep working.

Ctrl-C ends it. Exit code: 0 after Ctrl-C, 2 for mistakes in the command, 3 when the server
failed.`,
			Flags: slices.Concat([]cli.Flag{
				settingFlag(config.ServePort, "serve on port `N`"),
				switchFlag("no-open", "print the address, but open no browser"),
				switchFlag("new-token", "make a new address and invalidate earlier ones"),
				switchFlag("no-listen", "do not listen for the browser extension Competitive Companion"),
				settingFlag(config.CompanionPort, "listen for the extension on port `N`"),
				settingFlag(config.CompanionLayout, "name the directories of problems from the browser by `LAYOUT`, of {judge}, {contest}, {problem} and {letter}"),
				settingFlag(config.Solutions, "read and write solutions below `DIR`"),
				settingFlag(config.Language, "start solutions in the language `CODE`", "l"),
				settingFlag(config.Templates, "look for your own templates in `DIR`"),
				keepFlag(),
				hideLevelsFlag(),
				&variableFlag{
					&cli.StringFlag{Name: "hub", Usage: "add a page with the status of a hub: `FILE` is an invitation to it, or the address of NATS servers"},
					config.KeyOf(config.Hub).Variable,
				},
				libraryFlag(),
			}, judgeFlags()),
		},
	}
}

func servePages(ctx context.Context, c *call) error {
	port, err := chosen(c, config.ServePort, config.Port)
	if err != nil {
		return err
	}
	hide, err := chosen(c, config.HideLevels, config.Boolean)
	if err != nil {
		return err
	}
	solutions, err := filepath.Abs(c.solutionsFolder())
	if err != nil {
		return err
	}
	w, err := c.openCourse()
	if err != nil {
		return err
	}
	defer w.Close()
	folder, err := os.Getwd()
	if err != nil {
		return err
	}
	heard, err := c.hearing(w)
	if err != nil {
		return err
	}
	packages, err := c.ownPackages(w.Problems())
	if err != nil {
		return err
	}
	hub, err := c.watched()
	if err != nil {
		return err
	}
	key, err := w.PagesKey(c.Bool("new-token"))
	if err != nil {
		c.log.Warn("the address of the pages is valid until this server ends", "reason", err, "remedy", hint.Of(err))
	}
	listener, err := web.Listen(port)
	if err != nil {
		return err
	}
	pages := web.Config{
		Workspace: w, Solutions: solutions, Folder: folder, Language: c.setting(config.Language).Text, Packages: packages, HideLevels: hide,
		Companion: heard, Key: key, Version: version(), Now: c.now, Log: c.log,
	}
	pages.Settings.File = workspace.ConfigurationFile(workspace.Config{Environment: c.environment})
	pages.Settings.Read = func() []config.Setting { return c.settingsOf(pages.Settings.File) }
	if hub != nil {
		defer hub.Close()
		pages.Hub = hub
	}
	server, err := web.New(pages, listener.Addr())
	if err != nil {
		return err
	}
	c.made(server.Address())
	if !c.Bool("no-open") {
		if err := c.browse(server.AddressOnce()); err != nil {
			c.advise("open this address in a browser: %s", hint.Of(err))
		}
	}
	c.advise("Ctrl-C ends it")
	return judging(server.Serve(ctx, listener))
}

// openCourse opens the workspace. A directory with a course that the user names takes the place of --problems, and its
// course must have no faults.
func (c *call) openCourse() (*workspace.Workspace, error) {
	config, err := c.config()
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(c.words(), workspace.IsCourse)
	if i >= 0 {
		if c.IsSet("problems") {
			return nil, hint.Errorf("leave out one of them", "serve: the course %s has its own problems, and so has --problems", c.words()[i])
		}
		config.Problems = c.words()[i]
	}
	w, err := workspace.Open(config)
	if err != nil || i < 0 {
		return w, err
	}
	if _, err := w.Problems().LoadCourse(); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// ownPackages are the paths of the named packages and of the named directories that hold some. By default it is the
// current directory, if that is a package.
func (c *call) ownPackages(library *workspace.Library) ([]string, error) {
	var paths []string
	for _, name := range c.words() {
		if workspace.IsCourse(name) {
			continue
		}
		at, err := library.Resolve(name)
		if err != nil {
			return nil, err
		}
		paths = append(paths, at)
	}
	if len(paths) == 0 && holdsPackages(".") {
		paths = []string{"."}
	}
	return paths, nil
}

// watched is the hub whose status the pages show, nil if the user names none. The hub may start later.
func (c *call) watched() (*cluster.Watch, error) {
	where, called := c.String("hub"), "--hub"
	if setting := c.setting(config.Hub); where == "" && setting.From != config.FromDefault {
		where, called = setting.Text, setting.Called()
	}
	if where == "" {
		return nil, nil
	}
	var ways []bus.Access
	for _, role := range []bus.Role{bus.Owner, bus.Person} {
		access, err := bus.Reach(where, role)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", called, err)
		}
		if access.Role == bus.Worker {
			return nil, hint.Errorf("the invitation of a user shows the workers, that of the hub's owner shows everything", "%s: want an invitation for a user; %s is one for a worker", called, where)
		}
		ways = append(ways, access)
	}
	return cluster.NewWatch(c.log, ways...), nil
}

// hearing configures how the server listens to the extension.
func (c *call) hearing(w *workspace.Workspace) (problems.Companion, error) {
	port, err := chosen(c, config.CompanionPort, config.Port)
	if err != nil || c.Bool("no-listen") {
		return problems.Companion{}, err
	}
	dir, err := w.Companion()
	if err != nil {
		return problems.Companion{}, &workspace.JudgeError{Err: err}
	}
	layout, err := c.companionLayout()
	return problems.Companion{Dir: dir, Port: port, Layout: layout}, err
}

// browse opens an address in the user's browser without waiting for it.
func (c *call) browse(address string) error {
	words := map[string][]string{
		"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"},
	}[runtime.GOOS]
	if words == nil {
		words = []string{"xdg-open"}
	}
	program, err := c.environment.LookPath(words[0])
	if err != nil {
		return hint.Errorf(words[0]+" is not found", "%w", err)
	}
	command := exec.Command(program, append(words[1:], address)...)
	command.Env = c.environment
	if err := command.Start(); err != nil {
		return hint.Errorf(words[0]+" does not start", "%w", err)
	}
	go func() { _ = command.Wait() }() // the user sees whether it succeeds
	return nil
}
