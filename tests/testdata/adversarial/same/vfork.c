// expect: AC memory=64MiB peak<=63MiB
// A child that lives in the memory of its parent takes none.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(void) {
	volatile char *own = malloc(40 << 20);
	for (int at = 0; at < 40 << 20; at += 4096) own[at] = 1;
	for (int i = 0; i < 3; i++) {
		pid_t child = vfork();
		if (child == 0) {
			nanosleep(&(struct timespec){.tv_nsec = 60000000}, NULL);
			_exit(0);
		}
		waitpid(child, NULL, 0);
	}
	puts("585987");
	return own[0] - 1;
}
