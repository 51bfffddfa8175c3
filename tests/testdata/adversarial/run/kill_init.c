// expect: AC quick
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	for (int s = 1; s < 65; s++) {
		kill(getppid(), s);
		kill(1, s);
	}
	usleep(20000);
	puts("585987");
}
