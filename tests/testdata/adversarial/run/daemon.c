// expect: AC quick survivors>=1
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	if (fork() == 0) {
		setsid();
		if (fork() == 0) {
			for (int i = 1; i < 65; i++) signal(i, SIG_IGN);
			sleep(60);
		}
		_exit(0);
	}
	wait(0);
	puts("585987");
}
