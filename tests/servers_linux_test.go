package tests

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grundy/tests/suite"
)

// servers are three NATS servers that replicate everything.
type servers struct {
	*cluster
	ports, routes []int
	running       []*exec.Cmd
}

func newServers(t *testing.T) *servers {
	s := &servers{cluster: newPlace(t), running: make([]*exec.Cmd, 3)}
	for range s.running {
		s.ports, s.routes = append(s.ports, freePort(t)), append(s.routes, freePort(t))
	}
	for i := range s.running {
		s.run(i)
	}
	s.join = s.reached("owner")
	for begin := time.Now(); ; time.Sleep(300 * time.Millisecond) { // until they have found each other
		setup := s.command("hub", "setup", s.join, "--replicas", "3")
		setup.Stderr = nil
		said, err := setup.CombinedOutput()
		if err == nil {
			return s
		}
		if time.Since(begin) > time.Minute {
			t.Fatalf("the three servers cannot be set up: %s", said)
		}
	}
}

// reached is their address for a user.
func (s *servers) reached(user string) string {
	var hosts []string
	for _, port := range s.ports {
		hosts = append(hosts, fmt.Sprintf("127.0.0.1:%d", port))
	}
	return "nats://" + user + ":secret@" + strings.Join(hosts, ",")
}

// run starts one of them on its store.
func (s *servers) run(i int) {
	s.Helper()
	var routes []string
	for _, port := range s.routes {
		routes = append(routes, fmt.Sprintf("nats://127.0.0.1:%d", port))
	}
	file := filepath.Join(s.dir, fmt.Sprintf("server%d.conf", i))
	text := fmt.Sprintf(`
server_name: n%d
listen: "127.0.0.1:%d"
max_payload: 8MB
log_file: %q
jetstream { store_dir: %q }
cluster { name: judge, listen: "127.0.0.1:%d", routes: [ %s ] }
accounts {
  JUDGE { jetstream: enabled, users: [ { user: owner, password: secret } ] }
  SYS { users: [ { user: system, password: secret } ] }
}
system_account: SYS
`, i, s.ports[i], file+".log", filepath.Join(s.dir, fmt.Sprintf("streams%d", i)), s.routes[i], strings.Join(routes, ", "))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		s.Fatal(err)
	}
	s.running[i] = exec.Command("nats-server", "-c", file)
	s.start(s.running[i])
}

func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

// Each of three servers is killed once while a package is verified through a gate, so that one of the killed servers
// was the leader. The output of the verification is the same as without a hub, and everything appears once.
func TestOneOfThreeServersIsKilled(t *testing.T) {
	suite.NeedsAll(t, "waits until servers have found each other again")
	s := newServers(t)
	slow := filepath.Join(s.dir, "double", "submissions", "accepted", "slow.sh")
	if err := os.WriteFile(slow, []byte(clusterFiles["slow.sh"]), 0o644); err != nil {
		t.Fatal(err)
	}
	s.startWorker()
	verify := []string{"verify", "--fresh", "double"}
	s.output(verify...)
	want, exit := s.output(verify...)
	if exit != 0 {
		t.Fatalf("here: %d\n%s", exit, want)
	}
	gate := fmt.Sprintf("127.0.0.1:%d", freePort(t))
	s.start(s.command("hub", "gate", s.reached("owner"), "--listen", gate))
	s.listens(gate)
	for i, killed := range s.running {
		a := s.follow(append(verify, "--on", "nats://owner:secret@"+gate, "--format", "json", "--record", fmt.Sprintf("record%d", i))...)
		a.until(t, "submission")
		s.kill(killed)
		end := a.until(t, "end")
		if !strings.Contains(end, `"exit_code":0`) {
			t.Errorf("without server %d it ends with %s", i, end)
		}
		shown, _ := s.output("report", fmt.Sprintf("record%d", i))
		if withoutTimes(shown) != withoutTimes(want) {
			t.Errorf("without server %d it prints\n%s\nwant\n%s", i, shown, want)
		}
		s.run(i)
		s.idle()
	}
	s.kill(s.running[0])
	s.kill(s.running[1])
	alone := s.command(append(verify, "--on", s.join)...)
	alone.Stderr = nil
	said, err := alone.CombinedOutput()
	if err == nil || alone.ProcessState.ExitCode() != 2 || !strings.Contains(string(said), "answer") || !strings.Contains(string(said), "more than half") {
		t.Errorf("with one of three servers: %v, %s", err, said)
	}
}

// idle waits until nothing is left to do.
func (s *servers) idle() {
	s.Helper()
	status := ""
	for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(300 * time.Millisecond) {
		exit := 0
		if status, exit = s.output("hub", "status", "--join", s.join); exit == 0 && strings.Count(status, "0 waiting · 0 running") == 5 {
			return
		}
	}
	s.Fatalf("jobs are left:\n%s", status)
}
