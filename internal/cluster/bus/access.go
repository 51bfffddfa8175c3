package bus

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"os"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
)

// Access is an invitation: what a member needs to reach a hub. Whoever has it is that member.
type Access struct {
	// Address is where the hub listens: "nats://127.0.0.1:7118", or "tls://hub.example.org:7118"; several with commas between them.
	Address string `json:"address"`
	// Name is the member's.
	Name string `json:"name"`
	Role Role   `json:"role"`
	// Key is its secret, an nkey seed. At servers that somebody else runs it may have Credentials instead, a JWT with its seed as nsc
	// writes them, or a User and a Password.
	Key         string `json:"key,omitempty"`
	Credentials string `json:"credentials,omitempty"`
	User        string `json:"user,omitempty"`
	Password    string `json:"password,omitempty"`
	// Certificate is that of the hub as PEM, "" where it is one that the system trusts.
	Certificate string `json:"certificate,omitempty"`
	// Quota is what the hub allows a person.
	Quota Quota `json:"quota,omitzero"`

	foreign bool // somebody else runs the servers
}

// Quota bounds what a person may have at a hub. The zero value bounds nothing.
type Quota struct {
	// Jobs is how many may not be done yet, and Bytes how much the packages may take that the person sent.
	Jobs  int   `json:"jobs"`
	Bytes int64 `json:"bytes"`
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

// nameHint says what a name may be.
const nameHint = "use letters, digits, - and _"

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
	if a.Address == "" || a.Name == "" {
		return a, hint.Errorf(inviteHint, "%s: this is no invitation of a hub", file)
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
	return fsutil.Replace(file, 0o600, fsutil.Text(append(text, '\n')))
}

func (a Access) check() error {
	if !IsName(a.Name) {
		return hint.Errorf(nameHint, "%q is no name of a member", a.Name)
	}
	if a.Credentials == "" && a.User == "" && !a.foreign || a.Key != "" {
		if _, err := nkeys.FromSeed([]byte(a.Key)); err != nil {
			return hint.Errorf(inviteHint, "its key is none: %w", err)
		}
	}
	_, err := a.checkServers()
	return err
}

// proof is how a member proves that it is one, and its public key, "" where it has none.
func (a Access) proof() (option nats.Option, public string, err error) {
	switch {
	case a.Credentials != "":
		return nats.UserCredentialBytes([]byte(a.Credentials)), "", nil
	case a.Key == "" && a.User != "":
		return nats.UserInfo(a.User, a.Password), "", nil
	case a.Key == "":
		return func(*nats.Options) error { return nil }, "", nil
	}
	pair, err := nkeys.FromSeed([]byte(a.Key))
	if err == nil {
		public, err = pair.PublicKey()
	}
	if err != nil {
		return nil, "", fmt.Errorf("the key of %s: %w", a.Name, err)
	}
	return nats.Nkey(public, pair.Sign), public, nil
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
	Quota  Quota  `json:"quota,omitzero"`
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
	return member{Name: name, Role: role, Public: public}, string(secret), nil
}
