// expect: RTE signal=14
#include <sys/time.h>
#include <unistd.h>

int main(void) {
	struct itimerval soon = {{0, 0}, {0, 50000}};
	setitimer(ITIMER_REAL, &soon, 0);
	pause();
}
