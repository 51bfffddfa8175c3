// expect: AC quick; landlock: WA
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
	static const char *const places[] = {
		"/etc/shadow", "/etc/ssh", "/etc/sudoers", "/proc/1/environ", "/proc/1/cmdline", "/proc/1/maps", "/proc/1/fd",
		"/proc/kallsyms", "/proc/kcore", "/proc/kmsg", "/proc/keys", "/proc/sysvipc/shm", "/proc/mounts/x", "/proc/sys",
		"/proc/net/unix", "/proc/meminfo", "/sys/kernel", "/sys/fs/cgroup", "/dev/mem", "/dev/kmsg", "/dev/sda",
		"/dev/vda", "/dev/tty", "/dev/ptmx", "/dev/kvm", "/dev/vsock", "/dev/fuse", "/run", "/var/run", "/var/log",
		"/var/lib", "/boot", "/proc/sysrq-trigger", "/proc/timer_list", "/proc/config.gz",
	};
	char c;
	for (int i = 0; i < sizeof places / sizeof *places; i++) {
		int fd = open(places[i], O_RDONLY);
		if (fd >= 0) return puts(places[i]) < 0;
	}
	puts("585987");
}
