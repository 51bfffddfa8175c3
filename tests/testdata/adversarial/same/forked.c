// expect: AC memory=64MiB; not-isolated: AC|MLE
// Four children share the pages of their parent until they write to them.
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	volatile char *own = malloc(40 << 20);
	for (int at = 0; at < 40 << 20; at += 4096) own[at] = 1;
	for (int i = 0; i < 4; i++)
		if (fork() == 0) {
			usleep(60000);
			_exit(0);
		}
	while (wait(NULL) > 0) {}
	puts("585987");
	return own[0] - 1;
}
