// expect: AC|RTE memory=64MiB; no-cgroup: AC
// Timers and signals that wait are the kernel's memory, of which a user may have tens of thousands.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(void) {
	enum { most = 4096 };
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	sigset_t all;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, 0);
	struct sigevent silent = {.sigev_notify = SIGEV_NONE};
	timer_t timer;
	int timers = 0, signals = 0;
	while (timers < most && timer_create(CLOCK_MONOTONIC, &silent, &timer) == 0) timers++;
	while (signals < most && pthread_kill(pthread_self(), SIGRTMIN) == 0) signals++;
	if (timers == most || signals == most) return printf("%d timers, %d signals\n", timers, signals);
	puts("585987");
}
