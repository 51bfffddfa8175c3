// Draws the path.
package main

import (
	"grundy/checker/drawing"
	"grundy/checker/testlib"
)

func main() {
	testlib.DrawCase(func(v *testlib.Visualizer) string {
		return drawing.PathOf(v.Input.Word("path")).Board().File()
	})
}
