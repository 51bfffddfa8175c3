// expect: AC memory=64MiB
// A timer, a child's end and a signal of its own, each handled.
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t seen;
static void note(int number) { seen |= number == SIGALRM ? 1 : number == SIGCHLD ? 2 : 4; }

int main(void) {
	signal(SIGALRM, note), signal(SIGCHLD, note), signal(SIGUSR1, note);
	struct itimerval soon = {.it_value.tv_usec = 20000};
	setitimer(ITIMER_REAL, &soon, NULL);
	if (fork() == 0) _exit(0);
	raise(SIGUSR1);
	while (seen != 7) usleep(1000);
	wait(NULL);
	puts("585987");
}
