// Wrong: the numbers do not fit 32 bits.
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
		stones, group := int32(n), int32(k)+1
		if group == 0 || stones%group == 0 {
			fmt.Fprintln(out, "SECOND")
		} else {
			fmt.Fprintln(out, "FIRST")
		}
	}
}
