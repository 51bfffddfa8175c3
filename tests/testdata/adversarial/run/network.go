// expect: AC

package main

import (
	"fmt"
	"syscall"
)

func main() {
	for _, family := range []int{syscall.AF_INET, syscall.AF_INET6, syscall.AF_NETLINK, syscall.AF_PACKET} {
		if _, err := syscall.Socket(family, syscall.SOCK_DGRAM, 0); err == nil {
			fmt.Println("family", family)
			return
		}
	}
	local, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"/run/dbus/system_bus_socket", "/var/run/docker.sock", "/run/systemd/private", "/tmp/.X11-unix/X0"} {
		if syscall.Connect(local, &syscall.SockaddrUnix{Name: name}) == nil {
			fmt.Println("connected to", name)
			return
		}
	}
	fmt.Println(585987)
}
