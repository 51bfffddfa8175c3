package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/internal/base/hint"
	"grundy/internal/cluster"
	"grundy/internal/cluster/bus"
	"grundy/internal/cluster/probe"
	"grundy/internal/job/child"
	"grundy/internal/judge/corelock"
	"grundy/internal/store/cache"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

// workerName is the name of the command, whose judges share the cores of a machine.
const workerName = "worker"

// judgeVerb makes a worker's child judge.
const judgeVerb = "judge"

// probeVerb makes it measure the machine.
const probeVerb = "probe"

func workerCommand() *command {
	return &command{
		do: doWorker,
		Command: cli.Command{
			Name:      workerName,
			Usage:     "run jobs of a hub on this machine",
			ArgsUsage: " ",
			Description: `Takes jobs from a hub, runs them in the sandbox of this machine, and returns the results.

   grundy worker --join lab.json
   grundy worker --join 'tls://nats.example.org?creds=lab.creds' --name lab-7
   grundy worker --join lab.json --jobs 4 --require-isolation cgroup-v2

FILE is an invitation that grundy hub invite --worker made. Workers may come and go at any time:
another worker finishes the jobs that one leaves unfinished.

At the start, a worker measures the speed of its machine, which takes a second. Times are
comparable only between similar machines. Similar machines form a class, named after the first of
them; --class names another one.

For judging, the worker starts a child process (grundy worker judge), so that a crash of the judge
does not end the worker; for measuring it starts another one (grundy worker probe). After Ctrl-C,
it finishes its current jobs for up to 20 s.

Exit code: 0 after Ctrl-C, 2 for mistakes in the command, 3 when the worker cannot judge.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "join", Usage: "connect to a hub: `FILE` is an invitation to it, or the address of NATS servers"},
				&cli.StringFlag{Name: "name", DefaultText: "the name of the machine", Usage: "call the worker `NAME` in verdicts"},
				memberFlag(),
			}, judgeFlags()),
		},
	}
}

// memberFlag assigns a machine to a class.
func memberFlag() cli.Flag {
	return &cli.StringFlag{Name: "class", DefaultText: "measured", Usage: "assign the machine to the class `NAME`"}
}

func doWorker(ctx context.Context, c *call) error {
	if err := c.checkClass(); err != nil {
		return err
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	if c.NArg() == 1 && c.Args().First() == probeVerb {
		return judging(c.probe(ctx, w))
	}
	if c.NArg() == 1 && c.Args().First() == judgeVerb {
		client, err := w.Executor(ctx)
		if err != nil {
			return err
		}
		return judging(child.Serve(c.in, c.out, client.Executor))
	}
	if c.NArg() > 0 {
		return hint.Errorf("grundy worker --help shows examples", "worker: want no arguments, got %q", c.Args().First())
	}
	if !c.IsSet("join") {
		return hint.Errorf("on the hub's machine, grundy hub invite NAME --worker makes one", "worker: name an invitation with --join")
	}
	access, err := c.reach(c.String("join"), bus.Worker)
	if err != nil {
		return fmt.Errorf("--join: %w", err)
	}
	if access.Role == bus.Person {
		return hint.Errorf("grundy hub invite NAME --worker makes one for a worker", "--join: %s is not an invitation for a worker", c.String("join"))
	}
	b, err := bus.Connect(ctx, access, "grundy worker", c.log)
	if err != nil {
		return fmt.Errorf("--join: %w", err)
	}
	defer b.Close()
	return c.work(ctx, w, b)
}

// checkClass explains why --class is not a valid class.
func (c *call) checkClass() error {
	if class := c.String("class"); c.IsSet("class") && !bus.IsClass(class) {
		return hint.Errorf("use letters, digits, - and _", "--class %q: not a valid name of a class", class)
	}
	return nil
}

// work does jobs until ctx ends.
func (c *call) work(ctx context.Context, w *workspace.Workspace, b *bus.Bus) error {
	own, err := os.Executable()
	if err != nil {
		return &workspace.JudgeError{Err: err}
	}
	builder, err := w.Builder()
	if err != nil {
		return err
	}
	name := c.String("name")
	if name == "" {
		name = machine()
	}
	worker := cluster.Worker{
		Bus: b, Cache: w.Cache(), Name: name, Version: version(), Languages: builder.Available(), Log: c.log,
		Class: c.String("class"),
		Probe: func(ctx context.Context, again bool) (probe.Figures, error) {
			return c.figures(ctx, w.Cache(), own, again)
		},
		Ready: func(slots int) {
			c.advise("worker %s runs %s at a time; Ctrl-C ends it", name, terminal.Count(slots, "program"))
		},
		Start: func() (*child.Process, error) {
			words := []string{workerName, judgeVerb}
			for _, flag := range []string{"jobs", "sandbox", "require-isolation"} {
				if c.IsSet(flag) {
					words = append(words, "--"+flag, c.String(flag))
				}
			}
			command := exec.Command(own, words...)
			command.Env, command.Stderr = c.environment, c.err
			return child.Start(command)
		},
	}
	if err := worker.Run(ctx); err != nil {
		return &workspace.JudgeError{Err: err}
	}
	return nil
}

// probe prints how fast the machine is, while no jobs of other workers run on it.
func (c *call) probe(ctx context.Context, w *workspace.Workspace) error {
	share, err := w.Share()
	if err != nil {
		return err
	}
	leave, err := share.Alone(ctx)
	if err != nil {
		return err
	}
	defer leave()
	figures, err := probe.Measure(ctx)
	if err != nil {
		return err
	}
	return json.NewEncoder(c.out).Encode(figures)
}

// figures are the measurements of this machine. All workers on it that begin within an hour share them: a probe
// beside a working worker would measure little of what the machine can do.
func (c *call) figures(ctx context.Context, kept *cache.Cache, own string, again bool) (f probe.Figures, err error) {
	measure := func() ([]byte, error) {
		command := exec.CommandContext(ctx, own, workerName, probeVerb)
		command.Env, command.Stderr = c.environment, c.err
		return command.Output()
	}
	var text []byte
	if again {
		text, err = measure()
	} else {
		hour := c.now().Truncate(time.Hour).Unix()
		var dir string
		dir, err = kept.Make(ctx, cache.NewHash("probe of the machine 1").Text(corelock.Boot()).Text(fmt.Sprint(version(), hour)).Key(), func(dir string) error {
			text, err := measure()
			if err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(dir, figuresFile), text, 0o600)
		})
		if err == nil {
			text, err = os.ReadFile(filepath.Join(dir, figuresFile))
		}
	}
	if err == nil {
		err = json.Unmarshal(text, &f)
	}
	if err != nil {
		return f, fmt.Errorf("measure this machine: %w", err)
	}
	return f, nil
}

// figuresFile is the cache's file with the measurements of a machine.
const figuresFile = "figures.json"
