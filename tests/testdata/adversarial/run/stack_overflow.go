// expect: MLE|RTE memory=64MiB

package main

func dive(n int) int {
	if n < 0 {
		return 0
	}
	return dive(n+1) + 1
}

func main() { println(dive(0)) }
