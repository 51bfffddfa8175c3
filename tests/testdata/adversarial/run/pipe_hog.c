// expect: AC memory=64MiB
// What is in pipes is the kernel's memory: the descriptors and the size of a pipe bound it.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
	static char block[65536];
	int ends[2];
	for (int i = 0; i < 100; i++) {
		if (pipe(ends)) return 4;
		fcntl(ends[1], F_SETFL, O_NONBLOCK);
		if (write(ends[1], block, sizeof block) < 0) return 5;
	}
	puts("585987");
}
