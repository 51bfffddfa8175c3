package namespaces

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/sys/unix"

	"grundy/internal/judge/sandbox"
)

// files returns a file system, given pairs of path and content.
func files(pairs ...string) fstest.MapFS {
	tree := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		tree[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return tree
}

// What distinguishes machines, as their file systems show it.
var (
	plain   = files("proc/sys/kernel/osrelease", "6.1.0-18-amd64\n")
	unified = []string{"sys/fs/cgroup/cgroup.controllers", "cpuset cpu io memory pids\n"}
	booted  = []string{"run/systemd/system/x", ""}
	windows = []string{"proc/sys/kernel/osrelease", "5.15.153.1-microsoft-standard-WSL2\n"}
	docker  = []string{".dockerenv", ""}
)

func machineOf(marks ...[]string) machine {
	var pairs []string
	for _, mark := range marks {
		pairs = append(pairs, mark...)
	}
	return machine{files(pairs...)}
}

func TestObstacle(t *testing.T) {
	apparmor := []string{"proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1\n"}
	for _, test := range []struct {
		name    string
		machine machine
		err     error
		want    string // a part of it, "" for no obstacle
	}{
		{"Ubuntu", machineOf(apparmor), unix.EPERM, "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0"},
		{"Ubuntu, refused later", machineOf(apparmor), &initError{"build the root: permission denied", unix.EACCES}, "AppArmor"},
		{
			"Ubuntu with the restriction lifted",
			machineOf([]string{"proc/sys/kernel/apparmor_restrict_unprivileged_userns", "0\n"}), unix.EPERM, "forbids boxes here",
		},
		{"a container on Ubuntu", machineOf(apparmor, docker), unix.EPERM, "--privileged"},
		{"Podman", machineOf([]string{"run/.containerenv", ""}), unix.EPERM, "--cap-add SYS_ADMIN"},
		{
			"Podman with a user of its own", machineOf([]string{"run/.containerenv", ""}), &initError{"build the root: mount /proc: operation not permitted", unix.EPERM},
			"covers parts of /proc, so that no box may have its own: start it with --security-opt unmask=ALL",
		},
		{"a user who may not mount /proc", machine{plain}, &initError{"build the root: mount /proc: operation not permitted", unix.EPERM}, "forbids boxes here"},
		{"Kubernetes", machineOf([]string{"run/secrets/kubernetes.io/serviceaccount/token", ""}), unix.EPERM, "--privileged"},
		{
			"Debian of old", machineOf([]string{"proc/sys/kernel/unprivileged_userns_clone", "0\n"}), unix.EPERM,
			"sudo sysctl kernel.unprivileged_userns_clone=1",
		},
		{"a filter", machine{plain}, unix.EPERM, "forbids boxes here"},
		{
			"Red Hat of old", machineOf([]string{"proc/sys/user/max_user_namespaces", "0\n"}), fmt.Errorf(makeNamespaces+": %w", unix.ENOSPC),
			"bounded (0): sudo sysctl user.max_user_namespaces=10000",
		},
		{"WSL 1", machineOf([]string{"proc/sys/kernel/osrelease", "4.4.0-19041-Microsoft\n"}), unix.EINVAL, "wsl --set-version"},
		{"WSL 2", machineOf(windows), unix.EINVAL, "Linux 5.12 is needed"},
		{"an emulator of another processor", machine{plain}, fmt.Errorf(makeNamespaces+": %w", unix.ENOEXEC), "the archive for this processor"},
		{"a chroot", machine{plain}, &initError{"build the root: make mounts private: invalid argument", unix.EINVAL}, "mount --bind DIR DIR"},
		{"an old kernel", machine{plain}, unix.ENOSYS, "Linux 5.12 is needed"},
		{"a machine without /proc", machine{plain}, &fs.PathError{Op: "readlink", Path: "/proc/self/exe", Err: unix.ENOENT}, "/proc"},
		{"a filter that kills", machine{plain}, &deathError{cause: unix.ENOSYS}, "system call filter"},
		{"a full disk", machine{plain}, &fs.PathError{Op: "mkdir", Path: "/tmp/x", Err: unix.ENOSPC}, ""},
		{"no memory", machine{plain}, unix.ENOMEM, ""},
		{"too many open files", machine{plain}, unix.EMFILE, ""},
		{"something else", machine{plain}, unix.EIO, ""},
		{"a fault of our own", machine{plain}, errors.New("no folder"), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := test.machine.obstacle(fmt.Errorf("open sandbox: %w", test.err))
			if !strings.Contains(got, test.want) || (got == "") != (test.want == "") {
				t.Errorf("got %q, want %q in it", got, test.want)
			}
		})
	}
}

