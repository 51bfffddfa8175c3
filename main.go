// Command grundy is a local online judge.
package main

import (
	"os"

	"grundy/internal/ui/cli"
)

func main() {
	os.Exit(cli.Main())
}
