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

// Access is an invitation: what a member needs to connect to a hub. It identifies the member, so it must be kept
// secret.
type Access struct {
	// Address is where the hub listens: "nats://127.0.0.1:7118", or "tls://hub.example.org:7118"; several are separated
	// by commas.
	Address string `json:"address"`
	// Name is the member's.
	Name string `json:"name"`
	Role Role   `json:"role"`
	// Key is the member's secret, an nkey seed. On foreign servers, Credentials (a JWT with its seed, as nsc writes
	// them) or User and Password may replace it.
	Key         string `json:"key,omitempty"`
	Credentials string `json:"credentials,omitempty"`
	User        string `json:"user,omitempty"`
	Password    string `json:"password,omitempty"`
	// Certificate is the hub's certificate as PEM, or "" if the system trusts it anyway.
	Certificate string `json:"certificate,omitempty"`
	// Quota is what the hub allows a user.
	Quota Quota `json:"quota,omitzero"`

	foreign bool // the servers are not a hub of grundy
}

// Quota limits what a user may have at a hub. The zero value means no limit.
type Quota struct {
	// Jobs is the maximal number of unfinished jobs, and Bytes the maximal size of the user's packages.
	Jobs  int   `json:"jobs"`
	Bytes int64 `json:"bytes"`
}

// Role is what a member may do.
type Role string

// The roles.
const (
	Person Role = "person" // submits jobs and reads their results
	Worker Role = "worker" // does jobs
	Owner  Role = "owner"  // both: the user who started the hub
)

// inviteHint says how to get an invitation.
const inviteHint = "on the hub's machine, grundy hub invite NAME makes an invitation"

// nameHint describes valid names.
const nameHint = "use letters, digits, - and _"

// ReadAccess reads an invitation.
func ReadAccess(file string) (Access, error) {
	var a Access
	text, err := os.ReadFile(file)
	if err != nil {
		return a, hint.With(inviteHint, err)
	}
	if err := json.Unmarshal(text, &a); err != nil {
		return a, hint.Errorf(inviteHint, "%s: not an invitation to a hub: %w", file, err)
	}
	if a.Address == "" || a.Name == "" {
		return a, hint.Errorf(inviteHint, "%s: not an invitation to a hub", file)
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
		return hint.Errorf(nameHint, "%q is not a valid name of a member", a.Name)
	}
	if a.Credentials == "" && a.User == "" && !a.foreign || a.Key != "" {
		if _, err := nkeys.FromSeed([]byte(a.Key)); err != nil {
			return hint.Errorf(inviteHint, "its key is invalid: %w", err)
		}
	}
	_, err := a.checkServers()
	return err
}

// proof returns how a member authenticates itself, and its public key, or "" if it has none.
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

// member is what a hub knows of a member that it invited.
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
