// expect: RTE exit=2

package main

func main() { <-make(chan int) }
