// expect: AC memory=64MiB
// Much goes through a chain of processes.
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	int in = -1, ends[2];
	for (int stage = 0; stage < 4; stage++) {
		if (pipe(ends)) return 1;
		if (fork() == 0) {
			char piece[4096] = {0};
			if (stage == 0)
				for (int i = 0; i < 4096; i++)
					if (write(ends[1], piece, sizeof piece) < 0) _exit(1);
			for (int n; stage > 0 && (n = read(in, piece, sizeof piece)) > 0;)
				if (write(ends[1], piece, n) != n) _exit(1);
			_exit(0);
		}
		if (in >= 0) close(in);
		close(ends[1]);
		in = ends[0];
	}
	char piece[4096];
	long sum = 0;
	for (int n; (n = read(in, piece, sizeof piece)) > 0;) sum += n;
	while (wait(NULL) > 0) {}
	printf("%ld\n", sum == 16 << 20 ? 585987 : sum);
}
