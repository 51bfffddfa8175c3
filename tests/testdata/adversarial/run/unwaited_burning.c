// expect: AC cpu>=350ms
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(void) {
	if (fork() == 0) {
		while (clock() < CLOCKS_PER_SEC * 4 / 10) {}
		_exit(0);
	}
	siginfo_t info;
	waitid(P_ALL, 0, &info, WEXITED | WNOWAIT);
	puts("585987");
}
