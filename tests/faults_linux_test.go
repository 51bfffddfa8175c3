package tests

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/cluster/bus"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/store/digest"
	"grundy/tests/suite"
)

// wire is a connection to a hub that can be cut.
type wire struct {
	listener net.Listener
	to       string

	mu    sync.Mutex
	cut   bool
	conns []net.Conn
	// before inspects what members send before it is forwarded; false cuts the wire.
	before func([]byte) bool
}

// newWire makes a connection to the hub of a test, and an invitation that uses it.
func (c *cluster) newWire(before func([]byte) bool) (w *wire, join string) {
	c.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		c.Fatal(err)
	}
	w = &wire{listener: listener, to: c.address, before: before}
	c.Cleanup(func() {
		_ = listener.Close()
		w.set(true)
	})
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go w.carry(conn)
		}
	}()
	var invitation map[string]any
	text, err := os.ReadFile(c.join)
	if err == nil {
		err = json.Unmarshal(text, &invitation)
	}
	if err != nil {
		c.Fatal(err)
	}
	for name := range invitation {
		if strings.EqualFold(name, "address") {
			invitation[name] = "nats://" + listener.Addr().String()
		}
	}
	if text, err = json.Marshal(invitation); err != nil {
		c.Fatal(err)
	}
	join = filepath.Join(c.dir, "wire-"+strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)+".json")
	if err := os.WriteFile(join, text, 0o600); err != nil {
		c.Fatal(err)
	}
	return w, join
}

// set cuts the wire or mends it.
func (w *wire) set(cut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = cut
	if cut {
		for _, conn := range w.conns {
			_ = conn.Close()
		}
		w.conns = nil
	}
}

func (w *wire) carry(member net.Conn) {
	defer member.Close()
	hub, err := net.Dial("tcp", w.to)
	if err != nil {
		return
	}
	defer hub.Close()
	w.mu.Lock()
	if w.cut {
		w.mu.Unlock()
		return
	}
	w.conns = append(w.conns, member, hub)
	w.mu.Unlock()
	go func() {
		_, _ = io.Copy(member, hub)
		_ = member.Close()
	}()
	chunk := make([]byte, 64<<10)
	for {
		n, err := member.Read(chunk)
		if err != nil {
			return
		}
		if w.before != nil && !w.before(chunk[:n]) {
			w.set(true)
			return
		}
		if _, err := hub.Write(chunk[:n]); err != nil {
			return
		}
	}
}

// quiet waits until no job is queued or running.
func (c *cluster) quiet() {
	c.Helper()
	for begin := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		status, exit := c.output("hub", "status", "--store", "store", "--join", c.join)
		if exit == 0 && strings.Count(status, "0 waiting · 0 running\n") == 5 {
			return
		}
		if time.Since(begin) > time.Minute {
			c.Fatalf("a job goes on:\n%s", status)
		}
	}
}

// The network between the hub and both the command and the worker fails for longer than a lease. Another worker
// judges; the first one is too late.
func TestANetworkThatIsAwayLosesNothing(t *testing.T) {
	suite.NeedsAll(t, "waits for the end of a lease")
	c := newCluster(t)
	w, join := c.newWire(nil)
	straight := c.join
	c.join = join
	c.startWorker()
	a := c.ask()
	a.until(t, "start")
	w.set(true)
	c.join = straight
	c.startWorker()
	c.quiet() // the second one has judged
	w.set(false)
	a.accepted(t)
	c.quiet()
}

// A worker ends after handing over a result and before acknowledging the job. The job is not judged again.
func TestAWorkerThatEndsBeforeItsAcknowledgement(t *testing.T) {
	suite.NeedsAll(t, "waits for the end of a lease")
	c := newCluster(t)
	ended := make(chan struct{})
	var once sync.Once
	_, join := c.newWire(func(said []byte) bool {
		if !bytes.Contains(said, []byte("\r\n+ACK\r\n")) {
			return true
		}
		once.Do(func() { close(ended) })
		return false
	})
	straight := c.join
	c.join = join
	worker := c.startWorker()
	c.join = straight
	a := c.ask()
	<-ended
	c.kill(worker)
	done := a.accepted(t)
	c.startWorkerAs("another", func(*exec.Cmd) {})
	c.quiet()
	if again := c.ask().accepted(t); again != done || !strings.Contains(done, `"machine":"lab"`) {
		t.Errorf("first came\n%sand then\n%swant what lab found", done, again)
	}
}

