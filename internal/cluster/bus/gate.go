//go:build !nohub

package bus

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"strconv"
	"strings"
	"sync"
)

// A NATS server sends its answer to any subject that the requester names, and a consumer delivers to any subject that
// its maker names, whether or not that member may publish there. So a user could turn their own messages into requests
// of another member, and read or delete everything. The server of a hub therefore has a gate before it. The gate passes
// only answers to their requester and the operations that members need (gaterules.go). It speaks the client protocol of
// NATS (https://docs.nats.io/reference/reference-protocols/nats-protocol), and TLS.

// gate accepts the connections of members.
type gate struct {
	net.Listener
	encryption *tls.Config              // nil for none
	server     func() (net.Conn, error) // opens a connection to it
	// member returns the name of the member with a public key, or "". It is nil before foreign servers: there the gate
	// knows no members, and they may authenticate in other ways than by keys.
	member  func(key string) string
	passing sync.WaitGroup
}

const (
	maxLine   = 32 << 10 // bytes of a line of the protocol
	maxLooked = 64 << 10 // of a header, or of a request to JetStream
)

// serve accepts members until the listener is closed.
func (g *gate) serve() {
	g.passing.Go(func() {
		for {
			member, err := g.Accept()
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if err != nil {
				continue // the client is gone again, or there are too many open files; wait for the next one
			}
			g.passing.Go(func() {
				defer member.Close()
				_ = g.admit(member) // a rejected member is told so, or gone
			})
		}
	})
}

// prove sets up encryption with the certificate of the gate.
func (g *gate) prove(o Options) (tls.Certificate, error) {
	pair, err := o.identity().Pair(o.Log)
	if err != nil {
		return pair, err
	}
	g.encryption = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13}
	return pair, nil
}

// addressAt returns the address of a gate on the machine with the given name.
func (g *gate) addressAt(host string) string {
	scheme := "nats://"
	if g.encryption != nil {
		scheme = "tls://"
	}
	return scheme + net.JoinHostPort(host, strconv.Itoa(g.Addr().(*net.TCPAddr).Port))
}

// admit relays between a member and the server until one of them ends the connection.
func (g *gate) admit(member net.Conn) error {
	server, err := g.server()
	if err != nil {
		return err
	}
	defer server.Close()
	answers := bufio.NewReader(server)
	if member, err = g.greet(member, answers); err != nil {
		return err
	}
	g.passing.Go(func() {
		defer member.Close()
		defer server.Close()
		_, _ = answers.WriteTo(member)
	})
	p := memberConn{member: g.member, consumers: map[string]bool{}, from: bufio.NewReaderSize(member, maxLine), to: bufio.NewWriter(server)}
	for {
		if err := p.next(); err != nil {
			var refused *refusedError
			if errors.As(err, &refused) {
				fmt.Fprintf(member, "-ERR 'Permissions Violation for Publish to %s'\r\n", refused.what)
			}
			return err
		}
	}
}

// greet forwards the server's greeting without the addresses that bypass the gate, and starts encryption, of which the
// server knows nothing.
func (g *gate) greet(member net.Conn, server *bufio.Reader) (net.Conn, error) {
	line, err := server.ReadBytes('\n')
	if err != nil {
		return nil, err
	}
	verb, text, _ := bytes.Cut(line, []byte(" "))
	var info map[string]any
	if err := json.Unmarshal(text, &info); err != nil {
		return nil, err
	}
	for _, way := range []string{"host", "port", "ip", "connect_urls", "ws_connect_urls", "tls_available", "tls_verify"} {
		delete(info, way)
	}
	info["tls_required"] = g.encryption != nil
	if text, err = json.Marshal(info); err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(member, "%s %s\r\n", verb, text); err != nil {
		return nil, err
	}
	if g.encryption == nil {
		return member, nil
	}
	encrypted := tls.Server(member, g.encryption)
	ctx, cancel := context.WithTimeout(context.Background(), connectTime)
	defer cancel()
	return encrypted, encrypted.HandshakeContext(ctx)
}

// refusedError reports something that a member must not have.
type refusedError struct{ what string }

func (e *refusedError) Error() string { return "refused: " + e.what }

