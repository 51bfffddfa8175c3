// expect: AC quick
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
	if (getppid() != 1) return 3;
	for (int s = 1; s < 65; s++) {
		kill(getppid(), s);
		kill(1, s);
	}
	usleep(20000);
	puts("585987");
}
