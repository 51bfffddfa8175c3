package tests

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"log/slog"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"grundy/internal/cluster/bus"
	"grundy/tests/suite"
)

// refuses runs a command that must fail, with a reason and a remedy.
func (c *cluster) refuses(want, remedy string, words ...string) {
	c.Helper()
	command := c.command(words...)
	command.Stderr = nil
	out, err := command.CombinedOutput()
	if err == nil || !bytes.Contains(out, []byte(want)) || !bytes.Contains(out, []byte("hint: ")) || !bytes.Contains(out, []byte(remedy)) {
		c.Errorf("%s: %v\n%s\nwant %q and %q", words, err, out, want, remedy)
	}
}

// invite returns the file of an invitation, which the hub knows.
func (c *cluster) invite(name string, more ...string) (file string) {
	c.Helper()
	file = filepath.Join(c.dir, name+".json")
	if _, exit := c.output(append([]string{"hub", "invite", name, "-o", file, "--store", "store"}, more...)...); exit != 0 {
		c.Fatalf("invite %s: exit %d", name, exit)
	}
	access, err := bus.ReadAccess(file)
	if err != nil {
		c.Fatal(err)
	}
	b, err := bus.Connect(c.Context(), access, "test", slog.New(slog.DiscardHandler))
	if err != nil {
		c.Fatalf("the hub does not know %s: %v", name, err)
	}
	b.Close()
	return file
}

// connect connects to the hub as the member of an invitation, who may send anything.
func (c *cluster) connect(invitation string) *nats.Conn {
	c.Helper()
	access, err := bus.ReadAccess(invitation)
	if err != nil {
		c.Fatal(err)
	}
	pair, err := nkeys.FromSeed([]byte(access.Key))
	if err != nil {
		c.Fatal(err)
	}
	public, err := pair.PublicKey()
	if err != nil {
		c.Fatal(err)
	}
	conn, err := nats.Connect(access.Address, nats.Nkey(public, pair.Sign), nats.CustomInboxPrefix("inbox."+access.Name+"."+public))
	if err != nil {
		c.Fatal(err)
	}
	return conn
}

// ends waits until a command fails, and returns what it said.
func (c *cluster) ends(command *exec.Cmd, said *os.File, want, remedy string) {
	c.Helper()
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	select {
	case err := <-ended:
		text, _ := os.ReadFile(said.Name())
		if err == nil || !bytes.Contains(text, []byte(want)) || !bytes.Contains(text, []byte(remedy)) {
			c.Errorf("it ends with %v:\n%s\nwant %q and %q", err, text, want, remedy)
		}
	case <-time.After(time.Minute):
		c.Fatal("it goes on")
	}
}

// said is a file for the output of a command.
func (c *cluster) said(name string) *os.File {
	c.Helper()
	file, err := os.Create(filepath.Join(c.dir, name))
	if err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() { file.Close() })
	return file
}

// Users are told if they have no invitation, one of another hub or one for another role, and if they lose it during
// use.
func TestWhoIsShutOut(t *testing.T) {
	suite.NeedsAll(t, "starts two hubs and a worker")
	c, other := newCluster(t), newCluster(t)
	anna, lab := c.invite("anna"), c.invite("lab", "--worker")
	strange := filepath.Join(c.dir, "strange.json")
	text, err := os.ReadFile(other.invite("anna"))
	if err == nil {
		err = os.WriteFile(strange, bytes.Replace(text, []byte(other.address), []byte(c.address), 1), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"empty.json": "{}", "broken.json": "?"} {
		if err := os.WriteFile(filepath.Join(c.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	test := func(on string) []string { return []string{"test", "--problem", "double", "--on", on, "slow.sh"} }
	const invite = "grundy hub invite NAME"
	c.refuses("the hub does not know the key of anna", invite, test(strange)...)
	c.refuses("empty.json: not an invitation to a hub", invite, test("empty.json")...)
	c.refuses("broken.json: not an invitation to a hub", invite, test("broken.json")...)
	c.refuses("nosuch.json: no such file", invite, test("nosuch.json")...)
	c.refuses("want an invitation for a user, got one for a worker", invite, test(lab)...)
	c.refuses("is not an invitation for a worker", invite+" --worker", "worker", "--join", anna)
	for _, words := range [][]string{{"status"}, {"dead"}, {"drain", "lab"}, {"retry", "--all"}} {
		c.refuses("want the invitation of the hub's owner, got that of anna", "grundy hub printed", append([]string{"hub", "--join", anna}, words...)...)
	}
	c.refuses(`the hub has no worker "nobody"`, "grundy hub status", "hub", "drain", "nobody", "--join", c.join)
	c.refuses("has no such invitation", "the invitation contains", "hub", "revoke", "nobody", "--store", "store")

	if err := os.WriteFile(filepath.Join(c.dir, "slow.sh"), []byte("while :; do :; done\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	annaSaid, labSaid := c.said("anna.said"), c.said("lab.said")
	worker := c.command("worker", "--join", lab, "--name", "lab")
	worker.Stderr = labSaid
	c.start(worker)
	c.warnings = annaSaid
	owner := c.join
	c.join = anna
	a := c.ask("--time-limit", "10m")
	c.join, c.warnings = owner, os.Stderr
	a.until(t, "start")
	if _, exit := c.output("hub", "revoke", "anna", "--store", "store"); exit != 0 {
		t.Errorf("revoke: exit %d", exit)
	}
	c.ends(a.Cmd, annaSaid, "the hub does not know the key of anna", invite)
	c.refuses("the hub does not know the key of anna", invite, test(anna)...)
	c.undone(0) // anna's jobs are cancelled

	// A worker ends at once, even if all its slots are taken.
	c.ask("--time-limit", "10m")
	c.ask("--time-limit", "11m")
	c.undone(2)
	if _, exit := c.output("hub", "revoke", "lab", "--store", "store"); exit != 0 {
		t.Errorf("revoke: exit %d", exit)
	}
	c.ends(worker, labSaid, "the hub does not know the key of lab", invite)
}

// undone waits until this many jobs are running and none is queued.
func (c *cluster) undone(jobs int) {
	c.Helper()
	for begin := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		status, exit := c.output("hub", "status", "--store", "store", "--join", c.join)
		running := 0
		for _, lane := range clusterLanes.FindAllStringSubmatch(status, -1) {
			number, _ := strconv.Atoi(lane[1]) // digits
			running += number
		}
		if exit == 0 && running == jobs && strings.Count(status, " 0 waiting") == 5 {
			return
		}
		if time.Since(begin) > time.Minute {
			c.Fatalf("want %d jobs:\n%s", jobs, status)
		}
	}
}

var clusterLanes = regexp.MustCompile(`(?m)^lane .* waiting · ([0-9]+) running$`)

// A drained worker finishes its jobs, takes no new ones and ends.
func TestAWorkerIsDrained(t *testing.T) {
	suite.NeedsAll(t, "two workers judge")
	c := newCluster(t)
	worker := c.startWorker()
	a := c.ask()
	a.until(t, "start")
	if _, exit := c.output("hub", "drain", "lab", "--join", c.join); exit != 0 {
		t.Errorf("drain: exit %d", exit)
	}
	if done := a.accepted(t); !strings.Contains(done, `"machine":"lab"`) {
		t.Errorf("got %s, want what lab finds", done)
	}
	if err := worker.Wait(); err != nil {
		t.Errorf("the worker ends with %v", err)
	}
	next := c.ask("--time-limit", "7s")
	c.waits(c.join)
	c.startWorkerAs("another", func(*exec.Cmd) {})
	if done := next.accepted(t); !strings.Contains(done, `"machine":"another"`) {
		t.Errorf("got %s, want what another finds", done)
	}
}

// expired writes a certificate for localhost that expired an hour ago, and its key.
func (c *cluster) expired() (files string) {
	c.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		c.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "old"}, DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: time.Now().Add(-time.Hour), BasicConstraintsValid: true,
	}
	made, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		c.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		c.Fatal(err)
	}
	file := filepath.Join(c.dir, "old.pem")
	text := append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: made}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})...)
	if err := os.WriteFile(file, text, 0o600); err != nil {
		c.Fatal(err)
	}
	return file + "," + file
}

