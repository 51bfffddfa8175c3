// expect: MLE memory=64MiB quick

package main

import "fmt"

func main() {
	var hoard [][]byte
	for range 512 {
		block := make([]byte, 1<<20)
		for i := range block {
			block[i] = 1
		}
		hoard = append(hoard, block)
	}
	fmt.Println(len(hoard))
}
