// Counts its calls, of which it knows none but the present one, and the words of its input.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
)

var (
	in    = bufio.NewScanner(os.Stdin)
	calls int
	seen  = map[string]bool{}
	pairs [2]int
	a, b  = 0, []int{}
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "crash" {
		fmt.Println(b[len(os.Args)])
	}
	calls++
	in.Split(bufio.ScanWords)
	for in.Scan() {
		seen[in.Text()] = true
		pairs[0]++
		a++
		b = append(b, 1)
	}
	if pairs[0] != len(seen) || a != len(b) || a != pairs[0] {
		panic("left over")
	}
	fmt.Printf("%d call, %d words\n", calls, len(seen))
	if len(os.Args) > 1 {
		fmt.Fprintln(os.Stderr, "as told")
		code, _ := strconv.Atoi(os.Args[1])
		os.Exit(code)
	}
}
