package namespaces

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"grundy/internal/judge/sandbox"
)

// Remedy says how to get a stronger tier than the host's, or returns "".
func (h *Host) Remedy() string { return machine{os.DirFS("/")}.remedy(h.tier, h.cgroup.reason) }

// Obstacle explains an error of New or Open that comes from a locked-down machine and gives the remedy, or returns
// "".
func Obstacle(err error) string { return machine{os.DirFS("/")}.obstacle(err) }

// machine is what remedies depend on: the same fault has different remedies in a container, on Ubuntu and under
// Windows.
type machine struct {
	// root is the file system whose /proc and /sys are inspected.
	root fs.FS
}

// read returns the content of a file without surrounding white space, or "" if it cannot be read.
func (m machine) read(path string) string {
	text, _ := fs.ReadFile(m.root, path)
	return strings.TrimSpace(string(text))
}

func (m machine) has(path string) bool {
	_, err := fs.Stat(m.root, path)
	return err == nil
}

// container reports whether this is a container: Docker, Podman, systemd and Kubernetes each leave a mark.
func (m machine) container() bool {
	return slices.ContainsFunc([]string{
		".dockerenv", "run/.containerenv", "run/systemd/container", "run/secrets/kubernetes.io",
	}, m.has)
}

// wsl returns the version of the Windows Subsystem for Linux, or 0. Version 1 is not a real Linux, and calls itself
// 4.4.
func (m machine) wsl() int {
	release := m.read("proc/sys/kernel/osrelease")
	switch {
	case !strings.Contains(strings.ToLower(release), "microsoft"):
		return 0
	case strings.HasPrefix(release, "4.4."):
		return 1
	default:
		return 2
	}
}

// systemd reports whether systemd runs here, which can delegate control groups to a user; sd_booted(3).
func (m machine) systemd() bool { return m.has("run/systemd/system") }

// unified reports whether control groups of version 2 have the memory controller.
func (m machine) unified() bool {
	return slices.Contains(strings.Fields(m.read("sys/fs/cgroup/cgroup.controllers")), "memory")
}

// remedy says how to get a stronger tier. reason says why there are no better control groups.
func (m machine) remedy(tier sandbox.Tier, reason string) string {
	if reason == switchedOff {
		return "leave out --sandbox no-cgroup"
	}
	switch tier {
	case sandbox.CgroupV1:
		if m.wsl() > 0 {
			return "for version 2, write kernelCommandLine=cgroup_no_v1=all below [wsl2] in .wslconfig in the Windows user's folder, then wsl --shutdown; version 1 judges just as exactly"
		}
		return "boot with systemd.unified_cgroup_hierarchy=1 for version 2; version 1 judges just as exactly"
	case sandbox.Namespaces:
		switch {
		case m.container() && strings.Contains(reason, shared):
			return "let grundy be the first process of the container, or move the others to a group of their own: mkdir /sys/fs/cgroup/rest; for p in $(cat /sys/fs/cgroup/cgroup.procs); do echo $p > /sys/fs/cgroup/rest/cgroup.procs; done"
		case m.container():
			return "start the container with --privileged (Kubernetes: securityContext.privileged), so that it may divide its control group"
		case strings.Contains(reason, shared):
			return "systemd-run --scope -p Delegate=yes grundy …   gives grundy a control group of its own"
		}
		return "mount the control groups memory, cpuacct and pids, or cgroup2, at /sys/fs/cgroup"
	case sandbox.Rootless:
		return m.delegation(reason)
	}
	return ""
}

