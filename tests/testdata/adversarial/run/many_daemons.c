// expect: AC survivors>=100
#include <stdio.h>
#include <unistd.h>

int main(void) {
	if (getppid() != 1) return 3;
	for (int i = 0; i < 200; i++)
		if (fork() == 0) {
			setsid();
			sleep(60);
			_exit(0);
		}
	puts("585987");
}
