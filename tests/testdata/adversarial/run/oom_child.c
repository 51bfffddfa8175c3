// expect: MLE memory=64MiB quick reason~"killed by the kernel" oom-kills>=1; no-cgroup: MLE
// The child is killed for want of memory, its parent lives on and answers.
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	if (fork() == 0) {
		for (int i = 0; i < 512; i++) {
			volatile char *p = malloc(1 << 20);
			for (int j = 0; p && j < 1 << 20; j += 4096) p[j] = 1;
		}
		_exit(0);
	}
	wait(0);
	usleep(50000);
	puts("585987");
}
