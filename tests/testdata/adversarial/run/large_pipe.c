// expect: RTE exit=12 quick; no-cgroup: AC
// Pipes that hold more than others: by their size, and by pages of a program that are huge and that it has let go of.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
	static char page[4096];
	int ends[2], larger = 0;
	if (pipe(ends) != 0) return 4;
	struct iovec part = {page, sizeof page};
	larger += vmsplice(ends[1], &part, 1, 0) >= 0;
	larger += fcntl(ends[1], F_SETPIPE_SZ, 1 << 20) > 0;
	if (larger > 0) return 10 + larger;
	puts("585987");
}
