// expect: AC quick
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	kill(1, SIGSTOP);
	kill(1, SIGTSTP);
	usleep(20000);
	puts("585987");
}
