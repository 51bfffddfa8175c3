// expect: MLE memory=64MiB; namespaces: RTE exit=5; rootless: RTE exit=5; landlock: RTE exit=4
// The same by way of a device.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
	size_t size = 256 << 20;
	char byte = 1;
	int fd = open("/dev/zero", O_RDWR);
	if (read(fd, &byte, 1) != 1 || byte != 0) return 4;
	volatile char *p = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED) return 5;
	for (size_t i = 0; i < size; i += 4096) {
		p[i] = 1;
		if (i % (1 << 20) == 0) madvise((void *)p, size, MADV_DONTNEED);
	}
	puts("585987");
}
