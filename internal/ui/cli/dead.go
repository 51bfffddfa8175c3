package cli

import (
	"context"
	"fmt"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/cluster"
	"grundy/internal/cluster/bus"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

// hubDead lists the dead letters.
func hubDead(ctx context.Context, c *call, b *bus.Bus) error {
	dead, err := cluster.DeadLetters(ctx, b)
	if err != nil {
		return err
	}
	if len(dead) == 0 {
		fmt.Fprintln(c.out, "the hub has given up no job")
		return nil
	}
	var rows [][]string
	for _, d := range dead {
		rows = append(rows, []string{d.Short(), d.At.Local().Format("2006-01-02 15:04"), d.Person, d.Problem, d.What, d.Worker, d.Reason})
	}
	c.table([]string{"job", "given up", "person", "problem", "what", "by", "why"}, rows)
	return nil
}

// retry submits dead letters again.
func retry(ctx context.Context, c *call, w *workspace.Workspace, options bus.Options) error {
	if c.Bool("all") == (c.Args().Get(1) != "") {
		return hint.Errorf("grundy hub dead lists them", "hub retry: want the name of a job, or --all")
	}
	return owning(retryChosen)(ctx, c, w, options)
}

func retryChosen(ctx context.Context, c *call, b *bus.Bus) error {
	name := c.Args().Get(1)
	dead, err := cluster.DeadLetters(ctx, b)
	if err != nil {
		return err
	}
	var chosen []cluster.Dead
	for _, d := range dead {
		if strings.HasPrefix(d.ID, name) {
			chosen = append(chosen, d)
		}
	}
	switch {
	case len(chosen) == 0 && !c.Bool("all"):
		return hint.Errorf("grundy hub dead lists them", "hub retry: the hub has given up no job %q", name)
	case len(chosen) > 1 && !c.Bool("all"):
		return hint.Errorf("type more of its name", "hub retry: %d jobs begin with %q", len(chosen), name)
	}
	for _, d := range chosen {
		if err := d.Retry(ctx, b); err != nil {
			return err
		}
	}
	c.advise("queued again: %s", terminal.Count(len(chosen), "job"))
	return nil
}
