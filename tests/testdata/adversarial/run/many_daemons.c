// expect: AC survivors>=100
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	for (int i = 0; i < 200; i++)
		if (fork() == 0) {
			setsid();
			sleep(60);
			_exit(0);
		}
	puts("585987");
}
