// expect: CE

package main

type Pair[T any] struct{ left, right *T }

func dive[T any](n int) { dive[Pair[T]](n - 1) }

func main() { dive[int](5) }
