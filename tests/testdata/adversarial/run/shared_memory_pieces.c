// expect: MLE memory=64MiB; no-cgroup: MLE|RTE
// Many shared anonymous mappings, each let go of but for a page: what was in them stays, and is in no process.
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
	const size_t size = 1 << 20, page = 4096;
	for (int i = 0; i < 256; i++) {
		volatile char *p = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
		if (p == MAP_FAILED) return 4;
		for (size_t at = 0; at < size; at += page) p[at] = 1;
		munmap((void *)(p + page), size - page);
	}
	puts("585987");
}
