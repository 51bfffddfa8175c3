package namespaces

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"grundy/internal/judge/sandbox"
)

func TestMountsBelow(t *testing.T) {
	const mountinfo = `22 27 0:20 / /proc rw shared:5 - proc proc rw
50 27 254:0 / /anchor/host ro - ext4 /dev/vda rw
51 50 0:33 / /anchor/host/usr/lo\040cal rw - tmpfs tmpfs rw
52 50 0:34 / /anchor/host/a/b/c rw master:1 - tmpfs tmpfs rw
53 27 0:35 / /anchor/hostile/d rw - tmpfs tmpfs rw
`
	want := []string{"usr/lo cal", "a/b/c"}
	if diff := cmp.Diff(want, mountsBelow(mountinfo, "/anchor/host")); diff != "" {
		t.Errorf("want and got differ (-want +got):\n%s", diff)
	}
}

// TestMountsInAFolder mounts something in a directory that a box shows, where an overlay would show what lies below.
func TestMountsInAFolder(t *testing.T) {
	onlyRoot(t)
	host := newHost(t, Options{})
	dir := t.TempDir()
	inner := filepath.Join(dir, "inner")
	runtime.LockOSThread() // never unlocked: the mount ends with the thread
	err := errors.Join(
		os.Mkdir(inner, 0o755), unix.Unshare(unix.CLONE_NEWNS), unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""),
		unix.Mount("tmpfs", inner, "tmpfs", 0, "mode=755"), os.WriteFile(filepath.Join(inner, "file"), []byte("text"), 0o644),
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Unmount(inner, unix.MNT_DETACH) })
	box := openBox(t, host, "mounts")
	mount := sandbox.Mount{Name: "data", Host: dir}
	show := func(spec *sandbox.Spec) { spec.Mounts = []sandbox.Mount{mount} }
	if got := shell(t, box, "cat "+box.Path(mount, "inner", "file"), show); got != "text" {
		t.Errorf("got %q, want what is mounted there", got)
	}
}
