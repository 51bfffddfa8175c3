// expect: CE compile-limit=3s compile-memory=512MiB

package main

import "fmt"

var numbers = [1 << 29]int64{5: 1}

func main() { fmt.Println(numbers[5]) }
