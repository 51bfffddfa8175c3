//go:build nohub

package bus

import (
	"context"

	"grundy/internal/base/hint"
)

// Hub is a server in this process, which this build does not have.
type Hub struct{}

// Serve tells that this build has no server.
func Serve(context.Context, Options) (*Hub, error) {
	return nil, errNoHub
}

var errNoHub = hint.Errorf("build grundy without the tag nohub", "this grundy was built without the hub")

// Gate is one before servers that somebody else runs, which this build does not have.
type Gate struct{}

// ServeGate tells that this build has no gate.
func ServeGate(Options, string) (*Gate, error) { return nil, errNoHub }

// Address is where members find the gate.
func (g *Gate) Address() string { return "" }

// Close ends all connections.
func (g *Gate) Close() {}

// Address is where members find the hub.
func (h *Hub) Address() string { return "" }

// Own gives whoever started the hub an invitation.
func (h *Hub) Own(context.Context, string) (Access, error) { return Access{}, nil }

// Connect opens a connection of a member within this process.
func (h *Hub) Connect(ctx context.Context, a Access, purpose string) (*Bus, error) {
	return Connect(ctx, a, purpose, nil)
}

// Close ends the server.
func (h *Hub) Close() {}
