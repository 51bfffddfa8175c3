// expect: MLE memory=64MiB; no-cgroup: RTE exit=7
// Files without a name belong to no file system that has a size. Where nothing counts their pages there are none.
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	static char block[1 << 20];
	for (int i = 0; i < 32; i++) {
		int fd = memfd_create("grundy-adversarial", 0);
		if (fd < 0) return 7;
		for (int j = 0; j < 8; j++)
			if (write(fd, block, sizeof block) < 0) return 8;
	}
	puts("585987");
}
