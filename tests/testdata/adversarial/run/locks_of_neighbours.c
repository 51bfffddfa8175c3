// expect: AC interactive quick; landlock: WA
// The interactor in the box beside locks a file that both see.
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

int main(void) {
	long a, b;
	if (scanf("%ld %ld", &a, &b) != 2) return 1; // the lock is there by now
	int shell = open("/bin/sh", O_RDONLY);
	if (flock(shell, LOCK_EX | LOCK_NB)) return puts("a lock of the whole file") < 0;
	printf("%ld\n", a + b);
	return 0;
}
