// expect: CE quick

package main

import (
	_ "embed"
	"fmt"
)

//go:embed /etc/shadow
var shadow string

//go:embed @ANSWER@
var answer string

//go:embed ../../1.ans
var above string

func main() { fmt.Print(shadow, answer, above) }
