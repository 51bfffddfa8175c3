package cli

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"
)

func (s *streams) verifyCommand() *cli.Command {
	return &cli.Command{
		Name:      "verify",
		Usage:     "try problem packages on themselves",
		ArgsUsage: "[PROBLEM]...",
		Flags: slices.Concat([]cli.Flag{
			libraryFlag(),
		}, judgeFlags()),
		Action: func(c *cli.Context) error { return fmt.Errorf("x") },
	}
}
