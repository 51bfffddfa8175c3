// expect: CE

package main

// #cgo CFLAGS: -I/etc -include /etc/shadow
// #cgo LDFLAGS: -Wl,--wrap=main
// #include "@ANSWER@"
import "C"

func main() { C.puts(C.CString("585987")) }
