//go:build nohub

package bus

import (
	"context"

	"grundy/internal/base/hint"
)

// Hub is a server in this process, which this build does not have.
type Hub struct{}

// Serve fails: this build has no server.
func Serve(context.Context, Options) (*Hub, error) {
	return nil, errNoHub
}

var errNoHub = hint.Errorf("build grundy without the tag nohub", "this grundy was built without the hub")

// Gate is a gate before foreign servers, which this build does not have.
type Gate struct{}

// ServeGate fails: this build has no gate.
func ServeGate(Options, string) (*Gate, error) { return nil, errNoHub }

// Address returns where members find the gate.
func (g *Gate) Address() string { return "" }

// Close ends all connections.
func (g *Gate) Close() {}

// Address returns where members find the hub.
func (h *Hub) Address() string { return "" }

// Own writes an invitation for the owner of the hub.
func (h *Hub) Own(context.Context, string) (Access, error) { return Access{}, nil }

// Connect opens a connection of a member within this process.
func (h *Hub) Connect(ctx context.Context, a Access, purpose string) (*Bus, error) {
	return Connect(ctx, a, purpose, nil)
}

// Close ends the server.
func (h *Hub) Close() {}
