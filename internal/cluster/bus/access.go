package bus

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"net/url"
	"os"

	"github.com/nats-io/nkeys"

	"grundy/internal/disk"
	"grundy/internal/hint"
)

// Access is an invitation: what a member needs to reach a hub. Whoever has it is that member.
type Access struct {
	// Address is where the hub listens: "nats://127.0.0.1:7118", or "tls://hub.example.org:7118".
	Address string `json:"address"`
	// Name is the member's.
	Name string `json:"name"`
	Role Role   `json:"role"`
	// Key is its secret, an nkey seed.
	Key string `json:"key"`
	// Certificate is that of the hub as PEM, "" where it is one that the system trusts.
	Certificate string `json:"certificate,omitempty"`
}

// Role is what a member may do.
type Role string

// The roles.
const (
	Person Role = "person" // hands jobs in and reads their results
	Worker Role = "worker" // does jobs
	Owner  Role = "owner"  // both: who started the hub
)

// inviteHint says how to get an invitation.
const inviteHint = "grundy hub invite NAME makes an invitation, on the machine of the hub"

// ReadAccess reads an invitation.
func ReadAccess(file string) (Access, error) {
	var a Access
	text, err := os.ReadFile(file)
	if err != nil {
		return a, hint.With(inviteHint, err)
	}
	if err := json.Unmarshal(text, &a); err != nil {
		return a, hint.Errorf(inviteHint, "%s: this is no invitation of a hub: %w", file, err)
	}
	if err := a.check(); err != nil {
		return a, fmt.Errorf("%s: %w", file, err)
	}
	return a, nil
}

// Write writes the invitation to a file that only its owner may read.
func (a Access) Write(file string) error {
	text, err := json.MarshalIndent(a, "", "  ")
	if err != nil {
		return err
	}
	return disk.Replace(file, 0o600, disk.Text(append(text, '\n')))
}

func (a Access) check() error {
	if !IsName(a.Name) {
		return hint.Errorf(inviteHint, "%q is no name of a member", a.Name)
	}
	if _, err := nkeys.FromSeed([]byte(a.Key)); err != nil {
		return hint.Errorf(inviteHint, "its key is none: %w", err)
	}
	where, err := url.Parse(a.Address)
	if err != nil || where.Port() == "" {
		return hint.Errorf(inviteHint, "%q is no address of a hub", a.Address)
	}
	switch {
	case where.Scheme == "tls":
	case where.Scheme == "nats" && isLoopback(where.Hostname()):
	default:
		return hint.Errorf("write tls:// before it", "%s: without encryption a hub is reached on its own machine only", a.Address)
	}
	return nil
}

func isLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

// member is what a hub knows of whom it invited.
type member struct {
	Name   string `json:"name"`
	Role   Role   `json:"role"`
	Public string `json:"public_key"`
}

// newMember makes a key.
func newMember(name string, role Role) (m member, seed string, err error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return m, "", fmt.Errorf("make a key: %w", err)
	}
	defer pair.Wipe()
	public, err := pair.PublicKey()
	if err != nil {
		return m, "", fmt.Errorf("make a key: %w", err)
	}
	secret, err := pair.Seed()
	if err != nil {
		return m, "", fmt.Errorf("make a key: %w", err)
	}
	return member{name, role, public}, string(secret), nil
}
