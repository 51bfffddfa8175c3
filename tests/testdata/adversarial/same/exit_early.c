// expect: AC memory=64MiB
// Ends without a look at its input, while a child goes on.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
	if (fork() == 0) {
		sleep(60);
		_exit(1);
	}
	puts("585987");
	exit(0);
}
