// expect: MLE memory=64MiB
// Pipes that are files, which nothing lists as pipes.
#include <fcntl.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	static char block[4096];
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	for (int i = 0; i < 100; i++)
		if (fork() == 0) {
			for (int j = 0; j < 240; j++) {
				char name[32];
				snprintf(name, sizeof name, "%d.%d", i, j);
				mkfifo(name, 0600);
				int pipe = open(name, O_RDWR | O_NONBLOCK);
				unlink(name);
				while (write(pipe, block, sizeof block) > 0) {}
			}
			sleep(1);
			_exit(0);
		}
	while (wait(0) > 0) {}
	puts("585987");
}
