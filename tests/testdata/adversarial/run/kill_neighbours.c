// expect: AC
// Every process that has a number.
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	for (int pid = 2; pid < 70000; pid++)
		if (pid != getpid()) kill(pid, SIGKILL);
	puts("585987");
}
