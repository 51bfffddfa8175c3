// expect: AC
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
	static const char *const kinds[] = {"user", "mnt", "pid", "net", "ipc", "uts", "cgroup"};
	for (int i = 0; i < 7; i++) {
		char name[64];
		snprintf(name, sizeof name, "/proc/self/ns/%s", kinds[i]);
		int own = open(name, O_RDONLY);
		if (own >= 0 && setns(own, 0) == 0) return printf("own %s\n", kinds[i]) < 0;
		snprintf(name, sizeof name, "/proc/1/ns/%s", kinds[i]);
		if (open(name, O_RDONLY) >= 0) return printf("of init: %s\n", kinds[i]) < 0;
	}
	int init = syscall(434 /* pidfd_open */, 1, 0);
	if (init >= 0 && setns(init, CLONE_NEWNS) == 0) return puts("through a pidfd") < 0;
	if (init >= 0 && syscall(438 /* pidfd_getfd */, init, 0, 0) >= 0) return puts("a descriptor of init") < 0;
	puts("585987");
}
