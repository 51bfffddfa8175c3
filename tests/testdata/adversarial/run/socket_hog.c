// expect: MLE memory=64MiB
// Sockets of the usual size, but many, in many processes that wait.
#include <fcntl.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static char block[32 << 10];

static void fill(int fd) {
	fcntl(fd, F_SETFL, O_NONBLOCK);
	while (write(fd, block, sizeof block) > 0) {}
}

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	int ends[2];
	for (int i = 0; i < 16; i++)
		if (fork() == 0) {
			while (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0) {
				fill(ends[0]);
				fill(ends[1]);
			}
			sleep(1);
			_exit(0);
		}
	while (wait(0) > 0) {}
	puts("585987");
}
