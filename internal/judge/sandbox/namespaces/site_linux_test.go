package namespaces

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

func TestHierarchies(t *testing.T) {
	const mountinfo = `22 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
30 22 0:26 / /sys/fs/cgroup/memory rw,nosuid shared:9 - cgroup cgroup rw,memory
31 22 0:27 /docker/abc /sys/fs/cgroup/cpu,cpuacct ro master:3 - cgroup cgroup rw,cpu,cpuacct
32 22 0:28 / /mnt/with\040space rw - cgroup2 cgroup2 rw,nsdelegate
broken line
33 22 0:29 / /x rw cgroup2
`
	got := hierarchies(mountinfo)
	want := []hierarchy{
		{"/sys/fs/cgroup/memory", "/", 1, []string{"rw", "memory"}},
		{"/sys/fs/cgroup/cpu,cpuacct", "/docker/abc", 1, []string{"rw", "cpu", "cpuacct"}},
		{"/mnt/with space", "/", 2, []string{"rw", "nsdelegate"}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(hierarchy{})); diff != "" {
		t.Error(diff)
	}
}

func TestMembership(t *testing.T) {
	got := membership("12:cpu,cpuacct:/user.slice\n3:memory:/odd:name\n1:name=systemd:/\n0::/user.slice/x.scope\n\n")
	want := map[string]string{
		"cpu": "/user.slice", "cpuacct": "/user.slice", "memory": "/odd:name", "name=systemd": "/", "": "/user.slice/x.scope",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestOwnGroup(t *testing.T) {
	for _, test := range []struct{ root, path, want string }{
		{"/", "/", "/cg"},
		{"/", "/user.slice/a", "/cg/user.slice/a"},
		{"/docker/abc", "/docker/abc", "/cg"},
		{"/docker/abc", "/docker/abc/inner", "/cg/inner"},
		{"/docker/abc", "/docker/abcd", "/cg"}, // of another container
		{"/", "/../outside", "/cg"},            // outside the cgroup namespace
	} {
		if got := (hierarchy{mount: "/cg", root: test.root}).own(test.path); got != test.want {
			t.Errorf("%q in a mount of %q: got %s, want %s", test.path, test.root, got, test.want)
		}
	}
}

func TestIdentityDoesNotDependOnTheName(t *testing.T) {
	before, err := identityOf(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	comm := fmt.Sprintf("/proc/self/task/%d/comm", os.Getpid())
	name, err := os.ReadFile(comm)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(comm, []byte("a) b (1 2"), 0); err != nil {
		t.Skip("cannot rename this process:", err)
	}
	defer func() {
		if err := os.WriteFile(comm, name, 0); err != nil {
			t.Error(err)
		}
	}()
	if after, err := identityOf(os.Getpid()); err != nil || after != before {
		t.Errorf("got %q, %v; want %q as before", after, err, before)
	}
	if _, err := identityOf(1 << 30); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no such process: got %v", err)
	}
}

// TestSweep runs on plain directories, which are removed like groups.
func TestSweep(t *testing.T) {
	parent := t.TempDir()
	self, err := identityOf(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Split(self, "-")
	pid, start, here := fields[0], fields[1], fields[2]
	const elsewhere = "1" // such as another container with which this one shares control groups
	keep := []string{groupPrefix + self, "other", groupPrefix + "text-1-" + here, groupPrefix + "1073741824-1-" + elsewhere}
	gone := []string{groupPrefix + "1073741824-1-" + here, groupPrefix + pid + "-1" + start + "-" + here}
	for _, name := range append(keep, gone...) {
		if err := os.MkdirAll(filepath.Join(parent, name, "0-box", "run"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	site := cgroupSite{kind: cgroup1, parents: []string{parent}, owner: self}
	if err := site.sweep(); err != nil {
		t.Fatal(err)
	}
	for _, name := range keep {
		if _, err := os.Stat(filepath.Join(parent, name, "0-box")); err != nil {
			t.Errorf("%s was swept away: %v", name, err)
		}
	}
	for _, name := range gone {
		if _, err := os.Stat(filepath.Join(parent, name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is still there: %v", name, err)
		}
	}
}

// A judge in another group finds what a dead one registered; what is still in use stays. A group with this process's
// own name is that of a crashed judge whose place it took.
func TestSweepRegistered(t *testing.T) {
	parent, scratch := t.TempDir(), t.TempDir()
	self, err := identityOf(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	living, err := identityOf(os.Getppid())
	if err != nil {
		t.Fatal(err)
	}
	here := self[strings.LastIndexByte(self, '-')+1:]
	for owner, gone := range map[string]bool{"1073741824-1-" + here: true, self: true, living: false} {
		group := filepath.Join(parent, groupPrefix+owner)
		if err := os.MkdirAll(filepath.Join(group, "0-box"), 0o755); err != nil {
			t.Fatal(err)
		}
		site := cgroupSite{kind: cgroup1, parents: []string{parent}, owner: owner}
		if err := site.register(scratch); err != nil {
			t.Fatal(err)
		}
		Sweep(scratch)
		if _, err := os.Stat(group); errors.Is(err, os.ErrNotExist) != gone {
			t.Errorf("the group of %s: got %v, want it gone: %v", owner, err, gone)
		}
	}
}

// controlFile creates a plain file in place of a control file.
func controlFile(t *testing.T, content string) (counter, string) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	c, err := openCounter(fd, "file", unix.O_RDWR)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(c.fd) })
	return c, path
}

func TestCounter(t *testing.T) {
	c, _ := controlFile(t, "usage_usec 12345\nuser_usec 12000\noom 1\noom_kill 2\n")
	for key, want := range map[string]int64{"usage_usec": 12345, "user_usec": 12000, "oom": 1, "oom_kill": 2} {
		if got, err := c.field(key); err != nil || got != want {
			t.Errorf("%s: got %d, %v; want %d", key, got, err, want)
		}
	}
	for _, key := range []string{"usec", "usage", "oom_", "missing"} {
		if got, err := c.field(key); err == nil {
			t.Errorf("%s: got %d, want an error", key, got)
		}
	}
	if got, err := c.number(); err == nil {
		t.Errorf("got the number %d from a file with keys", got)
	}
	c, _ = controlFile(t, "9223372036854771712\n")
	for range 2 {
		if got, err := c.number(); err != nil || got != 9223372036854771712 {
			t.Errorf("got %d, %v", got, err)
		}
	}
}

func TestSettingIsWrittenOnlyWhenItChanges(t *testing.T) {
	c, path := controlFile(t, "")
	s := setting{counter: c, value: unset}
	for _, step := range []struct {
		value int64
		want  string
	}{{0, "max"}, {0, ""}, {123, "123"}, {123, ""}, {0, "max"}} {
		if err := os.Truncate(path, 0); err != nil {
			t.Fatal(err)
		}
		if err := s.set(step.value, "max"); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != step.want {
			t.Errorf("after setting %d: got %q, %v; want %q", step.value, got, err, step.want)
		}
	}
}
