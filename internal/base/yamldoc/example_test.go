package yamldoc_test

import (
	"fmt"

	"grundy/internal/base/yamldoc"
)

// Every fault has its line, also that of a misspelt key.
func ExampleParse() {
	text := "name: Nim\nlimits:\n  time_limit: 2\nlicence: MIT\n"
	root, ok := yamldoc.Parse("problem.yaml", []byte(text), func(fault yamldoc.Fault) { fmt.Println(fault) })
	m, isMapping := root.Mapping()
	if !ok || !isMapping {
		return
	}
	var name, license string
	m.Text("name", &name)
	m.Text("license", &license)
	if limits, found := m.Take("limits"); found {
		fmt.Println("limits in line", limits.Line())
	}
	m.Finish(nil) // reports the keys that were not taken
	fmt.Println("name:", name)
	// Output:
	// limits in line 3
	// problem.yaml:4: unknown key licence
	// name: Nim
}
