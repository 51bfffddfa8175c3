package icpc_test

import (
	"fmt"

	"grundy/internal/pkgfmt/icpc"
)

func ExampleLoad() {
	p, faults := icpc.Load("../../../problems/nim")
	fmt.Println(p.Name(), p.Limits.Time, len(faults.Fatal(false)))
	// Output: Nim 2s 0
}