// delegation says how an ordinary user gets a control group.
func (m machine) delegation(reason string) string {
	switch {
	case m.container():
		return "run grundy as root in the container, and start that with --privileged (Kubernetes: securityContext.privileged)"
	case m.wsl() > 0 && !m.systemd():
		return "write systemd=true below [boot] in /etc/wsl.conf, run wsl --shutdown in Windows, then start grundy with systemd-run --user --scope -p Delegate=yes grundy …"
	case m.wsl() > 0 && !m.unified():
		return "write kernelCommandLine=cgroup_no_v1=all below [wsl2] in .wslconfig in the Windows user's folder, run wsl --shutdown in Windows, then start grundy with systemd-run --user --scope -p Delegate=yes grundy …"
	case !m.systemd():
		return "run grundy as root: there is no systemd here that could give this user a control group"
	case !m.unified():
		return "boot with systemd.unified_cgroup_hierarchy=1, then start grundy with systemd-run --user --scope -p Delegate=yes grundy …; or run it as root"
	case strings.Contains(reason, lacking):
		return "sudo systemctl edit user@.service, write [Service] and Delegate=yes there, log in again, then start grundy with systemd-run --user --scope -p Delegate=yes grundy …"
	}
	return "systemd-run --user --scope -p Delegate=yes grundy …   gives this user a control group of its own"
}

// mountProc begins the message of an init that may create namespaces but may not mount /proc in them.
const mountProc = "mount /proc"

// makePrivate begins the message of an init whose root directory is not a mount point.
const makePrivate = "make mounts private"

// makeNamespaces begins the message if the init cannot be started.
const makeNamespaces = "start a process in namespaces of its own"

// lacks are the errors of a machine that lacks something for good. Temporary shortages, such as of memory or disk
// space, do not belong here: programs could cause them, to be judged without isolation.
var lacks = []unix.Errno{
	unix.ENOENT, unix.ENOTDIR, unix.ENODEV, unix.ENXIO, unix.EROFS, unix.EOPNOTSUPP, unix.EAFNOSUPPORT, unix.EPROTONOSUPPORT,
}

// obstacle explains why boxes, or boxes of the tried kind, are not available.
func (m machine) obstacle(err error) string {
	switch {
	case strings.Contains(err.Error(), noLandlock):
		return "boot a kernel with Landlock, from 5.13 on (CONFIG_SECURITY_LANDLOCK, and landlock in the list of lsm=), or allow its system calls; older container engines forbid them"
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.EACCES):
		switch {
		case m.container() && strings.Contains(err.Error(), mountProc):
			return "the container covers parts of /proc, so that no box may have its own: start it with --security-opt unmask=ALL (Docker: systempaths=unconfined), or with --privileged"
		case m.container():
			return "the container does not permit namespaces: start it with --security-opt unmask=ALL and run grundy as an ordinary user in it, or as root with --privileged, or with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --cap-add SYS_ADMIN"
		case m.read("proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1":
			return "AppArmor restricts user namespaces, as Ubuntu has it: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0 (and for good, echo kernel.apparmor_restrict_unprivileged_userns=0 | sudo tee /etc/sysctl.d/60-grundy.conf)"
		case m.read("proc/sys/kernel/unprivileged_userns_clone") == "0":
			return "user namespaces are switched off: sudo sysctl kernel.unprivileged_userns_clone=1"
		}
		return "a system call filter or a security module forbids boxes here: start grundy without it"
	case errors.Is(err, unix.EUSERS), errors.Is(err, unix.ENOSPC) && strings.Contains(err.Error(), makeNamespaces):
		return fmt.Sprintf("the number of user namespaces is bounded (%s): sudo sysctl user.max_user_namespaces=10000", m.read("proc/sys/user/max_user_namespaces"))
	case errors.Is(err, unix.ENOEXEC):
		return "the kernel cannot execute grundy's own file, which was built for another processor and is emulated: take the archive for this processor"
	case errors.Is(err, unix.EINVAL) && strings.Contains(err.Error(), makePrivate):
		return "the root directory is not a mount point, as in a chroot: before chroot DIR, mount --bind DIR DIR"
	case errors.Is(err, unix.EINVAL), errors.Is(err, unix.ENOSYS):
		if m.wsl() == 1 {
			return "WSL 1 has no Linux kernel: wsl --set-version DISTRIBUTION 2, in Windows"
		}
		return "the kernel is too old, was built without namespaces, or a system call filter or an emulator of another processor hides what boxes need: Linux 5.12 is needed"
	}
	for _, lack := range lacks {
		if errors.Is(err, lack) {
			return "the machine lacks what boxes need: /proc, /dev and tmpfs as Linux 5.12 has them"
		}
	}
	return ""
}
