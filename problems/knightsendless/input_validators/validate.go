// Validates the input: the number of cases, and for each the number of knights and their squares. The flags -knights and -largest
// restrict the knights of a case and their rows and columns.
package main

import (
	"flag"
	"os"

	"grundy/checker/testlib"
)

const mostKnights = 100_000 // in all cases together

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		flags := flag.NewFlagSet("validate", flag.ExitOnError)
		most := flags.Int("knights", mostKnights, "how many knights a case may have")
		largest := flags.Int("largest", 1e18, "the largest row and column")
		_ = flags.Parse(os.Args[1:]) // which ends the program if it fails
		cases := in.Int("T", 1, mostKnights)
		in.Newline()
		all := 0
		for range cases {
			knights := in.Int("K", 1, *most)
			if all += knights; all > mostKnights {
				in.Fail("more than %d knights in all cases together", mostKnights)
			}
			in.Newline()
			for range knights {
				in.Int("r", 0, *largest)
				in.Space()
				in.Int("c", 0, *largest)
				in.Newline()
			}
		}
	})
}
