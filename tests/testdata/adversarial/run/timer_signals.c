// expect: TLE limit=300ms
// Interrupted a thousand times a second.
#include <signal.h>
#include <sys/time.h>

static void nothing(int signal) { (void)signal; }

int main(void) {
	signal(SIGALRM, nothing);
	struct itimerval often = {{0, 1000}, {0, 1000}};
	setitimer(ITIMER_REAL, &often, 0);
	for (;;) {}
}