// From other machines a hub is reached by TLS, with its own certificate only.
func TestAHubOnANetwork(t *testing.T) {
	suite.NeedsAll(t, "starts a hub and a worker")
	c := newPlace(t)
	c.address, c.flags = "0.0.0.0:0", []string{"--public-host", "localhost"}
	c.startHub()
	if !strings.HasPrefix(c.address, "tls://localhost:") {
		t.Errorf("the invitation leads to %s", c.address)
	}
	c.startWorker()
	c.ask().accepted(t)
	c.kill(c.hub)
	c.address, c.flags = "0.0.0.0:"+c.address[strings.LastIndex(c.address, ":")+1:], append(c.flags, "--tls", c.expired())
	c.startHub()
	c.refuses("the certificate of the hub is not valid now", "renew the files that grundy hub --tls names",
		"test", "--problem", "double", "--on", c.join, "slow.sh")
}

// sevenMinutesAhead links a grundy whose clock is seven minutes ahead.
func sevenMinutesAhead(t *testing.T) (binary string) {
	t.Helper()
	dir := t.TempDir()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(strings.TrimSpace(string(root)), "src", "time", "time.go")
	text, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	const reads = "\tsec, nsec, mono := runtimeNow()\n\tif mono == 0 {"
	if bytes.Count(text, []byte(reads)) != 1 {
		t.Fatalf("%s reads the clock in another way", own)
	}
	ahead, overlay := filepath.Join(dir, "time.go"), filepath.Join(dir, "overlay.json")
	text = bytes.Replace(text, []byte(reads), []byte(strings.Replace(reads, "\n", "\n\tsec += 7 * 60\n", 1)), 1)
	list, _ := json.Marshal(map[string]map[string]string{"Replace": {own: ahead}}) // of texts
	for file, text := range map[string][]byte{ahead: text, overlay: list} {
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	binary = filepath.Join(dir, "grundy")
	build := exec.Command("go", "build", "-overlay", overlay, "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", binary, "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binary
}

// If the clock of the hub, a worker or a command is ahead, nothing is lost. A cancelled job is not done, but can be
// requested again.
func TestClocksThatAreMinutesApart(t *testing.T) {
	suite.NeedsCampaign(t, "compiles everything anew")
	ahead := sevenMinutesAhead(t)
	for _, test := range []struct{ name, hub, worker, command string }{
		{"the hub's", ahead, "grundy", "grundy"},
		{"a worker's", "grundy", ahead, "grundy"},
		{"a command's", "grundy", "grundy", ahead},
		{"both members'", "grundy", ahead, ahead},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newPlace(t)
			c.address, c.flags = "0.0.0.0:0", []string{"--public-host", "localhost"}
			c.as(test.hub, c.startHub)
			var a *asked
			c.as(test.command, func() { a = c.ask() })
			c.waits(c.join)
			if err := a.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			a.until(t, "end")
			c.as(test.command, func() { a = c.ask() })
			c.as(test.worker, func() { c.startWorker() })
			a.accepted(t)
			c.as(test.command, func() { a = c.ask("--time-limit", "7s") })
			a.accepted(t)
			c.quiet()
		})
	}
}
