package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/base/hint"
	"grundy/internal/store/workspace"
)

// completions are the completion scripts by shell. They ask the program itself, since urfave/cli answers
// --generate-bash-completion.
var completions = map[string]string{
	"bash": `_grundy() {
  local current="${COMP_WORDS[COMP_CWORD]}" words
  words=$("${COMP_WORDS[@]:0:$COMP_CWORD}" --generate-bash-completion 2>/dev/null)
  COMPREPLY=($(compgen -f -W "$words" -- "$current"))
}
complete -o filenames -o bashdefault -F _grundy grundy
`,
	"zsh": `#compdef grundy
_grundy() {
  local -a words
  words=("${(@f)$(${words[@]:0:$#words-1} --generate-bash-completion 2>/dev/null)}")
  _describe 'grundy' words
  _files
}
compdef _grundy grundy
`,
}

func completionCommand() *command {
	return &command{
		do: printCompletion,
		Command: cli.Command{
			Name:      "completion",
			Usage:     "print a script that completes commands in your shell",
			ArgsUsage: "bash|zsh|fish",
			Description: `   source <(grundy completion bash)
   grundy completion fish > ~/.config/fish/completions/grundy.fish`,
		},
	}
}

func printCompletion(_ context.Context, c *call) error {
	shell := c.Args().First()
	if shell == "fish" {
		script, err := c.App.ToFishCompletion()
		if err != nil {
			return &workspace.JudgeError{Err: err}
		}
		fmt.Fprint(c.out, script)
		return nil
	}
	script, found := completions[shell]
	if !found {
		return hint.Errorf("grundy completion bash", "completion: want bash, zsh or fish, got %q", shell)
	}
	fmt.Fprint(c.out, script)
	return nil
}

// completeProblems completes an argument that names a problem.
func completeProblems(c *call) {
	w, err := c.open()
	if err != nil {
		return
	}
	defer w.Close()
	if ids, err := w.Problems().IDs(); err == nil {
		fmt.Fprintln(c.out, strings.Join(ids, "\n"))
	}
}

func manCommand() *command {
	return &command{
		do: printManual,
		Command: cli.Command{
			Name:        "man",
			Usage:       "print the manual page",
			Description: "   grundy man | man -l -",
		},
	}
}

func printManual(_ context.Context, c *call) error {
	fmt.Fprint(c.out, manualOf(c.App))
	return nil
}
