// expect: CE

package main

import (
	_ "example.com/no/such/module"
	_ "grundy/internal/judge/sandbox"
)

func main() {}
