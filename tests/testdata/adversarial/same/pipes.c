// expect: AC memory=64MiB
// 100 pipes with a little in each, and one that is filled to the brim.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
	int ends[2], taken = 0;
	for (int i = 0; i < 100; i++)
		if (pipe(ends) || write(ends[1], "x", 1) != 1) return 1;
	fcntl(ends[1], F_SETFL, O_NONBLOCK);
	char piece[4096] = {0};
	for (int n; (n = write(ends[1], piece, sizeof piece)) > 0;) taken += n;
	if (errno != EAGAIN || taken < 60000) return 2;
	puts("585987");
}
