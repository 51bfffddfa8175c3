// expect: TLE limit=300ms memory=1GiB wall<=50s
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	signal(SIGHUP, SIG_IGN);
	for (int i = 0; i < 1 << 22; i++)
		if (fork() == 0) setsid();
}