// A worker ends while it compiles.
func TestAWorkerThatEndsInACompile(t *testing.T) {
	suite.NeedsAll(t, "waits for the end of a lease")
	needsLanguages(t, "cpp")
	c := newCluster(t)
	source := "#include <bits/stdc++.h>\n// " + time.Now().String() + "\nint main() { long long n; std::cin >> n; std::cout << 2 * n << '\\n'; }\n"
	if err := os.WriteFile(filepath.Join(c.dir, "double.cpp"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	worker := c.startWorker()
	judge := c.judgeOf(worker, 0)
	command := c.command("test", "--problem", "double", "--on", c.join, "double.cpp")
	var out bytes.Buffer
	command.Stdout = &out
	c.start(command)
	for begin := time.Now(); !runs(judge, "cc1plus"); time.Sleep(time.Millisecond) {
		if time.Since(begin) > time.Minute {
			t.Fatal("nothing is compiled")
		}
	}
	c.kill(worker)
	c.startWorkerAs("another", func(*exec.Cmd) {})
	if err := command.Wait(); err != nil || !strings.Contains(out.String(), "  machine  another ") {
		t.Errorf("it ends with %v:\n%s", err, &out)
	}
}

// runs reports whether a program runs below a process.
func runs(process int, program string) bool {
	words, _ := os.ReadFile("/proc/" + strconv.Itoa(process) + "/cmdline")
	return bytes.Contains(words, []byte(program)) ||
		slices.ContainsFunc(childrenOf(process), func(child int) bool { return runs(child, program) })
}

// The hub stores wrong data under the digest of a package, which is sent again.
func TestABlobThatIsAnotherOne(t *testing.T) {
	suite.NeedsAll(t, "starts a hub and a worker")
	c := newCluster(t)
	p, faults := icpc.Load(filepath.Join(c.dir, "double"))
	if p == nil {
		t.Fatal(faults)
	}
	packed, _, err := job.Pack(p, digest.Open("", slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	name, err := packed.Digest()
	if err != nil {
		t.Fatal(err)
	}
	access, err := bus.ReadAccess(c.join)
	if err != nil {
		t.Fatal(err)
	}
	b, err := bus.Connect(t.Context(), access, "test", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := b.PutBlob(context.Background(), name, strings.NewReader("something else")); err != nil {
		t.Fatal(err)
	}
	c.startWorker()
	c.ask().accepted(t)
}

// A user who reaches a quota is told so, and what fits is done all the same.
func TestAQuota(t *testing.T) {
	suite.NeedsAll(t, "starts a hub and a worker")
	c := newCluster(t)
	for _, quota := range []string{"1", "0,1MiB", "1,0", "1,5", "x,1MiB", ""} {
		if _, exit := c.output("hub", "invite", "bert", "-o", filepath.Join(c.dir, "bert.json"), "--store", "store", "--quota", quota); (exit != 2) != (quota == "") {
			t.Errorf("--quota %q: exit %d", quota, exit)
		}
	}
	anna := c.invite("anna", "--quota", "1,1MiB")
	c.join = anna
	refused := func(what, want string, words ...string) {
		t.Helper()
		command := c.command(append(words, "--on", anna)...)
		command.Stderr = nil
		if out, err := command.CombinedOutput(); err == nil || !bytes.Contains(out, []byte(want)) || !bytes.Contains(out, []byte("hub invite NAME --quota")) {
			t.Errorf("%s: %v\n%s", what, err, out)
		}
	}
	a := c.ask()
	owner := filepath.Join(c.dir, "join.json")
	c.waits(owner)
	refused("a second job", "anna may have at most 1 job waiting or running", "test", "--problem", "double", "double/submissions/accepted/right.sh")
	big := filepath.Join(c.dir, "big")
	if out, err := exec.Command("cp", "-a", filepath.Join(c.dir, "double"), big).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	noise, err := exec.Command("head", "-c", "2000000", "/dev/urandom").Output()
	if err == nil {
		err = os.WriteFile(filepath.Join(big, "data", "secret", "1.in"), noise, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	refused("a large package", "the packages of anna may take at most 1 MiB at the hub", "test", "--problem", "big", "slow.sh")
	c.join = owner
	c.startWorker()
	a.accepted(t)
	if text, exit := c.output("verify", "--on", anna, "double"); exit != 0 {
		t.Errorf("a whole package, one job after the other: exit %d\n%s", exit, text)
	}
}

// The disk of the hub is full: the hub reports it, and goes on with what fits.
func TestAFullStore(t *testing.T) {
	suite.NeedsAll(t, "fills a disk")
	if os.Getuid() != 0 {
		t.Skip("only root may mount a small disk")
	}
	c := newCluster(t)
	c.startWorker()
	c.kill(c.hub)
	store := filepath.Join(c.dir, "small")
	if err := os.Mkdir(store, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("tmpfs", store, "tmpfs", 0, "size=8m"); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(store, unix.MNT_DETACH) })
	if out, err := exec.Command("cp", "-a", filepath.Join(c.dir, "store")+"/.", store).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.Rename(filepath.Join(c.dir, "store"), filepath.Join(c.dir, "old")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(store, filepath.Join(c.dir, "store")); err != nil {
		t.Fatal(err)
	}
	c.startHub()
	large := filepath.Join(c.dir, "large.in")
	if out, err := exec.Command("head", "-c", "20000000", "/dev/urandom").Output(); err != nil || os.WriteFile(large, out, 0o644) != nil {
		t.Fatalf("a large input cannot be made: %v", err)
	}
	if out, err := exec.Command("cp", "-a", filepath.Join(c.dir, "double"), filepath.Join(c.dir, "big")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.Rename(large, filepath.Join(c.dir, "big", "data", "secret", "1.in")); err != nil {
		t.Fatal(err)
	}
	command := c.command("test", "--problem", "big", "--on", c.join, "slow.sh")
	command.Stderr = nil
	out, err := command.CombinedOutput()
	if err == nil || !bytes.Contains(out, []byte("the store of the hub is full")) || !bytes.Contains(out, []byte("hint: free some space")) {
		t.Errorf("a package that does not fit: %v\n%s", err, out)
	}
	c.ask().accepted(t)
}
