package laboratory_test

import (
	"fmt"

	"grundy/internal/games/laboratory"
	"grundy/internal/pkgfmt/problem"
)

// The grid of Nim with three heaps, of which the third has two stones, and a conjecture about it.
func ExampleGrid() {
	lab, err := laboratory.Read(&problem.Problem{ID: "nim", Dir: "../../../problems/nim"})
	if err != nil {
		fmt.Println(err)
		return
	}
	grid, err := lab.Grid(map[string]string{"c": "2"})
	if err != nil {
		fmt.Println(err)
		return
	}
	claim, err := grid.Claim("lost when a xor b == c")
	if err != nil {
		fmt.Println(err)
		return
	}
	cells, err := grid.Cells()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, cell := range cells[:3] {
		input, _ := grid.Input([]laboratory.Cell{cell})
		predicted, err := claim.Predict(cell)
		fmt.Printf("%s: %q, lost: %t %v\n", grid.Place(cell), input, predicted.Holds("SECOND"), err)
	}
	// Output:
	// a = 0, b = 0, c = 2: "3\n0 0 2\n", lost: false <nil>
	// a = 1, b = 0, c = 2: "3\n1 0 2\n", lost: false <nil>
	// a = 2, b = 0, c = 2: "3\n2 0 2\n", lost: true <nil>
}
