package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/cluster"
	"grundy/internal/cluster/bus"
	"grundy/internal/config"
	"grundy/internal/hint"
	"grundy/internal/workspace"
)

// hubMemory is what a hub keeps its own memory below, as far as it can; most of it are jobs that wait.
const hubMemory = 256 << 20

// hubAddress is where a hub listens unless it is told otherwise.
const hubAddress = "127.0.0.1:7118"

func hubCommand() *command {
	return &command{
		do:     doHub,
		memory: hubMemory,
		Command: cli.Command{
			Name:      "hub",
			Usage:     "hand jobs of many people to many machines",
			ArgsUsage: "[invite NAME | revoke NAME]",
			Description: `Runs a hub: it takes jobs from grundy test and grundy verify, keeps them until a worker has
done them, and keeps the results. Alone it is a cluster of one: a worker of this machine is part of
it, and an invitation for yourself, whose path is printed. It listens to this machine alone.

   grundy hub                            a hub and a worker, until Ctrl-C
   grundy hub --join hub.json --no-worker
   grundy hub invite anna -o anna.json   an invitation to hand in jobs
   grundy hub invite lab -o lab.json --worker   one for grundy worker --join
   grundy hub revoke anna                whoever has that invitation is shut out

Jobs, results and keys lie in a folder; a hub that was killed goes on where it was.
Exit code: 0 after Ctrl-C, 2 for mistakes in the command, 3 when the hub failed.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "listen", DefaultText: hubAddress, Usage: "listen at `ADDR`, an address and a port"},
				&cli.StringFlag{Name: "store", DefaultText: "hub in the folder of the history", Usage: "keep everything in `DIR`"},
				&cli.StringFlag{Name: "join", DefaultText: "join.json in the store", Usage: "write your own invitation to `FILE`"},
				switchFlag("no-worker", "let others do the jobs"),
				switchFlag("sync", "have everything on the disk before it counts, for power failures"),
				switchFlag("worker", "invite a worker"),
				&cli.StringFlag{Name: "output", Aliases: []string{"o"}, DefaultText: "NAME.json", Usage: "write the invitation to `FILE`"},
			}, judgeFlags()),
		},
	}
}

func doHub(ctx context.Context, c *call) error {
	verbs := map[string]struct {
		do    func(context.Context, *call, *workspace.Workspace, bus.Options) error
		args  int
		flags []string
	}{
		"":       {runHub, 0, []string{"listen", "join", "no-worker", "sync", "jobs", "sandbox", "require-isolation"}},
		"invite": {invite, 2, []string{"listen", "worker", "output"}},
		"revoke": {revoke, 2, nil},
	}
	name := c.Args().First()
	verb, found := verbs[name]
	if !found {
		return hint.Errorf("grundy hub --help shows them", "hub: want invite or revoke, got %q", name)
	}
	if c.NArg() != verb.args {
		return hint.Errorf("grundy hub --help shows examples", "hub %s: name one member", name)
	}
	for _, flag := range []string{"listen", "join", "no-worker", "sync", "worker", "output", "jobs", "sandbox", "require-isolation"} {
		if c.IsSet(flag) && !slices.Contains(verb.flags, flag) {
			return hint.Errorf("leave it out", "--%s does nothing with hub %s", flag, name)
		}
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	options := bus.Options{Listen: c.String("listen"), Store: c.String("store"), Sync: c.Bool("sync"), Log: c.log}
	if options.Listen == "" {
		options.Listen = hubAddress
	}
	if options.Store == "" {
		if options.Store, err = w.Hub(); err != nil {
			return &workspace.JudgeError{Err: err}
		}
	}
	return verb.do(ctx, c, w, options)
}

// runHub runs a hub until ctx ends.
func runHub(ctx context.Context, c *call, w *workspace.Workspace, options bus.Options) error {
	join := c.String("join")
	if join == "" {
		join = filepath.Join(options.Store, "join.json")
	}
	join, err := filepath.Abs(join)
	if err != nil {
		return err
	}
	hub, err := bus.Serve(ctx, options)
	if err != nil {
		return err
	}
	defer hub.Close()
	access, err := hub.Own(join)
	if err != nil {
		return err
	}
	c.made(join)
	c.advise("the hub is at %s; hand jobs in: grundy test --on %s …", hub.Address(), hint.Quote(join))
	if c.Bool("no-worker") {
		c.advise("Ctrl-C ends it")
		<-ctx.Done()
		return nil
	}
	b, err := hub.Connect(ctx, access, "grundy hub")
	if err != nil {
		return &workspace.JudgeError{Err: err}
	}
	defer b.Close()
	return c.work(ctx, w, b)
}

// invite makes an invitation.
func invite(_ context.Context, c *call, _ *workspace.Workspace, options bus.Options) error {
	name, role := c.Args().Get(1), bus.Person
	if c.Bool("worker") {
		role = bus.Worker
	}
	access, err := options.Invite(name, role)
	if err != nil {
		return err
	}
	file := c.String("output")
	if file == "" {
		file = name + ".json"
	}
	if err := access.Write(file); err != nil {
		return fmt.Errorf("write the invitation: %w", err)
	}
	c.made(file)
	return nil
}

// revoke takes an invitation back.
func revoke(_ context.Context, c *call, _ *workspace.Workspace, options bus.Options) error {
	return options.Revoke(c.Args().Get(1))
}

// onFlag has jobs done by the workers of a hub.
func onFlag() cli.Flag {
	return settingFlag(config.Hub, "have the workers of the hub judge whose invitation is `FILE`")
}

// onHub tells whether the jobs of the call are done by the workers of a hub.
func (c *call) onHub() bool {
	return slices.ContainsFunc(c.Command.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), "on") }) &&
		c.setting(config.Hub).From != config.FromDefault
}

// elsewhere opens what does the jobs of the call, nil when this machine does them.
func (c *call) elsewhere() (func(context.Context, *workspace.Workspace) (workspace.Executor, error), error) {
	if !c.onHub() {
		return nil, nil
	}
	access, err := chosen(c, config.Hub, bus.ReadAccess)
	if err != nil {
		return nil, err
	}
	place := cluster.Place{Version: version(), Log: c.log, Lane: bus.First}
	if c.Command.Name == "verify" {
		place.Lane = bus.Bulk
	}
	if c.Bool("again") {
		place.Epoch = c.now().UTC().Format("20060102T150405.000000000")
	}
	return func(ctx context.Context, w *workspace.Workspace) (workspace.Executor, error) {
		place.Digests = w.Digests()
		client, err := cluster.Connect(ctx, access, place)
		if err != nil {
			return nil, fmt.Errorf("--on: %w", err)
		}
		return client, nil
	}, nil
}

// machine is the name of this one, for people.
func machine() string {
	name, err := os.Hostname()
	if err != nil {
		return "worker"
	}
	return name
}
