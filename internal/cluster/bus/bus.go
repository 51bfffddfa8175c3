package bus

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"grundy/internal/base/hint"
)

// How long the hub is waited for.
const (
	connectTime   = 5 * time.Second
	reconnectTime = 250 * time.Millisecond // between attempts
	answerTime    = 5 * time.Second
	blobTime      = 30 * time.Minute // while one is sent
	silentTime    = 10 * time.Second // between two pieces of a blob that is fetched
)

// ErrAway tells that the hub does not answer now. It may come back.
var ErrAway = errors.New("the hub does not answer")

// ErrTooLarge tells that the hub takes no message of that size.
var ErrTooLarge = errors.New("it is larger than what the hub takes")

// ErrNoBlob tells that the hub does not have a blob.
var ErrNoBlob = errors.New("the hub does not have it")

// Bus is a member's connection. It reconnects by itself. Its methods may be called concurrently.
type Bus struct {
	member  member
	conn    *nats.Conn
	js      jetstream.JetStream
	jobs    jetstream.Stream
	blobs   jetstream.ObjectStore
	workers jetstream.KeyValue
	choice  Choice
	heeding sync.Once
	rumours rumours
	speaks  int           // the version of the protocol in which it writes
	silence time.Duration // after which a blob that is fetched is given up
	foreign bool          // somebody else runs the servers
	shut    chan struct{}

	refusals  chan error // what the server refuses in the beginning
	mu        sync.Mutex
	beginning bool
	names     []string // of the queues that a worker takes jobs from
	queues    []string // their lanes, in the order in which they are asked
	back      []func() // called when the hub is back
}

// Connect opens a connection for a member; purpose names it at the hub: "grundy worker". It must be closed.
func Connect(ctx context.Context, a Access, purpose string, log *slog.Logger, more ...nats.Option) (*Bus, error) {
	b, err := open(a, purpose, log, more)
	if err != nil {
		return nil, err
	}
	if err := b.watchful(ctx, b.bind); err != nil {
		b.Close()
		return nil, fmt.Errorf("%s: %w", a.Address, err)
	}
	return b, nil
}

// open connects, and asks nothing yet.
func open(a Access, purpose string, log *slog.Logger, more []nats.Option) (*Bus, error) {
	proof, public, err := a.proof()
	if err != nil {
		return nil, err
	}
	b := &Bus{
		member: member{a.Name, a.Role, public, a.Quota}, rumours: rumours{news: make(chan struct{}, 1)},
		silence: silentTime, foreign: a.foreign, shut: make(chan struct{}), refusals: make(chan error, 1),
	}
	options := append([]nats.Option{
		nats.Name(purpose), proof, nats.CustomInboxPrefix(b.member.inbox()),
		nats.Timeout(connectTime), nats.MaxReconnects(-1), nats.ReconnectWait(reconnectTime), nats.PingInterval(20 * time.Second),
		nats.PermissionErrOnSubscribe(true),
		nats.ReconnectHandler(func(*nats.Conn) { b.returned() }),
		nats.ClosedHandler(func(*nats.Conn) {
			close(b.shut)
			b.returned()
		}),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("the hub is away, its return is waited for", "reason", err)
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			switch {
			case errors.Is(err, nats.ErrAuthorization): // soon the connection is closed, and whatever needs it says why
			case !errors.Is(err, nats.ErrPermissionViolation) || !b.refuse(err):
				log.Warn("the hub refused something", "reason", err)
			}
		}),
	}, more...)
	switch encryption, err := a.encryption(); {
	case err != nil:
		return nil, err
	case encryption != nil:
		options = append(options, nats.Secure(encryption))
	}
	if b.conn, err = nats.Connect(a.Address, options...); err != nil {
		return nil, fmt.Errorf("%s: %w", a.Address, b.inWords(err))
	}
	b.js, err = jetstream.New(b.conn)
	return b, err
}

// refuse notes that the server refused something; false when nobody waits for that.
func (b *Bus) refuse(err error) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.beginning {
		return false
	}
	select {
	case b.refusals <- err:
	default: // the first one says it
	}
	return true
}

// watchful does the first requests of a connection. A server tells what it refuses beside them, and they would wait for an answer.
func (b *Bus) watchful(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	b.begin(true)
	defer b.begin(false)
	go func() {
		select {
		case err := <-b.refusals:
			end(hint.Errorf("grundy hub rights NAME prints what whoever runs the servers has to allow", "%s may not do what is needed: %w", b.member.Name, err))
		case <-ctx.Done():
		}
	}()
	err := do(ctx)
	if err != nil && errors.Is(context.Cause(ctx), nats.ErrPermissionViolation) {
		err = context.Cause(ctx)
	}
	return b.inWords(err)
}

func (b *Bus) begin(beginning bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.beginning = beginning
}

// bind finds what lies at the hub.
func (b *Bus) bind(ctx context.Context) error {
	var err error
	if b.jobs, err = b.js.Stream(ctx, jobsStream); err != nil {
		return err
	}
	if b.speaks, err = spoken(b.jobs); err != nil {
		return err
	}
	if b.blobs, err = b.js.ObjectStore(ctx, blobsBucket); err != nil {
		return err
	}
	if b.workers, err = b.js.KeyValue(ctx, workersBucket); err != nil {
		return err
	}
	if b.member.Role == Person {
		return nil
	}
	return b.TakeFrom(ctx, AnyQueue)
}

// answerHint is what to do where no hub answers.
const answerHint = "start it with grundy hub, or look whether the address is right; of servers of your own more than half must run"

