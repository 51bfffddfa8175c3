// expect: TLE limit=300ms memory=1GiB wall<=50s
#include <signal.h>
#include <unistd.h>

int main(void) {
	if (getppid() != 1) return 3;
	signal(SIGHUP, SIG_IGN);
	for (int i = 0; i < 1 << 22; i++)
		if (fork() == 0) setsid();
}
