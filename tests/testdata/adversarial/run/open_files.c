// expect: AC|MLE memory=64MiB; no-cgroup: MLE
// What the kernel keeps of an open file is little, but there may be 256 of them in each of 256 processes.
#include <fcntl.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	for (int i = 0; i < 200; i++)
		if (fork() == 0) {
			while (open("/bin/sh", O_RDONLY) >= 0) {}
			sleep(1);
			_exit(0);
		}
	while (wait(0) > 0) {}
	puts("585987");
}
