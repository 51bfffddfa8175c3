// expect: RTE signal=9 reason~"SIGKILL" quick
#include <signal.h>
#include <stdio.h>

int main(void) {
	puts("585987");
	fflush(stdout);
	kill(0, SIGKILL);
}
