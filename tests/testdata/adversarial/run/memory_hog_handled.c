// expect: MLE memory=64MiB
// Maps everything at once and looks at errors.
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
	size_t size = 512 << 20;
	volatile char *p = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED) return 4;
	for (size_t i = 0; i < size; i += 4096) p[i] = 1;
	puts("585987");
}
