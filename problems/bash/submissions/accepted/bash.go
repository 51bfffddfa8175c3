// A multiple of k+1 is lost: every move is completed to k+1 stones. O(1) a game.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var games int
	fmt.Fscan(in, &games)
	for range games {
		var n, k int64
		fmt.Fscan(in, &n, &k)
		if n%(k+1) == 0 {
			fmt.Fprintln(out, "SECOND")
		} else {
			fmt.Fprintln(out, "FIRST")
		}
	}
}
