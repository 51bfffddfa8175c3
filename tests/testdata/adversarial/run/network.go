// expect: AC limit=3s

package main

import (
	"fmt"
	"net"
	"time"
)

func main() {
	if _, err := net.DialTimeout("tcp", "127.0.0.1:22", time.Second); err == nil {
		fmt.Println("dialled")
		return
	}
	if _, err := net.Listen("tcp", "127.0.0.1:0"); err == nil {
		fmt.Println("listened")
		return
	}
	if found, _ := net.Interfaces(); len(found) > 0 {
		fmt.Println(found)
		return
	}
	fmt.Println(585987)
}