// inWords says what is wrong with a connection in words of people.
func (b *Bus) inWords(err error) error {
	var (
		unknown x509.UnknownAuthorityError
		invalid x509.CertificateInvalidError
		named   x509.HostnameError
		refused *jetstream.APIError
		network *net.OpError
	)
	switch {
	case err == nil, errors.Is(err, nats.ErrPermissionViolation):
		return err
	case b.foreign && errors.Is(err, nats.ErrAuthorization):
		return hint.Errorf("look at the credentials, the password, or the users of the servers", "the servers do not let %s in", b.member.Name)
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount),
		b.foreign && errors.Is(err, nats.ErrNoResponders):
		return hint.Errorf("have whoever runs the servers enable it, for the account of "+b.member.Name+", too", "the servers have no JetStream")
	case errors.As(err, &refused) && (refused.ErrorCode == noPeers || refused.ErrorCode == noCluster):
		return hint.Errorf("name at most as many as there are servers: --replicas N", "there are not enough servers: %w", err)
	case b.foreign && errors.Is(err, jetstream.ErrStreamNotFound):
		return hint.Errorf("grundy hub setup ADDRESS makes them", "the servers do not have the streams of a hub")
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked):
		return hint.Errorf("it was revoked, or is that of another hub; "+inviteHint, "the hub does not know the key of %s", b.member.Name)
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return hint.Errorf("renew the files that grundy hub --tls names, or set the clock of this machine", "the certificate of the hub does not hold now: %w", err)
	case errors.As(err, &unknown), errors.As(err, &named), errors.As(err, &invalid):
		return hint.Errorf(inviteHint, "the hub does not have the certificate of the invitation: %w", err)
	case errors.Is(err, jetstream.ErrStreamNotFound):
		return hint.Errorf("start it with grundy hub", "no hub of grundy is there")
	case errors.Is(err, nats.ErrNoServers), isAway(err):
		return hint.Errorf(answerHint, "no hub answers")
	case errors.As(err, &network), errors.Is(err, io.EOF): // something else listens there, the hub hangs, or a gate has no server
		return hint.Errorf(answerHint, "no hub answers: %w", err)
	}
	return err
}

// isAway tells whether an error is that nobody answered, which may change.
func isAway(err error) bool {
	for _, away := range []error{
		nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrConnectionReconnecting, nats.ErrConnectionClosed,
		nats.ErrReconnectBufExceeded, nats.ErrStaleConnection, jetstream.ErrNoStreamResponse, jetstream.ErrNoHeartbeat, context.DeadlineExceeded,
	} {
		if errors.Is(err, away) {
			return true
		}
	}
	var refused *jetstream.APIError
	return errors.As(err, &refused) && refused.Code == 503 // it has not opened its store yet
}

// asking is the error of a request.
func (b *Bus) asking(what string, err error) error {
	if errors.Is(err, nats.ErrConnectionClosed) && b.conn.LastError() != nil {
		return fmt.Errorf("%s: %w", what, b.inWords(b.conn.LastError())) // the hub let nobody of that name in any more
	}
	if isAway(err) {
		away := fmt.Errorf("%s: %w: %w", what, ErrAway, err)
		if hint.Of(err) != "" {
			return away // it says itself what to do
		}
		return hint.With(answerHint, away)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// Shut is closed once the connection is, since the hub lets the member in no more; Err says why then.
func (b *Bus) Shut() <-chan struct{} { return b.shut }

// Err is why the hub lets the member in no more.
func (b *Bus) Err() error { return b.asking("stay at the hub", nats.ErrConnectionClosed) }

// Close ends the connection.
func (b *Bus) Close() { b.conn.Close() }

// Name is the member's.
func (b *Bus) Name() string { return b.member.Name }

// Quota is what the hub allows the member.
func (b *Bus) Quota() Quota { return b.member.Quota }

// Speaks is the version of the protocol in which this member has jobs done.
func (b *Bus) Speaks() int { return b.speaks }

// Role is what the member may do.
func (b *Bus) Role() Role { return b.member.Role }

// WhenBack has something be called whenever the hub was away and is back, or lets the member in no more.
func (b *Bus) WhenBack(do func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.back = append(b.back, do)
}

func (b *Bus) returned() {
	b.rumours.tellAll()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, do := range b.back {
		go do()
	}
}

// last is the last message of a stream with a subject.
func (b *Bus) last(ctx context.Context, stream, subject string) (*nats.Msg, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	m, err := b.conn.RequestWithContext(ctx, "$JS.API.DIRECT.GET."+stream+"."+subject, nil)
	if err != nil {
		return nil, false, err
	}
	switch status := m.Header.Get("Status"); status {
	case "":
		return m, true, nil
	case "404":
		return nil, false, nil
	default:
		return nil, false, fmt.Errorf("status %s %s", status, m.Header.Get("Description"))
	}
}

// HasBlob tells whether the hub has a blob.
func (b *Bus) HasBlob(ctx context.Context, name string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	_, err := b.blobs.GetInfo(ctx, name)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return false, nil
	}
	if err != nil {
		return false, b.asking("look for "+name, err)
	}
	return true, nil
}

// inStore gives an error of the store its remedy.
func inStore(err error) error {
	var refused *jetstream.APIError
	if errors.Is(err, nats.ErrMaxPayload) {
		return hint.With("make it smaller, or have the servers take more: max_payload in their configuration", ErrTooLarge)
	}
	if errors.As(err, &refused) && (refused.ErrorCode == storeFull || refused.ErrorCode == resourcesExceeded) {
		return hint.Errorf("make room on its disk, or wait until old results are dropped", "the store of the hub is full: %w", err)
	}
	return err
}

// Error codes of JetStream that its client has no names for.
const (
	noPeers           jetstream.ErrorCode = 10005
	resourcesExceeded jetstream.ErrorCode = 10023
	noCluster         jetstream.ErrorCode = 10074
	storeFull         jetstream.ErrorCode = 10077 // also: there is a message with this subject
)
