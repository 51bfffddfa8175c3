// expect: AC
// What happens to a child is the program's own affair.
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	if (fork() == 0) raise(SIGKILL);
	wait(0);
	puts("585987");
}
