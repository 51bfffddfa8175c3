package hint_test

import (
	"fmt"

	"grundy/internal/base/hint"
)

func ExampleErrorf() {
	err := fmt.Errorf("open the workspace: %w", hint.Errorf("grundy list shows the problems", "no problem %q", "nym"))
	fmt.Println(err)
	fmt.Println("hint:", hint.Of(err))
	// Output:
	// open the workspace: no problem "nym"
	// hint: grundy list shows the problems
}
