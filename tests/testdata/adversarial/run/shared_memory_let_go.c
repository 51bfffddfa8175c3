// expect: MLE memory=64MiB; no-cgroup: RTE exit=4
// Shared anonymous pages that are there, but in no process.
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
	size_t size = 256 << 20;
	volatile char *p = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED) return 4;
	for (size_t i = 0; i < size; i += 4096) {
		p[i] = 1;
		if (i % (1 << 20) == 0) madvise((void *)p, size, MADV_DONTNEED);
	}
	puts("585987");
}
