package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/base/hint"
	"grundy/internal/base/listen"
	"grundy/internal/cluster"
	"grundy/internal/cluster/bus"
	"grundy/internal/store/config"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

// hubMemory is the soft bound of a hub's own memory, most of which holds waiting jobs.
const hubMemory = 256 << 20

// hubAddress is where a hub listens by default.
const hubAddress = "127.0.0.1:7118"

func hubCommand() *command {
	return &command{
		do:     doHub,
		memory: hubMemory,
		Command: cli.Command{
			Name:      "hub",
			Usage:     "run a hub, which hands jobs of many users to many machines",
			ArgsUsage: "[status | drain WORKER | dead | retry JOB | invite NAME | revoke NAME | setup ADDRESS | oversee | gate ADDRESS | rights NAME]",
			Description: `Runs a hub: it takes jobs from grundy test, verify, limits, stress and mutate, keeps them until
a worker has done them, and keeps the results.

   grundy hub                            run a hub and a worker until Ctrl-C
   grundy hub --join hub.json --no-worker
   grundy hub --listen 0.0.0.0:7118 --public-host judge.example.org
   grundy hub invite anna -o anna.json   invite a user, who may then submit jobs
   grundy hub invite anna --quota 200,2GiB   at most 200 unfinished jobs and 2 GiB of packages
   grundy hub invite lab -o lab.json --worker   invite a worker: grundy worker --join lab.json
   grundy hub status                     show the workers and the queues
   grundy hub status --watch             the same, live
   grundy hub --metrics 9118 --audit jobs.ndjson
   grundy hub drain lab-7                let a worker finish its jobs and end
   grundy hub dead                       list the jobs that the hub gave up after losing three workers
   grundy hub retry 3f2a9c1b8d0e         run one of them again; --all runs all of them
   grundy hub revoke anna                revoke an invitation

Without a subcommand, the hub includes a worker on this machine and an invitation for you, whose
path it prints. It listens on this machine alone unless --listen names a network address; all
traffic there is encrypted.

NATS servers with JetStream can replace grundy hub. An account that may create streams there sets
them up; everywhere else, the address takes the place of an invitation.

   grundy hub setup 'tls://a.example.org,b.example.org,c.example.org?creds=owner.creds' --replicas 3
   grundy hub rights anna                list the permissions that anna needs; --worker for a worker
   grundy hub status --join 'tls://a.example.org?creds=owner.creds'
   grundy hub oversee --join 'tls://a.example.org?creds=owner.creds' --metrics 9118
   grundy hub gate 'tls://a.example.org,b.example.org?ca=ca.pem' --listen 0.0.0.0:7118 --tls CERT,KEY

The hub keeps jobs, results and keys in a directory. After a crash it continues where it was.
Exit code: 0 after Ctrl-C, 2 for mistakes in the command, 3 when the hub failed.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "listen", DefaultText: hubAddress, Usage: "listen on `ADDR`, an address and a port"},
				&cli.StringFlag{Name: "public-host", DefaultText: "the address, or the machine's name", Usage: "have members reach the hub at `NAME`, which invitations contain"},
				&cli.StringFlag{Name: "tls", DefaultText: "made by the hub", Usage: "use the TLS certificate and key in the files `CERT,KEY`"},
				&cli.StringFlag{Name: "store", DefaultText: "hub, in the directory of the history", Usage: "keep everything in `DIR`"},
				&cli.StringFlag{Name: "join", DefaultText: "join.json in the store", Usage: "write your own invitation to `FILE`; with a subcommand, connect with it"},
				switchFlag("no-worker", "run no worker in the hub"),
				memberFlag(),
				switchFlag("sync", "sync every write to the disk, so that a power failure loses nothing"),
				&cli.StringFlag{Name: "metrics", Usage: "serve metrics for Prometheus at `ADDR`; a port alone is served on this machine only"},
				&cli.StringFlag{Name: "audit", Usage: "append a line of JSON to `FILE` for each finished job"},
				switchFlag("watch", "show the status live"),
				switchFlag("worker", "invite a worker"),
				&cli.StringFlag{Name: "quota", DefaultText: "unlimited", Usage: "allow the invited user `JOBS,SIZE`: a number of unfinished jobs and a total size of packages"},
				switchFlag("all", "retry every job that the hub gave up"),
				&cli.IntFlag{Name: "replicas", DefaultText: "unchanged, or 1", Usage: "keep everything on `N` of the NATS servers"},
				&cli.StringFlag{Name: "output", Aliases: []string{"o"}, DefaultText: "NAME.json", Usage: "write the invitation to `FILE`"},
			}, judgeFlags()),
		},
	}
}

func doHub(ctx context.Context, c *call) error {
	verbs := map[string]struct {
		do    func(context.Context, *call, *workspace.Workspace, bus.Options) error
		args  []int // how many, including the verb
		flags []string
	}{
		"":        {runHub, []int{0}, []string{"listen", "public-host", "tls", "join", "no-worker", "class", "sync", "metrics", "audit", "jobs", "sandbox", "require-isolation"}},
		"status":  {owning(hubStatus), []int{1}, []string{"join", "watch"}},
		"drain":   {owning(drain), []int{2}, []string{"join"}},
		"setup":   {setUp, []int{2}, []string{"replicas"}},
		"oversee": {oversee, []int{1}, []string{"join", "metrics", "audit"}},
		"gate":    {standGate, []int{2}, []string{"listen", "public-host", "tls"}},
		"rights":  {rights, []int{2}, []string{"worker"}},
		"dead":    {owning(hubDead), []int{1}, []string{"join"}},
		"retry":   {retry, []int{1, 2}, []string{"join", "all"}},
		"invite":  {invite, []int{2}, []string{"worker", "quota", "output"}},
		"revoke":  {revoke, []int{2}, nil},
	}
	if err := c.checkClass(); err != nil {
		return err
	}
	name := c.Args().First()
	verb, found := verbs[name]
	if !found {
		return hint.Errorf("grundy hub --help lists them", "hub: want status, drain, dead, retry, invite, revoke, setup, oversee, gate or rights, got %q", name)
	}
	if !slices.Contains(verb.args, c.NArg()) {
		return hint.Errorf("grundy hub --help shows examples", "hub %s: want %s, got %d", name, terminal.Count(max(0, verb.args[len(verb.args)-1]-1), "name"), max(0, c.NArg()-1))
	}
	for _, flag := range []string{"listen", "public-host", "tls", "join", "no-worker", "class", "sync", "metrics", "audit", "watch", "worker", "quota", "all", "replicas", "output", "jobs", "sandbox", "require-isolation"} {
		if c.IsSet(flag) && !slices.Contains(verb.flags, flag) {
			return hint.Errorf("leave it out", "--%s has no effect with hub %s", flag, name)
		}
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	options := bus.Options{Listen: c.String("listen"), Host: c.String("public-host"), Store: c.String("store"), Sync: c.Bool("sync"), Log: c.log}
	if options.Listen == "" {
		options.Listen = hubAddress
	}
	if options.Certificate, options.Key, err = listen.SplitFiles(c.String("tls")); err != nil {
		return err
	}
	if options.Store == "" {
		if options.Store, err = w.Hub(); err != nil {
			return &workspace.JudgeError{Err: err}
		}
	}
	return verb.do(ctx, c, w, options)
}

// ownInvitation is the file with the invitation of the hub's owner.
func (c *call) ownInvitation(options bus.Options) string {
	return cmp.Or(c.String("join"), filepath.Join(options.Store, "join.json"))
}

// runHub runs a hub until ctx ends.
func runHub(ctx context.Context, c *call, w *workspace.Workspace, options bus.Options) error {
	if bus.IsAddress(c.String("join")) {
		return hint.Errorf("grundy hub setup ADDRESS turns NATS servers into a hub", "hub: --join wants a file")
	}
	join, err := filepath.Abs(c.ownInvitation(options))
	if err != nil {
		return err
	}
	hub, err := bus.Serve(ctx, options)
	if err != nil {
		return err
	}
	defer hub.Close()
	access, err := hub.Own(ctx, join)
	if err != nil {
		return err
	}
	c.made(join)
	c.advise("the hub is at %s; submit jobs with: grundy test --on %s …", hub.Address(), hint.Quote(join))
	b, err := hub.Connect(ctx, access, "grundy hub")
	if err != nil {
		return &workspace.JudgeError{Err: err}
	}
	defer b.Close()
	return c.overseeing(ctx, b, func(ctx context.Context) error {
		if !c.Bool("no-worker") {
			return c.work(ctx, w, b)
		}
		return c.untilEnded(ctx)
	})
}

// owned connects the owner of a hub to it, or the administrator of other NATS servers to those.
func (c *call) owned(ctx context.Context, options bus.Options) (*bus.Bus, error) {
	access, err := c.reach(c.ownInvitation(options), bus.Owner)
	if err != nil {
		return nil, fmt.Errorf("--join: %w", err)
	}
	if access.Role != bus.Owner {
		return nil, hint.Errorf("it is the file that grundy hub printed", "--join: want the invitation of the hub's owner, got that of %s", access.Name)
	}
	return bus.Connect(ctx, access, "grundy hub", c.log)
}

// reach reads how to connect to a hub, and warns if every user of this machine can read the key.
func (c *call) reach(where string, role bus.Role) (bus.Access, error) {
	access, err := bus.Reach(where, role)
	if err != nil {
		return access, err
	}
	c.warnReadable(where, "the key of "+access.Name)
	return access, nil
}

// warnReadable warns if every user of this machine can read a file with secrets.
func (c *call) warnReadable(file, secret string) {
	if info, absent := os.Stat(file); absent == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o004 != 0 {
		c.log.Warn("every user of this machine can read "+secret, "remedy", "chmod o= "+hint.Quote(file))
	}
}

// owning wraps an action that needs the connection of owned.
func owning(do func(context.Context, *call, *bus.Bus) error) func(context.Context, *call, *workspace.Workspace, bus.Options) error {
	return func(ctx context.Context, c *call, _ *workspace.Workspace, options bus.Options) error {
		b, err := c.owned(ctx, options)
		if err != nil {
			return err
		}
		defer b.Close()
		return do(ctx, c, b)
	}
}

// drain tells a worker to finish its jobs and end.
func drain(ctx context.Context, c *call, b *bus.Bus) error {
	name := c.Args().Get(1)
	workers, err := cluster.Workers(ctx, b)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(workers, func(w cluster.Announcement) bool { return w.Name == name }) {
		return hint.Errorf("grundy hub status lists them", "drain: the hub has no worker %q", name)
	}
	return b.Drain(name)
}

// invite makes an invitation.
func invite(_ context.Context, c *call, _ *workspace.Workspace, options bus.Options) error {
	name, role := c.Args().Get(1), bus.Person
	if c.Bool("worker") {
		role = bus.Worker
	}
	quota, err := readQuota(c.String("quota"))
	if err != nil {
		return err
	}
	if role == bus.Worker && c.IsSet("quota") {
		return hint.Errorf("leave it out", "--quota has no effect for a worker")
	}
	access, err := options.Invite(name, role, quota)
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

// readQuota reads a user's quota; empty text means no bounds.
func readQuota(text string) (q bus.Quota, err error) {
	if text == "" {
		return q, nil
	}
	jobs, size, _ := strings.Cut(text, ",")
	q.Jobs, err = config.Count(jobs)
	bytes, faulty := config.Size(size)
	if q.Bytes = int64(bytes); err != nil || faulty != nil {
		return q, hint.Errorf("write for example --quota 200,2GiB", "--quota %q: want a number of jobs and a size of packages", text)
	}
	return q, nil
}

// revoke revokes an invitation.
func revoke(_ context.Context, c *call, _ *workspace.Workspace, options bus.Options) error {
	return options.Revoke(c.Args().Get(1))
}

// setUp turns servers that others run into a hub.
func setUp(ctx context.Context, c *call, _ *workspace.Workspace, _ bus.Options) error {
	where, replicas := c.Args().Get(1), c.Int("replicas")
	if !bus.IsAddress(where) {
		return hint.Errorf("it begins with tls://", "hub setup: want the address of NATS servers, got %q", where)
	}
	if c.IsSet("replicas") && (replicas < 1 || replicas > 5) {
		return hint.Errorf("3 is usual", "--replicas: want 1 to 5, got %d", replicas)
	}
	access, err := bus.Reach(where, bus.Owner)
	if err != nil {
		return fmt.Errorf("hub setup: %w", err)
	}
	if err := bus.Setup(ctx, access, replicas, c.log); err != nil {
		return fmt.Errorf("hub setup: %w", err)
	}
	c.advise("%s is a hub; start workers with: grundy worker --join ADDRESS", access.Address)
	return nil
}

// standGate admits members to servers that others run, until ctx ends.
func standGate(ctx context.Context, c *call, _ *workspace.Workspace, options bus.Options) error {
	gate, err := bus.ServeGate(options, c.Args().Get(1))
	if err != nil {
		return fmt.Errorf("hub gate: %w", err)
	}
	defer gate.Close()
	c.advise("the gate is at %s; give users that address instead of the servers'", gate.Address())
	return c.untilEnded(ctx)
}

// rights prints the permissions that a member needs on servers that others run.
func rights(_ context.Context, c *call, _ *workspace.Workspace, _ bus.Options) error {
	role := bus.Person
	if c.Bool("worker") {
		role = bus.Worker
	}
	text, err := bus.Rights(c.Args().Get(1), role)
	if err != nil {
		return fmt.Errorf("hub rights: %w", err)
	}
	fmt.Fprint(c.out, text)
	return nil
}

// onFlag hands jobs to the workers of a hub.
func onFlag() cli.Flag {
	return settingFlag(config.Hub, "let the workers of a hub judge: `FILE` is an invitation to it, or the address of NATS servers")
}

// classFlag names the class of machines whose times count.
func classFlag() cli.Flag {
	return &cli.StringFlag{Name: "class", DefaultText: "the one with the most slots", Usage: "with --on, measure times on machines of the class `NAME`"}
}

// onHub reports whether the workers of a hub do the jobs of the call.
func (c *call) onHub() bool {
	return c.has("on") && c.setting(config.Hub).From != config.FromDefault
}

// has reports whether the command has a flag.
func (c *call) has(name string) bool {
	return slices.ContainsFunc(c.Command.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) })
}

// elsewhere returns what opens the executor of the call's jobs, nil if this machine does them.
func (c *call) elsewhere() (func(context.Context, *workspace.Workspace) (workspace.Executor, error), error) {
	if !c.onHub() {
		if c.has("on") && c.IsSet("class") {
			return nil, hint.Errorf("name a hub: --on FILE", "--class %s: this machine belongs to no class", c.String("class"))
		}
		return nil, nil
	}
	if err := c.checkClass(); err != nil {
		return nil, err
	}
	setting := c.setting(config.Hub)
	access, err := c.reach(setting.Text, bus.Person)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", setting.Called(), err) // omits the value, which may contain a password
	}
	if access.Role == bus.Worker {
		return nil, hint.Errorf("grundy hub invite NAME makes one for a user", "%s: want an invitation for a user, got one for a worker", setting.Called())
	}
	place := cluster.ClientConfig{Version: version(), Class: c.String("class"), Log: c.log, Bulk: slices.Contains([]string{"verify", "mutate", "generate"}, c.Command.Name)}
	if c.Bool("fresh") || c.Command.Name == "limits" {
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

// machine is the name of this machine for users.
func machine() string {
	name, err := os.Hostname()
	if err != nil {
		return "worker"
	}
	return name
}
