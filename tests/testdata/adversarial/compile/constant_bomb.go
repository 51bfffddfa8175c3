// expect: CE

package main

const (
	a = 1 << 500
	b = a * a * a * a * a * a * a * a
	c = b * b * b * b * b * b * b * b
)

func main() { println(c > 0) }
