package web

import (
	"fmt"
	"net"
	"strconv"

	"grundy/internal/base/hint"
)

// DefaultPort is the port of the pages unless another one is named.
const DefaultPort = 7117

// Listen takes a port of this machine that other machines cannot reach. Port 0 means the default one, or a free one if
// that is taken.
func Listen(port int) (net.Listener, error) {
	if port != 0 {
		listener, err := listenAt(port)
		if err != nil {
			return nil, hint.Errorf("leave --port out for a free one", "--port %d: %w", port, err)
		}
		return listener, nil
	}
	if listener, err := listenAt(DefaultPort); err == nil {
		return listener, nil
	}
	listener, err := listenAt(0)
	if err != nil {
		return nil, fmt.Errorf("listen on this machine: %w", err)
	}
	return listener, nil
}

// listenAt takes a port that other machines cannot reach; 0 means a free one.
func listenAt(port int) (net.Listener, error) {
	return net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
}
