// expect: AC interactive quick
// The interactor in the box beside holds locks of a file that both see.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

int main(void) {
	long a, b;
	if (scanf("%ld %ld", &a, &b) != 2) return 1; // the locks are there by now
	struct flock range = {.l_type = F_WRLCK};
	int shell = open("/bin/sh", O_RDONLY);
	if (fcntl(shell, F_OFD_GETLK, &range) || range.l_type != F_UNLCK) return puts("a lock of a range") < 0;
	if (flock(shell, LOCK_EX | LOCK_NB)) return puts("a lock of the whole file") < 0;
	printf("%ld\n", a + b);
	return 0;
}
