package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/practice"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/store/config"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/companion"
)

func listenCommand() *command {
	return &command{
		do: listenForProblems,
		Command: cli.Command{
			Name:  "listen",
			Usage: "receive problems from the browser",
			Description: `Receives problems from the browser extension Competitive Companion: click its plus button on the
page of a problem, and grundy creates a directory for it below solutions/.

   grundy listen
   grundy listen --solutions ~/contests --language python3
   grundy listen --format json

The directory contains the samples, the limits (plain.yaml) and a source made from your
template. The page of a contest becomes a directory of such directories. Existing files are never
overwritten. The extension needs no settings. Only browser extensions and programs on this
machine can connect. If another grundy of yours receives problems already, this one waits and
takes over when that one ends.

Ctrl-C ends it. Exit code: 0 after Ctrl-C, 2 for mistakes in the command, 3 when the judge failed.`,
			Flags: []cli.Flag{
				settingFlag(config.CompanionPort, "listen for the extension on port `N`", "port"),
				settingFlag(config.Solutions, "create the directories below `DIR`"),
				settingFlag(config.CompanionLayout, "name the directories by `LAYOUT`, of {judge}, {contest}, {problem} and {letter}"),
				settingFlag(config.Language, "start sources in the language `CODE`", "l"),
				settingFlag(config.Templates, "look for your own templates in `DIR`"),
				formatFlag("listen"),
				recordFlag(),
			},
		},
	}
}

func listenForProblems(ctx context.Context, c *call) error {
	port, err := chosen(c, config.CompanionPort, config.Port)
	if err != nil {
		return err
	}
	ending, err := c.templateEnding("grundy listen --language python3")
	if err != nil {
		return err
	}
	layout, err := c.companionLayout()
	if err != nil {
		return err
	}
	folder, err := filepath.Abs(c.solutionsFolder())
	if err != nil {
		return err
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	seat, err := c.takeSeat(ctx, w)
	if err != nil || seat == nil {
		return err
	}
	defer func() { _ = seat.Leave() }()
	listener, err := companion.Listen(port)
	if err != nil {
		return err
	}
	defer listener.Close()
	if err := seat.Tell(companion.Owner{Process: os.Getpid(), Command: "grundy listen", Port: listener.Port, Folder: folder}); err != nil {
		return &workspace.JudgeError{Err: err}
	}
	inbox := companion.Inbox{Dir: folder, Source: practice.Starts(w, ending), Layout: layout, Reserved: w.Problems().Has}
	return c.streaming(event.Begin{}, func(out *stream) error {
		out.Event(event.Listening{Port: listener.Port, Directory: folder})
		return c.hear(ctx, listener, &inbox, out)
	})
}

// companionLayout is the layout of directories for problems from the browser, "" for the default.
func (c *call) companionLayout() (string, error) {
	written := c.setting(config.CompanionLayout)
	if written.Text == "" {
		return "", nil
	}
	layout, err := companion.ReadLayout(written.Text)
	if err != nil {
		return "", fmt.Errorf("%s %q: %w", written.Called(), written.Text, err)
	}
	return layout, nil
}

// takeSeat waits until no other process of the user listens to the extension; it returns nil if the user interrupts.
func (c *call) takeSeat(ctx context.Context, w *workspace.Workspace) (*companion.InboxLock, error) {
	dir, err := w.Companion()
	if err != nil {
		return nil, &workspace.JudgeError{Err: err}
	}
	seat, err := companion.Take(ctx, dir, func(o companion.Owner) {
		who := "another grundy"
		if o.Process > 0 {
			who = fmt.Sprintf("%s (process %d, port %d)", o.Command, o.Process, o.Port)
		}
		c.advise("%s already receives problems and puts them into %s\nthis one takes over when that one ends; Ctrl-C ends this one", who, o.Folder)
	})
	switch {
	case ctx.Err() != nil:
		return nil, nil
	case err != nil:
		return nil, &workspace.JudgeError{Err: fmt.Errorf("lock the port of the extension: %w", err)}
	}
	return seat, nil
}

// hear makes directories of the problems that arrive, until the user ends it.
func (c *call) hear(ctx context.Context, listener *companion.Listener, inbox *companion.Inbox, out *stream) error {
	err := listener.Serve(ctx, func(page plain.Page) {
		received, err := inbox.Put(page)
		if err != nil {
			c.complain(err)
			return
		}
		received.Next = "grundy test " + hint.Quote(workspace.ShortPath(received.Source))
		out.Event(received)
	}, func(reason string) { c.log.Warn("refused: " + reason) })
	for _, batch := range inbox.Incomplete() {
		c.log.Warn(fmt.Sprintf("received %d of the %d problems of the contest in %s", batch.Heard, batch.Size, workspace.ShortPath(batch.Contest)))
	}
	if err != nil {
		return &workspace.JudgeError{Err: fmt.Errorf("listen for the extension: %w", err)}
	}
	return nil
}
