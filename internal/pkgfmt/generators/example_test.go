package generators_test

import (
	"fmt"

	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/icpc"
)

// The first test case of Nim that a generator makes, and how the generator is called.
func ExampleRead() {
	nim, _ := icpc.Load("../../../problems/nim")
	rules, faults := generators.Read(nim)
	c := rules.Commands()[0]
	program, err := rules.Program(*c.Command)
	fmt.Println(c.Name, program.Name, c.Command.Args(c.Seed), len(faults), err)
	// Output: secret/18-random-small generators/heaps.go [random 20 15 18-random-small] 0 <nil>
}
