package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"grundy/internal/cluster"
	"grundy/internal/cluster/bus"
	"grundy/internal/ui/terminal"
)

// statusTime is the interval between updates of a watched status.
const statusTime = 2 * time.Second

// hubStatus shows the workers and the number of waiting jobs.
func hubStatus(ctx context.Context, c *call, b *bus.Bus) error {
	if c.Bool("watch") {
		return c.watchStatus(ctx, b)
	}
	o, err := cluster.Look(ctx, b)
	if err != nil {
		return err
	}
	fmt.Fprint(c.out, statusText(o))
	return nil
}

// watchStatus shows the status until ctx ends: in place on a terminal, elsewhere as a new line each time.
func (c *call) watchStatus(ctx context.Context, b *bus.Bus) error {
	live := c.screen(c.out.File).Live
	for {
		o, err := cluster.Look(ctx, b)
		now := c.now().Format(time.TimeOnly)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			c.log.Warn("the status is unknown at present", "reason", err)
		case live:
			fmt.Fprintf(c.out, "%s%sat %s; Ctrl-C ends it\n", terminal.ClearScreen, statusText(o), now)
		default:
			fmt.Fprintf(c.out, "%s  %s · %s · %d waiting · %d running · %d given up\n", now,
				terminal.Count(len(o.Workers), "worker"), terminal.Count(o.Slots(), "slot"), o.Waiting(), o.Running(), o.Dead())
		}
		select {
		case <-time.After(statusTime):
		case <-ctx.Done():
			return nil
		}
	}
}

// statusText is the status of a hub as lines.
func statusText(o cluster.Overview) string {
	var text strings.Builder
	for _, w := range o.Workers {
		fmt.Fprintf(&text, "worker   %s · %s · %s · class %s · grundy %s\n", terminal.Line(w.Name), terminal.Count(w.Slots, "slot"),
			terminal.Count(w.Running, "job"), terminal.Line(w.Class), terminal.Line(w.Version))
		if w.Figures.Known() {
			fmt.Fprintf(&text, "         %s\n", w.Figures)
		}
		if slower := w.Slower.String(); slower != "" {
			fmt.Fprintf(&text, "         %s\n", terminal.Line(slower))
		}
	}
	if len(o.Workers) == 0 {
		text.WriteString("worker   none; grundy worker --join FILE starts one\n")
	}
	for _, q := range o.Queues {
		fmt.Fprintf(&text, "lane %s  %d waiting · %d running\n", q.Lane, q.Waiting, q.Running)
	}
	if dead := o.Dead(); dead > 0 {
		fmt.Fprintf(&text, "dead     %s given up: grundy hub dead\n", terminal.Count(dead, "job"))
	}
	if parts := o.Store(); len(parts) > 0 {
		fmt.Fprintf(&text, "store    %s\n", strings.Join(parts, " · "))
	}
	return text.String()
}
