package cli

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

// completions are the scripts by shell. They ask the program itself, as urfave/cli answers --generate-bash-completion.
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

func (s *streams) completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print a script that completes commands in a shell",
		ArgsUsage: "bash|zsh|fish",
		Description: `   source <(grundy completion bash)
   grundy completion fish > ~/.config/fish/completions/grundy.fish`,
		Action: func(c *cli.Context) error {
			shell := c.Args().First()
			if shell == "fish" {
				script, err := c.App.ToFishCompletion()
				if err != nil {
					return &judgeFailure{err}
				}
				fmt.Fprint(s.out, script)
				return nil
			}
			script, found := completions[shell]
			if !found {
				return usageErrorf("grundy completion bash", "completion: want bash, zsh or fish, got %q", shell)
			}
			fmt.Fprint(s.out, script)
			return nil
		},
	}
}

// completeProblems answers what shells ask about an argument that is a problem.
func (s *streams) completeProblems(c *cli.Context) {
	lib, err := s.library(c)
	if err != nil {
		return
	}
	if ids, err := lib.ids(); err == nil {
		fmt.Fprintln(s.out, strings.Join(ids, "\n"))
	}
}

func (s *streams) manCommand() *cli.Command {
	return &cli.Command{
		Name:        "man",
		Usage:       "print the manual page",
		Description: "   grundy man | man -l -",
		Action: func(c *cli.Context) error {
			fmt.Fprint(s.out, manualOf(c.App))
			return nil
		},
	}
}

func joined(words []string) string { return strings.Join(words, " ") }
