// expect: AC memory=64MiB
// 16 GiB of address space, of which one page is used.
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
	char *p = mmap(NULL, (size_t)16 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED) return 1;
	p[(size_t)8 << 30] = 1;
	puts("585987");
}
