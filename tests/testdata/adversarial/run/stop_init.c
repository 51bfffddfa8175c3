// expect: AC quick
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
	if (getppid() != 1) return 3;
	kill(1, SIGSTOP);
	kill(1, SIGTSTP);
	usleep(20000);
	puts("585987");
}
