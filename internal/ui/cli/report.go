package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"

	"github.com/urfave/cli/v2"

	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/ui/report"
)

func reportCommand() *command {
	return &command{
		do: reportRun,
		Command: cli.Command{
			Name:      "report",
			Usage:     "print a recorded run again",
			ArgsUsage: "FILE|-|RUN",
			Description: `Reads a stream of events, as grundy test --record or grundy test --format json writes it, and
prints what the run printed, in any format of its command.

   grundy test a.cpp --record run.json
   grundy report run.json
   grundy report --format junit run.json > junit.xml
   grundy report 17

FILE may be - for standard input. A number is the number of a run in grundy history; ./17 is a
file.

Exit code: that of the run; 2 when the file is not a stream of events or is incomplete.`,
			Flags: []cli.Flag{formatFlag("test")},
		},
	}
}

func reportRun(ctx context.Context, c *call) error {
	if c.NArg() != 1 {
		return hint.Errorf("grundy test a.cpp --record run.json writes one", "report: name the file of one recorded run")
	}
	name, in := c.Args().First(), io.Reader(c.in)
	if id, err := strconv.ParseInt(name, 10, 64); err == nil {
		return reportKept(ctx, c, id)
	}
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	events := event.NewDecoder(in)
	begin, err := readBegin(events, name)
	if err != nil {
		return err
	}
	if err := report.CheckFormat(begin.Command, c.String("format")); err != nil {
		return err
	}
	screen := c.screen(c.out.File)
	screen.Live = false // no program is running
	out := event.Tee{report.New(c.String("format"), c.out, screen), c.warnings.notices}
	out.Event(begin)
	end, err := copyEvents(ctx, events, out)
	if closeErr := out.Close(); closeErr != nil {
		return printing(closeErr)
	}
	if err != nil {
		return hint.Errorf("the report shows the recorded part", "%s: %w", name, err)
	}
	if end.Error != "" {
		c.complain(hint.With(end.Hint, errors.New(end.Error)))
	}
	return outcomeOf(end.ExitCode)
}

// reportKept prints a run of the history.
func reportKept(ctx context.Context, c *call, id int64) error {
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	kept, err := w.History().Stream(ctx, id)
	if err != nil {
		return err
	}
	screen := c.screen(c.out.File)
	screen.Live = false // no program is running
	format := c.String("format")
	if err := report.CheckFormat("test", format); err != nil {
		return err
	}
	out := report.New(format, c.out, screen)
	end := event.End{}
	for events := event.NewDecoder(kept); err == nil; {
		var e event.Event
		if e, err = events.Decode(); err == nil {
			out.Event(e)
		}
		if done, ok := e.(event.Done); ok {
			end.ExitCode = exitOf(done)
		}
	}
	if errors.Is(err, io.EOF) { // a run of the history ends with its verdict
		out.Event(end)
		err = nil
	}
	if closeErr := out.Close(); closeErr != nil {
		return printing(closeErr)
	}
	if err != nil {
		return err
	}
	return outcomeOf(end.ExitCode)
}

// readBegin reads the first event of a stream.
func readBegin(events *event.Decoder, name string) (event.Begin, error) {
	first, err := events.Decode()
	begin, ok := first.(event.Begin)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return begin, hint.Errorf("--record FILE writes a readable one", "%s: %w", name, err)
	case !ok || report.Formats(begin.Command) == nil:
		return begin, hint.Errorf("--record FILE writes one", "%s: not a stream of events", name)
	}
	return begin, nil
}

// errCut reports the incomplete stream of a killed run.
var errCut = errors.New("the run was killed; the rest is missing")

// copyEvents forwards the events up to the End, which it returns.
func copyEvents(ctx context.Context, events *event.Decoder, out event.Sink) (event.End, error) {
	for ctx.Err() == nil {
		e, err := events.Decode()
		if errors.Is(err, io.EOF) || errors.Is(err, event.ErrCut) {
			return event.End{}, errCut
		}
		if err != nil {
			return event.End{}, err
		}
		out.Event(e)
		if end, ok := e.(event.End); ok {
			return end, nil
		}
	}
	return event.End{}, context.Cause(ctx)
}
