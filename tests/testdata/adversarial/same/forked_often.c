// expect: AC memory=64MiB; not-isolated: AC|MLE
// Children that share the pages of their parent end at the same time, again and again.
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	volatile char *own = malloc(40 << 20);
	for (int at = 0; at < 40 << 20; at += 4096) own[at] = 1;
	for (int round = 0; round < 80; round++) {
		int gate[2];
		char none;
		if (pipe(gate)) return 1;
		for (int i = 0; i < 12; i++)
			if (fork() == 0) {
				close(gate[1]);
				_exit((int)read(gate[0], &none, 1));
			}
		close(gate[0]);
		close(gate[1]);
		while (wait(NULL) > 0) {}
	}
	puts("585987");
	return own[0] - 1;
}
