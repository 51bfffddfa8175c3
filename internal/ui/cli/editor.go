package cli

import (
	"context"

	"github.com/urfave/cli/v2"

	"grundy/internal/ui/editor"
	"grundy/internal/ui/terminal"
)

// editorMemory is the soft bound of the memory of an editor's process, which lives as long as the editor.
const editorMemory = 24 << 20

func editorCommand() *command {
	return &command{
		do:     serveEditor,
		memory: editorMemory,
		Command: cli.Command{
			Name:  "editor",
			Usage: "serve an editor as a language server",
			Description: `Serves an editor through standard input and output: the Language Server Protocol for errors in the
source, code lenses and actions ("run 21 tests", "why?"), and requests of its own for panels with
the problem, its tests and their results. The editor starts this command; you need not.

   grundy editor

docs/editors.md shows how to set up VS Code, Neovim, Vim, Emacs, Helix, Kakoune and Zed.

Exit code: 0 when the editor ended the session, 3 when it ended without saying so or the judge failed.`,
			Flags: append([]cli.Flag{keepFlag(), libraryFlag(), onFlag()}, judgeFlags()...),
		},
	}
}

func serveEditor(ctx context.Context, c *call) error {
	if terminal.Is(c.in) {
		c.advise("an editor starts this command and talks with it: docs/editors.md; Ctrl-D ends it")
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	return judging(editor.Serve(ctx, editor.Config{Workspace: w, Version: version(), Log: c.log}, c.in, c.out.File))
}
