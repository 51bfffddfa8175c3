// expect: CE
// Error messages that name a file of the host do not quote it.

package main

//line @ANSWER@:1
func main() { undeclared() }
