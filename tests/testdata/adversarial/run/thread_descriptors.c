// expect: AC quick; no-cgroup: RTE exit=10
// A thread with descriptors of its own, which its process's list does not show.
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

static char stack[65536];

static int nothing(void *unused) {
	(void)unused;
	for (;;) pause();
}

int main(void) {
	int pid = clone(nothing, stack + sizeof stack, CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD, 0);
	if (pid < 0) return errno == EPERM ? 10 : 4;
	puts("585987");
}
