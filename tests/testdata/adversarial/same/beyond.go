// expect: MLE memory=64MiB

package main

import "fmt"

func main() {
	var hoard [][]byte
	for range 256 {
		piece := make([]byte, 1<<20)
		for i := range piece {
			piece[i] = 1
		}
		hoard = append(hoard, piece)
	}
	fmt.Println(len(hoard))
}
