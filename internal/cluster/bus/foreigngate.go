//go:build !nohub

package bus

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"time"

	"grundy/internal/base/hint"
)

// Gate is a gate before foreign NATS servers. It passes authentication through to them.
type Gate struct {
	gate
	host string // by which members reach it
	end  context.CancelFunc
}

// ServeGate starts a gate before the servers of an address. The options say where it listens and which certificate it
// uses.
func ServeGate(o Options, where string) (*Gate, error) {
	if !IsAddress(where) {
		return nil, hint.Errorf("it begins with tls://", "want the address of NATS servers, got %q", where)
	}
	behind, err := readAddress(where)
	if err != nil {
		return nil, err
	}
	servers, err := behind.checkServers()
	if err != nil {
		return nil, err
	}
	encryption, err := behind.encryption()
	if err != nil {
		return nil, err
	}
	address, host, err := o.place()
	if err != nil {
		return nil, err
	}
	g := &Gate{host: host}
	switch {
	case o.Certificate != "":
		if _, err := g.prove(o); err != nil {
			return nil, err
		}
	case !address.Addr().IsLoopback():
		return nil, hint.Errorf("name a certificate that members trust: --tls CERT,KEY", "listen at %s: beyond this machine, a gate needs a certificate", address)
	}
	if g.Listener, err = net.Listen("tcp", address.String()); err != nil {
		return nil, hint.Errorf("--listen names another address", "start the gate: %w", err)
	}
	ctx, end := context.WithCancel(context.Background())
	g.end, g.server = end, upstream{ctx, servers, encryption, o.Log}.connect
	g.serve()
	return g, nil
}

// Address returns where members find the gate.
func (g *Gate) Address() string { return g.addressAt(g.host) }

// Close ends all connections.
func (g *Gate) Close() {
	g.Listener.Close()
	g.end()
	g.passing.Wait()
}

// upstream connects to the foreign servers.
type upstream struct {
	ctx        context.Context // ends all connections
	servers    []*url.URL
	encryption *tls.Config // nil for none
	log        *slog.Logger
}

// connect connects to the first server that answers, and reads its greeting.
func (u upstream) connect() (net.Conn, error) {
	var missed []error
	for _, server := range u.servers {
		conn, err := u.connectTo(server)
		if err == nil {
			return conn, nil
		}
		missed = append(missed, fmt.Errorf("%s: %w", server.Host, err))
	}
	err := errors.Join(missed...)
	u.log.Warn("no server answers; the gate rejects a member", "reason", err)
	return nil, err
}

func (u upstream) connectTo(server *url.URL) (net.Conn, error) {
	dialer := net.Dialer{Timeout: connectTime}
	conn, err := dialer.DialContext(u.ctx, "tcp", server.Host)
	if err != nil {
		return nil, err
	}
	keep := context.AfterFunc(u.ctx, func() { conn.Close() })
	greeted, err := u.hear(conn, server.Hostname())
	if err != nil {
		keep()
		conn.Close()
		return nil, err
	}
	greeted.keep = keep
	return greeted, nil
}

// hear reads the greeting of a server, which it sends once, before encryption starts.
func (u upstream) hear(conn net.Conn, host string) (*bufferedConn, error) {
	if err := conn.SetDeadline(time.Now().Add(connectTime)); err != nil {
		return nil, err
	}
	said, err := bufio.NewReader(conn).ReadBytes('\n') // the server sends no more until it gets an answer
	if err != nil {
		return nil, err
	}
	var info struct {
		Encrypted bool `json:"tls_required"`
	}
	if verb, text, _ := bytes.Cut(said, []byte(" ")); string(verb) != "INFO" || json.Unmarshal(text, &info) != nil {
		return nil, errUnspoken
	}
	switch {
	case info.Encrypted && u.encryption == nil:
		return nil, errors.New("the server wants encryption, but the address begins with nats://")
	case u.encryption != nil:
		config := u.encryption.Clone()
		config.ServerName = host
		encrypted := tls.Client(conn, config)
		if err := encrypted.Handshake(); err != nil {
			var unknown x509.UnknownAuthorityError
			if errors.As(err, &unknown) {
				err = hint.Errorf("name the certificates that sign theirs: ?ca=FILE", "%w", err)
			}
			return nil, err
		}
		conn = encrypted
	}
	return &bufferedConn{Conn: conn, from: io.MultiReader(bytes.NewReader(said), conn)}, conn.SetDeadline(time.Time{})
}

// bufferedConn is a connection with some input already read.
type bufferedConn struct {
	net.Conn
	from io.Reader
	keep func() bool // stops closing it with the context
}

func (h *bufferedConn) Read(p []byte) (int, error) { return h.from.Read(p) }

func (h *bufferedConn) Close() error {
	h.keep()
	return h.Conn.Close()
}
