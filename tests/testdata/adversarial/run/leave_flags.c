// expect: AC runs=2 quick
// The flags of an open file are shared with whoever it is passed on to: with O_DIRECT small writes fail, with O_APPEND
// none goes where it should.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>

int main(void) {
	for (int fd = 1; fd < 3; fd++) {
		int flags = fcntl(fd, F_GETFL);
		if (flags & (O_APPEND | O_DIRECT | O_NONBLOCK | O_ASYNC | O_NOATIME)) return printf("flags %o of %d\n", flags, fd) < 0;
	}
	puts("585987");
	fflush(stdout);
	for (int fd = 0; fd < 3; fd++) {
		fcntl(fd, F_SETFL, O_APPEND | O_NONBLOCK);
		fcntl(fd, F_SETFL, O_APPEND | O_NONBLOCK | O_DIRECT | O_ASYNC | O_NOATIME);
		fcntl(fd, F_SETOWN, 1);
	}
	return 0;
}
