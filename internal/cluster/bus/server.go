//go:build !nohub

package bus

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/base/listen"
)

const (
	// startTime is how long the server may take to open its store.
	startTime = 30 * time.Second
	// membersTime is how often we check for new members. On file systems without useful times, changes are noticed
	// later: the files are read only every so many checks.
	membersTime   = 100 * time.Millisecond
	membersRounds = 10
	// endedTime is how long workers have to leave notes about the jobs of a revoked member.
	endedTime = 2 * time.Second
	// maxSubscriptions bounds the subscriptions of a connection: a command has one for each job that it waits for.
	maxSubscriptions = 4096
)

// Hub is a server in this process.
type Hub struct {
	server    *server.Server
	options   Options
	gate      gate
	encrypted bool
	pair      tls.Certificate // of the gate
	lock      *os.File
	self      member // this process, at its own server
	bus       *Bus   // its connection
	stop      context.CancelFunc
	ended     chan struct{}

	mu      sync.Mutex
	known   string            // the digest of the members that the server has loaded
	members map[string]member // by name
}

// Serve starts a server. The caller must close it.
func Serve(ctx context.Context, o Options) (*Hub, error) {
	address, host, err := o.place()
	if err != nil {
		return nil, err
	}
	o.Host = host
	if err := os.MkdirAll(o.membersDir(), 0o700); err != nil {
		return nil, fmt.Errorf("the store of the hub: %w", err)
	}
	h := &Hub{options: o, encrypted: !address.Addr().IsLoopback() || o.Certificate != "", ended: make(chan struct{})}
	if h.lock, err = os.OpenFile(filepath.Join(o.Store, "lock"), os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return nil, fmt.Errorf("the store of the hub: %w", err)
	}
	if fsutil.Lock(h.lock) != nil {
		h.lock.Close()
		return nil, hint.Errorf("end that hub, or name another directory with --store", "%s: another hub uses this store", o.Store)
	}
	if err := h.start(ctx, address); err != nil {
		h.lock.Close()
		return nil, err
	}
	return h, nil
}

func (h *Hub) start(ctx context.Context, address netip.AddrPort) error {
	self, seed, err := newMember("hub", Owner)
	if err != nil {
		return err
	}
	h.self = self
	if h.gate.Listener, err = net.Listen("tcp", address.String()); err != nil {
		return hint.Errorf("another hub may be running; --listen names another address", "start the hub: %w", err)
	}
	if err := h.open(ctx, seed); err != nil {
		h.gate.Close()
		return err
	}
	h.gate.server, h.gate.member = h.server.InProcessConn, h.nameOf
	h.gate.serve()
	return nil
}

// open starts the server behind the gate.
func (h *Hub) open(ctx context.Context, seed string) error {
	if h.encrypted {
		var err error
		if h.pair, err = h.gate.prove(h.options); err != nil {
			return err
		}
	}
	options, members, known, err := h.configuration()
	if err != nil {
		return err
	}
	h.known, h.members = known, members
	if h.server, err = server.NewServer(options); err != nil {
		return fmt.Errorf("start the hub: %w", err)
	}
	h.server.SetLogger(serverLog{h.options.Log}, false, false)
	h.server.Start()
	if !h.server.ReadyForConnections(startTime) {
		h.server.Shutdown()
		return fmt.Errorf("start the hub: it is not ready after %s", startTime)
	}
	b, err := open(Access{Address: h.within(), Name: h.self.Name, Role: Owner, Key: seed}, "grundy hub", h.options.Log, h.here())
	watching, stop := context.WithCancel(context.WithoutCancel(ctx))
	if err == nil {
		h.bus = b
		err = createStores(ctx, b.js, 1)
	}
	if err == nil {
		err = b.furnishes(watching)
	}
	if err == nil {
		b.blobs, err = b.js.ObjectStore(watching, blobsBucket)
	}
	if err == nil {
		b.jobs, err = b.js.Stream(watching, jobsStream)
	}
	if err == nil {
		err = b.discards(watching)
	}
	if err == nil {
		err = (&quotaWriter{bus: b, quota: h.quota}).serve(watching)
	}
	if err == nil {
		err = h.reach().Write(filepath.Join(h.options.Store, reachName))
	}
	if err == nil {
		err = errors.Join(h.disown(ctx), h.options.tellKnown(known))
	}
	if err != nil {
		stop()
		h.server.Shutdown()
		return fmt.Errorf("start the hub: %w", err)
	}
	h.stop = stop
	go h.watch(watching)
	return nil
}

// configuration returns the configuration of the server with the members invited now, these members by name, and their
// digest.
func (h *Hub) configuration() (options *server.Options, invited map[string]member, known string, err error) {
	members, err := h.options.members()
	if err != nil {
		return nil, nil, "", fmt.Errorf("who is invited: %w", err)
	}
	known, invited = digestOf(members), map[string]member{}
	options = &server.Options{
		ServerName: "grundy", NoSigs: true, NoLog: true, MaxPayload: maxMessage, JetStream: true, DisableJetStreamBanner: true,
		StoreDir: filepath.Join(h.options.Store, "streams"), SyncAlways: h.options.Sync, NoSystemAccount: true,
		DontListen: true, AuthTimeout: 2 * connectTime.Seconds(), // encryption begins in this time
		MaxSubs: maxSubscriptions,
	}
	for _, m := range append(members, h.self) {
		may := m.permissions()
		user := &server.NkeyUser{Nkey: m.Public, Permissions: &server.Permissions{
			Publish: &server.SubjectPermission{Allow: may.publish}, Subscribe: &server.SubjectPermission{Allow: may.subscribe},
		}}
		if m == h.self {
			user.Permissions = nil
		}
		options.Nkeys = append(options.Nkeys, user)
		invited[m.Name] = m
	}
	return options, invited, known, nil
}

