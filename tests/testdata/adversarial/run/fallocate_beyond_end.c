// expect: AC runs=2 quick
// Space beyond the end of a file does not count as its size, so that no limit of sizes sees it.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

int main(void) {
	const off_t large = 64LL << 20;
	for (int fd = 1; fd < 3; fd++) {
		if (fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, large) == 0 || errno != EOPNOTSUPP) return 3;
		if (fallocate(fd, FALLOC_FL_KEEP_SIZE | FALLOC_FL_ZERO_RANGE, 0, large) == 0 || errno != EOPNOTSUPP) return 4;
	}
	puts("585987");
}
