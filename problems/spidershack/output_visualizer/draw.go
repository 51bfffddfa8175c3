// Draws the path that was found.
package main

import (
	"grundy/checker/drawing"
	"grundy/checker/testlib"
)

func main() {
	testlib.DrawOutput(func(v *testlib.Visualizer) string {
		return drawing.PathOf(v.Output.Word("path")).Board().File()
	})
}
