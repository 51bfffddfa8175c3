// expect: TLE limit=100ms reason~"idle"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	if (fork() == 0) {
		kill(getppid(), SIGSTOP);
		_exit(0);
	}
	wait(0);
	pause();
}
