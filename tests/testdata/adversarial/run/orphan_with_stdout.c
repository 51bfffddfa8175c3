// expect: AC quick survivors>=1 wall<=30s
// The orphan would spoil the answer if it lived on, and waiting for the end of the output would never end.
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	if (fork() == 0) {
		usleep(300000);
		for (int i = 0; i < 100; i++) write(1, "spoilt\n", 7), sleep(1);
		_exit(0);
	}
	puts("585987");
}
