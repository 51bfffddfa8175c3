// expect: AC quick
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
	if (getppid() != 1) return 3;
	kill(-1, SIGKILL);
	kill(-1, SIGTERM);
	puts("585987");
}