// errUnspoken reports a violation of the protocol.
var errUnspoken = errors.New("protocol error")

// memberConn is the connection of one member.
type memberConn struct {
	from *bufio.Reader
	to   *bufio.Writer
	// member returns the names of members by their keys; nil if members are unknown here.
	member    func(key string) string
	connected bool
	key, name string          // the public key of the member, and the name that the hub gives it
	consumers map[string]bool // those that the member made and did not delete, by name
}

// next forwards one operation of the member. It writes the operation again, so that the server parses it as the gate
// did.
func (p *memberConn) next() error {
	if told, _ := p.from.Peek(p.from.Buffered()); !bytes.Contains(told, []byte("\n")) {
		if err := p.to.Flush(); err != nil {
			return err
		}
	}
	line, err := p.from.ReadSlice('\n')
	if err != nil {
		return err
	}
	text := strings.TrimSuffix(string(line[:len(line)-1]), "\r")
	if strings.ContainsAny(text, "\r\x00") {
		return errUnspoken
	}
	verb, more, _ := strings.Cut(text, " ")
	verb = strings.ToUpper(verb)
	switch verb {
	case "PUB", "HPUB":
		return p.publish(verb, strings.Fields(more))
	case "CONNECT":
		if more, err = p.connect(more); err != nil {
			return err
		}
	case "SUB", "UNSUB", "PING", "PONG":
	default:
		return errUnspoken
	}
	_, err = fmt.Fprintf(p.to, "%s\r\n", strings.TrimSpace(verb+" "+more))
	return err
}

// connect records who the member is. It stops the server from announcing other addresses, which it does to clients of
// the first version of the protocol.
func (p *memberConn) connect(said string) (string, error) {
	var options map[string]any
	if p.connected || json.Unmarshal([]byte(said), &options) != nil {
		return "", errUnspoken
	}
	p.connected = true
	p.key, _ = options["nkey"].(string)
	if p.member != nil {
		p.name = p.member(p.key)
	}
	maps.DeleteFunc(options, func(name string, _ any) bool { return strings.EqualFold(name, "protocol") })
	options["protocol"] = 0
	text, err := json.Marshal(options)
	return string(text), err
}

// publish forwards a message: its subject, optionally one for the answer, the size of the header if there is one, and
// the total size.
func (p *memberConn) publish(verb string, words []string) error {
	sizes := map[string]int{"PUB": 1, "HPUB": 2}[verb]
	if len(words) < 1+sizes || len(words) > 2+sizes {
		return errUnspoken
	}
	size, err := strconv.ParseUint(words[len(words)-1], 10, 31)
	if err != nil || size > maxMessage {
		return errUnspoken
	}
	m := publication{subject: words[0]}
	if len(words) == 2+sizes {
		if m.reply = words[1]; !p.isOwn(m.reply) {
			return &refusedError{m.reply}
		}
	}
	header := uint64(0)
	if verb == "HPUB" {
		if header, err = strconv.ParseUint(words[len(words)-2], 10, 31); err != nil || header > size {
			return errUnspoken
		}
	}
	looked := header
	if m.isRequest() {
		looked = size
	}
	if looked > maxLooked {
		return errUnspoken
	}
	text := make([]byte, looked)
	if _, err := io.ReadFull(p.from, text); err != nil {
		return err
	}
	m.header, m.request = text[:header], text[header:]
	if err := p.check(m); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(p.to, "%s %s\r\n%s", verb, strings.Join(words, " "), text); err != nil {
		return err
	}
	_, err = io.CopyN(p.to, p.from, int64(size-looked)+int64(len("\r\n")))
	return err
}

// isOwn reports whether only the member hears a subject. For a member without a key we only know that just one member,
// who alone knows the last word of the subject, waits for an answer there.
func (p *memberConn) isOwn(subject string) bool {
	tokens := strings.Split(subject, ".")
	if tokens[0] != "inbox" || len(tokens) < 3 || !isLiteral(tokens) {
		return false
	}
	if p.member == nil && p.key == "" {
		return true
	}
	return len(tokens) > 3 && p.key != "" && tokens[2] == p.key && (p.member == nil || tokens[1] == p.name)
}
