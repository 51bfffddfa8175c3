// expect: MLE memory=256MiB
// Stacks of goroutines lie in the heap.

package main

import "fmt"

func dive(depth int) int { return 1 + dive(depth+1) }

func main() { fmt.Println(dive(0)) }
