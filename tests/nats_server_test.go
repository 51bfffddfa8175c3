package tests

import (
	"fmt"
	"os"

	"github.com/nats-io/nats-server/v2/server"
)

// runServer is an ordinary NATS server: nats-server -c FILE, which here is the same binary.
func runServer() {
	options, err := server.ProcessConfigFile(os.Args[2])
	if err == nil {
		var s *server.Server
		if s, err = server.NewServer(options); err == nil {
			s.ConfigureLogger()
			s.Start()
			s.WaitForShutdown()
			return
		}
	}
	fmt.Fprintln(os.Stderr, "nats-server:", err)
	os.Exit(1)
}
