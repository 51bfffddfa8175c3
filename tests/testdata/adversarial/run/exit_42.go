// expect: RTE exit=42

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Println(585987)
	os.Exit(42)
}