// quota returns the quota of a user.
func (h *Hub) quota(person string) Quota {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.members[person].Quota
}

// nameOf returns the name of the member with a public key, or "".
func (h *Hub) nameOf(key string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	for name, m := range h.members {
		if m.Public == key {
			return name
		}
	}
	return ""
}

// watch loads new members and removes revoked ones.
func (h *Hub) watch(ctx context.Context) {
	defer close(h.ended)
	var read time.Time // modification time of the directory at the last reading
	for round := 1; ; round++ {
		select {
		case <-time.After(membersTime):
		case <-ctx.Done():
			return
		}
		folder, err := os.Stat(h.options.membersDir())
		if err == nil && folder.ModTime().Equal(read) && round%membersRounds > 0 {
			continue
		}
		if err = h.refresh(ctx); err != nil {
			h.options.Log.Warn("cannot read the invited members", "reason", err)
		} else if folder != nil {
			read = folder.ModTime()
		}
	}
}

// refresh loads the members invited now.
func (h *Hub) refresh(ctx context.Context) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	options, members, known, err := h.configuration()
	if err != nil || known == h.known {
		return err
	}
	if err := h.server.ReloadOptions(options); err != nil {
		return err
	}
	h.known, h.members = known, members
	return errors.Join(h.disown(ctx), h.options.tellKnown(known))
}

// disown cancels the jobs of revoked members: workers end those that they run.
func (h *Hub) disown(ctx context.Context) error {
	jobs, err := h.bus.unfinished(ctx, "*", "*")
	if err != nil {
		return fmt.Errorf("look for jobs of revoked members: %w", err)
	}
	left := map[string]bool{}
	for job := range jobs {
		person := strings.Split(job, ".")[3]
		if _, invited := h.members[person]; invited {
			continue
		}
		left[person] = true
		if err := h.bus.cancel(ctx, person, idOf(job)); err != nil {
			return fmt.Errorf("cancel the jobs of %s: %w", person, err)
		}
		message, err := h.bus.jobs.GetLastMsgForSubject(ctx, job)
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound): // a worker has ended it in the meantime
		case err != nil:
			return fmt.Errorf("look for the jobs of %s: %w", person, err)
		default:
			// A worker that has it leaves a better note.
			time.AfterFunc(endedTime, func() { h.bus.end(context.WithoutCancel(ctx), person, idOf(job), message.Sequence, nil) })
		}
	}
	for person := range left {
		if err := h.bus.purge(ctx, jobsStream, subject("job", "*", "*", person, "*")); err != nil {
			return err
		}
	}
	return nil
}

// Address returns where members find the hub.
func (h *Hub) Address() string {
	return h.gate.addressAt(h.options.Host)
}

// reach returns the part of invitations that is the same for all.
func (h *Hub) reach() Access {
	a := Access{Address: h.Address()}
	if h.encrypted {
		a.Certificate = known(h.pair, h.options.Host)
	}
	return a
}

// within returns an address for connections within this process, which are not encrypted.
func (h *Hub) within() string { return "nats://" + h.gate.Addr().String() }

// here returns the options of connections within this process.
func (h *Hub) here() []nats.Option { return []nats.Option{nats.InProcessServer(h.server)} }

// place returns where to listen, and the host name under which members find it.
func (o Options) place() (netip.AddrPort, string, error) {
	return listen.Place(o.Listen, o.Host, "127.0.0.1:7118")
}

// Own writes an invitation for the owner of the hub to a file, or returns the existing one if it is still valid.
func (h *Hub) Own(ctx context.Context, file string) (Access, error) {
	access, err := ReadAccess(file)
	if err == nil && access.Address == h.Address() && access.Certificate == h.reach().Certificate && h.invited(access) {
		return access, nil
	}
	if access, err = h.options.invite(ownName, Owner, Quota{}); err != nil {
		return access, err
	}
	if err := access.Write(file); err != nil {
		return access, fmt.Errorf("write the invitation: %w", err)
	}
	return access, h.refresh(ctx)
}

func (h *Hub) invited(a Access) bool {
	pair, err := nkeys.FromSeed([]byte(a.Key))
	if err != nil {
		return false
	}
	public, err := pair.PublicKey()
	if err != nil {
		return false
	}
	members, err := h.options.members()
	return err == nil && slices.Contains(members, member{a.Name, a.Role, public, a.Quota})
}

// Connect opens a connection of a member within this process.
func (h *Hub) Connect(ctx context.Context, a Access, purpose string) (*Bus, error) {
	a.Address, a.Certificate = h.within(), ""
	return Connect(ctx, a, purpose, h.options.Log, h.here()...)
}

// Close ends the server. Its data stays in the store.
func (h *Hub) Close() {
	h.stop()
	<-h.ended
	h.gate.Close()
	_ = os.Remove(h.options.knownFile())
	h.bus.Close()
	h.server.Shutdown()
	h.server.WaitForShutdown()
	h.gate.passing.Wait()
	h.lock.Close()
}

// serverLog logs messages of the server that users should see.
type serverLog struct{ log *slog.Logger }

func (n serverLog) Noticef(string, ...any) {}
func (n serverLog) Debugf(string, ...any)  {}
func (n serverLog) Tracef(string, ...any)  {}

func (n serverLog) Warnf(format string, args ...any) {
	n.log.Warn("the hub: " + strings.TrimSpace(fmt.Sprintf(format, args...)))
}

func (n serverLog) Errorf(format string, args ...any) { n.Warnf(format, args...) }
func (n serverLog) Fatalf(format string, args ...any) { n.Warnf(format, args...) }
