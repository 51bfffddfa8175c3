// expect: AC cpu>=350ms
// Children of a parent that ignores SIGCHLD are never waited for by anyone.
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(void) {
	signal(SIGCHLD, SIG_IGN);
	if (fork() == 0) {
		while (clock() < CLOCKS_PER_SEC * 4 / 10) {}
		_exit(0);
	}
	while (wait(0) > 0) {}
	puts("585987");
}
