//go:build !nohub

package bus

import (
	"bufio"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// shielded are servers of another party behind TLS with a gate before them, which has that name, and a file that proves both.
func shielded(t *testing.T, change func(*Options)) (g *Gate, address, file string) {
	t.Helper()
	pem, err := Options{Host: "127.0.0.1"}.identity().Make(func(c *x509.Certificate) { c.IsCA, c.KeyUsage = true, c.KeyUsage|x509.KeyUsageCertSign })
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "server.pem")
	if err := os.WriteFile(file, pem, 0o600); err != nil {
		t.Fatal(err)
	}
	address = foreign(t, fmt.Sprintf(`
jetstream { store_dir: "STORE/streams" }
tls { cert_file: %q, key_file: %q, min_version: "1.3" }
client_advertise: "127.0.0.9:1"
accounts {
  JUDGE { jetstream: enabled, users: [
    { user: owner, password: "o" }
    { user: anna, password: "a", %s }
    { user: eve, password: "e", %s }
    { user: lab, password: "l", %s }
  ] }
}`, file, file, permitted(t, "anna", Person), permitted(t, "eve", Person), permitted(t, "lab", Worker)))
	if err := Setup(t.Context(), reach(t, "tls://owner:o@"+address+"?ca="+url.QueryEscape(file), Owner), 1, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	o := Options{Listen: "127.0.0.1:0", Log: slog.New(slog.DiscardHandler)}
	if change != nil {
		change(&o)
		o.Certificate, o.Key = file, file
	}
	// Where the first server does not answer the next one does.
	if g, err = ServeGate(o, "tls://127.0.0.1:1,"+address+"?ca="+url.QueryEscape(file)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return g, address, file
}

// What members do passes through a gate, and they are told of no way around it.
func TestAGateBeforeForeignServers(t *testing.T) {
	for name, change := range map[string]func(*Options){"here": nil, "encrypted": func(o *Options) { o.Listen, o.Host = "0.0.0.0:0", "127.0.0.1" }} {
		t.Run(name, func(t *testing.T) {
			g, _, file := shielded(t, change)
			at := func(user string, role Role) Access {
				where := strings.Replace(g.Address(), "://", "://"+user+"@", 1)
				if change != nil {
					where += "?ca=" + url.QueryEscape(file)
				}
				return reach(t, where, role)
			}
			passes(t, at("anna:a", Person), at("lab:l", Worker))

			conn, err := net.Dial("tcp", g.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			said, err := bufio.NewReader(conn).ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			var info map[string]any
			if err := json.Unmarshal([]byte(strings.TrimPrefix(said, "INFO ")), &info); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(said, "127.0.0.9") || info["connect_urls"] != nil || info["tls_required"] != (change != nil) || info["headers"] != true {
				t.Errorf("it says %s", said)
			}
		})
	}
}

// A server obeys a member that wants its answer sent as something else; a gate shuts the member out.
func TestAForeignGateLetsAnswersGoToTheirAuthorsOnly(t *testing.T) {
	g, address, file := shielded(t, nil)
	quiet := slog.New(slog.DiscardHandler)
	owner, err := Connect(t.Context(), reach(t, "tls://owner:o@"+address+"?ca="+url.QueryEscape(file), Owner), "test", quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close()
	forge := func(conn *nats.Conn, result string) {
		t.Helper()
		if err := conn.PublishRequest("$JS.API.STREAM.INFO."+jobsStream, result, nil); err != nil {
			t.Fatal(err)
		}
		_ = conn.FlushTimeout(2 * time.Second) // which does not end for a member that is shut out
	}
	results := func(of string) int {
		t.Helper()
		stream, err := owner.js.Stream(t.Context(), resultsStream)
		if err != nil {
			t.Fatal(err)
		}
		info, err := stream.Info(t.Context(), jetstream.WithSubjectFilter(of))
		if err != nil {
			t.Fatal(err)
		}
		return len(info.State.Subjects)
	}
	for i, test := range []struct {
		name, where string
		forged      int
	}{
		{"a server", "tls://eve:e@" + address + "?ca=" + url.QueryEscape(file), 1},
		{"a gate", strings.Replace(g.Address(), "://", "://eve:e@", 1), 1},
	} {
		eve, err := Connect(t.Context(), reach(t, test.where, Person), "test", quiet)
		if err != nil {
			t.Fatal(err)
		}
		forge(eve.conn, "result.anna."+strings.ReplaceAll(test.name, " ", ""))
		// The server answers when it comes to that: what the owner asks afterwards is answered afterwards.
		forge(owner.conn, fmt.Sprintf("result.owner.%d", i))
		for deadline := time.Now().Add(time.Minute); results("result.owner.>") <= i || results("result.anna.>") < test.forged; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%s: not all was answered", test.name)
			}
		}
		if got := results("result.anna.>"); got != test.forged {
			t.Errorf("%s: %d results are forged, want %d", test.name, got, test.forged)
		}
		eve.Close()
	}
}

func TestForeignGatesThatDoNotStand(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	quiet := slog.New(slog.DiscardHandler)
	for _, test := range []struct {
		options      Options
		where        string
		text, remedy string
	}{
		{Options{Listen: "127.0.0.1:0"}, "join.json", "want the address of NATS servers", "tls://"},
		{Options{Listen: "127.0.0.1:0"}, "nats://judge.example.org", "an unencrypted hub", "tls://"},
		{Options{Listen: "127.0.0.1:0"}, "tls://judge.example.org?ca=nosuch", "nosuch", ""},
		{Options{Listen: "127.0.0.1"}, "tls://judge.example.org", "listen at", "an address and a port"},
		{Options{Listen: "0.0.0.0:0"}, "tls://judge.example.org", "a gate needs a certificate", "--tls CERT,KEY"},
		{Options{Listen: "0.0.0.0:0", Certificate: "nosuch", Key: "nosuch"}, "tls://judge.example.org", "nosuch", "a certificate and its key"},
		{Options{Listen: taken.Addr().String()}, "tls://judge.example.org", "in use", "--listen"},
	} {
		test.options.Log = quiet
		g, err := ServeGate(test.options, test.where)
		if err == nil {
			g.Close()
		}
		wantError(t, err, test.text, test.remedy)
	}
	// Behind a gate no server answers, or one that cannot be trusted.
	_, address, _ := shielded(t, nil)
	for behind, text := range map[string]string{"tls://127.0.0.1:1": "refused", "tls://" + address: "certificate", "nats://" + address: "wants encryption"} {
		var said strings.Builder
		g, err := ServeGate(Options{Listen: "127.0.0.1:0", Log: slog.New(slog.NewTextHandler(&said, nil))}, behind)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Connect(t.Context(), reach(t, strings.Replace(g.Address(), "://", "://anna:a@", 1), Person), "test", quiet)
		wantError(t, err, "no hub answers", "check the address")
		g.Close()
		if !strings.Contains(said.String(), "no server answers") || !strings.Contains(said.String(), text) {
			t.Errorf("before %s it says %q, want %q", behind, said.String(), text)
		}
	}
}
