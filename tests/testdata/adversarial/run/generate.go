// expect: AC
// What go generate would do is not done.

//go:generate touch generated

package main

import (
	"fmt"
	"os"
)

func main() {
	if _, err := os.Stat("generated"); err == nil {
		fmt.Println("generated")
		return
	}
	fmt.Println(585987)
}
