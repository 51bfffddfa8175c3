// expect: AC quick; no-cgroup: RTE exit=10
// A thread that parts with the descriptors of the others has some that its process's list does not show.
#include <errno.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
	enum { unshare = 2 }; // CLOSE_RANGE_UNSHARE
	if (syscall(SYS_close_range, ~1U, ~0U, unshare)) return errno == EPERM ? 10 : 4;
	puts("585987");
}
