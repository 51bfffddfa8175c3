// expect: MLE memory=64MiB

package main

func main() {
	block := make(chan int)
	for range 1 << 20 {
		go func() { <-block }()
	}
	println("made")
}
