package bus

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"grundy/internal/hint"
)

// How long the hub is waited for.
const (
	connectTime   = 5 * time.Second
	reconnectTime = 250 * time.Millisecond // between attempts
	answerTime    = 5 * time.Second
	blobTime      = 30 * time.Minute
)

// ErrAway tells that the hub does not answer now. It may come back.
var ErrAway = errors.New("the hub does not answer")

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
	polls   int // how often the queues were asked

	mu     sync.Mutex
	names  []string             // of the queues that a worker takes jobs from
	queues []jetstream.Consumer // those, in the order in which they are asked
	back   []func()             // called when the hub is back
}

// Connect opens a connection for a member; purpose names it at the hub: "grundy worker". It must be closed.
func Connect(ctx context.Context, a Access, purpose string, log *slog.Logger, more ...nats.Option) (*Bus, error) {
	b, err := open(a, purpose, log, more)
	if err != nil {
		return nil, err
	}
	if err := b.bind(ctx); err != nil {
		b.Close()
		return nil, fmt.Errorf("%s: %w", a.Address, b.inWords(err))
	}
	return b, nil
}

// open connects, and asks nothing yet.
func open(a Access, purpose string, log *slog.Logger, more []nats.Option) (*Bus, error) {
	pair, err := nkeys.FromSeed([]byte(a.Key))
	if err != nil {
		return nil, fmt.Errorf("the key of %s: %w", a.Name, err)
	}
	public, err := pair.PublicKey()
	if err != nil {
		return nil, fmt.Errorf("the key of %s: %w", a.Name, err)
	}
	b := &Bus{member: member{a.Name, a.Role, public}}
	options := append([]nats.Option{
		nats.Name(purpose), nats.Nkey(public, pair.Sign), nats.CustomInboxPrefix(b.member.inbox()),
		nats.Timeout(connectTime), nats.MaxReconnects(-1), nats.ReconnectWait(reconnectTime), nats.PingInterval(20 * time.Second),
		nats.PermissionErrOnSubscribe(true),
		nats.ReconnectHandler(func(*nats.Conn) { b.returned() }),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("the hub is away, its return is waited for", "reason", err)
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			log.Warn("the hub refused something", "reason", err)
		}),
	}, more...)
	if a.Certificate != "" {
		known := x509.NewCertPool()
		if !known.AppendCertsFromPEM([]byte(a.Certificate)) {
			return nil, hint.Errorf(inviteHint, "the certificate of %s in the invitation is none", a.Address)
		}
		options = append(options, nats.Secure(&tls.Config{RootCAs: known, MinVersion: tls.VersionTLS13}))
	}
	if b.conn, err = nats.Connect(a.Address, options...); err != nil {
		return nil, fmt.Errorf("%s: %w", a.Address, b.inWords(err))
	}
	b.js, err = jetstream.New(b.conn)
	return b, err
}

// bind finds what lies at the hub.
func (b *Bus) bind(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	var err error
	if b.jobs, err = b.js.Stream(ctx, jobsStream); err != nil {
		return err
	}
	if theirs := b.jobs.CachedInfo().Config.Metadata[protocolKey]; theirs != Protocol {
		return hint.Errorf("use one release of grundy on both", "the hub speaks version %q of the protocol, and this grundy version %q", theirs, Protocol)
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

// inWords says what is wrong with a connection in words of people.
func (b *Bus) inWords(err error) error {
	var (
		unknown x509.UnknownAuthorityError
		invalid x509.CertificateInvalidError
		named   x509.HostnameError
	)
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked):
		return hint.Errorf(inviteHint, "the hub does not know the key of %s", b.member.Name)
	case errors.As(err, &unknown), errors.As(err, &named), errors.As(err, &invalid):
		return hint.Errorf(inviteHint, "the hub does not have the certificate of the invitation: %w", err)
	case errors.Is(err, jetstream.ErrStreamNotFound):
		return hint.Errorf("start it with grundy hub", "no hub of grundy is there")
	case errors.Is(err, nats.ErrNoServers), isAway(err):
		return hint.Errorf("start it with grundy hub, or look whether the address is right", "no hub answers")
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
func asking(what string, err error) error {
	if isAway(err) {
		return fmt.Errorf("%s: %w: %w", what, ErrAway, err)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// Close ends the connection.
func (b *Bus) Close() { b.conn.Close() }

// Name is the member's.
func (b *Bus) Name() string { return b.member.Name }

// WhenBack has something be called whenever the hub was away and is back.
func (b *Bus) WhenBack(do func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.back = append(b.back, do)
}

func (b *Bus) returned() {
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
		return false, asking("look for "+name, err)
	}
	return true, nil
}

// PutBlob writes a blob, which is complete when it returns.
func (b *Bus) PutBlob(ctx context.Context, name string, content io.Reader) error {
	ctx, cancel := context.WithTimeout(ctx, blobTime)
	defer cancel()
	if _, err := b.blobs.Put(ctx, jetstream.ObjectMeta{Name: name}, content); err != nil {
		return asking("send "+name, inStore(err))
	}
	return nil
}

// Blob reads a blob, which must be closed. The error wraps ErrNoBlob when there is none. It is not known to be what its name says.
func (b *Bus) Blob(ctx context.Context, name string) (io.ReadCloser, error) {
	ctx, cancel := context.WithTimeout(ctx, blobTime)
	object, err := b.blobs.Get(ctx, name)
	if err != nil {
		cancel()
		if errors.Is(err, jetstream.ErrObjectNotFound) {
			return nil, fmt.Errorf("fetch %s: %w", name, ErrNoBlob)
		}
		return nil, asking("fetch "+name, err)
	}
	return blob{object, cancel}, nil
}

type blob struct {
	io.ReadCloser
	cancel func()
}

func (b blob) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}

// inStore gives an error of the store its remedy.
func inStore(err error) error {
	var refused *jetstream.APIError
	if errors.As(err, &refused) && (refused.ErrorCode == storeFull || refused.ErrorCode == resourcesExceeded) {
		return hint.Errorf("make room on its disk, or wait until old results are dropped", "the store of the hub is full: %w", err)
	}
	return err
}

// Error codes of JetStream that its client has no names for.
const (
	resourcesExceeded jetstream.ErrorCode = 10023
	storeFull         jetstream.ErrorCode = 10077 // also: there is a message with this subject
)
