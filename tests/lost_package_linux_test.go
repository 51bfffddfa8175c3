package tests

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// A package whose pieces are missing at the hub, though it is listed there, does not block a worker: the waiting
// command sends it again.
func TestAPackageThatIsLostIsSentAgain(t *testing.T) {
	c := newCluster(t, "--audit", "jobs.ndjson")
	c.startWorker()
	words := []string{"test", "--problem", "double", "--on", c.join, "double/submissions/accepted/right.sh"}
	if text, exit := c.output(words...); exit != 0 {
		t.Fatalf("at first (%d):\n%s", exit, text)
	}
	name := c.packageOfAudit()
	c.forgePackage(c.invite("eve"), name)
	// This worker has not fetched it yet, and the jobs of others wait behind this one.
	c.startWorkerAs("other", func(w *exec.Cmd) {
		w.Args, w.Env = append(w.Args, "--class", "other"), append(w.Env, "GRUNDY_CACHE="+filepath.Join(c.dir, "other cache"))
	})
	if text, exit := c.output(append(words, "--class", "other")...); exit != 0 || !strings.Contains(text, "  machine  other ") {
		t.Errorf("afterwards it prints (%d):\n%s", exit, text)
	}
}

// packageOfAudit is the digest of the package of a finished job.
func (c *cluster) packageOfAudit() string {
	c.Helper()
	var entry struct{ Package string }
	for begin := time.Now(); entry.Package == ""; time.Sleep(10 * time.Millisecond) {
		text, _ := os.ReadFile(filepath.Join(c.dir, "jobs.ndjson"))
		line, _, _ := strings.Cut(string(text), "\n")
		_ = json.Unmarshal([]byte(line), &entry)
		if time.Since(begin) > time.Minute {
			c.Fatal("the audit has no package")
		}
	}
	return entry.Package
}

// forgePackage makes a member list a package at the hub with chunks that do not exist.
func (c *cluster) forgePackage(invitation, name string) {
	c.Helper()
	conn := c.connect(invitation)
	defer conn.Close()
	m := nats.NewMsg("$O.blobs.M." + base64.URLEncoding.EncodeToString([]byte(name)))
	m.Header.Set("Nats-Rollup", "sub")
	m.Data = fmt.Appendf(nil, `{"name":%q,"bucket":"blobs","nuid":"nothing","size":1000,"chunks":1}`, name)
	if answer, err := conn.RequestMsg(m, time.Minute); err != nil || strings.Contains(string(answer.Data), "error") {
		c.Fatalf("%v, %v", answer, err)
	}
}
