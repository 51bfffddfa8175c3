// expect: AC quick
#include <fcntl.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	if (mount("none", "/tmp", "tmpfs", 0, 0) == 0 || mount("/", "/tmp", 0, MS_BIND, 0) == 0) return puts("mount") < 0;
	if (mount(0, "/", 0, MS_REMOUNT | MS_BIND, 0) == 0) return puts("remount") < 0;
	if (umount2("/proc", MNT_DETACH) == 0 || umount2("/mnt", MNT_DETACH) == 0) return puts("umount") < 0;
	if (chroot("/tmp") == 0 || syscall(SYS_pivot_root, "/tmp", "/tmp") == 0) return puts("root") < 0;
	if (syscall(428 /* open_tree */, AT_FDCWD, "/", 1) >= 0) return puts("open_tree") < 0;
	if (syscall(430 /* fsopen */, "proc", 0) >= 0) return puts("fsopen") < 0;
	long set[4] = {0};
	if (syscall(442 /* mount_setattr */, AT_FDCWD, "/", 0, set, sizeof set) >= 0) return puts("mount_setattr") < 0;
	puts("585987");
}
