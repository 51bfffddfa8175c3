package listen

import (
	"net/netip"
	"os"

	"grundy/internal/base/hint"
)

// Place returns an address and port to listen at, and the host name under which others reach it: host, or else the
// address or the name of this machine. Usual is an example of an address.
func Place(address, host, usual string) (at netip.AddrPort, name string, err error) {
	if at, err = netip.ParseAddrPort(address); err != nil {
		return at, "", hint.Errorf("write an address and a port, such as "+usual, "listen at %q: %w", address, err)
	}
	switch {
	case host != "":
		return at, host, nil
	case !at.Addr().IsUnspecified():
		return at, at.Addr().String(), nil
	}
	if name, err = os.Hostname(); err != nil {
		return at, "", hint.Errorf("give the name of this machine: --public-host NAME", "listen at %s: %w", at.Addr(), err)
	}
	return at, name, nil
}
