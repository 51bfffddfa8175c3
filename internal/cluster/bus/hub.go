package bus

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
)

// Options say how to run a hub.
type Options struct {
	// Listen is an address and a port: "127.0.0.1:7118". Port 0 means a free one.
	Listen string
	// Host is how members reach the hub; "" means the address, or the name of the machine if the hub listens on all
	// addresses.
	Host string
	// Certificate and Key are PEM files; "" means a certificate that the hub makes itself. A hub that listens only on
	// its own machine needs none.
	Certificate, Key string
	// Store is the directory of jobs, results, blobs and the keys of members.
	Store string
	// Sync makes every write durable on the disk, so that not even a power failure loses it.
	Sync bool
	Log  *slog.Logger
}

func (o Options) membersDir() string { return filepath.Join(o.Store, "members") }

// Files of the store besides the streams: how to reach the hub, and its own certificate.
const (
	reachName       = "reach.json"
	certificateName = "hub.pem"
)

// ownName is the name of the user who started the hub.
const ownName = "owner"

// Invite makes an invitation to the hub of the store, which notices it soon. It invalidates an earlier invitation of
// the same name.
func (o Options) Invite(name string, role Role, quota Quota) (Access, error) {
	if !IsName(name) {
		return Access{}, hint.Errorf(nameHint, "%q is no name of a member", name)
	}
	if name == ownName {
		return Access{}, hint.Errorf("take another name", "%q is the owner of the hub", name)
	}
	a, err := o.invite(name, role, quota)
	if err == nil {
		o.awaitKnown()
	}
	return a, err
}

func (o Options) invite(name string, role Role, quota Quota) (a Access, err error) {
	text, err := os.ReadFile(filepath.Join(o.Store, reachName))
	if err == nil {
		err = json.Unmarshal(text, &a)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return Access{}, hint.Errorf("start the hub first, or name its store: grundy hub --store DIR", "invite %s: no hub in %s", name, o.Store)
	}
	if err != nil {
		return Access{}, fmt.Errorf("invite %s: %w", name, err)
	}
	m, seed, err := newMember(name, role)
	if err != nil {
		return Access{}, err
	}
	m.Quota = quota
	text, err = json.Marshal(m)
	if err == nil {
		err = fsutil.Replace(o.memberFile(name), 0o600, fsutil.Text(text))
	}
	if err != nil {
		return Access{}, fmt.Errorf("invite %s: %w", name, err)
	}
	a.Name, a.Role, a.Key, a.Quota = name, role, seed, quota
	return a, nil
}

// Revoke revokes an invitation. The hub disconnects its member.
func (o Options) Revoke(name string) error {
	if !IsName(name) {
		return hint.Errorf(nameHint, "%q is no name of a member", name)
	}
	err := os.Remove(o.memberFile(name))
	if errors.Is(err, fs.ErrNotExist) {
		return hint.Errorf("the invitation contains the name", "revoke %s: the hub in %s has no such invitation", name, o.Store)
	}
	if err == nil {
		o.awaitKnown()
	}
	return err
}

// digestOf identifies a set of invited members.
func digestOf(members []member) string {
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%+v", members)))
}

// knownFile contains the digest of the invited members that a running hub has loaded.
func (o Options) knownFile() string { return filepath.Join(o.Store, "known") }

func (o Options) tellKnown(known string) error {
	return fsutil.Replace(o.knownFile(), 0o600, fsutil.Text([]byte(known)))
}

// knownTime is how long a hub may take to notice a change of the invited members, and lookTime how often we check. A
// hub that was killed notices nothing.
const (
	knownTime = 3 * time.Second
	lookTime  = 10 * time.Millisecond
)

// awaitKnown waits until a running hub has loaded the invited members.
func (o Options) awaitKnown() {
	for begin := time.Now(); time.Since(begin) < knownTime; time.Sleep(lookTime) {
		known, err := os.ReadFile(o.knownFile())
		members, unread := o.members()
		if err != nil || unread != nil || string(known) == digestOf(members) {
			return
		}
	}
}

func (o Options) memberFile(name string) string { return filepath.Join(o.membersDir(), name+".json") }

// members returns the invited members.
func (o Options) members() ([]member, error) {
	files, err := os.ReadDir(o.membersDir())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var members []member
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".json") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(o.membersDir(), file.Name()))
		if err != nil {
			return nil, err
		}
		var m member
		if err := json.Unmarshal(text, &m); err != nil || !IsName(m.Name) || m.Public == "" {
			return nil, hint.Errorf("remove it, and invite that member again", "%s: not a member file", file.Name())
		}
		members = append(members, m)
	}
	return members, nil
}
