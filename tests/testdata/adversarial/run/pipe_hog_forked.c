// expect: MLE memory=64MiB
// As many pipes as descriptors, in many processes that wait.
#include <fcntl.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	static char block[4096];
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	int ends[2];
	for (int i = 0; i < 100; i++)
		if (fork() == 0) {
			while (pipe(ends) == 0) {
				fcntl(ends[1], F_SETFL, O_NONBLOCK);
				while (write(ends[1], block, sizeof block) > 0) {}
			}
			sleep(1);
			_exit(0);
		}
	while (wait(0) > 0) {}
	puts("585987");
}
