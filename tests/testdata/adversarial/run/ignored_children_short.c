// expect: AC cpu>=475ms cpu<=5s; rootless: AC
// Children that nobody waits for, each over before anybody looks. An ordinary user may not be allowed to count them.
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(void) {
	signal(SIGCHLD, SIG_IGN);
	for (int i = 0; i < 200; i++) {
		if (fork() == 0) {
			while (clock() < CLOCKS_PER_SEC / 400) {}
			_exit(0);
		}
		while (wait(0) > 0) {}
	}
	puts("585987");
}
