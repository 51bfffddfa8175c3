package problemset_test

import (
	"fmt"

	"grundy/internal/pkgfmt/problemset"
)

func ExampleRead() {
	set := problemset.Read("../../../problems")
	for _, member := range set.Labelled()[:2] {
		fmt.Println(member.Label, member.ID)
	}
	// Output:
	// A bash
	// B compounddag
}
