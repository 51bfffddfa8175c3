// expect: AC quick cpu>=350ms
// Grandchildren whose parent is gone; the pipe's end tells when they are done.
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(void) {
	int ends[2];
	if (pipe(ends)) return 4;
	for (int i = 0; i < 2; i++)
		if (fork() == 0) {
			if (fork() == 0)
				while (clock() < CLOCKS_PER_SEC / 5) {}
			_exit(0);
		}
	close(ends[1]);
	char c;
	if (read(ends[0], &c, 1) != 0) return 5;
	puts("585987");
}
