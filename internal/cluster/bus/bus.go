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

// How long we wait for the hub.
const (
	connectTime   = 5 * time.Second
	reconnectTime = 250 * time.Millisecond // between attempts
	answerTime    = 5 * time.Second
	blobTime      = 30 * time.Minute // while a blob is sent
	silentTime    = 10 * time.Second // between two pieces of a fetched blob
)

// ErrAway reports that the hub does not answer at the moment. It may come back.
var ErrAway = errors.New("the hub does not answer")

// ErrTooLarge reports that the hub accepts no message of that size.
var ErrTooLarge = errors.New("it is larger than the hub accepts")

// ErrNoBlob reports that the hub does not have a blob.
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
	hints   queueHints
	speaks  int           // the version of the protocol in which it writes
	silence time.Duration // after which fetching a blob fails
	foreign bool          // the servers are not a hub of grundy
	shut    chan struct{}

	refusals  chan error // what the server refuses at first
	mu        sync.Mutex
	beginning bool
	names     []string // of the queues from which a worker takes jobs
	queues    []string // their lanes, in the order in which they are asked
	back      []func() // called when the hub is back
}

// Connect opens a connection for a member; purpose identifies it at the hub, for example "grundy worker". The caller
// must close it.
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

// open connects without sending requests.
func open(a Access, purpose string, log *slog.Logger, more []nats.Option) (*Bus, error) {
	proof, public, err := a.proof()
	if err != nil {
		return nil, err
	}
	b := &Bus{
		member: member{a.Name, a.Role, public, a.Quota}, hints: queueHints{news: make(chan struct{}, 1)},
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
				log.Warn("the hub does not answer; waiting for it", "reason", err)
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			switch {
			case errors.Is(err, nats.ErrAuthorization): // the connection closes soon, and its users report why
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

// refuse records that the server refused something; false if no caller waits for that.
func (b *Bus) refuse(err error) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.beginning {
		return false
	}
	select {
	case b.refusals <- err:
	default: // the first refusal is reported
	}
	return true
}

// watchful sends the first requests of a connection. A server reports refusals separately, so the requests alone would
// wait for an answer.
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
			end(hint.Errorf("grundy hub rights NAME prints what the operator of the servers must allow", "%s lacks permissions: %w", b.member.Name, err))
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

// bind opens the streams and stores of the hub.
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

// answerHint is the remedy if no hub answers.
const answerHint = "start it with grundy hub, or check the address; of several NATS servers, more than half must run"

// inWords explains the error of a connection to users.
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
		return hint.Errorf("check the credentials, the password, or the users of the servers", "the servers do not let %s in", b.member.Name)
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount),
		b.foreign && errors.Is(err, nats.ErrNoResponders):
		return hint.Errorf("ask the operator of the servers to enable it, also for the account of "+b.member.Name, "the servers have no JetStream")
	case errors.As(err, &refused) && (refused.ErrorCode == noPeers || refused.ErrorCode == noCluster):
		return hint.Errorf("name at most as many as there are servers: --replicas N", "there are not enough servers: %w", err)
	case b.foreign && errors.Is(err, jetstream.ErrStreamNotFound):
		return hint.Errorf("grundy hub setup ADDRESS makes them", "the servers do not have the streams of a hub")
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked):
		return hint.Errorf("it was revoked, or is that of another hub; "+inviteHint, "the hub does not know the key of %s", b.member.Name)
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return hint.Errorf("renew the files that grundy hub --tls names, or set the clock of this machine", "the certificate of the hub is not valid now: %w", err)
	case errors.As(err, &unknown), errors.As(err, &named), errors.As(err, &invalid):
		return hint.Errorf(inviteHint, "the hub does not have the certificate of the invitation: %w", err)
	case errors.Is(err, jetstream.ErrStreamNotFound):
		return hint.Errorf("start it with grundy hub", "no grundy hub found there")
	case errors.Is(err, nats.ErrNoServers), isAway(err):
		return hint.Errorf(answerHint, "no hub answers")
	case errors.As(err, &network), errors.Is(err, io.EOF): // another program listens there, the hub hangs, or a gate has no server
		return hint.Errorf(answerHint, "no hub answers: %w", err)
	}
	return err
}

// isAway reports whether an error means that nothing answered, which may change.
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

// asking returns the error of a request.
func (b *Bus) asking(what string, err error) error {
	if errors.Is(err, nats.ErrConnectionClosed) && b.conn.LastError() != nil {
		return fmt.Errorf("%s: %w", what, b.inWords(b.conn.LastError())) // the hub does not accept the member any more
	}
	if isAway(err) {
		away := fmt.Errorf("%s: %w: %w", what, ErrAway, err)
		if hint.Of(err) != "" {
			return away // it already contains the remedy
		}
		return hint.With(answerHint, away)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// Shut is closed when the connection is closed because the hub rejects the member; Err says why.
func (b *Bus) Shut() <-chan struct{} { return b.shut }

// Err returns why the hub rejects the member.
func (b *Bus) Err() error { return b.asking("stay at the hub", nats.ErrConnectionClosed) }

// Close ends the connection.
func (b *Bus) Close() { b.conn.Close() }

// Name returns the member's name.
func (b *Bus) Name() string { return b.member.Name }

// Quota returns the member's quota.
func (b *Bus) Quota() Quota { return b.member.Quota }

// ProtocolVersion returns the version of the protocol in which this member submits jobs.
func (b *Bus) ProtocolVersion() int { return b.speaks }

// Role returns the member's role.
func (b *Bus) Role() Role { return b.member.Role }

// WhenBack registers a function that is called whenever the hub is back, or rejects the member.
func (b *Bus) WhenBack(do func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.back = append(b.back, do)
}

func (b *Bus) returned() {
	b.hints.tellAll()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, do := range b.back {
		go do()
	}
}

// last returns the last message of a stream with a subject.
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

// HasBlob reports whether the hub has a blob.
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

// inStore adds a remedy to an error of the store.
func inStore(err error) error {
	var refused *jetstream.APIError
	if errors.Is(err, nats.ErrMaxPayload) {
		return hint.With("make it smaller, or raise max_payload in the configuration of the servers", ErrTooLarge)
	}
	if errors.As(err, &refused) && (refused.ErrorCode == storeFull || refused.ErrorCode == resourcesExceeded) {
		return hint.Errorf("free some space on its disk, or wait until old results expire", "the store of the hub is full: %w", err)
	}
	return err
}

// Error codes of JetStream that its client does not name.
const (
	noPeers           jetstream.ErrorCode = 10005
	resourcesExceeded jetstream.ErrorCode = 10023
	noCluster         jetstream.ErrorCode = 10074
	storeFull         jetstream.ErrorCode = 10077 // also: a message with this subject exists
)