func TestRemedy(t *testing.T) {
	const scope = "systemd-run --user --scope -p Delegate=yes"
	denied := "cgroup v2: open /sys/fs/cgroup/user.slice/cgroup.subtree_control: permission denied; cgroup v1: not mounted"
	for _, test := range []struct {
		name    string
		machine machine
		tier    sandbox.Tier
		reason  string
		want    []string // parts of it
	}{
		{"the strongest", machineOf(unified, booted), sandbox.CgroupV2, "", nil},
		{"switched off", machineOf(unified, booted), sandbox.Rootless, switchedOff, []string{"leave out --sandbox no-cgroup"}},
		{"hybrid", machine{plain}, sandbox.CgroupV1, "", []string{"systemd.unified_cgroup_hierarchy=1", "just as exactly"}},
		{"hybrid under Windows", machineOf(windows), sandbox.CgroupV1, "", []string{"cgroup_no_v1=all", ".wslconfig", "wsl --shutdown"}},

		{"a user slice", machineOf(unified, booted), sandbox.Rootless, denied, []string{scope}},
		{
			"a user slice without controllers", machineOf(unified, booted), sandbox.Rootless, "cgroup v2: /x " + lacking + " memory",
			[]string{"systemctl edit user@.service", "Delegate=yes", "log in again", scope},
		},
		{"a user on a hybrid machine", machineOf(booted), sandbox.Rootless, denied, []string{"systemd.unified_cgroup_hierarchy=1", scope, "as root"}},
		{"a user without systemd", machineOf(unified), sandbox.Rootless, denied, []string{"as root"}},
		{"a user under Windows", machineOf(windows, unified), sandbox.Rootless, denied, []string{"systemd=true", "/etc/wsl.conf", "wsl --shutdown", scope}},
		{"a user under Windows with systemd", machineOf(windows, unified, booted), sandbox.Rootless, denied, []string{scope}},
		{"the same with version 1", machineOf(windows, booted), sandbox.Rootless, denied, []string{"cgroup_no_v1=all", scope}},
		{"a user in a container", machineOf(docker, unified), sandbox.Rootless, denied, []string{"as root in the container", "--privileged"}},

		{"a container", machineOf(docker, unified), sandbox.Namespaces, "read-only file system", []string{"--privileged", "securityContext.privileged"}},
		{
			"a container with other processes", machineOf(docker, unified), sandbox.Namespaces, "cgroup v2: /sys/fs/cgroup " + shared,
			[]string{"first process", "/sys/fs/cgroup/rest"},
		},
		{"a service with other processes", machineOf(unified, booted), sandbox.Namespaces, "/x " + shared, []string{"systemd-run --scope -p Delegate=yes"}},
		{"nothing mounted", machine{plain}, sandbox.Namespaces, "cgroup v2: not mounted", []string{"mount the control groups"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := test.machine.remedy(test.tier, test.reason)
			if test.want == nil && got != "" {
				t.Errorf("got %q, want none", got)
			}
			for _, part := range test.want {
				if !strings.Contains(got, part) {
					t.Errorf("got %q, want %q in it", got, part)
				}
			}
		})
	}
}

// TestReasonsAreRecognized: delegate's errors, here on plain directories, contain the parts that remedies look for.
func TestReasonsAreRecognized(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"cgroup.controllers": "cpu pids\n", "cgroup.subtree_control": "\n"} {
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := delegate(dir); err == nil || !strings.Contains(err.Error(), lacking) {
		t.Errorf("no memory controller: got %v, want %q in it", err, lacking)
	}
}

// TestErrorsOfTheInitKeepTheirNumber: an operation that is refused after the namespaces were created has a remedy,
// too.
func TestErrorsOfTheInitKeepTheirNumber(t *testing.T) {
	host := newHost(t, Options{NoCgroup: true})
	if _, err := startBox(t.Context(), host.root, -1, setup{Anchor: "/nowhere/box", Cores: 1, Cgroup: noCgroup, Tier: host.tier}, new(cgroupDirs)); !errors.Is(err, unix.ENOENT) {
		t.Errorf("got %v, want it to be ENOENT", err)
	}
}
