// expect: RTE memory=64MiB signal=13
// Nobody reads what it writes.
#include <stdio.h>
#include <unistd.h>

int main(void) {
	int ends[2];
	if (pipe(ends)) return 1;
	close(ends[0]);
	if (write(ends[1], "x", 1) != 1) return 2;
	puts("585987");
}
