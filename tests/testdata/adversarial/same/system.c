// expect: AC memory=64MiB peak<=63MiB
// system(3) clones with shared memory.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
	volatile char *own = malloc(40 << 20);
	for (int at = 0; at < 40 << 20; at += 4096) own[at] = 1;
	for (int i = 0; i < 100; i++)
		if (system("exit 0")) return 1;
	puts("585987");
	return own[0] - 1;
}
