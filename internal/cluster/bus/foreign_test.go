//go:build !nohub

package bus

import (
	"crypto/x509"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// foreign starts a server as another party runs it, by a configuration, and gives its address without what is before it.
func foreign(t *testing.T, configuration string) (address string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "nats.conf")
	text := fmt.Sprintf("listen: \"127.0.0.1:-1\"\nmax_payload: 8MB\n%s\n", strings.ReplaceAll(configuration, "STORE", dir))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	options, err := server.ProcessConfigFile(file)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return run(t, options)
}

func run(t *testing.T, options *server.Options) (address string) {
	t.Helper()
	options.NoLog, options.NoSigs = true, true
	s, err := server.NewServer(options)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(startTime) {
		t.Fatal("the server does not start")
	}
	return s.Addr().String()
}

// permitted is the block for a member, which must not fail.
func permitted(t *testing.T, name string, role Role) string {
	t.Helper()
	text, err := Rights(name, role)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func reach(t *testing.T, where string, role Role) Access {
	t.Helper()
	a, err := Reach(where, role)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// passes has anna hand in a job that lab does.
func passes(t *testing.T, anna, lab Access) {
	t.Helper()
	ctx, quiet := t.Context(), slog.New(slog.DiscardHandler)
	person, err := Connect(ctx, anna, "test", quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer person.Close()
	worker, err := Connect(ctx, lab, "test", quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer worker.Close()
	if err := person.PutBlob(ctx, "package", strings.NewReader("test data")); err != nil {
		t.Fatal(err)
	}
	if err := person.Submit(ctx, AnyQueue, First, "a", []byte("order")); err != nil {
		t.Fatal(err)
	}
	if err := worker.TakeFrom(ctx, AnyQueue, "own"); err != nil {
		t.Fatal(err)
	}
	task := take(t, worker)
	content, err := worker.Blob(ctx, "package")
	if err != nil {
		t.Fatal(err)
	}
	content.Close()
	task.ReturnLost(0)
	task = take(t, worker)
	task.Return(ctx, 0)
	task = take(t, worker)
	if lost, err := task.Lost(ctx); lost != 1 || err != nil {
		t.Errorf("%d workers were lost, %v; want 1", lost, err)
	}
	if settled, err := task.Settled(ctx); settled != Unsettled || err != nil {
		t.Errorf("settled: %v, %v", settled, err)
	}
	if err := worker.Announce(ctx, "1", []byte("lab")); err != nil {
		t.Error(err)
	}
	if all, err := person.Workers(ctx); len(all) != 1 || err != nil {
		t.Errorf("workers are %q, %v; want lab", all, err)
	}
	if err := worker.KeepReference(ctx, "fast", []byte("figures")); err != nil {
		t.Error(err)
	}
	if all, err := worker.References(ctx); len(all) != 1 || !all[0].Own || all[0].Class != "fast" || string(all[0].Record) != "figures" || err != nil {
		t.Errorf("classes are %v, %v; want one", all, err)
	}
	if err := worker.DropReference(ctx, "fast"); err != nil {
		t.Error(err)
	}
	if err := task.MarkDead(ctx, nil); err != nil {
		t.Error(err)
	}
	if err := finish(ctx, task, []byte("result")); err != nil {
		t.Fatal(err)
	}
	task.Drop()
	if result, found, err := person.Result(ctx, "a"); string(result) != "result" || !found || err != nil {
		t.Errorf("the result is %q, %t, %v", result, found, err)
	}
}

// Users with passwords, whose rights are what grundy hub rights prints, in an account of their own, behind TLS.
func TestServersOfSomebodyElse(t *testing.T) {
	dir := t.TempDir()
	pem, err := Options{Host: "127.0.0.1"}.identity().Make(func(c *x509.Certificate) { c.IsCA, c.KeyUsage = true, c.KeyUsage|x509.KeyUsageCertSign })
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "server.pem")
	if err := os.WriteFile(file, pem, 0o600); err != nil {
		t.Fatal(err)
	}
	paul, seed, err := newMember("paul", Person)
	if err != nil {
		t.Fatal(err)
	}
	seedFile := filepath.Join(dir, "paul.nk")
	if err := os.WriteFile(seedFile, []byte(seed+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	address := foreign(t, fmt.Sprintf(`
jetstream { store_dir: "STORE/streams" }
tls { cert_file: %q, key_file: %q, min_version: "1.3" }
accounts {
  JUDGE { jetstream: enabled, users: [
    { user: owner, password: "o" }
    { user: anna, password: "a: b", %s }
    { user: lab, password: "l", %s }
    { nkey: %s, %s }
  ] }
  OTHER { users: [ { user: stranger, password: "s" } ] }
}`, file, file, permitted(t, "anna", Person), permitted(t, "lab", Worker), paul.Public, permitted(t, "paul", Person)))
	at := func(user string) string { return "tls://" + user + "@" + address + "?ca=" + url.QueryEscape(file) }
	ctx, quiet := t.Context(), slog.New(slog.DiscardHandler)
	connect := func(where string, role Role) error {
		a, err := Reach(where, role)
		if err != nil {
			return err
		}
		b, err := Connect(ctx, a, "test", quiet)
		if err == nil {
			b.Close()
		}
		return err
	}
	set := func(user string, replicas int) error { return Setup(ctx, reach(t, at(user), Owner), replicas, quiet) }

	wantError(t, connect(at("owner:o"), Owner), "do not have the streams of a hub", "grundy hub setup")
	wantError(t, set("anna:a%3A%20b", 1), "anna lacks permissions", "grundy hub rights")
	wantError(t, set("stranger:s", 1), "no JetStream", "enable it")
	wantError(t, set("owner:o", 3), "not enough servers", "--replicas")
	for range 2 {
		if err := set("owner:o", 0); err != nil {
			t.Fatal(err)
		}
	}
	passes(t, reach(t, at("anna:a%3A%20b"), Person), reach(t, at("lab:l"), Worker))
	if err := connect("tls://"+address+"?name=paul&creds="+url.QueryEscape(seedFile)+"&ca="+url.QueryEscape(file), Person); err != nil {
		t.Errorf("by the seed of a key: %v", err)
	}
	owner, err := Connect(ctx, reach(t, at("owner:o"), Owner), "test", quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close()
	if dead, err := owner.Dead(ctx); len(dead) != 1 || err != nil {
		t.Errorf("given up are %v, %v; want one", dead, err)
	}

	wantError(t, connect(at("anna:wrong"), Person), "do not let anna in", "check the credentials")
	wantError(t, connect("tls://anna:x@"+address, Person), "certificate", "")
	wantError(t, connect(at("lab:l")+"&name=other", Worker), "lacks permissions", "grundy hub rights")
	wantError(t, connect(at("anna:a%3A%20b"), Worker), "anna lacks permissions", "grundy hub rights")
}

// Users with JWTs, as nsc makes them.
func TestServersWithCredentials(t *testing.T) {
	operator, _ := nkeys.CreateOperator()
	account, _ := nkeys.CreateAccount()
	user, _ := nkeys.CreateUser()
	system, _ := nkeys.CreateAccount()
	public := func(pair nkeys.KeyPair) string {
		text, err := pair.PublicKey()
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	encode := func(claims jwt.Claims, by nkeys.KeyPair) string {
		text, err := claims.Encode(by)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	operatorClaims := jwt.NewOperatorClaims(public(operator))
	encode(operatorClaims, operator)
	accountClaims := jwt.NewAccountClaims(public(account))
	accountClaims.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: -1, Streams: -1, Consumer: -1}
	userClaims := jwt.NewUserClaims(public(user))
	userClaims.Name = "anna"
	seed, err := user.Seed()
	if err != nil {
		t.Fatal(err)
	}
	creds, err := jwt.FormatUserConfig(encode(userClaims, account), seed)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "anna.creds")
	if err := os.WriteFile(file, creds, 0o600); err != nil {
		t.Fatal(err)
	}
	resolver := &server.MemAccResolver{}
	for _, claims := range []*jwt.AccountClaims{accountClaims, jwt.NewAccountClaims(public(system))} {
		if err := resolver.Store(claims.Subject, encode(claims, operator)); err != nil {
			t.Fatal(err)
		}
	}
	address := run(t, &server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(),
		TrustedOperators: []*jwt.OperatorClaims{operatorClaims}, AccountResolver: resolver, SystemAccount: public(system),
	})
	where := "nats://" + address + "?creds=" + url.QueryEscape(file)
	if err := Setup(t.Context(), reach(t, where, Owner), 0, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	anna := reach(t, where, Person)
	if anna.Name != "anna" {
		t.Errorf("it is %q, want anna as the credentials say", anna.Name)
	}
	passes(t, anna, reach(t, where+"&name=lab", Worker))
}

func TestAddresses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("no secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for where, want := range map[string]string{
		"tls://a.example.org?name=anna":                                     "tls://a.example.org:4222",
		"tls://anna:x@a.example.org,b.example.org:4333/":                    "tls://a.example.org:4222,tls://b.example.org:4333",
		"nats://anna:x@127.0.0.1":                                           "nats://127.0.0.1:4222",
		"nats://anna:x@[::1]:7":                                             "nats://[::1]:7",
		"nats://anna:secret@192.0.2.1":                                      "an unencrypted hub",
		"nats://anna:secret@127.0.0.1,192.0.2.1":                            "an unencrypted hub",
		"tls://a.example.org":                                               "does not give your name",
		"tls://anna:secret@":                                                "not an address of NATS servers",
		"tls://anna:secret@a b":                                             "not an address of NATS servers",
		"tls://anna:secret@a/judge":                                         "not an address of NATS servers",
		"tls://a.example.org?name=anna&secret=x":                            `unknown parameter "secret"`,
		"https://a.example.org":                                             "an address of NATS servers cannot begin with https://",
		"tls://a.example.org?%zz":                                           "malformed",
		"tls://a.example.org?name=a.b":                                      `"a.b" is not a valid name`,
		"tls://a.example.org?name=anna&creds=" + filepath.Join(dir, "none"): "no such file",
		"tls://a.example.org?name=anna&creds=" + file:                       "not a NATS credentials file",
		"tls://a.example.org?name=anna&ca=" + filepath.Join(dir, "none"):    "no such file",
	} {
		a, err := Reach(where, Person)
		switch {
		case err == nil && a.Address != want:
			t.Errorf("%s is at %s, want %s", where, a.Address, want)
		case err != nil && (!strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "anna:secret")):
			t.Errorf("%s: %v, want %s", where, err, want)
		}
	}
}
