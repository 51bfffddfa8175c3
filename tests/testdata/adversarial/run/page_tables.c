// expect: MLE memory=64MiB
// A page here and a page there: their tables take more than they do.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
	uintptr_t at = 1ull << 32;
	volatile char sum = 0;
	for (int i = 0; i < 40000; i++, at += 1ull << 30) {
		volatile char *p = mmap((void *)at, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
		if (p == (volatile char *)at) sum += *p;
	}
	usleep(20000);
	puts("585987");
}
