package cli

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/cluster"
	"grundy/internal/cluster/bus"
	"grundy/internal/hint"
	"grundy/internal/job/child"
	"grundy/internal/terminal"
	"grundy/internal/workspace"
)

// judgeVerb has a worker's child judge.
const judgeVerb = "judge"

func workerCommand() *command {
	return &command{
		do: doWorker,
		Command: cli.Command{
			Name:      "worker",
			Usage:     "do jobs of a hub",
			ArgsUsage: " ",
			Description: `Takes jobs from a hub, does them in the sandbox of this machine, and hands the results over.
FILE is an invitation that grundy hub invite --worker made. Any number of workers may come and
go: what one of them does not finish another does.

   grundy worker --join lab.json
   grundy worker --join 'tls://nats.example.org?creds=lab.creds' --name lab-7
   grundy worker --join lab.json --jobs 4 --require-isolation cgroup-v2

It starts itself once more (grundy worker judge) to judge, so that nothing that a program does to
the judge ends the worker. Ctrl-C lets it finish what it has, for 20 s.
Exit code: 0 after Ctrl-C, 2 for mistakes in the command, 3 when it cannot judge.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "join", Usage: "reach the hub by the invitation `FILE`, or the address of NATS servers"},
				&cli.StringFlag{Name: "name", DefaultText: "that of the machine", Usage: "call the worker `NAME` in verdicts"},
			}, judgeFlags()),
		},
	}
}

func doWorker(ctx context.Context, c *call) error {
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
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
		return hint.Errorf("grundy hub invite NAME --worker makes one, on the machine of the hub", "worker: name an invitation by --join")
	}
	access, err := bus.Reach(c.String("join"), bus.Worker)
	if err != nil {
		return fmt.Errorf("--join: %w", err)
	}
	if access.Role == bus.Person {
		return hint.Errorf("grundy hub invite NAME --worker makes one that is", "--join: %s is no invitation for a worker", c.String("join"))
	}
	b, err := bus.Connect(ctx, access, "grundy worker", c.log)
	if err != nil {
		return fmt.Errorf("--join: %w", err)
	}
	defer b.Close()
	return c.work(ctx, w, b)
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
		Ready: func(slots int) {
			c.advise("the worker %s runs %s at a time; Ctrl-C ends it", name, terminal.Count(slots, "program"))
		},
		Start: func() (*child.Process, error) {
			words := []string{"worker", judgeVerb}
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
