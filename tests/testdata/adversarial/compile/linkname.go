// expect: CE

package main

import _ "unsafe"

//go:linkname secret runtime.doesNotExist
func secret()

func main() { secret() }
